"""A large new file: written and checked under a temporary name, durable before it gets its final one."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from typing import IO

from memoryd.storage.atomic import create_temporary
from memoryd.storage.files import OsFiles, make_directories, sync_directory
from memoryd.storage.regular import regular


def publish_new(
    path: str,
    write: Callable[[IO[bytes]], None],
    verify: Callable[[IO[bytes]], None],
    *,
    gid: int | None = None,
) -> int:
    """Create a file at `path` from what `write` writes, once `verify` has read it; returns its size.

    Raises FileExistsError when there is one already, which is left alone.
    """
    files = OsFiles()
    temporary, fd = create_temporary(files, path, 0o660)
    try:
        if gid is not None:
            with suppress(PermissionError):
                files.chown(fd, -1, gid)
        with os.fdopen(fd, "wb") as file:
            write(file)
            file.flush()
            files.fsync(file.fileno())
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


def remove_file(path: str) -> bool:
    """Remove a file durably; False when there was none."""
    files = OsFiles()
    try:
        files.unlink(path)
    except FileNotFoundError:
        return False
    sync_directory(files, os.path.dirname(path) or ".")
    return True


def move_file(source: str, target: str) -> None:
    """Move a file to an unused name, durably: it has the new name before it loses the old one.

    Raises FileExistsError when another file has the name.
    """
    files = OsFiles()
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
