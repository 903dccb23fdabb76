"""A session file as a look at it found it: which lines are new, and what they say."""

from __future__ import annotations

import contextlib
import os
import zlib
from collections.abc import Iterable, Iterator

import msgspec

from memoryd.conversation.file import BLOCK, FileState, SessionFile
from memoryd.conversation.message import BadLine, Message, decode_line, document
from memoryd.storage.lines import LONGEST_LINE, LineTooLong, whole_lines
from memoryd.storage.recent_lines import RecentLine
from memoryd.types import UNREADABLE, Document, Problem


class Reading(msgspec.Struct):
    """What was found in a file from some line on."""

    file: SessionFile
    skipped: int = 0
    """Lines that the index has already."""
    before: FileState | None = None
    """The version that the index has, where none of it stands as it did."""
    indexed: dict[str, Document] | None = None
    """What the index has of that version, by key, where it has been looked up."""
    messages: list[tuple[int, Message]] = msgspec.field(default_factory=list)
    removed: list[str] = msgspec.field(default_factory=list)
    """Messages that lines behind what was known take out."""
    problems: list[Problem] = msgspec.field(default_factory=list)
    documents: list[Document] = msgspec.field(default_factory=list)
    """What the index gets of the messages."""
    firsts: dict[str, Message] = msgspec.field(default_factory=dict)
    """The first message of each session."""
    heard: dict[str, int] = msgspec.field(default_factory=dict)
    """When the last one of each was received."""
    standing: list[tuple[bytes, int]] = msgspec.field(default_factory=list)
    """Of our last lines those that are in the file, and at which offset."""
    lost: list[RecentLine] = msgspec.field(default_factory=list)
    """Lines of ours that an editor saved over."""
    is_back: bool = False
    """A moment ago the file was gone or empty: an editor saves in two steps."""

    def sum_up(self) -> None:
        """Make of the messages all that is needed, before the writer has to wait for it."""
        path, gone = self.file.path, self.file.removed
        self.documents = [
            document(message, path, line) for line, message in self.messages if f"{path}:{line}" not in gone
        ]
        for _, message in self.messages:
            self.firsts.setdefault(message.session_id, message)
            self.heard[message.session_id] = max(message.received, self.heard.get(message.session_id, 0))


def line_of(one: RecentLine) -> int:
    """Where it stood; 0 when nobody knows."""
    return int(one.key.rpartition(":")[2]) if one.key else 0


def written(ours: Iterable[RecentLine]) -> list[tuple[int, Message]]:
    """The messages of our lines, and where they stood."""
    found = []
    for one in ours:
        with contextlib.suppress(BadLine):
            found.append((line_of(one), decode_line(one.raw)))
    return [(line, message) for line, message in found if line]


def stamp_of(stat: os.stat_result) -> tuple[int, int, int]:
    """(inode, size, mtime_ns)"""
    return stat.st_ino, stat.st_size, stat.st_mtime_ns


def decode_state(state: bytes | None) -> FileState | None:
    """What the index knows of a file; None when it trusts nothing."""
    if not state:
        return None
    try:
        return msgspec.json.decode(state, type=FileState)
    except UNREADABLE:
        return None


def begins_as(fd: int, known: FileState) -> bool:
    """Whether the file begins with just what was known of it."""
    crc = position = 0
    while position < known.size:
        block = os.pread(fd, min(BLOCK, known.size - position), position)
        if not block:
            return False
        crc = zlib.crc32(block, crc)
        position += len(block)
    return crc == known.crc


def lines_behind(fd: int, file: SessionFile) -> Iterator[bytes]:
    """The whole lines behind what is known, without newlines; size and checksum follow."""
    position = file.size

    def blocks() -> Iterator[bytes]:
        nonlocal position
        while block := os.pread(fd, BLOCK, position):
            position += len(block)
            yield block

    for whole in whole_lines(blocks()):
        if not whole.endswith(b"\n"):
            return
        file.crc = zlib.crc32(whole, file.crc)
        file.size += len(whole)
        yield from whole.split(b"\n")[:-1]


def open_line(fd: int, position: int) -> bytes:
    """What stands behind the last whole line. Raises LineTooLong."""
    data = bytearray()
    while block := os.pread(fd, BLOCK, position + len(data)):
        data += block
        if len(data) > LONGEST_LINE:
            raise LineTooLong
    return bytes(data)
