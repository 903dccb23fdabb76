"""Activation on a real daemon whose clock is moved (002 §2; rules 1, 2, 3, 4)."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from memoryd.client import Client
from memoryd.times import DAY, parse_time
from tests.support.daemon import Daemon
from tests.support.decay import decayed
from tests.support.wait import until
from tests.support.wallclock import WallClock

EXACT = 1e-9
A_MOMENT = 1e-5
"""The clock runs on while a test works: a minute is this much of a half-life of 30 days."""


class Moved:
    """A daemon, its clock and a client."""

    def __init__(self, folder: Path) -> None:
        self.clock = WallClock(folder)
        self.daemon = Daemon(folder, env=self.clock.env).start()
        self.client = Client(self.daemon.socket)

    def again(self, *, clean: bool) -> None:
        if clean:
            assert self.daemon.stop() == 0
        else:
            self.daemon.kill()
        self.daemon.start()

    def add(self, subject: str, object_: str = "harbour") -> str:
        fact_id: str = self.client.facts.add(subject=subject, predicate="stands_at", object=object_)["id"]
        return fact_id

    def fact(self, fact_id: str) -> dict[str, object]:
        found: dict[str, object] = self.client.facts.get(id=fact_id)
        return found

    def activation(self, fact_id: str) -> float:
        return float(self.fact(fact_id)["activation"])  # type: ignore[arg-type]

    def recall(self, query: str, **more: object) -> dict[str, float]:
        results = self.client.recall.query(query=query, **more)["results"]
        return {result["key"]: result["activation"] for result in results}


@pytest.fixture
def moved(daemon_folder: Path) -> Iterator[Moved]:
    running = Moved(daemon_folder)
    yield running
    running.client.close()
    running.daemon.kill()


def test_it_halves_in_thirty_days_and_however_often_that_is_written_down(moved: Moved) -> None:
    fact_id = moved.add("lighthouse")
    moved.clock.move(days=30)
    assert moved.activation(fact_id) == pytest.approx(decayed(1, 30), abs=A_MOMENT)
    for clean in (True, True, False):
        moved.again(clean=clean)
        assert moved.activation(fact_id) == pytest.approx(decayed(1, 30), abs=A_MOMENT)
    moved.clock.move(days=70)
    moved.again(clean=True)
    assert moved.activation(fact_id) == pytest.approx(decayed(1, 100), abs=A_MOMENT)


def test_a_recall_boosts_what_it_returns_and_shows_the_value_before(moved: Moved) -> None:
    fact_id = moved.add("lighthouse")
    moved.clock.move(days=30)
    for boosts in range(3):
        expected = min(1.0, decayed(1, 30) + 0.3 * boosts)
        assert moved.recall("lighthouse") == {fact_id: pytest.approx(expected, abs=A_MOMENT)}
    assert moved.activation(fact_id) == pytest.approx(1.0, abs=A_MOMENT)
    assert moved.fact(fact_id)["access_count"] == 3
    moved.clock.move(days=30)
    assert moved.activation(fact_id) == pytest.approx(decayed(1, 30), abs=A_MOMENT)


def traces(metadata: str) -> dict[str, float]:
    """What use leaves behind: last access, count, and the activation without its decay."""
    found: dict[str, float] = {}
    for fact_id, entry in json.loads(metadata).items():
        days = parse_time(entry["as_of"]) / DAY
        found[f"{fact_id} undecayed"] = entry["activation"] / decayed(1, days - 20_000)
        found[f"{fact_id} count"] = entry["access_count"]
        found[f"{fact_id} last"] = parse_time(entry["last_accessed"])
    return found


def test_boost_false_find_and_get_leave_no_trace(moved: Moved) -> None:
    fact_id = moved.add("lighthouse")
    moved.clock.move(days=30)
    metadata = moved.daemon.data / "activation-metadata.json"
    until(lambda: metadata.exists() and fact_id in metadata.read_text())
    before, seen = metadata.read_text(), moved.fact(fact_id)
    moved.recall("lighthouse", boost=False)
    moved.client.recall.search(query="lighthouse", boost=False)
    moved.client.facts.find(subject="lighthouse")
    after = moved.fact(fact_id)
    assert (after["last_accessed"], after["access_count"]) == (seen["last_accessed"], 0)
    moved.again(clean=True)
    # A consolidation that became due meanwhile may write down the decay, and changes nothing by that.
    assert traces(metadata.read_text()) == pytest.approx(traces(before), rel=1e-9)
    assert list((moved.daemon.data / ".memoryd").glob("access-journal-*")) == []


def test_results_go_by_activation_and_by_relevance_when_asked(moved: Moved) -> None:
    near = moved.add("lighthouse", "northern cliff lighthouse")
    moved.clock.move(days=40)
    far = moved.add("lighthouse keeper of the other long island in the sea", "southern shore")
    by_activation = list(moved.recall("lighthouse", boost=False))
    by_relevance = list(moved.recall("lighthouse", boost=False, order="relevance"))
    assert (by_activation, by_relevance) == ([far, near], [near, far])


def test_faded_facts_stay_out_unless_asked_for_and_come_back_when_stated_again(moved: Moved) -> None:
    fact_id = moved.add("lighthouse")
    moved.clock.move(days=100)
    assert moved.recall("lighthouse") == {}
    assert list(moved.recall("lighthouse", include_faded=True, boost=False)) == [fact_id]
    reply = moved.client.facts.add(subject=" LIGHTHOUSE", predicate="stands_at", object="harbour")
    assert (reply["id"], reply["status"], reply["activation"]) == (fact_id, "reinforced", 1.0)
    assert list(moved.recall("lighthouse")) == [fact_id]


def test_a_clock_that_goes_back_takes_nothing_away(moved: Moved) -> None:
    fact_id = moved.add("lighthouse")
    moved.clock.move(days=-10)
    assert moved.activation(fact_id) == 1.0
    assert list(moved.recall("lighthouse")) == [fact_id]
    moved.again(clean=True)
    assert moved.activation(fact_id) == 1.0
    moved.clock.move(days=40)
    assert moved.activation(fact_id) == pytest.approx(decayed(1, 30), abs=A_MOMENT)


def test_a_clean_stop_is_exact_and_a_kill_keeps_what_is_a_second_old(moved: Moved) -> None:
    ids = [moved.add(f"lighthouse {number}") for number in range(5)]
    moved.clock.move(days=13)
    moved.recall("lighthouse", k=3)
    assert moved.daemon.stop() == 0
    metadata = moved.daemon.data / "activation-metadata.json"
    written = metadata.read_text()
    stored = json.loads(written)
    moved.daemon.start()
    assert set(stored) == set(ids)
    for fact_id in ids:
        fact = moved.fact(fact_id)
        assert fact["access_count"] == stored[fact_id]["access_count"]
        assert fact["last_accessed"] == stored[fact_id]["last_accessed"]
    moved.again(clean=True)
    # A consolidation that became due meanwhile may write down the decay, and changes nothing by that.
    assert traces(metadata.read_text()) == pytest.approx(traces(written), rel=EXACT)


def test_a_boost_that_reached_the_journal_survives_a_kill(moved: Moved) -> None:
    fact_id = moved.add("lighthouse")
    moved.clock.move(days=30)
    moved.recall("lighthouse")
    journal = moved.daemon.data / ".memoryd"
    metadata = moved.daemon.data / "activation-metadata.json"

    def written() -> bool:
        texts = [path.read_text() for path in (*journal.glob("access-journal-*"), metadata) if path.exists()]
        return any(".8" in text and fact_id in text for text in texts)

    until(written)
    moved.again(clean=False)
    assert moved.activation(fact_id) == pytest.approx(decayed(1, 30) + 0.3, abs=A_MOMENT)
    assert moved.fact(fact_id)["access_count"] == 1


def test_metadata_that_does_not_parse_is_set_aside_and_no_fact_is_lost(moved: Moved) -> None:
    fact_id = moved.add("lighthouse")
    assert moved.daemon.stop() == 0
    metadata = moved.daemon.data / "activation-metadata.json"
    metadata.write_text("{broken")
    moved.daemon.start()
    assert moved.activation(fact_id) == pytest.approx(1.0, abs=A_MOMENT)
    problems = moved.client.system.health()["problems"]
    assert [problem["path"] for problem in problems] == ["activation-metadata.json"]
    assert metadata.with_name("activation-metadata.json.broken").read_text() == "{broken"


@pytest.mark.parametrize("running", [False, True])
def test_of_metadata_with_odd_entries_the_others_count(moved: Moved, running: bool) -> None:
    odd = ({"activation": "high"}, 7, {"activation": 0.5, "as_of": "soon", "last_accessed": "x"})
    mended, *spoilt = (moved.add(subject) for subject in ("lighthouse", "buoy", "pier", "crane"))
    metadata = moved.daemon.data / "activation-metadata.json"
    until(lambda: metadata.exists() and spoilt[-1] in metadata.read_text())
    if not running:
        assert moved.daemon.stop() == 0
    entries = json.loads(metadata.read_text())
    entries[mended]["activation"] = 0.25
    written = json.dumps(entries | dict(zip(spoilt, odd, strict=True)))
    swap = metadata.with_name("swap.json")
    swap.write_text(written)
    shutil.move(swap, metadata)
    if not running:
        moved.daemon.start()
    until(lambda: moved.activation(mended) == pytest.approx(0.25, abs=A_MOMENT))
    assert [moved.activation(one) for one in spoilt] == pytest.approx([1.0] * 3, abs=A_MOMENT)
    (problem,) = moved.client.system.health()["problems"]
    assert problem["path"] == metadata.name and f"3 entries cannot be read: {spoilt[0]}" in problem["what"]
    assert metadata.with_name("activation-metadata.json.broken").read_text() == written
    until(lambda: not any(json.loads(metadata.read_text())[one] == was for one, was in zip(spoilt, odd, strict=True)))


def test_an_edit_of_the_metadata_counts(moved: Moved) -> None:
    fact_id = moved.add("lighthouse")
    metadata = moved.daemon.data / "activation-metadata.json"
    until(lambda: metadata.exists() and fact_id in metadata.read_text())
    entries = json.loads(metadata.read_text())
    entries[fact_id]["activation"] = 0.25
    swap = metadata.with_name("swap.json")
    swap.write_text(json.dumps(entries))
    shutil.move(swap, metadata)
    until(lambda: moved.activation(fact_id) == pytest.approx(0.25, abs=A_MOMENT))
