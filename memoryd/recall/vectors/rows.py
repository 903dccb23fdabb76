"""The rows of the vector store as readers see them, and how they are filled."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import simsimd
from numpy.typing import NDArray

from memoryd.recall.hashing import hash64, hashes64
from memoryd.recall.vectors.columns import BLOCK, Block, HashIndex, binary_codes
from memoryd.recall.vectors.file import Records
from memoryd.recall.vectors.lines import Line, LineFile

Rows = NDArray[np.int64]

_TOGETHER = 128
"""Vectors converted to floats at once, so that they are still in the processor's cache when they are multiplied."""
COLUMNS = ("key", "line", "at", "kind", "passage", "project")


@dataclass(slots=True)
class Segment:
    """All that readers need, in one object so that compaction can replace it in one step."""

    lines: LineFile
    code_bytes: int
    """Of a binary code."""
    blocks: list[Block]
    keys: HashIndex
    texts: HashIndex
    body: tuple[Records, Records]
    """The mapped rows, and a buffer for those after them; one attribute, since readers need a consistent pair."""
    rows: int = 0
    kinds: dict[str, int] = field(default_factory=dict)
    """The numbers that stand for kinds in the column."""

    def grow(self, rows: int) -> None:
        """Make room in the columns."""
        while len(self.blocks) * BLOCK < rows:
            self.blocks.append(Block(self.code_bytes))

    def kind_number(self, kind: str) -> int:
        """The number of a kind; of more than 255 kinds the last ones share one."""
        return self.kinds.setdefault(kind, min(len(self.kinds), 255))

    def records(self, rows: Rows) -> Records:
        """Copies of those rows."""
        mapped, tail = self.body
        split = len(mapped)
        old = rows < split
        if old.all():
            return np.asarray(mapped[rows])
        found = np.empty(len(rows), dtype=mapped.dtype)
        found[old] = mapped[rows[old]]
        found[~old] = tail[rows[~old] - split]
        return found

    def field(self, name: str, rows: Rows) -> NDArray[Any]:
        """One field of the records of those rows."""
        mapped, tail = (np.asarray(part)[name] for part in self.body)  # indexing a memmap runs Python code each time
        split = len(mapped)
        old = rows < split if self.rows > split else None
        if old is None or old.all():
            return np.asarray(mapped[rows])
        found = np.empty((len(rows), *mapped.shape[1:]), dtype=mapped.dtype)
        found[old] = mapped[rows[old]]
        found[~old] = tail[rows[~old] - split]
        return found

    def cosines(self, rows: Rows, vector: NDArray[np.float32]) -> NDArray[np.float32]:
        """The cosine of each row."""
        return self._measured(rows, lambda records, some: _cosines(records, some, vector))

    def nearest(self, rows: Rows, vector: NDArray[np.float32], most: int) -> Rows:
        """Of the rows, which are in order, the `most` nearest by their cosines.

        They are chosen by cosines with the vector's values as bytes, which take a fifth of the time, and are a
        thousandth off: so the last of them may be others.
        """
        if len(rows) > most:
            values = np.rint(vector * (127.0 / max(float(np.abs(vector).max()), 1e-9))).astype(np.int8)[None, :]
            near = self._measured(rows, lambda records, some: _products(records, some, values))
            rows = rows[np.sort(near.argpartition(-most)[-most:])]
        return rows[(-self.cosines(rows, vector)).argsort(kind="stable")]

    def _measured(self, rows: Rows, measure: Callable[[Records, Rows], NDArray[np.float32]]) -> NDArray[np.float32]:
        """`measure` of the records of each row."""
        mapped, tail = self.body
        split = len(mapped)
        old = rows < split if self.rows > split else None
        if old is None or old.all():
            return measure(mapped, rows)
        found = np.empty(len(rows), dtype=np.float32)
        found[old] = measure(mapped, rows[old])
        found[~old] = measure(tail, rows[~old] - split)
        return found

    def column(self, name: str, rows: Rows) -> NDArray[np.generic]:
        """One column of those rows."""
        if not self.blocks:
            return np.empty(0)
        if len(self.blocks) == 1:
            return np.asarray(getattr(self.blocks[0], name)[rows])
        numbers = rows // BLOCK
        first, last = (int(numbers.min()), int(numbers.max())) if len(rows) else (0, 0)
        if first == last:
            return np.asarray(getattr(self.blocks[first], name)[rows - first * BLOCK])
        column = getattr(self.blocks[0], name)
        found = np.empty((len(rows), *column.shape[1:]), dtype=column.dtype)
        for number in range(first, last + 1):
            here = numbers == number
            found[here] = getattr(self.blocks[number], name)[rows[here] - number * BLOCK]
        return found

    def living(self) -> Rows:
        """The rows that are alive."""
        found = [np.flatnonzero(block.living()) + number * BLOCK for number, block in enumerate(self.blocks)]
        return np.concatenate(found) if found else np.empty(0, dtype=np.int64)

    def set(self, name: str, rows: Rows, values: NDArray[np.generic] | bool) -> None:
        """Write one column of those rows."""
        numbers = rows // BLOCK
        first, last = (int(numbers.min()), int(numbers.max())) if len(rows) else (0, -1)
        if first == last:
            getattr(self.blocks[first], name)[rows - first * BLOCK] = values
            return
        for number in range(first, last + 1):
            here = numbers == number
            part = values[here] if isinstance(values, np.ndarray) else values
            getattr(self.blocks[number], name)[rows[here] - number * BLOCK] = part


def _cosines(records: Records, rows: Rows, vector: NDArray[np.float32]) -> NDArray[np.float32]:
    """Field by field: copying whole records is three times slower."""
    plain = np.asarray(records)
    vectors, scales = plain["vector"], plain["scale"][rows]
    found = np.empty(len(rows), dtype=np.float32)
    for first in range(0, len(rows), _TOGETHER):
        part = rows[first : first + _TOGETHER]
        np.matmul(vectors[part].astype(np.float32), vector, out=found[first : first + _TOGETHER])
    return np.asarray(found * scales, dtype=np.float32)


def _products(records: Records, rows: Rows, values: NDArray[np.int8]) -> NDArray[np.float32]:
    """What the cosine of each row is proportional to."""
    if not len(rows):  # simsimd takes no empty ones
        return np.empty(0, dtype=np.float32)
    plain, first, last = np.asarray(records), int(rows[0]), int(rows[-1])
    some: slice | Rows = slice(first, last + 1) if last - first + 1 == len(rows) else rows  # they are in order
    vectors, scales = plain["vector"][some], plain["scale"][some]  # of a slice nothing is copied
    found: NDArray[np.float32] = np.asarray(simsimd.cdist(values, vectors, "dot", out_dtype="float32"))[0]
    found *= scales
    return found


def fill_columns(segment: Segment, rows: Rows, lines: Sequence[Line], begins: Sequence[int]) -> None:
    """What filters ask for, from the lines of those rows."""
    segment.grow(int(rows.max(initial=-1)) + 1)
    kinds = [line.kind for line in lines]
    numbers = {kind: segment.kind_number(kind) for kind in dict.fromkeys(kinds)}
    passages = np.minimum([line.passage for line in lines], 65_535)
    projects = [hash64(line.project) if line.project else 0 for line in lines]
    segment.set("key", rows, np.maximum(np.frombuffer(hashes64(line.key for line in lines), dtype="<u8"), 1))
    segment.set("line", rows, np.asarray(begins, dtype=np.int64))
    segment.set("at", rows, np.asarray([line.at for line in lines], dtype=np.int64))
    segment.set("kind", rows, np.asarray([numbers[kind] for kind in kinds], dtype=np.uint8))
    segment.set("passage", rows, passages.astype(np.uint16))
    segment.set("project", rows, np.asarray(projects, dtype=np.uint64))


def fill_codes(segment: Segment, rows: Rows, records: Records) -> None:
    """The binary codes of those rows, which are consecutive."""
    codes = binary_codes(records["vector"])
    for number in np.unique(rows // BLOCK):
        here = rows // BLOCK == number
        segment.blocks[number].codes[rows[here] % BLOCK] = codes[here]
