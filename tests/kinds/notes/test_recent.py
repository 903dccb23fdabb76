"""What is kept of the writings of the last minutes is bounded, however long or many they are."""

from __future__ import annotations

from memoryd.kinds.notes.formats.archive import Archived
from memoryd.kinds.notes.formats.entry import Entry
from memoryd.kinds.notes.formats.recent import RecentNotes
from memoryd.storage.recent_lines import MOST_BYTES

PATH = "memory/archive/knowledge-2026-05-14.md"


def entry(text: str) -> Entry:
    return Entry("a", f"- {text}\n")


def test_of_long_notes_that_were_archived_the_last_are_kept() -> None:
    recent = RecentNotes()
    notes = [Archived("knowledge", name, name * (MOST_BYTES // 2), "2026-05-14", "", PATH) for name in "abc"]
    for note in notes:
        recent.note_archived(note, 5)
    assert recent.archived_to(PATH, 6) == notes[1:]
    recent.clear()
    for note in notes[:2]:
        recent.note_archived(note, 5)
    assert recent.archived_to(PATH, 6) == notes[:2]


def test_a_note_that_is_written_again_and_again_is_kept_with_a_bounded_past() -> None:
    recent = RecentNotes()
    recent.note("k", entry("0"), None, 1)
    for number in range(1, 10):
        recent.note("k", entry(str(number)), entry(str(number - 1)), 1)
    assert recent.is_older("k", entry("9"), entry("0"), 2)
    for number in range(10, 200):
        recent.note("k", entry(str(number)), entry(str(number - 1)), 1)
    assert not recent.is_older("k", entry("199"), entry("0"), 2)
    assert recent.is_older("k", entry("199"), entry("198"), 2)


def test_of_many_notes_the_last_written_are_kept() -> None:
    recent = RecentNotes()
    for number in range(20_000):
        recent.note(f"k{number}", entry("one"), entry("zero"), 1)
    assert not recent.is_as_written("k10000", entry("one"), 2)
    assert not recent.is_as_written("k0", entry("one"), 2)
    assert recent.is_as_written("k19999", entry("one"), 2)
