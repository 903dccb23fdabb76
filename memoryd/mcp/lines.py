"""What a client sends on stdin, as the SDK can read it."""

from __future__ import annotations

import io
import json
from typing import Any, BinaryIO


def readable(stdin: BinaryIO) -> io.TextIOWrapper:
    """The stream, with each line that has half of an escaped character mended: the SDK would never answer it."""
    return io.TextIOWrapper(io.BufferedReader(_Lines(stdin)), encoding="utf-8", errors="replace")


def mended(line: bytes) -> bytes:
    """The line with U+FFFD in the place of lone surrogates, such as of an emoji that was cut in two."""
    if b"\\ud" not in line.lower():
        return line
    try:
        text = json.dumps(json.loads(line), ensure_ascii=False)
    except (ValueError, RecursionError):
        return line
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace").encode() + b"\n"


class _Lines(io.RawIOBase):
    def __init__(self, stdin: BinaryIO) -> None:
        self._stdin = stdin
        self._rest = io.BytesIO()

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any, /) -> int:
        count = self._rest.readinto(buffer)
        if not count:
            self._rest = io.BytesIO(mended(self._stdin.readline()))
            count = self._rest.readinto(buffer)
        return count
