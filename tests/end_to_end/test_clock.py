"""A wall clock that jumps: stamps are the clock's, order is not, and nothing is archived for an age that it has not."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from tests.support.consolidation import run_action
from tests.support.daemon import Daemon
from tests.support.rest import part
from tests.support.wait import until
from tests.support.wallclock import WallClock
from tests.support.wire import Wire

START = datetime(2026, 3, 2, 12, tzinfo=UTC)
YEAR = timedelta(days=365)
ZONE = '[schedule]\ntimezone = "UTC"\n'


class Machine:
    """A daemon on a machine whose clock is moved."""

    def __init__(self, folder: Path) -> None:
        self.clock = WallClock(folder, START)
        self.daemon = Daemon(folder, ZONE, self.clock.env).start()

    def is_now(self, text: str) -> bool:
        """Whether a stamp is of the last minute by the daemon's clock."""
        return timedelta(0) <= datetime.fromisoformat(text) - self.clock.time < timedelta(minutes=1)

    def restart(self, time: datetime, *, kill: bool = False) -> None:
        if kill:
            self.daemon.kill()
        else:
            self.daemon.stop()
        self.clock.set(time)
        self.daemon.start()


@pytest.fixture
def machine(daemon_folder: Path) -> Iterator[Machine]:
    machine = Machine(daemon_folder)
    yield machine
    machine.daemon.kill()


def add(wire: Wire, subject: str) -> str:
    found: str = wire.call("facts.add", {"subject": subject, "predicate": "runs_on", "object": "host"})["id"]
    return found


def one_of_each(wire: Wire, name: str) -> dict[str, str]:
    """Something new of every kind; the stamps that they got."""
    session = wire.call("sessions.start", {"agent": name})["session_id"]
    wire.call("sessions.append", {"session_id": session, "messages": [{"role": "user", "content": f"{name} is here"}]})
    message = wire.call("sessions.read", {"session_id": session})["messages"][0]
    fact = wire.call("facts.get", {"id": add(wire, name)})
    context = wire.call("contexts.save", {"project": "p", "content": f"context of {name}"})
    listed = {one["session_id"]: one for one in wire.call("sessions.list")["sessions"]}[session]
    return {
        "started": listed["started"],
        "last_request": listed["last_request"],
        "at": message["at"],
        "received": message["received"],
        "fact": fact["created"],
        "as_of": fact["as_of"],
        "accessed": fact["last_accessed"],
        "context": context["created"],
        "context accessed": context["last_accessed"],
    }


def last_night(wire: Wire) -> dict[str, Any] | None:
    found: dict[str, Any] | None = wire.call("maintenance.status")["actions"]["consolidate"]["last"]
    return found


def night(wire: Wire, machine: Machine) -> dict[str, Any]:
    """The steps of the consolidation that the schedule runs at that time or makes up for."""
    found = until(lambda: (last := last_night(wire)) is not None and machine.is_now(last["at"]) and last, 60)
    return {step["step"]: step for step in found["steps"]}


def clock_problems(wire: Wire) -> list[str]:
    problems = wire.call("system.health")["problems"]
    return [one["what"] for one in problems if one["what"].startswith("the clock is")]


def test_after_a_jump_of_a_year_and_back_every_stamp_is_right(machine: Machine) -> None:
    with machine.daemon.connect() as wire:
        early = add(wire, "early")
        one_of_each(wire, "before")
        machine.clock.move(days=365)
        ahead = one_of_each(wire, "ahead")
        assert all(machine.is_now(stamp) for stamp in ahead.values()), ahead
        wire.call("recall.query", {"query": "early", "include_faded": True})
        assert machine.is_now(wire.call("facts.get", {"id": early})["last_accessed"])
        machine.clock.move(days=-365)
        after = one_of_each(wire, "after")
        assert all(machine.is_now(stamp) for stamp in after.values()), after
        wire.call("recall.query", {"query": "early", "include_faded": True})
        fact = wire.call("facts.get", {"id": early})
        assert machine.is_now(fact["last_accessed"]) and machine.is_now(fact["as_of"])
        # What was saved last comes first, and nothing has been used at a time to come.
        loaded = wire.call("contexts.load", {"project": "p", "limit": 3})["contexts"]
        assert [one["content"] for one in loaded] == ["context of after", "context of ahead", "context of before"]
        until(lambda: machine.is_now(wire.call("facts.get", {"id": add(wire, "ahead")})["last_accessed"]))
        (used,) = wire.call("facts.find", {"subject": "ahead"})["facts"]
        assert machine.is_now(used["last_accessed"]) and machine.is_now(used["as_of"])
        until(lambda: all(
            datetime.fromisoformat(one["last_request"]) < START + YEAR / 2
            for one in wire.call("sessions.list")["sessions"]
        ))  # fmt: skip
    machine.restart(START + timedelta(minutes=5), kill=True)
    with machine.daemon.connect() as wire:
        assert all(machine.is_now(stamp) for stamp in one_of_each(wire, "later").values())


def test_what_was_used_in_a_year_to_come_ages_from_when_the_clock_was_put_right(machine: Machine) -> None:
    with machine.daemon.connect() as wire:
        machine.clock.move(days=365)
        ahead = add(wire, "ahead")
        machine.clock.move(days=-365)
        until(lambda: datetime.fromisoformat(wire.call("facts.get", {"id": ahead})["last_accessed"]) < START + YEAR / 2)
        machine.clock.move(days=30)
        assert wire.call("facts.get", {"id": ahead})["activation"] == pytest.approx(0.5, abs=0.01)


def archived(data: Path) -> tuple[bool, bool]:
    """Whether anything is in the archive of facts, and of notes."""
    facts = data / "knowledge-graph/archived-facts.jsonl"
    return bool(facts.exists() and facts.read_text()), bool(list((data / "memory/archive").glob("decisions-*")))


@pytest.mark.parametrize("agrees", part(1, ["a second night", "somebody"]))
def test_a_start_with_the_clock_a_year_ahead_archives_nothing_until_that_is_agreed(
    machine: Machine, agrees: str
) -> None:
    with machine.daemon.connect() as wire:
        add(wire, "early")
        wire.call("notes.write", {"layer": "decisions", "text": "Use tabs in Go"})
    machine.restart(START + YEAR)
    with machine.daemon.connect() as wire:
        steps = night(wire, machine)
        assert {name for name, step in steps.items() if step["status"] == "skipped"} == {"prune", "clean"}
        assert "365 days ahead" in steps["prune"]["reason"]
        assert steps["hygiene"]["counts"]["archived"] == 0 and "by age must wait" in steps["hygiene"]["reason"]
        assert archived(machine.daemon.data) == (False, False)
        assert clock_problems(wire)
        health = json.loads((machine.daemon.data / "health.json").read_text())
        assert any("365 days ahead" in problem["what"] for problem in health["problems"])
    # The waiting is known after a restart, too.
    machine.restart(START + YEAR + timedelta(hours=1), kill=True)
    with machine.daemon.connect() as wire:
        assert clock_problems(wire)
        if agrees == "somebody":
            run_action(wire, "consolidate")
        else:
            machine.clock.move(days=1)
            steps = night(wire, machine)
            assert all(step["status"] == "ok" for step in steps.values())
        assert archived(machine.daemon.data) == (True, True)
        assert clock_problems(wire) == []


def test_a_clock_that_is_put_right_again_ends_the_waiting_and_nothing_has_aged(machine: Machine) -> None:
    with machine.daemon.connect() as wire:
        fact = add(wire, "early")
        wire.call("notes.write", {"layer": "decisions", "text": "Use tabs in Go"})
        before = wire.call("facts.get", {"id": fact})
    machine.restart(START + YEAR)
    with machine.daemon.connect() as wire:
        night(wire, machine)
        machine.clock.set(START + timedelta(hours=12))
        until(lambda: clock_problems(wire) == [] and "clock_went_back" in machine.daemon.log.read_text())
        machine.clock.move(minutes=31)
        steps = night(wire, machine)
        assert all(step["status"] == "ok" for step in steps.values())
        assert archived(machine.daemon.data) == (False, False)
        now = wire.call("facts.get", {"id": fact})
        assert now["activation"] == pytest.approx(0.5 ** (0.5 / 30), abs=0.001)
        assert now["last_accessed"] == before["last_accessed"]


def test_what_is_added_while_the_clock_is_a_year_behind_is_not_old_when_it_is_right(machine: Machine) -> None:
    with machine.daemon.connect() as wire:
        early = add(wire, "early")
    machine.restart(START - YEAR)
    with machine.daemon.connect() as wire:
        assert clock_problems(wire)
        late = add(wire, "late")
        wire.call("recall.query", {"query": "early", "include_faded": True})
        machine.clock.set(START + timedelta(days=1))
        night(wire, machine)
        until(lambda: clock_problems(wire) == [])
        for fact in (early, late):
            assert wire.call("facts.get", {"id": fact})["activation"] > 0.9
