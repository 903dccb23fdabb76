"""The facts' section of MEMORY.md: who enters, who leaves, and what a person's hand means."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoryd.background import Run
from memoryd.kinds.facts.memory_section import STATE_PATH, MemorySection
from memoryd.times import DAY, SECOND
from tests.kinds.facts.rig import Rig
from tests.support.decay import days_until


class Section:
    """The section over a real fact store; a month is a half-life."""

    def __init__(self, root: Path) -> None:
        self.rig = Rig(root)
        self.high: list[str] = []
        """What the census of a run finds."""
        self.judged: set[str] = set()
        self.past: set[str] = set()
        """What a run finds to be over, of what it judges."""
        self.facts = self.make()

    def make(self) -> MemorySection:
        return MemorySection(self.rig.services, self.rig.store, lambda run: self.high, lambda run: self)

    @property
    def kept(self) -> str:
        """What a restart knows."""
        path = self.rig.root / STATE_PATH
        return path.read_text() if path.exists() else ""

    def add(self, subject: str, object_: str) -> str:
        added = self.rig.add(subject, object_, "likes")
        self.offer()
        return added

    def offer(self) -> None:
        table = self.rig.store.table
        self.facts.offer(fact.id for o in table.ordinals() if (fact := table[o]) is not None)

    def sleep(self, days: float) -> None:
        self.rig.clock.advance(days * DAY / SECOND)

    def use(self, fact_id: str) -> None:
        self.rig.store.use([fact_id], self.rig.clock.now())


RUN = Run("consolidate", 0, True, lambda stage, done, total: None)


@pytest.fixture
def section(tmp_path: Path) -> Section:
    return Section(tmp_path)


def test_facts_enter_above_one_half_and_stay_down_to_the_lower_bound(section: Section) -> None:
    section.add("Ada", "tea")
    assert section.facts.lines(10) == ["- Ada likes tea"]
    section.sleep(days_until(0.15) - 1)
    assert section.facts.lines(10) == ["- Ada likes tea"]
    section.sleep(2)
    assert section.facts.lines(10) == []
    # Used once it is at .3 and more: not enough to enter again.
    section.use(section.rig.store.table[0].id)  # type: ignore[union-attr]
    assert section.facts.lines(10) == []


@pytest.mark.parametrize(
    ("object_", "shown"),
    [
        ("\x1b[31mred\x07", "\\x1b[31mred\\x07"),
        ("a\u202eb", "a\\u202eb"),
        ("<!-- x", "&lt;!-- x"),
        ("one\ntwo\u2028three", "one two three"),
        ("t" * 5000, "t" * 229 + "…"),
        ("ghp_" + "aB3d" * 9, "[redacted:token]"),
    ],
)
def test_what_would_harm_the_file_is_shown_harmlessly(section: Section, object_: str, shown: str) -> None:
    section.add("Ada", object_)
    assert section.facts.lines(10) == [f"- Ada likes {shown}"]
    assert section.rig.store.table[0].object == object_  # type: ignore[union-attr]
    section.facts.found(section.facts.lines(10))
    assert section.facts.lines(10) == [f"- Ada likes {shown}"]


def test_lines_stand_by_what_they_are_about_and_the_least_active_give_way(section: Section) -> None:
    first = section.add("Zoe", "wine")
    section.sleep(1)
    section.add("Ada", "tea")
    section.add("Zoe", "beer")
    assert section.facts.lines(10) == ["- Ada likes tea", "- Zoe likes wine", "- Zoe likes beer"]
    assert section.facts.lines(2) == ["- Ada likes tea", "- Zoe likes beer"]
    section.use(first)
    assert section.facts.lines(1) == ["- Zoe likes wine"]
    assert section.facts.lines(0) == []


def test_that_the_user_said_something_is_no_line(section: Section) -> None:
    for subject, predicate in (("user", "said"), ("user", "has_told"), ("Mara", "said"), ("user", "reports to")):
        section.rig.add(subject, f"{subject} {predicate} Tom", predicate)
    section.offer()
    assert section.facts.lines(9) == ["- Mara said Mara said Tom", "- user reports to user reports to Tom"]


def test_a_deleted_line_stays_out_until_its_fact_is_used_again(section: Section) -> None:
    tea = section.add("Ada", "tea")
    section.add("Bob", "rum")
    section.facts.lines(10)
    section.facts.found(["- Bob likes rum"])
    section.sleep(1)
    assert section.facts.lines(10) == ["- Bob likes rum"]
    again = section.make()
    again.load()
    section.facts = again
    section.offer()
    assert again.lines(10) == ["- Bob likes rum"]
    section.use(tea)
    assert again.lines(10) == ["- Ada likes tea", "- Bob likes rum"]


def test_a_typed_line_stays(section: Section) -> None:
    section.add("Ada", "tea")
    section.facts.lines(10)
    section.facts.found(["- Ada likes tea", "- my own words", ""])
    assert section.facts.lines(10) == ["- Ada likes tea", "- my own words"]
    # It is a person's, so facts give way to it.
    assert section.facts.lines(1) == ["- my own words"]


def test_a_changed_line_is_the_person_s_and_the_old_one_does_not_come_back(section: Section) -> None:
    section.add("Ada", "tea")
    section.facts.lines(10)
    section.facts.found(["- Ada likes green tea"])
    assert section.facts.lines(10) == ["- Ada likes green tea"]


def test_a_file_that_was_not_written_yet_deletes_nothing(section: Section) -> None:
    section.add("Ada", "tea")
    section.facts.lines(10)
    again = section.make()
    again.load()
    section.facts = again
    section.offer()
    # The daemon was killed between the state and the file.
    again.found([])
    assert again.lines(10) == ["- Ada likes tea"]


@pytest.mark.parametrize("is_started_anew", [True, False], ids=["killed", "the file was edited meanwhile"])
def test_a_line_that_leaves_is_not_typed_while_the_file_still_has_it(section: Section, is_started_anew: bool) -> None:
    tea = section.add("Ada", "tea")
    section.add("Bob", "rum")
    both = section.facts.lines(10)
    section.facts.found(both)
    section.rig.archive(tea)
    assert section.facts.lines(10) == ["- Bob likes rum"]
    if is_started_anew:
        section.facts = section.make()
        section.facts.load()
        section.offer()
    assert section.facts.is_ours("- Ada likes tea")
    section.facts.found(both)
    assert section.facts.lines(10) == ["- Bob likes rum"]
    # Once it is gone, it is a person's who writes it.
    section.facts.written()
    assert "tea" not in section.kept
    assert not section.facts.is_ours("- Ada likes tea")
    section.facts.found(both)
    assert section.facts.lines(10) == ["- Bob likes rum", "- Ada likes tea"]


def test_what_left_is_known_on_when_another_line_is_deleted_and_forgotten_when_it_comes_back(section: Section) -> None:
    tea, _ = section.add("Ada", "tea"), section.add("Bob", "rum")
    section.facts.found(section.facts.lines(10))
    section.rig.archive(tea)
    section.facts.lines(10)
    section.facts.found(["- Ada likes tea"])
    assert section.facts.is_ours("- Ada likes tea") and not section.facts.is_ours("- Bob likes rum")
    section.add("Ada", "tea")
    assert section.facts.lines(10) == ["- Ada likes tea"]
    assert json.loads(section.kept)["left"] == []


def test_a_preview_changes_nothing(section: Section) -> None:
    ada = section.add("Ada", "tea")
    section.facts.offer([])
    section.high = [ada]
    assert section.facts.preview(RUN, 10) == ["- Ada likes tea"]
    assert section.kept == "" and section.facts.shown == []
    # Nor does what is rendered next show what was only looked at.
    assert section.facts.lines(10) == []


@given(room=st.integers(0, 8), own=st.integers(0, 9), typed=st.integers(0, 5), facts=st.integers(0, 12))
def test_the_room_bounds_facts_and_never_what_is_typed(
    tmp_path_factory: pytest.TempPathFactory, room: int, own: int, typed: int, facts: int
) -> None:
    section = Section(tmp_path_factory.mktemp("room"))
    for number in range(facts):
        section.add(f"s{number % 3}", f"o{number}")
    section.facts.found([f"- typed {number}" for number in range(typed)])
    lines = section.facts.lines(room)
    assert len(lines) == max(typed, min(room, typed + facts))
    assert [line for line in lines if "typed" in line] == [f"- typed {n}" for n in range(typed)]
    # What a person typed may go on where facts end.
    assert len(section.facts.lines(room, own)) == typed + max(0, min(facts, min(room, own) - typed))


def test_what_was_said_since_ends_a_fact_keeps_it_out(section: Section) -> None:
    tea, coffee = section.add("Ada", "tea"), section.add("Ada", "coffee")
    section.high, section.judged, section.past = [tea, coffee], {tea, coffee}, {tea}
    assert section.facts.preview(RUN, 10) == ["- Ada likes coffee"]
    assert section.facts.lines(10) == ["- Ada likes tea", "- Ada likes coffee"]  # a dry run changes nothing
    section.facts.refresh(RUN)
    assert section.facts.lines(10) == ["- Ada likes coffee"]
    # It is known over a restart, and until somebody judges otherwise.
    again = section.make()
    again.load()
    section.judged, section.past = set(), set()
    again.refresh(RUN)
    assert again.lines(10) == ["- Ada likes coffee"]
    section.judged = {tea}
    again.refresh(RUN)
    assert again.lines(10) == ["- Ada likes tea", "- Ada likes coffee"]


def test_a_line_that_left_as_past_was_not_deleted_by_hand(section: Section) -> None:
    tea = section.add("Ada", "tea")
    section.facts.found(section.facts.lines(10))
    section.high, section.judged, section.past = [tea], {tea}, {tea}
    section.facts.refresh(RUN)
    section.facts.found(section.facts.lines(10))
    section.past = set()
    section.facts.refresh(RUN)
    assert section.facts.lines(10) == ["- Ada likes tea"]


@pytest.mark.parametrize("who", ["user", "assistant"])
def test_that_somebody_said_something_is_no_line(section: Section, who: str) -> None:
    section.rig.add(who, "third floor, no lift", "said")
    section.offer()
    assert section.facts.lines(10) == []
