"""Returns freed memory of a daemon that has grown: glibc returns only the end of the heap by itself.

After some hundred megabytes of long messages, half of a heap of 80 MB was free, and stayed.
"""

from __future__ import annotations

from collections.abc import Callable

import psutil

from memoryd.clock import Clock
from memoryd.heap import trim_heap

LOOK_SECONDS = 15.0
GROWN_BYTES = 16 << 20
"""Trimming takes some .4 ms for each MB that is returned, and nobody gets memory meanwhile: better soon than much."""


def resident_bytes() -> int:
    """What this process has of the machine's memory."""
    resident: int = psutil.Process().memory_info().rss
    return resident


class HeapTrimmer:
    """Looks every quarter of a minute, and trims where more is resident than there was when it was least."""

    def __init__(
        self, clock: Clock, resident: Callable[[], int] = resident_bytes, trim: Callable[[], None] = trim_heap
    ) -> None:
        self._clock = clock
        self._resident = resident
        self._trim = trim
        self._next = clock.monotonic() + LOOK_SECONDS
        self._least = resident()

    def look(self) -> None:
        """Called every few seconds."""
        now = self._clock.monotonic()
        if now < self._next:
            return
        self._next = now + LOOK_SECONDS
        resident = self._resident()
        if resident - self._least >= GROWN_BYTES:
            self._trim()
            self._least = self._resident()
        else:
            self._least = min(self._least, resident)
