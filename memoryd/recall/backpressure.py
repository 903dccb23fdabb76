"""Backpressure: background work yields to the queries that are being answered.

A thread that computes between calls into numpy and tantivy takes the GIL at each of them. A query makes about a hundred
such calls, so it would wait for the GIL longer than it works.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from memoryd.recall.pacing import QUERY_IDLE_SECONDS, YIELD_POLL_SECONDS


class Backpressure:
    """Knows whether queries are being answered. Safe for any thread."""

    def __init__(
        self, clock: Callable[[], float] = time.monotonic, sleep: Callable[[float], None] = time.sleep
    ) -> None:
        self._clock = clock
        self._sleep = sleep
        self._last_query = float("-inf")
        self._running = 0
        self._lock = threading.Lock()

    @contextmanager
    def query(self) -> Iterator[None]:
        """A query is being answered until the block ends."""
        with self._lock:
            self._running += 1
        try:
            yield
        finally:
            self.record_query()
            with self._lock:
                self._running -= 1

    def record_query(self) -> None:
        """A query is being answered just now."""
        self._last_query = self._clock()

    @property
    def is_querying(self) -> bool:
        """Whether a query is being answered, or was a moment ago."""
        return self._running > 0 or self._clock() - self._last_query < QUERY_IDLE_SECONDS

    def yield_to_queries(self, timeout: float, is_cancelled: Callable[[], bool]) -> None:
        """Wait until no query is being answered, at most `timeout` seconds: background work must progress, too."""
        deadline = self._clock() + timeout
        while self.is_querying and self._clock() < deadline and not is_cancelled():
            self._sleep(YIELD_POLL_SECONDS)
