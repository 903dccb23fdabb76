"""Maintenance as a whole: one run at a time, step by step, remembered so that what was cut short is done again."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from os.path import join
from typing import Any, Literal

import structlog

from memoryd.errors import Busy, MemorydError
from memoryd.kinds.dailies.dailies import Dailies
from memoryd.kinds.dailies.steps import FileSteps
from memoryd.kinds.facts.steps import FactSteps
from memoryd.maintenance.backups import Backups
from memoryd.maintenance.child import Progress
from memoryd.maintenance.paths import WORK
from memoryd.maintenance.run import Parts, Run, Step
from memoryd.maintenance.runs import LastRun, RunningNow, Runs, RunsState, StepReport
from memoryd.storage.publish import remove_tree
from memoryd.times import format_time

CONSOLIDATION = (
    "summarize", "decay", "index", "prune", "tiers", "hygiene", "compress", "reconcile", "clean", "health-check",
)  # fmt: skip
"""The seed's seven steps and the three of the other memories, in the order of rule 18."""

NOT_TRIED = "it only writes health.json, which a dry run leaves alone; see memoryctl health for what it would say"
ENDING_SECONDS = 5.0

_log = structlog.get_logger("memoryd.maintenance")
Listener = Callable[[str, Mapping[str, Any]], None]


class Stopped(Busy):
    """The daemon stops; the run is done again at the next start."""


class Nights:
    """Runs actions. A step that another memory brings is put into `steps`; one that nobody brings is skipped."""

    def __init__(self, parts: Parts, dailies: Dailies, runs: Runs) -> None:
        self.parts = parts
        self.dailies = dailies
        self.runs = runs
        self.backups = Backups(parts, runs)
        self.facts = FactSteps(parts, self.backups.before)
        self.files = FileSteps(parts, dailies, self.facts, self.backups)
        files, facts = self.files, self.facts
        self.steps: dict[str, Step] = {
            "summarize": files.summarize_now,
            "decay": facts.decay,
            "index": facts.index,
            "prune": facts.prune,
            "reconcile": files.reconcile,
            "clean": files.clean,
        }
        self.on_event: Listener = lambda event, fields: None
        self._turn = threading.Lock()
        self._stopping = False

    # --- running ------------------------------------------------------------------------------------------

    def run(
        self, action: str, progress: Progress, *, dry_run: bool = False, wait: bool = False, step: Step | None = None
    ) -> dict[str, Any]:
        """Run an action to its end: `{action, steps, seconds}`. Raises Busy while another one runs, unless `wait`."""
        if not self._take_turn(wait):
            running = self.runs.state.running
            what = running.action if running is not None else "another run"
            raise Busy(f"{what} is under way; try again when it has ended (memoryctl maintenance)", running=what)
        try:
            return self._run(action, progress, dry_run, step)
        finally:
            self._turn.release()

    def _take_turn(self, wait: bool) -> bool:
        if wait:
            return self._turn.acquire()
        # What is told as ended may still be writing that down.
        return self._turn.acquire(timeout=ENDING_SECONDS if self.runs.state.running is None else 0)

    def _run(self, action: str, progress: Progress, dry_run: bool, step: Step | None) -> dict[str, Any]:
        clock = self.parts.clock
        begun, at = clock.monotonic(), clock.now()

        def told(stage: str, done: int, total: int) -> None:
            if self._stopping:
                raise Stopped("The daemon is stopping; connect again in a moment.")
            progress(stage, done, total)

        run = Run(action, at, dry_run, told)
        if not dry_run:
            self._begin(action, at)
        reports: list[StepReport] = []
        names = CONSOLIDATION if action == "consolidate" else (action,)
        try:
            for number, name in enumerate(names):
                run.progress(name, number, len(names))
                chosen = step or self._step_of(action, name)
                reports.append(self._do(run, name, chosen, reports, clock.monotonic() - begun))
                self.on_event("step", {"action": action, **reports[-1].plain()})
            run.progress(action, len(names), len(names))
        except Stopped:
            raise
        except MemorydError:
            # The caller cancelled: nobody waits for the rest.
            self._end(dry_run, _by_step(reports))
            raise
        seconds = round(clock.monotonic() - begun, 6)
        status: Literal["ok", "failed"] = "failed" if any(r.status == "failed" for r in reports) else "ok"
        last = LastRun(at=at, seconds=seconds, status=status, steps=reports)
        self._end(dry_run, {**_by_step(reports), action: last})
        if not dry_run:
            self._announce(action, reports, seconds, status)
        return {"action": action, "steps": [report.plain() for report in reports], "seconds": seconds}

    def _step_of(self, action: str, name: str) -> Step | None:
        if action == "consolidate" and name == "summarize":
            return self.files.summarize_ended
        return self.steps.get(name)

    def _do(self, run: Run, name: str, step: Step | None, before: list[StepReport], elapsed: float) -> StepReport:
        """One step; what goes wrong in it stays its own affair (rule 18)."""
        clock, report = self.parts.clock, StepReport(step=name)
        if step is None or (run.dry_run and name == "health-check"):
            report.status = "skipped"
            report.reason = NOT_TRIED if step is not None else "this version has no such step"
            return report
        begun, report.at, run.diff = clock.monotonic(), clock.now(), []
        self.under_way = (run.action, before, elapsed)
        try:
            report.counts = step(run)
        except Stopped:
            raise
        except MemorydError as error:
            if error.data.get("cancelled") or self._stopping:
                raise (Stopped(error.sentence) if self._stopping else error) from error
            report.status, report.error = "failed", error.sentence
            _log.error("step_failed", action=run.action, step=name, error=error.sentence)
        except Exception as error:
            report.status, report.error = "failed", f"{type(error).__name__}: {error}"
            _log.error("step_failed", action=run.action, step=name, error=str(error), exc_info=error)
        report.seconds = round(clock.monotonic() - begun, 6)
        if run.dry_run:
            report.diff = list(run.diff)
        return report

    under_way: tuple[str, list[StepReport], float] | None = None
    """The run under way: its action, the steps that it has done, and how long it has taken, for the health check."""

    # --- remembering --------------------------------------------------------------------------------------

    def _begin(self, action: str, at: int) -> None:
        """A run that is begun again keeps the backup that it made before."""

        def begin(state: RunsState) -> None:
            before = state.running
            backup = before.backup if before is not None and before.action == action else None
            state.running = RunningNow(action=action, at=at, backup=backup)

        self.runs.change(begin)
        self.on_event("begun", {"action": action, "at": format_time(at)})

    def _end(self, dry_run: bool, done: Mapping[str, LastRun]) -> None:
        self.under_way = None
        remove_tree(join(self.parts.root, WORK))
        if dry_run:
            return

        def end(state: RunsState) -> None:
            state.running = None
            state.last.update(done)

        self.runs.change(end, must_last=False)

    def _announce(self, action: str, reports: list[StepReport], seconds: float, status: str) -> None:
        event = "consolidation" if action == "consolidate" else "maintenance"
        failed = ", ".join(report.step for report in reports if report.status == "failed")
        counts = {f"{r.step.replace('-', '_')}_{k}": v for r in reports for k, v in r.counts.items() if v}
        _log.info(event, action=action, status=status, seconds=round(seconds, 3), failed=failed or "none", **counts)
        self.on_event("ended", {"action": action, "status": status, "seconds": seconds})

    def status(self, upcoming: Mapping[str, int | None]) -> dict[str, Any]:
        """Last run of each action, also as a step of a consolidation, and its next; and what runs now."""
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
                "next": None if following is None else format_time(following),
            }
        reply: dict[str, Any] = {"actions": shown, "running": None}
        if state.running is not None:
            reply["running"] = {"action": state.running.action, "since": format_time(state.running.at)}
        return reply

    # --- stopping -----------------------------------------------------------------------------------------

    def stop(self) -> None:
        """Make what runs stop at its next look, and end its children."""
        self._stopping = True
        self.parts.children.stop()

    def wait(self, timeout: float) -> bool:
        """Wait until nothing runs."""
        if not self._turn.acquire(timeout=timeout):
            return False
        self._turn.release()
        return True


def _by_step(reports: list[StepReport]) -> dict[str, LastRun]:
    """What each step that ran did, as the last run of the action of its name."""
    return {
        report.step: LastRun(
            at=report.at, seconds=report.seconds, status="failed" if report.status == "failed" else "ok", steps=[report]
        )
        for report in reports
        if report.status != "skipped"
    }
