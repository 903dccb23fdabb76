"""The rows of the vector store as its readers see them, and how they are filled."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from memoryd.recall.hashing import hash64
from memoryd.recall.vectors.columns import BLOCK, Block, MarkIndex, binary_codes
from memoryd.recall.vectors.file import Records
from memoryd.recall.vectors.lines import Line, LineFile
from memoryd.types import KINDS

Rows = NDArray[np.int64]

_TOGETHER = 128
"""Vectors that are made floats at once, so that they are still in a near cache when they are multiplied."""
COLUMNS = ("key", "line", "at", "kind", "passage", "project")


@dataclass(slots=True)
class Shelf:
    """All that readers need, so that compaction can change it in one step."""

    lines: LineFile
    words: int
    """64-bit words of a binary code."""
    blocks: list[Block]
    keys: MarkIndex
    texts: MarkIndex
    body: tuple[Records, Records]
    """The mapped rows, and room for the rows behind them; one attribute, since readers need both of one moment."""
    rows: int = 0

    def grow(self, rows: int) -> None:
        """Make room in the columns."""
        while len(self.blocks) * BLOCK < rows:
            self.blocks.append(Block(self.words))

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

    def cosines(self, rows: Rows, vector: NDArray[np.float32]) -> NDArray[np.float32]:
        """The cosine of each row."""
        mapped = self.body[0]
        if (rows < len(mapped)).all():  # field by field: whole records are copied three times as slowly
            plain = np.asarray(mapped)
            vectors, scales = plain["vector"], plain["scale"][rows]
            found = np.empty(len(rows), dtype=np.float32)
            for first in range(0, len(rows), _TOGETHER):
                part = rows[first : first + _TOGETHER]
                np.matmul(vectors[part].astype(np.float32), vector, out=found[first : first + _TOGETHER])
            return np.asarray(found * scales, dtype=np.float32)
        records = self.records(rows)
        return np.asarray((records["vector"].astype(np.float32) @ vector) * records["scale"], dtype=np.float32)

    def column(self, name: str, rows: Rows) -> NDArray[np.generic]:
        """One column of those rows."""
        if not self.blocks:
            return np.empty(0)
        numbers = rows // BLOCK
        first, last = (int(numbers.min()), int(numbers.max())) if len(rows) else (0, 0)
        if first == last:
            return np.asarray(getattr(self.blocks[first], name)[rows - first * BLOCK])
        found = np.empty(len(rows), dtype=getattr(self.blocks[0], name).dtype)
        for number in range(first, last + 1):
            here = numbers == number
            found[here] = getattr(self.blocks[number], name)[rows[here] - number * BLOCK]
        return found

    def living(self) -> Rows:
        """The rows that can be found."""
        found = [np.flatnonzero(block.alive) + number * BLOCK for number, block in enumerate(self.blocks)]
        return np.concatenate(found) if found else np.empty(0, dtype=np.int64)

    def set(self, name: str, rows: Rows, values: NDArray[np.generic] | bool) -> None:
        """Write one column of those rows."""
        for number in np.unique(rows // BLOCK):
            here = rows // BLOCK == number
            part = values[here] if isinstance(values, np.ndarray) else values
            getattr(self.blocks[number], name)[rows[here] % BLOCK] = part


def fill_columns(shelf: Shelf, rows: Rows, lines: Sequence[Line], begins: Sequence[int]) -> None:
    """What filters ask of those rows, from their lines."""
    shelf.grow(int(rows.max(initial=-1)) + 1)
    shelf.set("key", rows, np.asarray([hash64(line.key) for line in lines], dtype=np.uint64))
    shelf.set("line", rows, np.asarray(begins, dtype=np.int64))
    shelf.set("at", rows, np.asarray([line.at for line in lines], dtype=np.int64))
    shelf.set("kind", rows, np.asarray([_kind_number(line.kind) for line in lines], dtype=np.uint8))
    shelf.set("passage", rows, np.asarray([min(line.passage, 65_535) for line in lines], dtype=np.uint16))
    projects = [hash64(line.project) if line.project else 0 for line in lines]
    shelf.set("project", rows, np.asarray(projects, dtype=np.uint64))


def fill_codes(shelf: Shelf, rows: Rows, records: Records) -> None:
    """The binary codes of those rows, which stand in a row."""
    codes = binary_codes(records["vector"])
    for number in np.unique(rows // BLOCK):
        here = rows // BLOCK == number
        shelf.blocks[number].codes[:, rows[here] % BLOCK] = codes[:, here]


def _kind_number(kind: str) -> int:
    return KINDS.index(kind) if kind in KINDS else 255
