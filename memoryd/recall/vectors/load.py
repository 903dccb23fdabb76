"""Reads both files of the vector store into columns, slice by slice, and rewrites them without dead rows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress

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
    parts = segment.lines.read(LOAD_SLICE)
    offsets, lines = next(parts, ([], []))
    head = lines[0] if lines else None
    if head is None or (head.model, head.dimensions) != made_by or file.started_empty:
        return None
    segment.grow(file.rows)
    tags = np.zeros(file.rows, dtype=np.uint64)
    beyond: dict[int, _Named] = {}
    gone: list[int] = []
    wrong = _take(offsets[1:], lines[1:], segment, tags, beyond, gone)
    for offsets, lines in parts:
        wrong += _take(offsets, lines, segment, tags, beyond, gone)
        pause()
    segment.set("alive", np.asarray([row for row in gone if 0 <= row < len(tags)], dtype=np.int64), False)
    for dead in gone:
        beyond.pop(dead, None)
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


def _take(
    offsets: list[int],
    lines: list[Line | None],
    segment: Segment,
    tags: NDArray[np.uint64],
    beyond: dict[int, _Named],
    gone: list[int],
) -> int:
    """Put what the lines say into the columns, and the texts' tags into `tags`; how many lines are wrong.

    Lines of rows that index.bin does not have go to `beyond`, rows that are dead to `gone`.
    """
    named: list[tuple[int, Line]] = []
    wrong = 0
    for at, line in zip(offsets, lines, strict=True):
        if line is None:
            wrong += 1
        elif line.gone is None:
            named.append((at, line))
        else:
            gone.extend(line.gone)
    if not named:
        return wrong
    begins, those = zip(*named, strict=True)
    ids, texts = np.asarray([line.id for line in those], dtype=np.int64), _tags(those)
    good = (ids >= 0) & (texts != 0) & np.asarray([line.key != "" for line in those], dtype=np.bool_)
    strays = np.flatnonzero(good & (ids >= len(tags))).tolist()
    for place in strays:
        beyond[those[place].id] = begins[place], those[place], int(texts[place])
    good &= ids < len(tags)
    good[good] = tags[ids[good]] == 0
    places = np.flatnonzero(good)
    places = places[np.sort(np.unique(ids[places], return_index=True)[1])]
    rows = ids[places]
    if len(rows):
        chosen = places.tolist()
        fill_columns(segment, rows, [those[place] for place in chosen], [begins[place] for place in chosen])
        tags[rows] = texts[places]
        segment.set("alive", rows, True)
    return wrong + len(those) - len(rows) - len(strays)


def _tags(lines: Sequence[Line]) -> NDArray[np.uint64]:
    """The texts' tags, 0 for what is none."""
    texts = [line.text for line in lines]
    if all(len(text) == 16 for text in texts):
        with suppress(ValueError):
            packed = bytes.fromhex("".join(texts))
            if len(packed) == 8 * len(texts):
                return np.frombuffer(packed, dtype=">u8").astype(np.uint64)
    return np.asarray([_tag(text) for text in texts], dtype=np.uint64)


def _tag(text: str) -> int:
    try:
        return int(text, 16) & (2**64 - 1)
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
