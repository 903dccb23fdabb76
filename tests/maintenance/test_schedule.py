"""When timed work is due."""

from __future__ import annotations

from datetime import UTC
from zoneinfo import ZoneInfo

import pytest
import structlog

from memoryd.errors import ReadOnly
from memoryd.maintenance.runs import Runs
from memoryd.maintenance.schedule import BACKWARDS, Cron, Every, considered_at, is_due
from memoryd.maintenance.scheduler import Entry, Scheduler
from memoryd.testing.manual_clock import ManualClock
from memoryd.times import DAY, HOUR, SECOND, format_time, parse_time

BERLIN = ZoneInfo("Europe/Berlin")


@pytest.mark.parametrize(
    ("expression", "zone", "at", "expected"),
    [
        ("30 0 * * *", UTC, "2026-03-02T12:00:00", "2026-03-03T00:30:00"),
        ("30 0 * * *", BERLIN, "2026-03-02T12:00:00", "2026-03-02T23:30:00"),
        ("0 3 * * 0", UTC, "2026-03-02T12:00:00", "2026-03-08T03:00:00"),
        ("0 */6 * * *", UTC, "2026-03-02T12:00:00", "2026-03-02T18:00:00"),
        # 02:30 does not exist on the last Sunday of March: it starts when the clock is put on.
        ("30 2 * * *", BERLIN, "2026-03-28T12:00:00", "2026-03-29T01:00:00"),
        # 02:30 comes twice on the last Sunday of October: it starts once.
        ("30 2 * * *", BERLIN, "2026-10-25T00:30:00", "2026-10-26T01:30:00"),
        ("0 0 29 2 *", UTC, "2026-03-02T12:00:00", "2028-02-29T00:00:00"),
    ],
)
def test_the_next_start(expression: str, zone: ZoneInfo, at: str, expected: str) -> None:
    found = Cron(expression, zone).after(parse_time(at))
    assert found is not None
    assert format_time(found)[:19] == expected


def test_off_never_comes() -> None:
    assert Cron("off", UTC).after(0) is None
    assert not is_due(Cron("off", UTC), 0, parse_time("2030-01-01"))


def test_a_fleet_does_not_start_at_once() -> None:
    at = parse_time("2026-03-02T12:00:00")
    starts = {Cron("30 0 * * *", UTC, 600, f"vm-{n}").after(at) or 0 for n in range(50)}
    base = parse_time("2026-03-03T00:30:00")
    assert len(starts) > 40
    assert all(base <= start <= base + 600 * SECOND for start in starts)
    # The same machine keeps its time, also when it is asked between the occurrence and its start.
    jittered = Cron("30 0 * * *", UTC, 600, "vm-1")
    start = jittered.after(at) or 0
    assert jittered.after(start - 1) == start
    assert jittered.after(start) == (jittered.after(base + 700 * SECOND))


@pytest.mark.parametrize(
    ("known", "expected"),
    [(None, 100 * DAY), (99 * DAY, 99 * DAY), (100 * DAY + BACKWARDS,) * 2, (100 * DAY + BACKWARDS + 1, 100 * DAY)],
)
def test_from_when_on_to_look(known: int | None, expected: int) -> None:
    assert considered_at(known, 100 * DAY) == expected


class Timetable:
    """A scheduler without a thread, on a clock by hand."""

    def __init__(self, at: str = "2026-03-02T12:00:00") -> None:
        self.clock = ManualClock(parse_time(at))
        self.kept: dict[str, bytes] = {}
        self.ran: list[str] = []
        self.expressions = {"summarize": "0 23 * * *", "consolidate": "30 0 * * *", "quality-probe": "0 3 * * 0"}
        self.is_full = False
        self.resumed: list[str] = []
        self.runs = Runs("/nowhere", self.keep)
        self.scheduler = Scheduler(self.clock, self.runs, self.entries, self.resumed.append, lambda: None)
        self.scheduler.look()

    def keep(self, path: str, content: bytes) -> None:
        if self.is_full:
            raise ReadOnly("the disk is full")
        self.kept[path] = content

    def entries(self) -> list[Entry]:
        timed = [self.entry(name, Cron(text, UTC)) for name, text in self.expressions.items()]
        return [*timed, self.entry("compress", Every(300))]

    def entry(self, name: str, timing: Cron | Every) -> Entry:
        return Entry(name, timing, lambda: self.ran.append(name))

    def at(self, text: str) -> list[str]:
        self.clock.set_now(parse_time(text))
        self.ran.clear()
        self.scheduler.look()
        return [name for name in self.ran if name != "compress"]


def test_each_occurrence_runs_once() -> None:
    table = Timetable()
    assert table.at("2026-03-02T22:59:59") == []
    assert table.at("2026-03-02T23:00:00") == ["summarize"]
    assert table.at("2026-03-02T23:00:01") == []
    assert table.at("2026-03-03T00:30:00") == ["consolidate"]


def test_what_was_missed_is_made_up_once_by_each_action() -> None:
    table = Timetable()
    assert table.at("2026-03-09T12:00:00") == ["summarize", "consolidate", "quality-probe"]
    assert table.at("2026-03-09T12:00:01") == []
    # A machine that slept from shortly after midnight on: today's summary is none of the consolidation's.
    assert table.at("2026-03-10T23:20:00") == ["summarize", "consolidate"]


def test_a_clock_that_is_put_back_a_little_repeats_nothing() -> None:
    table = Timetable()
    assert table.at("2026-03-03T00:30:00") == ["summarize", "consolidate"]
    assert table.at("2026-03-03T00:20:00") == []
    assert table.at("2026-03-03T00:30:00") == []
    assert table.at("2026-03-04T00:30:00") == ["summarize", "consolidate"]


@pytest.mark.parametrize("ahead", ["2026-03-03T01:00:00", "2026-03-04T15:00:00", "2036-03-02T12:00:00"])
def test_a_clock_that_was_ahead_stops_nothing(ahead: str) -> None:
    table = Timetable()
    assert "consolidate" in table.at(ahead)
    with structlog.testing.capture_logs() as logs:
        # Nothing at once, and by the right clock from now on.
        assert table.at("2026-03-02T23:30:00") == []
        assert table.at("2026-03-02T23:30:01") == []
    assert [(log["event"], log["seconds"]) for log in logs] == [
        ("clock_went_back", (parse_time(ahead) - parse_time("2026-03-02T23:30:00")) // SECOND)
    ]
    assert format_time(table.scheduler.upcoming()["consolidate"] or 0)[:19] == "2026-03-03T00:30:00"
    assert table.at("2026-03-03T00:30:00") == ["consolidate"]
    assert table.at("2026-03-03T23:00:00") == ["summarize"]


def test_a_clock_that_was_ahead_before_a_restart_stops_nothing() -> None:
    table = Timetable()
    table.at("2026-03-04T15:00:00")
    table.clock.set_now(parse_time("2026-03-02T23:30:00"))
    table.scheduler = Scheduler(table.clock, table.runs, table.entries, table.resumed.append, lambda: None)
    assert table.at("2026-03-02T23:30:01") == []
    assert table.at("2026-03-03T00:30:00") == ["consolidate"]


def test_what_is_due_while_the_disk_is_full_runs_when_there_is_room() -> None:
    table = Timetable()
    table.is_full = True
    with structlog.testing.capture_logs() as logs:
        assert table.at("2026-03-03T00:30:00") == []
        assert table.at("2026-03-03T00:30:01") == []
    assert [log["event"] for log in logs] == ["schedule_held_up"]
    table.is_full = False
    assert table.at("2026-03-03T06:00:00") == ["summarize", "consolidate"]
    assert table.at("2026-03-03T06:00:01") == []


def test_what_could_not_begin_before_a_stop_is_made_up_at_the_next_start() -> None:
    table = Timetable()
    run, scheduler = table.ran.append, table.scheduler
    entries = table.entries()
    entries[0] = Entry("summarize", entries[0].timing, lambda: (run("summarize"), scheduler.stop()))
    scheduler._entries = lambda: entries
    assert table.at("2026-03-03T00:30:00") == ["summarize"]
    table.scheduler = Scheduler(table.clock, table.runs, table.entries, table.resumed.append, lambda: None)
    assert table.at("2026-03-03T00:30:05") == ["consolidate"]


def test_one_that_fails_does_not_keep_the_others_from_running() -> None:
    table = Timetable()

    def fail() -> None:
        raise RuntimeError("on purpose")

    ran: list[str] = []
    entries = [Entry("a", Cron("0 13 * * *", UTC), fail), Entry("b", Cron("0 13 * * *", UTC), lambda: ran.append("b"))]
    scheduler = Scheduler(table.clock, table.runs, lambda: entries, table.resumed.append, lambda: None)
    scheduler.look()
    table.clock.advance(2 * HOUR / SECOND)
    scheduler.look()
    assert ran == ["b"]


def test_the_table_says_what_comes_next() -> None:
    upcoming = Timetable().scheduler.upcoming()
    assert {name: format_time(at)[:19] for name, at in upcoming.items() if at} == {
        "summarize": "2026-03-02T23:00:00",
        "consolidate": "2026-03-03T00:30:00",
        "quality-probe": "2026-03-08T03:00:00",
        "compress": "2026-03-02T12:05:00",
    }
