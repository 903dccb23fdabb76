"""Which entry of an edited file is which of the old one: by anchor, by text, by slug, by likeness (rule 11).

An old one that has an anchor is no other one for being like it: it says itself which note it is.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Callable, Collection
from itertools import islice

import msgspec

from memoryd.kinds.notes.formats.entry import Entry
from memoryd.kinds.notes.formats.layer_file import LayerFile, Piece
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
    renamed: list[tuple[Entry, Entry]] = msgspec.field(default_factory=list)
    """A vanished one and one that was added: alike, but without its anchor."""
    archived: list[Entry] = msgspec.field(default_factory=list)
    """Those of which the new file says so by a comment that the old one did not have."""


def match(old: LayerFile, new: LayerFile, now: int, reserved: Collection[str] = ()) -> Matched:
    """Carry slugs and ages over from `old` to `new`; `now` is when unknown entries were first seen.

    No entry that is new gets a slug of `reserved`, or the key of an anchored one that is gone. An anchor that `old`
    does not have is a new key: somebody typed it, or we gave it right before a crash.
    """
    archived = {slug for slug in new.stubs() - old.stubs() if slug in old and slug not in new}
    left = {entry.slug: entry for entry in old.entries() if entry.slug not in archived}
    pairs, unknown = _pair(left, new)
    taken = {*reserved, *(entry.slug for entry in pairs.values())}
    taken |= {slug for slug, entry in left.items() if entry.anchor is not None}
    renamed = _alike(unknown, left)
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
            if (was := renamed.get(id(piece))) is not None:
                result.renamed.append((was, entry))
        elif entry is not before:
            result.changed.append((before, entry))
    matched = {id(entry) for entry in pairs.values()}
    gone = [entry for entry in old.entries() if id(entry) not in matched]
    result.vanished = [entry for entry in gone if entry.slug not in archived]
    result.archived = [entry for entry in gone if entry.slug in archived]
    result.file = LayerFile(pieces)
    return result


def _carried(entry: Entry, before: Entry | None, taken: set[str], now: int) -> Entry:
    if before is None:
        return entry.named(unique_slug(entry.slug, taken), now)
    if before.raw == entry.raw and before.title == entry.title and before.kind == entry.kind:
        return before
    return entry.named(before.slug, before.seen)


def _pair(left: dict[str, Entry], new: LayerFile) -> tuple[dict[int, Entry], list[Entry]]:
    """id of a new entry → the old one that it is, taken out of `left`; and those that may be one renamed."""
    pairs: dict[int, Entry] = {}
    anchored: list[Entry] = []
    plain: list[Entry] = []
    for entry in new.entries():
        (plain if entry.anchor is None else anchored).append(entry)
    unknown = _pair_anchored(_pair_by(_raw, anchored, left, pairs), left, pairs)
    free = {slug: entry for slug, entry in left.items() if entry.anchor is None}
    rest: list[Entry] = []
    for entry in _pair_by(_text, _pair_by(_raw, plain, left, pairs), left, pairs):
        if entry.slug in left and entry.slug in free:
            pairs[id(entry)] = left.pop(entry.slug)
        else:
            rest.append(entry)
    free = {slug: entry for slug, entry in free.items() if slug in left}
    alike = _alike(rest, free)
    for entry in alike.values():
        del left[entry.slug]
    return pairs | alike, unknown + [entry for entry in rest if id(entry) not in alike]


def _pair_anchored(waiting: list[Entry], left: dict[str, Entry], pairs: dict[int, Entry]) -> list[Entry]:
    """Pair by anchor; those whose anchor no old one has."""
    copies: list[Entry] = []
    unknown: list[Entry] = []
    for entry in waiting:
        if entry.slug in left and entry.anchor in (entry.slug, left[entry.slug].anchor):
            pairs[id(entry)] = left.pop(entry.slug)
        else:
            (unknown if entry.anchor == entry.slug else copies).append(entry)
    if not copies:
        return unknown
    # The copies of one bullet share its anchor, so that their slugs tell only their order.
    by_anchor: defaultdict[str | None, deque[str]] = defaultdict(deque)
    for slug, old in left.items():
        by_anchor[old.anchor].append(slug)
    for entry in copies:
        if by_anchor[entry.anchor]:
            pairs[id(entry)] = left.pop(by_anchor[entry.anchor].popleft())
        else:
            unknown.append(entry)
    return unknown


def _raw(entry: Entry) -> str:
    return entry.raw.strip()


def _text(entry: Entry) -> str:
    return entry.text


def _pair_by(
    what: Callable[[Entry], str], waiting: list[Entry], left: dict[str, Entry], pairs: dict[int, Entry]
) -> list[Entry]:
    """Pair those that have the same text as an old one; the rest."""
    if not waiting:
        return waiting
    by_text: defaultdict[str, deque[Entry]] = defaultdict(deque)
    for entry in left.values():
        by_text[what(entry)].append(entry)
    rest: list[Entry] = []
    for entry in waiting:
        found = by_text.get(what(entry))
        if found:
            before = found.popleft()
            pairs[id(entry)] = left.pop(before.slug)
        else:
            rest.append(entry)
    return rest


def _alike(rest: list[Entry], left: dict[str, Entry]) -> dict[int, Entry]:
    """id of a new entry → the old one, taken out of `left`, that has most of its words."""
    pairs: dict[int, Entry] = {}
    if not rest or not left:
        return pairs
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
    return pairs


def are_alike(one: str, other: str) -> bool:
    """Whether two texts may be one that was edited."""
    return _likeness(_words(one), _words(other)) >= LIKE


def _likeness(one: frozenset[str], other: frozenset[str]) -> float:
    return len(one & other) / max(1, min(len(one), len(other)))


def _words(text: str) -> frozenset[str]:
    return frozenset(text.casefold().split())
