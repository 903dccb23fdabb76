"""What is kept in memory of each vector row: its binary code, what filters ask, and where its key stands."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b

import numpy as np
from numpy.typing import NDArray

BLOCK = 65_536
_CHUNK = 32_768
_WORDS_A_BYTE = 3
"""The differing bits of three words of 64 fit into a byte."""
_MERGE_AT = 32_768
_DEAD = np.uint16(0xFFFF)

Mask = NDArray[np.bool_]


def mark(text: str) -> int:
    """64 bits that stand for a key or a text; 0 stands for none."""
    return int.from_bytes(blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "little") or 1


def binary_codes(vectors: NDArray[np.float32] | NDArray[np.int8]) -> NDArray[np.uint64]:
    """The signs of each row, 64 a word: (words, rows)."""
    bits = np.packbits(vectors > 0, axis=1, bitorder="little")
    spare = -bits.shape[1] % 8
    if spare:
        bits = np.pad(bits, ((0, 0), (0, spare)))
    return np.ascontiguousarray(np.ascontiguousarray(bits).view(np.uint64).T)


class Block:
    """The columns of up to 65,536 rows, allocated at once so that no growth copies them."""

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

    def distances(self, code: NDArray[np.uint64], count: int, allowed: Mask) -> NDArray[np.uint16]:
        """Differing bits of each row; 65,535 for a row that is gone or not allowed."""
        total = np.zeros(count, dtype=np.uint16)
        size = min(_CHUNK, count)
        scratch, bits, few = np.empty(size, dtype=np.uint64), np.empty(size, dtype=np.uint8), np.empty(size, np.uint8)
        for first in range(0, count, _CHUNK):  # a chunk stays in a near cache
            last = min(first + _CHUNK, count)
            differing, counted, part = scratch[: last - first], bits[: last - first], few[: last - first]
            for word, asked in enumerate(code):
                np.bitwise_xor(self.codes[word, first:last], asked, out=differing)
                is_first = word % _WORDS_A_BYTE == 0
                np.bitwise_count(differing, out=part if is_first else counted)
                if not is_first:
                    np.add(part, counted, out=part)
                if (word + 1) % _WORDS_A_BYTE == 0 or word + 1 == len(code):
                    np.add(total[first:last], part, out=total[first:last])
        np.putmask(total, ~allowed, _DEAD)
        return total


def _estimate(distances: NDArray[np.uint16], limit: int) -> int:
    """A distance that somewhat more than `limit` rows keep, by every eighth row: partition is the dearest step."""
    some = distances[::8]
    place = min(limit // 4 + 16, len(some) - 1)
    return min(int(np.partition(some, place)[place]), int(_DEAD) - 1)


def nearest_codes(
    blocks: Sequence[Block], rows: int, code: NDArray[np.uint64], limit: int, allowed: Sequence[Mask]
) -> NDArray[np.int64]:
    """The rows of the `limit` smallest distances, and those that tie with the last."""
    found: list[NDArray[np.int64]] = []
    near: list[NDArray[np.uint16]] = []
    bound, held = int(_DEAD) - 1, 0
    for number, block in enumerate(blocks):
        count = min(BLOCK, rows - number * BLOCK)
        if count <= 0:
            break
        distances = block.distances(code, count, allowed[number])
        if bound == int(_DEAD) - 1 and count > 4 * limit:
            bound = _estimate(distances, limit)
        places = np.flatnonzero(distances <= bound)
        found.append(places + number * BLOCK)
        near.append(distances[places])
        held += len(places)
        if held > 2 * limit:
            every, measures = np.concatenate(found), np.concatenate(near)
            bound = int(np.partition(measures, limit)[limit])
            keep = measures <= bound
            found, near = [every[keep]], [measures[keep]]
            held = len(found[0])
    return np.concatenate(found) if found else np.empty(0, dtype=np.int64)


class MarkIndex:
    """From 64-bit marks to rows; several rows may share one. One writer; readers need no lock."""

    def __init__(self) -> None:
        self._state: tuple[NDArray[np.uint64], NDArray[np.int64], dict[int, list[int]]] = (
            np.empty(0, dtype=np.uint64),
            np.empty(0, dtype=np.int64),
            {},
        )

    def add(self, mark: int, row: int) -> None:
        """The row joins the rows of the mark."""
        recent = self._state[2]
        rows = recent.get(mark)
        recent[mark] = [*rows, row] if rows else [row]
        if len(recent) >= _MERGE_AT:
            self._merge()

    def _merge(self) -> None:
        marks, rows, recent = self._state
        young = np.fromiter((mark for mark, places in recent.items() for _ in places), dtype=np.uint64)
        places = np.fromiter((place for places in recent.values() for place in places), dtype=np.int64)
        marks, rows = np.concatenate([marks, young]), np.concatenate([rows, places])
        order = np.argsort(marks, kind="stable")  # lets the GIL go
        self._state = marks[order], rows[order], {}

    def extend(self, marks: NDArray[np.uint64], rows: NDArray[np.int64]) -> None:
        """Many at once, as at a start."""
        old_marks, old_rows, recent = self._state
        marks, rows = np.concatenate([old_marks, marks]), np.concatenate([old_rows, rows])
        order = np.argsort(marks, kind="stable")
        self._state = marks[order], rows[order], recent

    def rows(self, mark: int) -> list[int]:
        """The rows of one mark."""
        return [int(row) for row in self.rows_of([mark])[1]]

    def rows_of(self, wanted: Sequence[int]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """For many marks: positions in `wanted` and rows, side by side."""
        marks, rows, recent = self._state
        asked = np.asarray(wanted, dtype=np.uint64)
        first = np.searchsorted(marks, asked, side="left")
        counts = np.searchsorted(marks, asked, side="right") - first
        positions = np.repeat(np.arange(len(asked)), counts)
        within = np.arange(int(counts.sum())) - np.repeat(np.cumsum(counts) - counts, counts)
        found = rows[np.repeat(first, counts) + within]
        young = [(i, row) for i, mark in enumerate(wanted) for row in recent.get(mark, ())] if recent else []
        if young:
            extra = np.asarray(young, dtype=np.int64)
            positions, found = np.concatenate([positions, extra[:, 0]]), np.concatenate([found, extra[:, 1]])
        return positions.astype(np.int64), found.astype(np.int64)
