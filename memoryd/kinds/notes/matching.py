"""Which entry of an edited file is which of the old one: by anchor, by text, by slug, by likeness (rule 11)."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Collection
from itertools import islice

import msgspec

from memoryd.kinds.notes.entry import Entry
from memoryd.kinds.notes.layer_file import LayerFile, Piece
from memoryd.text.markdown import ANCHOR
from memoryd.text.slugs import unique_slug

LIKE = 0.5
"""Share of words that two texts have in common, from which on they are one note that was edited."""
_COMPARED = 300
"""Entries of each side that are compared for likeness; beyond it an edit is a new file in all but name."""


class Matched(msgspec.Struct):
    """The new file with the slugs that its notes had, and what happened to them."""

    file: LayerFile
    added: list[Entry] = msgspec.field(default_factory=list)
    changed: list[tuple[Entry, Entry]] = msgspec.field(default_factory=list)
    vanished: list[Entry] = msgspec.field(default_factory=list)


def match(old: LayerFile, new: LayerFile, now: int, reserved: Collection[str] = ()) -> Matched:
    """Carry slugs and ages over from `old` to `new`; `now` is when unknown entries were first seen.

    No entry that is new gets a slug of `reserved`.
    """
    pairs = _pair(old, new)
    taken = {*reserved, *(entry.slug for entry in pairs.values())}
    result = Matched(new)
    pieces: list[Piece] = []
    for piece in new.pieces:
        if isinstance(piece, str):
            pieces.append(piece)
            continue
        before = pairs.get(id(piece))
        entry = _carried(piece, before, taken, now)
        pieces.append(entry)
        if before is None:
            result.added.append(entry)
        elif entry is not before:
            result.changed.append((before, entry))
    matched = {id(entry) for entry in pairs.values()}
    result.vanished = [entry for entry in old.entries() if id(entry) not in matched]
    result.file = LayerFile(pieces)
    return result


def _carried(entry: Entry, before: Entry | None, taken: set[str], now: int) -> Entry:
    if before is None:
        return entry.named(unique_slug(entry.slug, taken), now)
    if before.raw == entry.raw and before.title == entry.title and before.kind == entry.kind:
        return before
    return entry.named(before.slug, before.seen)


def _pair(old: LayerFile, new: LayerFile) -> dict[int, Entry]:
    """id of a new entry → the old one that it is."""
    pairs: dict[int, Entry] = {}
    left: dict[str, Entry] = {entry.slug: entry for entry in old.entries()}
    waiting: list[Entry] = []
    for entry in new.entries():
        if entry.kind == "entry" and "<!-- #" in entry.raw and _is_anchored(entry) and entry.slug in left:
            pairs[id(entry)] = left.pop(entry.slug)
        else:
            waiting.append(entry)
    waiting = _pair_equal(waiting, left, pairs)
    rest: list[Entry] = []
    for entry in waiting:
        if entry.slug in left:
            pairs[id(entry)] = left.pop(entry.slug)
        else:
            rest.append(entry)
    if rest and left:
        _pair_alike(rest, left, pairs)
    return pairs


def _is_anchored(entry: Entry) -> bool:
    # A copy of a bullet has its anchor, too, but another slug: it is recognised by its text.
    found = ANCHOR.search(entry.raw.partition("\n")[0])
    return found is not None and found[1] == entry.slug


def _pair_equal(waiting: list[Entry], left: dict[str, Entry], pairs: dict[int, Entry]) -> list[Entry]:
    by_text: defaultdict[str, deque[Entry]] = defaultdict(deque)
    for entry in left.values():
        by_text[entry.raw.strip()].append(entry)
    rest: list[Entry] = []
    for entry in waiting:
        found = by_text.get(entry.raw.strip())
        if found:
            before = found.popleft()
            pairs[id(entry)] = left.pop(before.slug)
        else:
            rest.append(entry)
    return rest


def _pair_alike(rest: list[Entry], left: dict[str, Entry], pairs: dict[int, Entry]) -> None:
    words = {slug: (entry.kind, _words(entry.text)) for slug, entry in islice(left.items(), _COMPARED)}
    scored: list[tuple[float, int, str, Entry]] = []
    for number, entry in enumerate(rest[:_COMPARED]):
        mine = _words(entry.text)
        for slug, (kind, theirs) in words.items():
            likeness = _likeness(mine, theirs)
            # A bullet typed under a heading's text is not that text.
            if likeness >= LIKE and kind == entry.kind:
                scored.append((-likeness, number, slug, entry))
    for _, _, slug, entry in sorted(scored, key=lambda one: one[:3]):
        if slug in left and id(entry) not in pairs:
            pairs[id(entry)] = left.pop(slug)


def are_alike(one: str, other: str) -> bool:
    """Whether two texts may be one that was edited."""
    return _likeness(_words(one), _words(other)) >= LIKE


def _likeness(one: frozenset[str], other: frozenset[str]) -> float:
    return len(one & other) / max(1, min(len(one), len(other)))


def _words(text: str) -> frozenset[str]:
    return frozenset(text.casefold().split())
