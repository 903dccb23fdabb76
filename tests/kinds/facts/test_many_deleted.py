"""Many facts whose lines somebody deleted at once ('git checkout' of an older facts.jsonl): others write in between."""

from __future__ import annotations

import errno
from itertools import pairwise
from pathlib import Path

import pytest
from msgspec.structs import replace

from memoryd.config.sections import MemoryOracle
from memoryd.errors import ReadOnly
from memoryd.kinds.facts.changes.gone import SLICE
from memoryd.testing.faulty_files import FaultyFiles
from tests.kinds.facts.rig import Rig, Slow, adding

KEPT, DELETED = 20, 2 * SLICE + 100


@pytest.fixture
def slow(tmp_path: Path) -> Slow:
    rig = Slow(tmp_path, settings=MemoryOracle(single_valued=(), max_facts=KEPT + DELETED))
    for number in range(KEPT + DELETED):
        rig.add("ada", f"f{number}")
    rig.clock.advance(3600)  # an editor saves over what was written lately
    return rig


def delete(rig: Rig) -> list[str]:
    """The ids of the facts whose lines are deleted."""
    gone = [fact_id for fact_id, _ in rig.on_disk()[KEPT:] if fact_id is not None]
    rig.edit(lambda lines: lines[:KEPT])
    return gone


def test_no_batch_archives_all_of_them(slow: Slow) -> None:
    gone, archived = delete(slow), [0]
    slow.between = lambda _, gone: archived.append(gone)
    slow.absorb_an_edit()
    assert max(after - before for before, after in pairwise(archived)) == SLICE
    assert slow.archived() == set(gone)
    slow.check()


def test_what_is_stated_before_its_turn_stands(slow: Slow) -> None:
    gone = delete(slow)
    stated, edited, by_request = gone[-1], gone[-2], gone[-3]

    def write(_active: int, archived: int) -> None:
        if slow.facts.file.leaving:
            slow.between = Slow.between
            slow.add("ada", "new")  # over the cap: one that leaves gives way, not an older one that stays
            last = slow.store.table.get(stated)
            assert last is not None
            reply = slow.write(adding(slow.changes, last.subject, last.object))
            assert (reply["id"], reply["status"]) == (stated, "reinforced")
            old = slow.store.table.get(edited)
            assert old is not None
            slow.write(lambda batch: slow.changes.edit(edited, replace(old, object="edited"), batch))
            assert slow.archive(by_request) == "archived"
            assert by_request not in slow.store.removed  # its line has left already

    slow.between = write
    slow.absorb_an_edit()
    assert slow.active()[edited] == "ada is edited" and stated in slow.active()
    assert slow.archived() == set(gone) - {stated, edited}
    assert len(slow.active()) == KEPT + 3
    slow.rewrite()
    slow.check()


def test_a_kill_in_between_leaves_the_others_to_the_next_start(slow: Slow) -> None:
    gone = delete(slow)

    def kill(_active: int, archived: int) -> None:
        if archived == SLICE:
            raise KeyboardInterrupt

    slow.between = kill
    with pytest.raises(KeyboardInterrupt):
        slow.absorb_an_edit()
    slow.between = Slow.between
    slow.load()
    assert slow.archived() == set(gone) and len(slow.active()) == KEPT
    slow.check()


def test_a_full_disk_in_between_leaves_the_others_to_the_next_look(tmp_path: Path) -> None:
    files = FaultyFiles(str(tmp_path))
    slow = Slow(tmp_path, files, MemoryOracle(single_valued=(), max_facts=KEPT + DELETED))
    slow.write(*[adding(slow.changes, "ada", f"f{number}") for number in range(KEPT + DELETED)])
    slow.clock.advance(3600)
    gone = delete(slow)
    slow.between = lambda _, archived: files.fail_all(errno.ENOSPC, "write") if archived else None
    with pytest.raises(ReadOnly):
        slow.absorb_an_edit()
    assert len(slow.active()) == KEPT + DELETED - SLICE
    files.heal()
    slow.between = Slow.between
    slow.absorb_an_edit()
    assert slow.archived() == set(gone) and len(slow.active()) == KEPT
    slow.check()


@pytest.mark.parametrize(("many", "waits"), [(SLICE, True), (SLICE + 1, False)])
def test_no_search_waits_for_very_many_that_come_back(rig: Rig, many: int, *, waits: bool) -> None:
    lines = [f'{{"subject":"ada","predicate":"is","object":"f{number}"}}' for number in range(many)]
    rig.edit(lambda _: lines)
    rig.index.changes.clear()
    rig.absorb()
    brought = [one for one in rig.index.changes if one.put]
    assert sum(len(one.put) for one in brought) == many
    assert {one.background for one in brought} == {not waits}
    rig.rewrite()
    rig.check()
