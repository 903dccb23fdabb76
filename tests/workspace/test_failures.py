"""What other hands typed outlives requests that are refused and disks that are full, and nothing refused stays."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from pathlib import Path

import pytest

from memoryd.errors import NotFound, ReadOnly
from memoryd.kinds.notes.store import WriteOptions
from memoryd.storage.writer import Batch
from memoryd.testing.faulty_files import FaultyFiles
from tests.workspace.house import House


class Full:
    """A log of somebody else whose disk is full: it is noticed when it is written, or when it is synced."""

    def __init__(self, *, late: bool) -> None:
        self.late = late

    def write(self, data: bytes) -> None:
        if not self.late:
            raise ReadOnly("full")

    def sync(self) -> None:
        raise ReadOnly("full")

    def rollback(self) -> None:
        """Nothing was written."""


def write_and_fail(house: House, layer: str, *, late: bool) -> None:
    def operation(batch: Batch) -> None:
        house.keeper.write(layer, "Refused", None, WriteOptions(remember=True), None, batch)
        batch.append(Full(late=late), b"x")

    with pytest.raises(ReadOnly):
        house.run(operation)


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    house = House(tmp_path / "data", files=FaultyFiles(str(tmp_path)))
    house.write("decisions", "Use tabs", remember=True)
    yield house
    house.stop()


def type_into_memory(house: House) -> None:
    house.put("MEMORY.md", house.memory.replace("- Use tabs", "- Typed by hand\n- Use tabs"))


def test_what_was_typed_outlives_a_request_that_is_refused(house: House) -> None:
    type_into_memory(house)
    with pytest.raises(NotFound):
        house.do("edit", "memory/decisions.md:use-taps", "x")
    house.look()
    assert "- Typed by hand <!-- #typed-by-hand -->\n" in house.file("memory/decisions.md")
    assert any(bullet.startswith("Typed by hand ↑") for bullet in house.bullets())


@pytest.mark.parametrize("path", ["decisions.md", "MEMORY.md", "hot.json", "hygiene.json"])
def test_what_was_typed_outlives_a_full_disk(house: House, path: str) -> None:
    type_into_memory(house)
    assert isinstance(house.os_files, FaultyFiles)
    house.os_files.fail_all(errno.ENOSPC, "write", path=path)
    for _ in range(2):
        try:
            house.write("decisions", "A note of these seconds", remember=True)
        except ReadOnly:
            assert "these seconds" not in house.file("memory/decisions.md")
    house.os_files.heal()
    house.keeper.ask("notes:behind")
    house.look()
    assert "- Typed by hand <!-- #typed-by-hand -->\n" in house.file("memory/decisions.md")
    assert any(bullet.startswith("Typed by hand ↑") for bullet in house.bullets())


def test_what_one_batch_wrote_is_not_taken_back_by_the_next(house: House) -> None:
    house.write("decisions", "Acknowledged", pin=True)
    before = house.file("memory/decisions.md"), house.memory

    write_and_fail(house, "decisions", late=False)
    house.look()
    assert (house.file("memory/decisions.md"), house.memory) == before


def test_what_is_refused_is_taken_back_from_every_file(house: House) -> None:
    type_into_memory(house)
    write_and_fail(house, "ideas", late=True)
    assert not (house.root / "memory/ideas.md").exists()
    house.look()
    assert "Refused" not in house.memory + str(house.hygiene)
    assert any(bullet.startswith("Typed by hand ↑") for bullet in house.bullets())


def test_an_edit_in_the_moment_of_a_write_does_not_undo_it(house: House) -> None:
    fresh, house.keeper.needs_fresh = house.keeper.needs_fresh, lambda relpath, batch: None
    type_into_memory(house)
    house.write("decisions", "Pinned in that moment", pin=True)
    house.keeper.needs_fresh = fresh
    house.look()
    said = [bullet.partition(" ↑")[0] for bullet in house.bullets()]
    assert sorted(said) == ["Pinned in that moment", "Typed by hand", "Use tabs"]
    assert "Pinned in that moment <!-- #pinned-in-that-moment --> ↑[pin]" in house.file("memory/decisions.md")
