"""Health: health.json with the figures of every kind, the warnings, and the status for a monitor (002)."""

from __future__ import annotations

import errno
import functools
import os
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any

import msgspec
import psutil

from memoryd.background import Run
from memoryd.clock import Clock
from memoryd.config import Config
from memoryd.errors import Busy, MemorydError
from memoryd.jobs.queue import JobQueue
from memoryd.kind import Kinds, Status, Warning
from memoryd.maintenance.paths import CANARY_HISTORY, HEALTH, RUNS
from memoryd.maintenance.runner import CONSOLIDATE, MaintenanceRunner
from memoryd.maintenance.runs import StepReport
from memoryd.maintenance.size import DataSize
from memoryd.storage import beneath
from memoryd.times import format_time
from memoryd.types import Problem

MOST_TOLD = 1000
"""Problems that are listed: an answer has room for some ten thousand of them, and nobody reads so many."""
ORDER = (
    "timestamp", "status", "disk_usage_bytes", "disk_usage_percent", "total_facts", "active_facts", "archived_facts",
    "avg_activation", "daily_files_count", "session_files_count", "embedding_index_size_bytes", "memory_md_lines",
    "last_consolidation", "consolidation_duration_seconds", "data_bytes", "warnings",
)  # fmt: skip
"""The schema of health.json (002 §Health Check Output); what kinds add comes after it."""
_GRAVITY: tuple[Status, ...] = ("healthy", "warning", "critical")


class HealthReport:
    """Makes the report, for health.json and for system.health."""

    def __init__(
        self,
        root: str,
        kinds: Kinds,
        runner: MaintenanceRunner,
        jobs: JobQueue,
        config: Callable[[], Config],
        clock: Clock,
        problems: Callable[[], list[Problem]],
        others: Callable[[], Mapping[str, Any]],
        replace_file: Callable[[str, bytes], object],
    ) -> None:
        """`others`: what recall and redaction add to the report."""
        self._root = root
        self.size = DataSize(root)
        self._kinds = kinds
        self._runner = runner
        self._jobs = jobs
        self._config = config
        self._clock = clock
        self.problems = problems
        self._others = others
        self._replace_file = replace_file
        self._last: dict[str, dict[str, Any]] = {}
        """What each part last measured."""

    def make(self, now: int) -> tuple[dict[str, Any], list[Problem]]:
        """The report as of now; walks the data directory to measure it."""
        problems = list(self.problems())
        figures: dict[str, Any] = {"timestamp": format_time(now)}
        figures |= self._measured("disk", functools.partial(self._disk, now), problems)
        for kind in self._kinds:
            figures |= self._measured(kind.name, functools.partial(kind.figures, now), problems)
        last = self._last_consolidation()
        figures |= {name: last[name] for name in ("last_consolidation", "consolidation_duration_seconds")}
        steps: list[StepReport] = last["steps"]
        # Warnings that need no action come last.
        warnings = sorted(self._warnings(figures, steps), key=lambda one: one.status == "healthy")
        problems += [one.mend for one in warnings if one.mend is not None]
        statuses = [*(one.status for one in warnings), *map(_status_of, problems)]
        figures |= {"status": worst(statuses), "warnings": [one.text for one in warnings]}
        report = {name: figures.pop(name) for name in ORDER if name in figures} | figures
        report["steps"] = [step.plain() for step in steps]
        report["quality_probe"] = self._probe()
        report |= self._others()
        report["malformed_lines"] = sum(problem.line is not None and _is_lines(problem.path) for problem in problems)
        report["pending_jobs"] = self._pending(now)
        return report, problems

    def _measured(
        self, name: str, measure: Callable[[], Mapping[str, Any]], problems: list[Problem]
    ) -> Mapping[str, Any]:
        """What it measures; while nothing can be looked at, what it last did, with a problem: health always answers."""
        try:
            self._last[name] = dict(measure())
        except (OSError, MemorydError) as error:
            why = error.sentence if isinstance(error, MemorydError) else error.strerror or str(error)
            what = (
                f"what health reports of the {name} is as it was last seen, since nothing could be looked at now: {why}"
            )
            action = "raise LimitNOFILE= of the unit, or close connections" if _is_of_files(error) else "see the log"
            problems.append(Problem(path=self._root, what=what, action=action, severity="critical"))
        return self._last.get(name, {})

    def _disk(self, now: int) -> dict[str, Any]:
        with beneath.reachable(_standing(self._root)) as held:
            disk = psutil.disk_usage(held)
        return {
            "disk_usage_bytes": disk.used,
            "disk_usage_percent": disk.percent,
            "embedding_index_size_bytes": _file_size(os.path.join(self._root, "embeddings", "index.bin")),
            "data_bytes": self.size.measure(now).bytes,
        }

    def _last_consolidation(self) -> dict[str, Any]:
        """The last one, or the current one, which the health check completes."""
        state, under_way = self._runner.runs.state, self._runner.under_way
        last = state.last.get(CONSOLIDATE)
        at, seconds, steps = (None, None, []) if last is None else (last.at, last.seconds, last.steps)
        if under_way is not None and under_way.action == CONSOLIDATE and state.running is not None:
            at, seconds, steps = state.running.at, round(under_way.elapsed, 3), list(under_way.reports)
        return {
            "last_consolidation": None if at is None else format_time(at),
            "consolidation_duration_seconds": seconds,
            "steps": steps,
        }

    def _warnings(self, figures: Mapping[str, Any], steps: Iterable[StepReport]) -> Iterable[Warning]:
        """The warnings of the specification (002 §Warning Conditions) and of each kind."""
        oracle = self._config().memory_oracle
        disk, seconds = figures.get("disk_usage_percent", 0.0), figures["consolidation_duration_seconds"] or 0.0
        if disk > oracle.warn_disk_percent:
            what = f"the disk that it stands on is {disk:g} % full"
            mend = _critical(self._root, what, "make room there, or give it a larger disk")
            yield _graver("Disk usage high", disk > max(90.0, oracle.warn_disk_percent), mend)
        for kind in self._kinds:
            if kind.name in self._last:
                yield from kind.warnings(figures)
        if seconds > oracle.warn_consolidation:
            what = f"the last consolidation took {seconds:.0f} s"
            mend = _critical(
                RUNS, what, "see which step took so long: memoryctl health --json; raise warn_consolidation"
            )
            yield _graver("Consolidation taking too long", seconds > 2 * oracle.warn_consolidation, mend)
        probe = self._runner.runs.state.probe
        if probe is not None and probe.ratio < oracle.warn_probe_accuracy:
            what = f"{probe.passed} of {probe.total} questions of the quality probe were answered"
            mend = _critical(CANARY_HISTORY, what, "see which were not: memoryctl quality-probe")
            yield _graver(f"Quality probe accuracy below {oracle.warn_probe_accuracy:.0%}", True, mend)
        failed = [step.step for step in steps if step.status == "failed"]
        if failed:
            yield Warning(f"Steps of the last consolidation failed: {', '.join(failed)}", "warning")

    def _probe(self) -> dict[str, Any] | None:
        probe = self._runner.runs.state.probe
        if probe is None:
            return None
        return {
            "at": format_time(probe.at),
            "passed": probe.passed,
            "total": probe.total,
            "ratio": round(probe.ratio, 6),
        }

    def _pending(self, now: int) -> dict[str, int]:
        """Open and leased jobs by kind; jobs that only ask for a better answer do not count."""
        counts: dict[str, int] = {}
        for job in self._jobs.list(now, lambda work: True, counts_tokens=False):
            if not job.get("redo"):
                counts[job["kind"]] = counts.get(job["kind"], 0) + 1
        return counts

    def text(self, now: int) -> str:
        """The report for people, from every kind that can be looked at."""
        texts = []
        for kind in self._kinds:
            with suppress(OSError, MemorydError):  # the report says why
                texts.append(kind.health_text(now))
        return "\n".join(filter(None, texts))

    def step(self, run: Run) -> dict[str, int]:
        """Write health.json (002 step 7)."""
        report, problems = self.make(self._clock.now())
        shown = {**report, "problems": told(problems)}
        content = msgspec.json.format(msgspec.json.encode(shown), indent=2)
        self._replace_file(HEALTH, content + b"\n")
        self._runner.runs.disk_is(run.at, report.get("data_bytes", 0), free_space(self._root)[1])
        return {"warnings": len(report["warnings"]), "problems": len(problems)}


def told(problems: Sequence[Problem]) -> list[dict[str, Any]]:
    """The problems as they are shown: of very many the gravest, and how many more there are."""
    if len(problems) > MOST_TOLD:
        gravest = sorted(problems, key=lambda one: _GRAVITY.index(_status_of(one)), reverse=True)[:MOST_TOLD]
        more = f"problems that are not listed beside these: {len(problems) - MOST_TOLD:,}"
        problems = [*gravest, Problem(path=".", what=more, action="fix these, and look again")]
    shown: list[dict[str, Any]] = msgspec.to_builtins(problems)
    return shown


def _critical(path: str, what: str, action: str) -> Problem:
    return Problem(path=path, what=what, action=action, severity="critical")


def _graver(text: str, is_critical: bool, mend: Problem) -> Warning:
    return Warning(text, "critical", mend) if is_critical else Warning(text, "warning")


def _is_of_files(error: Exception) -> bool:
    """Whether no more files may be opened."""
    return isinstance(error, Busy) or getattr(error, "errno", None) in (errno.EMFILE, errno.ENFILE)


def worst(statuses: Collection[Status]) -> Status:
    """The worst of them."""
    return max(statuses, key=_GRAVITY.index, default="healthy")


def _status_of(problem: Problem) -> Status:
    return "healthy" if problem.severity == "notice" else problem.severity


def _is_lines(path: str) -> bool:
    return path.endswith(".jsonl")


def free_space(root: str) -> tuple[int, int]:
    """The size of the disk under the data directory, and what we may still write there, in bytes."""
    with beneath.reachable(_standing(root)) as held:
        disk = psutil.disk_usage(held)
    return disk.total, disk.free


def _standing(path: str) -> str:
    """The path, or the nearest parent that exists: health matters most when the data directory is gone."""
    while not beneath.is_directory(path):
        path = os.path.dirname(path)
    return path


def _file_size(path: str) -> int:
    try:
        return beneath.lstat(path).st_size
    except OSError:
        return 0
