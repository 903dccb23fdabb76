"""The only user of pyinotify: watches on directories, and hints that something below them is dirty.

pyinotify adds the watches; its reading and its bookkeeping of moved paths are not used, because one name that is not
UTF-8, or one handler that raises, makes it lose the rest of a batch. An event is only a hint.
"""

from __future__ import annotations

import ctypes
import logging
import os
import re
import struct
from collections.abc import Iterator
from typing import Any, Protocol

import pyinotify
import structlog

from memoryd.storage import beneath
from memoryd.watch.scan import COOKIES, ignored

_log = structlog.get_logger("memoryd.watch")

# Importing pyinotify adds a log handler on stderr; we get its messages as exceptions.
_its_log = logging.getLogger("pyinotify")
_its_log.handlers[:] = [logging.NullHandler()]
_its_log.propagate = False


class _Libc(pyinotify.INotifyWrapper):  # type: ignore[misc]
    """inotify of the C library that this process has already."""

    def __init__(self) -> None:
        self._libc = ctypes.CDLL(None, use_errno=True)
        self._libc.inotify_add_watch.argtypes = [ctypes.c_int, ctypes.c_char_p, ctypes.c_uint32]

    def _get_errno(self) -> int:
        return ctypes.get_errno()

    def _inotify_init(self) -> int:
        made: int = self._libc.inotify_init1(os.O_NONBLOCK | os.O_CLOEXEC)
        return made

    def _inotify_add_watch(self, fd: int, path: str, mask: int) -> int:
        wd: int = self._libc.inotify_add_watch(fd, os.fsencode(path), mask)
        return wd

    def _inotify_rm_watch(self, fd: int, wd: int) -> int:
        done: int = self._libc.inotify_rm_watch(fd, wd)
        return done


# pyinotify's own runs ldconfig to find that library.
pyinotify.INotifyWrapper.create = staticmethod(_Libc)

_GONE = pyinotify.IN_DELETE_SELF | pyinotify.IN_MOVE_SELF | pyinotify.IN_UNMOUNT
_MASK = (
    pyinotify.IN_MODIFY
    | pyinotify.IN_CLOSE_WRITE
    | pyinotify.IN_ATTRIB
    | pyinotify.IN_CREATE
    | pyinotify.IN_DELETE
    | pyinotify.IN_MOVED_FROM
    | pyinotify.IN_MOVED_TO
    | pyinotify.IN_DELETE_SELF
    | pyinotify.IN_MOVE_SELF
    | pyinotify.IN_ONLYDIR
)
_HEAD = struct.Struct("iIII")
_READ = 64 * 1024


class NoWatches(Exception):
    """The user's inotify watches or instances are used up; `limit` names the sysctl that bounds them."""

    def __init__(self, limit: str) -> None:
        super().__init__(f"{limit} is used up")
        self.limit = limit


class Hints(Protocol):
    """Receives the hints."""

    def on_hint(self, relpath: str | None, is_dir: bool) -> None:
        """Something happened at that path; None is the root itself (moved, removed, unmounted)."""
        ...

    def on_overflow(self) -> None:
        """Events were lost: anything may be dirty."""
        ...


class Inotify:
    """One inotify instance over the directories of `root`. Used by one thread. Raises NoWatches."""

    def __init__(self, root: str, hints: Hints) -> None:
        self._root = root
        self._hints = hints
        self._paths: dict[int, str] = {}
        self._seen: set[int] = set()
        try:
            self._manager: Any = pyinotify.WatchManager()
        except OSError as error:
            raise NoWatches("fs.inotify.max_user_instances") from error
        self._fd: int = self._manager.get_fd()

    def fileno(self) -> int:
        """The descriptor that turns readable with the next event."""
        return self._fd

    def watch(self, relpath: str) -> None:
        """Watch a directory, or learn the new path of one that is watched already. One that has gone is ignored."""
        try:
            # The kernel watches the inode, so the path must hold only until the watch is there.
            with beneath.reachable(os.path.join(self._root, relpath)) as path:
                wd: int = self._manager.add_watch(path, _MASK, quiet=False)[path]
        except OSError:
            return
        except pyinotify.WatchManagerError as error:
            # The number of the error is only in the text.
            if re.search(r"\((ENOSPC|ENOMEM)\)", str(error)):
                raise NoWatches("fs.inotify.max_user_watches") from error
            return
        self._paths[wd] = relpath
        self._seen.add(wd)

    def drop_unseen(self) -> None:
        """Remove the watches that were not asked for since the last call: directories that were moved away."""
        for wd in [wd for wd in self._paths if wd not in self._seen]:
            del self._paths[wd]
            self._manager.rm_watch(wd)
            self._manager.watches.pop(wd, None)
        self._seen.clear()

    def read(self) -> None:
        """Take the events that are there and pass the hints on; when a handler raises, a rescan follows."""
        try:
            data = os.read(self._fd, _READ)
        except BlockingIOError:
            return
        failed = False
        for wd, mask, name in _events(data):
            try:
                self._dispatch(wd, mask, name)
            except Exception:
                _log.exception("watch_failed")
                failed = True
        if failed:
            self._hints.on_overflow()

    def close(self) -> None:
        """Give the watches back."""
        os.close(self._fd)

    def _dispatch(self, wd: int, mask: int, name: str) -> None:
        if mask & pyinotify.IN_Q_OVERFLOW:
            self._hints.on_overflow()
            return
        if mask & pyinotify.IN_IGNORED:
            self._manager.watches.pop(wd, None)
            directory = self._paths.pop(wd, None)
        else:
            directory = self._paths.get(wd)
        if directory is None:
            # A late event of a watch that was removed.
            return
        if mask & (_GONE | pyinotify.IN_IGNORED) or not name:
            self._hints.on_hint(directory or (None if mask & (_GONE | pyinotify.IN_IGNORED) else ""), True)
            return
        relpath = f"{directory}/{name}" if directory else name
        if not ignored(relpath) or _our_own(relpath):
            self._hints.on_hint(relpath, bool(mask & pyinotify.IN_ISDIR))


def _our_own(relpath: str) -> bool:
    return relpath == ".memoryd" or relpath.startswith(COOKIES)


def _events(data: bytes) -> Iterator[tuple[int, int, str]]:
    offset = 0
    while offset + _HEAD.size <= len(data):
        wd, mask, _cookie, length = _HEAD.unpack_from(data, offset)
        offset += _HEAD.size
        name = data[offset : offset + length].partition(b"\0")[0]
        offset += length
        yield wd, mask, os.fsdecode(name)
