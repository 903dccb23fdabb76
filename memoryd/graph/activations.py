"""Activation of every fact: (value, as-of time), last access and access count, by the fact's ordinal.

Changes are in memory at once; a journal follows within a second, the readable file behind it (rule 1).
"""

from __future__ import annotations

import threading
from array import array
from collections.abc import Iterable, Iterator

import msgspec

from memoryd.graph.decay import FULL, activation_at, boosted, rank


class State(msgspec.Struct, frozen=True, gc=False):
    """Activation as of a time, last access and how often it was used; times in microseconds."""

    activation: float
    as_of: int
    last_accessed: int
    access_count: int


class Activations:
    """Parallel arrays by ordinal; safe to use from several threads."""

    def __init__(self, half_life_days: float, recall_boost: float) -> None:
        self.half_life_days = half_life_days
        self.recall_boost = recall_boost
        self._lock = threading.Lock()
        self._value = array("d")
        self._as_of = array("q")
        self._last = array("q")
        self._count = array("L")
        self._changed: dict[int, None] = {}

    def __len__(self) -> int:
        return len(self._value)

    def state(self, ordinal: int) -> State:
        """What is stored of that fact."""
        with self._lock:
            return self._state(ordinal)

    def _state(self, ordinal: int) -> State:
        return State(self._value[ordinal], self._as_of[ordinal], self._last[ordinal], self._count[ordinal])

    def at(self, ordinal: int, now: int) -> float:
        """The decayed activation at `now`."""
        with self._lock:
            return activation_at(self._value[ordinal], self._as_of[ordinal], now, self.half_life_days)

    def rank(self, ordinal: int) -> float:
        """A number that orders facts by activation at any time."""
        with self._lock:
            return rank(self._value[ordinal], self._as_of[ordinal], self.half_life_days)

    def extend(self, states: Iterable[State], *, changed: bool = True) -> None:
        """Append the states of new ordinals, in order."""
        with self._lock:
            for state in states:
                if changed:
                    self._changed[len(self._value)] = None
                self._value.append(state.activation)
                self._as_of.append(state.as_of)
                self._last.append(state.last_accessed)
                self._count.append(state.access_count)

    def put(self, ordinal: int, state: State, *, changed: bool = True) -> None:
        """Replace what is stored of that fact."""
        with self._lock:
            self._put(ordinal, state)
            if changed:
                self._changed[ordinal] = None

    def _put(self, ordinal: int, state: State) -> None:
        self._value[ordinal] = state.activation
        self._as_of[ordinal] = state.as_of
        self._last[ordinal] = state.last_accessed
        self._count[ordinal] = state.access_count

    def refresh(self, ordinal: int, now: int) -> None:
        """Stating it again: activation 1 as of now, last access now (rule 5)."""
        with self._lock:
            self._put(ordinal, State(FULL, now, max(now, self._last[ordinal]), self._count[ordinal]))
            self._changed[ordinal] = None

    def use(self, ordinals: Iterable[int], now: int) -> None:
        """A recall returned them: boost each from its decayed value and count the access (rule 2)."""
        with self._lock:
            for ordinal in ordinals:
                value = activation_at(self._value[ordinal], self._as_of[ordinal], now, self.half_life_days)
                self._value[ordinal] = boosted(value, self.recall_boost)
                self._as_of[ordinal] = max(now, self._as_of[ordinal])
                self._last[ordinal] = max(now, self._last[ordinal])
                self._count[ordinal] += 1
                self._changed[ordinal] = None

    def take_changed(self) -> list[tuple[int, State]]:
        """The ordinals that changed since the last call, with their present states."""
        with self._lock:
            changed, self._changed = self._changed, {}
        states = []
        for ordinal in changed:
            with self._lock:
                states.append((ordinal, self._state(ordinal)))
        return states

    def give_back(self, changed: Iterable[tuple[int, State]]) -> None:
        """What `take_changed` gave could not be written: it is still due."""
        with self._lock:
            for ordinal, _ in changed:
                self._changed[ordinal] = None

    @property
    def has_changed(self) -> bool:
        """Whether the journal is behind."""
        return bool(self._changed)

    def slices(self, size: int = 500) -> Iterator[list[State]]:
        """All states by ordinal, a slice at a time, so that nobody waits for a big copy."""
        for start in range(0, len(self._value), size):
            with self._lock:
                rows = zip(
                    self._value[start : start + size],
                    self._as_of[start : start + size],
                    self._last[start : start + size],
                    self._count[start : start + size],
                    strict=True,
                )
            yield [State(*row) for row in rows]
