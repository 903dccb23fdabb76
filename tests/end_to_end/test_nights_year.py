"""A simulated year: conversations replayed on a daemon whose clock is moved, nights run once, twice, late or never.

What every fact's activation must be is told by the closed formula alone.
"""

from __future__ import annotations

import json
import os
import random
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from tests.support.daemon import Daemon
from tests.support.wait import until
from tests.support.wallclock import WallClock
from tests.support.wire import Wire

START = datetime(2026, 1, 5, 9, 0, tzinfo=UTC)
HALF_LIFE = timedelta(days=30)
BOOST = 0.3
CONFIG = '[schedule]\ntimezone = "UTC"\n[summaries]\nsummarizer_fallback_after = 0\n'


@dataclass
class Modelled:
    """A fact by the closed formula."""

    value: float
    as_of: datetime

    def at(self, time: datetime) -> float:
        return float(self.value * 0.5 ** ((time - self.as_of) / HALF_LIFE))


def conversations() -> Iterator[list[str]]:
    """What people say, a day's worth at a time, for ever."""
    folder = os.environ.get("MEMORYD_DATASETS")
    path = Path(folder or ".") / "locomo_dev.json"
    if folder and path.exists():
        talks = [[turn["text"] for turn in s["turns"]] for c in json.loads(path.read_text()) for s in c["sessions"]]
    else:
        talks = [[f"I live in Town{n}.", f"We decided to use tool {n}.", f"I prefer tea {n}."] for n in range(40)]
    while True:
        yield from talks


class Year:
    """The daemon, its clock, and what must be true of it."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.clock = WallClock(folder, START)
        self.daemon = Daemon(folder / "d", CONFIG, self.clock.env)
        self.numbers = random.Random(seed)
        self.facts: dict[str, Modelled] = {}
        self.seen: set[str] = set()
        self.talks = conversations()
        self.nights = 0
        self.last_night: str | None = None

    def live(self, days: int) -> None:
        self.daemon.start()
        canary = {"query": "Which stone was found on day 0?", "expected_contains": "stone 0"}
        with self.daemon.connect() as wire:
            wire.call("maintenance.canary_add", canary)
        day = 0
        while day < days:
            with self.daemon.connect() as wire:
                self.clock.set(START + timedelta(days=day))
                self.day(wire, day)
            if self.numbers.random() < 0.1:
                self.restart()
            skipped = self.numbers.choice([0, 0, 0, 0, 1, 4])
            day += 1 + skipped
            if skipped == 0:
                self.night(START + timedelta(days=day))
        self.night(START + timedelta(days=day + 1))

    def day(self, wire: Wire, day: int) -> None:
        session = f"day-{day}"
        wire.call("sessions.start", {"session_id": session})
        messages = [{"role": "user", "content": text[:2000]} for text in next(self.talks)[:40]]
        wire.call("sessions.append", {"session_id": session, "messages": messages})
        wire.call("sessions.end", {"session_id": session})
        fact = {"subject": f"day {day}", "predicate": "gave", "object": f"stone {day}"}
        self.learn(wire, wire.call("facts.add", fact)["id"], 1.0)
        self.recall(wire, self.numbers.randrange(day + 1))
        lines = (self.daemon.data / "MEMORY.md").read_text().count("\n") if self.memory_is_there else 0
        assert lines <= 200

    @property
    def memory_is_there(self) -> bool:
        return (self.daemon.data / "MEMORY.md").exists()

    def learn(self, wire: Wire, fact_id: str, value: float) -> None:
        """The fact has that activation as of its last access."""
        shown = wire.call("facts.get", {"id": fact_id})
        self.facts[fact_id] = Modelled(value, datetime.fromisoformat(shown["last_accessed"]))
        self.seen.add(fact_id)

    def recall(self, wire: Wire, day: int) -> None:
        for result in wire.call("recall.query", {"query": f"stone {day}", "k": 3, "subject": f"day {day}"})["results"]:
            known = self.facts[result["key"]]
            now = datetime.fromisoformat(wire.call("facts.get", {"id": result["key"]})["last_accessed"])
            assert abs(result["activation"] - known.at(now)) < 1e-9
            self.learn(wire, result["key"], min(1.0, known.at(now) + BOOST))

    def night(self, morning: datetime) -> None:
        """00:30 comes; sometimes somebody runs it again."""
        self.clock.set(morning.replace(hour=0, minute=30))
        with self.daemon.connect() as wire:
            until(lambda: self.night_is_over(wire), 120)
            if self.numbers.random() < 0.2:
                done = wire.call("maintenance.run", {"action": "consolidate"})
                assert [step for step in done["steps"] if step["status"] == "failed"] == []
        self.nights += 1

    def night_is_over(self, wire: Wire) -> bool:
        status = wire.call("maintenance.status")
        last = status["actions"]["consolidate"]["last"]
        if status["running"] is not None or last is None or last["at"] == self.last_night:
            return False
        if last["at"] < self.clock.time.isoformat():
            return False
        assert last["status"] == "ok", last
        self.last_night = last["at"]
        return True

    def restart(self) -> None:
        if self.numbers.random() < 0.5:
            assert self.daemon.stop() == 0
        else:
            # What is used is durable within a second.
            until(self.is_durable)
            self.daemon.kill()
        self.daemon.start()

    def is_durable(self) -> bool:
        """Whether the last use stands in the journal or in the readable file."""
        last = max((known.as_of for known in self.facts.values()), default=None)
        if last is None:
            return True
        at = str((last - datetime(1970, 1, 1, tzinfo=UTC)) // timedelta(microseconds=1))
        journals = (self.daemon.data / ".memoryd").glob("access-journal-*.jsonl")
        metadata = (self.daemon.data / "activation-metadata.json").read_text()
        return any(at in path.read_text() for path in journals) or last.isoformat(timespec="microseconds") in metadata

    def check(self) -> None:
        with self.daemon.connect() as wire:
            for fact_id, known in self.facts.items():
                shown = wire.call("facts.get", {"id": fact_id})
                if shown["archived"]:
                    assert shown["activation"] < 0.05
                    continue
                expected = known.at(datetime.fromisoformat(shown["as_of"]))
                assert abs(shown["activation"] - expected) < 1e-9, fact_id
        assert self.daemon.stop() == 0
        graph = self.daemon.data / "knowledge-graph"
        names = ("facts.jsonl", "archived-facts.jsonl")
        lines = [line for name in names if (graph / name).exists() for line in (graph / name).read_text().splitlines()]
        assert self.seen <= {json.loads(line)["id"] for line in lines}
        self.check_untouched(json.loads((self.daemon.data / "activation-metadata.json").read_text()))

    def check_untouched(self, entries: dict[str, Any]) -> None:
        """What was extracted and never used has the activation that its one date says."""
        for fact_id, entry in entries.items():
            if fact_id not in self.facts and entry["access_count"] == 0:
                last, as_of = (datetime.fromisoformat(entry[name]) for name in ("last_accessed", "as_of"))
                assert abs(entry["activation"] - 0.5 ** ((as_of - last) / HALF_LIFE)) < 1e-9, fact_id


def live(folder: Path, days: int, seed: int) -> Year:
    year = Year(folder, seed)
    try:
        year.live(days)
        year.check()
    finally:
        year.daemon.kill()
    return year


def test_some_days(daemon_folder: Path) -> None:
    assert live(daemon_folder, 3, 1).nights > 0


@pytest.mark.long
def test_a_year(daemon_folder: Path) -> None:
    year = live(daemon_folder, 365, 2)
    history = year.daemon.data / "knowledge-graph" / "canary-history.jsonl"
    # One a week, and one for each time that a Sunday was slept through.
    assert len(history.read_text().splitlines()) >= 40
    assert len(list((year.daemon.data / "sessions").glob("*.jsonl"))) < 60
    archived = (year.daemon.data / "knowledge-graph" / "archived-facts.jsonl").read_text().splitlines()
    assert len(archived) > 50
