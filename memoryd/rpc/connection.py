"""One client: frames in, requests served within limits, replies out. Runs on the event loop."""

from __future__ import annotations

import asyncio
import os
import socket
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from time import perf_counter_ns
from typing import Any, Protocol, cast

from memoryd.errors import Busy, InvalidParams, MemorydError, TooLarge, Unsupported, forget_frames
from memoryd.rpc.arrivals import Arrivals
from memoryd.rpc.authorise import Peer
from memoryd.rpc.descriptors import LEND_SECONDS, receive_descriptors
from memoryd.rpc.dispatch import Dispatcher, decode_request
from memoryd.rpc.dispatch import Host as DispatchHost
from memoryd.rpc.frames import HEAD, request_id
from memoryd.rpc.incoming import Incoming
from memoryd.rpc.limits import Stall
from memoryd.rpc.looptime import SLICE_NS, LoopTime, Trickles
from memoryd.rpc.registry import Access, R
from memoryd.rpc.replies import Reply, pack_error, pack_notification, pack_result
from memoryd.rpc.routes import Route


class Host(DispatchHost, Protocol):
    """What a connection needs of the server."""

    dispatcher: Dispatcher
    loop: asyncio.AbstractEventLoop
    uses: Iterator[int]

    @property
    def arrivals(self) -> Arrivals[Connection]: ...
    @property
    def looptime(self) -> LoopTime[Connection]: ...
    @property
    def trickles(self) -> Trickles[Connection]: ...

    def admit(self, connection: Connection, transport: asyncio.Transport) -> MemorydError | None: ...
    def forget(self, connection: Connection) -> None: ...
    def relieve(self) -> None: ...
    def bound_unread(self) -> None: ...
    def failed(self, error: BaseException, method: str, uid: int) -> MemorydError: ...
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
        self.used = next(server.uses)
        """Which of all uses was its last: the loop's clock, of milliseconds, does not tell them apart."""
        self.stall = Stall()
        self.unwritable_since = 0.0
        """When the peer's replies became more than its buffer holds; 0 while they are not."""
        self.closed = False
        self._transport: asyncio.Transport = None  # type: ignore[assignment]  # set before any use
        self._write: Callable[[bytes], None] = _nowhere
        self._lost = False
        self._incoming = Incoming(server.limits.frame_bytes)
        self._decoder = self._incoming.decoder
        self._max_in_flight = server.limits.in_flight
        self._max_frame = server.limits.frame_bytes
        self._reading = True
        self._writable = True
        self._ending = False
        self._queued = False
        self._held = False
        self._lent = False
        self._has_room = True
        self._trickles = False
        """What comes is so little at a time that more is let come before it is read."""
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
        self.used = next(self.server.uses)
        if self._refusal is not None:
            self._turn_down(self._refusal, data)
            return
        looptime = self.server.looptime
        if self._incoming.is_empty and not self._held and self.in_flight < self._max_in_flight and looptime.is_left:
            # Most data is exactly one request: then there are no frames to split.
            started = perf_counter_ns()
            try:
                request = decode_request(data)
            except (ValueError, RecursionError):
                pass
            else:
                self.server.dispatcher.serve_request(self, request, started)
                looptime.spend(perf_counter_ns() - started)
                return
        self._incoming.add(data)
        self._go_on()
        if self._incoming.trickles and not (self._trickles or self.closed):
            self._trickles = True
            self._settle()
            self.server.trickles.add(self)

    def _split(self) -> None:
        """Find the next frames in what has come."""
        decoder = self._decoder
        was_idle = decoder.idle
        self._incoming.split()
        if not (was_idle and decoder.idle):
            self.server.arrivals.note(self, decoder.place, decoder.held, self.server.loop.time())
        if not self._has_room:
            self.server.relieve()

    def read_on(self) -> None:
        """More was let come."""
        self._trickles = False
        self._settle()

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
        return bool(self._incoming.waits or self.in_flight)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the client; writes that have begun are still completed."""
        self.closed = self._lost = True
        self._incoming.clear()
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
        self._queue()

    # registry.Call

    def progress(self, stage: str, done: int, total: int) -> None:
        """Only long calls report progress."""

    def check_cancelled(self) -> None:
        """Raise when the caller left; a scanner gives others their turn."""
        self.server.executors.pause()
        if self.closed:
            raise Busy("the caller closed its connection", cancelled=True)

    def descriptors(self, count: int) -> list[int]:
        """Only long calls take some, since whoever waits for them must be nobody's turn."""
        raise Unsupported(f"only a long call is passed descriptors, and this one needs {count}")

    def take_descriptors(self, count: int, ask: Callable[[], None]) -> list[int]:
        """On a long call's thread: read nothing, `ask`, and take what the peer passes with its next byte."""
        lent: Future[socket.socket] = Future()
        self.server.loop.call_soon_threadsafe(self._lend, lent)
        with lent.result(LEND_SECONDS) as own:
            try:
                ask()
                return receive_descriptors(own, count)
            finally:
                self.server.loop.call_soon_threadsafe(self._take_back)

    def _lend(self, lent: Future[socket.socket]) -> None:
        """A copy of the socket, from which the loop does not read meanwhile."""
        if self.closed or self._lent or not self._incoming.is_empty:
            lent.set_exception(InvalidParams("send nothing else on the connection on which you pass descriptors"))
            return
        self._lent = True
        self._settle()
        lent.set_result(socket.socket(fileno=os.dup(self._transport.get_extra_info("socket").fileno())))

    def _take_back(self) -> None:
        self._lent = False
        self._settle()

    def wait(self, work: Callable[[], R]) -> R:
        """Do what waits for something else, without a turn."""
        return self.server.executors.wait(work)

    def cancel(self, token: str) -> None:
        """Stop a long call of the same user. Raises NotFound."""
        self.server.long_calls.cancel(self.uid, token)

    # replies

    def answer(self, msgid: int | None, route: Route, result: Any, started: int) -> None:
        """Send a result; a notification's is dropped."""
        route.answered(perf_counter_ns() - started)
        if msgid is None:
            return
        if type(result) is Reply:
            packed = result.packed
        else:
            try:
                packed = pack_result(msgid, result, self._max_frame)
            except (TooLarge, TypeError, ValueError, OverflowError, RecursionError) as error:
                route.failures += 1
                packed = pack_error(msgid, self.server.failed(error, route.name, self.uid))
        if not self.closed:
            self.sent += len(packed)
            self._write(packed)

    def refuse(self, msgid: int | None, route: Route | None, name: str, error: BaseException, started: int) -> None:
        """Send an error; a notification's is only counted and logged."""
        shown = self.server.failed(error, name, self.uid)
        if route is not None:
            route.answered(perf_counter_ns() - started)
            route.failures += 1
        if msgid is not None:
            self.send(pack_error(msgid, shown))
        forget_frames(error)

    def finished(self, route: Route, size: int) -> None:
        """An offloaded request with params of `size` bytes was answered: another request may begin."""
        self.in_flight -= 1
        self.server.request_ended(route, size)
        if self._incoming.waits or self._ending or self._decoder.fault is not None:
            self._go_on()

    def send(self, packed: bytes) -> None:
        """Queue bytes for the peer."""
        if not self.closed:
            self.sent += len(packed)
            self._write(packed)

    # flow

    def _go_on(self) -> None:
        """Begin requests now, or when it is this connection's turn."""
        looptime = self.server.looptime
        if looptime.is_left and not self._queued:
            started = perf_counter_ns()
            self._begin_some(started + SLICE_NS)
            looptime.spend(perf_counter_ns() - started)
        else:
            self._queue()
            self._settle()

    def _queue(self) -> None:
        if not (self._queued or self.closed):
            self._queued = True
            self.server.looptime.queue(self)

    def serve_until(self, end: int) -> None:
        """It is this connection's turn."""
        self._queued = False
        self._begin_some(end)

    def _begin_some(self, end: int) -> None:
        incoming = self._incoming
        frames = incoming.frames
        while self.in_flight < self._max_in_flight and self._writable and not (self.closed or self._held):
            if frames:
                self.server.dispatcher.serve(self, frames.popleft())
            elif incoming.waits:
                self._split()
            else:
                break
            if incoming.waits and perf_counter_ns() >= end:
                self._queue()
                break
        self._settle()

    def _settle(self) -> None:
        """Pause or resume reading; close when it is due and nothing is left to do."""
        if self.closed:
            return
        if not self._incoming.waits and not self.in_flight:
            if self._decoder.fault is not None:
                self._give_up()
                return
            if self._ending:
                self._close()
                return
        wanted = (
            not (self._incoming.waits or self._ending or self._lent or self._trickles)
            and self._writable
            and self._has_room
            and self._decoder.fault is None
        )
        if wanted != self._reading:
            self._reading = wanted
            if not self._trickles:  # where more is let come, the sender's time goes on
                self.server.arrivals.reading(self, wanted, self.server.loop.time())
            if wanted:
                self._transport.resume_reading()
            else:
                self._transport.pause_reading()

    def hold(self) -> None:
        """A large write is being decoded: what comes after it waits."""
        self._held = True

    def release(self) -> None:
        """It is in the writer's queue: the requests after it may begin."""
        self._held = False
        self._go_on()

    def malformed(self) -> None:
        """A message of an unknown shape: the connection cannot go on."""
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
        self._incoming.clear()
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
        self._incoming.split_all()
        for frame in self._incoming.frames:
            self.server.dispatcher.turn_away(self, frame)
        self._incoming.clear()
        self._ending = True
        self._settle()

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
