"""A line that no memory can have is set aside with its file, and the other lines go on."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from memoryd.errors import Busy
from memoryd.storage.append_log import AppendLog
from memoryd.storage.files import OsFiles
from memoryd.storage.holes import has_great_hole
from memoryd.storage.lines import LONGEST_LINE, LineTooLong, split_lines, whole_lines
from memoryd.storage.long_lines import take_out_long_lines
from memoryd.storage.regular import LARGEST
from memoryd.storage.tail import repair_tail

HOLE = 4 << 30


def written(path: Path, *parts: bytes | int) -> Path:
    """A file of these parts; a number is a hole of so many bytes."""
    with path.open("wb") as file:
        for part in parts:
            if isinstance(part, int):
                file.truncate(file.tell() + part)
                file.seek(0, os.SEEK_END)
            else:
                file.write(part)
    return path


LONG = b"x" * (LONGEST_LINE + 1)


@pytest.mark.parametrize(
    ("parts", "is_great"),
    [
        ((HOLE,), True),
        ((b"a\n", HOLE), True),
        ((b"a\n", HOLE, b"b\n"), True),
        ((b"a\n", LARGEST // 2, b"b\n" * 4096, LARGEST, b"c\n"), True),
        ((b"a\n", LARGEST // 2, b"b\n"), False),
        ((b"a\n" * 9000,), False),
    ],
)
def test_a_great_hole_is_seen_wherever_it_is(tmp_path: Path, parts: tuple[bytes | int, ...], *, is_great: bool) -> None:
    with written(tmp_path / "file", *parts).open("rb") as file:
        assert has_great_hole(file.fileno()) is is_great


@pytest.mark.parametrize(
    ("parts", "left"),
    [
        ((b"a\n", HOLE), b"a\n"),
        ((HOLE,), b""),
        ((HOLE, b"\nb\n"), b"\nb\n"),
        ((b"a\n", HOLE, b"\nb\n", HOLE, b"\nc"), b"a\n\nb\n\nc"),
        ((b"a\n", HOLE, b"tail of it\nb\n"), b"a\n\nb\n"),
        ((b"a\n", LONG, b"\nb\n"), b"a\n\nb\n"),
        ((b"a\n" * 100_000, LONG, b"\n", b"b\n" * 100_000), b"a\n" * 100_000 + b"\n" + b"b\n" * 100_000),
    ],
)
def test_the_other_lines_keep_their_numbers(tmp_path: Path, parts: tuple[bytes | int, ...], left: bytes) -> None:
    path = written(tmp_path / "x.jsonl", *parts)
    size, inode = path.stat().st_size, path.stat().st_ino
    taken = take_out_long_lines(OsFiles(), str(path))
    assert taken is not None
    assert path.read_bytes() == left
    assert (Path(taken.broken).stat().st_size, Path(taken.broken).stat().st_ino) == (size, inode)
    assert "longer than any memory" in taken.problem.what
    assert taken.broken in taken.problem.action
    assert take_out_long_lines(OsFiles(), str(path)) is None


@pytest.mark.parametrize(
    "parts",
    [
        (),
        (b"a\n",),
        (b"x" * LONGEST_LINE, b"\n"),
        (b"a\n", b"x" * LONGEST_LINE, b"\n", b"y" * LONGEST_LINE),
        (b"a line\n" * 10_000_000,),
    ],
)
def test_a_file_of_lines_that_can_be_read_is_left_alone(tmp_path: Path, parts: tuple[bytes | int, ...]) -> None:
    path = written(tmp_path / "x.jsonl", *parts)
    inode = path.stat().st_ino
    assert take_out_long_lines(OsFiles(), str(path)) is None
    assert path.stat().st_ino == inode
    assert os.listdir(tmp_path) == ["x.jsonl"]


def test_a_start_reports_the_long_line_and_the_torn_one(tmp_path: Path) -> None:
    path = written(tmp_path / "x.jsonl", b'{"a": 1}\n', HOLE, b'\n{"b": 2}\n{"torn')
    report = repair_tail(OsFiles(), str(path))
    assert report is not None
    assert "longer than any memory" in report.problem.what and "cut off by a crash" in report.problem.what
    assert path.read_bytes() == b'{"a": 1}\n\n{"b": 2}\n'


def test_nothing_is_appended_behind_a_line_that_nobody_can_read(tmp_path: Path) -> None:
    path = written(tmp_path / "x.jsonl", b"a\n")
    log = AppendLog(OsFiles(), str(path))
    log.check()
    written(path, b"a\n", HOLE)
    with pytest.raises(Busy, match="longer than any memory"):
        log.write(b"b\n")
    take_out_long_lines(OsFiles(), str(path))
    log.write(b"b\n")
    log.sync()
    log.close()
    assert path.read_bytes() == b"a\nb\n"


@pytest.mark.parametrize("lines", [split_lines, whole_lines])
def test_a_line_does_not_fill_the_memory(lines: object) -> None:
    block = b"\0" * (1 << 20)
    with pytest.raises(LineTooLong):
        for _ in lines(block for _ in range(1000)):  # type: ignore[operator]
            raise AssertionError
