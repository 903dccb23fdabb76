"""Replies as bytes, and any exception as an error for the caller."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from typing import Any, NamedTuple

import msgpack
import msgspec

from memoryd.errors import Internal, MemorydError, TooLarge
from memoryd.log_throttle import Logger
from memoryd.os_errors import is_of_the_system, path_of, refused
from memoryd.rpc.frames import NOTIFICATION, RESPONSE

_encode = msgspec.msgpack.Encoder().encode
_SLICE = 256
"""Items of a list that are packed at once: between two slices another thread may run."""
_MOST_NAMES = 15
"""Of a map whose length stands in its first byte."""


class Reply(NamedTuple):
    """A response that a thread has packed."""

    packed: bytes


def pack_result(msgid: int, result: Any, limit: int) -> bytes:
    """The response of a successful call. Raises TooLarge, or TypeError and the like for anything but plain data."""
    if type(result) is dict and any(type(one) is list and len(one) > _SLICE for one in result.values()):
        # An array of four, of which three stand behind their own head.
        packed = b"".join((b"\x94", pack((RESPONSE, msgid, None))[1:], *_slices(result)))
    else:
        packed = pack((RESPONSE, msgid, None, result))
    if len(packed) > limit:
        raise TooLarge(
            f"the answer would be {len(packed)} bytes and a frame holds {limit}; ask for less (`limit`, `lines`, `k`)",
            bytes=len(packed),
            limit=limit,
        )
    return packed


def _slices(result: dict[str, Any]) -> Iterator[bytes]:
    """The map, packed in pieces: its lists a few items at a time."""
    yield bytes((0x80 + len(result),)) if len(result) <= _MOST_NAMES else b"\xde" + len(result).to_bytes(2, "big")
    for name, value in result.items():
        yield pack(name)
        if type(value) is not list or len(value) <= _SLICE:
            yield pack(value)
            continue
        yield b"\xdd" + len(value).to_bytes(4, "big")
        for start in range(0, len(value), _SLICE):
            yield b"".join(map(pack, value[start : start + _SLICE]))


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


def as_error(error: BaseException, method: str, uid: int, log: Logger) -> MemorydError:
    """What the caller may see of an exception; the rest is logged under an incident id."""
    if isinstance(error, MemorydError) and type(error).code != Internal.code:
        return error
    if is_of_the_system(error):
        path = path_of(error)
        refusal = refused(error, f"{method} failed" + (f" at {path}" if path else ""))
        event = "too_many_files" if refusal.data["errno"] in ("EMFILE", "ENFILE") else "disk_error"
        log.error(event, method=method, uid=uid, errno=refusal.data["errno"], error=str(error))
        return refusal
    incident = secrets.token_hex(6)
    log.error("internal_error", incident=incident, method=method, uid=uid, exc_info=error)
    return Internal(
        f"the daemon failed at {method}; nothing is known to be wrong with the request. "
        f"The log has more under incident {incident}",
        incident=incident,
    )
