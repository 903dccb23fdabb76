"""The blocking client. Thread-safe: many threads share one connection, and their calls overlap."""

from __future__ import annotations

import os
import threading
import time
import weakref
from collections.abc import Sequence
from types import TracebackType
from typing import TYPE_CHECKING, Any, TypeVar

from memoryd.client.calls import (
    ConnectionLost,
    DaemonUnavailable,
    Namespace,
    Progress,
    check_progress,
    discover_socket,
    greeting,
    lost,
    new_token,
    timed_out,
    unavailable,
    values_of,
)
from memoryd.client.link import Link, LinkLost, NotificationHandler, TimeIsUp
from memoryd.client.reads import READS
from memoryd.rpc.messages import Params

if TYPE_CHECKING:
    from memoryd.client.methods import Namespaces
else:
    # Only a type checker knows the methods: at run time those of a newer daemon work as well.
    Namespaces = object

Self = TypeVar("Self", bound="Client")
_CLIENTS: weakref.WeakSet[Client] = weakref.WeakSet()


class Client(Namespaces):
    """A client of the daemon at `path` (default: `discover_socket()`); connects at the first call.

    `client.call("facts.get", id="fact-1")`, or `client.facts.get(id="fact-1")`. A refusal raises the class of
    `memoryd.errors` with its code; no daemon, DaemonUnavailable; no answer in `timeout` seconds, CallTimeout.
    A connection that dropped is opened again, and the call repeated, when it had not been sent or is a read
    (`READS`, or `retry=True`); else ConnectionLost is raised, since a write may have been done.
    `on_notification(method, params)` is called in the thread that reads: while it listens, or waits for an answer. It
    may call the client. What it raises comes out of `listen`, but out of no call: `threading.excepthook` shows it.
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
        self._connecting = threading.Lock()
        self._link: Link | None = None
        _CLIENTS.add(self)

    def call(
        self,
        method: str,
        params: Params | None = None,
        /,
        *,
        timeout: float | None = -1,
        progress: Progress | None = None,
        retry: bool | None = None,
        descriptors: Sequence[int] = (),
        **named: Any,
    ) -> Any:
        """The result of `method`; params as a map, by name, or both. `timeout=None` waits for ever.

        `progress(stage, done, total)` is told how far a long call has come; raising in it cancels the call.
        `descriptors` are files that a long call asks for; meanwhile no other thread may use this client.
        """
        check_progress(progress)
        values = values_of(method, params, named)
        seconds = self.timeout if timeout == -1 else timeout
        deadline = None if seconds is None else time.monotonic() + seconds
        token = None
        if descriptors:
            progress = self._passing(list(descriptors), progress)
        if progress is not None:
            token = values.setdefault("progress", new_token())
        repeatable = method in READS if retry is None else retry
        for attempt in (1, 2):
            link = self._connected()
            try:
                left = None if deadline is None else max(deadline - time.monotonic(), 0.0)
                return link.call(method, values, left, token, progress)
            except LinkLost as loss:
                self._drop(link)
                if loss.sent and not repeatable:
                    raise lost(self.path, method) from None
                if attempt == 2:
                    raise self._gone(method) from None
            except TimeIsUp:
                raise timed_out(method, seconds) from None
        raise AssertionError("unreachable")

    def _passing(self, descriptors: list[int], progress: Progress | None) -> Progress:
        def told(stage: str, done: int, total: int) -> None:
            if stage == "descriptors":
                self._connected().pass_descriptors(descriptors)
            elif progress is not None:
                progress(stage, done, total)

        return told

    def notify(self, method: str, /, **params: Any) -> None:
        """Send without asking for an answer."""
        for attempt in (1, 2):
            link = self._connected()
            try:
                link.notify(method, params, self.timeout)
            except LinkLost:
                self._drop(link)
                if attempt == 2:
                    raise self._gone(method) from None
            else:
                return

    def listen(self, timeout: float | None = None) -> None:
        """Hand notifications to `on_notification` for `timeout` seconds. Raises ConnectionLost when it drops."""
        link = self._connected()
        try:
            link.listen(timeout)
        except LinkLost:
            self._drop(link)
            raise self._gone("listen") from None

    def close(self) -> None:
        """Hang up. Calls of other threads raise ConnectionLost; a later call connects again."""
        with self._connecting:
            link, self._link = self._link, None
        if link is not None:
            link.close()

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Namespace:
            if name.startswith("_"):
                raise AttributeError(name)
            return Namespace(self.call, name)

    def __enter__(self: Self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def _connected(self) -> Link:
        link = self._link
        if link is not None and not link.dead:
            return link
        with self._connecting:
            if self._link is None or self._link.dead:
                self._link = self._connect()
            return self._link

    def _connect(self) -> Link:
        try:
            link = Link(self.path, self.timeout, self._on_notification)
        except OSError as error:
            raise unavailable(self.path, error) from error
        if self._hello:
            try:
                link.call("rpc.hello", self._hello, self.timeout, None, None)
            except LinkLost:
                link.close()
                raise self._gone("rpc.hello") from None
            except TimeIsUp:
                link.close()
                raise timed_out("rpc.hello", self.timeout) from None
            except BaseException:
                link.close()
                raise
        return link

    def _forked(self) -> None:
        # Another thread may have held the lock in the parent, and who read one connection take each other's answers.
        self._connecting = threading.Lock()
        link, self._link = self._link, None
        if link is not None:
            link.leave()

    def _drop(self, link: Link) -> None:
        with self._connecting:
            if self._link is link:
                self._link = None
        link.close()

    def _gone(self, method: str) -> DaemonUnavailable:
        return ConnectionLost(
            f"memoryd at {self.path} closed the connection twice during {method}; look at its log", self.path
        )


def _after_fork() -> None:
    for client in list(_CLIENTS):
        client._forked()


os.register_at_fork(after_in_child=_after_fork)
