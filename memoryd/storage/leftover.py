"""Refused bytes at the end of an append log that could not be cut off; they are at the first chance."""

from __future__ import annotations

import os

from memoryd.storage.files import Files, read_range


class Leftover:
    """At most one stretch of the file, from `start` on; none while `data` is empty."""

    def __init__(self, files: Files, path: str) -> None:
        self._files = files
        self._path = path
        self.forget()

    def forget(self) -> None:
        """Nothing is left, or it is somebody's by now."""
        self.start, self.data = 0, b""

    def leave(self, start: int, data: bytes) -> bool:
        """These bytes could not be cut off; they are tried again at once, and the rest is as `settle` has it."""
        self.start, self.data = start, data
        return self.settle()

    def settle(self) -> bool:
        """Cut them off; whether there is nothing more to try."""
        if not self.data:
            return True
        files, start, data = self._files, self.start, self.data
        try:
            fd = files.open(self._path, os.O_RDWR | os.O_NOFOLLOW)
            try:
                size = files.fstat(fd).st_size
                # What follows may be others' by now; then all of it stays.
                found = b"".join(read_range(files, fd, start, min(size, start + len(data) + 1)))
                if found and _is_left_of(data, found):
                    files.ftruncate(fd, start)
                files.fdatasync(fd)
            finally:
                files.close(fd)
        except FileNotFoundError:
            pass
        except OSError:
            return False
        self.forget()
        return True


def _is_left_of(data: bytes, found: bytes) -> bool:
    """Whether it is the data or the beginning of it; btrfs has NUL bytes in it after a cut that it refused (EDQUOT)."""
    if data.startswith(found):
        return True
    zeroed = len(found) - len(found.lstrip(b"\0"))
    return zeroed > 0 and data[zeroed:].startswith(found[zeroed:]) and len(found) <= len(data)
