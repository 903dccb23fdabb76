"""A line that was corrected counts before the one that it corrects, however the two came into one file (rule 8)."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from msgspec.structs import replace

from memoryd.kinds.facts.model.fact import Statement
from memoryd.kinds.facts.model.validity import Validity
from memoryd.origin import SHARED
from memoryd.storage.batch import Batch
from tests.kinds.facts.rig import Rig
from tests.kinds.facts.test_contested import killed

Lines = list[str]


def correct(rig: Rig, fact_id: str, object_: str) -> None:
    fact = rig.store.table.get(fact_id)
    assert fact is not None
    now = rig.clock.now()
    to = replace(fact, object=object_, validity=replace(fact.validity, edited=now))
    assert rig.write(lambda batch: rig.changes.edit(fact_id, to, batch))["status"] == "edited"


def as_another_program_writes(lines: Lines) -> Lines:
    return [json.dumps(json.loads(each)) for each in lines]


def settled(rig: Rig) -> None:
    rig.absorb()
    rig.rewrite()
    rig.absorb()
    rig.check()


EDITS: dict[str, Callable[[Lines], Lines]] = {
    "each line written by another program": as_another_program_writes,
    "a line behind": lambda lines: [*lines, '{"subject": "bob", "predicate": "is", "object": "new"}'],
    "the wrong line again": lambda lines: [json.dumps(json.loads(lines[0])), *lines[1:]],
    "the right line again": lambda lines: [*lines[:-1], json.dumps(json.loads(lines[-1]))],
}


@pytest.mark.parametrize("edit", EDITS.values(), ids=EDITS.keys())
def test_an_edit_of_the_file_does_not_undo_a_correction(rig: Rig, edit: Callable[[Lines], Lines]) -> None:
    fact_id = rig.add("ann", "tea")
    correct(rig, fact_id, "coffee")  # acknowledged; both lines stand until the next rewrite
    rig.edit(edit)
    settled(rig)
    assert rig.active()[fact_id] == "ann is coffee"
    assert [text for key, text in rig.on_disk() if key == fact_id] == ["ann is coffee"]
    assert rig.problems() == []
    killed(rig)
    assert rig.active()[fact_id] == "ann is coffee"


def test_a_correction_that_is_taken_back_word_for_word_counts(rig: Rig) -> None:
    fact_id = rig.add("ann", "tea")
    correct(rig, fact_id, "coffee")
    rig.rewrite()
    (line,) = [raw for raw in rig.raw_lines() if fact_id in raw]
    other = json.dumps({**json.loads(line), "object": "water"})
    rig.edit(lambda lines: [*lines, other, line])
    rig.absorb()
    rig.rewrite()
    assert rig.active()[fact_id] == "ann is coffee"
    killed(rig)
    assert rig.active()[fact_id] == "ann is coffee"


def test_an_editor_that_read_both_lines_may_save_them_later(rig: Rig) -> None:
    fact_id = rig.add("ann", "tea")
    correct(rig, fact_id, "coffee")
    read = rig.raw_lines()
    rig.rewrite()
    rig.edit(lambda _: [*read, '{"subject": "bob", "predicate": "is", "object": "new"}'])
    settled(rig)
    assert rig.active()[fact_id] == "ann is coffee"
    assert [text for _, text in rig.on_disk()] == ["ann is coffee", "bob is new"]
    correct(rig, fact_id, "cocoa")
    settled(rig)
    assert [text for _, text in rig.on_disk()] == ["bob is new", "ann is cocoa"]


@pytest.mark.parametrize("start", [True, False], ids=["at a start", "while it runs"])
def test_a_copy_of_a_corrected_line_takes_none_of_the_two_out_of_the_file(rig: Rig, start: bool) -> None:
    fact_id = rig.add("ann", "tea")
    correct(rig, fact_id, "coffee")
    settled(rig)
    rig.edit(lambda lines: lines * 2)
    if start:
        killed(rig)
    settled(rig)
    assert rig.active() == {fact_id: "ann is coffee"}
    assert [text for _, text in rig.on_disk()] == ["ann is coffee"] * 2
    assert len(rig.problems()) == 1


def test_a_superseded_statement_stated_again_outlives_an_edit_of_the_file(rig: Rig) -> None:
    ids: list[str] = []
    for town in ("oslo", "rome", "oslo"):
        validity = Validity(valid_from=rig.clock.now(), supersedes=tuple(ids[-1:]))
        said = Statement(subject="ann", predicate="lives_in", object=town, origin=SHARED, validity=validity)
        ids.append(rig.write(lambda batch, said=said: rig.changes.add(said, batch))["id"])
    rig.edit(as_another_program_writes)
    settled(rig)
    assert [rig.active()[each] for each in ids] == ["ann lives_in oslo", "ann lives_in rome", "ann lives_in oslo"]
    assert rig.problems() == []


@pytest.mark.parametrize("times", [0, 1], ids=["for the first time", "once again"])
def test_a_correction_that_fails_leaves_what_is_known_of_the_one_before(rig: Rig, times: int) -> None:
    fact_id, file = rig.add("ann", "tea"), rig.facts.file
    code, ordinal = file.code_of(0), 0
    assert code is not None
    for object_ in ("coffee", "tea") * times:
        correct(rig, fact_id, object_)
    corrected = dict(file._corrected)

    def fails(batch: Batch) -> None:
        file.append_again(ordinal, b'{"subject": "ann"}\n', batch, b"")
        raise OSError

    with pytest.raises(OSError):
        rig.write(fails)
    assert file._corrected == corrected


def test_what_is_known_of_corrections_is_not_gone_through_at_each(rig: Rig) -> None:
    fact_id, file = rig.add("ann", "tea"), rig.facts.file
    correct(rig, fact_id, "coffee")
    known = file._corrected
    correct(rig, fact_id, "cocoa")
    assert file._corrected is known and len(known) == 2
    rig.clock.advance(700)
    correct(rig, fact_id, "milk")
    assert len(file._corrected) == 1
