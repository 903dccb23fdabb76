"""`embeddings/columns.bin`: the columns of all rows as an orderly end left them: a start need not make them anew.

They count only while both files of the store are as they were then; the first change removes them.
"""

from __future__ import annotations

import struct
import time
from collections.abc import Iterator
from contextlib import suppress
from typing import Any
from zlib import crc32

import msgspec
import numpy as np
from numpy.typing import NDArray

from memoryd.errors import MemorydError
from memoryd.recall.vectors.rows import Segment
from memoryd.storage.atomic import Identity, replace_file
from memoryd.storage.files import Files
from memoryd.storage.regular import LARGEST_STATE, read_whole
from memoryd.types import UNREADABLE

_MAGIC = b"MEMCOL01"
_LEAD = struct.Struct("<8sI")
_NAMES = ("key", "line", "at", "kind", "project", "passage", "alive", "codes")
_BYTES_AT_ONCE = 1 << 22
_TICK_NS = 20_000_000
"""Two changes so close together may bear the same time."""


class _Head(msgspec.Struct, frozen=True):
    made_by: tuple[str, int]
    stamps: list[Identity]
    kinds: dict[str, int]
    sizes: list[int]
    """Of the arrays that follow, in bytes."""
    sum: int
    """Of their bytes."""
    documents_id: str = ""
    """Of the documents, all of which had their vectors then; empty when some had none."""


class Snapshot:
    """The file; one thread writes and removes it."""

    def __init__(self, files: Files, path: str, made_by: tuple[str, int]) -> None:
        """`made_by`: the model and its dimensions."""
        self._files = files
        self._path = path
        self._made_by = made_by
        self.is_current = False
        """Whether it has what is in memory."""
        self.documents_id = ""
        """The documents that it has all vectors of; empty when some had none, or it does not count."""

    def restore(self, segment: Segment, rows: int, frequency: NDArray[np.int32], stamps: list[Identity]) -> bool:
        """Fill the segment and the frequencies, if it is of the files with these stamps, which have so many rows."""
        with suppress(OSError, *UNREADABLE):
            head, parts = _read(read_whole(self._path, LARGEST_STATE)[0])
            if head is None or (head.made_by, head.stamps) != (self._made_by, stamps):
                return False
            self._fill(segment, rows, frequency, head, parts)
            self.is_current, self.documents_id = True, head.documents_id
        return self.is_current

    @staticmethod
    def _fill(segment: Segment, rows: int, frequency: NDArray[np.int32], head: _Head, parts: list[memoryview]) -> None:
        segment.grow(rows)
        every = np.arange(rows)
        for name, part in zip(_NAMES, parts, strict=False):
            column = getattr(segment.blocks[0], name) if segment.blocks else np.empty(0, dtype=np.uint8)
            segment.set(name, every, np.frombuffer(part, dtype=column.dtype).reshape(rows, *column.shape[1:]))
        for at, index in enumerate((segment.keys, segment.texts)):
            hashes, places = parts[len(_NAMES) + 2 * at : len(_NAMES) + 2 * at + 2]
            index.extend(np.frombuffer(hashes, dtype=np.uint64), np.frombuffer(places, dtype=np.int64))
        frequency[:] = np.frombuffer(parts[-1], dtype=np.int32)
        segment.kinds.update(head.kinds)
        segment.rows = rows

    def save(self, segment: Segment, frequency: NDArray[np.int32], stamps: list[Identity], documents_id: str) -> None:
        """Write it, unless it is current. If that fails, the next start makes it again."""
        if self.is_current and self.documents_id == documents_id:
            return
        if time.time_ns() - max(stamp[2] for stamp in stamps) < _TICK_NS:
            time.sleep(_TICK_NS / 1e9)  # or a later change of a file could pass for ours
        arrays = [np.ascontiguousarray(one) for one in (*_columns(segment), frequency)]
        total = 0
        for one in arrays:
            total = crc32(_bytes(one), total)
        head = _Head(self._made_by, stamps, dict(segment.kinds), [one.nbytes for one in arrays], total, documents_id)
        with suppress(OSError, MemorydError):
            replace_file(self._files, self._path, _encoded(head, arrays), durable=False)
            self.is_current, self.documents_id = True, documents_id

    def drop(self) -> None:
        """It is not current any more."""
        if self.is_current:
            self.is_current = False
            with suppress(OSError):
                self._files.unlink(self._path)


def _columns(segment: Segment) -> Iterator[NDArray[Any]]:
    """Every column, then both indexes of hashes."""
    every = np.arange(segment.rows)
    for name in _NAMES:
        yield segment.column(name, every)
    for index in (segment.keys, segment.texts):
        yield from index.items()


def _bytes(array: NDArray[Any]) -> memoryview:
    return array.reshape(-1).view(np.uint8).data


def _encoded(head: _Head, arrays: list[NDArray[Any]]) -> Iterator[bytes]:
    encoded = msgspec.msgpack.encode(head)
    yield _LEAD.pack(_MAGIC, len(encoded)) + encoded
    for one in arrays:
        data = _bytes(one)
        for first in range(0, len(data), _BYTES_AT_ONCE):
            yield bytes(data[first : first + _BYTES_AT_ONCE])


def _read(data: bytes) -> tuple[_Head | None, list[memoryview]]:
    """The head, None when the file is none of ours or torn, and the bytes of each array."""
    if len(data) < _LEAD.size:
        return None, []
    magic, length = _LEAD.unpack_from(data)
    if magic != _MAGIC:
        return None, []
    head = msgspec.msgpack.decode(data[_LEAD.size : _LEAD.size + length], type=_Head)
    body, parts = memoryview(data)[_LEAD.size + length :], []
    if len(body) != sum(head.sizes) or crc32(body) != head.sum:
        return None, []
    for size in head.sizes:
        parts.append(body[:size])
        body = body[size:]
    return head, parts
