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
_BITS = np.arange(8, dtype=np.uint8)[:, None]
_PLANE_WORTH = np.asarray([-1, -2, -4, -8, -16, -32, -64, 128, -1], dtype=np.float32)
"""Less each bit's worth in a signed byte; and an empty plane for the code's own bits, since those worths sum to -1."""

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

    def living(self, rows: int = BLOCK) -> Mask:
        """Which of the first rows are alive, copied: what changes meanwhile is counted once by numpy and listed later,
        and its list then ends with whatever was in memory."""
        return self.alive[:rows].copy()


def near_rows(
    blocks: Sequence[Block], rows: int, vector: NDArray[np.float32], limit: int, allowed: Sequence[Mask] | None
) -> Rows:
    """At least `limit` rows, if there are so many, that are nearest by increasingly precise comparisons; in order.

    Of few rows all: to compare these by bits would cost more than it saves.
    Differing bits select among all rows, and the sum of the vector's values at the set bits among these, which finds
    more than twice as many of the nearest by exact cosine. `allowed`: masks of the blocks; None is all that are alive.
    """
    if rows <= min(BLOCK, _FINE * limit):
        return (blocks[0].living(rows) if allowed is None else allowed[0]).nonzero()[0]
    code = binary_codes(vector[None, :])
    parts = []
    for number, block in enumerate(blocks):
        count = min(BLOCK, rows - number * BLOCK)
        # Not with `out`: simsimd then returns a None that it does not own, and in the end nothing is left of None.
        part = np.asarray(simsimd.cdist(code, block.codes[:count], "hamming", dtype="bin8", out_dtype="float32"))[0]
        mask = block.alive[:count] if allowed is None else allowed[number]
        if not mask.all():
            np.putmask(part, ~mask, code.size * 8 + 1)
        parts.append(part)
    found = _smallest(parts[0] if len(parts) == 1 else np.concatenate(parts), _FINE * limit, code.size * 8)
    if len(found) <= limit:
        return found
    return np.sort(found[np.argpartition(-_sums(blocks, found, vector), limit)[:limit]])


def _smallest(distances: NDArray[np.float32], limit: int, most: int) -> Rows:
    """The positions of the smallest, about `limit` of them or a few more, and none that is over `most`."""
    largest = most
    if len(distances) > limit:
        step = max(1, len(distances) // _SAMPLE)
        counts = np.bincount(distances[::step].astype(np.intp))  # they are whole numbers
        largest = min(most, int(np.searchsorted(np.cumsum(counts), limit // step, side="right")))
    return np.flatnonzero(distances <= largest)


def _sums(blocks: Sequence[Block], rows: Rows, vector: NDArray[np.float32]) -> NDArray[np.float32]:
    """For each row, which are in order, the sum of the vector's values where the row's code has a bit set, scaled.

    The values as bytes are eight planes of bits, and differing bits tell how many a plane has in common with a code:
    twice the common ones are the plane's and the code's less those that differ.
    """
    ends = rows.searchsorted(np.arange(len(blocks) + 1) * BLOCK).tolist()
    codes = np.concatenate(
        [
            block.codes.take(rows[ends[number] : ends[number + 1]] - number * BLOCK, axis=0)
            for number, block in enumerate(blocks)
        ]
    )
    values = np.rint(vector * (127.0 / max(float(np.abs(vector).max()), 1e-9))).astype(np.int8).view(np.uint8)
    planes = np.zeros((len(_PLANE_WORTH), codes.shape[1]), dtype=np.uint8)
    planes[:8] = np.packbits(values >> _BITS & 1, axis=1, bitorder="little")
    differ = np.asarray(simsimd.cdist(planes, codes, "hamming", dtype="bin8", out_dtype="float32"))
    found: NDArray[np.float32] = _PLANE_WORTH @ differ
    return found


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

    def items(self) -> tuple[NDArray[np.uint64], NDArray[np.int64]]:
        """All hashes, in order, and their rows."""
        if self._state[2]:
            self._merge()
        return self._state[0], self._state[1]

    def rows(self, value: int) -> list[int]:
        """The rows of one hash."""
        return [int(row) for row in self.rows_of([value])[1]]

    def rows_of(self, wanted: Sequence[int]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """For many hashes: positions in `wanted`, in order, and rows, side by side."""
        hashes, rows, recent = self._state
        asked = np.asarray(wanted, dtype=np.uint64)
        first = hashes.searchsorted(asked, side="left")
        counts = hashes.searchsorted(asked, side="right") - first
        positions = np.arange(len(asked))
        if (counts == 1).all():
            found = rows[first]
        elif not counts.any():
            positions, found = positions[:0], rows[:0]
        else:
            ends = counts.cumsum()
            positions = positions.repeat(counts)
            found = rows[np.arange(ends[-1]) + (first - ends + counts).repeat(counts)]
        young = [(i, row) for i, value in enumerate(wanted) for row in recent.get(value, ())] if recent else []
        if not young:
            return positions, found
        extra = np.asarray(young, dtype=np.int64)
        positions, found = np.concatenate([positions, extra[:, 0]]), np.concatenate([found, extra[:, 1]])
        order = positions.argsort(kind="stable")
        return positions[order], found[order]
