"""Lines of a file that comes in blocks. A line that no memory can have is an error before it fills the memory."""

from __future__ import annotations

import errno
from collections.abc import Iterable, Iterator

LONGEST_LINE = 16 << 20
"""Bytes. The longest message, context or fact has 1 MiB of text, six times as much in JSON's worst notation."""
_MOST = LONGEST_LINE + (1 << 20)
"""Bytes that are held: a line, and the block that it ends in."""


class LineTooLong(OSError):
    """A line is longer than LONGEST_LINE; the file is about to be set aside."""

    def __init__(self) -> None:
        super().__init__(errno.EFBIG, f"a line has more than {LONGEST_LINE:,} bytes; remove it")


class _Rest:
    """The beginning of a line whose end has not come yet."""

    def __init__(self) -> None:
        self._parts: list[bytes] = []
        self._size = 0

    def add(self, block: bytes) -> None:
        """Raises LineTooLong."""
        self._parts.append(block)
        self._size += len(block)
        if self._size > _MOST:
            raise LineTooLong

    def take(self) -> bytes:
        parts, self._parts, self._size = self._parts, [], 0
        return b"".join(parts)


def split_lines(blocks: Iterable[bytes]) -> Iterator[bytes]:
    """Lines without their newlines; the last may lack a newline. Raises LineTooLong."""
    rest = _Rest()
    for block in blocks:
        parts = block.split(b"\n")
        if len(parts) > 1:
            rest.add(parts[0])
            parts[0] = rest.take()
            rest.add(parts.pop())
            yield from parts
        else:
            rest.add(block)
    if last := rest.take():
        yield last


def whole_lines(blocks: Iterable[bytes]) -> Iterator[bytes]:
    """Blocks that end with a line's end; the last may lack its newline. Raises LineTooLong."""
    rest = _Rest()
    for block in blocks:
        end = block.rfind(b"\n") + 1
        if end:
            rest.add(block[:end])
            yield rest.take()
        rest.add(block[end:])
    if last := rest.take():
        yield last
