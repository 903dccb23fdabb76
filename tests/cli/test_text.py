"""Text rules: safe, measured, wrapped, cut; and times for people."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoryd.cli import moments
from memoryd.cli.progress import draw
from memoryd.cli.text import one_line, pad, printable, printable_json, shorten, text_width, wrap
from memoryd.cli.values import size

any_text = st.text(st.characters(), max_size=80)  # surrogates, too
NOW = datetime(2026, 5, 15, 12, tzinfo=UTC)


@given(any_text)
def test_printable_text_has_nothing_to_obey(text: str) -> None:
    shown = printable(text)
    assert not any(ord(char) < 0x20 or 0x7F <= ord(char) < 0xA0 or 0xD800 <= ord(char) < 0xE000 for char in shown)
    shown.encode()
    assert printable(shown) == shown


@given(st.recursive(any_text, lambda values: st.lists(values) | st.dictionaries(any_text, values), max_leaves=5))
def test_printable_json_is_the_same_value(value: object) -> None:
    text = printable_json(json.dumps(value, ensure_ascii=False))
    assert json.loads(text) == json.loads(json.dumps(value, ensure_ascii=False))
    assert printable(text) == text


@pytest.mark.parametrize(
    ("text", "width"),
    [("abc", 3), ("日本", 4), ("é", 1), ("e\u0301", 1), ("a\u200bb", 2), ("ﾊﾝ", 2), ("👍", 2), ("", 0)],
)
def test_width(text: str, width: int) -> None:
    assert text_width(text) == width


@pytest.mark.parametrize(
    ("text", "columns", "lines"),
    [
        ("", 10, [""]),
        ("one two three", 7, ["one two", "three"]),
        ("one two three", 13, ["one two three"]),
        ("abcdefghij", 4, ["abcd", "efgh", "ij"]),
        ("a 日本語日本語", 6, ["a 日本", "語日本", "語"]),
        ("    ab cd ef", 7, ["    ab", "cd ef"]),
        ("ab abcdefgh", 4, ["ab", "abcd", "efgh"]),
    ],
)
def test_wrap(text: str, columns: int, lines: list[str]) -> None:
    assert wrap(text, columns) == lines


@given(any_text, st.integers(2, 60))
def test_wrapped_lines_fit_and_lose_nothing(text: str, columns: int) -> None:
    line = one_line(text)
    lines = wrap(line, columns)
    assert all(text_width(part) <= columns for part in lines)
    assert "".join(lines).replace(" ", "") == line.replace(" ", "")


@given(any_text, st.integers(1, 60))
def test_shortened_text_fits(text: str, columns: int) -> None:
    line = one_line(text)
    short = shorten(line, columns)
    # One wide character is wider than a single column, and an ellipsis says so.
    assert text_width(short) <= max(columns, 3 if columns == 2 else 1)
    assert short == line or short.endswith("…")
    assert text_width(pad(short, 70)) == 70


@pytest.mark.parametrize(
    ("back", "words"),
    [
        (timedelta(seconds=59), "just now"),
        (timedelta(seconds=60), "1 minute ago"),
        (timedelta(hours=5), "5 hours ago"),
        (timedelta(days=1), "1 day ago"),
        (timedelta(days=45), "1 month ago"),
        (timedelta(days=800), "2 years ago"),
        (-timedelta(seconds=5), "in a moment"),
        (-timedelta(hours=2), "in 2 hours"),
    ],
)
def test_ago(back: timedelta, words: str) -> None:
    assert moments.ago(NOW - back, NOW) == words


@pytest.mark.parametrize(
    ("back", "words"),
    [
        (timedelta(hours=5), "5 hours ago"),
        (timedelta(0), "just now"),
        (-timedelta(seconds=5), "just now"),
        (-timedelta(hours=8), "8 hours ahead of now"),
    ],
)
def test_since(back: timedelta, words: str) -> None:
    assert moments.since(NOW - back, NOW) == words


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0, "0 s"),
        (0.42, "0.42 s"),
        (12.9, "12 s"),
        (185, "3 min 5 s"),
        (3600, "1 h"),
        (8040, "2 h 14 min"),
        (442800, "5 d 3 h"),
    ],
)
def test_duration(seconds: float, words: str) -> None:
    assert moments.duration(seconds) == words


@pytest.mark.parametrize(
    ("text", "time"),
    [
        ("3d", "2026-05-12T12:00:00+00:00"),
        ("30m", "2026-05-15T11:30:00+00:00"),
        (" 2w ", "2026-05-01T12:00:00+00:00"),
        ("99999w", "0109-11-08T12:00:00+00:00"),
        ("2026-05-01", "2026-05-01"),
        ("soon", "soon"),
    ],
)
def test_relative_times(text: str, time: str) -> None:
    assert moments.resolve(text, NOW) == time


@pytest.mark.parametrize("text", [None, 5, "", "5", "2026", "not a time", "2026-13-01T00:00:00Z", "99999999999"])
def test_what_is_no_time(text: object) -> None:
    assert moments.parse(text) is None


@pytest.mark.parametrize(
    ("count", "words"), [(0, "0 B"), (1023, "1023 B"), (1536, "1.5 KiB"), (2**31, "2.0 GiB"), (2**52, "4096.0 TiB")]
)
def test_sizes(count: int, words: str) -> None:
    assert size(count) == words


@pytest.mark.parametrize(
    ("done", "total", "shown"), [(1, 2, " 50%  1/2"), (9, 2, "100%  9/2"), (-1, 2, "  0%"), (7, 0, " 7 ")]
)
def test_progress_is_drawn_within_bounds(done: int, total: int, shown: str) -> None:
    assert shown in draw("decay", done, total, 3.0)
