"""Reads another program's SQLite database without a trace: no lock, no file beside it, not a byte of it written.

SQLite creates files beside a database in WAL mode even when it opens it read-only. So a database that has a log is read
from a copy, taken while no checkpoint ran.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from urllib.parse import quote

_ATTEMPTS = 10
_HEAD = 32
"""Bytes of the header of a log; it changes when the log is restarted."""
_SIDES = ("-wal", "-journal")


class Unreadable(Exception):
    """A file is not a transcript; the text says why."""


@contextmanager
def snapshot(path: str) -> Iterator[sqlite3.Connection]:
    """A connection to the database as it is now. Raises Unreadable when it changes meanwhile, and sqlite3.Error."""
    path = os.path.abspath(path)
    if any(_size(path + side) for side in _SIDES):
        with tempfile.TemporaryDirectory(prefix="memoryctl-") as folder:
            copy = os.path.join(folder, "copy.sqlite")
            _copy(path, copy)
            with closing(_open(f"file:{quote(copy)}")) as base:
                yield base
        return
    before = _version(path)
    with closing(_open(f"file:{quote(path)}?mode=ro&immutable=1")) as base:
        yield base
    if _version(path) != before:
        raise Unreadable(f"{path} was changed while it was read; run the import again, what is there is not repeated")


def _open(uri: str) -> sqlite3.Connection:
    base = sqlite3.connect(uri, uri=True)
    base.text_factory = lambda data: data.decode("utf-8", "replace")
    return base


def _copy(path: str, copy: str) -> None:
    """Copy database and log: appends to the log meanwhile do no harm, a checkpoint does."""
    for _ in range(_ATTEMPTS):
        before = _version(path)
        for side in _SIDES:
            if os.path.exists(path + side):
                shutil.copyfile(path + side, copy + side)
        shutil.copyfile(path, copy)
        if _version(path) == before:
            return
        for side in _SIDES:
            if os.path.exists(copy + side):
                os.unlink(copy + side)
    raise Unreadable(f"{path} is changed all the time; stop its program for a moment, or try again later")


def _version(path: str) -> tuple[object, ...]:
    """What changes with a checkpoint or with a transaction without a log."""
    stat = os.stat(path)
    return stat.st_ino, stat.st_size, stat.st_mtime_ns, *(_head(path + side) for side in _SIDES)


def _head(path: str) -> bytes:
    try:
        with open(path, "rb") as file:
            return file.read(_HEAD)
    except FileNotFoundError:
        return b""


def _size(path: str) -> int:
    try:
        return os.stat(path).st_size
    except FileNotFoundError:
        return 0
