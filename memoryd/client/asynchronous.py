"""The client for asyncio: calls from many tasks overlap on one connection."""

from __future__ import annotations

import asyncio
import inspect
import os
import socket
import sys
from collections.abc import Callable
from types import TracebackType
from typing import TYPE_CHECKING, Any, TypeVar, cast

from memoryd.client.calls import (
    MAX_RESPONSE,
    ConnectionLost,
    Namespace,
    Progress,
    check_progress,
    discover_socket,
    error_of,
    greeting,
    lost,
    new_token,
    pack_call,
    timed_out,
    unavailable,
    values_of,
)
from memoryd.client.reads import READS
from memoryd.rpc.addresses import address_of
from memoryd.rpc.frames import MAX_ID, FrameDecoder, FrameError
from memoryd.rpc.messages import Params, as_notification, as_response, pack_notification, unpack

if sys.version_info >= (3, 11):
    from asyncio import timeout as time_limit
else:
    from memoryd.client.timelimit import time_limit

if TYPE_CHECKING:
    from memoryd.client.asyncmethods import AsyncNamespaces
else:
    # Only a type checker knows the methods: at run time those of a newer daemon work as well.
    AsyncNamespaces = object

_QUEUE_SECONDS = 0.02
Self = TypeVar("Self", bound="AsyncClient")
NotificationHandler = Callable[[str, Any], object]


class _Lost(Exception):
    """The connection is gone; `sent` says whether the request may have left."""

    def __init__(self, sent: bool) -> None:
        super().__init__(sent)
        self.sent = sent


class _Wire(asyncio.Protocol):
    """The connection: a future for each call that waits."""

    def __init__(self, on_notification: NotificationHandler | None, progress: dict[str, Callable[[Any], None]]) -> None:
        self._on_notification = on_notification
        self._decoder = FrameDecoder(MAX_RESPONSE)
        self.loop = asyncio.get_running_loop()
        self._waiting: dict[int, asyncio.Future[tuple[Any, Any]]] = {}
        self._next_id = 0
        self._writable = asyncio.Event()
        self._writable.set()
        self._progress = progress
        self._handling: set[asyncio.Future[Any]] = set()
        self.transport: asyncio.Transport | None = None
        self.gone = self.loop.create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)

    def data_received(self, data: bytes) -> None:
        try:
            for frame in self._decoder.feed(data):
                self._take(unpack(frame))
            if self._decoder.fault is not None:
                raise self._decoder.fault
        except (FrameError, ValueError):
            self.hang_up()

    def pause_writing(self) -> None:
        self._writable.clear()

    def resume_writing(self) -> None:
        self._writable.set()

    def connection_lost(self, exc: Exception | None) -> None:
        self.transport = None
        self._writable.set()
        if not self.gone.done():
            self.gone.set_result(None)
        for waiting in self._waiting.values():
            if not waiting.done():
                waiting.set_exception(_Lost(sent=True))

    @property
    def alive(self) -> bool:
        """Can a request still leave?"""
        return self.transport is not None and not self.transport.is_closing()

    def hang_up(self) -> None:
        """Close the connection."""
        if self.transport is not None:
            self.transport.close()

    async def call(self, method: str, params: Params) -> Any:
        """Send and wait. Raises MemorydError and _Lost."""
        msgid = self._free_id()
        packed = pack_call(msgid, method, params)
        answer: asyncio.Future[tuple[Any, Any]] = self.loop.create_future()
        self._waiting[msgid] = answer
        try:
            await self.write(packed)
            error, result = await answer
        finally:
            del self._waiting[msgid]
            answer.cancel()
        if error is not None:
            raise error_of(error)
        return result

    async def write(self, packed: bytes) -> None:
        """Hand over the bytes, once the daemon keeps up. Raises _Lost."""
        await self._writable.wait()
        if self.transport is None or self.transport.is_closing():
            raise _Lost(sent=False)
        self.transport.write(packed)

    def _free_id(self) -> int:
        while True:
            self._next_id = (self._next_id + 1) & MAX_ID
            if self._next_id not in self._waiting:
                return self._next_id

    def _take(self, message: Any) -> None:
        response = as_response(message)
        if response is not None:
            waiting = self._waiting.get(response[0])
            if waiting is not None and not waiting.done():
                waiting.set_result(response[1:])
            return
        method, params = as_notification(message)
        token = params.get("token") if method == "rpc.progress" and isinstance(params, dict) else None
        if token in self._progress:
            self._progress[token](params)
        elif self._on_notification is not None:
            self._inform(self._on_notification, method, params)

    def _inform(self, handler: NotificationHandler, method: str, params: Any) -> None:
        try:
            handled = handler(method, params)
        except Exception as error:
            # The connection and the calls that wait have nothing to do with it.
            context = {"message": f"on_notification raised at {method}", "exception": error, "protocol": self}
            self.loop.call_exception_handler(context)
            return
        if inspect.isawaitable(handled):
            task = asyncio.ensure_future(handled)
            self._handling.add(task)  # else it might be collected before it is done
            task.add_done_callback(self._handling.discard)


class AsyncClient(AsyncNamespaces):
    """As `Client`, with awaitable calls: `await client.facts.get(id="fact-1")`.

    For one event loop at a time: when that is closed it connects anew in the next one. `on_notification` may be a
    coroutine function; each notification is a task then. What it raises goes to the loop's exception handler.
    """

    def __init__(
        self,
        path: str | os.PathLike[str] | None = None,
        timeout: float | None = 60.0,
        *,
        name: str | None = None,
        version: str | None = None,
        required: tuple[str, ...] = (),
        on_notification: NotificationHandler | None = None,
    ) -> None:
        self.path = discover_socket() if path is None else os.fspath(path)
        self.timeout = timeout
        self._hello = greeting(name, version, required)
        self._on_notification = on_notification
        self._progress: dict[str, Callable[[Any], None]] = {}
        self._connecting = asyncio.Lock()
        self._wire: _Wire | None = None

    async def call(
        self,
        method: str,
        params: Params | None = None,
        /,
        *,
        timeout: float | None = -1,
        progress: Progress | None = None,
        retry: bool | None = None,
        **named: Any,
    ) -> Any:
        """The result of `method`; see `Client.call`. Cancelling the task cancels a call that has `progress`."""
        check_progress(progress)
        values = values_of(method, params, named)
        seconds = self.timeout if timeout == -1 else timeout
        repeatable = method in READS if retry is None else retry
        try:
            async with time_limit(seconds):
                if progress is None:
                    return await self._repeat(method, values, repeatable)
                return await self._watch(method, values, repeatable, progress)
        except TimeoutError:
            raise timed_out(method, seconds) from None

    async def notify(self, method: str, /, **params: Any) -> None:
        """Send without asking for an answer."""
        try:
            await (await self._connected()).write(pack_notification(method, params))
        except _Lost:
            raise lost(self.path, method) from None

    async def listen(self) -> None:
        """Wait, while notifications go to `on_notification`, until the connection drops (ConnectionLost)."""
        await asyncio.shield((await self._connected()).gone)
        raise ConnectionLost(f"memoryd at {self.path} closed the connection", self.path)

    async def close(self) -> None:
        """Hang up; a later call connects again."""
        wire, self._wire = self._wire, None
        if wire is not None and not wire.loop.is_closed():
            wire.hang_up()
            await asyncio.shield(wire.gone)

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Namespace:
            if name.startswith("_"):
                raise AttributeError(name)
            return Namespace(self.call, name)

    async def __aenter__(self: Self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        await self.close()

    async def _repeat(self, method: str, values: Params, repeatable: bool) -> Any:
        for attempt in (1, 2):
            wire = await self._connected()
            try:
                return await wire.call(method, values)
            except _Lost as loss:
                if attempt == 2 or (loss.sent and not repeatable):
                    raise lost(self.path, method) from None
        raise AssertionError("unreachable")

    async def _watch(self, method: str, values: dict[str, Any], repeatable: bool, progress: Progress) -> Any:
        token = values.setdefault("progress", new_token())
        call = asyncio.ensure_future(self._repeat(method, values, repeatable))
        failure: list[BaseException] = []

        def tell(news: dict[str, Any]) -> None:
            try:
                progress(str(news.get("stage")), int(news.get("done", 0)), int(news.get("total", 0)))
            except Exception as error:
                failure.append(error)
                call.cancel()

        self._progress[token] = tell
        try:
            return await call
        except asyncio.CancelledError:
            call.cancel()
            wire = self._wire
            if wire is not None and wire.transport is not None:
                wire.transport.write(pack_notification("rpc.cancel", {"token": token}))
            if failure:
                raise failure[0] from None
            raise
        finally:
            self._progress.pop(token, None)

    async def _connected(self) -> _Wire:
        wire = self._wire
        if wire is not None and wire.loop is not asyncio.get_running_loop():
            if not wire.loop.is_closed():
                raise RuntimeError("this AsyncClient is connected in another event loop: make one for each loop")
            self._wire, self._connecting = None, asyncio.Lock()
        if self._wire is not None and self._wire.alive:
            return self._wire
        async with self._connecting:
            if self._wire is None or not self._wire.alive:
                self._wire = await self._connect()
            return self._wire

    async def _connect(self) -> _Wire:
        try:
            with address_of(self.path) as address:
                opened = await _connected_to(address)
            loop = asyncio.get_running_loop()
            _, wire = await loop.create_unix_connection(
                lambda: _Wire(self._on_notification, self._progress), sock=opened
            )
        except TimeoutError:
            raise
        except OSError as error:
            raise unavailable(self.path, error) from error
        if self._hello:
            try:
                await wire.call("rpc.hello", self._hello)
            except _Lost:
                raise lost(self.path, "rpc.hello") from None
            except BaseException:
                wire.hang_up()
                raise
        return wire


async def _connected_to(address: str) -> socket.socket:
    """A connected socket; a daemon's full queue is waited for. asyncio would take that for connected."""
    opened = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        opened.setblocking(False)
        while True:
            try:
                opened.connect(address)
            except BlockingIOError:  # noqa: PERF203 - it is tried again
                await asyncio.sleep(_QUEUE_SECONDS)
            else:
                return opened
    except BaseException:
        opened.close()
        raise
