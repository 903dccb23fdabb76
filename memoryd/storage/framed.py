"""Lines in a zstd file whose frames can be read alone: any line costs one frame, and `zstd -d` gives the whole text.

Each frame holds whole lines, about FRAME bytes of them. Behind the frames stands a table in a skippable frame, which
other programs pass over: of each frame its bytes in the file, its bytes of text, and its lines. A file that another
program made has no table; it is packed anew before lines are read from it.
"""

from __future__ import annotations

import bisect
import io
import itertools
import os
import struct
from collections.abc import Iterable, Iterator
from typing import IO, NamedTuple

import zstandard

from memoryd.storage.lines import LONGEST_LINE, whole_lines
from memoryd.storage.regular import regular

FRAME = 256 * 1024
LARGEST_TEXT = 4 << 30
"""Bytes of text in a file; what has more is no archive of ours."""
_WINDOW = 8 << 20
"""Bytes that a frame may need while it is read; level 19 needs no more."""
_LARGEST_FRAME = LONGEST_LINE + (2 << 20)
_LEVEL = 3
_BLOCK = 256 * 1024
_HEAD, _ENTRY, _FOOT = struct.Struct("<II"), struct.Struct("<III"), struct.Struct("<I4s")
_SKIPPABLE, _ANY_SKIPPABLE, _MAGIC = 0x184D2A50, range(0x184D2A50, 0x184D2A60), b"mdL1"
_RLE = 1


PACKED = ".jsonl.zst"
"""The end of the name of such a file."""


class Broken(OSError):
    """The file is not what it should be; the text says why, in a few words."""


def open_packed(path: str) -> io.BufferedReader:
    """The text of the file at the path. Raises Broken when it has no table, FileNotFoundError, OSError."""
    file = open(path, "rb", opener=regular)
    try:
        return io.BufferedReader(FramedFile(file), _BLOCK)
    except BaseException:
        file.close()
        raise


class Frame(NamedTuple):
    """A frame's bytes in the file, its bytes of text, and its newlines."""

    packed: int
    size: int
    lines: int


def pack(blocks: Iterable[bytes]) -> Iterator[bytes]:
    """The text as frames of whole lines, and their table. Raises LineTooLong."""
    compressor = zstandard.ZstdCompressor(level=_LEVEL, write_checksum=True, write_content_size=True)
    frames: list[Frame] = []

    def frame(text: bytes) -> bytes:
        packed = compressor.compress(text)
        frames.append(Frame(len(packed), len(text), text.count(b"\n")))
        return packed

    held: list[bytes] = []
    size = 0
    for whole in whole_lines(blocks):
        held.append(whole)
        size += len(whole)
        if size >= FRAME:
            yield frame(b"".join(held))
            held, size = [], 0
    if held:
        yield frame(b"".join(held))
    table = b"".join(_ENTRY.pack(*one) for one in frames) + _FOOT.pack(len(frames), _MAGIC)
    yield _HEAD.pack(_SKIPPABLE, len(table)) + table


def unpacked(file: IO[bytes], largest: int = LARGEST_TEXT) -> Iterator[bytes]:
    """The text of any zstd file, block by block. Raises Broken when it is damaged, or has more than `largest` bytes."""
    _check_frames(file)
    file.seek(0)
    size = 0
    try:
        decompressor = zstandard.ZstdDecompressor(max_window_size=_WINDOW)
        with decompressor.stream_reader(file, read_across_frames=True, closefd=False) as stream:
            while block := stream.read(_BLOCK):
                size += len(block)
                if size > largest:
                    raise Broken(f"its text has more than {largest:,} bytes")
                yield block
    except zstandard.ZstdError as error:
        raise Broken(f"it cannot be decompressed: {error}") from None


def _check_frames(file: IO[bytes]) -> None:
    """Raises Broken unless the file ends where a frame ends: decompressing alone passes over an end that is missing."""
    at, end = 0, file.seek(0, os.SEEK_END)
    while at < end:
        at = _frame_end(file, at)
    if at != end or not end:
        raise Broken("its end is missing" if end else "it is empty")


def _frame_end(file: IO[bytes], at: int) -> int:
    file.seek(at)
    head = file.read(18)
    try:
        if len(head) >= _HEAD.size and _HEAD.unpack_from(head)[0] in _ANY_SKIPPABLE:
            return at + _HEAD.size + int(_HEAD.unpack_from(head)[1])
        has_checksum = zstandard.get_frame_parameters(head).has_checksum
        at += zstandard.frame_header_size(head)
    except zstandard.ZstdError as error:
        raise Broken(f"it is no zstd file: {error}") from None
    is_last = False
    while not is_last:
        file.seek(at)
        header = file.read(3)
        if len(header) < 3:
            raise Broken("its end is missing")
        said = int.from_bytes(header, "little")
        is_last, kind, size = bool(said & 1), said >> 1 & 3, said >> 3
        at += 3 + (1 if kind == _RLE else size)
    return at + 4 * has_checksum


class FramedFile(io.RawIOBase):
    """The text of a file that `pack` wrote, to be read and sought in as if it were not packed."""

    def __init__(self, file: IO[bytes]) -> None:
        """Takes the file over. Raises Broken when it has no table, or not the right one."""
        super().__init__()
        self._file = file
        frames = _table(file)
        self._frames = frames
        self._packed = [0, *itertools.accumulate(one.packed for one in frames)]
        self._starts = [0, *itertools.accumulate(one.size for one in frames)]
        self._lines = [0, *itertools.accumulate(one.lines for one in frames)]
        self._at = 0
        self._held: tuple[int, bytes] = (-1, b"")

    @property
    def size(self) -> int:
        """Bytes of text."""
        return self._starts[-1]

    def near(self, line: int) -> tuple[int, int]:
        """An offset at or before line `line` (from 1), and how many newlines there are from it to that line."""
        number = max(0, bisect.bisect_left(self._lines, line - 1) - 1)
        return self._starts[number], line - 1 - self._lines[number]

    def readable(self) -> bool:
        """It is."""
        return True

    def seekable(self) -> bool:
        """It is."""
        return True

    def seek(self, offset: int, whence: int = os.SEEK_SET) -> int:
        """As of any file."""
        base = {os.SEEK_SET: 0, os.SEEK_CUR: self._at, os.SEEK_END: self.size}[whence]
        self._at = max(0, base + offset)
        return self._at

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]  # typeshed names any buffer
        """What one frame has, at most. Raises Broken."""
        if self._at >= self.size:
            return 0
        number = bisect.bisect_right(self._starts, self._at) - 1
        text = self._text(number)
        start = self._at - self._starts[number]
        part = text[start : start + len(buffer)]
        buffer[: len(part)] = part
        self._at += len(part)
        return len(part)

    def _text(self, number: int) -> bytes:
        if self._held[0] != number:
            frame = self._frames[number]
            self._file.seek(self._packed[number])
            packed = self._file.read(frame.packed)
            try:
                # The frame's own word of its size is what would be allocated.
                if zstandard.get_frame_parameters(packed).content_size != frame.size:
                    raise Broken("its table and its frames differ")
                text = zstandard.ZstdDecompressor(max_window_size=_WINDOW).decompress(packed, allow_extra_data=False)
            except zstandard.ZstdError as error:
                raise Broken(f"it cannot be decompressed: {error}") from None
            # Lines end with their frames, so that none is longer than a frame.
            ends = text.endswith(b"\n") or number == len(self._frames) - 1
            if text.count(b"\n") != frame.lines or not ends:
                raise Broken("its table and its frames differ")
            self._held = number, text
        return self._held[1]

    def close(self) -> None:
        """Close the file, too."""
        self._file.close()
        super().close()


def _table(file: IO[bytes]) -> list[Frame]:
    end = file.seek(0, os.SEEK_END)
    file.seek(max(0, end - _FOOT.size))
    foot = file.read(_FOOT.size)
    if len(foot) < _FOOT.size or (found := _FOOT.unpack(foot))[1] != _MAGIC:
        raise Broken("it has no table of its frames")
    length = found[0] * _ENTRY.size + _FOOT.size
    start = end - length - _HEAD.size
    if start < 0:
        raise Broken("its table is not whole")
    file.seek(start)
    if _HEAD.unpack(file.read(_HEAD.size)) != (_SKIPPABLE, length):
        raise Broken("its table is not whole")
    frames = [Frame(*one) for one in _ENTRY.iter_unpack(file.read(length - _FOOT.size))]
    if sum(one.packed for one in frames) != start or any(one.size > _LARGEST_FRAME for one in frames):
        raise Broken("its table and its frames differ")
    return frames
