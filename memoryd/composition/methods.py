"""All methods of the socket: the one place that knows every namespace."""

from __future__ import annotations

from typing import Any, cast

from memoryd import __version__
from memoryd.jobs import methods as jobs
from memoryd.kinds.contexts import methods as contexts
from memoryd.kinds.facts import methods as facts
from memoryd.kinds.notes import methods as notes
from memoryd.kinds.sessions import methods as sessions
from memoryd.kinds.summaries import methods as summaries
from memoryd.maintenance import methods as maintenance
from memoryd.recall import check_methods as bearing
from memoryd.recall import methods as recall
from memoryd.requests.memory import Memory
from memoryd.rpc import builtin
from memoryd.rpc.registry import Registry
from memoryd.system import methods as system

CAPABILITIES = (
    "facts", "sessions", "notes", "contexts", "recall", "summaries", "jobs", "maintenance", "system",
    "progress", "cancel",
)  # fmt: skip


def register_all(
    registry: Registry, memory: Memory, operations: system.Operations, surroundings: system.Surroundings
) -> None:
    """Add every namespace to the registry."""
    builtin.register(registry, __version__, CAPABILITIES)
    facts.register(registry, memory)
    sessions.register(registry, memory)
    notes.register(registry, memory)
    contexts.register(registry, memory)
    recall_api = recall.register(registry, memory)
    bearing.register(registry, memory, recall_api)
    maintenance.register(registry, memory, recall_api)
    summaries.register(registry, memory)
    jobs.register(registry, memory)
    system.register(registry, system.SystemApi(memory, operations, surroundings))


class _Nobody:
    """Stands for a memory where nothing is called: it has every part, and takes whatever is registered with it."""

    def __getattr__(self, name: str) -> _Nobody:
        return self

    def __setitem__(self, key: object, value: object) -> None:
        return None


def described() -> Registry:
    """The registry of a daemon that does not run: for the manual and for tests of it."""
    registry = Registry()
    nobody = cast(Any, _Nobody())
    register_all(registry, nobody, nobody, nobody)
    return registry
