"""Whether the clock can be believed: after an implausible jump, what ages or removes memories waits (rule 18)."""

from __future__ import annotations

import threading

import structlog

from memoryd.clock import WatchedClock
from memoryd.maintenance.paths import RUNS
from memoryd.maintenance.runs import Runs, RunsState
from memoryd.problems import ProblemBoard
from memoryd.times import DAY, HOUR, SECOND, format_time
from memoryd.types import Problem

PLAUSIBLE = 7 * DAY
"""How far the clock may be from what the last look at it and the time since make one expect."""
SECOND_NIGHT = 22 * HOUR
"""A second night that agrees comes so much later at least, and `PLAUSIBLE` later at most."""
_KEPT_EVERY = HOUR
_TOPIC = "clock"
_log = structlog.get_logger("memoryd.clock")


class ClockGuard:
    """Compares the wall clock with the last time that was believed, and with the time since; any thread.

    While the daemon is down no time is measured: a pause of up to `PLAUSIBLE` is believed at once.
    """

    def __init__(self, clock: WatchedClock, runs: Runs, board: ProblemBoard) -> None:
        """`runs` keeps the last believed time over a restart; it is read when the guard starts."""
        self._clock = clock
        self._runs = runs
        self._board = board
        self._lock = threading.RLock()
        self._believed: tuple[int, float] | None = None
        """The last believed wall time, and the monotonic time then."""

    def start(self) -> bool:
        """Begin from what was kept; without anything the clock is believed as it is. Whether it is believed."""
        state = self._runs.state
        seen = state.seen or max((last.at for last in state.last.values()), default=0)
        if seen:
            self._believed = seen, self._clock.monotonic()
        self.look()
        return not self._jump(self._clock.now())

    def look(self) -> bool:
        """Follow the clock while it is plausible; called often. Whether it was put back, and is believed."""
        with self._lock:
            now = self._clock.now()
            jump = self._jump(now)
            was = self._clock.latest
            if jump:
                self._report(jump)
                return False
            self._believe(now)
            self._clock.latest = now
            return now < was - SECOND

    def now(self) -> int:
        """The time, without a jump that is in doubt."""
        return self.plausible(self._clock.now())

    def plausible(self, now: int) -> int:
        """`now`, or what time it would be without the jump."""
        with self._lock:
            return now - self._jump(now)

    def stamp(self, now: int) -> int:
        """As of when what is used or made now counts: a clock that is far behind makes nothing old."""
        return max(now, self.plausible(now))

    def hold(self, *, is_night: bool, by_hand: bool) -> str | None:
        """Why a run must not age or remove memories now; None when it may.

        A person who runs it agrees with the clock, and so does the second of two nights that fit together.
        """
        with self._lock:
            now = self._clock.now()
            jump = self._jump(now)
            if not jump or by_hand or (is_night and self._is_second_night(now)):
                self._believe(now)
                return None
            return self._report(jump).what

    def _expected(self) -> int | None:
        if self._believed is None:
            return None
        wall, monotonic = self._believed
        return wall + round((self._clock.monotonic() - monotonic) * SECOND)

    def _jump(self, now: int) -> int:
        """By how much the clock is ahead, or behind when negative; 0 when that is plausible."""
        expected = self._expected()
        return 0 if expected is None or abs(now - expected) <= PLAUSIBLE else now - expected

    def _believe(self, now: int) -> None:
        self._believed = now, self._clock.monotonic()
        self._board.clear(_TOPIC)
        state = self._runs.state
        if state.doubted or not 0 <= now - state.seen < _KEPT_EVERY:

            def keep(state: RunsState) -> None:
                state.seen, state.doubted = now, 0

            self._runs.change(keep, must_last=False)

    def _is_second_night(self, now: int) -> bool:
        first = self._runs.state.doubted
        if first and SECOND_NIGHT <= now - first <= PLAUSIBLE:
            return True
        if not first or abs(now - first) > PLAUSIBLE:

            def doubt(state: RunsState) -> None:
                state.doubted = now

            self._runs.change(doubt, must_last=False)
        return False

    def _report(self, jump: int) -> Problem:
        expected = self._expected() or 0
        days = round(abs(jump) / DAY)
        what = (
            f"the clock is {days} days {'ahead of' if jump > 0 else 'behind'} the last time that was seen "
            f"({format_time(expected)[:16]}Z); nothing is archived or removed by age until that is settled"
        )
        action = "set the clock right; if it is right, run memoryctl consolidate, or wait for the second night from now"
        problem = Problem(path=RUNS, what=what, action=action)
        self._board.set(_TOPIC, [problem])
        return problem
