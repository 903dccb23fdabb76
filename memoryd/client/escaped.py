r"""JSON values as the daemon takes them: each text on its own, without what it refuses, and so that it comes back.

A text has `\\` for a backslash, `\u0000` for NUL and `\ud83c` for half a character. A whole text `\#` and a number is a
number that JSON or MessagePack does not have; `\+3-5` stands for the pieces 3 and 4 of a text that was cut.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Sequence
from typing import Any

_REFUSED = re.compile(r"[\0\ud800-\udfff]")
_ESCAPED = re.compile(r"[\\\0\ud800-\udfff]")
_ESCAPE = re.compile(r"\\(?:\\|u([0-9a-f]{4}))")
_CUT = re.compile(r"\\\+(\d+)-(\d+)")
_NUMBER = re.compile(r"\\#(-?(?:Infinity|NaN|\d+))")
_INTEGERS = range(-(1 << 63), 1 << 64)
_LONGEST = 150_000
"""Characters of a piece: with each of them escaped it is less than a message may hold."""


def travels(value: Any) -> bool:
    """Whether the daemon takes a JSON value as it is."""
    if isinstance(value, str):
        return not _REFUSED.search(value)
    if isinstance(value, dict):
        return all(travels(name) and travels(of_name) for name, of_name in value.items())
    return all(map(travels, value)) if isinstance(value, list) else bool(escaped(value) == value)


def escaped(value: Any) -> Any:
    """A JSON value that the daemon takes, and stores as it is but for secrets."""
    if isinstance(value, int) and value not in _INTEGERS:
        return rf"\#{value}"
    if isinstance(value, float) and not math.isfinite(value):
        return rf"\#{json.dumps(value)}"
    return _mapped(value, _taken, _taken, escaped)


def unescaped(value: Any, pieces: Sequence[str]) -> Any:
    """The JSON value again. A text that redaction changed is what is left of it."""

    def text(one: str) -> Any:
        if number := _NUMBER.fullmatch(one):
            return json.loads(number[1])
        cut = _CUT.fullmatch(one)
        return _given("".join(pieces[int(cut[1]) : int(cut[2])]) if cut else one)

    return _mapped(value, text, _given, lambda one: unescaped(one, pieces))


def pieces_of(value: Any) -> tuple[Any, list[str]]:
    """An escaped value without its long texts, and the pieces that they were cut into."""
    pieces: list[str] = []

    def text(one: str) -> str:
        if len(one) <= _LONGEST:
            return one
        first = len(pieces)
        while one:
            end = _end(one)
            pieces.append(one[:end])
            one = one[end:]
        return rf"\+{first}-{len(pieces)}"

    def within(one: Any) -> Any:
        return _mapped(one, text, str, within)

    return within(value), pieces


def _mapped(value: Any, text: Callable[[str], Any], name: Callable[[str], str], other: Callable[[Any], Any]) -> Any:
    if isinstance(value, str):
        return text(value)
    if isinstance(value, dict):
        return {name(key): other(of_key) for key, of_key in value.items()}
    return [other(one) for one in value] if isinstance(value, list) else value


def _taken(text: str) -> str:
    return _ESCAPED.sub(lambda found: r"\\" if found[0] == "\\" else f"\\u{ord(found[0]):04x}", text)


def _given(text: str) -> str:
    return _ESCAPE.sub(lambda found: chr(int(found[1], 16)) if found[1] else "\\", text)


def _end(text: str) -> int:
    """Where a piece ends: behind a line, else a word, and not within a key, so that redaction sees secrets whole."""
    if len(text) <= _LONGEST:
        return _LONGEST
    least = _LONGEST * 7 // 8
    end = text.rfind("\n", least, _LONGEST) + 1 or text.rfind(" ", least, _LONGEST) + 1 or _LONGEST
    key = text.rfind("-----BEGIN ", 1, end)
    return key if key > text.rfind("-----END ", 0, end) else end
