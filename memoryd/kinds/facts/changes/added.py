"""Lines that somebody added, very many at once: so many in a batch, so that no write waits for all of them (rule 8)."""

from __future__ import annotations

import itertools
from collections.abc import Mapping

import msgspec

from memoryd.kinds.facts.changes.gone import SLICE
from memoryd.kinds.facts.file.facts_file import FactsFile
from memoryd.kinds.facts.file.lines import NO_FACT, Difference, Reading
from memoryd.kinds.facts.known.store import FactStore
from memoryd.kinds.facts.model.bad_line import BadLine
from memoryd.kinds.facts.model.compare import key_of
from memoryd.kinds.facts.model.fact import Folded, decode_line
from memoryd.storage.atomic import Identity

Said = tuple[str | None, Folded | None]
"""Id and triple of a line; a malformed one has neither."""


class Seen(msgspec.Struct):
    """The file as a look at it found it, and what it was compared with."""

    version: int
    known: int
    stamp: Identity
    reading: Reading
    difference: Difference
    said: dict[int, Said]
    """What very many added lines say, by index: the writer has no time to read them all at once."""
    later: dict[int, bytes] = msgspec.field(default_factory=dict)
    """Lines that were added, by index, and are taken in by later batches, but for those that are in `difference`."""
    awaiting: set[int] = msgspec.field(default_factory=set)
    """Facts without a line of which one is among these."""
    typed: int = 0
    """When the added lines were."""


def all_said(added: Mapping[int, bytes]) -> dict[int, Said]:
    """What the lines say, when they are so many that most of them are taken in later."""
    return {index: _said(raw) for index, raw in added.items()} if len(added) > SLICE else {}


def _said(raw: bytes) -> Said:
    try:
        line = decode_line(raw)
    except BadLine:
        return None, None
    return line.id, key_of(line)


def put_off(seen: Seen, store: FactStore, file: FactsFile) -> None:
    """Leave most of very many added lines for later batches, but none that states a fact anew whose id no line has.

    A fact whose line has another text now waits for it, as it is.
    """
    difference = seen.difference
    added = difference.added
    if len(added) <= SLICE:
        return
    lost = {file.lines.owners[index] for index in difference.missing} - {NO_FACT} | file.parted.facts | file.awaiting
    said = {index: seen.said.get(index) or _said(raw) for index, raw in added.items()} if lost else {}
    gone = {name: ordinal for name, ordinal in store.removed.items() if ordinal in file.awaiting}
    places = ((index, gone.get(name, store.table.ordinal(name))) for index, (name, _) in said.items() if name)
    named = {index: ordinal for index, ordinal in places if ordinal in lost and ordinal is not None}
    missing = [fact for ordinal in lost - {*named.values()} if (fact := store.table[ordinal]) is not None]
    keys = {key_of(fact) for fact in missing}
    decided = {index for index, (_, key) in said.items() if key in keys} if keys else set[int]()
    waiting = [index for index in sorted(added) if index not in decided]
    seen.later = {index: added.pop(index) for index in waiting[SLICE:]}
    seen.awaiting = {ordinal for index, ordinal in named.items() if index in seen.later}


def next_of(file: FactsFile, stamp: Identity) -> Seen:
    """Some of what was put off, in the file as it is known now."""
    lines, known = file.lines, file.known
    difference = Difference(lines.owners[:], dict(itertools.islice(file.undecided.items(), SLICE)), [])
    reading = Reading(lines.hashes, known.size, known.crc)
    awaiting = file.awaiting if len(file.undecided) > SLICE else set[int]()
    return Seen(lines.version, len(lines), stamp, reading, difference, {}, file.undecided, awaiting, file.typed)
