"""A session file as a look at it found it: which lines are new, and what they say."""

from __future__ import annotations

import contextlib
import os
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence

import msgspec

from memoryd.conversation.file import BLOCK, FileState, SessionFile, of_gone_files
from memoryd.conversation.message import BadLine, Message, Removed, decode_line, document
from memoryd.kinds.sessions.saved_over import is_rest_as_it_was, lost_lines
from memoryd.storage.lines import LONGEST_LINE, LineTooLong, whole_lines
from memoryd.storage.recent_lines import RecentLine
from memoryd.storage.regular import regular
from memoryd.times import SECOND
from memoryd.types import Document, Problem

WRITTEN_IN_PLACE = SECOND
"""Whoever wrote into a file so lately may go on writing in it."""


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
    removals: list[Removed] = msgspec.field(default_factory=list)
    """Those of these lines that name another file, if it is gone."""
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
    is_partial: bool = False
    """Somebody may be in the midst of writing it."""
    is_back: bool = False
    """A moment ago the file was gone or empty, and now it has been written: an editor saves in two steps."""

    def sum_up(self) -> None:
        """Make of the messages all that is needed, before the writer has to wait for it."""
        if self.removals:
            self.removed += self.file.take_out_renamed(self.removals, dict(self.messages))
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


def is_written_in_place(file: SessionFile, known: FileState | None, now: int, *, was_gone: bool = False) -> bool:
    """Whether somebody may be in the midst of writing into the file that was known; a new one is written as a whole.

    So it is not while it has nothing. `was_gone`: it is written behind what removed or emptied it.
    """
    is_known = was_gone or not file.size or (known is not None and file.inode == known.inode)
    # The operation may have begun before the write.
    return is_known and abs(now - file.mtime_ns // 1000) < WRITTEN_IN_PLACE


def open_line(fd: int, position: int) -> bytes:
    """What stands behind the last whole line. Raises LineTooLong."""
    data = bytearray()
    while block := os.pread(fd, BLOCK, position + len(data)):
        data += block
        if len(data) > LONGEST_LINE:
            raise LineTooLong
    return bytes(data)


def scan(
    root: str,
    relpath: str,
    known: FileState | None,
    recent: Sequence[RecentLine],
    is_stale: Callable[[tuple[int, int]], bool],
    *,
    was_gone: bool,
    now: int,
) -> Reading:
    """Read the file; when it begins as it was known, only the messages behind that are new.

    `recent`: what we wrote in the last minutes; `is_stale` tells by size and checksum of a version whether it was saved
    over ours before; `was_gone`: a moment ago there was no file, or an empty one; `now` is 0 when nobody who may be in
    the midst of writing it is waited for.
    """
    file = SessionFile(relpath)
    reading = Reading(file)
    try:
        handle = open(os.path.join(root, relpath), "rb", buffering=0, opener=regular)
    except FileNotFoundError:
        return reading
    with handle:
        fd = handle.fileno()
        stat = os.fstat(fd)
        file.inode, file.mtime_ns = stat.st_ino, stat.st_mtime_ns
        if known is not None and not was_gone and begins_as(fd, known):
            file.go_on(known)
            reading.skipped = known.lines
        else:
            reading.before = known
        offset, ours = file.size, {one.raw for one in recent}
        for raw in lines_behind(fd, file):
            _read_line(reading, raw)
            if ours and (whole := raw + b"\n") in ours:
                reading.standing.append((whole, offset))
            offset += len(raw) + 1
        ends = _read_open_line(reading, fd)
        reading.is_partial = now > 0 and (not ends or is_written_in_place(file, known, now, was_gone=was_gone))
        reading.is_back = was_gone and file.size > 0 and not reading.is_partial
        is_changed = reading.before is not None and not was_gone and (file.size > 0 or not reading.is_partial)
        if recent and (reading.is_back or is_changed):
            lost = lost_lines(recent, (message for _, message in reading.messages), reading.removed)
            before = None if reading.is_back else reading.before
            is_known = before is not None and not is_stale((file.size, file.crc))
            # What is not yet written has not been deleted.
            is_deleted = is_known and not reading.is_partial
            if not (lost and is_deleted and before and is_rest_as_it_was(fd, file, before, lost)):
                reading.lost = lost
    reading.removals = of_gone_files(root, reading.removals)
    reading.sum_up()
    return reading


def _read_open_line(reading: Reading, fd: int) -> bool:
    """A last line without its newline may be half written: what it says is known, but it is looked at again.

    Whether it says anything, or there is none.
    """
    file = reading.file
    raw = open_line(fd, file.size)
    if not raw.strip():
        return True
    try:
        message = decode_line(raw)
    except BadLine:
        return False
    reading.messages.append((file.lines + 1, message))
    file.open_line_of = message.session_id
    return True


def _read_line(reading: Reading, raw: bytes) -> None:
    file = reading.file
    file.lines += 1
    if not raw.strip():
        return
    try:
        message = decode_line(raw)
    except Removed as removed:
        file.take_out(removed)
        reading.removed.append(removed.key)
        if removed.key.rpartition(":")[0] != file.path:
            reading.removals.append(removed)
        return
    except BadLine as error:
        reading.problems.append(
            Problem(path=file.path, line=file.lines, what=f"not read: {error}", action="fix the line, or remove it")
        )
        return
    reading.messages.append((file.lines, message))
    file.count(message)
    if b'"received"' in raw:
        file.received = max(file.received, message.received)
