"""A directory that cannot be written now: what is there is read, and every change fails with the reason."""

from __future__ import annotations

import errno
import os
import secrets
from collections.abc import Callable
from typing import NoReturn

import msgspec

from memoryd.errors import MemorydError, ReadOnly
from memoryd.storage import beneath
from memoryd.storage.files import OsFiles, write_all

_CHANGING = os.O_WRONLY | os.O_RDWR
_ROOM = 1 << 20
"""So much must be free before a disk that was full counts as writable: the first writes must not fill it at once."""
_TRANSIENT = frozenset(errno.errorcode[number] for number in (errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EIO))


def is_transient(error: MemorydError) -> bool:
    """Whether the directory cannot be written for a reason that passes: a disk that is full, read-only or failing."""
    return error.data.get("errno") in _TRANSIENT


def require_room(directory: str, *, room: int = _ROOM) -> None:
    """Raise OSError unless new files can be written in the directory, and so many bytes are free."""
    files = OsFiles()
    path = os.path.join(directory, f".try.{secrets.token_hex(8)}.tmp")
    fd = files.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL)
    try:
        write_all(files, fd, bytes(1 << 12))
        files.fsync(fd)
        status = os.fstatvfs(fd)
    finally:
        files.close(fd)
        files.unlink(path)
    if status.f_bavail * status.f_frsize < room:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), directory)


class Reading(msgspec.Struct, frozen=True):
    """That a daemon only reads, until its directory can be written again."""

    why: ReadOnly
    """What callers that write are told."""
    scratch: str
    """A directory elsewhere, for the index."""


class ReadingFiles(OsFiles):
    """The machine's own calls, of which those that change something fail with the error for which nothing does."""

    def __init__(self, why: ReadOnly) -> None:
        self._number = getattr(errno, str(why.data.get("errno")), errno.EROFS)

    def _fail(self, path: str) -> NoReturn:
        raise OSError(self._number, os.strerror(self._number), path)

    def open(self, path: str, flags: int, mode: int = 0o660) -> int:
        if flags & os.O_TRUNC or (flags & os.O_CREAT and not beneath.exists(path)):
            self._fail(path)
        return super().open(path, flags & ~(_CHANGING | os.O_CREAT | os.O_EXCL | os.O_APPEND), mode)

    def write(self, fd: int, data: bytes | memoryview) -> int:
        self._fail("")

    def ftruncate(self, fd: int, length: int) -> None:
        self._fail("")

    def fsync(self, fd: int) -> None:
        """Nothing was written that could be lost."""

    def fdatasync(self, fd: int) -> None:
        """As `fsync`."""

    def begin_fdatasync(self, fd: int) -> Callable[[], None]:
        """As `fsync`."""
        return lambda: None

    def rename(self, source: str, target: str) -> None:
        self._fail(target)

    def link(self, source: str, target: str) -> None:
        self._fail(target)

    def unlink(self, path: str) -> None:
        if not beneath.exists(path):
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), path)
        self._fail(path)

    def mkdir(self, path: str, mode: int = 0o770) -> None:
        if beneath.exists(path):
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), path)
        self._fail(path)

    def chmod(self, fd: int, mode: int) -> None:
        self._fail("")

    def chown(self, fd: int, uid: int, gid: int) -> None:
        self._fail("")
