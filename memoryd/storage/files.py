"""The system calls that storage uses, as one object so that tests can make each of them fail."""

from __future__ import annotations

import contextlib
import functools
import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Protocol

from memoryd.storage import beneath, roots
from memoryd.storage.regular import regular

SLICE = 1 << 20
"""Bytes read or written in one call, so that no call takes long."""
_SYNC_THREADS = 3
"""A batch of the writer touches four files at most, of which it syncs one itself."""


class Files(Protocol):
    """What storage asks of the operating system; every method raises OSError as the system call would."""

    def open(self, path: str, flags: int, mode: int = 0o660) -> int: ...
    def close(self, fd: int) -> None: ...
    def write(self, fd: int, data: bytes | memoryview) -> int: ...
    def tell(self, fd: int) -> int: ...
    def pread(self, fd: int, length: int, offset: int) -> bytes: ...
    def fsync(self, fd: int) -> None: ...
    def fdatasync(self, fd: int) -> None: ...
    def sync_all(self) -> None:
        """Bring all to the disk that was written anywhere."""
        ...

    def begin_fdatasync(self, fd: int) -> Callable[[], None]:
        """Begin it; what is returned waits for its end, and raises what it raised. Until then the file stays open."""
        ...

    def ftruncate(self, fd: int, length: int) -> None: ...
    def fstat(self, fd: int) -> os.stat_result: ...
    def stat(self, path: str) -> os.stat_result:
        """The stat of the path; raises Linked for a symbolic link."""
        ...

    def lstat(self, path: str) -> os.stat_result: ...
    def rename(self, source: str, target: str) -> None: ...
    def exchange(self, source: str, target: str) -> None:
        """Let the two have each other's names; EINVAL or ENOSYS where the file system cannot."""
        ...

    def link(self, source: str, target: str) -> None: ...
    def unlink(self, path: str) -> None: ...
    def mkdir(self, path: str, mode: int = 0o770) -> None: ...
    def listdir(self, path: str) -> Sequence[str]: ...
    def chmod(self, fd: int, mode: int) -> None: ...
    def chown(self, fd: int, uid: int, gid: int) -> None: ...


class OsFiles:
    """The machine's own calls, beneath the data directory and through no link (`beneath`, `regular`).

    Descriptors never reach a child process; only regular files and directories open.
    """

    def open(self, path: str, flags: int, mode: int = 0o660) -> int:
        if flags & os.O_DIRECTORY:
            return beneath.open_fd(path, flags)
        return regular(path, flags, mode)

    def close(self, fd: int) -> None:
        os.close(fd)

    def write(self, fd: int, data: bytes | memoryview) -> int:
        return os.write(fd, data)

    def tell(self, fd: int) -> int:
        """The offset after the last write; with O_APPEND this tells where the bytes went."""
        return os.lseek(fd, 0, os.SEEK_CUR)

    def pread(self, fd: int, length: int, offset: int) -> bytes:
        return os.pread(fd, length, offset)

    def fsync(self, fd: int) -> None:
        os.fsync(fd)

    def fdatasync(self, fd: int) -> None:
        os.fdatasync(fd)

    def sync_all(self) -> None:
        os.sync()

    def begin_fdatasync(self, fd: int) -> Callable[[], None]:
        return _sync_threads().submit(os.fdatasync, fd).result

    def ftruncate(self, fd: int, length: int) -> None:
        os.ftruncate(fd, length)

    def fstat(self, fd: int) -> os.stat_result:
        return os.fstat(fd)

    def stat(self, path: str) -> os.stat_result:
        return beneath.stat(path)

    def lstat(self, path: str) -> os.stat_result:
        return beneath.lstat(path)

    def rename(self, source: str, target: str) -> None:
        beneath.rename(source, target)

    def exchange(self, source: str, target: str) -> None:
        beneath.exchange(source, target)

    def link(self, source: str, target: str) -> None:
        beneath.link(source, target)

    def unlink(self, path: str) -> None:
        beneath.unlink(path)

    def mkdir(self, path: str, mode: int = 0o770) -> None:
        beneath.mkdir(path, mode)

    def listdir(self, path: str) -> Sequence[str]:
        return beneath.listdir(path)

    def chmod(self, fd: int, mode: int) -> None:
        os.fchmod(fd, mode)

    def chown(self, fd: int, uid: int, gid: int) -> None:
        os.fchown(fd, uid, gid)


@functools.cache
def _sync_threads() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(_SYNC_THREADS, "memoryd-sync")


def write_all(files: Files, fd: int, data: bytes | memoryview) -> None:
    """Write every byte, however little each call takes."""
    view = memoryview(data)
    done = 0
    while done < len(view):
        written = files.write(fd, view[done : done + SLICE])
        if written <= 0:
            raise OSError(5, "the file took no bytes")
        done += written


def read_range(files: Files, fd: int, start: int, end: int) -> Iterator[bytes]:
    """The bytes from `start` up to `end`, or to the end of a file that is shorter, slice by slice."""
    while start < end:
        data = files.pread(fd, min(SLICE, end - start), start)
        if not data:
            return
        yield data
        start += len(data)


def places_of(files: Files, fd: int, block: bytes) -> list[int]:
    """The offsets at which the file contains the block."""
    found: list[int] = []
    held, at = b"", 0
    for piece in read_range(files, fd, 0, files.fstat(fd).st_size):
        held += piece
        here = held.find(block)
        while here >= 0:
            found.append(at + here)
            here = held.find(block, here + len(block))
        keep = min(len(held), len(block) - 1)
        at += len(held) - keep
        held = held[len(held) - keep :]
    return found


def sync_directory(files: Files, path: str) -> None:
    """Make the names in the directory durable."""
    fd = files.open(path, os.O_RDONLY | os.O_DIRECTORY)
    try:
        files.fsync(fd)
    finally:
        files.close(fd)


_unsynced: set[str] = set()
"""Directories that were created but whose names could not be synced yet."""


def make_directories(files: Files, path: str) -> None:
    """Create the directory and its missing parents durably, with set-group-id and under the umask."""
    path = os.path.abspath(path)
    _make_missing(files, path)
    for made in sorted(_unsynced):
        if path == made or path.startswith(made + os.sep):
            sync_directory(files, os.path.dirname(made))
            _unsynced.discard(made)


def make_unsynced(files: Files, path: str) -> bool:
    """The same, but their names are durable behind `sync_made` only; whether the directory was missing."""
    path = os.path.abspath(path)
    _make_missing(files, path)
    return path in _unsynced


def sync_made(files: Files, root: str) -> None:
    """Make the names of what was created below `root` durable, as far as we may; the rest when it is used."""
    made = [path for path in _unsynced.copy() if path.startswith(root + os.sep)]
    for parent in sorted({os.path.dirname(path) for path in made}):
        with contextlib.suppress(PermissionError):
            with contextlib.suppress(FileNotFoundError):  # it is gone, and what was in it
                sync_directory(files, parent)
            _unsynced.difference_update([path for path in made if os.path.dirname(path) == parent])


def _make_missing(files: Files, path: str) -> None:
    try:
        _make(files, path)
    except roots.Gone:
        raise
    except FileNotFoundError:
        parent = os.path.dirname(path)
        if parent == path:
            raise
        _make_missing(files, parent)
        # A second refusal is not about the parents: a dangling link, or a file system that allows no directories.
        _make(files, path)


def _make(files: Files, path: str) -> None:
    try:
        files.mkdir(path, 0o770)
    except FileExistsError:
        return
    _unsynced.add(path)
    _share_with_group(files, path)


def _share_with_group(files: Files, path: str) -> None:
    """Add the set-group-id bit, which mkdir ignores, unless it was inherited from the parent."""
    fd = files.open(path, os.O_RDONLY | os.O_DIRECTORY)
    try:
        mode = files.fstat(fd).st_mode & 0o7777
        if not mode & 0o2000:
            with contextlib.suppress(PermissionError):  # by RestrictSUIDSGID=; each file is given its group anyway
                files.chmod(fd, mode | 0o2000)
    finally:
        files.close(fd)
