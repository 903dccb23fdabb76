"""One session file as we know it: how many lines and bytes, and which version of it."""

from __future__ import annotations

import os
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field

import msgspec

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

    @property
    def stamp(self) -> tuple[int, int, int]:
        """(inode, size, mtime_ns)"""
        return self.inode, self.size, self.mtime_ns

    def appended(self, data: bytes) -> None:
        """We appended these bytes, newlines included (the lines were counted when they were staged)."""
        self.crc = zlib.crc32(data, self.crc)
        self.size += len(data)

    def stamp_of(self, stat: os.stat_result) -> None:
        """The file's inode and time, when it is as long as we know it."""
        if stat.st_size == self.size:
            self.inode, self.mtime_ns = stat.st_ino, stat.st_mtime_ns

    def state(self) -> bytes:
        """For the index: how far it has come."""
        return msgspec.json.encode(FileState(self.lines, self.size, self.crc, self.inode, self.mtime_ns, self.counts))


def read_range(path: str, first_line: int = 1) -> Iterator[tuple[int, bytes]]:
    """Lines of a file from `first_line` on with their numbers, without newlines; nothing when it is not there."""
    try:
        file = open(path, "rb", buffering=BLOCK)
    except FileNotFoundError:
        return
    with file:
        for number, raw in enumerate(file, 1):
            if number >= first_line and raw.strip():
                yield number, raw.rstrip(b"\n")
