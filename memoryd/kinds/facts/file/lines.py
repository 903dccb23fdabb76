"""The lines of facts.jsonl as we know them: which are ours, which a person wrote, which are no facts.

A line is known by a 64-bit hash within one process; an edit is a difference of two lists of hashes.
"""

from __future__ import annotations

import os
from array import array
from collections.abc import Container, Iterable

import msgspec

from memoryd.kinds.facts.model.fact import has_our_keys_only
from memoryd.storage.atomic import Identity, identity
from memoryd.storage.blocks import checksum

NO_FACT = -1
"""Owner of a line that states no fact: blank, malformed, or a person's comment."""

KEPT_BYTES = 1024 * 1024
"""How much of such lines is kept in memory, for writing them back when the file is emptied."""


class Lines(msgspec.Struct):
    """One version of the file: each line's hash and the ordinal of the fact that it states."""

    hashes: array[int] = msgspec.field(default_factory=lambda: array("q"))
    owners: array[int] = msgspec.field(default_factory=lambda: array("q"))
    version: int = 0
    """Goes up when lines change otherwise than by our own append."""

    def append(self, raw: bytes, owner: int) -> None:
        """A line that we appended."""
        self.hashes.append(hash(raw))
        self.owners.append(owner)

    def extend(self, raws: Iterable[bytes], owners: Iterable[int]) -> None:
        """Lines that were read."""
        # An array is made of a list five times faster than it takes in one.
        self.hashes.extend(array("q", [*map(hash, raws)]))
        self.owners.extend(array("q", [*owners]))

    def pop(self) -> None:
        """The last line was not written after all."""
        self.hashes.pop()
        self.owners.pop()
        self.version += 1

    def __len__(self) -> int:
        return len(self.hashes)


class ForeignLines:
    """The bytes of lines that memory alone could not write again: malformed, or with keys of their own."""

    def __init__(self, limit: int = KEPT_BYTES) -> None:
        self._limit = limit
        self._lines: dict[int, bytes] = {}
        self._size = 0

    def keep(self, raw: bytes, owner: int) -> None:
        """Keep the line, if it is one of those and there is room."""
        if owner != NO_FACT and has_our_keys_only(raw):
            return
        self.keep_always(raw)

    def keep_always(self, raw: bytes) -> None:
        """Keep the line, if there is room."""
        code = hash(raw)
        if code not in self._lines and self._size + len(raw) <= self._limit:
            self._lines[code] = raw
            self._size += len(raw)

    def get(self, code: int) -> bytes | None:
        """The line of that hash."""
        return self._lines.get(code)

    def retain(self, codes: Iterable[int]) -> None:
        """Only lines of these hashes still stand in the file."""
        if self._lines:
            standing = self._lines.keys() & set(codes)
            self._lines = {code: raw for code, raw in self._lines.items() if code in standing}
            self._size = sum(map(len, self._lines.values()))


class KnownFile(msgspec.Struct):
    """The version of facts.jsonl that `Lines` describes; what the disk has beyond it was written outside the daemon."""

    inode: int = 0
    size: int = 0
    mtime_ns: int = 0
    crc: int = 0

    @property
    def stamp(self) -> Identity:
        """Of this version."""
        return self.inode, self.size, self.mtime_ns

    def is_at(self, stat: os.stat_result) -> bool:
        """Whether the file is just this version."""
        return identity(stat) == self.stamp

    def extend(self, data: bytes) -> None:
        """We appended this."""
        self.size += len(data)
        self.crc = checksum(data, self.crc)

    def take(self, stat: os.stat_result, crc: int) -> None:
        """The file is as `stat` shows, with that checksum."""
        self.inode, self.size, self.mtime_ns, self.crc = stat.st_ino, stat.st_size, stat.st_mtime_ns, crc


class Reading(msgspec.Struct):
    """The file as it was read: all line hashes, its size and checksum."""

    hashes: array[int] = msgspec.field(default_factory=lambda: array("q"))
    size: int = 0
    crc: int = 0

    @property
    def mark(self) -> tuple[int, int]:
        """Of its content."""
        return self.size, self.crc


class Difference(msgspec.Struct):
    """From one version to the next, without regard to order."""

    owners: array[int]
    """Owner of each new line; for those in `added` it is still to be decided."""
    added: dict[int, bytes]
    """New lines by their index."""
    missing: list[int]
    """Indexes, in the old version, of the lines that are gone."""
    is_reordered: bool = False
    """Whether lines of the old version stand in another order."""


def compare(
    old: Lines, known: int, lines: Iterable[bytes], undecided: Container[int] = ()
) -> tuple[Reading, Difference]:
    """What changed between the first `known` lines of `old` and the lines of a file as it was read.

    `undecided`: lines of `old` that count as added still, where they stand.
    """
    reading = Reading()
    owners: array[int] = array("q")
    source = iter(lines)
    position = 0
    pending: list[tuple[int, bytes]] = []
    difference = Difference(owners, {}, [])
    for raw in source:
        code = hash(raw)
        reading.hashes.append(code)
        if position < known and old.hashes[position] == code:
            owners.append(old.owners[position])
            if position in undecided:
                difference.added[position] = raw
            position += 1
            continue
        owners.append(NO_FACT)
        pending.append((len(owners) - 1, raw))
        break
    left: dict[int, list[int]] = {}
    for index in range(position, known):
        left.setdefault(old.hashes[index], []).append(index)
    last = position - 1

    def place(index: int, raw: bytes, code: int) -> None:
        nonlocal last
        same = left.get(code)
        if not same:
            difference.added[index] = raw
            return
        was = same.pop(0)
        if not same:
            del left[code]
        owners[index] = old.owners[was]
        if was in undecided:
            difference.added[index] = raw
        difference.is_reordered |= was < last
        last = was

    for index, raw in pending:
        place(index, raw, reading.hashes[index])
    for raw in source:
        code = hash(raw)
        reading.hashes.append(code)
        owners.append(NO_FACT)
        place(len(owners) - 1, raw, code)
    difference.missing = sorted(index for indexes in left.values() for index in indexes)
    return reading, difference
