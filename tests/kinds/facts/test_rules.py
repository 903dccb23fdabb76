"""The pure rules of the facts: decay, the cap's order, differences of lines, recent appends, pages of entities."""

from __future__ import annotations

import math
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoryd.kinds.facts.file.lines import NO_FACT, ForeignLines, Lines, compare
from memoryd.kinds.facts.file.recent import RecentAppends
from memoryd.kinds.facts.known.cap import Weakest
from memoryd.kinds.facts.known.find import EntityList, Triple, entities, find, is_entity, neighbors
from memoryd.kinds.facts.model.decay import activation_at, boosted, rank
from memoryd.kinds.facts.requests.recall import ALIKE, by_activation
from memoryd.storage.lines import split_lines
from memoryd.times import DAY, SECOND
from memoryd.types import fold
from tests.kinds.facts.rig import Rig

VALUES = st.floats(0.001, 1.0)
TIMES = st.integers(0, 4000 * DAY)


@pytest.mark.parametrize(
    ("value", "days", "expected"), [(1.0, 0, 1.0), (1.0, 30, 0.5), (0.8, 60, 0.2), (1.0, -5, 1.0), (0.0, 10, 0.0)]
)
def test_activation_halves_each_half_life(value: float, days: int, expected: float) -> None:
    assert activation_at(value, 10 * DAY, (10 + days) * DAY, 30) == pytest.approx(expected, abs=1e-12)


@given(VALUES, TIMES, TIMES, TIMES)
def test_writing_down_what_is_true_changes_nothing(value: float, as_of: int, first: int, second: int) -> None:
    first, second = sorted((as_of + first, as_of + second))
    once = activation_at(value, as_of, second, 30)
    twice = activation_at(activation_at(value, as_of, first, 30), first, second, 30)
    assert twice == pytest.approx(once, rel=1e-9)


@given(VALUES, VALUES, TIMES, TIMES)
def test_rank_orders_as_activation_does_at_any_later_time(one: float, other: float, a: int, b: int) -> None:
    now = max(a, b)
    values = activation_at(one, a, now, 30), activation_at(other, b, now, 30)
    if min(values) > 1e-250 and not math.isclose(*values, rel_tol=1e-9):
        assert (rank(one, a, 30) < rank(other, b, 30)) == (values[0] < values[1])


def test_a_boost_stops_at_one() -> None:
    assert (boosted(0.5, 0.3), boosted(0.9, 0.3)) == (0.8, 1.0)


@given(st.lists(st.tuples(VALUES, st.integers(0, 5)), min_size=2, max_size=12), st.data())
def test_the_weakest_then_the_oldest_gives_way_and_never_the_spared(
    facts: list[tuple[float, int]], data: st.DataObject
) -> None:
    present = dict(enumerate(facts))
    weakest = Weakest(present.get)
    weakest.fill(present)
    while len(present) > 1:
        spare = data.draw(st.sampled_from(sorted(present)))
        changed = data.draw(st.sampled_from(sorted(present)))
        present[changed] = (data.draw(VALUES), present[changed][1])
        weakest.push(changed)
        expected = min((value, created, o) for o, (value, created) in present.items() if o != spare)
        popped = weakest.pop(spare)
        assert popped == expected[2]
        del present[popped]


LINES = st.lists(st.sampled_from([b"a", b"b", b"c", b"d", b""]), max_size=12)


@given(LINES, LINES)
def test_a_difference_accounts_for_every_line(before: list[bytes], after: list[bytes]) -> None:
    old = Lines()
    for number, raw in enumerate(before):
        old.append(raw, number)
    reading, difference = compare(old, len(old), after)
    assert list(reading.hashes) == [hash(raw) for raw in after]
    kept = [owner for owner in difference.owners if owner != NO_FACT]
    assert sorted(kept + difference.missing) == list(range(len(before)))
    assert {index for index, owner in enumerate(difference.owners) if owner == NO_FACT} == set(difference.added)
    for index, owner in enumerate(difference.owners):
        assert (difference.added[index] if owner == NO_FACT else before[owner]) == after[index]
    common = sum((Counter(before) & Counter(after)).values())
    assert len(difference.missing) == len(before) - common


@given(st.lists(st.binary(max_size=5).map(lambda raw: raw.replace(b"\n", b"")), max_size=8), st.integers(1, 7))
def test_lines_come_out_of_blocks_whole(lines: list[bytes], size: int) -> None:
    data = b"".join(line + b"\n" for line in lines)
    blocks = [data[at : at + size] for at in range(0, len(data), size)]
    assert list(split_lines(blocks)) == lines
    assert list(split_lines([data + b"open"])) == [*lines, b"open"]


def test_foreign_lines_are_kept_within_their_bound() -> None:
    kept = ForeignLines(limit=10)
    for raw in (b"12345", b"1234", b"toolong"):
        kept.keep(raw, NO_FACT)
    assert [kept.get(hash(raw)) for raw in (b"12345", b"1234", b"toolong")] == [b"12345", b"1234", None]
    kept.retain([hash(b"1234")])
    kept.keep(b"toolon", NO_FACT)
    assert [kept.get(hash(raw)) for raw in (b"12345", b"toolon")] == [None, b"toolon"]


def test_appends_are_recent_for_ten_minutes() -> None:
    recent = RecentAppends()
    for second in range(1200):
        recent.note(second, second * SECOND)
    assert recent.among(set(range(1200)), 1200 * SECOND) == set(range(601, 1200))
    recent.note(5, 1200 * SECOND)
    assert 5 in recent.among({5, 6}, 1201 * SECOND)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Ada", True),
        ("2026-05-15", False),
        ("12.5 %", False),
        ("yes", False),
        ("a b c d e f g", False),
        ("x" * 81, False),
    ],
)
def test_an_object_is_an_entity_when_it_names_something(text: str, expected: bool) -> None:
    assert is_entity(text) is expected


def test_pages_of_facts_and_entities_show_each_once(rig: Rig) -> None:
    ids = [rig.add(f"name {number:03}", "x") for number in range(57)]
    walked: list[str] = []
    after = None
    while True:
        page = find(rig.store, Triple(None, None, "X"), False, 10, after, rig.clock.now())
        walked += [fact["id"] for fact in page["facts"]]
        if (after := page.get("next")) is None:
            break
        rig.archive(after)
    assert walked == ids
    names: list[str] = []
    known = EntityList(rig.store)
    after = None
    while True:
        page = entities(known, "NAME", 10, after)
        names += [entity["name"] for entity in page["entities"]]
        if (after := page.get("next")) is None:
            break
        rig.add(f"name {len(names)} late", "x")
    assert names == sorted(names)
    assert len(names) == len(set(names)) == 52


@pytest.mark.parametrize("filters", [("x", None, None), (None, None, "Y")])
def test_archived_facts_are_looked_up_by_subject_or_object(rig: Rig, filters: tuple[str | None, ...]) -> None:
    wanted = [rig.add("X", "y", f"p{number}") for number in range(5)]
    for number in range(50):
        rig.archive(rig.add(f"other {number}", "z"))
    for fact_id in wanted[1:]:
        rig.archive(fact_id)
    rig.restore(wanted[2])
    rig.purge(wanted[4])
    rig.stop()
    rig.load()
    read, read_at = [], rig.store.archive._read_at
    rig.store.archive._read_at = lambda *place: (read.append(place), read_at(*place))[1]
    triple = Triple(*filters)
    found: list[tuple[str, bool]] = []
    after: str | None = None
    while True:
        page = find(rig.store, triple, True, 1, after, rig.clock.now())
        found += [(fact["id"], fact["archived"]) for fact in page["facts"]]
        if (after := page.get("next")) is None:
            break
    assert found == [(wanted[0], False), (wanted[2], False), (wanted[1], True), (wanted[3], True)]
    assert len(read) < 10


def test_neighbours_of_a_hub_are_the_most_active(rig: Rig) -> None:
    for number in range(50):
        rig.add(f"spoke {number}", "hub")
        rig.clock.advance(86400)
    found = neighbors(rig.store, "HUB", 2, 5, rig.clock.now())["facts"]
    assert [fact["subject"] for fact in found] == [f"spoke {number}" for number in (49, 48, 47, 46, 45)]


def test_facts_of_one_hour_are_ordered_by_relevance_not_by_microseconds_of_decay() -> None:
    results = [{"id": name, "activation": value} for name, value in (
        ("best", 0.9999990), ("older", 0.5), ("newest", 0.9999996), ("alike", 0.4951), ("half", 0.4899), ("last", 0.1),
    )]  # fmt: skip
    assert [one["id"] for one in by_activation(results)] == ["best", "newest", "older", "alike", "half", "last"]


@given(st.lists(st.floats(0, 1), max_size=30))
def test_no_fact_stands_before_one_that_is_clearly_more_active(values: list[float]) -> None:
    ordered = [one["activation"] for one in by_activation([{"activation": value} for value in values])]
    assert sorted(ordered) == sorted(values)
    assert all(later <= earlier + ALIKE for i, earlier in enumerate(ordered) for later in ordered[i:])


def test_accents_are_one_however_they_are_encoded() -> None:
    assert fold("Cafe\u0301  Ada") == fold("CAF\u00c9 ada") == "caf\u00e9 ada"
