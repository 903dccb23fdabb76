"""A clock that only moves when a test says so."""

from __future__ import annotations

import threading

from memoryd.times import SECOND


class ManualClock:
    """Implements `memoryd.clock.Clock`; wall time in microseconds, monotonic time in seconds."""

    def __init__(self, now: int = 1_778_855_400 * SECOND, monotonic: float = 1000.0) -> None:
        self._guard = threading.Lock()
        self._now = now
        self._monotonic = monotonic

    def now(self) -> int:
        """Wall time, microseconds since the epoch, UTC."""
        with self._guard:
            return self._now

    def monotonic(self) -> float:
        """Seconds of a clock that never jumps."""
        with self._guard:
            return self._monotonic

    def advance(self, seconds: float) -> None:
        """Let time pass, on both clocks."""
        if seconds < 0:
            raise ValueError("time does not run backwards; set_now jumps")
        with self._guard:
            self._now += round(seconds * SECOND)
            self._monotonic += seconds

    def set_now(self, now: int) -> None:
        """Let the wall clock jump, as when an administrator sets it; monotonic time does not care."""
        with self._guard:
            self._now = now
