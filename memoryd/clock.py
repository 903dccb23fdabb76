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
