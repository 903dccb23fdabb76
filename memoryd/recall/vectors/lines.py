"""`embeddings/metadata.jsonl`: which document each vector row belongs to. Appended to, and rewritten by compaction."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import accumulate

import msgspec

from memoryd.recall.vectors.file import HeldFile
from memoryd.storage.files import Files, read_range, write_all
from memoryd.storage.holes import has_great_hole
from memoryd.types import UNREADABLE

_KEY_GUESS = 384
_LONGEST = 1 << 20
_KEYS_KEPT = 16_384


class Line(msgspec.Struct, omit_defaults=True, gc=False):
    """The first line names the model; each other one a row, or rows that are dead."""

    id: int = -1
    key: str = ""
    text: str = ""
    """64 bits of the text's hash, in hex."""
    passage: int = 0
    kind: str = ""
    at: int = 0
    project: str | None = None
    gone: list[int] | None = None
    model: str | None = None
    dimensions: int = 0


_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(Line)


def encode_lines(lines: Iterable[Line]) -> Iterator[bytes]:
    """Each line with its newline."""
    for line in lines:
        yield _encoder.encode(line) + b"\n"


class LineFile(HeldFile):
    """The file: one thread appends, others read at any offset."""

    def __init__(self, files: Files, path: str) -> None:
        super().__init__(files, path)
        self._keys: dict[int, str] = {}
        if has_great_hole(self._fd):
            files.ftruncate(self._fd, 0)
        self.size = files.fstat(self._fd).st_size
        self._is_incomplete = self.size > 0 and files.pread(self._fd, 1, self.size - 1) != b"\n"

    def read(self, at_once: int) -> Iterator[tuple[list[int], list[Line | None]]]:
        """Offsets and lines from the beginning, `at_once` of them; None for a line that is invalid, or incomplete at
        the end."""
        rest, offset = b"", 0
        for data in read_range(self._files, self._fd, 0, self.size):
            pieces = (rest + data).split(b"\n")
            rest = pieces.pop()
            for first in range(0, len(pieces), at_once):
                part = pieces[first : first + at_once]
                ends = list(accumulate([len(piece) + 1 for piece in part], initial=offset))
                offset = ends.pop()
                yield ends, _decode_all(part)
        if rest:
            yield [offset], [None]

    def append(self, lines: Iterable[Line]) -> list[int]:
        """Append lines durably; where each begins. On failure none of them remains."""
        encoded = list(encode_lines(lines))
        lead = (
            b"\n" if self._is_incomplete else b""
        )  # an incomplete line stays by itself, and is skipped when it is read
        try:
            write_all(self._files, self._fd, lead + b"".join(encoded))
            self._files.fdatasync(self._fd)
        except OSError:
            self._files.ftruncate(self._fd, self.size)
            raise
        self._is_incomplete = False
        self.size += len(lead)
        begins = []
        for data in encoded:
            begins.append(self.size)
            self.size += len(data)
        return begins

    def clear(self) -> None:
        """Empty it."""
        self._files.ftruncate(self._fd, 0)
        self._keys.clear()
        self.size = 0
        self._is_incomplete = False

    def key_at(self, offset: int) -> str | None:
        """The key of the line that begins there; None when it cannot be read. Lines are never written again."""
        key = self._keys.get(offset)
        if key is None:
            line = self.at(offset)
            if line is None:
                return None
            if len(self._keys) >= _KEYS_KEPT:
                self._keys.clear()
            key = self._keys[offset] = line.key
        return key

    def at(self, offset: int) -> Line | None:
        """The line that begins there; None when it cannot be read."""
        want = _KEY_GUESS
        while True:
            data = self._files.pread(self._fd, want, offset)
            end = data.find(b"\n")
            if end >= 0:
                return _decode(data[:end])
            if len(data) < want or want > _LONGEST:
                return None
            want *= 8


def _decode_all(lines: list[bytes]) -> list[Line | None]:
    if all(lines):
        with suppress(*UNREADABLE):  # all of them in one call take a third of the time
            found: list[Line | None] = [*_decoder.decode_lines(b"\n".join(lines))]
            if len(found) == len(lines):
                return found
    return [_decode(line) for line in lines]


def _decode(data: bytes) -> Line | None:
    try:
        return _decoder.decode(data)
    except UNREADABLE:
        return None
