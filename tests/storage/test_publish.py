"""New files, moves and removals come through a loss of power."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO

import pytest

from memoryd.storage.publish import move_file, publish_new, remove_file
from memoryd.testing.disk_model import Keep
from memoryd.testing.faulty_files import Crashed, FaultyFiles

TEXT = b"what was said" * 10_000
LOSSES: tuple[Keep, ...] = ("none", "all", 0.0, 0.5, *range(4))


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "data").mkdir()
    return tmp_path / "data"


def left(files: FaultyFiles, root: Path, keep: Keep) -> dict[str, bytes]:
    """What stands there after a loss of power, but for temporary files."""
    target = root.parent / f"after-{len(list(root.parent.iterdir()))}"
    files.power_loss(str(target), keep)
    return {path.name: path.read_bytes() for path in target.rglob("[!.]*") if path.is_file()}


def write(out: IO[bytes]) -> None:
    out.write(TEXT)


def verify(file: IO[bytes]) -> None:
    assert file.read() == TEXT


def kills(root: Path, act: Callable[[FaultyFiles], object]) -> Iterator[FaultyFiles]:
    """The disk of each kill within it, from the same beginning, and the one of its end."""
    for at in range(100):
        (root / "old").write_bytes(TEXT)
        files = FaultyFiles(str(root))
        files.crash_at(at)
        try:
            act(files)
        except Crashed:
            yield files
        else:
            yield files
            return
        for path in [path for path in root.rglob("*") if path.is_file()]:
            path.unlink()


@pytest.mark.parametrize("keep", LOSSES)
def test_a_new_file_is_there_and_whole_when_it_is_told(root: Path, keep: Keep) -> None:
    files = FaultyFiles(str(root))
    assert publish_new(files, str(root / "new"), write, verify) == len(TEXT)
    assert left(files, root, keep) == {"new": TEXT}


@pytest.mark.parametrize("keep", LOSSES)
def test_a_file_that_is_moved_is_whole_under_one_name_at_least(root: Path, keep: Keep) -> None:
    for files in kills(root, lambda files: move_file(files, str(root / "old"), str(root / "there" / "new"))):
        found = left(files, root, keep)
        assert {*found.values()} == {TEXT}
    assert {*found} == {"new"}


@pytest.mark.parametrize("keep", LOSSES)
def test_a_file_that_was_removed_is_gone(root: Path, keep: Keep) -> None:
    (root / "old").write_bytes(TEXT)
    files = FaultyFiles(str(root))
    assert remove_file(files, str(root / "old"))
    assert not remove_file(files, str(root / "old"))
    assert left(files, root, keep) == {}
