from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

import pytest

from memoryd.errors import InvalidParams
from memoryd.recall.get import Place, Window, place_of, read_lines, window_of
from memoryd.storage.holes import skip_hole

LINES = ["one", "two", "three", "four"]


@pytest.mark.parametrize(
    ("key", "place"),
    [
        ("fact-20260515-abc", None),
        ("context-1", None),
        ("MEMORY.md", Place("MEMORY.md")),
        ("memory/user.md:likes-tea", Place("memory/user.md", slug="likes-tea")),
        ("memory/user.md:東京", Place("memory/user.md", slug="東京")),
        ("daily/2026-05-15.md:12", Place("daily/2026-05-15.md", line=12)),
        ("sessions/2026-05-15-101112-2.jsonl:3", Place("sessions/2026-05-15-101112-2.jsonl", line=3)),
        ("summaries/L1/0001.md", Place("summaries/L1/0001.md")),
        ("memory/user.md:2026", Place("memory/user.md", line=2026)),
        ("odd:name/file.md:1", Place("odd:name/file.md", line=1)),
        ("notes/README", Place("notes/README")),
    ],
)
def test_a_key_names_a_place(key: str, place: Place | None) -> None:
    assert place_of(key) == place


@pytest.mark.parametrize(
    "key", ["/etc/passwd", "../x.md", "memory/../../x.md", ".memoryd/x.md", "a//b.md", "a\x00/b.md"]
)
def test_a_place_stays_inside(key: str) -> None:
    with pytest.raises(InvalidParams):
        place_of(key)


@pytest.mark.parametrize(
    ("first", "count", "most", "window"),
    [
        (1, None, 100, Window("one\ntwo\nthree\nfour", 1, 4, None)),
        (2, 2, 100, Window("two\nthree", 2, 2, 4)),
        (3, 2, 100, Window("three\nfour", 3, 2, None)),
        (1, None, 8, Window("one\ntwo", 1, 2, 3)),
        (3, None, 2, Window("th", 3, 1, 4)),
        (9, 2, 100, Window("", 9, 0, None)),
    ],
)
def test_a_window(first: int, count: int | None, most: int, window: Window) -> None:
    assert window_of(LINES, first, count, most) == window


@pytest.mark.parametrize(("first", "count"), [(0, None), (-1, 2), (1, 0)])
def test_lines_count_from_one(first: int, count: int | None) -> None:
    with pytest.raises(InvalidParams):
        window_of(LINES, first, count, 10)


def test_the_windows_of_a_text_are_the_text() -> None:
    shown: list[str] = []
    start: int | None = 1
    while start is not None:
        window = window_of(LINES, start, None, 8)
        shown.append(window.text)
        start = window.next
    assert "\n".join(shown) == "\n".join(LINES)


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        (b"", []),
        (b"a\nb\n", ["a", "b"]),
        (b"a\n\nb", ["a", "", "b"]),
        (b"123456789\nb\n", ["1234", "b"]),
        (b"1234\n12345", ["1234", "1234"]),
        (b"\xff\n", ["\ufffd"]),
    ],
)
def test_lines_are_read_to_their_longest(text: bytes, lines: list[str]) -> None:
    assert list(read_lines(io.BytesIO(text), 4, lambda: None, no_holes)) == lines


def test_reading_a_large_file_checks_now_and_then_whether_to_go_on() -> None:
    checks: list[None] = []
    for text in (b"x" * (1 << 20), b"x\n" * (1 << 19)):
        checks.clear()
        list(read_lines(io.BytesIO(text), 1 << 18, lambda: checks.append(None), no_holes))
        assert len(checks) >= 4


def test_a_hole_is_passed_over_whatever_its_size(tmp_path: Path) -> None:
    path, checks = tmp_path / "sparse", list[None]()
    with path.open("wb") as file:
        file.write(b"first\n- a hole")
        file.seek(64 << 30)
        file.write(b"ends\n" + b"a line\n" * 3)
    with path.open("rb") as file:
        lines = list(read_lines(file, 1 << 18, lambda: checks.append(None), skip_hole))
    assert (lines[0], lines[1].rstrip("\0"), lines[2:]) == ("first", "- a hole", ["a line"] * 3)
    assert len(checks) < 10


def no_holes(_file: BinaryIO) -> None:
    """There are none."""


def test_of_many_lines_few_are_held_one_by_one() -> None:
    held = []

    def lines() -> Iterator[str]:
        for at in range(10_000):
            held.append(sys.getallocatedblocks())
            yield f"line {at}"

    window = window_of(lines(), 1, None, 1 << 20)
    assert (window.lines, window.next) == (10_000, None)
    assert window.text == "\n".join(f"line {at}" for at in range(10_000))
    # Beside the lines, each number that was noted here is one.
    assert max(held) - held[0] < 10_000 + 1_000
