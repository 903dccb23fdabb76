"""`maintenance`: the nights' work on request, when it ran and runs next, and the canaries of the quality probe."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any, Literal, NotRequired, TypedDict

import msgspec
from msgspec.structs import asdict

from memoryd import __version__
from memoryd.errors import Busy, Conflict, Unsupported
from memoryd.maintenance.child import Progress
from memoryd.maintenance.paths import CANARIES, CANARY_HISTORY
from memoryd.maintenance.probe import CanaryFile, history_line, probe, read_canaries, read_history, with_canary
from memoryd.maintenance.run import Run
from memoryd.maintenance.runner import CONSOLIDATION
from memoryd.maintenance.runs import ProbeResult
from memoryd.recall.methods import QueryParams, RecallApi, SearchParams
from memoryd.requests.memory import Memory, Redacted
from memoryd.rpc.registry import Access, Call, Method, NoParams, Registry, Runs
from memoryd.storage.writer import Batch
from memoryd.times import local_date

Action = Literal[
    "summarize", "decay", "index", "prune", "tiers", "hygiene", "compress", "reconcile", "clean",
    "health-check", "quality-probe", "consolidate", "rebuild",
]  # fmt: skip
DEPTH = 10
"""Results among which a canary's answer must be (002 §5)."""


class RunParams(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """What to do; `dry_run` only tells what would be done, and changes nothing."""

    action: Action
    dry_run: bool = False


class StepResult(TypedDict):
    """One step of maintenance; `reason` when it was skipped; `diff` on a dry run: what it would change."""

    step: str
    status: Literal["ok", "skipped", "failed"]
    counts: dict[str, int]
    seconds: float
    error: NotRequired[str]
    reason: NotRequired[str]
    diff: NotRequired[list[str]]


class RunResult(TypedDict):
    """What was done."""

    action: str
    steps: list[StepResult]
    seconds: float


class StatusResult(TypedDict):
    """Last and next run of each action, and what runs now."""

    actions: dict[str, Any]
    running: dict[str, Any] | None


Question = Annotated[str, msgspec.Meta(min_length=1, max_length=10_000)]


class CanaryParams(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A question, and what one of the answers must hold; dates are compared by value."""

    query: Question
    expected_contains: Question


class CanaryResult(TypedDict):
    """How many canaries there are now."""

    status: Literal["added", "already"]
    canaries: int
    redacted: list[Redacted]


class HistoryParams(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """How many probes at most, the newest."""

    limit: Annotated[int, msgspec.Meta(ge=1, le=10_000)] = 100


class HistoryResult(TypedDict):
    """Past probes, oldest first, and the canaries as they stand."""

    probes: list[dict[str, Any]]
    canaries: list[dict[str, str]]


class MaintenanceApi:
    """The handlers."""

    def __init__(self, memory: Memory, recall: RecallApi) -> None:
        self._memory = memory
        self._recall = recall

    def run(self, call: Call, params: RunParams) -> dict[str, Any]:
        """Do one piece of maintenance now."""
        nights = self._memory.nights
        if params.action not in nights.steps and params.action not in (*CONSOLIDATION, "consolidate"):
            raise Unsupported(f"this version cannot run {params.action!r}", action=params.action)
        progress = call.progress if params.dry_run else _beyond_its_caller(call)
        return nights.run(params.action, progress, dry_run=params.dry_run)

    def status(self, call: Call, params: NoParams) -> dict[str, Any]:
        """The last run of each kind of maintenance, and the next one."""
        return self._memory.nights.status(self._memory.upcoming())

    # --- the quality probe --------------------------------------------------------------------------------

    def probe(self, run: Run) -> dict[str, int]:
        """Ask every canary, and log how many recall answers; the ratio goes into health."""
        memory = self._memory
        found = read_canaries(memory.data.root)
        canaries, bad = found.canaries, {"unusable": len(found.problems)} if found.problems else {}
        memory.board.set("canaries", found.problems)
        if not found.is_read:
            raise _unreadable(found, "nothing was asked")
        if run.dry_run or not canaries:
            return {"canaries": len(canaries), **bad}
        today = local_date(run.at, memory.zone)
        total, failed = probe(canaries, self.ask, today, lambda done: run.progress("probe", done, len(canaries)))
        model, weights = self._model()
        line = history_line(run.at, __version__, model, weights, total, failed)
        memory.write(lambda batch: batch.append(memory.canary_log, line))
        result = ProbeResult(at=run.at, passed=total - len(failed), total=total)
        memory.nights.runs.change(lambda state: setattr(state, "probe", result))
        return {"canaries": total, "passed": result.passed, "failed": len(failed), **bad}

    def ask(self, question: str) -> Iterable[str]:
        """What agents would get: facts, and all memory. Nothing is boosted, nothing counted (rule 2)."""
        call = _ProbeCall()
        found = self._recall.query(call, QueryParams(query=question, k=DEPTH, boost=False))["results"]
        found += self._recall.search(call, SearchParams(query=question, k=DEPTH, boost=False))["results"]
        return [result["text"] for result in found]

    def _model(self) -> tuple[str, dict[str, float]]:
        """What recall works with: its model, and the weights of its score."""
        memory = self._memory
        weights = {name: value for name, value in asdict(memory.recall.weights).items() if isinstance(value, float)}
        return memory.semantic.fingerprint or "none", weights

    def add_canary(self, call: Call, params: CanaryParams, batch: Batch) -> dict[str, Any]:
        """One more question for the probe."""
        memory = self._memory
        (query, expected), redacted = memory.redact(params.query, params.expected_contains)
        found = read_canaries(memory.data.root)
        if not found.is_read:
            raise _unreadable(found, "nothing is added")
        known = found.canaries
        content = with_canary(memory.data.root, known, query, expected)
        if content is None:
            return {"status": "already", "canaries": len(known), "redacted": redacted}
        memory.replace_file(CANARIES, content)
        return {"status": "added", "canaries": len(known) + 1, "redacted": redacted}

    def history(self, call: Call, params: HistoryParams) -> dict[str, Any]:
        """How many canaries recall answered over time, and with which model and weights."""
        root = self._memory.data.root
        canaries = read_canaries(root).canaries
        return {"probes": read_history(root, params.limit), "canaries": [msgspec.to_builtins(c) for c in canaries]}


def _unreadable(found: CanaryFile, so: str) -> Conflict:
    """A file that a person has to mend."""
    return Conflict(f"{CANARIES} cannot be used, so {so}: {found.problems[0].what}; mend the file", path=CANARIES)


def _beyond_its_caller(call: Call) -> Progress:
    """The call's progress; a caller that leaves does not end the run, one that cancels does."""

    def progress(stage: str, done: int, total: int) -> None:
        try:
            call.progress(stage, done, total)
        except Busy as busy:
            if not busy.data.get("left"):
                raise

    return progress


class _ProbeCall:
    """A call of nobody: private, read only."""

    uid = -1
    access = Access.READ
    connection_id = -1

    def __init__(self) -> None:
        self.state: dict[str, Any] = {}

    def progress(self, stage: str, done: int, total: int) -> None:
        """Nobody listens."""

    def check_cancelled(self) -> None:
        """Nobody cancels."""


def register(registry: Registry, memory: Memory, recall: RecallApi) -> None:
    """Add the `maintenance` methods."""
    api = MaintenanceApi(memory, recall)
    memory.nights.steps["quality-probe"] = api.probe
    read, write, admin = Access.READ, Access.WRITE, Access.ADMIN
    for method in (
        Method("maintenance.run", admin, Runs.LONG, RunParams, RunResult, api.run,
               "Do one piece of maintenance now.", ("unsupported", "busy")),
        Method("maintenance.status", read, Runs.READER, NoParams, StatusResult, api.status,
               "Last and next run of each kind of maintenance."),
        Method("maintenance.canary_add", write, Runs.WRITER, CanaryParams, CanaryResult, api.add_canary,
               f"Add a question to {CANARIES}.", ("conflict", "read_only")),
        Method("maintenance.canary_history", read, Runs.READER, HistoryParams, HistoryResult, api.history,
               f"Past quality probes, from {CANARY_HISTORY}."),
    ):  # fmt: skip
        registry.add(method)
