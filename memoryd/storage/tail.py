"""The end of a log after a crash: a torn line is set aside, so that the file ends with a whole line again."""

from __future__ import annotations

import errno
import os
from typing import Literal, NamedTuple

import msgspec

from memoryd.clock import SystemClock
from memoryd.errors import MemorydError
from memoryd.storage import roots
from memoryd.storage.atomic import open_to_write
from memoryd.storage.files import Files, read_range, sync_directory, write_all
from memoryd.storage.long_lines import take_out_long_lines
from memoryd.storage.regular import NotRegular
from memoryd.storage.trouble import refusal
from memoryd.times import format_time
from memoryd.types import UNREADABLE, Problem

_BLOCK = 64 * 1024


class TailReport(msgspec.Struct, frozen=True, kw_only=True):
    """What was done to the end of `path`, and the problem to report. `length` bytes were at `offset`."""

    path: str
    kind: Literal["completed", "torn", "too long", "unrepaired"]
    offset: int
    length: int
    problem: Problem
    broken: str | None = None
    """The file that keeps the torn bytes."""


def repair_tail(files: Files, path: str, now: int | None = None) -> TailReport | None:
    """Make the log end with a whole line; None when it does, or does not exist. Call it before the log is read.

    A last line of `.jsonl` that is a whole object gets its newline. What is torn, or is NUL bytes after a power loss,
    is copied to `<path>.broken` and cut off. `now` in microseconds is written into the copy's head. Markdown is left
    alone: people's text often ends without a newline. A line that is too long is taken out first.
    """
    if path.endswith(".md"):
        return None
    try:
        taken = take_out_long_lines(files, path)
    except OSError as error:
        if error.errno == errno.ELOOP:
            return None  # a link, which is told where files are looked for
        return _unrepaired(path, 0, 0, refusal(error, path))
    torn = _repair_tail(files, path, now)
    if taken is None:
        return torn
    also = "" if torn is None else f"; {torn.problem.what}"
    problem = msgspec.structs.replace(taken.problem, what=taken.problem.what + also)
    return TailReport(path=path, kind="too long", offset=0, length=0, problem=problem, broken=taken.broken)


def ends_whole(files: Files, path: str) -> bool:
    """Whether the log is there no more, or can be read and ends with a whole line."""
    try:
        fd = files.open(path, os.O_RDONLY | os.O_NOFOLLOW)
    except FileNotFoundError:
        return True
    except OSError:
        return False
    try:
        size = files.fstat(fd).st_size
        return _end_of_whole_lines(files, fd, size) == size
    except OSError:
        return False
    finally:
        files.close(fd)


def _repair_tail(files: Files, path: str, now: int | None) -> TailReport | None:
    if ends_whole(files, path):  # maybe one that we may only read, which the next append makes ours
        return None
    try:
        fd = open_to_write(files, path, os.O_RDWR | os.O_NOFOLLOW)
    except (FileNotFoundError, NotRegular):
        return None
    except OSError as error:
        return _unrepaired(path, 0, 0, refusal(error, path))
    try:
        size = files.fstat(fd).st_size
        start = _end_of_whole_lines(files, fd, size)
        tail = b"".join(read_range(files, fd, start, size))
        if not tail:
            return None
        try:
            return _repair(files, fd, _Tail(path, start, tail, SystemClock().now() if now is None else now))
        except OSError as error:
            return _unrepaired(path, start, len(tail), refusal(error, path))
    finally:
        files.close(fd)


class _Tail(NamedTuple):
    path: str
    start: int
    data: bytes
    now: int


def _repair(files: Files, fd: int, tail: _Tail) -> TailReport:
    path, start, length = tail.path, tail.start, len(tail.data)
    if path.endswith(".jsonl") and _is_whole(tail.data):
        _append(files, path, b"\n")
        return TailReport(path=path, kind="completed", offset=start, length=length, problem=_completed(path))
    broken = path + ".broken"
    _keep(files, broken, tail)
    files.ftruncate(fd, start)
    files.fsync(fd)
    problem = Problem(
        path=roots.relative(path),
        what=f"the last line was cut off by a crash; its {length} bytes were moved to {os.path.basename(broken)}",
        action=f"look at {broken} and remove it; nothing that was acknowledged is missing",
    )
    return TailReport(path=path, kind="torn", offset=start, length=length, problem=problem, broken=broken)


def _end_of_whole_lines(files: Files, fd: int, size: int) -> int:
    """The offset after the last line that ends with a newline and holds no NUL byte."""
    end = size
    while True:
        newline = _last_newline(files, fd, end)
        if newline < 0:
            return 0
        before = _last_newline(files, fd, newline)
        # Blocks that never reached the disk read as zeros, possibly before a newline that did.
        if not any(b"\0" in piece for piece in read_range(files, fd, before + 1, newline)):
            return newline + 1
        end = newline


def _last_newline(files: Files, fd: int, end: int) -> int:
    """The offset of the last newline before `end`, -1 when there is none."""
    while end > 0:
        start = max(0, end - _BLOCK)
        at = files.pread(fd, end - start, start).rfind(b"\n")
        if at >= 0:
            return start + at
        end = start
    return -1


def _is_whole(tail: bytes) -> bool:
    """Whether it is a whole JSON object, which is never the beginning of a longer one."""
    try:
        return isinstance(msgspec.json.decode(tail), dict)
    except (*UNREADABLE, ValueError):
        return False


def _keep(files: Files, broken: str, tail: _Tail) -> None:
    """Append the bytes to the copy, durably, unless a crash right after that has left them there already."""
    if not _ends_with(files, broken, tail.data + b"\n"):
        name = os.path.basename(tail.path)
        head = f"# {format_time(tail.now)}: {len(tail.data)} bytes from offset {tail.start} of {name}\n".encode()
        _append(files, broken, head + tail.data + b"\n")
    sync_directory(files, os.path.dirname(broken) or ".")


def _ends_with(files: Files, path: str, data: bytes) -> bool:
    try:
        fd = files.open(path, os.O_RDONLY | os.O_NOFOLLOW)
    except OSError:
        return False
    try:
        size = files.fstat(fd).st_size
        return b"".join(read_range(files, fd, max(0, size - len(data)), size)) == data
    finally:
        files.close(fd)


def _append(files: Files, path: str, data: bytes) -> None:
    fd = open_to_write(files, path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_NOFOLLOW, 0o660)
    try:
        write_all(files, fd, data)
        files.fsync(fd)
    finally:
        files.close(fd)


def _completed(path: str) -> Problem:
    return Problem(
        path=roots.relative(path),
        what="the last line had no newline; it was added",
        action="nothing needs to be done",
    )


def _unrepaired(path: str, start: int, length: int, error: MemorydError) -> TailReport:
    problem = Problem(path=roots.relative(path), what="the end of the file could not be checked", action=error.sentence)
    return TailReport(path=path, kind="unrepaired", offset=start, length=length, problem=problem)
