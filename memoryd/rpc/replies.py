"""Replies as bytes, and any exception as an error for the caller."""

from __future__ import annotations

import errno
import secrets
from typing import Any

import msgpack
import msgspec

from memoryd.errors import Busy, Internal, MemorydError, ReadOnly, TooLarge
from memoryd.log_throttle import Logger
from memoryd.rpc.frames import NOTIFICATION, RESPONSE

_encode = msgspec.msgpack.Encoder().encode
_DISK = {
    errno.ENOSPC: "the disk is full; free some space",
    errno.EDQUOT: "the disk quota is used up; free some space or raise it",
    errno.EROFS: "the file system is mounted read-only; mount it writable",
    errno.EIO: "the disk reports an input/output error; look at the kernel's log",
}


def pack_result(msgid: int, result: Any, limit: int) -> bytes:
    """The response of a successful call. Raises TooLarge, or TypeError and the like for anything but plain data."""
    message = (RESPONSE, msgid, None, result)
    packed = pack(message)
    if len(packed) > limit:
        raise TooLarge(
            f"the answer would be {len(packed)} bytes and a frame holds {limit}; ask for less (`limit`, `lines`, `k`)",
            bytes=len(packed),
            limit=limit,
        )
    return packed


def pack_error(msgid: int, error: MemorydError) -> bytes:
    """The response of a refused call."""
    try:
        return pack((RESPONSE, msgid, (error.code, error.sentence, dict(error.data)), None))
    except (TypeError, ValueError, OverflowError, RecursionError):
        return pack((RESPONSE, msgid, (error.code, error.sentence, {}), None))


def pack_notification(method: str, params: Any) -> bytes:
    """A notification."""
    return pack((NOTIFICATION, method, (params,)))


def pack(message: Any) -> bytes:
    """MessagePack; lone surrogates (of a file name that is not UTF-8) become `?`, since clients decode strictly."""
    try:
        return _encode(message)
    except UnicodeEncodeError:
        packed: bytes = msgpack.packb(message, unicode_errors="replace")
        return packed


def as_error(error: BaseException, method: str, log: Logger) -> MemorydError:
    """What the caller may see of an exception; the rest is logged under an incident id."""
    if isinstance(error, MemorydError) and type(error).code != Internal.code:
        return error
    if isinstance(error, OSError) and error.errno in (errno.EMFILE, errno.ENFILE):
        log.error("too_many_files", errno=error.errno, method=method)
        return Busy("the daemon has too many files open; try again", errno=errno.errorcode[error.errno])
    if isinstance(error, OSError) and error.errno in _DISK:
        log.error("disk_error", method=method, errno=error.errno, error=str(error))
        return ReadOnly(f"nothing was written: {_DISK[error.errno]}, then try again", errno=error.errno)
    incident = secrets.token_hex(6)
    log.error("internal_error", incident=incident, method=method, exc_info=error)
    return Internal(
        f"the daemon failed at {method}; nothing is known to be wrong with the request. "
        f"The log tells more under incident {incident}",
        incident=incident,
    )
