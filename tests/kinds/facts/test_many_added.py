"""Very many lines that somebody added to facts.jsonl, or changed there, at once ('cat >>', 'sed -i'): others write in
between."""

from __future__ import annotations

import errno
import os
import sys
from itertools import pairwise
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from msgspec.structs import replace

from memoryd.config.sections import MemoryOracle
from memoryd.errors import ReadOnly
from memoryd.kinds.facts.changes.gone import SLICE
from memoryd.testing.faulty_files import FaultyFiles
from tests.kinds.facts.rig import Rig, Slow, line

KEPT, ADDED = 20, 2 * SLICE + 100
LINES = [f'{{"subject":"bob","predicate":"likes","object":"b{number}"}}' for number in range(ADDED)]


def made(tmp_path: Path, files: FaultyFiles | None = None, **settings: int) -> Slow:
    slow = Slow(tmp_path, files, MemoryOracle(single_valued=(), **{"max_facts": 10 * ADDED, **settings}))
    for number in range(KEPT):
        slow.add("ada", f"f{number}")
    slow.clock.advance(3600)  # an editor saves over what was written lately
    return slow


@pytest.fixture
def slow(tmp_path: Path) -> Slow:
    return made(tmp_path)


def add(rig: Rig, lines: list[str], at: int | None = None) -> None:
    rig.edit(lambda before: [*before[:at], *lines, *(before[at:] if at is not None else [])], rename=at is not None)


@pytest.mark.parametrize("at", [None, 0, 7])
def test_no_batch_takes_in_all_of_them(slow: Slow, at: int | None) -> None:
    known = [KEPT]
    slow.between = lambda active, _: known.append(active)
    add(slow, LINES, at)
    slow.absorb_an_edit()
    assert max(after - before for before, after in pairwise(known)) == SLICE
    assert len(slow.active()) == KEPT + ADDED and slow.problems() == []
    slow.rewrite()
    assert [said for _, said in slow.on_disk() if said.startswith("bob")] == [f"bob likes b{n}" for n in range(ADDED)]
    slow.check()


def test_as_many_as_there_may_be_are_archived_in_between(tmp_path: Path) -> None:
    slow = made(tmp_path, max_facts=SLICE)
    known = [KEPT]
    slow.between = lambda active, _: known.append(active)
    add(slow, LINES)
    slow.absorb_an_edit()
    assert max(known) <= 2 * SLICE and known[-1] == SLICE
    assert {*slow.active().values()} == {f"bob likes b{n}" for n in range(ADDED - SLICE, ADDED)}
    slow.rewrite()
    slow.check()


@pytest.mark.parametrize("seconds", [0, 20])
def test_what_is_missing_is_judged_by_all_lines_at_once(slow: Slow, seconds: int) -> None:
    """A fact's changed line stands behind all others; a fact's line was deleted, and one was saved over."""
    changed, named, deleted = (fact_id for fact_id, _ in slow.on_disk()[:3])
    assert changed is not None and named is not None and deleted is not None
    before = slow.raw_lines()
    late = slow.add("eve", "late")
    slow.between = lambda *_: slow.clock.advance(seconds)
    tail = [line(changed, "ada", "changed"), '{"subject":"ada","predicate":"is","object":"f1"}']
    slow.edit(lambda _: [*before[3:], *LINES, *tail])
    slow.absorb_an_edit()
    active = slow.active()
    assert active[changed] == "ada is changed" and active[named] == "ada is f1" and active[late] == "eve is late"
    assert slow.archived() == {deleted} and len(active) == KEPT + ADDED
    slow.rewrite()
    slow.check()


def test_others_write_and_edit_before_their_turn(slow: Slow) -> None:
    """A client states what one of them says, and another one's line is deleted, moved and repeated."""
    stated: list[str] = []

    def write(known: int, _archived: int) -> None:
        if slow.facts.file.undecided:
            slow.between = Slow.between
            stated.append(slow.add("bob", f"b{ADDED - 1}", "likes"))
            slow.add("ada", "new")
            slow.edit(lambda lines: [LINES[-2], *(one for one in lines if one not in LINES[-4:-2])])

    slow.between = write
    add(slow, LINES)
    slow.absorb_an_edit()
    active = slow.active()
    assert active[stated[0]] == f"bob likes b{ADDED - 1}"
    gone = {f"bob likes b{ADDED - 4}", f"bob likes b{ADDED - 3}"}
    assert {*active.values()} == {
        *(f"ada is f{n}" for n in range(KEPT)), "ada is new", *(f"bob likes b{n}" for n in range(ADDED))
    } - gone  # fmt: skip
    assert len(active) == KEPT + 1 + ADDED - 2 and slow.archived() == set()
    slow.rewrite()
    slow.check()


def test_what_empties_the_file_before_their_turn_takes_none_away(slow: Slow) -> None:
    def empty(known: int, _archived: int) -> None:
        if slow.facts.file.undecided:
            slow.between = Slow.between
            slow.edit(lambda _: [], rename=False)

    slow.between = empty
    add(slow, LINES)
    slow.absorb_an_edit()
    slow.absorb_an_edit()
    assert len(slow.active()) == KEPT + ADDED
    slow.rewrite()
    slow.check()


@pytest.mark.parametrize("taken", [1, 2])
def test_a_kill_in_between_leaves_the_others_to_the_next_start(slow: Slow, taken: int) -> None:
    def kill(known: int, _archived: int) -> None:
        if known == KEPT + taken * SLICE:
            raise KeyboardInterrupt

    slow.between = kill
    add(slow, LINES)
    with pytest.raises(KeyboardInterrupt):
        slow.absorb_an_edit()
    slow.between = Slow.between
    slow.load()
    assert len(slow.active()) == KEPT + ADDED
    slow.rewrite()
    slow.check()


def test_a_full_disk_in_between_leaves_the_others_to_the_next_look(tmp_path: Path) -> None:
    files = FaultyFiles(str(tmp_path))
    slow = made(tmp_path, files, max_facts=SLICE)
    slow.between = lambda known, _: files.fail_all(errno.ENOSPC, "write") if known > SLICE else None
    add(slow, LINES)
    with pytest.raises(ReadOnly):
        slow.absorb_an_edit()
    files.heal()
    slow.between = Slow.between
    slow.absorb_an_edit()
    assert {*slow.active().values()} == {f"bob likes b{n}" for n in range(ADDED - SLICE, ADDED)}
    slow.rewrite()
    slow.check()


def test_no_batch_looks_at_all_lines_that_repeat_others(slow: Slow) -> None:
    add(slow, LINES)
    slow.absorb_an_edit()
    work: list[int] = []

    def count(frame: FrameType, event: str, arg: Any) -> None:
        work[-1] += event == "call"

    def next_batch(known: int, _archived: int) -> None:
        sys.setprofile(None)
        work.append(0)
        sys.setprofile(count)

    slow.between = next_batch
    add(slow, LINES)
    try:
        slow.absorb_an_edit()
    finally:
        sys.setprofile(None)
    assert len(slow.problems()) == ADDED
    assert max(work) < 200 * SLICE


def change_all(rig: Rig) -> list[str]:
    """The ids of facts that each have another text from then on."""
    add(rig, LINES)
    rig.absorb_an_edit()
    rig.rewrite()
    rig.clock.advance(3600)
    ids = [fact_id or "" for fact_id, said in rig.on_disk() if said.startswith("bob")]
    rig.edit(lambda lines: [one.replace('"b', '"c') if "bob" in one else one for one in lines])
    return ids


def changed(rig: Rig) -> int:
    return sum(said.startswith("cob likes c") for said in rig.active().values())


@pytest.mark.parametrize("seconds", [0, 20])
def test_no_batch_takes_in_all_that_were_changed(slow: Slow, seconds: int) -> None:
    ids, taken = change_all(slow), [0]

    def between(_active: int, _archived: int) -> None:
        taken.append(changed(slow))
        assert not slow.facts.file.leaving
        slow.clock.advance(seconds)

    slow.between = between
    slow.absorb_an_edit()
    assert max(after - before for before, after in pairwise(taken)) == SLICE
    active = slow.active()
    assert [active[one] for one in ids] == [f"cob likes c{number}" for number in range(ADDED)]
    assert slow.problems() == [] and slow.archived() == set() and len(active) == KEPT + ADDED
    slow.rewrite()
    slow.check()


def test_what_is_archived_edited_or_deleted_before_its_turn_is_so(slow: Slow) -> None:
    ids = change_all(slow)
    archived, edited, deleted, purged = ids[-1], ids[-2], ids[-3], ids[-4]

    def write(known: int, _archived: int) -> None:
        if slow.facts.file.undecided:
            slow.between = Slow.between
            assert slow.archive(archived) == "archived"
            slow.purge(purged)
            old = slow.store.table.get(edited)
            assert old is not None and old.object == f"b{ADDED - 2}"
            mine = replace(old, object="mine", validity=replace(old.validity, edited=slow.clock.now()))
            slow.write(lambda batch: slow.changes.edit(edited, mine, batch))
            slow.edit(lambda lines: [one for one in lines if deleted not in one])

    slow.between = write
    slow.absorb_an_edit()
    assert slow.archived() == {archived, deleted} and purged not in slow.active()
    assert slow.active()[edited] == "bob likes mine" and changed(slow) == ADDED - 4
    slow.rewrite()
    slow.check()
    slow.load()
    assert slow.archived() == {archived, deleted} and purged not in slow.active()


@pytest.mark.parametrize("taken", [1, 2])
def test_a_kill_in_between_leaves_the_other_changes_to_the_next_start(slow: Slow, taken: int) -> None:
    ids = change_all(slow)

    def kill(known: int, _archived: int) -> None:
        if changed(slow) == taken * SLICE:
            raise KeyboardInterrupt

    slow.between = kill
    with pytest.raises(KeyboardInterrupt):
        slow.absorb_an_edit()
    slow.between = Slow.between
    slow.load()
    active = slow.active()
    assert [active[one] for one in ids] == [f"cob likes c{number}" for number in range(ADDED)]
    slow.rewrite()
    slow.check()


def test_two_facts_that_trade_their_texts_among_many_changes_keep_their_ids(slow: Slow) -> None:
    """The lines of one id each stand at both ends of the file, and state what the other did."""
    ids = change_all(slow)
    first, last = (f'"b{number}"' for number in (0, ADDED - 1))

    def trade(one: str) -> str:
        number = 0 if ids[0] in one else ADDED - 1 if ids[-1] in one else None
        if number is None:
            return one
        return one.replace(f'"c{number}"', last if number == 0 else first).replace('"cob"', '"bob"')

    slow.edit(lambda lines: [trade(one) for one in lines])
    slow.absorb_an_edit()
    active = slow.active()
    assert (active[ids[0]], active[ids[-1]]) == (f"bob likes b{ADDED - 1}", "bob likes b0")
    assert changed(slow) == ADDED - 2
    slow.rewrite()
    slow.check()


@pytest.mark.parametrize(("edited", "created"), [(-50, -50), (-1, -1), (-70, 0), (5, 0)])
def test_facts_are_as_old_as_the_edit_that_added_them(slow: Slow, edited: int, created: int) -> None:
    """In seconds from when it is noticed; a file's time may be whatever programs set (rule 6)."""
    slow.between = lambda active, _: slow.clock.advance(10) if active > KEPT else None
    before = {*slow.active()}
    add(slow, LINES)
    now = slow.clock.now()
    os.utime(slow.path, ns=(0, (now + edited * 1_000_000) * 1000))
    slow.absorb()
    added = [one for one in map(slow.store.table.get, slow.active().keys() - before) if one is not None]
    assert len(added) == ADDED and len({one.created for one in added}) == 1
    assert round((added[0].created - now) / 1e6, 1) == created


def test_a_look_ends_when_nothing_waits_whoever_edits_meanwhile(slow: Slow) -> None:
    def write(known: int, _archived: int) -> None:
        if slow.facts.file.undecided:
            slow.between = Slow.between
            slow.edit(lambda lines: [*lines, line("fact-mine", "eve", "last")])

    slow.between = write
    add(slow, LINES)
    slow.absorb()
    assert not slow.facts.file.undecided and len(slow.active()) == KEPT + ADDED + 1


def test_a_file_that_is_removed_before_their_turn_comes_back(slow: Slow) -> None:
    def remove(known: int, _archived: int) -> None:
        if slow.facts.file.undecided:
            slow.between = Slow.between
            slow.path.unlink()

    slow.between = remove
    add(slow, LINES)
    slow.absorb_an_edit()
    slow.absorb_an_edit()
    assert len(slow.active()) == KEPT + ADDED
    slow.rewrite()
    slow.check()
