"""An edited layer file read again: only around what changed, where that gives the same as reading all of it."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from itertools import accumulate
from typing import NamedTuple

from memoryd.kinds.notes.formats.entry import Entry
from memoryd.kinds.notes.formats.layer_file import LayerFile, Loose, Piece, parse_with_loose
from memoryd.kinds.notes.formats.matching import Matched, match

SHORT = 20_000
"""Characters up to which a file is simply read as a whole."""
_FAR = re.compile(
    r"^[ \t]*(?:#|<!--|```|~~~|[-=*_.][-=*_. \t]*$)"  # headings, comments, fences, rules, underlines, front matter
    r"|^(?!.*<!--).*-->|\r",
    re.MULTILINE,
)
"""What decides how lines far from it are read."""


Parse = Callable[[str], tuple[LayerFile, tuple[Loose, ...]]]


class _Window(NamedTuple):
    """The pieces `first` to `last` of the old file stand for the new text `start` to `end`."""

    first: int
    last: int
    start: int
    end: int
    old_end: int


def read_again(
    old: LayerFile,
    loose: tuple[Loose, ...],
    gone: Sequence[Entry],
    text: str,
    now: int,
    *,
    short: int = SHORT,
    parse: Parse = parse_with_loose,
) -> tuple[Matched, tuple[Loose, ...]]:
    """The file as `text` has it, its entries matched with those of `old` and with `gone`, which left it a moment ago.

    O(length) in C, and in Python only in what changed: an entry's neighbours show where it begins and ends.
    """
    found = _read_window(old, loose, gone, text, now, parse) if len(text) > short and len(old) else None
    if found is not None:
        return found
    file, new_loose = parse(text)
    return match(LayerFile([*old.pieces, *gone]), file, now), new_loose


def _read_window(
    old: LayerFile, loose: tuple[Loose, ...], gone: Sequence[Entry], text: str, now: int, parse: Parse
) -> tuple[Matched, tuple[Loose, ...]] | None:
    before = old.render()
    window = _window(old.pieces, before, text)
    if window is None:
        return None
    middle, new = old.pieces[window.first : window.last + 1], text[window.start : window.end]
    was = before[window.start : window.old_end]
    if _FAR.search(new) or _FAR.search(was):
        return None
    file, inner = parse(new)
    if not _fits(middle, file, is_end=window.end == len(text)):
        return None
    opening = middle[0]
    title = opening.title if isinstance(opening, Entry) else ""
    file = LayerFile(_titled(piece, title) for piece in file.pieces)
    inside = {piece.slug for piece in middle if isinstance(piece, Entry)}
    matched = match(LayerFile([*middle, *gone]), file, now, old.slugs() - inside)
    matched.file = LayerFile((*old.pieces[: window.first], *matched.file.pieces, *old.pieces[window.last + 1 :]))
    line = before.count("\n", 0, window.start)
    there = [(line + at, title, said) for at, _, said in inner]
    return matched, _spliced(loose, there, line, was.count("\n"), new.count("\n"))


def _window(pieces: Sequence[Piece], before: str, text: str) -> _Window | None:
    """From the last bullet above what changed to the first one below, or to the end."""
    same = _common_start(before, text)
    same_end = _common_start(before[same:][::-1], text[same:][::-1])
    ends = list(accumulate(len(piece) if isinstance(piece, str) else len(piece.raw) for piece in pieces))
    first = bisect_right(ends, same) - 1
    while first >= 0 and not _is_bullet(pieces[first]):
        first -= 1
    if first < 0:
        return None
    last = bisect_left(ends, len(before) - same_end) + 1
    while last < len(pieces) and not _is_bullet(pieces[last]):
        last += 1
    last = min(last, len(pieces) - 1)
    start = ends[first - 1] if first else 0
    return _Window(first, last, start, len(text) - (len(before) - ends[last]), ends[last])


def _is_bullet(piece: Piece) -> bool:
    return isinstance(piece, Entry) and piece.kind == "entry"


def _common_start(one: str, other: str) -> int:
    low, high = 0, min(len(one), len(other))
    while low < high:
        half = (low + high + 1) // 2
        if one[low:half] == other[low:half]:
            low = half
        else:
            high = half - 1
    return low


def _fits(middle: Sequence[Piece], file: LayerFile, *, is_end: bool) -> bool:
    """Whether the text begins with an entry as it did, and what comes below it begins as it did."""
    if not file.pieces or not _is_bullet(file.pieces[0]):
        return False
    last, new = middle[-1], file.pieces[-1]
    return is_end or (_is_bullet(last) and _is_bullet(new) and _raw(last) == _raw(new))


def _raw(piece: Piece) -> str:
    return piece if isinstance(piece, str) else piece.raw


def _titled(piece: Piece, title: str) -> Piece:
    return piece if isinstance(piece, str) else Entry(piece.slug, piece.raw, piece.kind, title, piece.seen)


def _spliced(loose: tuple[Loose, ...], there: list[Loose], line: int, old: int, new: int) -> tuple[Loose, ...]:
    """The lines above stay, those below move on."""
    above = [one for one in loose if one[0] <= line]
    below = [(at + new - old, title, said) for at, title, said in loose if at > line + old]
    merged = (*above, *there, *below)
    return loose if merged == loose else merged
