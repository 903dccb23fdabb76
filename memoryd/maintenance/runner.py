"""Maintenance as a whole: one run at a time, step by step, recorded so that an interrupted run is done again."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from os.path import join
from typing import Any, Literal, NamedTuple

import structlog

from memoryd.acting import acting_step
from memoryd.background import Progress, Run, Step
from memoryd.clock import Clock
from memoryd.errors import Busy, MemorydError, Unsupported
from memoryd.maintenance.child import Children
from memoryd.maintenance.clock_guard import ClockGuard
from memoryd.maintenance.paths import WORK
from memoryd.maintenance.runs import LastRun, RunningNow, Runs, RunsState, StepReport
from memoryd.os_errors import is_of_the_system, path_of, refused
from memoryd.rpc.registry import unknown
from memoryd.storage.beneath import remove_tree
from memoryd.storage.listing import shown
from memoryd.times import SECOND, format_time

CONSOLIDATE = "consolidate"
HEALTH_CHECK = "health-check"
CONSOLIDATION = (
    "summarize", "decay", "index", "prune", "tiers", "hygiene", "compress", "reconcile", "clean", HEALTH_CHECK,
)  # fmt: skip
"""The seven steps of the specification and three of the other memories, in the order of rule 18."""
_BEFORE = "reconcile"
"""Steps that a kind of memory adds to a consolidation run before this one."""

AGING = {"prune": "archiving what has faded", "hygiene": "archiving by age", "clean": "removing what is past its time"}
"""Steps that archive or remove memories for their age, and what of them waits while the clock is in doubt."""
WAITING = frozenset(("prune", "clean"))
"""Those of them that do nothing else."""

NOT_TRIED = "it only writes health.json, which a dry run leaves alone; see memoryctl health for what it would say"
ENDING_SECONDS = 5.0

_log = structlog.get_logger("memoryd.maintenance")
Listener = Callable[[str, Mapping[str, Any]], object]


def ages(action: str) -> bool:
    """Whether the action archives or removes memories for their age."""
    return action == CONSOLIDATE or action in AGING


class UnderWay(NamedTuple):
    """A run: what it has done, and how long it has taken in seconds."""

    action: str
    reports: list[StepReport]
    elapsed: float


class Stopped(Busy):
    """The daemon stops; the run is done again at the next start."""


class MaintenanceRunner:
    """Runs actions. Each is one step, except a consolidation; a step may have several parts."""

    def __init__(
        self, root: str, clock: Clock, guard: ClockGuard, runs: Runs, children: Children, on_event: Listener
    ) -> None:
        """`on_event` is told of runs that begin, step and end; from any thread."""
        self._root = root
        self._clock = clock
        self._guard = guard
        self.runs = runs
        self._children = children
        self._on_event = on_event
        self._steps: dict[str, list[Step]] = {}
        self._consolidation = list(CONSOLIDATION)
        self._turn = threading.Lock()
        self._stopping = False
        self.under_way: UnderWay | None = None
        """The current run, for the health check."""

    def add(self, name: str, step: Step, *, consolidated: bool = False) -> None:
        """One more part of a step; parts run in the order in which they were added. Before anything runs.

        `consolidated`: a consolidation runs it, too; those of CONSOLIDATION it runs in any case.
        """
        self._steps.setdefault(name, []).append(step)
        if consolidated and name not in self._consolidation:
            self._consolidation.insert(self._consolidation.index(_BEFORE), name)

    @property
    def actions(self) -> tuple[str, ...]:
        """What can be run."""
        return (*self._steps, CONSOLIDATE)

    # --- running ------------------------------------------------------------------------------------------

    def run(
        self,
        action: str,
        progress: Progress,
        *,
        dry_run: bool = False,
        wait: bool = False,
        scheduled: bool = False,
        by_hand: bool = False,
    ) -> dict[str, Any]:
        """Run an action to its end: `{action, steps, seconds}`. Raises Busy while another one runs, unless `wait`.

        Raises Unsupported for an action that is not known. `scheduled`: the clock asks for it. `by_hand`: a
        person does, who has seen what time it is.
        """
        if action not in self.actions:
            raise Unsupported(unknown("action", action, self.actions), action=action)
        if not self._take_turn(wait):
            running = self.runs.state.running
            what = running.action if running is not None else "another run"
            raise Busy(f"{what} is under way; try again when it has ended (memoryctl maintenance)", running=what)
        try:
            hold = (
                None if dry_run else self._guard.hold(is_night=action == CONSOLIDATE, by_hand=by_hand and ages(action))
            )
            return self._run(action, progress, dry_run, scheduled, hold)
        finally:
            self._turn.release()

    def _take_turn(self, wait: bool) -> bool:
        if wait:
            return self._turn.acquire()
        # A run that was reported as ended may still be recording that.
        return self._turn.acquire(timeout=ENDING_SECONDS if self.runs.state.running is None else 0)

    def _run(self, action: str, progress: Progress, dry_run: bool, scheduled: bool, hold: str | None) -> dict[str, Any]:
        clock = self._clock
        begun, at = clock.monotonic(), clock.now()

        def told(stage: str, done: int, total: int) -> None:
            if self._stopping:
                raise Stopped("The daemon is stopping; connect again in a moment.")
            progress(stage, done, total)

        run = Run(action, at, dry_run, told, scheduled, hold)
        if not dry_run:
            self._begin(action, at)
        reports: list[StepReport] = []
        names = self._consolidation if action == CONSOLIDATE else (action,)
        try:
            for number, name in enumerate(names):
                run.progress(name, number, len(names))
                self.under_way = UnderWay(action, reports, clock.monotonic() - begun)
                reports.append(self._do(run, name))
                self._on_event("step", {"action": action, **reports[-1].plain()})
            run.progress(action, len(names), len(names))
        except Stopped:
            raise
        except MemorydError:
            # The caller cancelled, so the rest is not run.
            self._end(dry_run, _by_step(reports))
            raise
        seconds = round(clock.monotonic() - begun, 6)
        status: Literal["ok", "failed"] = "failed" if any(r.status == "failed" for r in reports) else "ok"
        last = LastRun(at=at, seconds=seconds, status=status, steps=reports)
        self._end(dry_run, {**_by_step(reports), action: last})
        if not dry_run:
            self._announce(action, reports, seconds, status)
        return {"action": action, "steps": [report.plain() for report in reports], "seconds": seconds}

    def _do(self, run: Run, name: str) -> StepReport:
        """One step; its failure does not stop the steps after it (rule 18)."""
        clock, report = self._clock, StepReport(step=name)
        parts = self._steps.get(name)
        if parts is None or (run.dry_run and name == HEALTH_CHECK):
            report.status = "skipped"
            report.reason = NOT_TRIED if parts is not None else "this version has no such step"
            return report
        if run.hold is not None and name in AGING:
            report.reason = f"{AGING[name]} must wait: {run.hold}"
            if name in WAITING:
                report.status = "skipped"
                return report
        begun, report.at, run.diff = clock.monotonic(), clock.now(), []
        errors = [error for part in parts if (error := self._do_part(run, part, report)) is not None]
        if errors:
            report.status, report.error = "failed", shown("; ".join(errors))
        report.seconds = round(clock.monotonic() - begun, 6)
        if run.dry_run:
            report.diff = list(run.diff)
        return report

    def _do_part(self, run: Run, part: Step, report: StepReport) -> str | None:
        """Run one kind's part of a step and add its counts; why it failed, which does not stop the other parts."""
        try:
            with acting_step(report.step):
                counts = part(run)
            for name, count in counts.items():
                report.counts[name] = report.counts.get(name, 0) + count
        except Stopped:
            raise
        except MemorydError as error:
            if error.data.get("cancelled") or self._stopping:
                raise (Stopped(error.sentence) if self._stopping else error) from error
            _log.error("step_failed", action=run.action, step=report.step, error=error.sentence)
            return error.sentence
        except Exception as error:
            if is_of_the_system(error):
                path = path_of(error)
                sentence = refused(error, "it failed" + (f" at {path}" if path else "")).sentence
                _log.error("step_failed", action=run.action, step=report.step, error=sentence)
                return sentence
            _log.error("step_failed", action=run.action, step=report.step, error=str(error), exc_info=error)
            return f"{type(error).__name__}: {error}"
        return None

    # --- remembering --------------------------------------------------------------------------------------

    def _begin(self, action: str, at: int) -> None:
        """A run that starts again keeps the backup that it made before."""

        def begin(state: RunsState) -> None:
            before = state.running
            backup = before.backup if before is not None and before.action == action else None
            state.running = RunningNow(action=action, at=at, backup=backup)

        self.runs.change(begin)
        self._on_event("begun", {"action": action, "at": format_time(at)})

    def _end(self, dry_run: bool, done: Mapping[str, LastRun]) -> None:
        self.under_way = None
        remove_tree(join(self._root, WORK))
        if dry_run:
            return

        def end(state: RunsState) -> None:
            state.running = None
            state.last.update(done)
            state.succeeded.update({name: _ended(run) for name, run in done.items() if run.status == "ok"})

        self.runs.change(end, must_last=False)

    def _announce(self, action: str, reports: list[StepReport], seconds: float, status: str) -> None:
        event = "consolidation" if action == CONSOLIDATE else "maintenance"
        failed = ", ".join(report.step for report in reports if report.status == "failed")
        counts = {f"{r.step.replace('-', '_')}_{k}": v for r in reports for k, v in r.counts.items() if v}
        _log.info(event, action=action, status=status, seconds=round(seconds, 3), failed=failed or "none", **counts)
        self._on_event("ended", {"action": action, "status": status, "seconds": seconds})

    def status(self, upcoming: Mapping[str, int | None]) -> dict[str, Any]:
        """The last run of each action, alone or in a consolidation, its next run, and what runs now."""
        state = self.runs.state
        shown = {}
        for action in sorted({*state.last, *upcoming}):
            last, following = state.last.get(action), upcoming.get(action)
            shown[action] = {
                "last": None
                if last is None
                else {
                    "at": format_time(last.at),
                    "seconds": last.seconds,
                    "status": last.status,
                    "steps": [report.plain() for report in last.steps],
                },
                "succeeded": None if (at := self.succeeded(action)) is None else format_time(at),
                "next": None if following is None else format_time(following),
            }
        reply: dict[str, Any] = {"actions": shown, "running": None}
        if state.running is not None:
            reply["running"] = {"action": state.running.action, "since": format_time(state.running.at)}
        return reply

    def succeeded(self, action: str) -> int | None:
        """When it last ended without a failure, microseconds; None when it never has."""
        state = self.runs.state
        last = state.last.get(action)
        # A directory of an earlier version knows the last run only.
        known = _ended(last) if last is not None and last.status == "ok" else None
        return state.succeeded.get(action, known)

    # --- stopping -----------------------------------------------------------------------------------------

    def stop(self) -> None:
        """Make the current run stop at its next check, and end its children."""
        self._stopping = True
        self._children.stop()

    def wait(self, timeout: float) -> bool:
        """Wait until nothing runs."""
        if not self._turn.acquire(timeout=timeout):
            return False
        self._turn.release()
        return True


def _ended(run: LastRun) -> int:
    return run.at + round(run.seconds * SECOND)


def _by_step(reports: list[StepReport]) -> dict[str, LastRun]:
    """What each step that ran did, as the last run of the action of its name."""
    return {
        report.step: LastRun(
            at=report.at, seconds=report.seconds, status="failed" if report.status == "failed" else "ok", steps=[report]
        )
        for report in reports
        if report.status != "skipped"
    }
