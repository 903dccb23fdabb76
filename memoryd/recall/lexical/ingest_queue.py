"""The queues of changes on their way into the index: what a search waits for, and files that others saved."""

from __future__ import annotations

from collections import Counter, deque

from memoryd.types import Change

Numbered = tuple[int, Change]


class Lane:
    """Changes that are taken in one after the other."""

    def __init__(self) -> None:
        self.pending: deque[Numbered] = deque()
        self.current: Numbered | None = None
        """The change that is being taken in."""
        self.next = 0
        """The first of its documents that has not been."""

    def first(self) -> int | None:
        """The number of the first change that is not wholly in."""
        current = self.current
        if current is not None:
            return current[0]
        try:
            return self.pending[0][0]
        except IndexError:
            return None

    def is_past(self, number: int) -> bool:
        """Whether every change up to that number is in."""
        first = self.first()
        return first is None or first > number


class Lanes:
    """A prompt lane, and a slow one for patient changes and for what concerns a file that is in it.

    Not thread-safe: the intake's locks guard it. Changes of one source keep their order; those of two sources need not.
    """

    def __init__(self) -> None:
        self.prompt, self.slow = Lane(), Lane()
        self._slow_sources: Counter[str] = Counter()
        self._needed: deque[int] = deque()
        """Numbers of changes in the slow lane that a search waits for."""

    def put(self, number: int, change: Change) -> None:
        """Queue a change."""
        source = change.source
        if not change.patient and source not in self._slow_sources:
            self.prompt.pending.append((number, change))
            return
        self._slow_sources[source] += 1
        if not change.patient:
            self._needed.append(number)
        self.slow.pending.append((number, change))

    def leave(self, lane: Lane) -> None:
        """The lane's current change is in."""
        assert lane.current is not None
        number, change = lane.current
        lane.current = None
        if lane is self.prompt:
            return
        self._slow_sources[change.source] -= 1
        if not self._slow_sources[change.source]:
            del self._slow_sources[change.source]
        if self._needed and self._needed[0] <= number:
            self._needed.popleft()

    def is_settled(self, target: int) -> bool:
        """Whether all is in that a search must see that comes behind change `target`."""
        if not self.prompt.is_past(target):
            return False
        current = self.prompt.current
        if current is not None and current[1].remove_source:
            # A source that is being replaced shows either its old documents or its new ones.
            return False
        needed = max((number for number in self._needed if number <= target), default=0) if self._needed else 0
        return not needed or self.slow.is_past(needed)

    def first(self) -> int | None:
        """The number of the first change of either lane that is not wholly in."""
        return min((one for one in (self.prompt.first(), self.slow.first()) if one is not None), default=None)

    def slow_keys(self, source: str) -> set[str]:
        """Keys that the slow lane brings to a source and that may not be in yet."""
        if source not in self._slow_sources:
            return set()
        waiting = [*([self.slow.current] if self.slow.current is not None else ()), *self.slow.pending]
        return {one.key for _, change in waiting if change.source == source for one in change.put}
