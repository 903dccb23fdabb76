"""The vector store: which passages of which documents are near a query. Kept in `embeddings/` (002).

One thread writes (`load`, `add`, `flush`, `compact`); any thread searches or removes.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain
from typing import NamedTuple
from weakref import finalize

import numpy as np
from numpy.typing import NDArray

from memoryd.errors import ReadOnly
from memoryd.recall.hashing import hash64, hash_of_key
from memoryd.recall.vectors.columns import BLOCK, Block, HashIndex, Mask, near_rows
from memoryd.recall.vectors.entry import Entry, lines_of
from memoryd.recall.vectors.file import Records, VectorFile, make_records
from memoryd.recall.vectors.lines import Line, LineFile, encode_lines
from memoryd.recall.vectors.load import read_rows, rewritten_lines, rewritten_records
from memoryd.recall.vectors.rows import Rows, Segment, fill_codes, fill_columns
from memoryd.recall.vectors.snapshot import Snapshot
from memoryd.storage.atomic import Identity, replace_file
from memoryd.storage.files import Files
from memoryd.types import Document

INDEX_FILE = "index.bin"
METADATA_FILE = "metadata.jsonl"
SNAPSHOT_FILE = "columns.bin"
RERANKED = 400
"""Rows that the binary codes hand to the int8 vectors."""
_MORE = 16
"""Rows besides those that are looked at: bytes may choose others than floats only at the end."""
_AROUND = 65_536
"""Bytes that the kernel maps when one of them is read."""
_MOST_MAPPED = 128 << 20
"""Bytes of index.bin that may count as our memory; the page cache has them anyway, and maps them again quickly."""
_TAIL = 4_096
_COMPACT_AT = 2_048

Vector = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Filter:
    """A filter over the rows; what passes it is filtered again by its document."""

    kinds: frozenset[str] | None = None
    project: str | None = None
    since: int | None = None
    until: int | None = None

    def mask(self, segment: Segment, block: Block, count: int) -> Mask:
        """The first `count` rows of the block: which are alive and wanted."""
        mask = block.living(count)
        if self.kinds is not None:
            wanted = np.asarray([segment.kinds[kind] for kind in self.kinds if kind in segment.kinds], dtype=np.uint8)
            mask &= np.isin(block.kind[:count], wanted)
        if self.project is not None:
            projects = block.project[:count]
            mask &= (projects == np.uint64(hash64(self.project))) | (projects == np.uint64(0))
        if self.since is not None:
            mask &= block.at[:count] >= self.since
        if self.until is not None:
            mask &= block.at[:count] <= self.until
        return mask


EVERYTHING = Filter()


class Near(NamedTuple):
    """How near documents are, side by side: each one's best passage's cosine, and the mean of its passages' cosines."""

    places: list[int]
    """Which of those asked for each is, in order; those without a vector are left out."""
    cosines: list[float]
    means: list[float]
    rows: Rows
    """Of all their passages, document by document."""
    begins: Rows
    """Where in `rows` each document begins."""

    def best(self, values: NDArray[np.float32]) -> NDArray[np.float32]:
        """The largest of the passages of each, along the last axis."""
        return values if len(self.begins) == len(self.rows) else np.maximum.reduceat(values, self.begins, axis=-1)


class VectorStore:
    """All vectors of one model; searches find nothing before `load` has run."""

    def __init__(self, files: Files, directory: str, model: str, dimensions: int) -> None:
        self._files = files
        self.made_by = model
        self.dimensions = dimensions
        self._index_path = os.path.join(directory, INDEX_FILE)
        self._metadata_path = os.path.join(directory, METADATA_FILE)
        self._lock = threading.Lock()
        self._read = 0
        self._unwritten: list[int] = []
        self._old_lines: LineFile | None = None
        self.problems: list[str] = []
        """What was truncated or inconsistent at the start, or of another model."""
        self.damage: str | None = None
        """The same without what only is of another model."""
        self.loaded = False
        self._compacting = False
        self.gone = 0
        """Dead rows, which compaction removes from the files."""
        self.frequency = np.zeros(65_536, dtype=np.int32)
        """In how many passages each word token is."""
        self._snapshot = Snapshot(files, os.path.join(directory, SNAPSHOT_FILE), (model, dimensions))
        self._file = VectorFile(files, self._index_path, dimensions)
        self._segment = self._new_segment(LineFile(files, self._metadata_path))

    def _new_segment(self, lines: LineFile) -> Segment:
        mapped = self._file.map(0)
        body = mapped, np.zeros(_TAIL, dtype=mapped.dtype)
        return Segment(lines, -(-self.dimensions // 8), [], HashIndex(), HashIndex(), body)

    @property
    def rows(self) -> int:
        """Passages that are alive."""
        return self._segment.rows - self.gone

    # -- reading -------------------------------------------------------------------------------------------------

    def nearest(
        self, vector: Vector, limit: int, wanted: Filter = EVERYTHING, hashes: Sequence[int] | None = None
    ) -> list[str]:
        """The keys of the documents with the nearest passages, best first.

        `hashes`: only documents whose keys have one of these.
        """
        segment = self._segment
        rows = self._nearest_rows(segment, vector, limit, wanted, hashes)
        keys = map(segment.lines.key_at, segment.column("line", rows).tolist())
        return [key for key in keys if key is not None]

    def _nearest_rows(
        self, segment: Segment, vector: Vector, limit: int, wanted: Filter, hashes: Sequence[int] | None
    ) -> Rows:
        """The best row of each of the nearest documents."""
        count = segment.rows
        if not count:
            return np.empty(0, dtype=np.int64)
        blocks = segment.blocks[: -(-count // BLOCK)]
        masks = None
        if wanted != EVERYTHING or hashes is not None:
            masks = [wanted.mask(segment, block, min(BLOCK, count - i * BLOCK)) for i, block in enumerate(blocks)]
        if masks is not None and hashes is not None:
            _keep(masks, segment.keys.rows_of(hashes)[1])
        rows = near_rows(blocks, count, vector, max(limit, RERANKED), masks)
        self._have_read(len(rows) * _AROUND)
        nearest = segment.nearest(rows, vector, 2 * limit + _MORE)[: 2 * limit]
        best: Rows = nearest[_firsts(segment.column("key", nearest))[:limit]]
        if len(best) < limit < len(rows):  # many passages of the same few documents
            nearest = segment.nearest(rows, vector, len(rows))
            best = nearest[_firsts(segment.column("key", nearest))[:limit]]
        return best

    def _have_read(self, size: int) -> None:
        """Count the bytes of index.bin that have become part of our memory."""
        self._read += size
        if self._read > _MOST_MAPPED:
            self._read = 0
            if self._file.size > _MOST_MAPPED:
                self.trim()

    def near(self, vector: Vector, keys: Sequence[str]) -> Near:
        """How near the documents of these keys are."""
        segment = self._segment
        positions, rows = self._alive_rows(segment, keys)
        cosines = segment.cosines(rows, vector)
        best: list[float] = cosines.tolist()
        places: list[int] = positions.tolist()
        if len({*places}) == len(places):
            return Near(places, best, best, rows, np.arange(len(rows)))
        is_first = np.ones(len(rows), dtype=np.bool_)
        np.not_equal(positions[1:], positions[:-1], out=is_first[1:])
        begins = is_first.nonzero()[0]
        counts = np.diff(begins, append=len(rows))
        best = np.maximum.reduceat(cosines, begins).tolist()
        means: list[float] = (np.add.reduceat(cosines, begins) / counts).tolist()
        return Near(positions[begins].tolist(), best, means, rows, begins)

    def _alive_rows(self, segment: Segment, keys: Sequence[str]) -> tuple[Rows, Rows]:
        """Positions in `keys`, in order, and rows that are alive, side by side."""
        positions, rows = segment.keys.rows_of([*map(hash_of_key, keys)])
        alive = segment.column("alive", rows)
        return (positions, rows) if alive.all() else (positions[alive], rows[alive])

    def beginnings(self, keys: Sequence[str]) -> dict[str, Vector]:
        """The vector of the first passage of each document that has one."""
        segment = self._segment
        positions, rows = self._alive_rows(segment, keys)
        first = segment.column("passage", rows) == 0
        found = _vectors(segment.records(rows[first]))
        self._have_read(len(rows) * segment.body[0].itemsize)
        return {keys[at]: vector for at, vector in zip(positions[first].tolist(), found, strict=True)}

    def tokens(self, rows: Rows) -> NDArray[np.uint16]:
        """The distinct word tokens of those rows, padded with 0: (rows, TOKENS)."""
        return self._segment.field("tokens", rows)

    def outdated(self, documents: Mapping[str, Document]) -> list[str]:
        """Which of these keys have vectors of another text."""
        segment, keys = self._segment, list(documents)
        positions, rows = segment.keys.rows_of([hash64(key) for key in keys])
        if not len(rows):
            return []
        tags = segment.field("tag", rows).tolist()
        pairs = zip(positions.tolist(), tags, strict=True)
        return list({keys[i] for i, tag in pairs if tag != hash64(documents[keys[i]].text)})

    def missing(self, documents: Mapping[str, Document]) -> list[str]:
        """Which of these keys have no vectors of their text."""
        segment, keys = self._segment, list(documents)
        positions, rows = self._alive_rows(segment, keys)
        if not len(rows):
            return keys
        wanted = np.asarray([hash64(document.text) for document in documents.values()], dtype=np.uint64)
        same = segment.field("tag", rows) == wanted[positions]
        self._have_read(len(rows) * segment.body[0].itemsize)
        there = np.zeros(len(keys), dtype=np.bool_)
        there[positions] = True
        there[positions[~same]] = False
        return [key for key, is_there in zip(keys, there.tolist(), strict=True) if not is_there]

    def known(self, keys: Sequence[str]) -> list[str]:
        """Which of these keys have vectors."""
        positions, _ = self._alive_rows(self._segment, keys)
        return [keys[i] for i in np.unique(positions).tolist()]

    def reuse(self, text: str) -> tuple[Vector, NDArray[np.uint16]] | None:
        """The vectors and tokens of an equal text embedded before, so that a rebuild embeds only what changed."""
        segment, tag = self._segment, np.uint64(hash64(text))
        firsts = [row for row in segment.texts.rows(int(tag)) if segment.blocks[row // BLOCK].passage[row % BLOCK] == 0]
        if not firsts:
            return None
        row = end = firsts[0]
        while end < segment.rows and segment.records(np.asarray([end]))["tag"][0] == tag:
            if int(segment.blocks[end // BLOCK].passage[end % BLOCK]) != end - row:
                break
            end += 1
        records = segment.records(np.arange(row, end))
        return _vectors(records), records["tokens"].astype(np.uint16)

    # -- start ---------------------------------------------------------------------------------------------------

    def load(self, pause: Callable[[], None]) -> None:
        """Read the files, in slices; what is truncated or inconsistent is left out and named in `problems`."""
        segment = self._segment
        if self._snapshot.restore(segment, self._file.rows, self.frequency, self._stamps()):
            segment.body = self._file.map(segment.rows), segment.body[1]
            self.gone = segment.rows - len(segment.living())
            self.loaded = True
            return
        wrong = read_rows(self._file, segment, (self.made_by, self.dimensions), self.frequency, pause)
        if wrong is None:
            if segment.lines.size:
                self.problems.append(f"{METADATA_FILE} is of another model or unreadable: all is embedded again.")
                if self._file.was_emptied:
                    self.damage = f"{INDEX_FILE} was emptied by another program; all is embedded again"
            self._file.cut(0)
            segment.lines.clear()
        else:
            alive = sum(int(block.alive.sum()) for block in segment.blocks)
            self.gone = segment.rows - alive
            if wrong:
                self.problems.append(f"{INDEX_FILE} and {METADATA_FILE} disagreed on {wrong} rows: embedded again.")
                self.damage = f"{wrong} vectors were missing or damaged; their texts are embedded again"
                self._repair(pause)
        self.loaded = True

    def _stamps(self) -> list[Identity]:
        return [self._file.stamp, self._segment.lines.stamp]

    def _repair(self, pause: Callable[[], None]) -> None:
        try:
            self.compact(pause)
        except (OSError, ReadOnly) as error:  # memory is right; the files are repaired at the next start
            self.problems.append(f"{METADATA_FILE} could not be rewritten: {error}")

    # -- writing -------------------------------------------------------------------------------------------------

    def add(self, entries: Sequence[Entry]) -> None:
        """Replace the documents' vectors, durably. Raises OSError, and then nothing is added."""
        if not entries:
            return
        tags = np.repeat([np.uint64(hash64(entry.text)) for entry in entries], [len(e.vectors) for e in entries])
        vectors, tokens = np.concatenate([e.vectors for e in entries]), np.concatenate([e.tokens for e in entries])
        records = make_records(vectors, tokens, tags)
        self._snapshot.drop()
        first = self._segment.rows
        if self._file.rows != first:  # rows of an attempt whose lines could not be written
            self._file.cut(first)
        self._file.append(records)
        self._file.sync()
        with self._lock:
            self._drop([entry.key for entry in entries])
            lines = list(lines_of(entries, first))
            begins = self._name(lines)
            self._place(records, lines, begins)

    def _name(self, lines: list[Line]) -> list[int]:
        head = [Line(model=self.made_by, dimensions=self.dimensions)] if not self._segment.lines.size else []
        gone = [Line(gone=self._unwritten)] if self._unwritten else []
        begins = self._segment.lines.append([*head, *gone, *lines])
        self._unwritten = []
        return begins[len(head) + len(gone) :]

    def _place(self, records: Records, lines: Sequence[Line], begins: Sequence[int]) -> None:
        """Show the rows to readers."""
        segment, first = self._segment, self._segment.rows
        rows = np.arange(first, first + len(records))
        fill_columns(segment, rows, lines, begins)
        fill_codes(segment, rows, records)
        self.frequency += np.bincount(records["tokens"].ravel(), minlength=65_536).astype(np.int32)
        mapped, tail = segment.body
        end = first + len(records) - len(mapped)
        if end > len(tail):
            mapped = self._file.map(first + len(records))
            segment.body = mapped, np.zeros(_TAIL, dtype=mapped.dtype)
        else:
            tail[end - len(records) : end] = records
        segment.rows = first + len(records)  # before a key leads to one of them: `Segment.field` goes by it
        for row, line in zip(rows.tolist(), lines, strict=True):
            segment.keys.add(hash64(line.key), row)
            segment.texts.add(int(line.text, 16), row)
        segment.set("alive", rows, True)

    def remove(self, keys: Sequence[str]) -> None:
        """Hide the documents at once; `flush` or the next `add` makes it durable."""
        with self._lock:
            self._drop(keys)

    def _drop(self, keys: Sequence[str]) -> None:
        segment = self._segment
        _, rows = segment.keys.rows_of([hash64(key) for key in keys])
        self._hide(rows[segment.column("alive", rows).astype(np.bool_)])

    def _hide(self, rows: Rows) -> None:
        if len(rows):
            self._snapshot.drop()
        self._segment.set("alive", rows, False)
        self._unwritten.extend(rows.tolist())
        self.gone += len(rows)

    @property
    def rows_written(self) -> int:
        """Rows of the file, dead ones included; the next row's number."""
        return self._segment.rows

    def retain(self, hashes: Sequence[int], before: int) -> None:
        """Drop the rows before `before` whose key's hash is not among these."""
        with self._lock:
            segment = self._segment
            rows = segment.living()
            rows = rows[rows < before]
            self._hide(rows[~np.isin(segment.column("key", rows), np.asarray(hashes, dtype=np.uint64))])

    def wants_compaction(self) -> bool:
        """Whether a quarter of the rows is dead."""
        return self.gone > _COMPACT_AT and self.gone * 4 > self._segment.rows

    def lost(self) -> list[str]:
        """The files that were removed or replaced by hand; `compact` writes them again."""
        if self._compacting:
            return []
        found = []
        with suppress(OSError):
            if not self._file.is_in_place:
                found.append(INDEX_FILE)
            if not self._segment.lines.is_in_place:
                found.append(METADATA_FILE)
        return found

    def compact(self, pause: Callable[[], None]) -> None:
        """Rewrite both files without dead rows. Searches go on with the old files. Raises OSError."""
        self._compacting = True
        try:
            self._compact(pause)
        finally:
            self._compacting = False

    def _compact(self, pause: Callable[[], None]) -> None:
        self._snapshot.drop()
        old, kept = self._segment, self._segment.living()
        replace_file(self._files, self._index_path, chain([self._file.head], rewritten_records(old, kept, pause)))
        head = Line(model=self.made_by, dimensions=self.dimensions)
        replace_file(self._files, self._metadata_path, encode_lines(rewritten_lines(old, kept, head)))
        self._file.close()
        self._file = VectorFile(self._files, self._index_path, self.dimensions)
        new = self._new_segment(LineFile(self._files, self._metadata_path))
        frequency = np.zeros_like(self.frequency)
        read_rows(self._file, new, (self.made_by, self.dimensions), frequency, pause)
        with self._lock:
            removed = ~old.column("alive", kept).astype(np.bool_)  # while we wrote
            new.set("alive", np.flatnonzero(removed), False)
            self._unwritten = np.flatnonzero(removed).tolist()
            self.gone = int(removed.sum())
            self._segment, self.frequency = new, frequency
        if self._old_lines is not None:
            self._old_lines.close()
        self._old_lines = old.lines  # a reader may still be looking up a key in it

    def trim(self) -> None:
        """Release memory that searches have filled with pages of index.bin."""
        self._file.trim(self._segment.body[0])

    def flush(self) -> None:
        """Make removals durable. Raises OSError."""
        with self._lock:
            if self._unwritten:
                self._name([])

    @property
    def documents_id(self) -> str:
        """The documents that an orderly end left with all their vectors, as it called them; empty when it did not."""
        return self._snapshot.documents_id

    def release(self) -> None:
        """Close the files once nobody reads in them any more; what was not written is not."""
        finalize(self, _close, self._file, self._segment.lines, self._old_lines)

    def close(self, documents_id: str = "") -> None:
        """Write what is left and close the files. `documents_id`: of the documents, if each of them has its vectors."""
        try:
            self.flush()
            if self.loaded:
                self._snapshot.save(self._segment, self.frequency, self._stamps(), documents_id)
        finally:
            self._file.close()
            self._segment.lines.close()
            if self._old_lines is not None:
                self._old_lines.close()


def _close(*files: VectorFile | LineFile | None) -> None:
    for one in files:
        if one is not None:
            one.close()


def _keep(masks: Sequence[Mask], rows: Rows) -> None:
    """Clear all rows but these in the masks."""
    for number, mask in enumerate(masks):
        here = rows[rows // BLOCK == number] % BLOCK
        allowed = np.zeros_like(mask)
        allowed[here[here < len(mask)]] = True
        np.logical_and(mask, allowed, out=mask)


def _firsts(hashes: NDArray[np.generic]) -> Rows:
    """The first position of each hash, in order."""
    firsts: dict[int, int] = {}
    for position, value in enumerate(hashes.tolist()):
        firsts.setdefault(value, position)
    return np.fromiter(firsts.values(), dtype=np.int64)


def _vectors(records: Records) -> Vector:
    return np.asarray(records["vector"].astype(np.float32) * records["scale"][:, None], dtype=np.float32)
