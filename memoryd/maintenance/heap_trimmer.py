"""Returns freed memory of a daemon that has grown: glibc returns only the end of the heap by itself.

After some hundred megabytes of long messages, half of a heap of 80 MB was free, and stayed. What counts is what is
resident and not in use: by what is resident alone, a heap that was trimmed in the midst of a load looked as it did when
it had been freed, and 66 MB of it stayed until the next load.
"""

from __future__ import annotations

from collections.abc import Callable

import psutil

from memoryd.clock import Clock
from memoryd.heap import allocated_bytes, trim_heap

LOOK_SECONDS = 5.0
"""For so long at most what a load has freed stays: a look takes a tenth of a millisecond."""
GROWN_BYTES = 16 << 20
"""Trimming takes some .4 ms for each MB that is returned, and nobody gets memory meanwhile: better soon than much."""


def unused_bytes() -> int:
    """What this process has of the machine's memory, files aside, beyond what malloc has given out."""
    memory = psutil.Process().memory_info()
    return int(memory.rss - memory.shared) - allocated_bytes()


class HeapTrimmer:
    """Looks every few seconds, and trims where more is unused than there was when it was least."""

    def __init__(
        self, clock: Clock, unused: Callable[[], int] = unused_bytes, trim: Callable[[], None] = trim_heap
    ) -> None:
        self._clock = clock
        self._unused = unused
        self._trim = trim
        self._next = clock.monotonic() + LOOK_SECONDS
        self._least = unused()

    def look(self) -> None:
        """Called every few seconds."""
        now = self._clock.monotonic()
        if now < self._next:
            return
        self._next = now + LOOK_SECONDS
        unused = self._unused()
        if unused - self._least >= GROWN_BYTES:
            self._trim()
            self._least = self._unused()
        else:
            self._least = min(self._least, unused)
