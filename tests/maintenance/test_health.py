"""Health: what every kind adds to it, the order of its warnings, and the worst of them."""

from __future__ import annotations

import errno
import json
import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import pytest

from memoryd.background import Run
from memoryd.clock import WatchedClock
from memoryd.jobs.source import Work
from memoryd.kind import Kinds, Status, Warning
from memoryd.maintenance.clock_guard import ClockGuard
from memoryd.maintenance.health import MOST_TOLD, ORDER, HealthReport, told, worst
from memoryd.maintenance.paths import HEALTH
from memoryd.maintenance.runner import MaintenanceRunner
from memoryd.maintenance.runs import LastRun, ProbeResult, Runs, RunsState, StepReport
from memoryd.problems import ProblemBoard
from memoryd.testing.manual_clock import ManualClock
from memoryd.times import format_time
from memoryd.types import Problem
from tests.support.children import children
from tests.support.configured import configured
from tests.support.empty_kind import EmptyKind


class Sick(EmptyKind):
    """Says what it is told to say."""

    def __init__(self, name: str, figures: Mapping[str, Any], warnings: Iterable[Warning] = (), text: str = "") -> None:
        self.name = name  # type: ignore[misc]  # each here is a kind of its own
        self._figures, self._warnings, self._text = figures, warnings, text
        self.shown: Mapping[str, Any] = {}

    def figures(self, now: int) -> Mapping[str, Any]:
        return self._figures

    def warnings(self, figures: Mapping[str, Any]) -> Iterable[Warning]:
        self.shown = dict(figures)
        return self._warnings

    def health_text(self, now: int) -> str:
        return self._text


class Jobs:
    """A queue that only lists."""

    def __init__(self, *entries: dict[str, Any]) -> None:
        self.entries = entries

    def list(self, now: int, may: Any, *, counts_tokens: bool) -> list[dict[str, Any]]:
        assert not counts_tokens
        assert may(Work(kind="x", work_id="x", slot="x", target_tokens=1))
        return list(self.entries)


class Rig:
    def __init__(self, folder: Path, *kinds: EmptyKind, config: str = "", jobs: Iterable[dict[str, Any]] = ()) -> None:
        root = folder / "data"
        root.mkdir(exist_ok=True)
        self.root, self.clock, self.problems = root, ManualClock(), list[Problem]()
        self.written: dict[str, bytes] = {}
        self.runs = Runs(str(root), self.written.__setitem__)
        guard = ClockGuard(WatchedClock(self.clock), self.runs, ProblemBoard(print))
        self.runner = MaintenanceRunner(str(root), self.clock, guard, self.runs, children(), lambda event, fields: None)
        made = Kinds()
        for kind in kinds:
            made.add(kind)
        settings = configured(folder, config)
        self.health = HealthReport(
            str(root), made, self.runner, Jobs(*jobs), lambda: settings, self.clock, lambda: self.problems,  # type: ignore[arg-type]
            lambda: {"embeddings": {}}, self.written.__setitem__,
        )  # fmt: skip

    def report(self) -> dict[str, Any]:
        return self.health.make(self.clock.now())[0]

    def remember(self, **state: Any) -> None:
        self.runs.state = RunsState(**state)


def test_kept_texts_are_looked_at_once(tmp_path: Path) -> None:
    rig = Rig(tmp_path)
    folder = rig.root / "history" / "ab"
    folder.mkdir(parents=True)
    (folder / "abcd").write_bytes(b"four")
    os.utime(folder, (0, 0))
    before = rig.report()["data_bytes"]
    (folder / "abcd").write_bytes(b"a text is never written again, so this is not seen")
    assert rig.report()["data_bytes"] == before


ROOMY = "[memory_oracle]\nwarn_disk_percent = 100\n"
"""A disk may be as full as it is where the tests run."""


@pytest.mark.parametrize(
    ("statuses", "expected"),
    [
        ([], "healthy"),
        (["healthy"], "healthy"),
        (["warning", "healthy"], "warning"),
        (["warning", "critical", "healthy"], "critical"),
    ],
)
def test_the_worst_counts(statuses: list[Status], expected: Status) -> None:
    assert worst(statuses) == expected


def test_the_figures_of_every_kind_stand_behind_those_of_the_specification(tmp_path: Path) -> None:
    facts, recipes = Sick("facts", {"total_facts": 3}), Sick("recipes", {"recipes": 2, "memory_md_lines": 7})
    report = Rig(tmp_path, facts, recipes, config=ROOMY).report()
    known = [name for name in report if name in ORDER]
    assert known == [name for name in ORDER if name in report]
    assert list(report)[: len(known)] == known
    assert (report["total_facts"], report["recipes"], report["memory_md_lines"]) == (3, 2, 7)
    assert (report["status"], report["warnings"]) == ("healthy", [])


def test_what_is_only_said_comes_behind_what_is_to_be_looked_at(tmp_path: Path) -> None:
    first = Sick("first", {}, [Warning("only said", "healthy"), Warning("a warning", "warning")])
    second = Sick("second", {}, [Warning("critical", "critical"), Warning("also said", "healthy")])
    report = Rig(tmp_path, first, second, config=ROOMY).report()
    assert report["warnings"] == ["a warning", "critical", "only said", "also said"]
    assert report["status"] == "critical"


def test_a_notice_stands_behind_the_problems_and_changes_no_status(tmp_path: Path) -> None:
    rig = Rig(tmp_path, config=ROOMY)
    notice = Problem(path="memory/archive", what="old notes", action="look at them", severity="notice")
    rig.problems.append(notice)
    assert rig.report()["status"] == "healthy"
    rig.problems += [Problem(path=str(number), what="torn", action="mend it") for number in range(MOST_TOLD)]
    assert rig.report()["status"] == "warning"
    assert "memory/archive" not in [one["path"] for one in told(rig.problems)]


def test_a_kind_is_shown_the_figures_of_all(tmp_path: Path) -> None:
    first, second = Sick("first", {}), Sick("second", {"seconds": 2})
    Rig(tmp_path, first, second).report()
    assert first.shown["seconds"] == 2


@pytest.mark.parametrize(
    ("seconds", "text", "status"),
    [(600.0, [], "healthy"), (600.1, ["Consolidation taking too long"], "warning"),
     (1200.1, ["Consolidation taking too long"], "critical")],
)  # fmt: skip
def test_a_long_consolidation(tmp_path: Path, seconds: float, text: list[str], status: str) -> None:
    rig = Rig(tmp_path, config=ROOMY)
    rig.remember(last={"consolidate": LastRun(at=1, seconds=seconds, status="ok")})
    report, problems = rig.health.make(rig.clock.now())
    assert (report["warnings"], report["status"]) == (text, status)
    # What is critical is named as a problem, with what to do.
    assert [one.severity for one in problems] == (["critical"] if status == "critical" else [])
    assert (report["last_consolidation"], report["consolidation_duration_seconds"]) == (format_time(1), seconds)


class Unseen(Sick):
    """Cannot be looked at when it is told so."""

    error: OSError | None = None

    def figures(self, now: int) -> Mapping[str, Any]:
        if self.error is not None:
            raise self.error
        return super().figures(now)


def test_what_cannot_be_looked_at_is_told_as_it_was(tmp_path: Path) -> None:
    kind = Unseen("recipes", {"recipes": 2}, [Warning("a warning", "warning")])
    rig = Rig(tmp_path, kind, config=ROOMY)
    kind.error = OSError(errno.EMFILE, "Too many open files")
    report, (problem,) = rig.health.make(rig.clock.now())
    assert ("recipes" in report, report["warnings"], report["status"]) == (False, [], "critical")
    kind.error = None
    rig.report()
    kind.error = OSError(errno.EIO, "Input/output error")
    report, (problem,) = rig.health.make(rig.clock.now())
    assert (report["recipes"], report["warnings"]) == (2, ["a warning"])
    assert "Input/output error" in problem.what


def test_steps_that_failed_are_named(tmp_path: Path) -> None:
    rig = Rig(tmp_path, config=ROOMY)
    steps = [
        StepReport(step="decay", status="failed"),
        StepReport(step="prune"),
        StepReport(step="tiers", status="failed"),
    ]
    rig.remember(last={"consolidate": LastRun(at=1, seconds=1, status="failed", steps=steps)})
    assert rig.report()["warnings"] == ["Steps of the last consolidation failed: decay, tiers"]


@pytest.mark.parametrize(("passed", "status"), [(7, "healthy"), (6, "critical")])
def test_a_quality_probe_that_fails(tmp_path: Path, passed: int, status: str) -> None:
    rig = Rig(tmp_path, config=ROOMY)
    rig.remember(probe=ProbeResult(at=1, passed=passed, total=10))
    report = rig.report()
    assert report["status"] == status
    assert report["quality_probe"] == {"at": format_time(1), "passed": passed, "total": 10, "ratio": passed / 10}


@pytest.mark.parametrize(("severity", "status"), [("warning", "warning"), ("critical", "critical")])
def test_a_problem_counts_as_much_as_it_is(tmp_path: Path, severity: Any, status: str) -> None:
    rig = Rig(tmp_path, config=ROOMY)
    rig.problems.append(Problem(path="a.jsonl", line=3, what="odd", action="mend", severity=severity))
    rig.problems.append(Problem(path="b.md", line=3, what="odd", action="mend"))
    report = rig.report()
    assert (report["status"], report["malformed_lines"]) == (status, 1)


def test_work_that_only_wants_a_better_answer_is_not_waited_for(tmp_path: Path) -> None:
    jobs = ({"kind": "leaf"}, {"kind": "leaf"}, {"kind": "leaf", "redo": True}, {"kind": "daily"})
    assert Rig(tmp_path, jobs=jobs).report()["pending_jobs"] == {"leaf": 2, "daily": 1}


def test_a_health_check_within_a_consolidation_tells_of_that_one(tmp_path: Path) -> None:
    rig = Rig(tmp_path, config=ROOMY)
    seen: list[dict[str, Any]] = []

    def check(run: Run) -> dict[str, int]:
        rig.clock.advance(2)
        seen.append(rig.report())
        return {}

    rig.runner.add("decay", lambda run: {"faded": 1})
    rig.runner.add("clean", check)
    began = rig.clock.now()
    rig.runner.run("consolidate", lambda stage, done, total: None)
    assert seen[0]["last_consolidation"] == format_time(began)
    assert [step["counts"] for step in seen[0]["steps"] if step["step"] == "decay"] == [{"faded": 1}]
    assert rig.report()["consolidation_duration_seconds"] == 2


def test_the_text_for_people_is_what_kinds_say(tmp_path: Path) -> None:
    rig = Rig(tmp_path, Sick("a", {}, text="All is well."), Sick("b", {}), Sick("c", {}, text="Or not."))
    assert rig.health.text(rig.clock.now()) == "All is well.\nOr not."


def test_health_json_has_the_report_and_the_problems(tmp_path: Path) -> None:
    rig = Rig(tmp_path, Sick("a", {"a": 1}, [Warning("odd", "warning")]), config=ROOMY)
    rig.problems.append(Problem(path="a", what="b", action="c"))
    run = Run("health-check", rig.clock.now(), False, lambda stage, done, total: None)
    assert rig.health.step(run) == {"warnings": 1, "problems": 1}
    shown = json.loads(rig.written[HEALTH])
    assert (shown["a"], shown["problems"]) == (1, [{"path": "a", "what": "b", "action": "c"}])


def test_health_can_be_told_while_the_directory_is_gone(tmp_path: Path) -> None:
    rig = Rig(tmp_path)
    rig.root.rmdir()
    assert rig.report()["data_bytes"] == 0


def test_of_very_many_problems_the_gravest_are_told_and_how_many_there_are() -> None:
    few = [Problem(path=str(number), what="odd", action="move it") for number in range(MOST_TOLD)]
    grave = Problem(path="daily", what="a link", action="move it", severity="critical")
    assert [one["path"] for one in told(few)] == [one.path for one in few]
    shown = told([*few, grave])
    assert len(shown) == MOST_TOLD + 1
    assert shown[0]["path"] == "daily"
    assert "beside these: 1" in shown[-1]["what"]
