"""One session file as we know it: how many lines and bytes, which version of it, and how to read its lines.

A file past its retention stands in the archive (rule 18). Its path, and so its keys, stay what they were.
"""

from __future__ import annotations

import bisect
import io
import itertools
import os
import threading
import zlib
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import IO

import msgspec

from memoryd.conversation.message import Message, Removed
from memoryd.conversation.removed_keys import KeptKeys, RemovedKeys
from memoryd.storage import beneath
from memoryd.storage.framed import PACKED, FramedFile, open_packed
from memoryd.storage.lines import LONGEST_LINE
from memoryd.storage.regular import regular

BLOCK = 256 * 1024
ARCHIVE_PATH = "sessions/archive"


def archive_of(path: str) -> str:
    """Where the lines of `sessions/x.jsonl` stand once they are archived: `sessions/archive/x.jsonl.zst`."""
    return f"{ARCHIVE_PATH}/{os.path.basename(path)}.zst"


def archived_path(relpath: str) -> str | None:
    """`sessions/x.jsonl`, whose archive this file is; None if it is none."""
    head, _, name = relpath.rpartition("/")
    if head != ARCHIVE_PATH or not name.endswith(PACKED):
        return None
    return "sessions/" + name.removesuffix(".zst")


class FileState(msgspec.Struct, gc=False):
    """How far the index has come in a session file; also which version of the file that was."""

    lines: int
    size: int
    crc: int
    inode: int
    mtime_ns: int
    sessions: dict[str, int] = {}
    """Messages of each session in it."""
    received: int = 0
    """When its last message was received, microseconds; 0 when no line says so."""
    removed: KeptKeys = msgspec.field(default_factory=KeptKeys)
    """Keys of messages that its lines take out."""


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
    received: int = 0
    """When its last message was received, microseconds; 0 when no line says so."""
    removed: RemovedKeys = field(default_factory=RemovedKeys)
    """Keys of messages that its lines take out of their sessions."""
    open_line_of: str | None = field(default=None, compare=False)
    """The session of a message in the last line, where that lacks its end and so is in no other figure."""
    began: int | None = field(default=None, compare=False)
    """When its first message was received, once that has been looked up."""

    @classmethod
    def known(cls, path: str, state: FileState) -> SessionFile:
        """A file as the index knows it, unchanged since."""
        file = cls(path, state.lines, state.size, state.crc, state.inode, state.mtime_ns, edition=0)
        file.go_on(state)
        return file

    def go_on(self, state: FileState) -> None:
        """It begins with what was known."""
        self.lines, self.size, self.crc = state.lines, state.size, state.crc
        self.counts, self.received, self.removed = dict(state.sessions), state.received, state.removed.keys()

    def count(self, message: Message) -> None:
        """One more message."""
        self.counts[message.session_id] = self.counts.get(message.session_id, 0) + 1

    def take_out(self, removed: Removed) -> None:
        """A line takes a message out."""
        if removed.key not in self.removed:
            self.removed.add(removed.key)
            self.counts[removed.session_id] = self.counts.get(removed.session_id, 0) - 1

    def take_out_renamed(self, removals: Iterable[Removed], said: Mapping[int, Message]) -> list[str]:
        """Of what its lines take out under the name of a file that is gone: its own keys, if it is that file."""
        found = []
        for one in removals:
            line = one.key.rpartition(":")[2]
            message = said.get(int(line)) if line.isdecimal() else None
            if message is not None and (message.session_id, message.at) == (one.session_id, one.at):
                self.removed.discard(one.key)
                found.append(f"{self.path}:{line}")
        self.removed.update(found)
        return found

    def messages_of(self, session_id: str, paths: Collection[str]) -> int:
        """How many messages the session, whose files these are, has by this one."""
        count = self.counts.get(session_id, 0) + (self.open_line_of == session_id)
        if self.counts.keys() == {session_id}:
            # What was taken out of a file that is gone is missing from none.
            count += sum(key.rpartition(":")[0] not in paths for key in self.removed)
        return count

    @property
    def stamp(self) -> tuple[int, int, int]:
        """(inode, size, mtime_ns)"""
        return self.inode, self.size, self.mtime_ns

    def appended(self, data: bytes) -> None:
        """We appended these bytes, newlines included (the lines were counted when they were staged)."""
        self.crc = zlib.crc32(data, self.crc)
        self.size += len(data)

    def state(self) -> bytes:
        """For the index: how far it has come."""
        return msgspec.json.encode(self.as_known())

    def as_known(self) -> FileState:
        """What is known of it now."""
        counts, removed = dict(self.counts), self.removed.kept()
        return FileState(self.lines, self.size, self.crc, self.inode, self.mtime_ns, counts, self.received, removed)


def of_gone_files(root: str, removals: Iterable[Removed]) -> list[Removed]:
    """Those that take messages out of session files that are not there any more, nor in the archive."""
    by_path: dict[str, list[Removed]] = {}
    for one in removals:
        by_path.setdefault(one.key.rpartition(":")[0], []).append(one)
    return [one for path, ones in by_path.items() if _is_gone(root, path) for one in ones]


def _is_gone(root: str, path: str) -> bool:
    return os.path.dirname(path) == os.path.dirname(ARCHIVE_PATH) and not any(
        beneath.exists(os.path.join(root, one)) for one in (path, archive_of(path))
    )


def open_transcript(root: str, path: str) -> IO[bytes]:
    """A session file, or what the archive has of it: the same bytes. Raises FileNotFoundError, OSError."""
    try:
        return open(os.path.join(root, path), "rb", buffering=BLOCK, opener=regular)
    except FileNotFoundError:
        return open_archive(root, path)


def open_archive(root: str, path: str) -> io.BufferedReader:
    """What the archive has of a session file. Raises FileNotFoundError, OSError, and Broken when it has no table."""
    return open_packed(os.path.join(root, archive_of(path)))


def lines_up_to(file: IO[bytes], end: int) -> Iterator[bytes]:
    """The whole lines from where the file stands on, up to the byte `end`; none behind one that no memory can have.

    However long the line is that stands there by now, no more of it is read.
    """
    left = end - file.tell()
    while left > 0:
        line = file.readline(min(left, LONGEST_LINE) + 1)
        left -= len(line)
        if not line or left < 0 or len(line) > LONGEST_LINE:
            return
        yield line


def read_range(root: str, path: str, first_line: int = 1, lines: LineMap | None = None) -> Iterator[tuple[int, bytes]]:
    """Lines of a session file from `first_line` on with their numbers, without newlines; nothing when there is none.

    With `lines` those before are not read again each time. A line that no memory can have ends it: the file is about
    to be set aside.
    """
    try:
        file = open_transcript(root, path)
    except FileNotFoundError:
        return
    with file:
        start = 1
        if first_line > 1 and (place := _near(file, first_line, lines)) is not None:
            offset, skip = place
            file.seek(offset)
            for _ in range(skip):
                file.readline(LONGEST_LINE)
            start = first_line
        for number, raw in enumerate(iter(lambda: file.readline(LONGEST_LINE), b""), start):
            if len(raw) == LONGEST_LINE:
                return
            if number >= first_line and raw.strip():
                yield number, raw.rstrip(b"\n")


def read_between(root: str, path: str, begin: int, end: int, last: int) -> Iterator[tuple[int, bytes]]:
    """Lines of a session file between two bytes with their numbers, the last of which is `last`, without newlines."""
    try:
        file = open_transcript(root, path)
    except FileNotFoundError:
        return
    with file:
        file.seek(begin)
        found = [*lines_up_to(file, end)]
    yield from enumerate((raw.rstrip(b"\n") for raw in found), last - len(found) + 1)


def _near(file: IO[bytes], line: int, lines: LineMap | None) -> tuple[int, int] | None:
    packed = getattr(file, "raw", None)
    if isinstance(packed, FramedFile):
        return packed.near(line)
    return None if lines is None else lines.near(file.fileno(), line)
