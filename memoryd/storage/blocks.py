"""Files of lines, read in blocks."""

from __future__ import annotations

import os
import zlib
from collections.abc import Iterable, Iterator

from memoryd.storage.regular import regular

BLOCK = 256 * 1024


def blocks_of(path: str, stops: Iterable[int] = (), end: int | None = None) -> Iterator[bytes]:
    """The file in blocks, up to `end`; a block ends at each of `stops`."""
    try:
        file = open(path, "rb", buffering=0, opener=regular)
    except FileNotFoundError:
        return
    with file:
        position = 0
        waiting = sorted(stop for stop in set(stops) if stop > 0)
        while True:
            while waiting and waiting[0] <= position:
                waiting.pop(0)
            length = min(BLOCK, waiting[0] - position) if waiting else BLOCK
            block = file.read(length if end is None else min(length, end - position))
            if not block:
                return
            position += len(block)
            yield block


def read_between(path: str, start: int, end: int) -> bytes:
    """The file's bytes from `start` to `end`, in blocks."""
    with open(path, "rb", buffering=0, opener=regular) as file:
        data = bytearray()
        while start + len(data) < end and (
            block := os.pread(file.fileno(), min(BLOCK, end - start - len(data)), start + len(data))
        ):
            data += block
        return bytes(data)


def checksum(data: bytes, before: int = 0) -> int:
    """Running checksum of a file's content, so that the index can tell how far it has come."""
    return zlib.crc32(data, before)
