"""One blocking connection that many threads may use: each sends for itself, one at a time reads for all."""

from __future__ import annotations

import contextlib
import select
import socket
import struct
import threading
import time
from collections import deque
from collections.abc import Callable
from typing import Any

from memoryd.client.calls import MAX_RESPONSE, Progress, error_of, pack_call
from memoryd.rpc.addresses import address_of
from memoryd.rpc.frames import MAX_ID, FrameDecoder, FrameError
from memoryd.rpc.messages import Notification, Params, as_notification, as_response, pack_notification, unpack

NotificationHandler = Callable[[str, Any], object]
_CHUNK = 256 * 1024


class TimeIsUp(TimeoutError):
    """That of this wait, not one that a handler of notifications met."""


class LinkLost(Exception):
    """The connection is gone; `sent` says whether all of the request had left."""

    def __init__(self, sent: bool) -> None:
        super().__init__(sent)
        self.sent = sent


class _Slot:
    """A call that waits for its answer."""

    __slots__ = ("done", "error", "news", "result")

    def __init__(self) -> None:
        self.done = False
        self.error: Any = None
        self.result: Any = None
        self.news: deque[tuple[str, int, int]] = deque()


class Link:
    """A connected socket. Raises OSError when it cannot connect."""

    def __init__(self, path: str, timeout: float | None, on_notification: NotificationHandler | None) -> None:
        self._on_notification = on_notification
        self._decoder = FrameDecoder(MAX_RESPONSE)
        self._waiting: dict[int, _Slot] = {}
        self._by_token: dict[str, _Slot] = {}
        self._next_id = 0
        self._sending = threading.Lock()
        self._turn = threading.Condition()
        self._reader: int | None = None
        """The thread that reads for all; a handler of notifications that it is in may call, and read, within."""
        self._news: deque[Notification] = deque()
        self._handing_over = False
        self.dead = False
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            with address_of(path) as address:
                _connect(self._socket, address, timeout)
            self._socket.setblocking(False)
        except BaseException:
            self._socket.close()
            raise
        self._readable = select.poll()
        self._readable.register(self._socket, select.POLLIN)
        self._writable = select.poll()
        self._writable.register(self._socket, select.POLLOUT)

    def call(
        self, method: str, params: Params, timeout: float | None, token: str | None, progress: Progress | None
    ) -> Any:
        """Send and wait. Raises MemorydError as the daemon answers, TimeIsUp, and LinkLost."""
        deadline = None if timeout is None else time.monotonic() + timeout
        slot = _Slot()
        with self._turn:
            msgid = self._free_id()
            self._waiting[msgid] = slot
            if token is not None:
                self._by_token[token] = slot
        try:
            self._send(pack_call(msgid, method, params), deadline)
            while not self._wait(slot, deadline):
                self._tell(slot, token, progress)
        except (TimeIsUp, KeyboardInterrupt):
            # Some calls go on when their caller merely leaves.
            self._cancel(token)
            raise
        finally:
            with self._turn:
                self._waiting.pop(msgid, None)
                self._by_token.pop(token or "", None)
        self._tell(slot, token, progress)
        if slot.error is not None:
            raise error_of(slot.error)
        return slot.result

    def pass_descriptors(self, descriptors: list[int]) -> None:
        """Pass file descriptors to the daemon, which has asked for them. Raises LinkLost."""
        with self._sending:
            try:
                socket.send_fds(self._socket, [b"\0"], descriptors)
            except OSError as error:
                self._die()
                raise LinkLost(sent=True) from error

    def notify(self, method: str, params: Params, timeout: float | None = None) -> None:
        """Send without an answer. Raises LinkLost."""
        try:
            self._send(pack_notification(method, params), None if timeout is None else time.monotonic() + timeout)
        except TimeIsUp:
            raise LinkLost(sent=False) from None

    def listen(self, timeout: float | None) -> None:
        """Read what comes, handing notifications to the handler, until the time is up. Raises LinkLost."""
        deadline = None if timeout is None else time.monotonic() + timeout
        never = _Slot()
        while deadline is None or time.monotonic() < deadline:
            with contextlib.suppress(TimeIsUp):
                self._wait(never, deadline, listens=True)

    def close(self) -> None:
        """Hang up; whoever waits gets LinkLost."""
        with self._turn:
            self.dead = True
            self._turn.notify_all()
        with contextlib.suppress(OSError):
            # Wakes a thread that polls; closing alone would not.
            self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()

    def leave(self) -> None:
        """Let go of a connection that is the parent's, in a forked child; the parent goes on with it."""
        self._socket.close()

    def _free_id(self) -> int:
        while True:
            self._next_id = (self._next_id + 1) & MAX_ID
            if self._next_id not in self._waiting:
                return self._next_id

    def _send(self, data: bytes, deadline: float | None) -> None:
        rest = memoryview(data)
        with self._sending:
            if self.dead:
                raise LinkLost(sent=False)
            try:
                while rest:
                    try:
                        rest = rest[self._socket.send(rest, socket.MSG_NOSIGNAL) :]
                    except BlockingIOError:  # noqa: PERF203 - each part may block
                        _poll(self._writable, deadline)
            except (OSError, ValueError) as error:
                # A frame cut short is never executed, so `sent=False` is the truth; but the stream is spoilt.
                if not isinstance(error, TimeIsUp) or len(rest) < len(data):
                    self._die()
                if isinstance(error, TimeIsUp):
                    raise
                raise LinkLost(sent=False) from error

    def _wait(self, slot: _Slot, deadline: float | None, *, listens: bool = False) -> bool:
        """True when the slot is done, False when it has news of progress."""
        own = threading.get_ident()
        with self._turn:
            while self._reader not in (None, own) and not slot.done and not slot.news and not self.dead:
                if not self._turn.wait(_remaining(deadline)):
                    raise TimeIsUp
            if slot.done or slot.news:
                return slot.done
            if self.dead:
                raise LinkLost(sent=True)
            before, self._reader = self._reader, own
        try:
            self._hand_over(listens)
            while not slot.done and not slot.news:
                self._receive(deadline)
                self._hand_over(listens)
        finally:
            with self._turn:
                self._reader = before
                self._turn.notify_all()
        return slot.done

    def _receive(self, deadline: float | None) -> None:
        if self.dead:
            raise LinkLost(sent=True)
        try:
            _poll(self._readable, deadline)
            data = self._socket.recv(_CHUNK)
        except TimeIsUp:
            raise
        except BlockingIOError:
            return
        except (OSError, ValueError):
            data = b""
        if not data:
            self._die()
            raise LinkLost(sent=True)
        try:
            for frame in self._decoder.feed(data):
                self._take(unpack(frame))
            if self._decoder.fault is not None:
                raise self._decoder.fault
        except (FrameError, ValueError):
            self._die()
            raise LinkLost(sent=True) from None

    def _hand_over(self, listens: bool) -> None:
        # Only when every answer has been handed over. While a handler calls, what comes waits for it, in order.
        if self._handing_over:
            return
        self._handing_over = True
        try:
            while self._news and self._on_notification is not None:
                self._inform(self._on_notification, *self._news.popleft(), listens)
        finally:
            self._handing_over = False

    def _inform(self, handler: NotificationHandler, method: str, params: Any, listens: bool) -> None:
        try:
            handler(method, params)
        except Exception as error:
            if listens:
                raise
            # A call of somebody else's has nothing to do with it, and may have been done.
            thread = threading.current_thread()
            threading.excepthook(threading.ExceptHookArgs((type(error), error, error.__traceback__, thread)))

    def _take(self, message: Any) -> None:
        response = as_response(message)
        if response is None:
            method, params = as_notification(message)
            if method == "rpc.progress" and isinstance(params, dict) and self._take_progress(params):
                return
            if self._on_notification is not None:
                self._news.append((method, params))
            return
        msgid, error, result = response
        with self._turn:
            slot = self._waiting.get(msgid)
            if slot is not None:
                slot.error, slot.result, slot.done = error, result, True
                self._turn.notify_all()

    def _take_progress(self, params: dict[str, Any]) -> bool:
        with self._turn:
            slot = self._by_token.get(str(params.get("token")))
            if slot is None:
                return False
            slot.news.append((str(params.get("stage")), int(params.get("done", 0)), int(params.get("total", 0))))
            self._turn.notify_all()
        return True

    def _tell(self, slot: _Slot, token: str | None, progress: Progress | None) -> None:
        try:
            while slot.news:
                news = slot.news.popleft()
                if progress is not None:
                    progress(*news)
        except BaseException:
            # Who raises out of a progress callback wants no more of the call.
            if not slot.done:
                self._cancel(token)
            raise

    def _cancel(self, token: str | None) -> None:
        if token is not None and not self.dead:
            with contextlib.suppress(LinkLost):
                self.notify("rpc.cancel", {"token": token}, 1.0)

    def _die(self) -> None:
        with self._turn:
            self.dead = True
            self._turn.notify_all()


def _remaining(deadline: float | None) -> float | None:
    if deadline is None:
        return None
    left = deadline - time.monotonic()
    if left <= 0:
        raise TimeIsUp
    return left


def _poll(poller: select.poll, deadline: float | None) -> None:
    left = _remaining(deadline)
    if not poller.poll(None if left is None else left * 1000):
        raise TimeIsUp


def _connect(opened: socket.socket, address: str, timeout: float | None) -> None:
    """Wait for a place in the daemon's queue, which a client that connects over and over fills: EAGAIN in the end.

    With Python's own timeout a full queue fails at once.
    """
    if timeout is None:
        opened.connect(address)
        return
    until = time.monotonic() + timeout
    while True:
        left = max(until - time.monotonic(), 1e-6)  # 0 would be for ever
        opened.setsockopt(socket.SOL_SOCKET, socket.SO_SNDTIMEO, struct.pack("ll", int(left), int(left % 1 * 1e6) or 1))
        opened.connect(address)
        with contextlib.suppress(OSError):
            opened.getpeername()  # a signal that came meanwhile ended the wait
            return
