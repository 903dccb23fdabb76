"""Which fact gives way when `max_facts` is passed: the lowest activation, then the oldest (rule 7)."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable

Candidate = tuple[float, int, int]
"""(rank, created, ordinal)"""


class Weakest:
    """A heap over facts whose ranks only it looks up again when they come to the top.

    Ranks rise by use without telling the heap; an entry that is out of date is put back at its present place.
    A rank that falls (a hand edit) must be announced with `push`.
    """

    def __init__(self, present: Callable[[int], tuple[float, int] | None]) -> None:
        self._present = present
        self._heap: list[Candidate] = []

    def __bool__(self) -> bool:
        return bool(self._heap)

    def fill(self, ordinals: Iterable[int]) -> None:
        """Start from these facts."""
        heap = []
        for ordinal in ordinals:
            present = self._present(ordinal)
            if present is not None:
                heap.append((*present, ordinal))
        heapq.heapify(heap)
        self._heap = heap

    def push(self, ordinal: int) -> None:
        """A new fact, or one whose rank fell."""
        present = self._present(ordinal)
        if present is not None:
            heapq.heappush(self._heap, (*present, ordinal))

    def pop(self, spare: int | None) -> int | None:
        """The ordinal of the weakest fact, never `spare` (the one just written)."""
        spared: Candidate | None = None
        found = None
        while self._heap:
            candidate = self._heap[0]
            present = self._present(candidate[2])
            if present is None:
                heapq.heappop(self._heap)
            elif present != candidate[:2]:
                heapq.heapreplace(self._heap, (*present, candidate[2]))
            elif candidate[2] == spare:
                spared = heapq.heappop(self._heap)
            else:
                found = heapq.heappop(self._heap)[2]
                break
        if spared is not None:
            heapq.heappush(self._heap, spared)
        return found
