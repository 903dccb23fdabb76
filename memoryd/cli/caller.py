"""The connection of one run of memoryctl: opened by the first call, closed at the end."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from threading import Timer
from types import TracebackType
from typing import TYPE_CHECKING, Any

from memoryd.cli.output import Json
from memoryd.cli.parser import check_text

if TYPE_CHECKING:
    from memoryd.cli.progress import ProgressBar
    from memoryd.client import Client

TIMEOUT = 30.0
_PATIENCE = 3.0
"""After so many seconds who waits is told for what."""


class Caller:
    """Calls the daemon's methods; a context manager that closes the connection."""

    def __init__(self, socket: str | None, timeout: float | None) -> None:
        self._asked_socket = socket
        self.timeout = timeout
        self._client: Client | None = None

    def __call__(
        self,
        method: str,
        params: Mapping[str, Any] | None = None,
        *,
        long: bool = False,
        descriptors: Sequence[int] = (),
    ) -> Json:
        """The method's result. Raises MemorydError, ConnectionError, TimeoutError, UsageError."""
        plain = dict(params or {})
        check_text(method)
        check_text(plain)
        client = self._connected()
        if not long:
            with _told_if_slow(client.path):
                return client.call(method, plain)
        bar = _progress_bar()
        try:
            return client.call(method, plain, timeout=self.timeout, progress=bar, descriptors=descriptors)
        finally:
            bar.close()

    def apart(self) -> Caller:
        """One with a connection of its own: a group session binds the connection that names it."""
        return Caller(self._asked_socket, self.timeout)

    @property
    def socket(self) -> str:
        """The socket that is asked."""
        if self._asked_socket is not None:
            return self._asked_socket
        from memoryd.client import discover_socket

        return discover_socket()

    def __enter__(self) -> Caller:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._client is not None:
            self._client.close()

    def _connected(self) -> Client:
        if self._client is None:
            from memoryd.client import Client

            self._client = Client(self.socket, self.timeout or TIMEOUT)
        return self._client


@contextmanager
def _told_if_slow(socket: str) -> Iterator[None]:
    """Say on stderr, once, if somebody waits for a service that is not up."""

    def tell() -> None:
        from memoryd.cli.units import log_of, why_not_up

        if why := why_not_up(socket):
            sys.stderr.write(f"memoryctl: waiting, since {why}; see why: {log_of(socket)}\n")

    timer = Timer(_PATIENCE, tell)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def _progress_bar() -> ProgressBar:
    from memoryd.cli.progress import ProgressBar

    return ProgressBar(sys.stderr)
