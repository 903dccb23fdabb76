"""Errors of the operating system as refusals: one table says of each what is wrong and what to do."""

from __future__ import annotations

import errno
import os
from typing import NamedTuple

from memoryd.errors import Busy, MemorydError, ReadOnly


class Meaning(NamedTuple):
    """What one error number means; `reason` and `action` are clauses of one sentence each."""

    refusal: type[MemorydError]
    reason: str
    action: str


_AGAIN = "Try again in a moment"
_MEANINGS = {
    errno.ENOSPC: Meaning(ReadOnly, "the disk is full", "Free some space; nothing else needs to be done"),
    errno.EDQUOT: Meaning(ReadOnly, "the disk quota is used up", "Free some space, or raise the quota"),
    errno.EROFS: Meaning(
        ReadOnly,
        "its file system is mounted read-only",
        "Mount it read-write, for example: mount -o remount,rw; if that is refused, dmesg says why, and fsck mends it",
    ),
    errno.EIO: Meaning(
        ReadOnly,
        "the disk reports input/output errors",
        "Look at `dmesg`, and save the data directory elsewhere",
    ),
    errno.EACCES: Meaning(ReadOnly, "its permissions forbid it", "Give the daemon's user access to it"),
    errno.EPERM: Meaning(ReadOnly, "its permissions or attributes forbid it", "Give the daemon's user access to it"),
    errno.EFBIG: Meaning(ReadOnly, "the file may not grow any more", "Raise the limit of the file's size"),
    errno.ELOOP: Meaning(ReadOnly, "it is a symbolic link", "Put the file itself there"),
    errno.ENOTDIR: Meaning(ReadOnly, "a part of its path is not a directory", "Move that file away"),
    errno.EISDIR: Meaning(ReadOnly, "it is a directory", "Move it away"),
    errno.EMFILE: Meaning(
        Busy,
        "the daemon has too many files open",
        f"{_AGAIN}; if that does not help, close connections or raise LimitNOFILE= of the unit",
    ),
    errno.ENFILE: Meaning(Busy, "the machine has too many files open", _AGAIN),
    errno.ENOMEM: Meaning(Busy, "the machine has no memory left", f"{_AGAIN}, or free some memory"),
    errno.EAGAIN: Meaning(Busy, "the machine has no room for another process or thread", _AGAIN),
    errno.EINTR: Meaning(Busy, "it was interrupted", _AGAIN),
    errno.EBUSY: Meaning(Busy, "another program holds it", _AGAIN),
    errno.ETIMEDOUT: Meaning(Busy, "it took too long", _AGAIN),
}


def meaning_of(error: BaseException) -> Meaning:
    """What the error means; of a number that the table lacks, what the system says."""
    known = _MEANINGS.get(_number(error))
    if known is not None:
        return known
    said = (error.strerror if isinstance(error, OSError) else None) or str(error) or type(error).__name__
    return Meaning(ReadOnly, said, "Fix it, then try again; memoryctl health has more")


def refused(
    error: BaseException, what: str, *, reason: str | None = None, action: str | None = None, **data: object
) -> MemorydError:
    """The refusal: `what` could not be done because of the error. `reason` and `action` replace the table's."""
    meaning = meaning_of(error)
    name = errno.errorcode.get(_number(error), "unknown")
    return meaning.refusal(f"{what}: {reason or meaning.reason}. {action or meaning.action}.", **data, errno=name)


def is_of_the_system(error: BaseException) -> bool:
    """Whether the error comes from the machine and not from our code: its caller can do something about it."""
    return isinstance(error, OSError | MemoryError) or _is_thread_refusal(error)


_OF_THE_MACHINE = frozenset(("ENOSPC", "EDQUOT", "EROFS", "EIO", "EMFILE", "ENFILE", "ENOMEM", "EAGAIN"))


def is_of_the_machine(error: BaseException) -> bool:
    """Whether other files would, as a rule, fare no better."""
    if isinstance(error, MemorydError):
        return error.data.get("errno") in _OF_THE_MACHINE
    return errno.errorcode.get(_number(error)) in _OF_THE_MACHINE


def path_of(error: BaseException) -> str | None:
    """The path that the error names."""
    name = error.filename if isinstance(error, OSError) else None
    return os.fsdecode(name) if isinstance(name, str | bytes) else None


def _number(error: BaseException) -> int:
    """The error's number; 0 when it has none."""
    if isinstance(error, MemoryError):
        return errno.ENOMEM
    if _is_thread_refusal(error):
        return errno.EAGAIN
    if isinstance(error, OSError) and error.errno:
        return error.errno
    return errno.ETIMEDOUT if isinstance(error, TimeoutError) else 0


def _is_thread_refusal(error: BaseException) -> bool:
    # Python tells of EAGAIN at a thread's start by a RuntimeError without a number.
    return isinstance(error, RuntimeError) and "can't start new thread" in str(error)
