"""The clock that the process hands down; domain code takes times as arguments."""

from __future__ import annotations

import time
from typing import Protocol


class Clock(Protocol):
    """Wall time for what is written down, monotonic time for what is waited for."""

    def now(self) -> int:
        """Wall time, microseconds since the epoch, UTC."""
        ...

    def monotonic(self) -> float:
        """Seconds of a clock that never jumps."""
        ...


class SystemClock:
    """The machine's clocks."""

    def now(self) -> int:
        """Wall time, microseconds since the epoch, UTC."""
        return time.time_ns() // 1000

    def monotonic(self) -> float:
        """Seconds of a clock that never jumps."""
        return time.monotonic()


class WatchedClock:
    """Another clock, and the latest time that it has shown: a jump between two looks at it is seen, too."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self.latest = 0
        """Microseconds; whoever has dealt with a clock that was put back sets it right."""

    def now(self) -> int:
        """Wall time, microseconds since the epoch, UTC."""
        now = self._clock.now()
        self.latest = max(self.latest, now)
        return now

    def monotonic(self) -> float:
        """Seconds of a clock that never jumps."""
        return self._clock.monotonic()
