"""What `recall.get` makes of a key and of a file's lines."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import BinaryIO, NamedTuple

from memoryd.errors import InvalidParams

_BETWEEN_CHECKS = 1 << 18
_BLOCK = 256
"""Lines that are joined at a time: some calls that each hold 10,000 small strings leave a heap with holes behind."""
_PLACE = re.compile(r"(?P<path>.+?\.(?:md|jsonl\.zst|jsonl|json|txt))(?::(?P<place>[^/]+))?", re.DOTALL)


class Place(NamedTuple):
    """What a key points to: a file below the data directory, and a line or a slug in it."""

    path: str
    line: int | None = None
    slug: str | None = None


class Window(NamedTuple):
    """Some lines of a text: `text` is `lines` of them from line `first`; `next` is the first one not shown, if any."""

    text: str
    first: int
    lines: int
    next: int | None


def place_of(key: str) -> Place | None:
    """The file and place that a key names; None for an id. Raises InvalidParams for a path outside the directory."""
    match = _PLACE.fullmatch(key)
    if match is None:
        if "/" in key:
            return Place(check_path(key))
        return None
    path, place = check_path(match["path"]), match["place"]
    if place is None:
        return Place(path)
    if place.isascii() and place.isdigit() and len(place) < 12:
        return Place(path, line=int(place))
    return Place(path, slug=place)


def check_path(path: str, param: str = "key") -> str:
    """The path, if it stays below the data directory and has no dot name; else raises InvalidParams, of `param`."""
    parts = path.split("/")
    if not path or path.startswith("/") or "\x00" in path or "" in parts:
        raise InvalidParams("A path is relative to the data directory, as results show it.", path=path, param=param)
    if any(part.startswith(".") for part in parts):
        raise InvalidParams("A path names no part that begins with a dot.", path=path, param=param)
    return path


def read_lines(
    file: BinaryIO, longest: int, check: Callable[[], None], skip: Callable[[BinaryIO], None]
) -> Iterator[str]:
    """The lines without their ends; of one of more than `longest` bytes the beginning.

    Calls `check` now and then; of the rest of a long line `skip` passes over what is nothing but a hole.
    """
    seen = 0
    while raw := file.readline(longest):
        piece = raw
        while piece and not piece.endswith(b"\n"):
            seen += len(piece)
            check()
            skip(file)
            piece = file.readline(longest)
        seen += len(piece)
        if seen >= _BETWEEN_CHECKS:
            check()
            seen = 0
        yield raw.rstrip(b"\n").decode("utf-8", "replace")


def window_of(lines: Iterable[str], first: int, count: int | None, max_chars: int) -> Window:
    """Up to `count` lines (all when None) from line `first` (from 1), at most `max_chars` of them but at least one.

    `lines` come without line ends. A single line that is longer is cut.
    """
    if first < 1 or (count is not None and count < 1):
        raise InvalidParams("`from` and `lines` count from 1.")
    blocks: list[str] = []
    block: list[str] = []
    chars = shown = 0
    following = None
    for number, line in enumerate(lines, 1):
        if number < first:
            continue
        chars += len(line) + 1
        if shown == count or (shown and chars > max_chars):
            following = number
            break
        block.append(line[:max_chars])
        shown += 1
        if len(block) == _BLOCK:
            blocks.append("\n".join(block))
            block = []
    if block:
        blocks.append("\n".join(block))
    return Window("\n".join(blocks), first, shown, following)
