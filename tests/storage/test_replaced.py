"""What is written into a version that was replaced meanwhile is kept, however long it is, and told of."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from memoryd.storage import replaced
from memoryd.storage.files import OsFiles
from memoryd.storage.long_lines import lines_from
from memoryd.storage.replaced import keep_ranges
from memoryd.testing.faulty_files import FaultyFiles
from tests.storage.test_long_lines import HOLE, LONG, written


def test_lines_that_are_too_long_are_left_out_and_told(tmp_path: Path) -> None:
    path = written(tmp_path / "a", b"one\n", LONG, b"\ntwo\n", LONG)
    left_out: list[tuple[int, int]] = []
    fd = os.open(path, os.O_RDONLY)
    found = [line for line in lines_from(OsFiles(), fd, 2, left_out) if line]
    os.close(fd)
    assert found == [b"e", b"two"]
    assert left_out == [(4, 4 + len(LONG)), (9 + len(LONG), 9 + 2 * len(LONG))]


def test_ranges_are_kept_without_their_holes(tmp_path: Path) -> None:
    path = written(tmp_path / "a", b"one\n", HOLE, b"two\n")
    fd = os.open(path, os.O_RDONLY)
    problem = keep_ranges(OsFiles(), fd, str(path), [(0, 3), (4 + HOLE, 8 + HOLE)])
    os.close(fd)
    assert (tmp_path / "a.broken").read_bytes() == b"one\ntwo\n\n"
    assert "7 bytes" in problem.what and "a.broken" in problem.action


def test_so_many_are_kept_at_most(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replaced, "MOST_KEPT", 6)
    path = written(tmp_path / "a", b"0123456789")
    fd = os.open(path, os.O_RDONLY)
    problem = keep_ranges(OsFiles(), fd, str(path), [(0, 4), (4, 10)])
    os.close(fd)
    assert (tmp_path / "a.broken").read_bytes() == b"0123\n45\n"
    assert "10 bytes" in problem.what and "6 of them" in problem.what


def test_what_cannot_be_kept_is_told(tmp_path: Path) -> None:
    path = written(tmp_path / "a", b"0123456789")
    files = FaultyFiles(str(tmp_path))
    files.fail_all(errno.ENOSPC, "write")
    fd = os.open(path, os.O_RDONLY)
    problem = keep_ranges(files, fd, str(path), [(0, 10)])
    os.close(fd)
    assert "No space left" in problem.what
    assert problem.severity == "critical"
    assert [one.name for one in tmp_path.iterdir()] == ["a"]


def test_what_is_kept_comes_through_a_loss_of_power(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    path = written(tmp_path / "data" / "a", b"0123456789")
    files = FaultyFiles(str(tmp_path / "data"))
    fd = os.open(path, os.O_RDONLY)
    keep_ranges(files, fd, str(path), [(0, 4)])
    os.close(fd)
    files.power_loss(str(tmp_path / "after"), "none")
    assert (tmp_path / "after" / "a.broken").read_bytes() == b"0123\n"
