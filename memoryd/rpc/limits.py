"""The bounds of the socket."""

from __future__ import annotations

import msgspec

from memoryd.rpc.frames import MAX_DEPTH, MAX_FRAME


class Limits(msgspec.Struct, frozen=True):
    """What one connection may ask for. Sizes in bytes, times in seconds."""

    frame_bytes: int = MAX_FRAME
    depth: int = MAX_DEPTH
    in_flight: int = 32
    """Requests being served for one connection; the next one waits."""
    write_buffer: int = 256 * 1024
    """Unread replies beyond which no further request of that connection is begun."""
    write_queue: int = 64 * 1024 * 1024
    """Params of writes of all connections that wait for the disk; beyond it a write is refused as busy."""
    stall_seconds: float = 30.0
    """A peer that has replies waiting and takes none of them for so long is dropped."""
    connections: int = 4096
    long_calls: int = 8
    turn: int = 64
    """Requests served for one connection before the others get their turn."""
    linger_seconds: float = 2.0
    """How long a refused connection is read to its end, so that the peer gets to see the refusal."""


class Stall:
    """Tells a peer that takes nothing from one that is slow: what it has taken so far, and since when that stands."""

    __slots__ = ("_since", "_taken")

    def __init__(self) -> None:
        self._taken = -1
        self._since = 0.0

    def is_over(self, sent: int, unread: int, now: float, patience: float) -> bool:
        """Of `sent` bytes `unread` wait: has the peer taken none for `patience` seconds? Ask at each look."""
        taken = sent - unread if unread else -1
        if taken != self._taken:
            self._taken, self._since = taken, now
            return False
        return unread > 0 and now - self._since >= patience
