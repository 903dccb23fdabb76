"""The scheduler: a thread that looks at the clock every second, so that a clock that jumps starts what is due at once.

What was missed while the daemon was down is made up once; what was cut short is done again; never two at once.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping

import msgspec
import structlog

from memoryd.clock import Clock
from memoryd.errors import MemorydError
from memoryd.maintenance.nights import CONSOLIDATION
from memoryd.maintenance.runs import Runs
from memoryd.maintenance.schedule import Every, Timing, considered_at, is_due

BEAT = 1.0
"""Seconds between two looks at the clock."""
_log = structlog.get_logger("memoryd.scheduler")


class Entry(msgspec.Struct, frozen=True):
    """A timed action."""

    action: str
    timing: Timing
    run: Callable[[], object]


class Scheduler:
    """Runs entries when they are due, one after the other, on its own thread."""

    def __init__(self, clock: Clock, runs: Runs, entries: Callable[[], list[Entry]], beat: float = BEAT) -> None:
        self._clock = clock
        self._runs = runs
        self._entries = entries
        """Asked at every look, so that a reload counts at once."""
        self._beat = beat
        self.resume: Callable[[str], object] = lambda action: None
        """Runs an action that was cut short."""
        self._intervals: dict[str, int] = {}
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._live, name="memoryd-scheduler", daemon=True)

    def start(self) -> None:
        """Begin; a run that was cut short comes first."""
        self._thread.start()

    def stop(self) -> None:
        """End after the run under way, which the caller has told to stop."""
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join()

    def upcoming(self) -> Mapping[str, int | None]:
        """When each action starts next, microseconds."""
        now = self._clock.now()
        return {entry.action: entry.timing.after(max(now, self._considered(entry, now))) for entry in self._entries()}

    def look(self) -> list[str]:
        """Run what is due now; the actions that ran."""
        now = self._clock.now()
        due = [entry for entry in self._entries() if is_due(entry.timing, self._considered(entry, now), now)]
        if not due:
            return []
        names = {entry.action for entry in due}
        for entry in due:
            self._consider(entry, now)
        # A consolidation has these among its steps.
        covered = set(CONSOLIDATION) if "consolidate" in names else set()
        chosen = [entry for entry in due if entry.action not in covered]
        for entry in chosen:
            if self._stop.is_set():
                self._forget(entry)
                continue
            self._run(entry)
        return [entry.action for entry in chosen]

    def _considered(self, entry: Entry, now: int) -> int:
        if isinstance(entry.timing, Every):
            known = self._intervals.setdefault(entry.action, now)
            return min(known, now)
        known_at = self._runs.state.considered.get(entry.action)
        at = considered_at(known_at, now)
        if at != known_at:
            self._runs.change(lambda state: state.considered.__setitem__(entry.action, at))
        return at

    def _consider(self, entry: Entry, now: int) -> None:
        if isinstance(entry.timing, Every):
            self._intervals[entry.action] = now
        else:
            self._runs.change(lambda state: state.considered.__setitem__(entry.action, now))

    def _forget(self, entry: Entry) -> None:
        """It was due and could not begin: the next start makes it up."""
        if not isinstance(entry.timing, Every):
            last = self._runs.state.last.get(entry.action)
            self._runs.change(lambda state: state.considered.__setitem__(entry.action, last.at if last else 0))

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
            self._stop.wait(self._beat)

    def _resume(self) -> None:
        cut_short = self._runs.state.running
        if cut_short is None:
            return
        _log.info("run_resumed", action=cut_short.action)
        self._run(Entry(cut_short.action, Every(BEAT), lambda: self.resume(cut_short.action)))
