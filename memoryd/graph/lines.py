"""The lines of facts.jsonl as we know them: which are ours, which a person wrote, which are no facts.

A line is known by a 64-bit hash within one process; an edit is a difference of two lists of hashes.
"""

from __future__ import annotations

import zlib
from array import array
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

NO_FACT = -1
"""Owner of a line that states no fact: blank, malformed, or a comment of somebody's."""

BLOCK = 256 * 1024


@dataclass(slots=True)
class Lines:
    """One version of the file: each line's hash and the ordinal of the fact that it states."""

    hashes: array[int] = field(default_factory=lambda: array("q"))
    owners: array[int] = field(default_factory=lambda: array("q"))
    version: int = 0
    """Goes up when lines change otherwise than by our own append."""

    def append(self, raw: bytes, owner: int) -> None:
        """A line that we appended."""
        self.hashes.append(hash(raw))
        self.owners.append(owner)

    def change_owner(self, old: int, new: int) -> None:
        """The lines of one ordinal belong to another."""
        start = 0
        while True:
            try:
                start = self.owners.index(old, start)
            except ValueError:
                return
            self.owners[start] = new

    def __len__(self) -> int:
        return len(self.hashes)


@dataclass(slots=True)
class Reading:
    """The file as it was read: all line hashes, its size and checksum."""

    hashes: array[int] = field(default_factory=lambda: array("q"))
    size: int = 0
    crc: int = 0


@dataclass(slots=True)
class Difference:
    """From one version to the next, without regard to order."""

    owners: array[int]
    """Owner of each new line; for those in `added` it is still to be decided."""
    added: dict[int, bytes]
    """New lines by their index."""
    missing: list[int]
    """Indexes, in the old version, of the lines that are gone."""


def split_lines(blocks: Iterable[bytes]) -> Iterator[bytes]:
    """Lines without their newlines, of a file that comes in blocks; the last may lack a newline."""
    rest = b""
    for block in blocks:
        parts = (rest + block).split(b"\n")
        rest = parts.pop()
        yield from parts
    if rest:
        yield rest


def compare(old: Lines, known: int, lines: Iterable[bytes]) -> tuple[Reading, Difference]:
    """What changed between the first `known` lines of `old` and the lines of a file as it was read."""
    reading = Reading()
    owners: array[int] = array("q")
    source = iter(lines)
    position = 0
    pending: list[tuple[int, bytes]] = []
    for raw in source:
        code = hash(raw)
        reading.hashes.append(code)
        if position < known and old.hashes[position] == code:
            owners.append(old.owners[position])
            position += 1
            continue
        owners.append(NO_FACT)
        pending.append((len(owners) - 1, raw))
        break
    left: dict[int, list[int]] = {}
    for index in range(position, known):
        left.setdefault(old.hashes[index], []).append(index)
    added: dict[int, bytes] = {}
    for index, raw in pending:
        _place(old, left, owners, added, index, raw, reading.hashes[index])
    for raw in source:
        code = hash(raw)
        reading.hashes.append(code)
        owners.append(NO_FACT)
        _place(old, left, owners, added, len(owners) - 1, raw, code)
    missing = sorted(index for indexes in left.values() for index in indexes)
    return reading, Difference(owners, added, missing)


def _place(
    old: Lines,
    left: dict[int, list[int]],
    owners: array[int],
    added: dict[int, bytes],
    index: int,
    raw: bytes,
    code: int,
) -> None:
    same = left.get(code)
    if same:
        owners[index] = old.owners[same.pop(0)]
        if not same:
            del left[code]
    else:
        added[index] = raw


def checksum(data: bytes, before: int = 0) -> int:
    """Running checksum of a file's content, so that the index can tell how far it has come."""
    return zlib.crc32(data, before)
