"""Text on a terminal: made safe, measured in columns, wrapped and shortened."""

from __future__ import annotations

import re
import unicodedata

ELLIPSIS = "…"

# Control characters (C0, DEL, C1) could control the terminal, bidi embeddings and isolates could reorder a line,
# separators could split it, and lone surrogates cannot be encoded.
_UNSAFE = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
_SPACES = re.compile(r"[ \t\r\n\v\f\x85\u2028\u2029]+")


def _escape(match: re.Match[str]) -> str:
    code = ord(match.group())
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"


def _json_escape(match: re.Match[str]) -> str:
    return f"\\u{ord(match.group()):04x}"


def printable(text: str) -> str:
    """One line of text without anything that a terminal would obey; `\\x1b` stands for an escape."""
    return text if text.isascii() and text.isprintable() else _UNSAFE.sub(_escape, text)


def printable_json(text: str) -> str:
    """JSON (of `json.dumps`) with the characters that `printable` escapes as `\\uXXXX`: the same value, safe to show.

    Line feeds between tokens are kept; those in strings were escaped by json.dumps.
    """
    return "\n".join(_UNSAFE.sub(_json_escape, line) for line in text.split("\n"))


def one_line(text: str) -> str:
    """Line breaks, tabs and runs of spaces folded to one space, and made printable."""
    return printable(_SPACES.sub(" ", text).strip(" "))


def char_width(char: str) -> int:
    """Columns of one character: 2 for wide ones, 0 for combining and invisible ones."""
    if char < "\u0300":
        return 1
    if unicodedata.east_asian_width(char) in "WF":
        return 2
    return 0 if unicodedata.category(char) in ("Mn", "Me", "Cf") else 1


def text_width(text: str) -> int:
    """Columns of a printable text."""
    return len(text) if text.isascii() else sum(map(char_width, text))


def split_at(text: str, columns: int) -> tuple[str, str]:
    """The longest prefix that fits the columns (at least one character), and the rest."""
    if text.isascii():
        at = max(1, columns)
        return text[:at], text[at:]
    used = 0
    for index, char in enumerate(text):
        used += char_width(char)
        if used > columns and index:
            return text[:index], text[index:]
    return text, ""


def shorten(text: str, columns: int) -> str:
    """The text, shortened with an ellipsis where it is wider than the columns."""
    if text_width(text) <= columns:
        return text
    return split_at(text, columns - 1)[0].rstrip() + ELLIPSIS if columns > 1 else ELLIPSIS


def pad(text: str, columns: int, right: bool = False) -> str:
    """The text filled with spaces to the columns; `right` aligns it right."""
    fill = " " * (columns - text_width(text))
    return fill + text if right else text + fill


def wrap(text: str, columns: int) -> list[str]:
    """Lines of at most that many columns, broken at spaces or between wide characters, else anywhere."""
    columns = max(columns, 2)
    lines: list[str] = []
    line: str | None = None
    for word in text.split(" "):
        room = columns - (0 if line is None else text_width(line) + 1)
        if text_width(word) <= room:
            line = word if line is None else f"{line} {word}"
            continue
        rest = word
        # Scripts without spaces continue on the current line; other words begin a new one.
        if line is not None and room >= 2 and any(char_width(char) == 2 for char in word):
            head, rest = split_at(word, room)
            line = f"{line} {head}"
        if line is not None:
            lines.append(line)
        while text_width(rest) > columns:
            head, rest = split_at(rest, columns)
            lines.append(head)
        line = rest
    return [*lines, line or ""]
