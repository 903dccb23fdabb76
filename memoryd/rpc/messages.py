"""Messages of MessagePack-RPC as plain values, for the client, which has no schemas. Imports msgpack only."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgpack

from memoryd.rpc.frames import MAX_ID, NOTIFICATION, REQUEST, RESPONSE, FrameError

Params = Mapping[str, Any]
Response = tuple[int, Any, Any]
"""msgid, error, result"""
Notification = tuple[str, Any]
"""method, params"""


def pack_request(msgid: int, method: str, params: Params) -> bytes:
    """`[0, msgid, method, [params]]`. Raises TypeError, ValueError or OverflowError for what cannot be packed."""
    packed: bytes = msgpack.packb((REQUEST, msgid, method, (params,) if params else ()))
    return packed


def pack_notification(method: str, params: Params) -> bytes:
    """`[2, method, [params]]`."""
    packed: bytes = msgpack.packb((NOTIFICATION, method, (params,) if params else ()))
    return packed


def unpack(frame: bytes) -> Any:
    """The value of a whole frame from a trusted peer; text that is not UTF-8 becomes surrogate escapes.

    Raises ValueError.
    """
    try:
        return msgpack.unpackb(frame, raw=False, strict_map_key=False, unicode_errors="surrogateescape")
    except TypeError as error:
        raise ValueError(f"a key of a map is a list or a map ({error})") from error


def unpack_untrusted(frame: bytes) -> Any:
    """The same from any peer: keys of maps must be text (others can be made to collide). Raises ValueError."""
    return msgpack.unpackb(frame, raw=False, strict_map_key=True, unicode_errors="surrogateescape")


def as_response(message: Any) -> Response | None:
    """The response that a client received; None for another message. Raises FrameError for anything else."""
    if not isinstance(message, list) or not message:
        raise FrameError("the daemon sent something that is no message")
    if message[0] == RESPONSE and len(message) == 4 and is_message_id(message[1]):
        return message[1], message[2], message[3]
    if message[0] == NOTIFICATION and len(message) == 3:
        return None
    raise FrameError("the daemon sent a message of an unknown shape")


def as_notification(message: Any) -> Notification:
    """Method and params (its one map, or what came) of a notification."""
    params = message[2]
    if isinstance(params, list) and len(params) <= 1:
        params = params[0] if params else {}
    return str(message[1]), params


def is_message_id(value: object) -> bool:
    """Whether it is an unsigned 32-bit integer."""
    return type(value) is int and 0 <= value <= MAX_ID
