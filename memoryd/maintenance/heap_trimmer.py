"""Returns freed memory of a daemon that has grown: glibc returns only the end of the heap by itself.

After some hundred megabytes of long messages, half of a heap of 80 MB was free, and stayed. What counts is how much of
the heap is resident and not in use, whatever it was before: compared with what a trim in the midst of a load had left,
a heap that the load freed afterwards looked as it should be, and 25 MB of it stayed until the next load.
"""

from __future__ import annotations

from collections.abc import Callable

from memoryd.clock import Clock
from memoryd.heap import trim_heap, unused_bytes

LOOK_SECONDS = 5.0
"""For so long at most what a load has freed stays: a look takes some tenths of a millisecond."""
UNUSED_BYTES = 6 << 20
"""Trimming takes some .4 ms for each MB that is returned, and nobody gets memory meanwhile: better soon than much."""
OTHER_BYTES = 2 << 20
"""By so much it differs from what the last trim could not return, pages that are used in part, before the next."""


class HeapTrimmer:
    """Looks every few seconds, and trims where much is unused."""

    def __init__(
        self, clock: Clock, unused: Callable[[], int] = unused_bytes, trim: Callable[[], None] = trim_heap
    ) -> None:
        self._clock = clock
        self._unused = unused
        self._trim = trim
        self._next = clock.monotonic() + LOOK_SECONDS
        self._left = 0

    def look(self) -> None:
        """Called every few seconds."""
        now = self._clock.monotonic()
        if now < self._next:
            return
        self._next = now + LOOK_SECONDS
        unused = self._unused()
        if unused >= UNUSED_BYTES and abs(unused - self._left) >= OTHER_BYTES:
            self._trim()
            self._left = self._unused()
