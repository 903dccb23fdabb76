"""`embeddings/index.bin`: a header, then one fixed record per row, with a tag of its text and a checksum.

A record is an int8 vector, its scale, the passage's distinct word tokens (for MaxSim), the tag of its text and the
checksum. Rows are memory-mapped, so that they need no memory of our own.
"""

from __future__ import annotations

import mmap
import os
import struct
from typing import Any

import numpy as np
from numpy.typing import NDArray

from memoryd.storage.atomic import Identity, identity, open_to_write
from memoryd.storage.files import Files, make_directories, read_range, write_all
from memoryd.storage.holes import has_great_hole

TOKENS = 64
"""Distinct tokens kept per passage, padded with 0."""
_HEAD = 4096
_LEAD = struct.Struct("<8sII")
_MAGIC = b"MEMVEC02"
_FACTOR = np.uint64(0x9E3779B97F4A7C15)

Records = NDArray[np.void]


def record_type(dimensions: int) -> np.dtype[Any]:
    """The record's layout, a multiple of 8 bytes."""
    pad = -(dimensions + 4 + TOKENS * 2) % 8
    return np.dtype(
        [
            ("vector", "i1", (dimensions,)),
            ("pad", "u1", (pad,)),
            ("scale", "<f4"),
            ("tokens", "<u2", (TOKENS,)),
            ("tag", "<u8"),
            ("sum", "<u8"),
        ]
    )


def make_records(vectors: NDArray[np.float32], tokens: NDArray[np.uint16], tags: NDArray[np.uint64]) -> Records:
    """Records of unit vectors (n, dimensions), token ids (n, TOKENS) and the tags of their texts (n,)."""
    records = np.zeros(len(vectors), dtype=record_type(vectors.shape[1]))
    peaks = np.maximum(np.abs(vectors).max(axis=1, initial=0.0), 1e-9)
    records["vector"] = np.rint(vectors * (127.0 / peaks)[:, None])
    records["scale"] = peaks / 127.0
    records["tokens"] = tokens
    records["tag"] = tags
    records["sum"] = sums(records)
    return records


def sums(records: Records) -> NDArray[np.uint64]:
    """What each record's checksum must be."""
    words = np.ascontiguousarray(records).view(np.uint64).reshape(len(records), -1)[:, :-1]
    factors = _FACTOR * (2 * np.arange(1, words.shape[1] + 1, dtype=np.uint64) + np.uint64(1))
    total = np.zeros(len(records), dtype=np.uint64)
    for column, factor in enumerate(factors):  # by column: a product of whole rows would need twice their memory
        total += (words[:, column] ^ (words[:, column] >> np.uint64(29))) * factor
    return np.asarray(total ^ _FACTOR, dtype=np.uint64)


class HeldFile:
    """A file that stays open for reading and appending."""

    def __init__(self, files: Files, path: str) -> None:
        self._files = files
        self._path = path
        make_directories(files, os.path.dirname(path))
        self._fd = open_to_write(files, path, os.O_RDWR | os.O_CREAT | os.O_APPEND)

    @property
    def stamp(self) -> Identity:
        """Which version of the file that is. Raises OSError."""
        return identity(self._files.fstat(self._fd))

    @property
    def is_in_place(self) -> bool:
        """Whether the file is still the one at its path, and as we wrote it. Raises OSError."""
        try:
            is_there = os.path.samestat(self._files.fstat(self._fd), self._files.stat(self._path))
        except (FileNotFoundError, NotADirectoryError):
            return False
        return is_there and not has_great_hole(self._fd)

    def close(self) -> None:
        """Close the file."""
        self._files.close(self._fd)


class VectorFile(HeldFile):
    """The file, with one writer. Without a header, or with one of other dimensions, it starts empty."""

    def __init__(self, files: Files, path: str, dimensions: int) -> None:
        super().__init__(files, path)
        self._type = record_type(dimensions)
        self.head = _LEAD.pack(_MAGIC, dimensions, self._type.itemsize).ljust(_HEAD, b"\0")
        self.was_emptied = files.fstat(self._fd).st_size < _HEAD
        """It has not even a header, as a new one."""
        self.started_empty = files.pread(self._fd, _HEAD, 0) != self.head or has_great_hole(self._fd)
        if self.started_empty:
            self._restart()
        self.rows, torn = divmod(files.fstat(self._fd).st_size - _HEAD, self._type.itemsize)
        if torn:  # appended records must be aligned
            self.cut(self.rows)

    def _restart(self) -> None:
        self._files.ftruncate(self._fd, 0)
        write_all(self._files, self._fd, self.head)

    @property
    def size(self) -> int:
        """Bytes of the file."""
        return _HEAD + self.rows * self._type.itemsize

    def cut(self, rows: int) -> None:
        """Keep the first rows only, and drop an incomplete record after them."""
        self._files.ftruncate(self._fd, _HEAD + rows * self._type.itemsize)
        self.rows = rows

    def append(self, records: Records) -> None:
        """Append records. On failure none of them remains."""
        try:
            write_all(self._files, self._fd, records.tobytes())
        except OSError:
            self.cut(self.rows)
            raise
        self.rows += len(records)

    def sync(self) -> None:
        """Make the rows durable; the lines that name them are written after this."""
        self._files.fdatasync(self._fd)

    def read(self, first: int, count: int) -> Records:
        """A copy of some rows."""
        raw = bytearray()
        start = _HEAD + first * self._type.itemsize
        for data in read_range(self._files, self._fd, start, start + count * self._type.itemsize):
            raw += data
        return np.frombuffer(raw, dtype=self._type, count=len(raw) // self._type.itemsize)

    def map(self, count: int) -> Records:
        """The first rows, memory-mapped; they are never written again."""
        if count == 0:
            return np.empty(0, dtype=self._type)
        with os.fdopen(os.dup(self._fd), "rb") as file:  # at its path there may be another one by now, or none
            return np.memmap(file, dtype=self._type, mode="r", offset=_HEAD, shape=(count,))

    def trim(self, mapped: Records) -> None:
        """Release the memory of the mapped pages that were read; the page cache keeps the bytes."""
        held = getattr(mapped, "_mmap", None)
        if held is not None:
            held.madvise(mmap.MADV_DONTNEED)
