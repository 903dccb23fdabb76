"""Opens regular files only: a FIFO, a socket or a device, which could block for ever, is refused at once.

So is what would lead elsewhere: a symbolic link, a second name of a file, and writing to a file that has one.
"""

from __future__ import annotations

import errno
import os
import stat as stat_bits

from memoryd.storage import beneath

_WRITING = os.O_WRONLY | os.O_RDWR
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
        first = beneath.first_name(path, status)
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
