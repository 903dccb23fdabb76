"""What is kept in memory of each vector row: its binary code, what filters ask for, and where its line begins."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import simsimd
from numpy.typing import NDArray

BLOCK = 65_536
_MERGE_AT = 32_768

_FINE = 6
"""Per wanted row: how many are selected by the number of differing bits."""
_SAMPLE = 16_384
_BITS = np.unpackbits(np.arange(256, dtype=np.uint8)[:, None], axis=1, bitorder="little").T.astype(np.float32)

Mask = NDArray[np.bool_]
Rows = NDArray[np.int64]
Codes = NDArray[np.uint8]


def binary_codes(vectors: NDArray[np.float32] | NDArray[np.int8]) -> Codes:
    """The signs of each row, eight per byte: (rows, bytes)."""
    return np.packbits(vectors > 0, axis=1, bitorder="little")


class Block:
    """The columns of up to 65,536 rows, allocated at once so that growth never copies them."""

    def __init__(self, code_bytes: int) -> None:
        self.codes = np.zeros((BLOCK, code_bytes), dtype=np.uint8)
        self.key = np.zeros(BLOCK, dtype=np.uint64)
        self.line = np.zeros(BLOCK, dtype=np.int64)
        """Where the row's line begins in metadata.jsonl."""
        self.at = np.zeros(BLOCK, dtype=np.int64)
        self.kind = np.zeros(BLOCK, dtype=np.uint8)
        self.project = np.zeros(BLOCK, dtype=np.uint64)
        self.passage = np.zeros(BLOCK, dtype=np.uint16)
        self.alive = np.zeros(BLOCK, dtype=np.bool_)


def near_rows(
    blocks: Sequence[Block], rows: int, vector: NDArray[np.float32], limit: int, allowed: Sequence[Mask] | None
) -> Rows:
    """At least `limit` rows, if there are so many, that are nearest by increasingly precise comparisons.

    Differing bits select among all rows, and the sum of the vector's values at the set bits among these, which finds
    more than twice as many of the nearest by exact cosine. `allowed`: masks of the blocks; None is all that are alive.
    """
    code = binary_codes(vector[None, :])
    distances = np.empty((1, rows), dtype=np.float32)
    for number, block in enumerate(blocks):
        part = distances[:, number * BLOCK : (number + 1) * BLOCK]
        count = part.shape[1]
        simsimd.cdist(code, block.codes[:count], "hamming", dtype="bin8", out=part)
        mask = block.alive[:count] if allowed is None else allowed[number]
        if not mask.all():
            np.putmask(part[0], ~mask, np.inf)
    found = _smallest(distances[0], _FINE * limit)
    if len(found) <= limit:
        return found
    return found[np.argpartition(-_sums(blocks, found, vector), limit)[:limit]]


def _smallest(distances: NDArray[np.float32], limit: int) -> Rows:
    """The positions of the smallest, about `limit` of them or a few more, and none that is infinite."""
    largest = np.float32(np.finfo(np.float32).max)
    if len(distances) > limit:
        step = max(1, len(distances) // _SAMPLE)
        some = distances[::step]
        largest = min(largest, np.partition(some, limit // step)[limit // step])
    return np.flatnonzero(distances <= largest)


def _sums(blocks: Sequence[Block], rows: Rows, vector: NDArray[np.float32]) -> NDArray[np.float32]:
    """For each row, which are in order, the sum of the vector's values where the row's code has a bit set."""
    ends = np.searchsorted(rows, np.arange(1, len(blocks) + 1) * BLOCK)
    codes = np.concatenate(
        [
            block.codes.take(part - number * BLOCK, axis=0)
            for number, (block, part) in enumerate(zip(blocks, np.split(rows, ends[:-1]), strict=True))
        ]
    )
    size = codes.shape[1]
    padded = np.zeros(size * 8, dtype=np.float32)
    padded[: len(vector)] = vector
    table = padded.reshape(-1, 8) @ _BITS  # of each byte of a code, for each of its values
    places = codes + np.arange(0, size * 256, 256)
    return np.asarray(table.ravel().take(places) @ np.ones(size, dtype=np.float32), dtype=np.float32)  # a sum, by BLAS


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
