"""What others wrote into a version of a file that was replaced meanwhile, and that is too long to be taken in.

Nothing but the open descriptor leads to it: it goes into a file beside, and health says so.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import suppress

from memoryd.storage import roots
from memoryd.storage.aside import aside_name
from memoryd.storage.atomic import create_temporary
from memoryd.storage.files import Files, read_range, sync_directory, write_all
from memoryd.storage.holes import data_from
from memoryd.types import Problem

MOST_KEPT = 256 << 20
"""Bytes that are kept of one version; copying them holds up whoever writes."""


def keep_ranges(files: Files, fd: int, path: str, ranges: Iterable[tuple[int, int]]) -> Problem:
    """Keep these bytes of the old version of `path`, without holes, a newline behind each range; what to report."""
    ranges, name = list(ranges), roots.relative(path)
    size = sum(end - begin for begin, end in ranges)
    what = f"{size:,} bytes were written into a version of it that had been replaced, too long to be read"
    try:
        broken, kept = _copy(files, fd, path, ranges)
    except OSError as error:
        what += f"; they could not be kept ({error.strerror})"
        return Problem(path=name, what=what, action="write again what is missing", severity="critical")
    what += f"; {kept:,} of them, without holes, were kept as {os.path.basename(broken)}"
    action = f"look at {broken}, write again what you need of it, and remove it"
    return Problem(path=name, what=what, action=action)


def _copy(files: Files, fd: int, path: str, ranges: list[tuple[int, int]]) -> tuple[str, int]:
    temporary, new = create_temporary(files, path, 0o660)
    kept = 0
    try:
        try:
            for begin, end in ranges:
                kept += _copy_range(files, fd, new, begin, end, MOST_KEPT - kept)
                write_all(files, new, b"\n")
            files.fsync(new)
        finally:
            files.close(new)
        broken = aside_name(path)
        files.rename(temporary, broken)
    except BaseException:
        with suppress(OSError):
            files.unlink(temporary)
        raise
    sync_directory(files, os.path.dirname(path) or ".")
    return broken, kept


def _copy_range(files: Files, fd: int, new: int, begin: int, end: int, most: int) -> int:
    kept = 0
    while kept < most and (begin := data_from(fd, begin, end)) < end:
        behind = min(_hole_from(fd, begin, end), begin + most - kept)
        for data in read_range(files, fd, begin, behind):
            write_all(files, new, data)
            kept += len(data)
        begin = behind
    return kept


def _hole_from(fd: int, start: int, end: int) -> int:
    try:
        return min(os.lseek(fd, start, os.SEEK_HOLE), end)
    except OSError:  # a file system without holes
        return end
