from __future__ import annotations

import pytest

from memoryd.background import Run
from memoryd.kinds.notes.formats.memory_md import FactsSection, Sections, facts_lines, parse, render
from memoryd.testing.kept_section import KeptSection

FOUND = ["- ferry departs nine", "typed by hand"]


def a_run() -> Run:
    return Run("consolidate", 0, dry_run=False, progress=lambda stage, done, total: None)


def test_it_keeps_what_was_found_last() -> None:
    section: FactsSection = KeptSection()
    section.found(["- older"])
    section.found(FOUND)
    section.refresh(a_run())
    assert (list(section.lines(5)), list(section.preview(a_run(), 5))) == (FOUND, FOUND)


@pytest.mark.parametrize(("room", "shown"), [(-1, 0), (0, 0), (1, 1), (9, 2)])
def test_it_stays_within_its_room(room: int, shown: int) -> None:
    section = KeptSection()
    section.found(FOUND)
    assert list(section.lines(room)) == FOUND[:shown]


def test_it_is_empty_before_anything_is_found_and_shows_no_fact() -> None:
    section = KeptSection()
    assert (section.lines(5), section.shown) == ((), ())


def test_a_file_comes_back_with_its_facts() -> None:
    section = KeptSection()
    text = "# Memory\n\n## Facts\n- ferry departs nine\n"
    section.found(facts_lines(parse(text)))
    assert render(parse(text), Sections({}, {}, []), section, lambda title: None, 200, 180) == text
