"""Messages between the daemon and a lasting child: frames of a length and so many bytes, the last one empty."""

from __future__ import annotations

import socket
import struct
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress

LONGEST = 256 << 20
"""Bytes of one frame; whoever reads more is spoken to by nobody that we know."""
_BEAT = struct.pack("ll", 0, 500_000)
"""Half a second, as a timeval."""
_LENGTH = struct.Struct(">I")
_TOGETHER = 65_536
"""Bytes sent and received at once: each call is a switch to the kernel, and lets go of the interpreter's lock, which
others hold when it returns."""


class Ended(Exception):
    """The other side has closed."""


class Channel:
    """One end of a socket; one thread at a time. `waiting` is called when a beat has passed without a byte."""

    def __init__(self, end: socket.socket, waiting: Callable[[], object] | None = None) -> None:
        self._end = end
        self._end.setblocking(True)
        self._waiting = waiting
        if waiting is not None:
            for option in (socket.SO_RCVTIMEO, socket.SO_SNDTIMEO):
                end.setsockopt(socket.SOL_SOCKET, option, _BEAT)
        self._held = bytearray()
        """What was received and not asked for yet."""

    def send(self, message: Iterable[bytes]) -> None:
        """Send the frames and the empty one. Raises Ended, and whatever `waiting` raises."""
        together = bytearray()
        for frame in message:
            together += _LENGTH.pack(len(frame))
            together += frame
            if len(together) >= _TOGETHER:
                self._send(together)
                together = bytearray()
        self._send(together + _LENGTH.pack(0))

    def _send(self, data: bytearray) -> None:
        left = memoryview(data)
        while left:
            try:
                left = left[self._end.send(left) :]
            except BlockingIOError:
                self._wait()
            except OSError as error:
                raise Ended from error

    def receive(self) -> Iterator[bytes]:
        """The frames of the next message. Raises Ended, and whatever `waiting` raises."""
        while True:
            (length,) = _LENGTH.unpack(self._exactly(_LENGTH.size))
            if not length:
                return
            if length > LONGEST:
                raise Ended
            yield self._exactly(length)

    def _exactly(self, size: int) -> bytes:
        held = self._held
        while len(held) < size < _TOGETHER:
            held += self._received(_TOGETHER)
        found = bytes(memoryview(held)[:size])
        del held[:size]
        if len(found) == size:
            return found
        pieces, missing = [found], size - len(found)
        while missing:
            # What is long comes in one call, however many pieces it is sent in, and is copied once.
            pieces.append(self._received(missing, socket.MSG_WAITALL))
            missing -= len(pieces[-1])
        return b"".join(pieces)

    def _received(self, most: int, how: int = 0) -> bytes:
        while True:
            try:
                data = self._end.recv(most, how)
            except BlockingIOError:
                self._wait()
                continue
            except OSError as error:
                raise Ended from error
            if not data:
                raise Ended
            return data

    def _wait(self) -> None:
        if self._waiting is not None:
            self._waiting()

    def end(self) -> None:
        """Tell the other side that nothing more comes."""
        with suppress(OSError):
            self._end.shutdown(socket.SHUT_WR)

    def close(self) -> None:
        """Close it."""
        self._end.close()
