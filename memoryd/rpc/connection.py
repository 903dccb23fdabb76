"""One client: frames in, requests served within limits, replies out. Runs on the event loop."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from time import perf_counter_ns
from typing import Any, Protocol, cast

import msgspec

from memoryd.errors import Busy, InvalidParams, MemorydError, TooLarge, Unsupported
from memoryd.rpc.arrivals import Arrivals
from memoryd.rpc.authorise import Peer, denied
from memoryd.rpc.frames import HEAD, MAX_ID, NOTIFICATION, REQUEST, FrameDecoder, request_id
from memoryd.rpc.limits import Limits, Stall
from memoryd.rpc.messages import unpack_untrusted
from memoryd.rpc.offloaded import Host as OffloadHost
from memoryd.rpc.offloaded import LargeLongRequest, LargeRead, LargeWrite, LongRequest, OffloadedRequest
from memoryd.rpc.registry import Access, R, Runs
from memoryd.rpc.replies import pack_error, pack_notification, pack_result
from memoryd.rpc.routes import Notification, OddRequest, Request, Route, Routes

_decode = msgspec.msgpack.Decoder(Request).decode
_decode_odd = msgspec.msgpack.Decoder(OddRequest).decode
_decode_notification = msgspec.msgpack.Decoder(Notification).decode
_pack = msgspec.msgpack.Encoder().encode
_LOOP, _WRITER = Runs.LOOP, Runs.WRITER
_THREE = 0x93
_LONGEST_NAME = 4096
LARGE = 4096
"""Params with more bytes than this are decoded by a thread instead of the loop."""
MOST_ON_LOOP = 64 * 1024
"""The most bytes of params for a method that runs on the loop: every client waits while they are decoded."""


class Host(OffloadHost, Protocol):
    """What a connection needs of the server."""

    limits: Limits
    routes: Routes
    loop: asyncio.AbstractEventLoop

    @property
    def arrivals(self) -> Arrivals[Connection]: ...

    def admit(self, connection: Connection, transport: asyncio.Transport) -> MemorydError | None: ...
    def forget(self, connection: Connection) -> None: ...
    def relieve(self) -> None: ...
    def bound_unread(self) -> None: ...
    def failed(self, error: BaseException, method: str) -> MemorydError: ...
    def malformed(self, connection: Connection, reason: str) -> None: ...


class Connection(asyncio.Protocol):
    """A client's connection; it is also the `Call` that handlers get."""

    def __init__(self, server: Host, connection_id: int) -> None:
        self.server = server
        self.connection_id = connection_id
        self.state: dict[str, Any] = {}
        self.peer = Peer(-1, -1, -1, frozenset())
        self.uid = -1
        self.pid = -1
        self.access = Access.READ
        self.in_flight = 0
        self.requests = 0
        self.sent = 0
        self.since = 0.0
        self.stall = Stall()
        self.unwritable_since = 0.0
        """When the peer's replies became more than its buffer holds; 0 while they are not."""
        self.closed = False
        self._transport: asyncio.Transport = None  # type: ignore[assignment]  # set before any use
        self._write: Callable[[bytes], None] = _nowhere
        self._lost = False
        self._decoder = FrameDecoder(server.limits.frame_bytes)
        self._backlog: deque[bytes] = deque()
        self._max_in_flight = server.limits.in_flight
        self._max_frame = server.limits.frame_bytes
        self._routes = server.routes
        self._reading = True
        self._writable = True
        self._ending = False
        self._pump_due = False
        self._held = False
        self._has_room = True
        self._refusal: MemorydError | None = None

    # asyncio.Protocol

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Take the peer's credentials, or refuse."""
        self._transport = cast(asyncio.Transport, transport)  # uvloop's class is not derived from it
        self._transport.set_write_buffer_limits(high=self.server.limits.write_buffer)
        self._write = self._transport.write
        self._refusal = self.server.admit(self, self._transport)
        if self._refusal is not None:
            self.server.loop.call_later(self.server.limits.linger_seconds, self._transport.abort)

    def data_received(self, data: bytes) -> None:
        """Serve what can be served now; queue the rest in order."""
        if self.closed:
            return
        if self._refusal is not None:
            self._turn_down(self._refusal, data)
            return
        if self._decoder.idle and not (self._backlog or self._held) and self.in_flight < self._max_in_flight:
            # Most data is exactly one request: then there are no frames to split.
            try:
                request = _decode(data)
            except (ValueError, RecursionError):
                pass
            else:
                self._serve_request(request, perf_counter_ns())
                return
        decoder = self._decoder
        was_idle = decoder.idle
        self._backlog.extend(decoder.feed(data))
        if not (was_idle and decoder.idle):
            self.server.arrivals.note(self, decoder.place, decoder.held, self.server.loop.time())
        self._pump()
        if not self._has_room:
            self.server.relieve()

    def let_read(self, has_room: bool) -> None:
        """Whether there is room for more of the frame that arrives."""
        self._has_room = has_room
        self._settle()

    def _turn_down(self, refusal: MemorydError, data: bytes) -> None:
        """Answer the first request with why it is not served, and close."""
        msgid = request_id(data[:HEAD])
        if msgid is not None:
            self.refuse(msgid, None, "", refusal, perf_counter_ns())
        self._close()

    def eof_received(self) -> bool:
        """The peer sends no more: answer its requests, then close."""
        self.server.long_calls.cancel_all("the caller closed its connection", self)
        if self.closed:
            return False
        self._ending = True
        return bool(self._backlog or self.in_flight)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the client; writes that have begun are still completed."""
        self.closed = self._lost = True
        self._backlog.clear()
        self._write = _nowhere  # else the transport's bound method and this object would keep each other alive
        self.server.forget(self)
        self.server.executors.wake()

    @property
    def takes_replies(self) -> bool:
        """Whether the peer reads what it asked for, or has gone."""
        return self._writable or self.closed

    def pause_writing(self) -> None:
        """The peer reads more slowly than it asks: begin no more requests for it."""
        self._writable = False
        self.unwritable_since = self.server.loop.time()
        self._settle()
        self.server.bound_unread()

    def resume_writing(self) -> None:
        """The peer has caught up."""
        self._writable = True
        self.unwritable_since = 0.0
        self.server.executors.wake()
        self._pump_soon()

    # registry.Call

    def progress(self, stage: str, done: int, total: int) -> None:
        """Only long calls report progress."""

    def check_cancelled(self) -> None:
        """Raise when the caller left; a scanner gives others their turn."""
        self.server.executors.pause()
        if self.closed:
            raise Busy("the caller closed its connection", cancelled=True)

    def wait(self, work: Callable[[], R]) -> R:
        """Do what waits for something else, without a turn."""
        return self.server.executors.wait(work)

    def cancel(self, token: str) -> None:
        """Stop a long call of the same user. Raises NotFound."""
        self.server.long_calls.cancel(self.uid, token)

    # requests

    def _serve(self, frame: bytes) -> None:
        started = perf_counter_ns()
        try:
            request = _decode(frame)
        except (ValueError, RecursionError):
            self._serve_odd(frame, started)
        else:
            self._serve_request(request, started)

    def _serve_request(self, request: Request, started: int) -> None:
        msgid = request.msgid
        if request.type != REQUEST or not 0 <= msgid <= MAX_ID:
            self._malformed()
            return
        self._dispatch(msgid, request.method, request.params, started)

    def _dispatch(self, msgid: int | None, name: str, packed: msgspec.Raw, started: int) -> None:
        self.requests += 1
        route: Route | None = None
        try:
            route = self._routes[name]
            if self.access < route.need:
                raise denied(name, route.need, self.uid, self.access)
            runs = route.runs
            if runs is _WRITER:
                self._check_room(len(packed))
            if len(packed) > LARGE:
                if runs is not _LOOP:
                    self._begin_large(route, msgid, bytes(packed), started)
                    return
                if len(packed) > MOST_ON_LOOP:
                    raise TooLarge(f"the params of {name} may have at most {MOST_ON_LOOP} bytes", limit=MOST_ON_LOOP)
            params = route.read(packed)
            if runs is not _LOOP:
                if route.prepare is not None and route.together is None:
                    params = route.prepare(self, params)
                self._begin(route, msgid, params, started, len(packed))
                return
            result = route.handler(self, params)
        except Exception as error:
            self.refuse(msgid, route, name, error, started)
            return
        self.answer(msgid, route, result, started)

    def _begin_large(self, route: Route, msgid: int | None, packed: bytes, started: int) -> None:
        """Decode large params on a thread, so that no other client waits."""
        executors = self.server.executors
        if route.runs is Runs.LONG:
            self._begin_long(LargeLongRequest(self, route, msgid, packed, started, len(packed)))
        elif route.runs is not Runs.WRITER:
            self._begin_read(LargeRead(self, route, msgid, packed, started, len(packed)))
        else:
            write = LargeWrite(self, route, msgid, packed, started, len(packed))
            try:
                if len(packed) <= MOST_ON_LOOP:
                    executors.run_reader(write.prepare, write.prepared, self)
                else:
                    executors.run_scanner(write.prepare_when_read, write.prepared, self)
            except BaseException:
                self.server.request_ended(route, len(packed))
                raise
            self._held = True
        self.in_flight += 1

    def release(self) -> None:
        """A large write is in the writer's queue: the requests after it may begin."""
        self._held = False
        self._pump()

    def _check_room(self, size: int) -> None:
        """Refuse a write when too many bytes of writes are waiting: they are held in memory."""
        waiting, most = self.server.write_bytes, self.server.limits.write_queue
        if waiting and waiting + size > most:
            raise Busy(f"{waiting} bytes of writes wait for the disk already, of at most {most}; try again in a moment")

    def _begin(self, route: Route, msgid: int | None, params: Any, started: int, size: int) -> None:
        executors = self.server.executors
        if route.runs is Runs.WRITER:
            offloaded = OffloadedRequest(self, route, msgid, params, started, size)
            try:
                if route.together is not None:
                    executors.run_together(route.together, (self, params), offloaded.done, self, size)
                else:
                    executors.run_writer(offloaded.write, offloaded.done, self, size)
            except BaseException:
                self.server.request_ended(route, size)
                raise
        elif route.runs is not Runs.LONG:
            self._begin_read(OffloadedRequest(self, route, msgid, params, started, size))
        else:
            self._begin_long(LongRequest(self, route, msgid, params, started, size))
        self.in_flight += 1

    def _begin_read(self, offloaded: OffloadedRequest) -> None:
        executors = self.server.executors
        is_light = offloaded.route.runs is Runs.READER and offloaded.size <= MOST_ON_LOOP
        run = executors.run_reader if is_light else executors.run_scanner
        try:
            run(offloaded.read, offloaded.done, self)
        except BaseException:
            self.server.request_ended(offloaded.route, offloaded.size)
            raise

    def _begin_long(self, offloaded: LongRequest) -> None:
        try:
            self.server.long_calls.begin(offloaded.call)
            try:
                self.server.executors.run_long(offloaded.run, offloaded.done)
            except BaseException:
                self.server.long_calls.end(offloaded.call)
                raise
        except BaseException:
            self.server.request_ended(offloaded.route, offloaded.size)
            raise

    def _serve_odd(self, frame: bytes, started: int) -> None:
        """Notifications, old clients, and whatever does not look like a request."""
        if frame[0] == _THREE:
            self._serve_notification(frame, started)
            return
        try:
            request = _decode_odd(frame)
        except (ValueError, RecursionError):
            self._malformed()
            return
        if request.type != REQUEST or not 0 <= request.msgid <= MAX_ID:
            self._malformed()
        elif (name := _text(request.method)) is None:
            error = InvalidParams("the method's name must be text, such as 'rpc.describe'")
            self.refuse(request.msgid, None, "", error, started)
        else:
            self._dispatch(request.msgid, name, request.params, started)

    def _serve_notification(self, frame: bytes, started: int) -> None:
        try:
            message = _decode_notification(frame)
        except (ValueError, RecursionError):
            self._malformed()
            return
        name = _text(message.method)
        if message.type != NOTIFICATION:
            self._malformed()
        elif name is not None and self._is_known(name):
            self._dispatch(None, name, message.params, started)

    def _is_known(self, name: str) -> bool:
        try:
            return self._routes[name] is not None
        except Unsupported:
            return False

    def answer(self, msgid: int | None, route: Route, result: Any, started: int) -> None:
        """Send a result; a notification's is dropped."""
        route.latency[(perf_counter_ns() - started >> 10).bit_length()] += 1
        if msgid is None:
            return
        try:
            packed = _pack((1, msgid, None, result))
            if len(packed) > self._max_frame:
                packed = pack_result(msgid, result, self._max_frame)
        except (TooLarge, TypeError, ValueError, OverflowError, RecursionError) as error:
            packed = self._pack_odd(msgid, route, result, error)
        if not self.closed:
            self.sent += len(packed)
            self._write(packed)

    def _pack_odd(self, msgid: int, route: Route, result: Any, error: Exception) -> bytes:
        if isinstance(error, UnicodeEncodeError):
            try:
                return pack_result(msgid, result, self._max_frame)
            except (TooLarge, TypeError, ValueError, OverflowError, RecursionError) as second:
                error = second
        route.failures += 1
        return pack_error(msgid, self.server.failed(error, route.name))

    def refuse(self, msgid: int | None, route: Route | None, name: str, error: BaseException, started: int) -> None:
        """Send an error; a notification's is only counted and logged."""
        shown = self.server.failed(error, name)
        if route is not None:
            route.latency[(perf_counter_ns() - started >> 10).bit_length()] += 1
            route.failures += 1
        if msgid is not None:
            self.send(pack_error(msgid, shown))

    def finished(self, route: Route, size: int) -> None:
        """An offloaded request with params of `size` bytes was answered: another request may begin."""
        self.in_flight -= 1
        self.server.request_ended(route, size)
        if self._backlog or self._ending or self._decoder.fault is not None:
            self._pump()

    def send(self, packed: bytes) -> None:
        """Queue bytes for the peer."""
        if not self.closed:
            self.sent += len(packed)
            self._write(packed)

    # flow

    def _pump(self) -> None:
        self._pump_due = False
        backlog, turn = self._backlog, self.server.limits.turn
        while backlog and self.in_flight < self._max_in_flight and self._writable and not (self.closed or self._held):
            if turn == 0:
                self._pump_soon()
                break
            turn -= 1
            self._serve(backlog.popleft())
        self._settle()

    def _pump_soon(self) -> None:
        if not self._pump_due and not self.closed:
            self._pump_due = True
            self.server.loop.call_soon(self._pump)

    def _settle(self) -> None:
        """Pause or resume reading; close when it is due and nothing is left to do."""
        if self.closed:
            return
        if not self._backlog and not self.in_flight:
            if self._decoder.fault is not None:
                self._give_up()
                return
            if self._ending:
                self._close()
                return
        wanted = (
            not self._backlog and self._writable and self._has_room and not self._ending and self._decoder.fault is None
        )
        if wanted != self._reading:
            self._reading = wanted
            self.server.arrivals.reading(self, wanted, self.server.loop.time())
            if wanted:
                self._transport.resume_reading()
            else:
                self._transport.pause_reading()

    def _malformed(self) -> None:
        self.server.malformed(self, "a message of an unknown shape")
        self._close()

    def give_way(self, refusal: MemorydError) -> None:
        """Refuse the frame that is arriving, and close."""
        msgid = self._decoder.abandon()
        self.server.arrivals.forget(self)
        if msgid is not None:
            self.refuse(msgid, None, "", refusal, perf_counter_ns())
        self._close()

    def _close(self) -> None:
        """Serve no more requests; replies already written are still flushed."""
        self.closed = True
        self._backlog.clear()
        self._transport.close()

    def _give_up(self) -> None:
        fault = self._decoder.fault
        assert fault is not None
        self.server.malformed(self, fault.sentence)
        if fault.msgid is None:
            self._close()
            return
        # The peer is still writing its large frame: read and discard it, or the peer would never see the answer.
        self.refuse(fault.msgid, None, "", TooLarge(fault.sentence, limit=self._max_frame), perf_counter_ns())
        self.closed = True
        if not self._reading:
            self._reading = True
            self._transport.resume_reading()
        if self._transport.can_write_eof():
            self._transport.write_eof()
        self.server.loop.call_later(self.server.limits.linger_seconds, self._transport.close)

    def wind_down(self) -> None:
        """Accept no more requests; finish those in flight, flush, close."""
        for frame in self._backlog:
            self._turn_away(frame)
        self._backlog.clear()
        self._ending = True
        self._settle()

    def _turn_away(self, frame: bytes) -> None:
        try:
            request = _decode(frame)
        except (ValueError, RecursionError):
            return
        if request.type == REQUEST and 0 <= request.msgid <= MAX_ID:
            error = Busy("the daemon is stopping; try again when it is back")
            self.refuse(request.msgid, None, request.method, error, perf_counter_ns())

    def tell(self, packed: bytes) -> bool:
        """Send a notification, unless the peer is slow to read."""
        if not self._writable or self.closed:
            return False
        self.send(packed)
        return True

    def tell_progress(self, params: Any, _error: object = None) -> None:
        """`rpc.progress`, from a long call."""
        self.tell(pack_notification("rpc.progress", params))

    def unread(self) -> int:
        """Bytes that are buffered because the peer does not read."""
        return 0 if self._lost else self._transport.get_write_buffer_size()

    def drop(self) -> None:
        """Close at once and discard what is unsent."""
        self.closed = True
        if not self._lost:
            self._transport.abort()


def _nowhere(_packed: bytes) -> None:
    """Discards bytes for a connection that is closed."""


def _text(packed: msgspec.Raw) -> str | None:
    """The method's name, which may come as bytes; None when it is not a name."""
    raw = bytes(packed)
    if len(raw) > _LONGEST_NAME:
        return None
    try:
        name = unpack_untrusted(raw)
    except (ValueError, RecursionError):
        return None
    if isinstance(name, str):
        name = name.encode("utf-8", "surrogateescape")
    return name.decode("utf-8", "replace") if isinstance(name, bytes) else None
