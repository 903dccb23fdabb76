"""The limits of the socket."""

from __future__ import annotations

import msgspec

from memoryd.rpc.frames import MAX_DEPTH, MAX_FRAME


class Limits(msgspec.Struct, frozen=True):
    """Limits of one connection. Sizes in bytes, times in seconds."""

    frame_bytes: int = MAX_FRAME
    depth: int = MAX_DEPTH
    in_flight: int = 32
    """Requests in progress for one connection; the next one waits."""
    write_buffer: int = 256 * 1024
    """With more unread replies than this, no further request of the connection is begun."""
    write_queue: int = 64 * 1024 * 1024
    """Params of all connections' writes that wait for the disk; beyond this a write is refused as busy."""
    received: int = 64 * 1024 * 1024
    """Large requests of all connections, arriving or in progress; beyond this they are read one after another."""
    unread: int = 64 * 1024 * 1024
    """Replies of all connections that nobody has read; beyond this those who read the least are dropped."""
    stall_seconds: float = 30.0
    """A peer is dropped that reads none of its waiting replies for this long, or falls silent within a request."""
    connections: int = 4096
    connections_of_user: int = 256
    reserve: int = 32
    """So many of all connections, and so many beyond those of a user, are for admins only."""
    long_calls: int = 8
    linger_seconds: float = 2.0
    """How long a refused connection is still read, so that the peer sees the refusal."""


class Stall:
    """Tells a stalled peer from a slow one: how much it has read so far, and since when."""

    __slots__ = ("_taken", "since")

    def __init__(self) -> None:
        self._taken = -1
        self.since = 0.0
        """When it was last seen to have read something."""

    def is_over(self, sent: int, unread: int, now: float, patience: float) -> bool:
        """Whether the peer has read none of the `unread` of `sent` bytes for `patience` seconds; call it regularly."""
        taken = sent - unread if unread else -1
        if taken != self._taken:
            self._taken, self.since = taken, now
            return False
        return unread > 0 and now - self.since >= patience
