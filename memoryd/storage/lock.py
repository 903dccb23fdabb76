"""One daemon per directory: a lock that ends with its process."""

from __future__ import annotations

import errno
import fcntl
import os
import weakref
from collections.abc import Callable
from contextlib import suppress
from types import TracebackType

from memoryd.errors import Busy
from memoryd.os_errors import refused
from memoryd.storage import beneath, roots
from memoryd.storage.aside import Aside
from memoryd.storage.files import OsFiles, make_directories, write_all
from memoryd.storage.trouble import place_command, refusal
from memoryd.types import Problem

ASIDE = ".broken"
"""Behind the name of what stood where our own directory belongs."""
_OWN, _NAME = ".memoryd", "lock"
_held: weakref.WeakSet[DirectoryLock] = weakref.WeakSet()


class Locked(Busy):
    """Another process holds the directory; `pid` is its process id, 0 when unknown."""

    def __init__(self, pid: int, directory: str) -> None:
        who = f"pid {pid}" if pid else "pid unknown"
        super().__init__(
            f"Another memoryd ({who}) serves {directory}. Stop it, or give this one another directory with --data.",
            pid=pid,
            directory=directory,
        )
        self.pid = pid


def _keep_private(path: str) -> None:
    """Give nobody else rights in it: members of the group may edit memories, but no keys, journals or indexes."""
    fd = OsFiles().open(path, os.O_RDONLY | os.O_DIRECTORY)
    try:
        status = os.fstat(fd)
        if status.st_uid == os.geteuid() and status.st_mode & 0o077:
            os.fchmod(fd, status.st_mode & 0o700)  # the unit may set no setgid bit
    finally:
        os.close(fd)


class DirectoryLock:
    """The lock `<directory>/.memoryd/lock`: flock on a descriptor that is kept, with the pid written inside."""

    def __init__(self, directory: str) -> None:
        self._directory = directory
        self._path = os.path.join(directory, _OWN, _NAME)
        self._fd = -1
        self._root: roots.Root | None = None
        self._aside = Aside(directory, OsFiles())

    @property
    def set_aside(self) -> list[Problem]:
        """What stood in the place of the lock."""
        return self._aside.problems

    def acquire(self) -> None:
        """Take the lock. Raises Locked when another process has it, ReadOnly when the file cannot be created."""
        if self._fd >= 0:
            return
        while self._fd < 0:
            try:
                fd = self._open()
            except OSError as error:
                if error.errno in (errno.EACCES, errno.EPERM) and not beneath.may(self._directory, os.W_OK | os.X_OK):
                    command = f"As root: {place_command(self._directory)}"
                    raise refused(error, f"{self._directory} cannot be written", action=command) from error
                raise refusal(error, self._path) from error
            self._take(fd)
        _held.add(self)
        if self._root is not None:
            self._root.keep(kept=True)

    def acquire_for_reading(self) -> None:
        """Take the lock where nothing can be written; nobody else writes there either if there is no lock yet.

        Raises Locked.
        """
        if self._fd >= 0:
            return
        try:
            fd = beneath.open_fd(self._path, os.O_RDONLY | os.O_NONBLOCK)
        except OSError:
            return
        self._lock(fd)
        self._fd = fd
        _held.add(self)

    def keep(self, judge: Callable[[], None]) -> None:
        """Lock the directory at the path too if it is no longer the one that was locked. Raises Locked, ReadOnly.

        `judge` raises, before anything of the other one is used, if that may not take its place.
        """
        if self._fd < 0:
            return

        def take(directory: int) -> None:
            judge()
            self._take_place(directory)

        if self._root is not None:
            with suppress(OSError):
                self._root.take_up(take)
        try:
            if self._stands(self._fd) or not beneath.is_directory(self._directory):
                return
        except OSError as error:  # its rights were taken away: they can be given back
            raise refusal(error, self._path) from error
        before, self._fd = self._fd, -1
        try:
            self.acquire()
        except BaseException:
            self._fd = before
            raise
        os.close(before)

    def _take_place(self, directory: int) -> None:
        """Lock the directory of this descriptor, which has taken the place of ours, before anything of it is used.

        Raises Locked. Where there can be no such lock, `keep` makes one.
        """
        try:
            fd = beneath.open_made(directory, _OWN, _NAME)
        except OSError:
            return
        try:
            self._lock(fd)
            if os.fstat(fd).st_nlink < 2:  # another name of it is not ours to write to
                _write_pid(fd)
        except OSError:
            os.close(fd)
            return
        before, self._fd = self._fd, fd
        os.close(before)

    def release(self) -> None:
        """Release the lock; the file stays, since removing it would let two daemons hold two locks."""
        if self._fd >= 0:
            fd, self._fd = self._fd, -1
            _held.discard(self)
            os.close(fd)
            if self._root is not None:
                self._root.keep(kept=False)
        root, self._root = self._root, None
        if root is not None:
            roots.release(root)

    def forget_in_child(self) -> None:
        """Close a forked child's copy of the descriptor, so that the lock does not outlive the daemon."""
        if self._fd >= 0:
            os.close(self._fd)
            self._fd = -1
        if self._root is not None:
            self._root.keep(kept=False)

    def __enter__(self) -> DirectoryLock:
        self.acquire()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.release()

    def _open(self) -> int:
        make_directories(OsFiles(), os.path.abspath(self._directory))
        if self._root is None:
            self._root = roots.hold(self._directory)
        own = os.path.dirname(os.path.abspath(self._path))
        if beneath.is_link(own):
            self._set_aside(own)
        self._aside.clear_lock(_OWN, _NAME)
        make_directories(OsFiles(), own)
        _keep_private(own)
        while True:
            fd = beneath.open_fd(self._path, os.O_RDWR | os.O_CREAT, 0o660)
            if os.fstat(fd).st_nlink < 2:
                return fd
            # Another name of it is not ours to write to; who holds the lock keeps it by the old file.
            try:
                fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
                beneath.unlink(self._path)
            except BlockingIOError:
                return fd
            os.close(fd)

    @staticmethod
    def _set_aside(own: str) -> None:
        """A link where the daemon's own directory belongs leads to somebody else's."""
        names = (f"{own}{ASIDE}", *(f"{own}{ASIDE}-{number}" for number in range(2, 1000)))
        beneath.rename(own, next(name for name in names if not beneath.exists(name)))

    def _take(self, fd: int) -> None:
        try:
            self._lock(fd)
            if not self._stands(fd):
                os.close(fd)
                return
            _write_pid(fd)
        except OSError as error:
            os.close(fd)
            raise refusal(error, self._path) from error
        self._fd = fd

    def _lock(self, fd: int) -> None:
        """Raises Locked, with the descriptor closed, and other OSErrors with it open."""
        try:
            fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            pid = _read_pid(fd)
            os.close(fd)
            raise Locked(pid, self._directory) from None

    def _stands(self, fd: int) -> bool:
        """Whether the path still leads to the locked file, which may have been replaced before the lock was taken."""
        try:
            there = beneath.stat(self._path)
        except (FileNotFoundError, NotADirectoryError, roots.Linked):
            return False
        return os.path.samestat(os.fstat(fd), there)


def _write_pid(fd: int) -> None:
    os.ftruncate(fd, 0)
    write_all(OsFiles(), fd, f"{os.getpid()}\n".encode())


def _read_pid(fd: int) -> int:
    try:
        return int(os.pread(fd, 32, 0))
    except (OSError, ValueError):
        return 0


def _forget_all_in_child() -> None:
    for lock in list(_held):
        lock.forget_in_child()


os.register_at_fork(after_in_child=_forget_all_in_child)


def lock_holder(directory: str) -> int | None:
    """The pid of the daemon that serves the directory, None when there is none; takes no lock."""
    try:
        fd = beneath.open_fd(os.path.join(directory, _OWN, _NAME), os.O_RDONLY | os.O_NONBLOCK)
    except OSError:
        return None
    try:
        fcntl.flock(fd, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return _read_pid(fd)
    finally:
        os.close(fd)
    return None
