"""Activation of every fact: (value, as-of time), last access and access count, by the fact's ordinal.

Changes are in memory at once; a journal follows within a second, the readable file behind it (rule 1).
"""

from __future__ import annotations

import threading
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import compress
from typing import Any

from memoryd.kinds.facts.model.decay import FULL, State, activation_at, boosted, rank

_PIECE = 50_000
"""How many numbers are picked out at once, so that no other thread waits long."""


class StateArrays:
    """States by ordinal in four parallel arrays: 32 bytes each."""

    def __init__(self) -> None:
        self.value = array("d")
        self.as_of = array("q")
        self.last = array("q")
        self.count = array("L")

    @classmethod
    def blank(cls, values: Sequence[float]) -> StateArrays:
        """States of which only the activations are known."""
        states, count = cls(), len(values)
        states.value = array("d", values)
        for times in (states.as_of, states.last):
            times.frombytes(bytes(times.itemsize * count))
        states.count.frombytes(bytes(states.count.itemsize * count))
        return states

    @classmethod
    def equal(cls, state: State, count: int) -> StateArrays:
        """That state, `count` times."""
        states = cls()
        states.value, states.as_of = array("d", [state.activation]) * count, array("q", [state.as_of]) * count
        states.last, states.count = array("q", [state.last_accessed]) * count, array("L", [state.access_count]) * count
        return states

    @property
    def columns(self) -> tuple[array[Any], ...]:
        """All four, in the order of a state's fields."""
        return self.value, self.as_of, self.last, self.count

    def picked(self, there: bytearray) -> StateArrays:
        """Those whose byte in `there` is not 0."""
        if 0 not in there:
            return self
        found = StateArrays()
        for column, picked in zip(self.columns, found.columns, strict=True):
            for start in range(0, len(there), _PIECE):
                flags = there[start : start + _PIECE]
                picked.extend(array(column.typecode, [*compress(column[start : start + _PIECE], flags)]))
        return found

    def __len__(self) -> int:
        return len(self.count)

    def __getitem__(self, ordinal: int) -> State:
        return State(self.value[ordinal], self.as_of[ordinal], self.last[ordinal], self.count[ordinal])

    def __setitem__(self, ordinal: int, state: State) -> None:
        self.value[ordinal] = state.activation
        self.as_of[ordinal] = state.as_of
        self.last[ordinal] = state.last_accessed
        self.count[ordinal] = state.access_count

    def append(self, state: State) -> None:
        """The state of the next ordinal."""
        self.value.append(state.activation)
        self.as_of.append(state.as_of)
        self.last.append(state.last_accessed)
        self.count.append(state.access_count)

    def extend(self, other: StateArrays, start: int, end: int) -> None:
        """Take over a range of another's states."""
        self.value.extend(other.value[start:end])
        self.as_of.extend(other.as_of[start:end])
        self.last.extend(other.last[start:end])
        self.count.extend(other.count[start:end])


class Activations:
    """The states, decayed and boosted; safe to use from several threads."""

    def __init__(self, half_life_days: float, recall_boost: float, stamp: Callable[[int], int]) -> None:
        """`stamp`: as of when what is used at a wall time counts; another time only while the clock is in doubt."""
        self.half_life_days = half_life_days
        self.recall_boost = recall_boost
        self.stamp = stamp
        self._lock = threading.Lock()
        self._states = StateArrays()
        self._changed: dict[int, None] = {}

    def __len__(self) -> int:
        return len(self._states)

    def state(self, ordinal: int) -> State:
        """What is stored of that fact."""
        with self._lock:
            return self._states[ordinal]

    def at(self, ordinal: int, now: int) -> float:
        """The decayed activation at `now`."""
        with self._lock:
            states = self._states
            return activation_at(states.value[ordinal], states.as_of[ordinal], now, self.half_life_days)

    def all_at(self, ordinals: Sequence[int], now: int) -> list[float]:
        """The decayed activations of these, a few of them, at `now`."""
        with self._lock:
            value, as_of, half_life = self._states.value, self._states.as_of, self.half_life_days
            return [activation_at(value[ordinal], as_of[ordinal], now, half_life) for ordinal in ordinals]

    def settled(self, ordinal: int, now: int) -> State:
        """What is stored of that fact, its activation decayed to `now`."""
        state = self.state(ordinal)
        value = activation_at(state.activation, state.as_of, now, self.half_life_days)
        return State(value, self.stamp(now), state.last_accessed, state.access_count)

    def rank(self, ordinal: int) -> float:
        """A number that orders facts by activation at any time."""
        with self._lock:
            return rank(self._states.value[ordinal], self._states.as_of[ordinal], self.half_life_days)

    def extend(self, states: StateArrays, *, changed: bool = False) -> None:
        """The states of the next ordinals."""
        with self._lock:
            if changed:
                begin = len(self._states)
                self._changed.update(dict.fromkeys(range(begin, begin + len(states))))
            self._states.extend(states, 0, len(states))

    def put_columns(self, start: int, states: StateArrays) -> None:
        """Replace what is stored of the facts from ordinal `start` on, without telling the journal."""
        end = start + len(states)
        with self._lock:
            own = self._states
            own.value[start:end], own.as_of[start:end] = states.value, states.as_of
            own.last[start:end], own.count[start:end] = states.last, states.count

    def append(self, state: State, *, changed: bool = True) -> None:
        """The state of the next ordinal."""
        with self._lock:
            if changed:
                self._changed[len(self._states)] = None
            self._states.append(state)

    def put(self, ordinal: int, state: State, *, changed: bool = True) -> None:
        """Replace what is stored of that fact."""
        with self._lock:
            self._states[ordinal] = state
            if changed:
                self._changed[ordinal] = None

    def refresh(self, ordinal: int, now: int) -> None:
        """Stating it again: activation 1 as of now, last access now (rule 5)."""
        with self._lock:
            states = self._states
            states.value[ordinal] = FULL
            states.as_of[ordinal] = self.stamp(now)
            states.last[ordinal] = now
            self._changed[ordinal] = None

    def use(self, ordinals: Iterable[int], now: int) -> None:
        """A recall returned them: boost each from its decayed value and count the access (rule 2)."""
        as_of = self.stamp(now)
        with self._lock:
            states = self._states
            for ordinal in ordinals:
                value = activation_at(states.value[ordinal], states.as_of[ordinal], now, self.half_life_days)
                states.value[ordinal] = boosted(value, self.recall_boost)
                states.as_of[ordinal] = as_of
                states.last[ordinal] = now
                states.count[ordinal] += 1
                self._changed[ordinal] = None

    def set_right(self, now: int, size: int = 2000) -> None:
        """What counts as of later than `now`, or was used later, does from `now` on."""
        states = self._states
        for start in range(0, len(states), size):
            with self._lock:
                end = min(start + size, len(states))
                if max(states.as_of[start:end]) <= now and max(states.last[start:end]) <= now:
                    continue
                for at in range(start, end):
                    if states.as_of[at] > now or states.last[at] > now:
                        states.as_of[at] = min(now, states.as_of[at])
                        states.last[at] = min(now, states.last[at])
                        self._changed[at] = None

    def settle(self, start: int, before: StateArrays, value: array[float], as_of: array[int], size: int = 2000) -> int:
        """Write down what is true already: the decayed values of `size` ordinals, where nothing changed since `before`.

        Returns the next start. No change: the same activation at any time, so nothing goes to the journal.
        """
        states, end = self._states, min(start + size, len(value))
        with self._lock:
            same = states.value[start:end] == before.value[start:end]
            if same and states.as_of[start:end] == before.as_of[start:end]:
                states.value[start:end] = value[start:end]
                states.as_of[start:end] = as_of[start:end]
                return end
            for at in range(start, end):
                if states.value[at] == before.value[at] and states.as_of[at] == before.as_of[at]:
                    states.value[at], states.as_of[at] = value[at], as_of[at]
        return end

    def take_changed(self) -> list[tuple[int, State]]:
        """The ordinals that changed since the last call, with their present states."""
        with self._lock:
            changed, self._changed = self._changed, {}
        return [(ordinal, self.state(ordinal)) for ordinal in changed]

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
        """All states by ordinal, a slice at a time: one big copy would block other threads."""
        for start in range(0, len(self._states), size):
            part = StateArrays()
            with self._lock:
                part.extend(self._states, start, start + size)
            yield [part[at] for at in range(len(part))]

    def copy(self, size: int = 100_000) -> StateArrays:
        """All states as they are now, or were a moment ago."""
        whole = StateArrays()
        for start in range(0, len(self._states), size):
            with self._lock:
                whole.extend(self._states, start, start + size)
        return whole
