"""Sparse files: what was never written takes no room on the disk, but hours to read, and memory without a bound."""

from __future__ import annotations

import os
from contextlib import suppress
from typing import BinaryIO

_GREAT = 64 << 20
"""Bytes that were never written; no file of ours has so many."""


def data_from(fd: int, start: int, end: int) -> int:
    """The first offset from `start` on that is not in a hole; `end` when there is none."""
    try:
        return min(os.lseek(fd, start, os.SEEK_DATA), end)
    except OSError as error:
        # ENXIO: nothing but a hole follows. A file system without holes says EINVAL.
        return end if error.errno == 6 else start


def may_have_great_hole(status: os.stat_result) -> bool:
    """Whether `has_great_hole` is worth asking; compressed files take less room than they have bytes, too."""
    return status.st_size - status.st_blocks * 512 > _GREAT


def has_great_hole(fd: int) -> bool:
    """Whether more bytes of it were never written than any file of ours has: it takes no room, but hours to read."""
    status = os.fstat(fd)
    if not may_have_great_hole(status):
        return False
    at = hole = 0
    with suppress(OSError):  # a file system without holes
        while at < status.st_size and hole <= _GREAT:
            data = data_from(fd, at, status.st_size)
            hole += data - at
            at = data if data == status.st_size else os.lseek(fd, data, os.SEEK_HOLE)
    return hole > _GREAT


def skip_hole(file: BinaryIO) -> None:
    """Go on behind the hole that begins where the next byte would be read, if one does."""
    fd, at = file.fileno(), file.tell()
    raw = os.lseek(fd, 0, os.SEEK_CUR)
    data = data_from(fd, at, os.fstat(fd).st_size)
    os.lseek(fd, raw, os.SEEK_SET)  # the file's buffer counts on it
    if data > at:
        file.seek(data)
