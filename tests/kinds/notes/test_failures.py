"""What a person typed outlives refused requests and full disks, and nothing that was refused stays."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from pathlib import Path

import pytest

from memoryd.errors import NotFound, ReadOnly
from memoryd.kinds.notes.changes.store import WriteOptions
from memoryd.kinds.notes.changes.tasks import RETRY
from memoryd.origin import SHARED
from memoryd.storage.batch import Batch
from memoryd.testing.faulty_files import FaultyFiles
from tests.kinds.notes.rig import Full, NotesRig


def write_and_fail(rig: NotesRig, layer: str, *, late: bool) -> None:
    def operation(batch: Batch) -> None:
        rig.store.write(layer, "Refused", None, WriteOptions(SHARED, remember=True), None, batch)
        batch.append(Full(late=late), b"x")

    with pytest.raises(ReadOnly):
        rig.run(operation)


@pytest.fixture
def rig(tmp_path: Path) -> Iterator[NotesRig]:
    rig = NotesRig(tmp_path / "data", files=FaultyFiles(str(tmp_path)))
    rig.write("decisions", "Use tabs", remember=True)
    yield rig
    rig.stop()


def type_into_memory(rig: NotesRig) -> None:
    rig.put("MEMORY.md", rig.memory.replace("- Use tabs", "- Typed by hand\n- Use tabs"))


def test_what_was_typed_outlives_a_request_that_is_refused(rig: NotesRig) -> None:
    type_into_memory(rig)
    with pytest.raises(NotFound):
        rig.do("edit", "memory/decisions.md:use-taps", "x")
    rig.look()
    assert "- Typed by hand <!-- #typed-by-hand --> <!-- memoryd: private -->\n" in rig.file("memory/decisions.md")
    assert any(bullet.startswith("Typed by hand ↑") for bullet in rig.bullets())


@pytest.mark.parametrize("path", ["decisions.md", "MEMORY.md", "hot.json", "hygiene.json"])
def test_what_was_typed_outlives_a_full_disk(rig: NotesRig, path: str) -> None:
    type_into_memory(rig)
    assert isinstance(rig.os_files, FaultyFiles)
    rig.os_files.fail_all(errno.ENOSPC, "write", path=path)
    for _ in range(2):
        try:
            rig.write("decisions", "A note of these seconds", remember=True)
        except ReadOnly:
            assert "these seconds" not in rig.file("memory/decisions.md")
    rig.os_files.heal()
    rig.asked.append(RETRY)
    rig.look()
    assert "- Typed by hand <!-- #typed-by-hand --> <!-- memoryd: private -->\n" in rig.file("memory/decisions.md")
    assert any(bullet.startswith("Typed by hand ↑") for bullet in rig.bullets())


def test_what_one_batch_wrote_is_not_taken_back_by_the_next(rig: NotesRig) -> None:
    rig.write("decisions", "Acknowledged", pin=True)
    before = rig.file("memory/decisions.md"), rig.memory

    write_and_fail(rig, "decisions", late=False)
    rig.look()
    assert (rig.file("memory/decisions.md"), rig.memory) == before


def test_what_is_refused_is_taken_back_from_every_file(rig: NotesRig) -> None:
    type_into_memory(rig)
    write_and_fail(rig, "ideas", late=True)
    assert not (rig.root / "memory/ideas.md").exists()
    rig.look()
    assert "Refused" not in rig.memory + str(rig.hygiene)
    assert any(bullet.startswith("Typed by hand ↑") for bullet in rig.bullets())


def test_a_note_whose_archiving_is_refused_is_not_in_the_archive(rig: NotesRig) -> None:
    def operation(batch: Batch) -> None:
        rig.store.archive("memory/decisions.md:use-tabs", None, batch)
        batch.append(Full(late=True), b"x")

    with pytest.raises(ReadOnly):
        rig.run(operation)
    assert "- Use tabs" in rig.file("memory/decisions.md")
    assert [path.read_text() for path in (rig.root / "memory/archive").glob("*.md")] == [""]
    rig.crash()
    assert rig.parts.transactions.archive.all() == []


@pytest.mark.parametrize("late", [False, True])
def test_an_archiving_that_was_refused_can_be_repeated(rig: NotesRig, late: bool) -> None:
    def operation(batch: Batch) -> None:
        rig.store.archive("memory/decisions.md:use-tabs", None, batch)
        batch.append(Full(late=late), b"x")

    with pytest.raises(ReadOnly):
        rig.run(operation)
    rig.do("archive", "memory/decisions.md:use-tabs", None)
    assert "- Use tabs" in "".join(path.read_text() for path in (rig.root / "memory/archive").glob("*.md"))


def test_an_edit_in_the_moment_of_a_write_does_not_undo_it(rig: NotesRig) -> None:
    def operation(batch: Batch) -> None:
        rig.store.write("decisions", "Pinned in that moment", None, WriteOptions(SHARED, pin=True), None, batch)
        type_into_memory(rig)

    rig.run(operation)
    rig.look()
    said = [bullet.partition(" ↑")[0] for bullet in rig.bullets()]
    assert sorted(said) == ["Pinned in that moment", "Typed by hand", "Use tabs"]
    assert "Pinned in that moment <!-- #pinned-in-that-moment --> ↑[pin]" in rig.file("memory/decisions.md")
