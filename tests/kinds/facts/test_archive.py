"""The index of archived facts, which readers ask while the writer archives."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator

import pytest

from memoryd.kinds.facts.known import table
from memoryd.kinds.facts.known.archive import Archive
from memoryd.kinds.facts.model.compare import key_of
from memoryd.kinds.facts.model.decay import State
from memoryd.kinds.facts.model.fact import Fact, encode_archived
from memoryd.origin import SHARED

HELD = 500


@pytest.fixture
def many_switches() -> Iterator[None]:
    """Threads take turns as often as they can."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


def fact(number: int) -> Fact:
    return Fact(id=f"fact-{number}", subject="kiln", predicate="runs at", object=str(number), created=0, origin=SHARED)


@pytest.mark.usefixtures("many_switches")
def test_archived_facts_are_counted_while_others_are_archived() -> None:
    archive = Archive(lambda _offset, _length: b"")
    state = State(1.0, 0, 0, 1)
    for number in range(HELD):
        archive.stage(fact(number), state)
    counted = threading.Event()

    def archive_others() -> None:
        number = HELD
        while not counted.is_set():
            archive.stage(fact(number), state)
            archive.unstage(f"fact-{number}")
            number += 1

    others = threading.Thread(target=archive_others)
    others.start()
    try:
        assert {len(archive) for _ in range(2000)} <= {HELD, HELD + 1}
    finally:
        counted.set()
        others.join()


def test_where_a_fact_was_is_known_of_the_latest_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else each fact that ever left would take memory until a restart."""
    monkeypatch.setattr(table, "_MOST_FORMER", 10)
    facts = table.FactTable()
    for number in range(100):
        facts.add(fact(number), key_of(fact(number)))
    for number in range(99):
        facts.remove(fact(number).id)
    assert facts.place(fact(0).id) is None
    assert [facts.place(fact(number).id) for number in (89, 98, 99)] == [89, 98, 99]


def test_what_is_on_its_way_into_the_archive_is_looked_through_once() -> None:
    state, first = State(1.0, 0, 0, 1), fact(1)
    raw = encode_archived(first, state, 5, "asked")
    archive = Archive(lambda offset, length: raw[offset : offset + length])
    archive.stage(first, state)
    archive.note_appended([(first, raw)], 0)
    assert [(one.id, at) for one, _, at in archive.having(lambda _: True)] == [("fact-1", 5)]
    archive.stage(first, state)  # it was restored meanwhile
    archive.stage(fact(2), state)
    found = [(one.id, at) for one, _, at in archive.having(lambda _: True)]
    assert found == [("fact-1", sys.maxsize), ("fact-2", sys.maxsize)]
    assert [archive.archived_at(f"fact-{number}") for number in (1, 2, 3)] == [sys.maxsize, sys.maxsize, 0]
