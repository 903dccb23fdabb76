"""Reads both files of the vector store into columns, slice by slice, and rewrites them without dead rows."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
from numpy.typing import NDArray

from memoryd.recall.pacing import LOAD_SLICE
from memoryd.recall.vectors.file import VectorFile, sums
from memoryd.recall.vectors.lines import Line
from memoryd.recall.vectors.rows import COLUMNS, Rows, Segment, fill_codes, fill_columns

_Named = tuple[int, Line, int]
"""Where a line begins, the line, and the tag of its text."""


def read_rows(
    file: VectorFile,
    segment: Segment,
    made_by: tuple[str, int],
    frequency: NDArray[np.int32],
    pause: Callable[[], None],
) -> int | None:
    """Fill the segment from the files; how many rows or lines were wrong, None if they are of another model."""
    lines = segment.lines.read()
    head = next(lines, (0, None))[1]
    if head is None or (head.model, head.dimensions) != made_by or file.started_empty:
        return None
    segment.grow(file.rows)
    tags = np.zeros(file.rows, dtype=np.uint64)
    beyond: dict[int, _Named] = {}
    wrong = _read_lines(lines, segment, tags, beyond, pause)
    segment.body = file.map(file.rows), segment.body[1]
    lost: list[tuple[int, int]] = []
    spare: dict[int, list[int]] = {}
    for first in range(0, file.rows, LOAD_SLICE):
        _check_rows(file, segment, tags, first, frequency, lost, spare)
        pause()
    wrong += len(lost) + len(beyond)
    _rescue(segment, tags, lost, spare)
    for offset, line, tag in beyond.values():
        if free := spare.get(tag):
            row = np.asarray([free.pop(0)], dtype=np.int64)
            fill_columns(segment, row, [line], [offset])
            segment.set("alive", row, True)
            tags[row] = tag
    alive = segment.living()
    segment.keys.extend(segment.column("key", alive).astype(np.uint64), alive)
    known = np.flatnonzero(tags)
    segment.texts.extend(tags[known], known)
    segment.rows = file.rows
    return wrong


def _read_lines(
    lines: Iterator[tuple[int, Line | None]],
    segment: Segment,
    tags: NDArray[np.uint64],
    beyond: dict[int, _Named],
    pause: Callable[[], None],
) -> int:
    """Put what the lines say into the columns, and the texts' tags into `tags`; how many lines are wrong.

    Lines of rows that index.bin does not have go to `beyond`.
    """
    wrong = 0
    batch: list[tuple[int, Line]] = []
    for offset, line in lines:
        if line is None:
            wrong += 1
        elif line.gone is not None:
            wrong += _take(batch, segment, tags, beyond)
            batch = []
            gone = np.asarray([row for row in line.gone if 0 <= row < len(tags)], dtype=np.int64)
            segment.set("alive", gone, False)
            for row in line.gone:
                beyond.pop(row, None)
        else:
            batch.append((offset, line))
            if len(batch) >= LOAD_SLICE:
                wrong += _take(batch, segment, tags, beyond)
                batch = []
                pause()
    return wrong + _take(batch, segment, tags, beyond)


def _take(batch: list[tuple[int, Line]], segment: Segment, tags: NDArray[np.uint64], beyond: dict[int, _Named]) -> int:
    good: dict[int, _Named] = {}
    strays = 0
    for offset, line in batch:
        tag = _tag(line)
        if line.id >= len(tags) and tag and line.key:
            beyond[line.id] = offset, line, tag
            strays += 1
        elif line.id >= 0 and tag and line.key and not tags[line.id]:
            good.setdefault(line.id, (offset, line, tag))
    rows = np.asarray(list(good), dtype=np.int64)
    if len(rows):
        fill_columns(segment, rows, [line for _, line, _ in good.values()], [offset for offset, _, _ in good.values()])
        tags[rows] = np.asarray([tag for _, _, tag in good.values()], dtype=np.uint64)
        segment.set("alive", rows, True)
    return len(batch) - len(good) - strays


def _tag(line: Line) -> int:
    try:
        return int(line.text, 16) & (2**64 - 1)
    except ValueError:
        return 0


def _check_rows(
    file: VectorFile,
    segment: Segment,
    tags: NDArray[np.uint64],
    first: int,
    frequency: NDArray[np.int32],
    lost: list[tuple[int, int]],
    spare: dict[int, list[int]],
) -> None:
    """Drop rows whose checksum is wrong or whose text is not the line's (`lost`); fill in the codes of the others."""
    records = file.read(first, min(LOAD_SLICE, file.rows - first))
    rows: Rows = np.arange(first, first + len(records))
    whole = records["sum"] == sums(records)
    sound = whole & (records["tag"] == tags[rows])
    gone = rows[(tags[rows] != 0) & ~sound]
    lost.extend(zip(gone.tolist(), tags[gone].tolist(), strict=True))
    for row, tag in zip(rows[whole & ~sound].tolist(), records["tag"][whole & ~sound].tolist(), strict=True):
        spare.setdefault(tag, []).append(row)
    tags[rows[~sound]] = 0
    fill_codes(segment, rows, records)
    frequency += np.bincount(records["tokens"][sound].ravel(), minlength=len(frequency)).astype(np.int32)


def _rescue(
    segment: Segment, tags: NDArray[np.uint64], lost: list[tuple[int, int]], spare: dict[int, list[int]]
) -> None:
    """Give lost lines the row that holds their text: after a crash in compaction the files number rows differently."""
    if not lost:
        return
    rows = np.asarray([row for row, _ in lost], dtype=np.int64)
    columns = {name: segment.column(name, rows) for name in (*COLUMNS, "alive")}
    segment.set("alive", rows, False)
    for place, (_, tag) in enumerate(lost):
        free = spare.get(tag)
        if not free:
            continue
        row = np.asarray([free.pop(0)], dtype=np.int64)
        tags[row] = tag
        for name, values in columns.items():
            segment.set(name, row, values[place : place + 1])


def rewritten_records(segment: Segment, kept: Rows, pause: Callable[[], None]) -> Iterator[bytes]:
    """The bytes of the kept rows."""
    for first in range(0, len(kept), LOAD_SLICE):
        yield segment.records(kept[first : first + LOAD_SLICE]).tobytes()
        pause()


def rewritten_lines(segment: Segment, kept: Rows, head: Line) -> Iterator[Line]:
    """The head and the lines of the kept rows, renumbered."""
    yield head
    begins = segment.column("line", kept)
    for row, begin in enumerate(begins.tolist()):
        line = segment.lines.at(int(begin))
        if line is None:  # keeps the numbering; the row is dropped when it is read
            line = Line()
        line.id = row
        yield line
