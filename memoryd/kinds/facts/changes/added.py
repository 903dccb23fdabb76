"""Lines that somebody added, very many at once: so many in a batch, so that no write waits for all of them (rule 8)."""

from __future__ import annotations

import itertools
from collections.abc import Collection, Mapping

import msgspec

from memoryd.kinds.facts.changes.gone import SLICE
from memoryd.kinds.facts.file.facts_file import FactsFile
from memoryd.kinds.facts.file.lines import NO_FACT, Difference, Reading
from memoryd.kinds.facts.known.store import FactStore
from memoryd.kinds.facts.model.bad_line import BadLine
from memoryd.kinds.facts.model.compare import key_of
from memoryd.kinds.facts.model.fact import Fact, Folded, decode_line
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
    """Leave most of very many added lines for later batches, but none that may be the new line of a missing fact."""
    difference = seen.difference
    added = difference.added
    lost = {file.lines.owners[index] for index in difference.missing} - {NO_FACT} | file.parted.facts
    if len(added) <= SLICE or len(lost) > SLICE:
        return
    missing = [fact for ordinal in lost if (fact := store.table[ordinal]) is not None]
    decided = _stating(missing, seen) if missing else set()
    waiting = [index for index in sorted(added) if index not in decided]
    seen.later = {index: added.pop(index) for index in waiting[SLICE:]}


def _stating(missing: Collection[Fact], seen: Seen) -> set[int]:
    """Added lines with the id or triple of one of these facts."""
    ids, keys = {fact.id for fact in missing}, {key_of(fact) for fact in missing}
    said = ((index, seen.said.get(index) or _said(raw)) for index, raw in seen.difference.added.items())
    return {index for index, (fact_id, key) in said if fact_id in ids or key in keys}


def next_of(file: FactsFile, stamp: Identity) -> Seen:
    """Some of what was put off, in the file as it is known now."""
    lines, known = file.lines, file.known
    difference = Difference(lines.owners[:], dict(itertools.islice(file.undecided.items(), SLICE)), [])
    reading = Reading(lines.hashes, known.size, known.crc)
    return Seen(lines.version, len(lines), stamp, reading, difference, {}, file.undecided)
