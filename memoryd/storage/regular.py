"""Opens regular files only: a FIFO, a socket or a device, which could block for ever, is refused at once.

So is what would lead elsewhere: a symbolic link, a second name of a file, and writing to a file that has one.
"""

from __future__ import annotations

import errno
import os
import stat as stat_bits

from memoryd.storage import beneath, roots
from memoryd.storage.holes import has_great_hole

_WRITING = os.O_WRONLY | os.O_RDWR
_SLICE = 1 << 20
"""Bytes read at once, so that other threads take turns."""
_KINDS = {
    stat_bits.S_IFDIR: "a directory",
    stat_bits.S_IFIFO: "a FIFO",
    stat_bits.S_IFSOCK: "a socket",
    stat_bits.S_IFCHR: "a device",
    stat_bits.S_IFBLK: "a device",
    stat_bits.S_IFLNK: "a symbolic link",
}


class NotRegular(OSError):
    """What is at the path is not a regular file; `strerror` says what it is."""

    def __init__(self, path: str, mode: int) -> None:
        code = errno.EISDIR if stat_bits.S_ISDIR(mode) else errno.EINVAL
        super().__init__(code, f"it is {kind_of(mode)}, not a regular file", path)


class SecondName(OSError):
    """The file is another one's second name (a hard link): it is read under its first name only."""

    def __init__(self, path: str, first: str) -> None:
        super().__init__(errno.EINVAL, f"it is a hard link of {first}, and is read as that file only", path)


class HardLinked(OSError):
    """The file has another name, perhaps elsewhere, so nothing is written to it: see `atomic.open_to_write`."""

    def __init__(self, path: str) -> None:
        super().__init__(errno.EMLINK, "it has another name (a hard link), under which it would change, too", path)


LARGEST = 64 << 20
"""Bytes of a file that a person writes and that is read as a whole: no configuration allows more."""
LARGEST_STATE = 1 << 30
"""Bytes of a file of the daemon's own that is read as a whole."""


class TooBig(NotRegular):
    """The file at the path is larger than what is read as a whole."""

    def __init__(self, path: str, size: int, most: int) -> None:
        OSError.__init__(self, errno.EFBIG, too_big(size, most), path)


def too_big(size: int, most: int) -> str:
    """What is wrong with a file of that size."""
    return f"it has {size:,} bytes, more than the {most:,} that are read of one file"


def kind_of(mode: int) -> str:
    """What kind of file that mode is, in words."""
    return _KINDS.get(stat_bits.S_IFMT(mode), "a regular file")


def regular(path: str, flags: int, mode: int = 0o660) -> int:
    """A descriptor of the regular file at the path, without blocking; an `opener` for `open`.

    Raises NotRegular, Linked, SecondName, HardLinked.
    """
    path = os.fspath(path)
    # Nothing is cut off before it is known what it is.
    cut = flags & os.O_TRUNC
    try:
        fd = beneath.open_fd(path, flags & ~os.O_TRUNC | os.O_NONBLOCK, mode)
    except OSError as error:
        if error.errno in (errno.ENXIO, errno.EISDIR):  # a FIFO without a reader, a socket; or a directory to write to
            raise NotRegular(path, beneath.lstat(path).st_mode) from error
        raise
    try:
        status = os.fstat(fd)
        if not stat_bits.S_ISREG(status.st_mode):
            raise NotRegular(path, status.st_mode)
        first = roots.first_name(path, status)
        if first is not None:
            raise SecondName(path, first)
        if flags & _WRITING and status.st_nlink > 1:
            raise HardLinked(path)
        if cut:
            os.ftruncate(fd, 0)
    except BaseException:
        os.close(fd)
        raise
    return fd


def under_any_name(path: str, flags: int) -> int:
    """The same to read a file under its second name, too: what is removed for good is looked for under each."""
    try:
        return regular(path, flags)
    except SecondName:
        return beneath.open_fd(path, flags | os.O_NONBLOCK)


def read_whole(path: str, most: int = LARGEST) -> tuple[bytes, os.stat_result]:
    """The content of the regular file at the path, and its stat before it was read.

    Raises NotRegular, TooBig when it has more than `most` bytes or most were never written, another OSError.
    """
    fd = regular(path, os.O_RDONLY)
    try:
        status = os.fstat(fd)
        if has_great_hole(fd):
            raise TooBig(path, status.st_size, most)
        parts: list[bytes] = []
        size = 0
        while size <= most and status.st_size <= most:
            part = os.pread(fd, min(_SLICE, most + 1 - size), size)
            if not part:
                return b"".join(parts), status
            parts.append(part)
            size += len(part)
        raise TooBig(path, max(size, status.st_size), most)
    finally:
        os.close(fd)
