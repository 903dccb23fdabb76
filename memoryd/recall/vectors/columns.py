"""What is kept in memory of each vector row: its binary code, what filters ask for, and where its line begins."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

BLOCK = 65_536
_CHUNK = 32_768
_WORDS_A_BYTE = 3
"""The number of differing bits of three 64-bit words fits into a byte."""
_MERGE_AT = 32_768
_DEAD = np.uint16(0xFFFF)

_FINE, _COARSE = 6, 60
"""Per wanted row: how many are selected by whole codes, and how many by half codes. With these and 400 wanted rows .96
of the nearest 24 of a million are found (.95 with the 1,000 rows of the fewest differing bits)."""
_SAMPLE = 16_384
_SCATTERED = 8
"""Reading a scattered code costs as much as reading so many consecutive ones."""
_BITS = np.unpackbits(np.arange(256, dtype=np.uint8)[:, None], axis=1, bitorder="little").T.astype(np.float32)

Mask = NDArray[np.bool_]
Rows = NDArray[np.int64]


def binary_codes(vectors: NDArray[np.float32] | NDArray[np.int8]) -> NDArray[np.uint64]:
    """The signs of each row, 64 per word: (words, rows)."""
    bits = np.packbits(vectors > 0, axis=1, bitorder="little")
    spare = -bits.shape[1] % 8
    if spare:
        bits = np.pad(bits, ((0, 0), (0, spare)))
    return np.ascontiguousarray(np.ascontiguousarray(bits).view(np.uint64).T)


class Block:
    """The columns of up to 65,536 rows, allocated at once so that growth never copies them."""

    def __init__(self, words: int) -> None:
        self.codes = np.zeros((words, BLOCK), dtype=np.uint64)
        self.key = np.zeros(BLOCK, dtype=np.uint64)
        self.line = np.zeros(BLOCK, dtype=np.int64)
        """Where the row's line begins in metadata.jsonl."""
        self.at = np.zeros(BLOCK, dtype=np.int64)
        self.kind = np.zeros(BLOCK, dtype=np.uint8)
        self.project = np.zeros(BLOCK, dtype=np.uint64)
        self.passage = np.zeros(BLOCK, dtype=np.uint16)
        self.alive = np.zeros(BLOCK, dtype=np.bool_)

    def add_distances(self, code: NDArray[np.uint64], total: NDArray[np.uint16]) -> None:
        """Add to `total` the number of differing bits of each row, over as many words as `code` has."""
        count = len(total)
        size = min(_CHUNK, count)
        scratch, bits, few = np.empty(size, dtype=np.uint64), np.empty(size, dtype=np.uint8), np.empty(size, np.uint8)
        for first in range(0, count, _CHUNK):  # a chunk fits the processor's cache
            last = min(first + _CHUNK, count)
            differing, counted, part = scratch[: last - first], bits[: last - first], few[: last - first]
            for number, asked in enumerate(code):
                np.bitwise_xor(self.codes[number, first:last], asked, out=differing)
                is_first = number % _WORDS_A_BYTE == 0
                np.bitwise_count(differing, out=part if is_first else counted)
                if not is_first:
                    np.add(part, counted, out=part)
                if (number + 1) % _WORDS_A_BYTE == 0 or number + 1 == len(code):
                    np.add(total[first:last], part, out=total[first:last])


def near_rows(
    blocks: Sequence[Block], rows: int, vector: NDArray[np.float32], limit: int, allowed: Sequence[Mask] | None
) -> Rows:
    """At least `limit` rows, if there are so many, that are nearest by increasingly precise comparisons.

    Half codes select among all rows, whole codes among these, and the sum of the vector's values at the set bits among
    the rest. That finds more than twice as many of the nearest by exact cosine as differing bits alone, for half the
    memory read. `allowed`: masks of the blocks; None is all that are alive.
    """
    code = binary_codes(vector[None, :])[:, 0]
    begun = (len(code) + 1) // 2 if rows > _SCATTERED * _COARSE * limit else len(code)
    total = np.zeros(rows, dtype=np.uint16)
    for number, block in enumerate(blocks):
        part = total[number * BLOCK : (number + 1) * BLOCK]
        block.add_distances(code[:begun], part)
        if allowed is not None:
            np.putmask(part, ~allowed[number], _DEAD)
    found = _smallest(total, (_COARSE if begun < len(code) else _FINE) * limit)
    distances = total.take(found)
    for block, span, places in _by_block(blocks, found):
        _add_rest(block, places, code, begun, distances[span])
    fine = _smallest(distances, _FINE * limit)
    found = found[fine]
    if len(found) <= limit:
        return found
    return found[np.argpartition(-_sums(blocks, found, vector), limit)[:limit]]


def _by_block(blocks: Sequence[Block], rows: Rows) -> Iterator[tuple[Block, slice, Rows]]:
    """The blocks of these rows, which are in order: where they are among the rows, and their places in the block."""
    first = 0
    for number, last in enumerate(np.searchsorted(rows, np.arange(1, len(blocks) + 1) * BLOCK).tolist()):
        if last > first:
            yield blocks[number], slice(first, last), rows[first:last] - number * BLOCK
        first = last


def _add_rest(block: Block, places: Rows, code: NDArray[np.uint64], first: int, distances: NDArray[np.uint16]) -> None:
    """Add the differing bits of the words from `first` on; 65,535 for a row that is dead."""
    for written, asked in zip(block.codes[first:], code[first:], strict=True):
        distances += np.bitwise_count(written.take(places) ^ asked)
    np.putmask(distances, ~block.alive.take(places), _DEAD)


def _smallest(distances: NDArray[np.uint16], limit: int) -> Rows:
    """The positions of the smallest, about `limit` of them or a few more, and none that is 65,535."""
    largest = int(_DEAD) - 1
    if len(distances) > limit:
        step = max(1, len(distances) // _SAMPLE)
        some = distances[::step]
        largest = min(largest, int(np.partition(some, limit // step)[limit // step]))
    return np.flatnonzero(distances <= largest)


def _sums(blocks: Sequence[Block], rows: Rows, vector: NDArray[np.float32]) -> NDArray[np.float32]:
    """For each row the sum of the vector's values where the row's code has a bit set."""
    words = len(blocks[0].codes)
    codes = np.empty((len(rows), words), dtype=np.uint64)
    for block, span, places in _by_block(blocks, rows):
        codes[span] = block.codes[:, places].T
    padded = np.zeros(words * 64, dtype=np.float32)
    padded[: len(vector)] = vector
    table = padded.reshape(-1, 8) @ _BITS  # of each byte of a code, for each of its values
    places = codes.view(np.uint8) + np.arange(0, words * 2048, 256)
    return np.asarray(table.ravel().take(places).sum(axis=1), dtype=np.float32)


class HashIndex:
    """From 64-bit hashes to rows; several rows may share one. One writer; readers need no lock."""

    def __init__(self) -> None:
        self._state: tuple[NDArray[np.uint64], NDArray[np.int64], dict[int, list[int]]] = (
            np.empty(0, dtype=np.uint64),
            np.empty(0, dtype=np.int64),
            {},
        )

    def add(self, value: int, row: int) -> None:
        """Add the row to the rows of the hash."""
        recent = self._state[2]
        rows = recent.get(value)
        recent[value] = [*rows, row] if rows else [row]
        if len(recent) >= _MERGE_AT:
            self._merge()

    def _merge(self) -> None:
        hashes, rows, recent = self._state
        young = np.fromiter((value for value, places in recent.items() for _ in places), dtype=np.uint64)
        places = np.fromiter((place for places in recent.values() for place in places), dtype=np.int64)
        hashes, rows = np.concatenate([hashes, young]), np.concatenate([rows, places])
        order = np.argsort(hashes, kind="stable")  # releases the GIL
        self._state = hashes[order], rows[order], {}

    def extend(self, hashes: NDArray[np.uint64], rows: NDArray[np.int64]) -> None:
        """Add many at once, as at a start."""
        old_hashes, old_rows, recent = self._state
        hashes, rows = np.concatenate([old_hashes, hashes]), np.concatenate([old_rows, rows])
        order = np.argsort(hashes, kind="stable")
        self._state = hashes[order], rows[order], recent

    def rows(self, value: int) -> list[int]:
        """The rows of one hash."""
        return [int(row) for row in self.rows_of([value])[1]]

    def rows_of(self, wanted: Sequence[int]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """For many hashes: positions in `wanted` and rows, side by side."""
        hashes, rows, recent = self._state
        asked = np.asarray(wanted, dtype=np.uint64)
        first = np.searchsorted(hashes, asked, side="left")
        counts = np.searchsorted(hashes, asked, side="right") - first
        positions = np.repeat(np.arange(len(asked)), counts)
        within = np.arange(int(counts.sum())) - np.repeat(np.cumsum(counts) - counts, counts)
        found = rows[np.repeat(first, counts) + within]
        young = [(i, row) for i, value in enumerate(wanted) for row in recent.get(value, ())] if recent else []
        if young:
            extra = np.asarray(young, dtype=np.int64)
            positions, found = np.concatenate([positions, extra[:, 0]]), np.concatenate([found, extra[:, 1]])
        return positions.astype(np.int64), found.astype(np.int64)
