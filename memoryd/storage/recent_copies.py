"""What was written in the last minutes a second time, for the next start: an editor may save an older file over it.

Until the watcher has looked, such lines would be in memory only, and a kill would take them (rule 8). Nobody waits for
the disk to have the copies, but it has them a moment later: a loss of power in the midst of a save is survived, too.
"""

from __future__ import annotations

import os
import struct
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Literal

import msgspec

from memoryd.storage.atomic import open_to_write
from memoryd.storage.batch import Batch
from memoryd.storage.files import Files, sync_directory, write_all
from memoryd.storage.regular import read_whole
from memoryd.times import SECOND
from memoryd.types import UNREADABLE

RECENT_PATH = ".memoryd/recent.bin"
OLDER_PATH = ".memoryd/recent-older.bin"
COPIES = "copies"
"""The flusher task that syncs them."""
SYNC_SECONDS = 0.1
"""So long after they are kept: not for each write."""
KEPT = 600 * SECOND
"""A line of ours that is missing so soon, with other changes, was saved over and not deleted."""
_MOST_BYTES = 32 << 20
_LENGTH = struct.Struct(">I")


class Copy(msgspec.Struct, frozen=True, array_like=True):
    """Whole lines that were written, newline included; or what has become of a file's earlier copies."""

    at: int
    path: str
    raw: bytes = b""
    key: str = ""
    """The memory's, or empty."""
    before: bytes = b""
    """What stood in its place."""
    offset: int = 0
    """Where it stood in the file, as far as the kind of memory wants to know."""
    does: Literal["wrote", "cleared", "closed"] = "wrote"
    """`cleared`: none of the file's earlier ones count; `closed`: `raw` is a mark of its other lines."""


_encode, _decode = msgspec.msgpack.Encoder().encode, msgspec.msgpack.Decoder(Copy).decode


class RecentCopies:
    """Two files: copies go to one for ten minutes, then it becomes the older one. Writer's thread.

    Where one is missing, those before it do not count either: it may have said that they were deleted.
    """

    def __init__(
        self, files: Files, root: str, on_kept: Callable[[], object], monotonic: Callable[[], float] = time.monotonic
    ) -> None:
        """`on_kept`: `sync_behind` is to be called soon."""
        self._files = files
        self._root = root
        self._on_kept = on_kept
        self._syncing: Callable[[], None] | None = None
        self._monotonic = monotonic
        self._fd: int | None = None
        self._is_new = False
        """Its name is not synced."""
        self._is_older_synced = False
        self._since = 0.0
        self._size = 0
        """Up to the end of the last whole one."""
        self._first: int | None = None
        """When the first one with a time was written that the last run left."""

    def _path(self, relpath: str) -> str:
        return os.path.join(self._root, relpath)

    # --- writing ------------------------------------------------------------------------------------------

    def keep(self, copies: Sequence[Copy]) -> None:
        """These were written. A guard only: where it cannot be written, what was written stands."""
        data = b"".join([_framed(each) for each in copies])
        if not data:
            return
        try:
            now = self._monotonic()
            if self._fd is not None and (now - self._since >= KEPT / SECOND or self._size >= _MOST_BYTES):
                self._turn()
            if self._fd is None:
                self._open(now, copies[-1].at)
            assert self._fd is not None
            write_all(self._files, self._fd, data)
            self._size += len(data)
        except OSError:
            self.drop()
            return
        self._on_kept()

    def _open(self, now: float, at: int) -> None:
        """Go on behind what the last run left, unless that is old or long."""
        flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC
        self._fd = open_to_write(self._files, self._path(RECENT_PATH), flags)
        self._files.ftruncate(self._fd, self._size)
        self._since, self._is_new = now, True
        first, self._first = self._first, None
        if (first is not None and at - first >= KEPT) or self._size >= _MOST_BYTES:
            self._turn()
            self._open(now, at)

    def sync_behind(self, run: Callable[[Callable[[Batch], object]], object]) -> None:
        """Bring what was kept to the disk, on another thread; `run`: on the writer's."""
        run(lambda _batch: self._begin_sync())
        syncing = self._syncing
        if syncing is not None:
            try:
                syncing()
            except OSError:
                run(lambda _batch: self.drop())

    def _begin_sync(self) -> None:
        if self._is_new:
            self.sync()
        elif self._fd is not None:
            self._syncing = self._files.begin_fdatasync(self._fd)

    def sync(self) -> None:
        """Before nothing else tells what left: `left` comes through a loss of power, too."""
        if self._fd is None:
            return
        try:
            self._sync_older()
            self._files.fdatasync(self._fd)
            if self._is_new:
                sync_directory(self._files, os.path.dirname(self._path(RECENT_PATH)))
                self._is_new = False
        except OSError:
            self.drop()

    def _sync_older(self) -> None:
        """What it says comes before what the recent one says."""
        if self._is_older_synced:
            return
        with suppress(FileNotFoundError):
            fd = open_to_write(self._files, self._path(OLDER_PATH), os.O_WRONLY | os.O_CLOEXEC)
            try:
                self._files.fdatasync(fd)
            finally:
                self._files.close(fd)
        self._is_older_synced = True

    def _turn(self) -> None:
        """Not synced here: writers would wait for many megabytes, of which the system has written most by itself."""
        self.close()
        self._files.rename(self._path(RECENT_PATH), self._path(OLDER_PATH))
        self._size, self._is_older_synced = 0, False

    def close(self) -> None:
        """Give the descriptor back."""
        syncing, self._syncing = self._syncing, None
        if syncing is not None:
            with suppress(OSError):
                syncing()
        fd, self._fd = self._fd, None
        if fd is not None:
            with suppress(OSError):
                self._files.close(fd)

    def __del__(self) -> None:
        with suppress(BaseException):  # at an exit, what closing needs may be gone already
            self.close()

    def drop(self) -> None:
        """None of them is needed any more, or one was purged."""
        self.close()
        self._size, self._first = 0, None
        for relpath in (RECENT_PATH, OLDER_PATH):
            with suppress(OSError):
                self._files.unlink(self._path(relpath))

    # --- at start -----------------------------------------------------------------------------------------

    def read(self) -> list[Copy]:
        """All of them in order, up to one that a kill cut off."""
        older, is_whole, _ = self._read(OLDER_PATH)
        recent, is_all, self._size = self._read(RECENT_PATH)
        self._first = next((one.at for one in recent if one.at), None)
        return (older if is_whole and (is_all or recent) else []) + recent

    def _read(self, relpath: str) -> tuple[list[Copy], bool, int]:
        """The copies, whether there is nothing else in the file, and where the last whole one ends."""
        found: list[Copy] = []
        end = 0
        try:
            data = read_whole(self._path(relpath), 2 * _MOST_BYTES)[0]
        except FileNotFoundError:
            return [], True, 0
        except OSError:
            return [], False, 0
        with suppress(*UNREADABLE):
            while len(data) - end > _LENGTH.size:
                begin = end + _LENGTH.size
                (length,) = _LENGTH.unpack_from(data, end)
                if not 0 < length <= len(data) - begin:
                    break
                found.append(_decode(memoryview(data)[begin : begin + length]))
                end = begin + length
        return found, end == len(data), end


def _framed(copy: Copy) -> bytes:
    data = _encode(copy)
    return _LENGTH.pack(len(data)) + data
