"""`system`: how the daemon is, and what an operator may ask of it."""

from __future__ import annotations

import os
from typing import Annotated, Any, Literal, NotRequired, Protocol, TypedDict

import msgspec

from memoryd import __version__
from memoryd.config import explain_config
from memoryd.requests.memory import Memory, SessionId, plain
from memoryd.rpc.describe import PROTOCOL
from memoryd.rpc.registry import Access, Call, Method, NoParams, Registry, Runs
from memoryd.rpc.topics import TOPICS
from memoryd.times import format_time
from memoryd.types import Problem


class HealthParams(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """Who asks; a group session gets no text of MEMORY.md (rule 17)."""

    session_id: SessionId | None = None


class ProblemResult(TypedDict):
    """What a person should mend, and how."""

    path: str
    what: str
    action: str
    line: NotRequired[int]
    severity: NotRequired[str]


class HealthResult(TypedDict):
    """What stands in health.json, what should be mended, and the Memory Health text."""

    status: str
    health: dict[str, Any]
    problems: list[ProblemResult]
    text: str


class VerifyParams(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """Whether to mend what can be mended."""

    repair: bool = False


class VerifyResult(TypedDict):
    """What was looked at and found."""

    status: str
    checked: dict[str, int]
    problems: list[ProblemResult]


class BackupParams(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """Where to: an absolute path of a new file; the daemon writes it, as its own user."""

    path: Annotated[str, msgspec.Meta(min_length=1, max_length=4096)]


class BackupResult(TypedDict):
    """What was written, read back and compared."""

    path: str
    files: int
    archive_bytes: int


class SubscribeParams(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """Which events this connection is told of from now on; an empty list ends it."""

    events: list[Literal["maintenance", "problem"]]


class SubscribeResult(TypedDict):
    """What is told: as notifications `system.event {event, at, ...}`."""

    events: list[str]


class Operations(Protocol):
    """What only the daemon as a whole can do."""

    def reconcile(self, timeout: float) -> bool: ...
    def rebuild(self, call: Call) -> dict[str, int]: ...
    def reload(self) -> dict[str, Any]: ...
    def server_metrics(self) -> dict[str, Any]: ...
    def connections(self) -> list[dict[str, Any]]: ...


class Surroundings(msgspec.Struct):
    """Where and since when the daemon runs."""

    socket: str
    started: int
    format: str


class SystemApi:
    """The handlers."""

    def __init__(self, memory: Memory, operations: Operations, surroundings: Surroundings) -> None:
        self._memory = memory
        self._operations = operations
        self._surroundings = surroundings

    # --- system -------------------------------------------------------------------------------------------

    def health(self, call: Call, params: HealthParams) -> dict[str, Any]:
        """How the memory is, measured now."""
        asker = self._memory.ask(call, params.session_id)
        health, problems = self._memory.health.make(asker.now)
        text = "" if asker.is_group else self._memory.notes.health_text(asker.now)
        return {"status": health["status"], "health": health, "problems": plain(problems), "text": text}

    def info(self, call: Call, params: NoParams) -> dict[str, Any]:
        """The daemon: version, process, places, counts, who is connected."""
        memory, around = self._memory, self._surroundings
        now = memory.clock.now()
        return {
            "version": __version__,
            "protocol": PROTOCOL,
            "pid": os.getpid(),
            "uid": os.geteuid(),
            "data": memory.data.root,
            "socket": around.socket,
            "started": format_time(around.started),
            "uptime_seconds": (now - around.started) / 1e6,
            "timezone": str(memory.zone),
            "log": around.format,
            "facts": memory.facts.active_count,
            "archived_facts": memory.facts.archived_count,
            "sessions": len(memory.sessions.sessions),
            "messages": sum(session.messages for session in memory.sessions.sessions.copy().values()),
            "embeddings": memory.semantic.state(),
            "problems": len(memory.board.all()),
            "connections": self._operations.connections(),
        }

    def metrics(self, call: Call, params: NoParams) -> dict[str, Any]:
        """Counters since the start."""
        memory = self._memory
        return {
            "rpc": self._operations.server_metrics(),
            "facts": {"active": memory.facts.active_count, "archived": memory.facts.archived_count},
            "sessions": len(memory.sessions.sessions),
            "redactions": dict(memory.redactions),
            "embeddings": memory.semantic.state(),
        }

    def config(self, call: Call, params: NoParams) -> dict[str, Any]:
        """Every key with its value and where it was set."""
        explained = explain_config(self._memory.config)
        return {"keys": plain(explained), "files": [str(path) for path in self._memory.config.files]}

    def reload(self, call: Call, params: NoParams) -> dict[str, Any]:
        """Read the configuration again, as SIGHUP does."""
        return self._operations.reload()

    def verify(self, call: Call, params: VerifyParams) -> dict[str, Any]:
        """Compare memory, index and files; with `repair` the files' truth is taken in and the index fed again."""
        memory = self._memory
        self._operations.reconcile(60.0)
        notes = memory.notes.verify()
        lost = self._lost_from_index()
        if lost and params.repair:
            self._operations.rebuild(call)
            lost = self._lost_from_index()
        memory.board.set(
            "verify",
            [
                Problem(
                    path=".memoryd/index",
                    what=f"{lost} facts are missing from the index",
                    action="memoryctl verify --repair",
                )
            ]
            if lost
            else (),
        )
        problems = memory.health.problems()
        checked = {"facts": memory.facts.active_count, "sessions": len(memory.sessions.sessions), "missing": lost}
        checked |= notes
        return {"status": "problems" if problems else "ok", "checked": checked, "problems": plain(problems)}

    def _lost_from_index(self) -> int:
        memory = self._memory
        memory.index.flush()
        keys = memory.index.keys("knowledge-graph/facts.jsonl")
        facts = (memory.facts.table[ordinal] for ordinal in memory.facts.table.ordinals())
        return sum(1 for fact in facts if fact is not None and fact.id not in keys)

    def subscribe(self, call: Call, params: SubscribeParams) -> dict[str, Any]:
        """Notifications of maintenance that begins, steps and ends, and of new problems."""
        events = sorted(set(params.events))
        call.state[TOPICS] = frozenset(events)
        return {"events": events}

    def backup(self, call: Call, params: BackupParams) -> dict[str, Any]:
        """Write a copy of the truth files."""
        return self._memory.nights.backups.write(params.path, call.progress)


Info = Annotated[dict[str, Any], msgspec.Meta(description="see memoryctl info")]


def register(registry: Registry, api: SystemApi) -> None:
    """Add the `system` methods."""
    read, admin = Access.READ, Access.ADMIN
    for method in (
        Method("system.health", read, Runs.READER, HealthParams, HealthResult, api.health,
               "How the memory is, and what a person should mend."),
        Method("system.info", read, Runs.LOOP, NoParams, dict[str, Any], api.info,
               "The daemon: version, places, counts, connections."),
        Method("system.metrics", read, Runs.LOOP, NoParams, dict[str, Any], api.metrics, "Counters since the start."),
        Method("system.config", admin, Runs.READER, NoParams, dict[str, Any], api.config,
               "Every configuration key, its value and where it was set."),
        Method("system.reload", admin, Runs.READER, NoParams, dict[str, Any], api.reload,
               "Read the configuration again.", ("invalid_params",)),
        Method("system.verify", admin, Runs.LONG, VerifyParams, VerifyResult, api.verify,
               "Compare memory, index and files."),
        Method("system.backup", admin, Runs.LONG, BackupParams, BackupResult, api.backup,
               "Write a verified copy of the memory to a new file.", ("invalid_params", "conflict", "read_only")),
        Method("system.subscribe", admin, Runs.LOOP, SubscribeParams, SubscribeResult, api.subscribe,
               "Be told, as `system.event`, of maintenance that begins, steps and ends, and of new problems."),
    ):  # fmt: skip
        registry.add(method)
