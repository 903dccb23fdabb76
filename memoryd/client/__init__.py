"""The thin client for programs: standard library and msgpack only.

with Client() as memory:
    memory.facts.add(subject="Ada", predicate="likes", object="tea")
    memory.recall.query(query="what does Ada drink?")["results"]

Each method's parameters, errors and result are declared in `memoryd.client.methods` (`asyncmethods` for
`AsyncClient`) and `memoryd.client.types`. Durations are seconds; times are text, ISO 8601 in UTC. A refusal raises a
class of `memoryd.errors`, and every error can be pickled.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from memoryd.client.blocking import Client
from memoryd.client.calls import CallTimeout, ConnectionLost, DaemonUnavailable, UnknownError, discover_socket
from memoryd.client.reads import READS

if TYPE_CHECKING:
    from memoryd.client.asynchronous import AsyncClient

__all__ = [
    "READS",
    "AsyncClient",
    "CallTimeout",
    "Client",
    "ConnectionLost",
    "DaemonUnavailable",
    "UnknownError",
    "discover_socket",
]


def __getattr__(name: str) -> Any:
    # asyncio takes longer to import than all the rest: only who asks for AsyncClient pays.
    if name == "AsyncClient":
        from memoryd.client.asynchronous import AsyncClient

        return AsyncClient
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
