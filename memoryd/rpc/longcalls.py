"""Long calls: their progress, and how they are cancelled."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, Protocol

from memoryd.errors import Busy, Conflict, InvalidParams, NotFound
from memoryd.rpc.registry import Access, Call, R

_PROGRESS_EVERY = 0.05


class Caller(Call, Protocol):
    """A connection that can be asked for descriptors."""

    def take_descriptors(self, count: int, ask: Callable[[], None]) -> list[int]: ...


class LongCall:
    """One running call, as its handler sees it (`registry.Call`); its methods may be called from any thread."""

    __slots__ = ("_cancelled", "_clock", "_connection", "_left", "_send", "_sent_at", "_stage", "token")

    def __init__(
        self,
        connection: Caller,
        token: str | None,
        send: Callable[[LongCall, Any], None],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._clock = clock
        self._connection = connection
        self._send = send
        self._cancelled = ""
        self._left = ""
        self._stage = ""
        self._sent_at = 0.0
        self.token = token

    @property
    def uid(self) -> int:
        return self._connection.uid

    @property
    def pid(self) -> int:
        return self._connection.pid

    @property
    def access(self) -> Access:
        return self._connection.access

    @property
    def connection_id(self) -> int:
        return self._connection.connection_id

    @property
    def connection(self) -> Call:
        """The user who called."""
        return self._connection

    @property
    def state(self) -> dict[str, Any]:
        """Values that live as long as the connection."""
        return self._connection.state

    def progress(self, stage: str, done: int, total: int) -> None:
        """Notify the caller: of a new stage and of an end at once, otherwise at most twenty times a second."""
        self.check_cancelled()
        if self.token is None:
            return
        now = self._clock()
        if stage == self._stage and done != total and now - self._sent_at < _PROGRESS_EVERY:
            return
        self._stage, self._sent_at = stage, now
        self._send(self, {"token": self.token, "stage": stage, "done": done, "total": total})

    def descriptors(self, count: int) -> list[int]:
        """Ask the caller for file descriptors, by its progress, and take them."""
        if self.token is None:
            raise InvalidParams(
                "file descriptors are passed on request: give a `progress` token, and when `rpc.progress` reports the "
                "stage `descriptors`, send one byte with them (SCM_RIGHTS)", param="progress",
            )  # fmt: skip
        return self._connection.take_descriptors(count, lambda: self.progress("descriptors", 0, count))

    def wait(self, work: Callable[[], R]) -> R:
        """A long call has a thread of its own, and no turn to give up."""
        return work()

    def check_cancelled(self) -> None:
        """Raise Busy when the caller cancelled, or when it `left`, which a handler may choose to ignore."""
        if self._cancelled:
            raise Busy(self._cancelled, cancelled=True)
        if self._left:
            raise Busy(self._left, cancelled=True, left=True)

    def cancel(self, why: str, *, left: bool = False) -> None:
        """Make the handler's next `check_cancelled` or `progress` raise."""
        if left:
            self._left = self._left or why
        else:
            self._cancelled = self._cancelled or why


class LongCalls:
    """The running calls; for use on the loop only."""

    def __init__(self) -> None:
        self._running: set[LongCall] = set()
        self._by_token: dict[tuple[int, str], LongCall] = {}

    def __len__(self) -> int:
        return len(self._running)

    def begin(self, call: LongCall) -> None:
        """Register a call. Raises Conflict when its user runs another one with the same token."""
        if call.token is not None:
            key = (call.uid, call.token)
            if key in self._by_token:
                raise Conflict(f"a call with the progress token {call.token!r} is running; use another token")
            self._by_token[key] = call
        self._running.add(call)

    def end(self, call: LongCall) -> None:
        """Remove a call that has ended."""
        self._running.discard(call)
        if call.token is not None:
            self._by_token.pop((call.uid, call.token), None)

    def cancel(self, uid: int, token: str) -> None:
        """Cancel the call of that user and token. Raises NotFound."""
        call = self._by_token.get((uid, token))
        if call is None:
            raise NotFound(f"no call of yours with the progress token {token!r} is running", token=token)
        call.cancel("cancelled by rpc.cancel; run it again when it suits")

    def cancel_all(self, why: str, connection: Call | None = None) -> None:
        """Cancel the calls of one connection, or all."""
        for call in self._running:
            if connection is None or call.connection is connection:
                call.cancel(why, left=connection is not None)
