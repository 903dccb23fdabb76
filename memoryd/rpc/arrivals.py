"""Frames that have not arrived whole: what they hold in memory, who waits for room, and who gives way. Does no I/O."""

from __future__ import annotations

from typing import Generic, Protocol, TypeVar

SMALL = 64 * 1024
"""A frame of which no more has arrived never waits for room: each connection may hold so much."""
SLOW_SECONDS = 2.0
"""Where room is short, a frame that takes longer than this to arrive gives way,"""
SILENT_SECONDS = 0.5
"""and one whose sender is silent for so long."""
TURNS = 4
"""So many large frames go on where room is short: else those that wait would wait for room that they hold."""
PATIENCES = 4
"""A frame may take so many times as long in all as its sender may be silent."""


class Sender(Protocol):
    """A connection on which frames arrive."""

    def let_read(self, has_room: bool) -> None:
        """Read on, or do not until there is room."""
        ...


S = TypeVar("S", bound=Sender)


class _Arrival(Generic[S]):
    """A frame of which a part has arrived."""

    __slots__ = ("begun", "held", "paused_at", "place", "sender", "spoke", "waits")

    def __init__(self, sender: S, place: int, now: float) -> None:
        self.sender = sender
        self.place = place
        self.held = 0
        self.begun = now
        self.spoke = now
        self.paused_at: float | None = None
        self.waits = False

    def pause(self, now: float) -> None:
        """We read no more: the sender's time stands still."""
        if self.paused_at is None:
            self.paused_at = now

    def resume(self, now: float) -> None:
        """We read again."""
        if self.paused_at is not None:
            stood = now - self.paused_at
            self.begun += stood
            self.spoke += stood
            self.paused_at = None

    def age(self, now: float) -> float:
        """Seconds for which it could arrive."""
        return (now if self.paused_at is None else self.paused_at) - self.begun

    def silence(self, now: float) -> float:
        """Seconds for which the sender could send and did not."""
        return (now if self.paused_at is None else self.paused_at) - self.spoke


class Arrivals(Generic[S]):
    """All of them, on one server. Times are seconds, monotonic; sizes are bytes."""

    def __init__(self, most_bytes: int, patience: float) -> None:
        """`most_bytes`: of all large frames, arriving and in progress. `patience`: the longest silence in a frame."""
        self._most = most_bytes
        self._patience = patience
        self._arrivals: dict[S, _Arrival[S]] = {}
        self._waiting: dict[S, None] = {}
        self._served = 0
        self._arriving = 0

    @property
    def held(self) -> int:
        """Bytes of frames that have not arrived whole, and of large requests in progress."""
        return self._arriving + self._served

    def note(self, sender: S, place: int, held: int, now: float) -> None:
        """`held` bytes of the frame that begins at `place` of the stream have arrived; 0: the sender is between two."""
        arrival = self._arrivals.get(sender)
        if arrival is not None and (held == 0 or arrival.place != place):
            self._end(arrival)
            arrival = None
        if held:
            if arrival is None:
                arrival = self._arrivals[sender] = _Arrival(sender, place, now)
            self._arriving += held - arrival.held
            arrival.held, arrival.spoke = held, now
            if held > SMALL and self.held > self._most and self._enough_come(arrival):
                arrival.waits = True
                arrival.pause(now)
                self._waiting[sender] = None
                sender.let_read(False)
        self._admit()

    def forget(self, sender: S) -> None:
        """The connection is lost."""
        arrival = self._arrivals.get(sender)
        if arrival is not None:
            self._end(arrival)
            self._admit()

    def reading(self, sender: S, reads: bool, now: float) -> None:
        """The connection is read, or for some reason of ours is not."""
        arrival = self._arrivals.get(sender)
        if arrival is not None:
            if reads:
                arrival.resume(now)
            else:
                arrival.pause(now)

    def begin(self, size: int) -> None:
        """A large request of that size has arrived whole and is held until it is done."""
        self._served += size

    def done(self, size: int) -> None:
        """It is done."""
        self._served -= size
        self._admit()

    @property
    def is_short(self) -> bool:
        """Whether a frame waits for room."""
        return bool(self._waiting)

    def slow(self, now: float) -> list[tuple[S, int]]:
        """Where room is short: those that take their time, the largest first, with what each holds."""
        if not self.is_short:
            return []
        found = [
            one
            for one in self._arrivals.values()
            if one.held > SMALL and not one.waits and (one.silence(now) > SILENT_SECONDS or one.age(now) > SLOW_SECONDS)
        ]
        found.sort(key=lambda one: -one.held)
        return [(one.sender, one.held) for one in found]

    def overdue(self, now: float) -> list[tuple[S, int]]:
        """Those whose sender fell silent within a frame, or sends one for ever, with what each holds."""
        patience = self._patience
        return [
            (one.sender, one.held)
            for one in self._arrivals.values()
            if one.silence(now) >= patience or one.age(now) >= PATIENCES * patience
        ]

    def _enough_come(self, arrival: _Arrival[S]) -> bool:
        """Whether room will come without this one."""
        others = sum(one.held > SMALL and not one.waits for one in self._arrivals.values() if one is not arrival)
        return others >= TURNS or self._served >= self._most // 2

    def _end(self, arrival: _Arrival[S]) -> None:
        self._arriving -= arrival.held
        del self._arrivals[arrival.sender]
        self._waiting.pop(arrival.sender, None)

    def _admit(self) -> None:
        """Let those read on that wait: in turn while there is room, else those who would free the most of it."""
        while self._waiting:
            waiting = (self._arrivals[sender] for sender in self._waiting)
            arrival = max(waiting, key=lambda one: one.held) if self.held > self._most else next(waiting)
            if self.held > self._most and self._enough_come(arrival):
                return
            del self._waiting[arrival.sender]
            arrival.waits = False
            arrival.sender.let_read(True)
