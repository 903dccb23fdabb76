"""The census: a snapshot decayed outside, and what the store makes of it."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoryd.kinds.facts.census.census import Census, CensusOrder, CensusPass, Derived
from memoryd.kinds.facts.file.readable import Settled
from memoryd.kinds.facts.file.snapshot import Snapshot, read_decayed, read_snapshot
from memoryd.kinds.facts.model.decay import State
from memoryd.times import DAY, SECOND
from tests.kinds.facts.rig import Rig
from tests.support.decay import decayed


def pass_of(rig: Rig, snapshot: Snapshot) -> tuple[CensusPass, Census]:
    ids, states = read_snapshot(io.BytesIO(b"".join(snapshot.chunks())))
    order = CensusOrder(
        now=rig.clock.now(), half_life_days=30.0, prune_threshold=0.05, enter_activation=0.5, most_high=2
    )
    census_pass = CensusPass(order, ids, states)
    return census_pass, census_pass.take()


def settle(rig: Rig, meanwhile: str | None = None) -> Census:
    found: list[Census] = []

    def work(snapshot: Snapshot) -> Settled:
        census_pass, census = pass_of(rig, snapshot)
        found.append(census)
        if meanwhile is not None:
            rig.store.use([meanwhile], rig.clock.now())
        decayed = read_decayed(io.BytesIO(b"".join(census_pass.decayed.chunks())))
        return Settled(list(census_pass.metadata()), decayed)

    rig.facts.readable.settle(work)
    return found[0]


def add(rig: Rig, *names: str) -> list[str]:
    return [rig.add(name, "there") for name in names]


def test_it_sorts_the_high_and_the_faded_out(tmp_path: Path) -> None:
    rig = Rig(tmp_path)
    old, _middle, *new = add(rig, "old", "middle", "a", "b", "c")
    rig.clock.advance(30 * DAY / SECOND)
    rig.store.use(new, rig.clock.now())
    now = rig.clock.now()
    rig.store.activations.put(0, State(0.04, now, now, 0))
    census = settle(rig)
    assert (census.facts, census.faded) == (5, [old])
    assert len(census.high) == 2 and set(census.high) <= set(new)


@given(st.lists(st.floats(0.001, 400), min_size=1, max_size=6))
def test_maintenance_changes_no_activation(tmp_path_factory: pytest.TempPathFactory, days: list[float]) -> None:
    rig = Rig(tmp_path_factory.mktemp("runs"))
    (fact_id,) = add(rig, "a")
    start = rig.clock.now()
    for gap in days:
        rig.clock.advance(gap * DAY / SECOND)
        settle(rig)
    expected = decayed(1, (rig.clock.now() - start) / DAY)
    assert abs(rig.store.activations.at(0, rig.clock.now()) - expected) < 1e-9
    entry = json.loads((rig.root / "activation-metadata.json").read_text())[fact_id]
    assert abs(entry["activation"] - expected) < 1e-9
    assert entry["access_count"] == 0


def test_who_is_used_meanwhile_keeps_the_use(tmp_path: Path) -> None:
    rig = Rig(tmp_path)
    used, other = add(rig, "a", "b")
    rig.clock.advance(60 * DAY / SECOND)
    settle(rig, meanwhile=used)
    now = rig.clock.now()
    assert rig.store.activations.at(0, now) == pytest.approx(decayed(1, 60) + 0.3)
    assert rig.store.activations.state(0).access_count == 1
    assert rig.store.activations.at(1, now) == pytest.approx(decayed(1, 60))
    # Durable, too: the journal has what the file does not.
    rig.facts.readable.write_journal()
    rig.load()
    assert rig.store.get(used, now)["activation"] == pytest.approx(decayed(1, 60) + 0.3)
    assert rig.store.get(other, now)["activation"] == pytest.approx(decayed(1, 60))


def test_holes_of_archived_facts_are_no_facts(tmp_path: Path) -> None:
    rig = Rig(tmp_path)
    gone, kept = add(rig, "a", "b")
    rig.write(lambda batch: rig.changes.archiving.archive(gone, "test", batch))
    assert settle(rig).facts == 1
    assert list(json.loads((rig.root / "activation-metadata.json").read_text())) == [kept]


def test_derived_files_count_what_is_active() -> None:
    derived = Derived(["1", "2"])
    for fact_id, subject, object_ in (("1", "Ada", "tea"), ("2", "ada", "2026-05-15"), ("3", "Bob", "tea")):
        line = {"id": fact_id, "subject": subject, "predicate": "likes", "object": object_}
        derived.add(json.dumps(line).encode())
    derived.add(b"{no fact")
    entities = [json.loads(line) for line in derived.entities()]
    assert [(one["name"], one["as_subject"], one["as_object"]) for one in entities] == [("Ada", 2, 0), ("tea", 0, 1)]
    assert [json.loads(line) for line in derived.relations()] == [{"predicate": "likes", "facts": 2}]
