"""What errors of the operating system mean: one sentence for people, and the command that repairs it."""

from __future__ import annotations

import errno
import fcntl
import grp
import os
import pwd
import shlex
from array import array
from typing import NamedTuple

from memoryd.errors import Busy, MemorydError
from memoryd.os_errors import meaning_of, path_of, refused
from memoryd.storage import beneath, roots
from memoryd.storage.mounts import mount_of
from memoryd.storage.regular import NotRegular

_SHUT = "it lies outside of what the unit's sandbox lets memoryd write (StateDirectory=, ReadWritePaths=)"
_OPEN = "Run: memoryctl setup-data DIRECTORY, or name a path that may be written instead of {}"
_OWN = ".memoryd"
_NO_INODES = "its file system has no inode left for another file"
_FEWER_FILES = "Remove files there that nobody needs (df -i counts them); nothing else needs to be done"
_GET_FLAGS = 2 << 30 | array("l").itemsize << 16 | ord("f") << 8 | 1
"""FS_IOC_GETFLAGS, which Python does not name."""
_MARKS = ((0x10, "i", "immutable"), (0x20, "a", "append-only"))
_PUT_BACK = "Remove the link, and put the file or directory itself there"


def group_name(gid: int) -> str:
    """The group's name, or its number when it has none."""
    try:
        return grp.getgrgid(gid).gr_name
    except KeyError:
        return str(gid)


def mending_command(path: str, *, gid: int | None = None) -> str:
    """The shell command that gives the daemon access to the file or directory again, for who owns it or root."""
    if (mark := mark_of(path)) is not None:
        return mark.command
    root = roots.root_of(path)
    if root is not None and (foreign := _foreign(root.path)) is not None:
        return foreign
    if gid is None:
        gid = _gid_of(os.path.dirname(path))
    quoted = shlex.quote(path)
    mode = "2770" if beneath.is_directory(path) else "660"
    return f"chgrp {shlex.quote(group_name(gid))} {quoted} && chmod {mode} {quoted}"


class Mark(NamedTuple):
    """An attribute for which nobody may change the file or directory, whatever its rights are."""

    name: str
    command: str


def mark_of(path: str) -> Mark | None:
    """That of the path or of the directory in which it stands."""
    for place in (path, os.path.dirname(path)):
        flags = array("l", [0])
        try:
            fd = beneath.open_fd(place, os.O_RDONLY | os.O_NONBLOCK)
        except OSError:
            continue
        try:
            fcntl.ioctl(fd, _GET_FLAGS, flags)
        except OSError:  # file systems without any
            continue
        finally:
            os.close(fd)
        for flag, letter, name in _MARKS:
            if flags[0] & flag:
                where = "it" if place == path else place
                return Mark(f"{where} is marked {name}", f"chattr -{letter} {shlex.quote(place)}")
    return None


def place_command(directory: str, *, mode: str = "2770") -> str:
    """The command by which root gives the daemon's user that directory, or one in it where it holds other things."""
    path, install = os.path.abspath(directory), f"install -d -m {mode} -o {user_name()}"
    give = f"chown -R {user_name()}:{group_name(os.getegid())} {shlex.quote(path)}"
    try:
        if not (names := beneath.listdir(path)) or _OWN in names:
            return give
    except FileNotFoundError:
        return f"{install} {shlex.quote(path)}"
    except OSError:
        return f"{give}, if it is a memory; else name another directory"
    return f"{install} {shlex.quote(os.path.join(path, 'memoryd'))}, and name that directory"


def _foreign(directory: str) -> str | None:
    """The command for a whole data directory, or what is its own in it, that belongs to somebody else."""
    own = os.path.join(directory, _OWN)
    for path in (directory, own):
        try:
            if beneath.stat(path).st_uid != os.geteuid():
                return f"chown -R {user_name()}:{group_name(os.getegid())} {shlex.quote(directory)}"
        except OSError:
            continue
    return None


def user_name() -> str:
    """Ours, or our number when it has none."""
    try:
        return pwd.getpwuid(os.geteuid()).pw_name
    except KeyError:
        return str(os.geteuid())


def check_transient(error: OSError) -> None:
    """Raise Busy if it could not be opened for want of descriptors or memory: it must not count as empty or absent."""
    if meaning_of(error).refusal is Busy:
        raise refused(error, f"{path_of(error) or 'a file'} cannot be read") from error


def refusal(error: OSError, path: str, *, gid: int | None = None) -> MemorydError:
    """The error for a caller when `path` could not be written because of `error`."""
    is_unread = error.errno == errno.EACCES and beneath.exists(path) and not beneath.may(path, os.R_OK)
    what = f"{path} cannot be {'read' if is_unread else 'written'}"
    if isinstance(error, NotRegular):
        return refused(error, what, reason=error.strerror, action="Move it away", path=path)
    if error.errno == errno.ENOSPC and beneath.lacks_inodes(
        path if beneath.is_directory(path) else os.path.dirname(path)
    ):
        return refused(error, what, reason=_NO_INODES, action=_FEWER_FILES, path=path)
    if error.errno == errno.EROFS:
        mount = mount_of(path)
        if mount is not None and mount.is_shut_by_sandbox:
            return refused(error, what, reason=_SHUT, action=_OPEN.format(shlex.quote(path)), path=path)
    if error.errno in (errno.EACCES, errno.EPERM):
        reason = None if (mark := mark_of(path)) is None else mark.name
        return refused(error, what, reason=reason, action=f"Run: {mending_command(path, gid=gid)}", path=path)
    if error.errno == errno.ELOOP:
        reason = f"{error.filename or path} is a symbolic link, and links are not followed"
        return refused(error, what, reason=reason, action=_PUT_BACK, path=path)
    return refused(error, what, path=path)


def _gid_of(path: str) -> int:
    try:
        return beneath.stat(path or ".").st_gid
    except OSError:
        return os.getegid()
