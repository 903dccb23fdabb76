"""What has come on one connection: bytes, and the frames in them. Does no I/O."""

from __future__ import annotations

from collections import deque

from memoryd.rpc.frames import FrameDecoder

_SLICE = 16 * 1024
"""Bytes that are split at a time: a full read of the smallest frames would take tens of milliseconds."""
_SMALL = 4096
_FREE = 8
"""So many small pieces of frames in a row are read as they come."""


class Incoming:
    """Split only as far as it is served."""

    def __init__(self, max_frame: int) -> None:
        self.decoder = FrameDecoder(max_frame)
        self.frames: deque[bytes] = deque()
        """Those that wait, oldest first."""
        self._data = b""
        self._at = 0
        self._small_pieces = 0

    @property
    def waits(self) -> bool:
        """Whether there is something to split or to serve."""
        return bool(self.frames or self._data)

    @property
    def is_empty(self) -> bool:
        """Whether the next bytes are the start of a frame that could be served at once."""
        return not (self.frames or self._data) and self.decoder.idle

    def add(self, data: bytes) -> None:
        """More has been read."""
        self._data, self._at = (self._data[self._at :] + data if self._data else data), 0

    @property
    def trickles(self) -> bool:
        """Whether ever so little comes at a time: a read costs as much as a request."""
        return self._small_pieces > _FREE

    def split(self) -> None:
        """Find the frames of the next slice."""
        data, at = self._data, self._at
        piece = data if len(data) <= _SLICE else data[at : at + _SLICE]
        self._at = at = at + len(piece)
        frames = self.decoder.feed(piece)
        if at >= len(data):
            self._data = b""
        self.frames.extend(frames)
        if frames:
            self._small_pieces //= 2
        elif len(piece) >= _SMALL:
            self._small_pieces = 0
        else:
            self._small_pieces += 1

    def split_all(self) -> None:
        """Find all frames."""
        while self._data:
            self.split()

    def clear(self) -> None:
        """Serve none of it."""
        self.frames.clear()
        self._data = b""
