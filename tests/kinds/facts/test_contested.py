"""Of lines with one id or one triple the first counts, while the daemon runs as after a start (rule 8)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.kinds.facts.rig import Rig, line

Lines = list[str]


def killed(rig: Rig) -> None:
    """kill -9, and a start."""
    rig.journal.close()
    rig.load()


def test_a_statement_is_there_after_a_kill_although_an_earlier_line_has_its_id(rig: Rig) -> None:
    fact_id = rig.add("ada", "bob")
    rig.edit(lambda lines: [line(fact_id, "ada", "cy"), *lines])
    rig.absorb()
    rig.add("ada", "bob")  # acknowledged
    killed(rig)
    assert sorted(rig.active().values()) == ["ada is bob", "ada is cy"]


EDITS: dict[str, Callable[[Lines], Lines]] = {
    "the id of the last before it": lambda lines: [changed(lines[2], "new"), *lines],
    "the id of the last behind it": lambda lines: [*lines, changed(lines[2], "new")],
    "the id of one with the text of another": lambda lines: [changed(lines[2], "one"), *lines],
    "the text of one under a new id": lambda lines: [line("mine", "ada", "two"), *lines],
    "a copy": lambda lines: [lines[2], *lines],
    "two ids change places": lambda lines: [changed(lines[0], "two"), changed(lines[1], "one"), lines[2]],
    "a chain": lambda lines: [changed(lines[2], "two"), changed(lines[1], "one"), *lines],
    "a chain and a bystander": lambda lines: [changed(lines[2], "two"), line("mine", "ada", "three"), *lines],
    "a line without an id": lambda lines: ['{"subject": "ada", "predicate": "is", "object": "three"}', *lines],
}


def changed(raw: str, object_: str) -> str:
    for word in ("one", "two", "three"):
        raw = raw.replace(f'"{word}"', f'"{object_}"')
    return raw


@pytest.mark.parametrize("edit", EDITS.values(), ids=EDITS.keys())
@pytest.mark.parametrize("then", [lambda lines: lines, lambda lines: lines[::-1]], ids=["", "then turned round"])
def test_a_start_changes_nothing(rig: Rig, edit: Callable[[Lines], Lines], then: Callable[[Lines], Lines]) -> None:
    ids = [rig.add("ada", object_) for object_ in ("one", "two", "three")]
    for change in (edit, then):
        rig.edit(change)
        rig.absorb()
        rig.rewrite()
        rig.absorb()
        rig.check()
    before, lines = rig.active(), rig.raw_lines()
    assert {*ids} <= {*before} | rig.archived()
    killed(rig)
    rig.check()
    assert (rig.active(), rig.raw_lines()) == (before, lines)


def test_a_fact_on_its_way_out_stays_out_when_lines_change_places(rig: Rig) -> None:
    first, second = rig.add("ada", "one"), rig.add("ada", "two")
    rig.edit(lambda lines: [*lines, line(first, "ada", "two")])
    rig.absorb()
    rig.archive(first)
    rig.edit(lambda lines: lines[::-1])
    rig.absorb()
    assert (set(rig.active()), rig.archived()) == ({second}, {first})
