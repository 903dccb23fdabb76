"""The methods of a daemon whose directory cannot be written: those that change nothing answer as ever."""

from __future__ import annotations

from typing import Any

import msgspec

from memoryd.errors import ReadOnly
from memoryd.rpc.registry import Access, Call, Method, Runs

CHANGING_NOTHING = frozenset(
    (
        *("contexts.load", "jobs.list", "sessions.start"),
        *("system.backup", "system.config", "system.reload", "system.subscribe"),
    )
)
"""Of the methods that need more than the right to read."""


def refusing_changes(method: Method, why: ReadOnly) -> Method:
    """The method itself if it changes nothing; else one that refuses as `why` says."""
    if method.access is Access.READ or method.name in CHANGING_NOTHING:
        return method

    def refuse(_call: Call, _params: Any) -> Any:
        raise ReadOnly(why.sentence, **why.data)

    return msgspec.structs.replace(
        method, runs=Runs.READER, handler=refuse, prepare=None, goes_through=None, together=None
    )
