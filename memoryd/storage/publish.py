"""A large new file: written and checked under a temporary name, durable before it gets its final one."""

from __future__ import annotations

import io
import os
from collections.abc import Callable
from contextlib import suppress
from typing import IO, Any

from memoryd.storage.atomic import create_temporary
from memoryd.storage.files import Files, make_directories, sync_directory
from memoryd.storage.regular import regular


class _Through(io.RawIOBase):
    """A new file, written by the door's own calls."""

    def __init__(self, files: Files, fd: int) -> None:
        self._files = files
        self._fd = fd
        self._size = 0

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        written = self._files.write(self._fd, data)
        self._size += written
        return written

    def tell(self) -> int:
        return self._size

    def close(self) -> None:
        if not self.closed:
            super().close()
            self._files.close(self._fd)


def publish_new(
    files: Files,
    path: str,
    write: Callable[[IO[bytes]], None],
    verify: Callable[[IO[bytes]], None],
    *,
    gid: int | None = None,
) -> int:
    """Create a file at `path` from what `write` writes, once `verify` has read it; returns its size.

    Raises FileExistsError when there is one already, which is left alone.
    """
    temporary, fd = create_temporary(files, path, 0o660)
    try:
        if gid is not None:
            with suppress(PermissionError):
                files.chown(fd, -1, gid)
        with io.BufferedWriter(_Through(files, fd)) as file:
            write(file)
            file.flush()
            files.fsync(fd)
            size = file.tell()
        with open(temporary, "rb", opener=regular) as file:
            verify(file)
        # A link never replaces a file: two publications at once do not overwrite each other.
        files.link(temporary, path)
    finally:
        with suppress(OSError):
            files.unlink(temporary)
    sync_directory(files, os.path.dirname(path) or ".")
    return size


def remove_file(files: Files, path: str) -> bool:
    """Remove a file durably; False when there was none."""
    try:
        files.unlink(path)
    except FileNotFoundError:
        return False
    sync_directory(files, os.path.dirname(path) or ".")
    return True


def move_file(files: Files, source: str, target: str) -> None:
    """Move a file to an unused name, durably: it has the new name before it loses the old one.

    Raises FileExistsError when another file has the name.
    """
    make_directories(files, os.path.dirname(target))
    try:
        files.link(source, target)
    except FileExistsError:
        here, there = files.stat(source), files.stat(target)
        if (here.st_dev, here.st_ino) != (there.st_dev, there.st_ino):
            raise
    sync_directory(files, os.path.dirname(target))
    files.unlink(source)
    sync_directory(files, os.path.dirname(source))
