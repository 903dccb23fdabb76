"""An index that lacks many facts at a start gets the youngest at once and the others later."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from memoryd.kinds.facts.file.feed import Feeding
from memoryd.kinds.facts.model.fact import FACTS_PATH
from tests.kinds.facts.rig import Rig
from tests.support.fake_index import FakeIndex


@pytest.fixture
def rig(tmp_path: Path) -> Rig:
    """Of eight facts an index made anew has the three youngest."""
    rig = Rig(tmp_path, feeding=Feeding(at_once=3, slice=2))
    for number in range(8):
        rig.add(f"house {number}", "red")
    rig.stop()
    rig.index = FakeIndex()
    rig.load()
    return rig


def subjects(rig: Rig) -> list[str]:
    return sorted(str(document.subject) for document in rig.index.documents.values())


def known(rig: Rig) -> int:
    """How far the index is said to have come in the file; -1 for a start that has to look at everything."""
    return int(json.loads(rig.index.states[FACTS_PATH])["size"])


def test_the_youngest_first_and_all_of_them_in_the_end(rig: Rig) -> None:
    assert subjects(rig) == [f"house {number}" for number in (5, 6, 7)]
    assert [rig.write(lambda _: rig.facts.feeder.feed_more()) for _ in range(3)] == [3, 1, 0]
    assert subjects(rig) == [f"house {number}" for number in range(8)]
    assert rig.write(lambda _: rig.facts.feeder.feed_more()) == 0


def test_a_start_in_the_middle_goes_on(rig: Rig) -> None:
    rig.write(lambda _: rig.facts.feeder.feed_more())
    rig.add("house 8", "red")
    assert known(rig) == -1
    rig.stop()
    rig.load()
    # It has six, and the three that it lacks come at once.
    assert subjects(rig) == [f"house {number}" for number in range(9)]
    assert known(rig) == rig.path.stat().st_size


def test_what_is_archived_or_changes_meanwhile_does_not_come_back(rig: Rig) -> None:
    first, second = rig.store.table.ids(0, 2)
    rig.archive(first)
    lines = rig.path.read_text().replace("house 1", "barn 1")
    rig.path.write_text(lines)
    rig.absorb()
    while rig.write(lambda _: rig.facts.feeder.feed_more()):
        pass
    assert subjects(rig) == ["barn 1", *(f"house {number}" for number in range(2, 8))]
    assert first not in rig.index.documents and second in rig.index.documents
    assert known(rig) == rig.path.stat().st_size


def test_a_fact_that_was_archived_is_hidden_while_the_index_may_have_it(rig: Rig) -> None:
    one = rig.add("ferry", "at nine", "leaves")
    assert not rig.store.hides(one, rig.clock.now())
    rig.archive(one)
    assert rig.store.hides(one, rig.clock.now())
    assert not rig.store.hides("sessions/2026-01-01-000000.jsonl:1", rig.clock.now())
