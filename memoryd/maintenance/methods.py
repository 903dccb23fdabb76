"""`maintenance`: runs on request, when actions ran and run next, and the canaries of the quality probe."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Annotated, Any, Literal, NotRequired, TypedDict

import msgspec

from memoryd.background import Progress
from memoryd.errors import Busy, PermissionDenied
from memoryd.maintenance.paths import CANARIES, CANARY_HISTORY
from memoryd.maintenance.probe import Canary, QualityProbe, read_canaries, read_history, unreadable, with_canary
from memoryd.maintenance.runner import MaintenanceRunner
from memoryd.maintenance.runs import Runs as MaintenanceRuns
from memoryd.requests.asker import Asker
from memoryd.requests.method import Method
from memoryd.requests.params import Params, one_of, with_types
from memoryd.requests.redaction import Redacted
from memoryd.rpc.registry import Access, Call, NoParams, Runs
from memoryd.storage.batch import Batch
from memoryd.times import format_time


class RunParams(Params):
    """What to do; `dry_run` only tells what would be done, and changes nothing."""

    action: str
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


class DiskUse(TypedDict):
    """Bytes, as a health check found them."""

    at: str
    data_bytes: int
    free_bytes: int


class StatusResult(TypedDict):
    """Last and next run of each action, and what runs now.

    `disk`: by day, what the memory took on the disk and what was free there, oldest first.
    """

    actions: dict[str, Any]
    running: dict[str, Any] | None
    disk: list[DiskUse]


Question = Annotated[str, msgspec.Meta(min_length=1, max_length=10_000)]


class CanaryParams(Params):
    """A question, and what one of the answers must hold; dates are compared by value."""

    query: Question
    expected_contains: Question


class CanaryResult(TypedDict):
    """How many canaries there are now."""

    status: Literal["added", "already"]
    canaries: int
    redacted: list[Redacted]


class HistoryParams(Params):
    """How many probes at most, the newest."""

    limit: Annotated[int, msgspec.Meta(ge=1, le=10_000)] = 100


class HistoryResult(TypedDict):
    """Past probes, oldest first, and the canaries as they stand."""

    probes: list[dict[str, Any]]
    canaries: list[dict[str, str]]


class MaintenanceMethods:
    """The handlers. `upcoming`: when each timed action starts next, microseconds."""

    def __init__(
        self,
        root: str,
        runner: MaintenanceRunner,
        upcoming: Callable[[], Mapping[str, int | None]],
        replace_file: Callable[[str, bytes], object],
        probe: QualityProbe,
        runs: MaintenanceRuns,
    ) -> None:
        self._root = root
        self._runner = runner
        self._upcoming = upcoming
        self._replace_file = replace_file
        self._probe = probe
        self._runs = runs

    def run(self, asker: Asker, params: RunParams) -> dict[str, Any]:
        """Run one maintenance action now."""
        progress = asker.call.progress if params.dry_run else _beyond_its_caller(asker.call)
        return self._runner.run(params.action, progress, dry_run=params.dry_run, by_hand=True)

    def status(self, asker: Asker, params: NoParams) -> dict[str, Any]:
        """The last run of each kind of maintenance, and the next one."""
        reply = self._runner.status(self._upcoming())
        reply["disk"] = [{**msgspec.to_builtins(day), "at": format_time(day.at)} for day in self._runs.state.disk]
        if asker.is_group:  # counts would tell it how much there is (rule 17)
            hidden = {"last": None, "succeeded": None}
            reply["disk"] = []
            reply["actions"] = {name: {**one, **hidden} for name, one in reply["actions"].items()}
        return reply

    def prepare_canary(self, params: CanaryParams, now: int) -> tuple[CanaryParams, bool]:
        """Whether a fact answers it: then it fails as soon as none does."""
        if not params.query.strip() or not params.expected_contains.strip():
            return params, False
        canary = Canary(query=params.query, expected_contains=params.expected_contains)
        return params, self._probe.is_of_fact(canary, now)

    def add_canary(self, asker: Asker, prepared: tuple[CanaryParams, bool], batch: Batch) -> dict[str, Any]:
        """One more question for the probe."""
        params, is_of_fact = prepared
        if asker.is_group:
            raise PermissionDenied("a group session cannot add canaries, which are asked of all memory")
        found = read_canaries(self._root)
        if not found.is_read:
            raise unreadable(found, "nothing is added")
        known = found.canaries
        content = with_canary(self._root, known, params.query, params.expected_contains)
        if content is None:
            return {"status": "already", "canaries": len(known)}
        self._replace_file(CANARIES, content)
        if is_of_fact:
            self._runs.change(lambda state: state.of_facts.append(params.query))
        return {"status": "added", "canaries": len(known) + 1}

    def history(self, asker: Asker, params: HistoryParams) -> dict[str, Any]:
        """How many canaries recall answered over time, and with which model and weights."""
        if asker.is_group:  # what is asked of private memories is private
            return {"probes": [], "canaries": []}
        canaries = read_canaries(self._root).canaries
        return {
            "probes": read_history(self._root, params.limit),
            "canaries": [msgspec.to_builtins(canary) for canary in canaries],
        }

    def all(self) -> Iterable[Method]:
        """The `maintenance` namespace."""
        read, write, admin = Access.READ, Access.WRITE, Access.ADMIN
        run_params = with_types(RunParams, action=one_of(self._runner.actions))
        return (
            Method("maintenance.run", admin, Runs.LONG, run_params, RunResult, self.run,
                   "Run one maintenance action now.", ("unsupported", "busy")),
            Method("maintenance.status", read, Runs.READER, NoParams, StatusResult, self.status,
                   "Last and next run of each kind of maintenance."),
            Method("maintenance.canary_add", write, Runs.WRITER, CanaryParams, CanaryResult, self.add_canary,
                   f"Add a question to {CANARIES}.", ("conflict", "read_only"),
                   prepare=self.prepare_canary),
            Method("maintenance.canary_history", read, Runs.READER, HistoryParams, HistoryResult, self.history,
                   f"Past quality probes, from {CANARY_HISTORY}."),
        )  # fmt: skip


def _beyond_its_caller(call: Call) -> Progress:
    """The call's progress; the run goes on when its caller leaves, and ends when it cancels."""

    def progress(stage: str, done: int, total: int) -> None:
        try:
            call.progress(stage, done, total)
        except Busy as busy:
            if not busy.data.get("left"):
                raise

    return progress
