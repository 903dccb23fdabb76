"""One session file as we know it: how many lines and bytes, and which version of it."""

from __future__ import annotations

import bisect
import itertools
import os
import threading
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field

import msgspec

from memoryd.storage.regular import regular

BLOCK = 256 * 1024


class FileState(msgspec.Struct, gc=False):
    """How far the index has come in a session file; also which version of the file that was."""

    lines: int
    size: int
    crc: int
    inode: int
    mtime_ns: int
    sessions: dict[str, int] = {}
    """Messages of each session in it."""


_editions = itertools.count(1)


class LineMap:
    """Where lines begin in a file that only grows: how many stand before each block. Any thread may ask."""

    def __init__(self) -> None:
        self._before = [0]
        self._lock = threading.Lock()

    def near(self, fd: int, line: int) -> tuple[int, int]:
        """An offset at or before line `line` (from 1), and how many newlines there are from it to that line."""
        with self._lock:
            while self._before[-1] < line - 1:
                block = os.pread(fd, BLOCK, (len(self._before) - 1) * BLOCK)
                if len(block) < BLOCK:
                    break
                self._before.append(self._before[-1] + block.count(b"\n"))
            place = max(0, bisect.bisect_left(self._before, line - 1) - 1)
            return place * BLOCK, line - 1 - self._before[place]


@dataclass(slots=True)
class SessionFile:
    """Whole lines, their bytes and checksum, of the file as our last look or append left it."""

    path: str
    lines: int = 0
    size: int = 0
    crc: int = 0
    inode: int = 0
    mtime_ns: int = 0
    counts: dict[str, int] = field(default_factory=dict)
    """Messages of each session in it."""
    edition: int = field(default_factory=lambda: next(_editions))
    """Another one when lines that were there have been edited; 0: all is as an earlier run left it."""
    map: LineMap = field(default_factory=LineMap, repr=False, compare=False)

    @property
    def stamp(self) -> tuple[int, int, int]:
        """(inode, size, mtime_ns)"""
        return self.inode, self.size, self.mtime_ns

    def appended(self, data: bytes) -> None:
        """We appended these bytes, newlines included (the lines were counted when they were staged)."""
        self.crc = zlib.crc32(data, self.crc)
        self.size += len(data)

    def note_stamp(self, stat: os.stat_result) -> None:
        """Know the file's inode and time, when it is as long as we know it."""
        if stat.st_size == self.size:
            self.inode, self.mtime_ns = stat.st_ino, stat.st_mtime_ns

    def state(self) -> bytes:
        """For the index: how far it has come."""
        return msgspec.json.encode(FileState(self.lines, self.size, self.crc, self.inode, self.mtime_ns, self.counts))


def read_range(path: str, first_line: int = 1, lines: LineMap | None = None) -> Iterator[tuple[int, bytes]]:
    """Lines of a file from `first_line` on with their numbers, without newlines; nothing when it is not there.

    With `lines` those before are not read again each time.
    """
    try:
        file = open(path, "rb", buffering=BLOCK, opener=regular)
    except FileNotFoundError:
        return
    with file:
        start = 1
        if lines is not None and first_line > 1:
            offset, skip = lines.near(file.fileno(), first_line)
            file.seek(offset)
            for _ in range(skip):
                file.readline()
            start = first_line
        for number, raw in enumerate(file, start):
            if number >= first_line and raw.strip():
                yield number, raw.rstrip(b"\n")
