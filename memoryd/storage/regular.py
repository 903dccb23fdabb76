"""Opens regular files only: a FIFO, a socket or a device, which could block for ever, is refused at once."""

from __future__ import annotations

import errno
import os
import stat as stat_bits

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


def kind_of(mode: int) -> str:
    """What kind of file that mode is, in words."""
    return _KINDS.get(stat_bits.S_IFMT(mode), "a regular file")


def regular(path: str, flags: int, mode: int = 0o660) -> int:
    """A descriptor of the regular file at the path, without blocking; an `opener` for `open`. Raises NotRegular."""
    try:
        fd = os.open(path, flags | os.O_NONBLOCK | os.O_CLOEXEC, mode)
    except OSError as error:
        if error.errno in (errno.ENXIO, errno.EISDIR):  # a FIFO without a reader, a socket; or a directory to write to
            raise NotRegular(path, os.lstat(path).st_mode) from error
        raise
    try:
        found = os.fstat(fd).st_mode
        if not stat_bits.S_ISREG(found):
            raise NotRegular(path, found)
    except BaseException:
        os.close(fd)
        raise
    return fd
