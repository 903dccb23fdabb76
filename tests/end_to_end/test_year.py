"""A simulated year: conversations replayed while the clock is moved, consolidated once, twice, late or never.

What every fact's activation must be is told by the closed formula alone.
"""

from __future__ import annotations

import json
import math
import os
import random
import time
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from tests.support.consolidation import run_action
from tests.support.daemon import Daemon
from tests.support.decay import decayed
from tests.support.wait import until
from tests.support.wallclock import WallClock
from tests.support.wire import Wire

START = datetime(2026, 1, 5, 9, 0, tzinfo=UTC)
MOST_SECONDS = 1000.0
"""A machine with nothing else to do lives the whole year in this time."""
BOOST = 0.3
CONFIG = '[schedule]\ntimezone = "UTC"\n[summaries]\nsummarizer_fallback_after = 0\n'
NO_CONSOLIDATIONS = '[schedule]\ntimezone = "UTC"\nsummarize = "off"\nconsolidate = "off"\n'


@dataclass
class Modelled:
    """A fact by the closed formula."""

    value: float
    as_of: datetime

    def at(self, time: datetime) -> float:
        return decayed(self.value, (time - self.as_of) / timedelta(days=1))


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
    """The daemon, its clock, and what must be true of it; without `consolidations` none ever runs."""

    def __init__(self, folder: Path, seed: int, *, consolidations: bool) -> None:
        self.clock = WallClock(folder, START)
        self.daemon = Daemon(folder / "d", CONFIG if consolidations else NO_CONSOLIDATIONS, self.clock.env)
        self.consolidates = consolidations
        self.numbers = random.Random(seed)
        self.facts: dict[str, Modelled] = {}
        self.seen: set[str] = set()
        self.talks = conversations()
        self.day = 0
        self.consolidations = 0
        self.last_consolidation: str | None = None

    def live(self, days: int, seconds: float = math.inf) -> None:
        """So many days, or as many as the seconds allow."""
        end = time.monotonic() + seconds
        self.daemon.start()
        canary = {"query": "Which stone was found on day 0?", "expected_contains": "stone 0"}
        with self.daemon.connect() as wire:
            wire.call("maintenance.canary_add", canary)
        while self.day < days and time.monotonic() < end:
            self.clock.set(START + timedelta(days=self.day))
            with self.daemon.connect() as wire:
                self.talk(wire)
            if self.numbers.random() < 0.1:
                self.end_daemon()
                self.daemon.start()
            self.pass_consolidation()

    def pass_consolidation(self) -> None:
        """It comes in time, twice, or late: to a daemon that was down, or whose clock stood still, for some days."""
        slept = self.numbers.choice([0, 0, 0, 0, 0, 1, 4])
        is_down = slept > 0 and self.numbers.random() < 0.5
        if is_down:
            self.end_daemon()
        self.day += 1 + slept
        self.clock.set(START + timedelta(days=self.day - 1, hours=8))
        if is_down:
            self.daemon.start()
        if self.consolidates:
            self.consolidation(timedelta(hours=self.numbers.choice([0, 0, 0, 7])))

    def talk(self, wire: Wire) -> None:
        """A day's conversation, a fact that was learned, one that is remembered."""
        session = f"day-{self.day}"
        wire.call("sessions.start", {"session_id": session})
        messages = [{"role": "user", "content": text[:2000]} for text in next(self.talks)[:40]]
        wire.call("sessions.append", {"session_id": session, "messages": messages})
        wire.call("sessions.end", {"session_id": session})
        fact = {"subject": f"day {self.day}", "predicate": "gave", "object": f"stone {self.day}"}
        self.learn(wire, wire.call("facts.add", fact)["id"], 1.0)
        self.recall(wire, self.numbers.randrange(self.day + 1))

    def learn(self, wire: Wire, fact_id: str, value: float) -> None:
        """The fact has that activation as of its last access."""
        shown = wire.call("facts.get", {"id": fact_id})
        self.facts[fact_id] = Modelled(value, datetime.fromisoformat(shown["last_accessed"]))

    def recall(self, wire: Wire, day: int) -> None:
        for result in wire.call("recall.query", {"query": f"stone {day}", "k": 3, "subject": f"day {day}"})["results"]:
            known = self.facts[result["key"]]
            now = datetime.fromisoformat(wire.call("facts.get", {"id": result["key"]})["last_accessed"])
            assert abs(result["activation"] - known.at(now)) < 1e-9
            self.learn(wire, result["key"], min(1.0, known.at(now) + BOOST))

    def consolidation(self, late: timedelta) -> None:
        """00:30 comes, or is seen late; sometimes somebody runs it again."""
        self.clock.set((START + timedelta(days=self.day)).replace(hour=0, minute=30) + late)
        with self.daemon.connect() as wire:
            until(lambda: self.consolidation_is_over(wire), 120)
            if self.numbers.random() < 0.2:
                run_action(wire, "consolidate")
        self.consolidations += 1
        self.look()

    def consolidation_is_over(self, wire: Wire) -> bool:
        status = wire.call("maintenance.status")
        last = status["actions"]["consolidate"]["last"]
        if status["running"] is not None or last is None or last["at"] == self.last_consolidation:
            return False
        if last["at"] < self.clock.time.isoformat():
            return False
        assert last["status"] == "ok", last
        self.last_consolidation = last["at"]
        return True

    def look(self) -> None:
        """What a consolidation has left."""
        assert (self.daemon.data / "MEMORY.md").read_text().count("\n") <= 200
        self.seen |= set(self.lines("facts.jsonl"))

    def lines(self, name: str) -> dict[str, dict[str, Any]]:
        """The last line of each fact in a file of the graph."""
        path = self.daemon.data / "knowledge-graph" / name
        lines = [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []
        return {line["id"]: line for line in lines}

    def end_daemon(self) -> None:
        if self.numbers.random() < 0.5:
            assert self.daemon.stop() == 0
        else:
            # What is used is durable within a second.
            until(self.is_durable)
            self.daemon.kill()

    def is_durable(self) -> bool:
        """Whether the last use stands in the journal or in the readable file."""
        last = max(known.as_of for known in self.facts.values())
        at = str((last - datetime(1970, 1, 1, tzinfo=UTC)) // timedelta(microseconds=1))
        journals = (self.daemon.data / ".memoryd").glob("access-journal-*.jsonl")
        metadata = (self.daemon.data / "activation-metadata.json").read_text()
        return any(at in path.read_text() for path in journals) or last.isoformat(timespec="microseconds") in metadata

    def check(self) -> None:
        """Every activation is what the formula says, and every fact that ever was is in a file."""
        with self.daemon.connect() as wire:
            for fact_id, known in self.facts.items():
                shown = wire.call("facts.get", {"id": fact_id})
                if not shown["archived"]:
                    expected = known.at(datetime.fromisoformat(shown["as_of"]))
                    assert abs(shown["activation"] - expected) < 1e-9, fact_id
        assert self.daemon.stop() == 0
        active, archived = self.lines("facts.jsonl"), self.lines("archived-facts.jsonl")
        assert self.seen | set(self.facts) <= set(active) | set(archived)
        for fact_id, line in archived.items():
            assert line["activation"] < 0.05
            # One that was stated again stands in both files, and is active.
            if fact_id in active:
                continue
            if fact_id in self.facts:
                expected = self.facts[fact_id].at(datetime.fromisoformat(line["archived_at"]))
                assert abs(line["activation"] - expected) < 1e-9, fact_id
        entries = json.loads((self.daemon.data / "activation-metadata.json").read_text())
        assert set(entries) == set(active)
        for fact_id, entry in entries.items():
            self.check_entry(fact_id, entry)

    def check_entry(self, fact_id: str, entry: dict[str, Any]) -> None:
        """What was extracted and never used has the activation that its one date says."""
        last, as_of = (datetime.fromisoformat(entry[name]) for name in ("last_accessed", "as_of"))
        known = self.facts.get(fact_id, Modelled(1.0, last))
        if fact_id in self.facts or entry["access_count"] == 0:
            assert known.as_of == last and abs(entry["activation"] - known.at(as_of)) < 1e-9, fact_id


def live(folder: Path, days: int, seed: int, seconds: float = math.inf, *, consolidations: bool = True) -> Year:
    year = Year(folder, seed, consolidations=consolidations)
    try:
        year.live(days, seconds)
        year.check()
    finally:
        year.daemon.kill()
    return year


def history(year: Year) -> list[dict[str, Any]]:
    path = year.daemon.data / "knowledge-graph" / "canary-history.jsonl"
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


def test_some_days(daemon_folder: Path) -> None:
    assert live(daemon_folder, 5, 1).consolidations > 0


@pytest.mark.long
def test_a_year(daemon_folder: Path, long_seconds: float) -> None:
    year = live(daemon_folder, 365, 2, min(long_seconds, MOST_SECONDS))
    probes = history(year)
    # One a week, and one for each time that a Sunday was slept through.
    assert len(probes) >= year.day // 7 - 1 and all(probe["total"] == 1 for probe in probes)
    assert len(list((year.daemon.data / "sessions").glob("*.jsonl"))) < 60
    if year.day >= 365:
        assert len(year.lines("archived-facts.jsonl")) > 50


@pytest.mark.long
def test_a_year_without_a_consolidation(daemon_folder: Path, long_seconds: float) -> None:
    year = live(daemon_folder, 365, 2, min(long_seconds, MOST_SECONDS), consolidations=False)
    assert not year.lines("archived-facts.jsonl") and set(year.facts) <= set(year.lines("facts.jsonl"))
