"""tantivy's locks, which it waits for without an end: nobody but this user gets hold of them.

The files of the data directory may be opened by its group, and whoever has one open can lock it. So these two are
private, and one that another holds, or that is another's, gives way to a new one. That there is one daemon for a
directory is what `.memoryd/lock` is for.
"""

from __future__ import annotations

import errno
import fcntl
import os
import stat
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from memoryd.recall.pacing import INGEST_POLL_SECONDS
from memoryd.storage import beneath

WRITER, META = ".tantivy-writer.lock", ".tantivy-meta.lock"
META_SECONDS = 5.0
"""Far longer than the daemon and the indexer hold this one, to open or remove files."""
_PRIVATE = 0o600
_ATTEMPTS = 100


def claim(directory: str, name: str, seconds: float = META_SECONDS) -> None:
    """See that the lock can be had now; who still has it after so many seconds has lost it.

    Raises OSError, also when somebody puts another file there again and again.
    """
    path = os.path.join(directory, name)
    end = time.monotonic() + seconds
    for _ in range(_ATTEMPTS):
        try:
            fd = beneath.open_fd(path, os.O_RDWR | os.O_NONBLOCK)
        except FileNotFoundError:
            fd = beneath.open_fd(path, os.O_RDWR | os.O_CREAT | os.O_NONBLOCK, _PRIVATE)
        try:
            if _is_ours(os.fstat(fd)) and _comes_free(fd, end):
                return
            with suppress(FileNotFoundError):
                beneath.unlink(path)
        finally:
            os.close(fd)
    raise OSError(errno.EBUSY, "somebody puts other files in its place", path)


@contextmanager
def held(directory: str, name: str, seconds: float = META_SECONDS) -> Iterator[None]:
    """Have the lock meanwhile; see `claim`. Raises OSError, BlockingIOError when another was quicker."""
    claim(directory, name, seconds)
    fd = beneath.open_fd(os.path.join(directory, name), os.O_RDWR | os.O_NONBLOCK)
    try:
        fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    finally:
        os.close(fd)


def _is_ours(status: os.stat_result) -> bool:
    private = stat.S_ISREG(status.st_mode) and stat.S_IMODE(status.st_mode) == _PRIVATE
    return private and status.st_uid == os.geteuid() and status.st_nlink == 1


def _comes_free(fd: int, end: float) -> bool:
    while not (found := _is_free(fd)) and time.monotonic() < end:
        time.sleep(INGEST_POLL_SECONDS)
    return found


def _is_free(fd: int) -> bool:
    try:
        fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True  # until it is closed
