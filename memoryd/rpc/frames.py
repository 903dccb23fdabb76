"""Splits a byte stream into MessagePack-RPC frames; does no I/O. Imports msgpack only."""

from __future__ import annotations

import msgpack

MAX_FRAME = 8 * 1024 * 1024
MAX_DEPTH = 64
MAX_ID = 0xFFFF_FFFF

REQUEST, RESPONSE, NOTIFICATION = 0, 1, 2

# A message is an array of three or four; arrays may also come with a 16- or 32-bit length.
_FIRST_BYTES = frozenset((0x93, 0x94, 0xDC, 0xDD))
HEAD = 16
_LARGE = 1 << 20
_ID_BYTES = {0xCC: 1, 0xCD: 2, 0xCE: 4, 0xCF: 8}


class FrameError(Exception):
    """Bytes that are not a message: the connection cannot continue.

    `msgid` is set when the frame is a request that is merely too large, so that it can be answered.
    """

    def __init__(self, sentence: str, msgid: int | None = None) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.msgid = msgid


class FrameDecoder:
    """Finds the frames of a stream. Builds no object before its frame is complete.

    So a header that claims four billion elements costs nothing; `fault` is set once the stream is broken, and
    whatever is fed afterwards is ignored.
    """

    def __init__(self, max_frame: int = MAX_FRAME) -> None:
        self.max_frame = max_frame
        self.fault: FrameError | None = None
        self.place = 0
        """How many frames have arrived whole."""
        self._held: list[bytes] = []
        self._begin()

    def _begin(self) -> None:
        self._scanner = msgpack.Unpacker(max_buffer_size=2**31 - 1)
        self._skip = self._scanner.skip
        self._tell = self._scanner.tell
        self._fed = 0
        self._start = 0
        self._scanned = 0

    @property
    def idle(self) -> bool:
        """Whether the next bytes are the start of a frame."""
        return self._fed == self._start and self.fault is None

    @property
    def held(self) -> int:
        """Bytes of a frame that has not arrived whole."""
        return 0 if self.fault is not None else self._fed - self._start

    def abandon(self) -> int | None:
        """Take no more, and let go of what is held; the msgid of the request that was arriving, if it is known."""
        msgid = request_id(b"".join(self._held[:HEAD])[:HEAD])
        self._break(FrameError("the frame was abandoned", msgid))
        return msgid

    def feed(self, data: bytes) -> list[bytes]:
        """The frames that `data` completes, oldest first; look at `fault` afterwards."""
        frames: list[bytes] = []
        if self.fault is not None:
            return frames
        base = self._fed
        self._fed = fed = base + len(data)
        self._scanner.feed(data)
        start = self._start
        try:
            while start < fed:
                if start >= base and data[start - base] not in _FIRST_BYTES:
                    raise FrameError("a message must be an array of three or four")
                self._skip()
                end = self._tell()
                if end - start > self.max_frame:
                    raise self._too_large(data, base)
                frames.append(self._cut(data, start - base, end - base))
                self._scanned = max(self._scanned, end - start)
                self._start = start = end
                self.place += 1
            if self._scanned > _LARGE:
                self._begin()  # the scanner keeps the memory that its longest text has needed
        except msgpack.OutOfData:
            self._hold(data, base)
        except FrameError as error:
            self._break(error)
        except (msgpack.FormatError, msgpack.StackError, ValueError) as error:
            self._break(FrameError(f"not MessagePack ({type(error).__name__})"))
        return frames

    def _cut(self, data: bytes, start: int, end: int) -> bytes:
        if start >= 0:
            return data if start == 0 and end == len(data) else data[start:end]
        frame = b"".join((*self._held, data[:end]))
        self._held.clear()
        return frame

    def _hold(self, data: bytes, base: int) -> None:
        if self._fed - self._start > self.max_frame:
            self._break(self._too_large(data, base))
        else:
            self._held.append(data[max(self._start - base, 0) :])

    def _break(self, error: FrameError) -> None:
        self.fault = error
        self._held.clear()
        self._begin()

    def _too_large(self, data: bytes, base: int) -> FrameError:
        head = b"".join((*self._held, data[max(self._start - base, 0) :][:HEAD]))[:HEAD]
        sentence = f"the frame is larger than {self.max_frame} bytes; split the request"
        return FrameError(sentence, request_id(head))


def request_id(head: bytes) -> int | None:
    """The msgid of a request of which only the first bytes have arrived; None if they hold none."""
    if head[:1] == b"\x94":
        at = 1
    elif head[:3] == b"\xdc\x00\x04":
        at = 3
    elif head[:5] == b"\xdd\x00\x00\x00\x04":
        at = 5
    else:
        return None
    if head[at : at + 1] != b"\x00" or len(head) < at + 2:
        return None
    first = head[at + 1]
    if first < 0x80:
        return first
    body = head[at + 2 : at + 2 + _ID_BYTES.get(first, 0)]
    if not body or len(body) < _ID_BYTES[first]:
        return None
    number = int.from_bytes(body, "big")
    return number if number <= MAX_ID else None
