"""What of a line with several items is left when some of them are done. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from memoryd.extraction.ends import is_done_by, tells_open, words_of
from memoryd.in_force.ending import content_of, is_met_by, subject_of
from memoryd.in_force.lines import Line
from memoryd.in_force.new_values import values_of
from memoryd.in_force.wordings import ITEMS, LISTS
from memoryd.patterns import pattern as lazy_pattern

_CLAUSES = lazy_pattern(r"(?i), (?:and |und )?|; | and (?=\S+ \S)| und (?=\S+ \S)")


def undone(line: Line, ended: Sequence[str]) -> Line | None:
    """The items of the line that are not done; several may stand in one sentence."""
    parts = _items_of(line.text)
    open_parts = [part for part in parts if not any(is_done_by(part, text) for text in ended)]
    if len(open_parts) == len(parts):
        return None if any(is_done_by(line.text, text) for text in ended) else line
    return _with_items(line, open_parts)


def untouched(line: Line, ends: str) -> Line | None:
    """The items of a list of which its ends name no word: the same line where they name none."""
    head, *others = parts = _items_of(line.text)
    label, _, first = head.partition(": ")
    left = [part for part in (first, *others) if words_of(part).isdisjoint(words_of(ends))]
    if len(left) == len(parts):
        return line
    return _with_items(line, [f"{label}: {left[0]}", *left[1:]]) if left else None


def _items_of(text: str) -> list[str]:
    parts = ITEMS.split(text)
    return [one for part in parts for one in part.split(", ")] if LISTS.match(text) else parts


def _with_items(line: Line, left: Sequence[str]) -> Line | None:
    return replace(line, text="; ".join(part.strip(" .,") for part in left)) if left else None


def before_end(line: Line, end: str) -> Line | None:
    """The clauses before the first of which its end speaks: `the parade is on 6 May`, without `we meet at the church`.

    That the end names what the first clause is about is not enough, as long as it gives that no other value.
    """
    clauses = _CLAUSES.split(line.text)
    subject = subject_of(line.text)
    met = [is_met_by(content_of(one) - subject, end) for one in clauses]
    if True not in met[1:] or met[0]:
        return None
    cut = list(_CLAUSES.finditer(line.text))[met.index(True) - 1]
    left = line.text[: cut.start()]
    mine, theirs = values_of(left), values_of(end)
    if mine.keys().isdisjoint(("date", "time")) or tells_open(line.text):
        return None
    is_moved = any(theirs[kind] - mine[kind] for kind in mine.keys() & theirs.keys())
    return None if is_moved else replace(line, text=left, heard="")
