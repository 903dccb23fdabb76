"""`system` and `maintenance`: how the daemon is, and what an operator may ask of it."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any, Literal, NotRequired, Protocol, TypedDict

import msgspec

from memoryd import __version__
from memoryd.api.memory import Memory, SessionId, plain
from memoryd.config import explain_config
from memoryd.errors import MemorydError, Unsupported
from memoryd.maintenance.health import Figures, health_of
from memoryd.maintenance.measure import figures_of, limits_of
from memoryd.rpc.describe import PROTOCOL
from memoryd.rpc.registry import Access, Call, Method, NoParams, Registry, Runs
from memoryd.times import format_time
from memoryd.types import Problem

Action = Literal[
    "summarize", "decay", "index", "prune", "tiers", "hygiene", "compress", "reconcile", "clean",
    "health-check", "quality-probe", "consolidate", "rebuild",
]  # fmt: skip


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
    """002's health.json, what should be mended, and 000's Memory Health."""

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


class RunParams(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """What to do; `dry_run` only tells what would be done."""

    action: Action
    dry_run: bool = False


class StepResult(TypedDict):
    """One step of maintenance."""

    step: str
    status: Literal["ok", "skipped", "failed"]
    counts: dict[str, int]
    seconds: float
    error: NotRequired[str]
    would: NotRequired[list[str]]
    """Of a dry run: what it would do."""


class RunResult(TypedDict):
    """What was done."""

    action: str
    steps: list[StepResult]
    seconds: float


class Operations(Protocol):
    """What only the daemon as a whole can do."""

    def reconcile(self, timeout: float) -> bool: ...
    def rebuild(self, call: Call) -> dict[str, int]: ...
    def reload(self) -> dict[str, Any]: ...
    def server_metrics(self) -> dict[str, Any]: ...
    def connections(self) -> list[dict[str, Any]]: ...


@dataclass(slots=True)
class Surroundings:
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
        self.last_runs: dict[str, dict[str, Any]] = {}

    # --- system -------------------------------------------------------------------------------------------

    def health(self, call: Call, params: HealthParams) -> dict[str, Any]:
        """How the memory is, measured now."""
        asker = self._memory.ask(call, params.session_id)
        problems = self._problems()
        figures = self._figures(asker.now)
        health = health_of(figures, limits_of(self._memory.config), problems)
        health["embeddings"] = self._memory.semantic.state()
        text = "" if asker.is_group else self._memory.notes.health_text(asker.now)
        return {"status": health["status"], "health": health, "problems": plain(problems), "text": text}

    def _problems(self) -> list[Problem]:
        memory = self._memory
        memory.board.set("directory", memory.data.problems())
        memory.board.set("index", memory.index.problems())
        memory.board.set("embeddings", memory.semantic.problems())
        return memory.board.all()

    def _figures(self, now: int) -> Figures:
        memory = self._memory
        return figures_of(memory.data.root, memory.facts, now)

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
        problems = self._problems()
        checked = {"facts": memory.facts.active_count, "sessions": len(memory.sessions.sessions), "missing": lost}
        checked |= notes
        return {"status": "problems" if problems else "ok", "checked": checked, "problems": plain(problems)}

    def _lost_from_index(self) -> int:
        memory = self._memory
        memory.index.flush()
        keys = memory.index.keys("knowledge-graph/facts.jsonl")
        facts = (memory.facts.table[ordinal] for ordinal in memory.facts.table.ordinals())
        return sum(1 for fact in facts if fact is not None and fact.id not in keys)

    # --- maintenance --------------------------------------------------------------------------------------

    def run(self, call: Call, params: RunParams) -> dict[str, Any]:
        """Do one piece of maintenance now."""
        steps: dict[str, Callable[[], dict[str, int]]] = {
            "reconcile": self._reconcile,
            "hygiene": lambda: self._hygiene(call),
            "rebuild": lambda: self._operations.rebuild(call),
            "health-check": self._check_health,
        }
        step = steps.get(params.action)
        if step is None:
            raise Unsupported(
                f"this version cannot run {params.action!r}; it can run {', '.join(sorted(steps))}",
                action=params.action,
            )
        clock = self._memory.clock
        begun, at = clock.monotonic(), clock.now()
        result: dict[str, Any] = {"step": params.action, "status": "skipped", "counts": {}, "seconds": 0.0}
        if params.dry_run and params.action == "hygiene":
            counts, would = self._memory.notes.hygiene(at, dry_run=True)
            result |= {"counts": counts, "would": would}
        if not params.dry_run:
            try:
                result |= {"status": "ok", "counts": step()}
            except MemorydError as error:
                result |= {"status": "failed", "error": error.sentence}
        seconds = round(clock.monotonic() - begun, 6)
        result["seconds"] = seconds
        self.last_runs[params.action] = {"at": format_time(at), "seconds": seconds, "status": result["status"]}
        return {"action": params.action, "steps": [result], "seconds": seconds}

    def _hygiene(self, call: Call) -> dict[str, int]:
        """000 §Hygiene Checklist."""

        def tick(done: int, total: int) -> None:
            call.progress("notes", done, total)

        return self._memory.notes.hygiene(self._memory.clock.now(), tick=tick)[0]

    def _reconcile(self) -> dict[str, int]:
        complete = self._operations.reconcile(600.0)
        return {"complete": int(complete), "problems": len(self._memory.board.all())}

    def _check_health(self) -> dict[str, int]:
        memory = self._memory
        problems = self._problems()
        health = health_of(self._figures(memory.clock.now()), limits_of(memory.config), problems)
        content = msgspec.json.format(msgspec.json.encode({**health, "problems": plain(problems)}), indent=2)
        memory.replace_file("health.json", content + b"\n")
        return {"warnings": len(health["warnings"]), "problems": len(problems)}

    def status(self, call: Call, params: NoParams) -> dict[str, Any]:
        """The last run of each kind of maintenance, and the next one."""
        return {"actions": {name: {"last": last, "next": None} for name, last in sorted(self.last_runs.items())}}


Info = Annotated[dict[str, Any], msgspec.Meta(description="see memoryctl info")]


def register(registry: Registry, api: SystemApi) -> None:
    """Add the `system` and `maintenance` methods."""
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
        Method("maintenance.run", admin, Runs.LONG, RunParams, RunResult, api.run,
               "Do one piece of maintenance now.", ("unsupported", "busy")),
        Method("maintenance.status", read, Runs.READER, NoParams, dict[str, Any], api.status,
               "Last and next run of each kind of maintenance."),
    ):  # fmt: skip
        registry.add(method)
