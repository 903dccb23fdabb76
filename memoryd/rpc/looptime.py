"""The loop's time: some milliseconds of requests in each of its turns; users and connections with more take turns."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from time import perf_counter_ns
from typing import Generic, Protocol, TypeVar

TURN_NS = 2_000_000
"""What has come when so much was served waits until the loop has read from all the others."""
SLICE_NS = 50_000
"""So much is served of one connection before the next: with hundreds that have much, nobody waits for long."""
TRICKLES, TRICKLE_SECONDS = 8, 0.005
"""So many are read each time, and how often: hundreds hold nobody up, and one has hardly to wait."""
_COUNTED_NS = TURN_NS // 4
"""A turn with less is not told from the one after it: to notice each would cost every request."""


class Asker(Protocol):
    """A connection on which requests have come."""

    @property
    def uid(self) -> int: ...
    def serve_until(self, end: int) -> None:
        """Begin some of its requests, one at least; stop at `end` (perf_counter_ns)."""
        ...

    def read_on(self) -> None:
        """Read what has come."""
        ...


A = TypeVar("A", bound=Asker)


class LoopTime(Generic[A]):
    """Of one server. Used on the loop only."""

    def __init__(self, clock: Callable[[], int] = perf_counter_ns) -> None:
        """`clock`: nanoseconds."""
        self._clock = clock
        self._users: dict[int, deque[A]] = {}
        """Those that wait, of each user; whose turn it is stands first."""
        self._spent = 0
        self._due = False
        self._call_soon: Callable[[Callable[[], None]], object] = _nowhere

    def start(self, loop: asyncio.AbstractEventLoop) -> None:
        """Before any use."""
        self._call_soon = loop.call_soon

    @property
    def is_left(self) -> bool:
        """Whether a request that comes now may be begun at once."""
        return self._spent < TURN_NS and not self._users

    def spend(self, nanoseconds: int) -> None:
        """What was begun at once has taken so long."""
        self._spent += nanoseconds
        if self._spent > _COUNTED_NS:
            self._continue_soon()

    def queue(self, asker: A) -> None:
        """Serve it when it is its turn."""
        waiting = self._users.get(asker.uid)
        if waiting is None:
            waiting = self._users[asker.uid] = deque()
        waiting.append(asker)
        self._continue_soon()

    def _continue_soon(self) -> None:
        if not self._due:
            self._due = True
            self._call_soon(self._next_turn)

    def _next_turn(self) -> None:
        self._due, self._spent = False, 0
        users, now = self._users, self._clock()
        end = now + TURN_NS
        while users and now < end:
            uid = next(iter(users))
            waiting = users.pop(uid)
            asker = waiting.popleft()
            if waiting:
                users[uid] = waiting
            asker.serve_until(min(now + SLICE_NS, end))
            now = self._clock()
        if users:
            self._continue_soon()


class Trickles(Generic[A]):
    """Connections on which so little comes at a time that more is let come: a few are read every few milliseconds."""

    def __init__(self) -> None:
        self._waiting: deque[A] = deque()
        self._later: Callable[[float, Callable[[], None]], object] = _never

    def start(self, loop: asyncio.AbstractEventLoop) -> None:
        """Before any use."""
        self._later = loop.call_later

    def add(self, asker: A) -> None:
        """Tell it to `read_on` when it is its turn."""
        self._waiting.append(asker)
        if len(self._waiting) == 1:
            self._later(TRICKLE_SECONDS, self._next)

    def _next(self) -> None:
        waiting = self._waiting
        for asker in [waiting.popleft() for _ in range(min(TRICKLES, len(waiting)))]:
            asker.read_on()
        if waiting:
            self._later(TRICKLE_SECONDS, self._next)


def _never(_seconds: float, _call: Callable[[], None]) -> None:
    """Before the loop runs, nothing comes."""


def _nowhere(_call: Callable[[], None]) -> None:
    """Before the loop runs, nothing comes."""
