"""Looking for archived notes by their words."""

from __future__ import annotations

import pytest

from memoryd.kinds.notes.formats.archive import Archived, ArchiveTable, archive_path
from memoryd.recall.lexical.tokens import terms_of


def note(number: int, text: str) -> Archived:
    return Archived(
        "skills", f"note-{number}", f"- {text}\n", "2026-05-15", "cold", archive_path("skills", "2026-05-15")
    )


@pytest.fixture
def table() -> ArchiveTable:
    table = ArchiveTable(terms_of)
    for number in range(5000):
        table.add(note(number, "harbour lantern" if number == 7 else f"harbour {number}"))
    return table


def test_the_rarer_word_leads_to_an_old_note_among_many_with_the_common_one(table: ArchiveTable) -> None:
    assert [one.slug for one in table.search("harbour lantern", 1)] == ["note-7"]


def test_of_a_word_that_is_everywhere_the_youngest_notes_are_found(table: ArchiveTable) -> None:
    table.remove(note(7, "harbour lantern"))
    table.add(note(7, "harbour lantern"))  # archived again
    found = table.search("harbour", 5000)
    assert len(found) == 2000
    assert {one.slug for one in found} == {"note-7", *(f"note-{number}" for number in range(3001, 5000))}


def test_a_reader_finds_an_archived_note_while_its_file_is_read_again() -> None:
    met: list[bool] = []

    def terms(text: str) -> list[str]:
        met.append("memory/user.md:ferry" in table)
        return text.split()

    path = "memory/archive/user-2026-05-15.md"
    notes = [
        Archived("user", slug, f"- {slug} <!-- #{slug} -->\n", "2026-05-15", "", path) for slug in ("train", "ferry")
    ]
    table = ArchiveTable(terms)
    table.set_file(path, notes)
    met.clear()
    table.set_file(path, notes)
    assert met
    assert all(met)
    assert len(table.versions("memory/user.md:ferry")) == 1
    table.set_file(path, notes[:1])
    assert "memory/user.md:ferry" not in table


def test_a_reader_finds_the_newest_of_a_key_while_its_file_is_read_again() -> None:
    key, path, met = "memory/user.md:ferry", "memory/archive/user-2026-05-15.md", list[str]()

    def terms(text: str) -> list[str]:
        met.extend(note.text for note in (table.get(key),) if note is not None)
        return text.split()

    table = ArchiveTable(terms)
    notes = [Archived("user", "ferry", f"- {text}\n", "2026-05-15", "", path) for text in ("at nine", "at ten")]
    table.set_file(path, notes)
    met.clear()
    table.set_file(path, notes)
    assert set(met) == {"at ten"}
    assert [note.text for note in table.versions(key)] == ["at nine", "at ten"]
