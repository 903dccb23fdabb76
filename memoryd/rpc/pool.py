"""Threads that work for many connections in turn; long work gives up its turn now and then."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from queue import SimpleQueue
from typing import Any, TypeVar

from memoryd.errors import Busy
from memoryd.rpc.turns import Line, Source, Turns

R = TypeVar("R")
Work = Callable[[], Any]
Done = Callable[[Any, Exception | None], None]
"""Takes result and error; one of them is None."""
Deliver = Callable[[Done, Any, Exception | None], None]

SLICE_SECONDS = 0.02
"""Work that may pause runs for so long at least."""
GIVE_WAY_SECONDS = 0.02
"""Work that comes behind another pool's waits for that so long at most, each time it may."""
_A_TURN = 0.0005
"""Seconds that a piece of work counts for before its time is known."""
HELD_UP_SECONDS = 0.005
"""So long work may wait at a time and it counts for nobody: for the interpreter (another thread has it for 5 ms) or the
processor. A read that the machine held up would else be held up again, since its client's next one would come last."""


_here = threading.local()


def give_way() -> None:
    """Called now and then by what takes long, wherever that is: where a pool runs it, others get their turn."""
    pool: TurnPool | None = getattr(_here, "pool", None)
    if pool is not None:
        pool.pause()


class _Turn:
    """A piece of work of one connection."""

    __slots__ = ("began", "done", "gate", "line", "work", "worked")

    def __init__(self, work: Work, done: Done) -> None:
        self.work = work
        self.done = done
        self.line: Line[_Turn] = None  # type: ignore[assignment]  # set when it is taken
        self.began = 0.0
        self.worked = 0.0
        """The thread's processor time then."""
        self.gate: threading.Lock | None = None
        """Held while the work pauses."""


_Inbox = SimpleQueue[_Turn | None]


class TurnPool:
    """`threads`, of which `at_once` work; the others that have work pause or wait."""

    def __init__(
        self,
        deliver: Deliver,
        name: str,
        *,
        threads: int,
        at_once: int,
        waiting: int,
        most_of_one: int,
        most_of_user: int = 1 << 30,
        behind: TurnPool | None = None,
        clock: Callable[[], float] = time.monotonic,
        processor: Callable[[], float] = time.thread_time,
    ) -> None:
        """`waiting`: items beyond which a connection that has some waiting is told to wait itself.

        `most_of_one`: threads that one connection may occupy; `most_of_user`: all connections of one user. `behind`:
        what pauses here gives way to what that pool does, since all share one interpreter. `processor`: how long this
        thread has worked.
        """
        self._deliver = deliver
        self._waiting = waiting
        self._at_once = at_once
        self._clock = clock
        self._processor = processor
        self._lock = threading.Lock()
        self._idle = threading.Condition(self._lock)
        self._behind = behind
        self._turns: Turns[_Turn] = Turns(most_of_one, most_of_user)
        self._paused: list[_Turn] = []
        self._working = 0
        self._away = 0
        self._closing = False
        self._mine = threading.local()
        self._inboxes: list[_Inbox] = [SimpleQueue() for _ in range(threads)]
        self._free = self._inboxes[::-1]
        """Of threads that have nothing to do; the last one worked last, and the processor's caches know its work."""
        self._threads = [
            threading.Thread(target=self._serve, args=(inbox,), name=f"{name}-{number}", daemon=True)
            for number, inbox in enumerate(self._inboxes)
        ]
        for thread in self._threads:
            thread.start()

    def submit(self, work: Work, done: Done, source: Source) -> None:
        """Queue the work. Raises Busy when too much is waiting, and some of it is of this connection."""
        with self._lock:
            turns = self._turns
            if turns.waiting >= self._waiting and turns.waiting_of(source):
                raise Busy("too many requests are waiting; try again in a moment", waiting=turns.waiting)
            turns.add(source, _Turn(work, done))
            self._grant()

    def wake(self) -> None:
        """A connection takes replies again."""
        with self._lock:
            self._grant()

    def pause(self) -> None:
        """Called by work now and then: others get their turn when it has run for a while."""
        if self._behind is not None:
            self._behind.wait_until_idle(GIVE_WAY_SECONDS)
        turn: _Turn | None = getattr(self._mine, "turn", None)
        if turn is None or self._clock() - turn.began < SLICE_SECONDS:
            return
        with self._lock:
            self._charge(turn)
            self._working -= 1
            gate = self._come_back(turn)
        gate.acquire()
        self._begin(turn)

    def wait_until_idle(self, seconds: float) -> None:
        """Wait until nothing works or waits, or so long."""
        if self._working or self._turns.waiting:
            with self._idle:
                self._idle.wait_for(lambda: not (self._working or self._turns.waiting), seconds)

    def wait(self, work: Callable[[], R]) -> R:
        """Called by work that waits for something else, such as the disk: others have their turn meanwhile."""
        turn: _Turn | None = getattr(self._mine, "turn", None)
        if turn is None:
            return work()
        with self._lock:
            self._charge(turn)
            self._working -= 1
            self._away += 1
            self._grant()
        try:
            return work()
        finally:
            with self._lock:
                self._away -= 1
                gate = self._come_back(turn)
            gate.acquire()
            self._begin(turn)

    def _come_back(self, turn: _Turn) -> threading.Lock:
        """What opens when it is the turn of this work again."""
        turn.gate = gate = threading.Lock()
        gate.acquire()
        self._paused.append(turn)
        self._grant()
        return gate

    def close(self, *, wait: bool = True) -> None:
        """Finish what is queued and end the threads; without `wait`, behind our back."""
        with self._lock:
            self._closing = True
            self._grant()
        for thread in self._threads if wait else ():
            thread.join()

    def _grant(self) -> None:
        """Let as many work as may, those first who have had the least."""
        while self._working < self._at_once:
            line = None
            if self._working + self._away + len(self._paused) < len(self._threads):
                line = self._turns.best(all_read=self._closing)
            resumed = min(self._paused, key=_had, default=None)
            if resumed is not None and (line is None or _had(resumed) <= (line.user.given, line.given)):
                self._paused.remove(resumed)
                self._turns.reach(resumed.line)
                assert resumed.gate is not None
                resumed.gate.release()
            elif line is not None:
                turn = self._turns.take(line)
                turn.line = line
                self._turns.give(line, _A_TURN)
                self._free.pop().put(turn)
            else:
                break
            self._working += 1
        if self._closing and not (self._working or self._away or self._paused):
            for inbox in self._inboxes:
                inbox.put(None)

    def _begin(self, turn: _Turn) -> None:
        turn.began, turn.worked = self._clock(), self._processor()

    def _charge(self, turn: _Turn) -> None:
        began, worked = turn.began, turn.worked
        self._begin(turn)
        took = turn.began - began
        waited = max(0.0, took - (turn.worked - worked))
        self._turns.give(turn.line, took - min(waited, HELD_UP_SECONDS))

    def _serve(self, inbox: _Inbox) -> None:
        deliver, get = self._deliver, inbox.get
        _here.pool = self
        while (turn := get()) is not None:
            self._mine.turn = turn
            self._begin(turn)
            result, error = attempt(turn.work)
            self._mine.turn = None
            with self._lock:
                self._charge(turn)
                self._turns.end(turn.line)
                self._working -= 1
                self._free.append(inbox)
                self._grant()
                if not self._working:
                    self._idle.notify_all()
            # Last, so that this thread is free for what its client asks next, and no other one.
            deliver(turn.done, result, error)
            # An idle thread must not keep the last request alive.
            del turn, result, error


def _had(turn: _Turn) -> tuple[float, float]:
    return turn.line.user.given, turn.line.given


def attempt(work: Work) -> tuple[Any, Exception | None]:
    """Its result or the exception that it ended with."""
    try:
        return work(), None
    except Exception as error:
        return None, error
    except BaseException as error:
        # SystemExit in a thread must not leave the caller without an answer.
        return None, RuntimeError(f"{type(error).__name__}: {error}")
