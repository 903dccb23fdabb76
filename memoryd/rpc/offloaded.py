"""A request that runs off the event loop: what a thread runs, and what the loop does when it is done."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Any, Protocol

import msgspec

from memoryd.errors import MemorydError, partly_on_disk
from memoryd.rpc.executors import ThreadExecutors
from memoryd.rpc.limits import Limits
from memoryd.rpc.longcalls import LongCall, LongCalls
from memoryd.rpc.registry import Call
from memoryd.rpc.replies import Reply, pack_result
from memoryd.rpc.routes import Route
from memoryd.rpc.validate import ProgressToken


class Host(Protocol):
    """What offloaded requests need of the server."""

    executors: ThreadExecutors
    limits: Limits
    long_calls: LongCalls
    write_bytes: int
    """Bytes of params of waiting writes."""

    def request_began(self, route: Route, size: int) -> None:
        """Its params hold so many bytes until `request_ended`."""
        ...

    def request_ended(self, route: Route, size: int) -> None: ...


class Caller(Call, Protocol):
    """What they need of the connection on which they came."""

    @property
    def server(self) -> Host: ...
    @property
    def takes_replies(self) -> bool: ...

    def answer(self, msgid: int | None, route: Route, result: Any, started: int) -> None: ...
    def refuse(self, msgid: int | None, route: Route | None, name: str, error: BaseException, started: int) -> None: ...
    def finished(self, route: Route, size: int) -> None: ...
    def release(self) -> None: ...
    def take_descriptors(self, count: int, ask: Callable[[], None]) -> list[int]: ...
    def tell_progress(self, params: Any, _error: object = None) -> None: ...


class OffloadedRequest:
    """A read or a write."""

    __slots__ = ("_connection", "_msgid", "_params", "_started", "route", "size")

    def __init__(
        self, connection: Caller, route: Route, msgid: int | None, params: Any, started: int, size: int
    ) -> None:
        """`size`: bytes of its params, which count as held until it is done."""
        self.size = size
        self.route = route
        connection.server.request_began(route, size)
        self._connection = connection
        self._msgid = msgid
        self._params = params
        self._started = started

    def read(self) -> Reply | None:
        """On a thread that reads."""
        self._connection.check_cancelled()
        return self._packed(self.route.handler(self._connection, self._params))

    def _packed(self, result: Any) -> Reply | None:
        """The reply is packed on the thread, with turns for others: on the loop everybody would wait."""
        if self._msgid is None:
            return None
        return Reply(pack_result(self._msgid, result, self._connection.server.limits.frame_bytes))

    def write(self, batch: Any) -> Any:
        """On the writer thread. Runs even when the caller has left: others may depend on it."""
        return self.route.handler(self._connection, self._params, batch)

    def done(self, result: Any, error: Exception | None) -> None:
        """On the loop."""
        connection = self._connection
        if error is None:
            connection.answer(self._msgid, self.route, result, self._started)
        else:
            connection.refuse(self._msgid, self.route, self.route.name, error, self._started)
        connection.finished(self.route, self.size)


class LargeRead(OffloadedRequest):
    """A read whose params are so large that a thread must decode them."""

    __slots__ = ()

    def read(self) -> Reply | None:
        """On a thread that reads."""
        self._params = self.route.read(self._params)
        return super().read()


class WritePreparedApart(OffloadedRequest):
    """A write with large params, or one that goes through files first: decoded and prepared on a thread, then written,
    in its method's slices.

    Its connection begins no other request until the last of it is queued, so that writes keep their order.
    """

    __slots__ = ("_holds", "_results", "_share", "_slices")

    def __init__(
        self, connection: Caller, route: Route, msgid: int | None, packed: bytes, started: int, size: int
    ) -> None:
        super().__init__(connection, route, msgid, packed, started, size)
        self._holds = True
        self._slices: deque[Any] = deque()
        self._results: list[Any] = []
        self._share = size

    def prepare(self) -> None:
        """On a thread that reads."""
        params = self.route.read(self._params)
        prepare, slices = self.route.prepare, self.route.slices
        prepared = params if prepare is None else prepare(self._connection, params)
        self._params = None
        self._slices.extend((prepared,) if slices is None else slices(prepared))
        self._share = self.size // len(self._slices)

    def prepare_when_read(self) -> None:
        """On a thread that scans: the more text it brings, the longer its next request waits."""
        self._connection.server.executors.wait_until_read()
        self.prepare()

    def prepared(self, _result: Any, error: Exception | None) -> None:
        """On the loop."""
        if error is None:
            self._write_next()
        else:
            self._end(None, error)

    def _write_next(self) -> None:
        self._params = self._slices.popleft()
        try:
            self._connection.server.executors.run_writer(self.write, self._written, self._connection, self._share)
        except Exception as refusal:
            self._written(None, refusal)
            return
        if not self._slices:
            self._let_go()

    def _written(self, result: Any, error: Exception | None) -> None:
        """A slice was written, or refused."""
        if error is not None:
            stands = self._results and isinstance(error, MemorydError)
            self._end(None, partly_on_disk(error) if stands else error)  # type: ignore[arg-type]
            return
        self._results.append(result)
        if self._slices:
            self._write_next()
            return
        joined = self.route.joined
        self._end(result if joined is None or len(self._results) == 1 else joined(self._results), None)

    def _end(self, result: Any, error: Exception | None) -> None:
        self._params = None
        self._slices.clear()
        self.done(result, error)
        self._let_go()

    def _let_go(self) -> None:
        if self._holds:
            self._holds = False
            self._connection.release()


class LongRequest(OffloadedRequest):
    """A call on a thread of its own."""

    __slots__ = ("call",)

    def __init__(
        self, connection: Caller, route: Route, msgid: int | None, params: Any, started: int, size: int
    ) -> None:
        super().__init__(connection, route, msgid, params, started, size)
        # Nothing of the call refers to this request: its params, of many megabytes, would wait for the collector.
        tell, call_on_loop = connection.tell_progress, connection.server.executors.call_on_loop
        self.call = LongCall(connection, getattr(params, "progress", None), lambda _, told: call_on_loop(tell, told))

    def run(self) -> Reply | None:
        """On its thread."""
        self.call.check_cancelled()
        return self._packed(self.route.handler(self.call, self._params))

    def done(self, result: Any, error: Exception | None) -> None:
        """On the loop."""
        self._connection.server.long_calls.end(self.call)
        super().done(result, error)


class LargeLongRequest(LongRequest):
    """A long call with large params: at first only the token is extracted."""

    __slots__ = ()

    def __init__(
        self, connection: Caller, route: Route, msgid: int | None, packed: bytes, started: int, size: int
    ) -> None:
        super().__init__(connection, route, msgid, _token_in(packed), started, size)
        self._params = packed

    def run(self) -> Reply | None:
        """On its thread."""
        self._params = self.route.read(self._params)
        return super().run()


class _Token(msgspec.Struct):
    progress: ProgressToken | None = None


_decode_token = msgspec.msgpack.Decoder(tuple[_Token]).decode


def _token_in(packed: bytes) -> _Token:
    try:
        return _decode_token(packed)[0]
    except (ValueError, RecursionError):
        return _Token()  # errors are reported when all of the params are decoded
