"""Lines that no memory can have: a file that holds one is set aside, and its other lines go on in a new file.

Whoever reads lines may then hold any of them in memory. Nothing of an over-long line is read but where it ends, and the
holes of a sparse file not even so, so that the size of the file does not matter.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress

import msgspec

from memoryd.errors import Busy
from memoryd.storage import beneath, roots
from memoryd.storage.aside import aside_name
from memoryd.storage.atomic import create_temporary, take_over_owner
from memoryd.storage.files import Files, read_range, sync_directory, write_all
from memoryd.storage.holes import data_from
from memoryd.storage.lines import LONGEST_LINE, split_lines
from memoryd.storage.regular import NotRegular
from memoryd.types import Problem

_WINDOW = LONGEST_LINE // 2
"""A longer line fills at least one whole window of this size."""
_BLOCK = 64 * 1024


class TakenOut(msgspec.Struct, frozen=True):
    """What was taken out of `path`: the file that has all of it, and the problem to report."""

    path: str
    broken: str
    problem: Problem


def take_out_long_lines(files: Files, path: str) -> TakenOut | None:
    """Set the file aside if a line is longer than LONGEST_LINE; an empty line stands for it in the new file.

    So no other line gets another number. None when there is no such line, or no such file. Raises OSError.
    """
    try:
        fd = files.open(path, os.O_RDONLY | os.O_NOFOLLOW)
    except (FileNotFoundError, NotRegular):
        return None
    try:
        found = list(long_lines(files, fd))
        if not found:
            return None
        return _take_out(files, path, fd, found)
    finally:
        files.close(fd)


def long_lines(files: Files, fd: int) -> Iterator[tuple[int, int]]:
    """Where each over-long line begins and where it ends: at its newline, or at the end of the file."""
    size = files.fstat(fd).st_size
    window, begin = 0, 0
    while size - window > _WINDOW:
        newline = _next_newline(files, fd, window, window + _WINDOW)
        if newline is not None:
            window += _WINDOW
            continue
        begin = _line_of(files, fd, window)
        end = _next_newline(files, fd, window + _WINDOW, size)
        end = size if end is None else end
        if end - begin > LONGEST_LINE:
            yield begin, end
        window = max(window + _WINDOW, end - end % _WINDOW)


def refuse_long_lines(files: Files, path: str) -> None:
    """Raise Busy while the file has a line that would fill memory: it is about to be taken out."""
    fd = files.open(path, os.O_RDONLY | os.O_NOFOLLOW)
    try:
        if any(long_lines(files, fd)):
            raise Busy(f"{path} holds a line longer than any memory; it is taken out now. Try again.")
    finally:
        files.close(fd)


def lines_from(files: Files, fd: int, start: int, left_out: list[tuple[int, int]]) -> Iterator[bytes]:
    """The lines from `start` on without their newlines; over-long ones come to `left_out`, by begin and end."""
    size = files.fstat(fd).st_size
    for begin, end in long_lines(files, fd):
        yield from split_lines(read_range(files, fd, start, begin))
        if start < end:
            left_out.append((max(start, begin), end))
        start = max(start, end)
    yield from split_lines(read_range(files, fd, start, size))


def _next_newline(files: Files, fd: int, start: int, end: int) -> int | None:
    """The offset of the first newline from `start` on and before `end`."""
    while start < end:
        start = data_from(fd, start, end)
        data = files.pread(fd, min(_BLOCK, end - start), start) if start < end else b""
        if not data:
            return None
        at = data.find(b"\n")
        if at >= 0:
            return start + at
        start += len(data)
    return None


def _line_of(files: Files, fd: int, offset: int) -> int:
    """Where the line that holds the byte at `offset` begins; the window before that has a newline."""
    while offset > 0:
        start = max(0, offset - _BLOCK)
        at = files.pread(fd, offset - start, start).rfind(b"\n")
        if at >= 0:
            return start + at + 1
        offset = start
    return 0


def _take_out(files: Files, path: str, fd: int, found: list[tuple[int, int]]) -> TakenOut:
    status = files.fstat(fd)
    temporary, new = create_temporary(files, path, 0o660)
    try:
        try:
            take_over_owner(files, new, path, 0o660, status.st_gid)
            position = 0
            for begin, end in found:
                for piece in read_range(files, fd, position, begin):
                    write_all(files, new, piece)
                position = end
            for piece in read_range(files, fd, position, status.st_size):
                write_all(files, new, piece)
            files.fsync(new)
        finally:
            files.close(new)
        broken = aside_name(path)
        is_kept = beneath.exists(broken)  # with the same content
        if not is_kept:
            files.link(path, broken)
        files.rename(temporary, path)
        if not is_kept:
            beneath.set_aside(broken)
    except BaseException:
        with suppress(OSError):
            files.unlink(temporary)
        raise
    sync_directory(files, os.path.dirname(path) or ".")
    return TakenOut(path, broken, _problem(path, broken, found))


def _problem(path: str, broken: str, found: list[tuple[int, int]]) -> Problem:
    begin, end = found[0]
    more = f" and {len(found) - 1} more" if len(found) > 1 else ""
    name = os.path.basename(broken)
    return Problem(
        path=roots.relative(path),
        what=f"a line of {end - begin} bytes from offset {begin}{more}, longer than any memory; the file was set aside "
        f"as {name}, and its other lines went on in a new one",
        action=f"look at {broken} and remove it; nothing else is missing",
    )
