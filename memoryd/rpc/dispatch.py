"""From a frame to whoever serves it: finds the method, checks who calls, and begins the request where it runs."""

from __future__ import annotations

from time import perf_counter_ns
from typing import Any, Protocol

import msgspec

from memoryd.errors import Busy, InvalidParams, TooLarge
from memoryd.rpc.authorise import denied
from memoryd.rpc.frames import MAX_ID, NOTIFICATION, REQUEST
from memoryd.rpc.limits import Limits
from memoryd.rpc.messages import unpack_untrusted
from memoryd.rpc.offloaded import Caller as OffloadCaller
from memoryd.rpc.offloaded import Host as OffloadHost
from memoryd.rpc.offloaded import LargeLongRequest, LargeRead, LongRequest, OffloadedRequest, WritePreparedApart
from memoryd.rpc.registry import Runs
from memoryd.rpc.routes import MOST_CARE_ON_LOOP, Notification, OddRequest, Request, Route, Routes

decode_request = msgspec.msgpack.Decoder(Request).decode
"""Raises ValueError and RecursionError for anything else."""
_decode_odd = msgspec.msgpack.Decoder(OddRequest).decode
_decode_notification = msgspec.msgpack.Decoder(Notification).decode
_LOOP, _WRITER = Runs.LOOP, Runs.WRITER
_THREE = 0x93
_LONGEST_NAME = 4096
LARGE = 4096
"""Params with more bytes than this are decoded by a thread instead of the loop; a method on the loop takes no more."""
_LIGHT = 64 * 1024
"""More than that is decoded in turn with long reads."""


class Host(OffloadHost, Protocol):
    """What dispatching needs of the server."""

    limits: Limits
    routes: Routes


class Caller(OffloadCaller, Protocol):
    """What it needs of the connection on which a frame came."""

    requests: int
    in_flight: int

    def hold(self) -> None:
        """Begin no other request until `release`."""
        ...

    def malformed(self) -> None:
        """A message of an unknown shape: the connection cannot go on."""
        ...


class Dispatcher:
    """Of one server, for all its connections; on the event loop."""

    def __init__(self, server: Host) -> None:
        self._server = server
        self._routes = server.routes

    def serve(self, caller: Caller, frame: bytes) -> None:
        """Begin what the frame asks for; its answer goes to the caller, now or later."""
        started = perf_counter_ns()
        try:
            request = decode_request(frame)
        except (ValueError, RecursionError):
            self._serve_odd(caller, frame, started)
        else:
            self.serve_request(caller, request, started)

    def serve_request(self, caller: Caller, request: Request, started: int) -> None:
        """The same of a frame that was decoded at `started` (perf_counter_ns)."""
        msgid = request.msgid
        if request.type != REQUEST or not 0 <= msgid <= MAX_ID:
            caller.malformed()
            return
        self._dispatch(caller, msgid, request.method, request.params, started)

    def _dispatch(self, caller: Caller, msgid: int | None, name: str, packed: msgspec.Raw, started: int) -> None:
        caller.requests += 1
        route: Route | None = None
        try:
            route = self._routes[name]
            if caller.access < route.need:
                raise denied(name, route.need, caller.uid, caller.access)
            runs = route.runs
            if runs is _WRITER:
                self._check_room(len(packed))
            size = len(packed)
            if runs is _LOOP:
                if size > LARGE:
                    raise TooLarge(f"the params of {name} may have at most {LARGE} bytes", limit=LARGE)
                params = route.read(packed)
            elif size <= MOST_CARE_ON_LOOP:
                params = route.read(packed)
            elif size > LARGE or (params := route.read_at_once(bytes(packed))) is None:
                self._begin_large(caller, route, msgid, bytes(packed), started)
                return
            if runs is not _LOOP:
                if route.goes_through is not None and route.goes_through(params):
                    self._begin_apart(caller, route, msgid, bytes(packed), started, through_files=True)
                    return
                if route.prepare is not None and route.together is None:
                    params = route.prepare(caller, params)
                self._begin(caller, route, msgid, params, started, len(packed))
                return
            result = route.handler(caller, params)
        except Exception as error:
            caller.refuse(msgid, route, name, error, started)
            return
        caller.answer(msgid, route, result, started)

    def _check_room(self, size: int) -> None:
        """Refuse a write when too many bytes of writes are waiting: they are held in memory."""
        waiting, most = self._server.write_bytes, self._server.limits.write_queue
        if waiting and waiting + size > most:
            raise Busy(f"{waiting} bytes of writes wait for the disk already, of at most {most}; try again in a moment")

    def _begin_large(self, caller: Caller, route: Route, msgid: int | None, packed: bytes, started: int) -> None:
        """Decode large params on a thread, so that no other client waits."""
        if route.runs is Runs.WRITER:
            self._begin_apart(caller, route, msgid, packed, started, through_files=False)
            return
        if route.runs is Runs.LONG:
            self._begin_long(LargeLongRequest(caller, route, msgid, packed, started, len(packed)), caller)
        else:
            self._begin_read(LargeRead(caller, route, msgid, packed, started, len(packed)), caller)
        caller.in_flight += 1

    def _begin_apart(
        self, caller: Caller, route: Route, msgid: int | None, packed: bytes, started: int, *, through_files: bool
    ) -> None:
        """Prepare a write on a thread."""
        executors = self._server.executors
        write = WritePreparedApart(caller, route, msgid, packed, started, len(packed))
        try:
            if len(packed) > _LIGHT:
                executors.run_scanner(write.prepare_when_read, write.prepared, caller)
            elif through_files:
                executors.run_scanner(write.prepare, write.prepared, caller)
            else:
                executors.run_reader(write.prepare, write.prepared, caller)
        except BaseException:
            self._server.request_ended(route, len(packed))
            raise
        caller.hold()
        caller.in_flight += 1

    def _begin(self, caller: Caller, route: Route, msgid: int | None, params: Any, started: int, size: int) -> None:
        executors = self._server.executors
        if route.runs is Runs.WRITER:
            offloaded = OffloadedRequest(caller, route, msgid, params, started, size)
            try:
                if route.together is not None:
                    executors.run_together(route.together, (caller, params), offloaded.done, caller, size)
                else:
                    executors.run_writer(offloaded.write, offloaded.done, caller, size)
            except BaseException:
                self._server.request_ended(route, size)
                raise
        elif route.runs is not Runs.LONG:
            self._begin_read(OffloadedRequest(caller, route, msgid, params, started, size), caller)
        else:
            self._begin_long(LongRequest(caller, route, msgid, params, started, size), caller)
        caller.in_flight += 1

    def _begin_read(self, offloaded: OffloadedRequest, caller: Caller) -> None:
        executors = self._server.executors
        is_light = offloaded.route.runs is Runs.READER and offloaded.size <= _LIGHT
        run = executors.run_reader if is_light else executors.run_scanner
        try:
            run(offloaded.read, offloaded.done, caller)
        except BaseException:
            self._server.request_ended(offloaded.route, offloaded.size)
            raise

    def _begin_long(self, offloaded: LongRequest, caller: Caller) -> None:
        server = self._server
        try:
            server.long_calls.begin(offloaded.call)
            try:
                server.executors.run_long(offloaded.run, offloaded.done, caller)
            except BaseException:
                server.long_calls.end(offloaded.call)
                raise
        except BaseException:
            server.request_ended(offloaded.route, offloaded.size)
            raise

    # --- what does not look like a request ----------------------------------------------------------------------

    def _serve_odd(self, caller: Caller, frame: bytes, started: int) -> None:
        """Notifications, old clients, and whatever else."""
        if frame[0] == _THREE:
            self._serve_notification(caller, frame, started)
            return
        try:
            request = _decode_odd(frame)
        except (ValueError, RecursionError):
            caller.malformed()
            return
        if request.type != REQUEST or not 0 <= request.msgid <= MAX_ID:
            caller.malformed()
        elif (name := _text(request.method)) is None:
            error = InvalidParams("the method's name must be text, such as 'rpc.describe'")
            caller.refuse(request.msgid, None, "", error, started)
        else:
            self._dispatch(caller, request.msgid, name, request.params, started)

    def _serve_notification(self, caller: Caller, frame: bytes, started: int) -> None:
        try:
            message = _decode_notification(frame)
        except (ValueError, RecursionError):
            caller.malformed()
            return
        name = _text(message.method)
        if message.type != NOTIFICATION:
            caller.malformed()
        elif name is not None and self._routes.knows(name):
            self._dispatch(caller, None, name, message.params, started)

    @staticmethod
    def turn_away(caller: Caller, frame: bytes) -> None:
        """Refuse what the frame asks for, since the daemon is stopping."""
        try:
            request = decode_request(frame)
        except (ValueError, RecursionError):
            return
        if request.type == REQUEST and 0 <= request.msgid <= MAX_ID:
            error = Busy("the daemon is stopping; try again when it is back")
            caller.refuse(request.msgid, None, request.method, error, perf_counter_ns())


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
