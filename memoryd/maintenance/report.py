"""health.json: the seed's figures, and what nights, probe, index and redactions add to them (002 §Monitoring)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from memoryd.kinds.facts.fact import ARCHIVE_PATH, FACTS_PATH
from memoryd.maintenance.health import health_of
from memoryd.maintenance.measure import Nightly, figures_of, limits_of
from memoryd.maintenance.paths import HEALTH
from memoryd.maintenance.run import Run
from memoryd.maintenance.runner import Nights
from memoryd.maintenance.runs import LastRun, StepReport
from memoryd.times import format_time
from memoryd.types import Problem


class HealthReport:
    """Makes the report, for health.json and for system.health."""

    def __init__(self, nights: Nights, problems: Callable[[], list[Problem]]) -> None:
        self._nights = nights
        self.problems = problems

    def make(self, now: int) -> tuple[dict[str, Any], list[Problem]]:
        """The report as it is now."""
        nights, parts = self._nights, self._nights.parts
        problems = self.problems()
        nightly, steps = self._nightly(now)
        figures = figures_of(parts.root, parts.keeper.store, now, nightly)
        report = health_of(figures, limits_of(parts.config()), problems)
        probe = nights.runs.state.probe
        report["steps"] = [step.plain() for step in steps]
        report["quality_probe"] = (
            None
            if probe is None
            else {
                "at": format_time(probe.at),
                "passed": probe.passed,
                "total": probe.total,
                "ratio": round(probe.ratio, 6),
            }
        )
        report["embeddings"] = parts.vectors.state()
        report["index"] = {"problems": [problem.what for problem in parts.index.problems()]}
        report["malformed_lines"] = sum(1 for problem in problems if _is_malformed(problem))
        report["redactions"] = dict(sorted(parts.redactions.items()))
        report["pending_jobs"] = self._pending(now)
        return report, problems

    def _nightly(self, now: int) -> tuple[Nightly, list[StepReport]]:
        state, under_way = self._nights.runs.state, self._nights.under_way
        last: LastRun | None = state.last.get("consolidate")
        at = None if last is None else last.at
        seconds = None if last is None else last.seconds
        steps = [] if last is None else last.steps
        if under_way is not None and under_way[0] == "consolidate" and state.running is not None:
            # The health check is the last step: what it reports is the run that it belongs to.
            at, steps, seconds = state.running.at, under_way[1], round(under_way[2], 3)
        nightly = Nightly(
            last_consolidation=at,
            consolidation_duration_seconds=seconds,
            probe_ratio=None if state.probe is None else state.probe.ratio,
            failed_steps=tuple(step.step for step in steps if step.status == "failed"),
        )
        return nightly, list(steps)

    def _pending(self, now: int) -> dict[str, int]:
        """Open and leased jobs by kind; those that only want a better answer are not waited for."""
        counts: dict[str, int] = {}
        for job in self._nights.parts.jobs.list(now, lambda work: True):
            if not job.get("redo"):
                counts[job["kind"]] = counts.get(job["kind"], 0) + 1
        return counts

    def step(self, run: Run) -> dict[str, int]:
        """Write health.json (002 step 7)."""
        report, problems = self.make(self._nights.parts.clock.now())
        shown = {**report, "problems": msgspec.to_builtins(problems)}
        content = msgspec.json.format(msgspec.json.encode(shown), indent=2)
        self._nights.parts.replace_file(HEALTH, content + b"\n")
        return {"warnings": len(report["warnings"]), "problems": len(problems)}


def _is_malformed(problem: Problem) -> bool:
    known = problem.path in (FACTS_PATH, ARCHIVE_PATH) or problem.path.startswith(("sessions/", "contexts/"))
    return known and problem.line is not None
