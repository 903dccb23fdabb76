"""The timed work as it is configured."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from memoryd.background import Run
from memoryd.clock import WatchedClock
from memoryd.maintenance.clock_guard import ClockGuard
from memoryd.maintenance.runner import MaintenanceRunner
from memoryd.maintenance.runs import Runs
from memoryd.maintenance.schedule import Cron, Every
from memoryd.maintenance.scheduler import Entry
from memoryd.maintenance.timetable import timetable
from memoryd.problems import ProblemBoard
from memoryd.testing.manual_clock import ManualClock
from tests.support.children import children
from tests.support.configured import configured

ACTIONS = ("summarize", "consolidate", "health-check", "quality-probe")


class Rig:
    def __init__(self, folder: Path) -> None:
        self.folder, self.ran, self.woken = folder, list[tuple[str, bool]](), list[bool]()
        runs = Runs(str(folder), lambda path, content: None)
        clock = ManualClock()
        guard = ClockGuard(WatchedClock(clock), runs, ProblemBoard(print))
        self.runner = MaintenanceRunner(str(folder), clock, guard, runs, children(), lambda event, fields: None)
        for action in ("summarize", "health-check", "quality-probe", "decay"):
            self.runner.add(action, self.step)

    def step(self, run: Run) -> dict[str, int]:
        self.ran.append((run.action, run.scheduled))
        return {}

    def entries(self, text: str = "", root: str | None = None) -> dict[str, Entry]:
        config = configured(self.folder, text)
        made = timetable(root or str(self.folder), config, self.runner, lambda: self.woken.append(True))
        return {entry.action: entry for entry in made}


@pytest.fixture
def rig(tmp_path: Path) -> Rig:
    return Rig(tmp_path)


def expression(entry: Entry) -> str:
    assert isinstance(entry.timing, Cron)
    return entry.timing.expression


def test_each_timed_action_has_its_time(rig: Rig) -> None:
    entries = rig.entries('[schedule]\nsummarize = "1 2 * * *"\nconsolidate = "off"\n')
    assert list(entries) == [*ACTIONS, "compress"]
    assert (expression(entries["summarize"]), expression(entries["consolidate"])) == ("1 2 * * *", "off")
    assert entries["compress"].timing == Every(300.0)


def test_an_entry_runs_its_action_as_the_clock_and_the_last_wakes_the_fallback(rig: Rig) -> None:
    entries = rig.entries()
    for action in ("summarize", "health-check", "quality-probe", "compress"):
        entries[action].run()
    assert rig.ran == [("summarize", True), ("health-check", True), ("quality-probe", True)]
    assert rig.woken == [True]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "0 3 * * 0"),
        ('[memory_oracle]\ncanary_check_interval = "daily"\n', "0 3 * * *"),
        ('[memory_oracle]\ncanary_check_interval = "never"\n', "off"),
        ('[schedule]\nquality_probe = "5 4 * * *"\n', "5 4 * * *"),
        ('[memory_oracle]\ncanary_check_interval = "daily"\n[schedule]\nquality_probe = "5 4 * * *"\n', "5 4 * * *"),
    ],
)
def test_when_the_canaries_are_asked(rig: Rig, text: str, expected: str) -> None:
    assert expression(rig.entries(text)["quality-probe"]) == expected


def test_each_action_and_each_directory_starts_a_little_apart(rig: Rig) -> None:
    def salts(**more: Any) -> set[str]:
        return {entry.timing.salt for entry in rig.entries(**more).values() if isinstance(entry.timing, Cron)}

    assert len(salts()) == len(ACTIONS)
    assert salts() == salts()
    assert not salts() & salts(root="/somewhere/else")
