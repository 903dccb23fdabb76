"""A long file rewritten in two steps: the bulk on any thread, the last bytes and the rename by the writer."""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import suppress

from memoryd.storage.atomic import Changed, Identity, create_temporary, gathered, identity, take_over_owner, take_place
from memoryd.storage.files import Files, sync_directory, write_all


class Rewrite:
    """The next version of the file at `path`, in a temporary file beside it until `finish`."""

    def __init__(self, files: Files, path: str, *, mode: int = 0o660, gid: int | None = None) -> None:
        self._files = files
        self.path = path
        self._temporary, self._fd = create_temporary(files, path, mode)
        try:
            take_over_owner(files, self._fd, path, mode, gid)
        except BaseException:
            self.abandon()
            raise

    def write(self, chunks: Iterable[bytes]) -> None:
        """Add to the new content and start writing it to disk, so that `finish` has little left to sync."""
        for piece in gathered(chunks):
            write_all(self._files, self._fd, piece)
        self._files.fsync(self._fd)

    def finish(self, last: bytes, expect: Identity, *, named: bool = True) -> tuple[os.stat_result, int] | None:
        """Add `last`, sync, and replace the old version. Unless `named`, `sync_name` follows, where none waits for it.

        None when the file is no longer `expect`; else the new stat and a descriptor of the old inode,
        which the caller reads once more and closes.
        """
        files = self._files
        old = files.open(self.path, os.O_RDONLY | os.O_NOFOLLOW)
        try:
            if last:
                write_all(files, self._fd, last)
                files.fsync(self._fd)
            new = files.fstat(self._fd)
            if identity(files.stat(self.path)) != expect:
                files.close(old)
                self.abandon()
                return None
            take_place(files, self._temporary, self.path, new.st_ino, expect)
        except Changed:
            files.close(old)
            self.abandon()
            return None
        except BaseException:
            files.close(old)
            self.abandon()
            raise
        files.close(self._fd)
        self._fd = -1
        if named:
            self.sync_name()
        return new, old

    def sync_name(self) -> None:
        """The new version comes through a loss of power."""
        sync_directory(self._files, os.path.dirname(self.path) or ".")

    def abandon(self) -> None:
        """Leave the file as it is."""
        if self._fd >= 0:
            with suppress(OSError):
                self._files.close(self._fd)
            self._fd = -1
            with suppress(OSError):
                self._files.unlink(self._temporary)
