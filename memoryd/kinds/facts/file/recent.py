"""Which facts' lines we appended in the last minutes: an editor may save an older version over them (rule 8)."""

from __future__ import annotations

import itertools
from collections import deque
from collections.abc import Iterator

from memoryd.storage.recent_copies import KEPT
from memoryd.times import SECOND

_STEP = SECOND


class RecentAppends:
    """Ranges of ordinals by the second in which they were appended; a long run of adding costs a few entries."""

    def __init__(self) -> None:
        self._ranges: deque[tuple[int, int, int]] = deque()
        """(time of the first append, first ordinal, last ordinal)"""

    def note(self, ordinal: int, now: int) -> None:
        """The line of that ordinal was appended."""
        self.note_all(ordinal, ordinal, now)

    def note_all(self, begin: int, end: int, now: int) -> None:
        """The lines from ordinal `begin` to `end`, that one too, were appended."""
        ranges = self._ranges
        if ranges:
            at, first, last = ranges[-1]
            if begin == last + 1 and 0 <= now - at < _STEP:
                ranges[-1] = (at, first, end)
                return
            while ranges and now - ranges[0][0] >= KEPT + _STEP:
                ranges.popleft()
        ranges.append((now, begin, end))

    def last(self, now: int, most: int) -> Iterator[int]:
        """Those appended in the last 10 minutes, the latest first."""
        live = ((first, last) for at, first, last in reversed(self._ranges) if 0 <= now - at < KEPT)
        return itertools.islice((ordinal for first, last in live for ordinal in range(last, first - 1, -1)), most)

    def among(self, ordinals: set[int], now: int) -> set[int]:
        """Those of `ordinals` that were appended in the last 10 minutes."""
        live = [(first, last) for at, first, last in self._ranges if 0 <= now - at < KEPT]
        return {o for o in ordinals if any(first <= o <= last for first, last in live)}
