"""What errors of the operating system mean: one sentence for people, and the command that repairs it."""

from __future__ import annotations

import errno
import grp
import os
import shlex

from memoryd.errors import Busy, MemorydError, ReadOnly
from memoryd.storage.regular import NotRegular

_PUT_BACK = "Remove the link, and put the file or directory itself there."


def group_name(gid: int) -> str:
    """The group's name, or its number when it has none."""
    try:
        return grp.getgrgid(gid).gr_name
    except KeyError:
        return str(gid)


def mending_command(path: str, *, gid: int | None = None) -> str:
    """The shell command that gives the daemon's group access to the file or directory again."""
    if gid is None:
        gid = _gid_of(os.path.dirname(path))
    quoted = shlex.quote(path)
    mode = "2770" if os.path.isdir(path) else "660"
    return f"chgrp {shlex.quote(group_name(gid))} {quoted} && chmod {mode} {quoted}"


def check_descriptors(error: OSError) -> None:
    """Raise Busy if a file could not be opened because too many are open: it must not count as empty or absent."""
    if error.errno in (errno.EMFILE, errno.ENFILE):
        kind = errno.errorcode[error.errno]
        raise Busy("The daemon has too many files open; try again.", errno=kind) from error


def refusal(error: OSError, path: str, *, gid: int | None = None) -> MemorydError:
    """The error for a caller when `path` could not be written or read because of `error`."""
    kind = errno.errorcode.get(error.errno or 0, "unknown")
    if error.errno in (errno.EMFILE, errno.ENFILE):
        return Busy("The daemon has too many files open; try again.", path=path, errno=kind)
    return ReadOnly(f"{path} cannot be written: {_reason(error, path, gid)}", path=path, errno=kind)


def _reason(error: OSError, path: str, gid: int | None) -> str:
    if isinstance(error, NotRegular) or error.errno == errno.EISDIR:
        return f"{_kind_of(error)}. Move it away."
    match error.errno:
        case errno.ENOSPC:
            return "the disk is full. Free some space; nothing else needs to be done."
        case errno.EDQUOT:
            return "the disk quota is used up. Free some space, or raise the quota."
        case errno.EROFS:
            return "its file system is mounted read-only. Mount it read-write, for example: mount -o remount,rw."
        case errno.EACCES | errno.EPERM:
            return f"its permissions forbid it. Run: {mending_command(path, gid=gid)}"
        case errno.EIO:
            return "the disk reports errors. Look at `dmesg`, and save the data directory elsewhere."
        case errno.ELOOP:
            return f"{error.filename or path} is a symbolic link, and links are not followed. {_PUT_BACK}"
        case errno.ENOTDIR:
            return "a part of its path is not a directory. Move that file away."
        case _:
            return f"{error.strerror or error}."


def _kind_of(error: OSError) -> str:
    return str(error.strerror) if isinstance(error, NotRegular) else "it is a directory"


def _gid_of(path: str) -> int:
    try:
        return os.stat(path or ".").st_gid
    except OSError:
        return os.getegid()
