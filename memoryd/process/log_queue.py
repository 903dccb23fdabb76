"""A queue and a thread in front of the log, so that a slow log never blocks the daemon."""

from __future__ import annotations

import threading
from collections.abc import Callable
from queue import SimpleQueue
from typing import Generic, TypeVar

Record = TypeVar("Record")


class LogQueue(Generic[Record]):
    """Passes records to `deliver` on a thread of its own. What does not fit or fails is dropped and counted."""

    def __init__(
        self,
        deliver: Callable[[Record], None],
        report_dropped: Callable[[int], Record],
        limit: int = 8192,
    ) -> None:
        self._deliver = deliver
        self._report_dropped = report_dropped
        self._limit = limit
        self._queue: SimpleQueue[Record | None] = SimpleQueue()  # put() is reentrant: callable from anywhere
        self._unreported = 0
        self._lock = threading.Lock()
        self._closed = False
        self.dropped = 0
        """Records dropped since the start."""
        self._thread = threading.Thread(target=self._run, name="log", daemon=True)
        self._thread.start()

    def put(self, record: Record) -> None:
        """Queue a record; never blocks on the log and never raises."""
        if self._queue.qsize() >= self._limit or self._closed:
            self._count()
        else:
            self._queue.put(record)

    def close(self, timeout: float = 2.0) -> bool:
        """Deliver what is queued and stop. False if that took too long."""
        self._closed = True
        self._queue.put(None)
        self._thread.join(timeout)
        return not self._thread.is_alive()

    def _count(self) -> None:
        with self._lock:
            self.dropped += 1
            self._unreported += 1

    def _run(self) -> None:
        while (record := self._queue.get()) is not None:
            self._try(record)
            if self._unreported and self._queue.empty():
                self._report()
        if self._unreported:
            self._report()

    def _report(self) -> None:
        with self._lock:
            count, self._unreported = self._unreported, 0
        if not self._try(self._report_dropped(count), counted=False):
            with self._lock:
                self._unreported += count

    def _try(self, record: Record, *, counted: bool = True) -> bool:
        try:
            self._deliver(record)
        except (OSError, ValueError):  # ValueError: the stream was closed by someone else
            if counted:
                self._count()
            return False
        return True
