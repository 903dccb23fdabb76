"""The scheduler: a thread that looks at the clock every other second, so that due work starts at once after a jump.

A start that was missed while the daemon was down is made up once; a run that was cut short is done again; two never run
at once. When a clock that was ahead is corrected, work that is due by the correct clock runs, even if it ran before.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping

import msgspec
import structlog

from memoryd.clock import Clock
from memoryd.errors import MemorydError, ReadOnly
from memoryd.maintenance.runs import Runs
from memoryd.maintenance.schedule import Cron, Every, Timing, considered_at, is_due
from memoryd.times import SECOND

BEAT = 2.0
"""Seconds between two looks at the clock."""
_log = structlog.get_logger("memoryd.scheduler")


class Entry(msgspec.Struct, frozen=True):
    """A timed action."""

    action: str
    timing: Timing
    run: Callable[[], object]


class Scheduler:
    """Runs entries when they are due, one after the other, on its own thread."""

    def __init__(
        self,
        clock: Clock,
        runs: Runs,
        entries: Callable[[], list[Entry]],
        resume: Callable[[str], object],
        on_look: Callable[[], object],
    ) -> None:
        """`resume` runs an action that was cut short; `on_look` is called before each look at the clock."""
        self._clock = clock
        self._runs = runs
        self._entries = entries
        """Asked at every look, so that a reload counts at once."""
        self._resume_run = resume
        self._on_look = on_look
        self._intervals: dict[str, int] = {}
        self._looked: dict[str, int] = {}
        """Up to when each action's starts have been looked at; the disk follows when it can."""
        self._seen = 0
        """The time of the last look."""
        self._is_held_up = False
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._live, name="memoryd-scheduler", daemon=True)

    def start(self) -> None:
        """Begin; a run that was cut short comes first."""
        self._thread.start()

    def stop(self) -> None:
        """End after the current run, which the caller has told to stop."""
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join()

    def upcoming(self) -> Mapping[str, int | None]:
        """When each action starts next, microseconds; by the clock as it is now."""
        now = self._clock.now()
        return {entry.action: entry.timing.after(max(now, self._considered(entry, now))) for entry in self._entries()}

    def look(self) -> list[str]:
        """Run what is due now, each action once; the actions that ran."""
        self._on_look()
        now, entries, ran = self._clock.now(), self._entries(), []
        self._set_right(entries, now)
        for entry in entries:
            if not is_due(entry.timing, self._considered(entry, now), now):
                continue
            # What could not begin, because of a stop or of the disk, stays due.
            if self._stop.is_set() or not self._consider(entry, now):
                continue
            self._run(entry)
            ran.append(entry.action)
        return ran

    def _set_right(self, entries: list[Entry], now: int) -> None:
        """Decide from when on to look for starts; after a clock that was ahead, from now on."""
        back = max(0, self._seen - now)
        self._seen = now
        for entry in entries:
            if isinstance(entry.timing, Cron):
                at = self._considered(entry, now)
                back = max(back, self._known(entry.action, at) - at)
                self._looked[entry.action] = at
        if back > SECOND:
            _log.warning("clock_went_back", seconds=round(back / SECOND))
        if self._looked.items() - self._runs.state.considered.items():
            self._keep(self._looked)

    def _known(self, action: str, default: int) -> int:
        return self._looked.get(action, self._runs.state.considered.get(action, default))

    def _considered(self, entry: Entry, now: int) -> int:
        if isinstance(entry.timing, Every):
            known = self._intervals.setdefault(entry.action, now)
            return min(known, now)
        return considered_at(self._known(entry.action, now), now)

    def _consider(self, entry: Entry, now: int) -> bool:
        """Record that what was due until now starts; False when that could not be written."""
        if isinstance(entry.timing, Every):
            self._intervals[entry.action] = now
            return True
        kept = self._keep({entry.action: now})
        if kept:
            self._looked[entry.action] = now
        return kept

    def _keep(self, considered: Mapping[str, int]) -> bool:
        known = dict(considered)
        try:
            self._runs.change(lambda state: state.considered.update(known))
        except ReadOnly as error:
            if not self._is_held_up:
                _log.warning("schedule_held_up", error=error.sentence)
            self._is_held_up = True
            return False
        self._is_held_up = False
        return True

    def _run(self, entry: Entry) -> None:
        try:
            entry.run()
        except MemorydError as error:
            if not self._stop.is_set():
                _log.warning("timed_run_failed", action=entry.action, error=error.sentence)
        except Exception as error:
            _log.error("timed_run_failed", action=entry.action, error=str(error), exc_info=error)

    def _live(self) -> None:
        self._resume()
        while not self._stop.is_set():
            try:
                self.look()
            except Exception as error:
                _log.error("timed_run_failed", action="schedule", error=str(error), exc_info=error)
            self._stop.wait(BEAT)

    def _resume(self) -> None:
        cut_short = self._runs.state.running
        if cut_short is None:
            return
        _log.info("run_resumed", action=cut_short.action)
        self._run(Entry(cut_short.action, Every(BEAT), lambda: self._resume_run(cut_short.action)))
