"""The watcher's thread: hints → settled paths → what really changed → the absorbers, one file at a time."""

from __future__ import annotations

import os
import threading
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from types import EllipsisType
from typing import Literal

import msgspec
import structlog

from memoryd.clock import Clock
from memoryd.storage import beneath
from memoryd.storage.listing import is_text, shown
from memoryd.storage.regular import LARGEST
from memoryd.types import Problem
from memoryd.watch.scan import Stamp, differences, ignored, look_at
from memoryd.watch.settle import LATEST, QUIET, Settle
from memoryd.watch.source import RootGone, Source
from memoryd.watch.tickets import Tickets

_log = structlog.get_logger("memoryd.watch")

_RESCAN = ""
"""The path under which a full scan waits among the settling ones: the root's own."""
_SLICE = 0.05
"""Seconds of taking in after which events are read again, so that their queue does not overflow."""
_LONGEST_BACK_OFF = 60.0
_OWN_WRITER = (0.2, 0.015, 8)
"""Declared within this many seconds: look again after so many, so many times, before a change is foreign."""
_TICK_NS = 20_000_000
"""Two writes within a tick of the kernel's clock can leave one stamp."""
_LAST_LOOK = 3.0
"""Seconds that an end waits for what was just saved: it settles within LATEST, a large file is read in one or two."""


class Pace(msgspec.Struct, frozen=True, kw_only=True):
    """The watcher's times, in seconds: debounce, the beat of a look at the root, the fold of a burst of events,
    the time between attempts to have inotify again, and before a file that failed is tried again (then doubled).
    """

    quiet: float = QUIET
    latest: float = LATEST
    beat: float = 1.0
    gather: float = 0.01
    retry: float = 10.0
    back_off: float = 0.5


PACE = Pace()


class Watcher:
    """Watches `root` on a thread of its own, and calls `absorb(relpath, stamp | None)` for each file that changed.

    `rescan(files)` is called once, with the first scan, before the files in it are absorbed; `problems(list)` with
    all present problems whenever they change. All three on the watcher's thread.
    """

    def __init__(
        self,
        root: str,
        absorb: Callable[[str, Stamp | None], None],
        rescan: Callable[[Mapping[str, Stamp]], None],
        problems: Callable[[Sequence[Problem]], None],
        clock: Clock,
        *,
        pace: Pace = PACE,
        largest: int = LARGEST,
    ) -> None:
        """`largest`: bytes of a file that is read as a whole; a larger one is a problem."""
        self._root = os.path.abspath(root)
        self._absorb, self._rescan, self._report, self._clock = absorb, rescan, problems, clock
        self._pace = pace
        self._largest = largest
        self._source = Source(self._root, self, pace.retry, largest)
        self._settle = Settle(pace.quiet, pace.latest)
        self._backlog: deque[str] = deque()
        self._tickets = Tickets(self._root)
        self._lock = threading.Lock()
        self._known: dict[str, Stamp] = {}
        self._declared: dict[str, float] = {}
        self._waited: dict[str, int] = {}
        self._unsure: set[str] = set()
        self._failures: dict[str, int] = {}
        self._problems: dict[str, Problem] = {}
        self._odd: dict[str, Problem] = {}
        self._misnamed: dict[str, Problem] = {}
        self._reported: list[Problem] = []
        self._first_scan = True
        self._next_beat = 0.0
        self._stopping = False
        self._asked = False
        self._thread: threading.Thread | None = None
        self.ready = threading.Event()
        """Set when everything that the first scan found has been absorbed (or has failed and is a problem)."""
        self.heartbeat = 0.0
        """Monotonic time of the thread's last turn."""

    @property
    def polling(self) -> bool:
        """Whether there is no inotify at present, and the tree is scanned instead."""
        return self._source.polling

    def start(self) -> None:
        """Begin with a full scan. Call it once."""
        self.heartbeat = self._clock.monotonic()
        self._thread = threading.Thread(target=self._run, name="memoryd-watcher", daemon=True)
        self._thread.start()

    def finish(self) -> None:
        """Take in what was saved up to now, and end: the next start does not know what an older version was saved over.

        Bounded in time.
        """
        if self._thread is not None and beneath.is_directory(self._root):
            self.sync(_LAST_LOOK)
        self.stop()

    def stop(self) -> None:
        """End after the file that is being absorbed; what is still dirty is found by the next start."""
        self._stopping = True
        if self._thread is not None:
            self._source.wake()
            self._thread.join()
            self._thread = None
        self._source.close()

    def sync(self, timeout: float, thorough: bool = False) -> bool:
        """Wait until all that was written before this call has been absorbed; False when time ran out.

        `thorough` scans the tree instead of trusting the events. Never call it on the watcher's thread.
        """
        ticket = self._tickets.open()
        try:
            if thorough or self.polling or not self._tickets.write_cookie(ticket):
                self._asked = True
                self._source.wake()
            return ticket.done.wait(timeout)
        finally:
            self._tickets.close(ticket)

    def knows(self, relpath: str) -> bool:
        """Whether the file has been taken in, or is being."""
        with self._lock:
            return relpath in self._known

    def ours(self, relpath: str, stamp: Stamp | None, before: Stamp | EllipsisType | None = ...) -> None:
        """A store says that it has just written (or read) this version of the file itself: it is not absorbed.

        With `before`, the version that it replaced or extended, it is believed only if we knew that one, so that
        another program's write just before it is not missed. None: there is no such file. From any thread.
        """
        with self._lock:
            if before is ... or before == self._known.get(relpath):
                self._know(relpath, stamp)
            self._declared[relpath] = self._clock.monotonic()

    def on_hint(self, relpath: str | None, is_dir: bool) -> None:
        """Take an event's hint (called by the source, on the watcher's thread)."""
        now = self._clock.monotonic()
        if relpath is None:
            self._source.lose_root()
            self._hint_now(_RESCAN, now)
        elif self._tickets.is_cookie(relpath):
            self._tickets.saw_cookie(relpath, self._dirty())
        elif is_dir:
            self._settle.hint(_RESCAN, now)
        elif not ignored(relpath):
            self._settle.hint(relpath, now)

    def on_overflow(self) -> None:
        """Take the news that events were lost (called by the source, on the watcher's thread)."""
        _log.warning("rescan", reason="inotify lost events")
        self._hint_now(_RESCAN, self._clock.monotonic())

    def _hint_now(self, path: str, now: float) -> None:
        self._settle.hint(path, now - self._pace.latest)

    def _dirty(self) -> set[str]:
        # What failed waits for its next try, a minute at most, and nobody waits for that.
        failed = {path for path in self._failures if not self._settle.is_touched(path)}
        return (self._settle.pending() - failed).union(self._backlog)

    def _run(self) -> None:
        self._tickets.sweep()
        first = self._tickets.open()
        self._hint_now(_RESCAN, self._clock.monotonic())
        while not self._stopping:
            try:
                self._turn()
            except Exception:
                _log.exception("watch_failed")
                self._settle.defer(_RESCAN, self._clock.monotonic() + self._pace.back_off)
            if first.done.is_set() and not self.ready.is_set():
                self._tickets.close(first)
                self.ready.set()

    def _turn(self) -> None:
        self.heartbeat = now = self._clock.monotonic()
        due_at = self._settle.next_due()
        until = now if self._backlog else min(self._next_beat, self._next_beat if due_at is None else due_at)
        self._source.wait(until - now, self._pace.gather)
        now = self._clock.monotonic()
        if self._asked or (now >= self._next_beat and self._source.needs_look()):
            self._asked = False
            self._hint_now(_RESCAN, now)
        if now >= self._next_beat:
            self._next_beat = now + self._pace.beat
        self._backlog.extend(self._settle.due(now))
        while self._backlog and not self._stopping and self._clock.monotonic() < now + _SLICE:
            try:
                # It stays in the backlog meanwhile, so that it still counts as dirty.
                self._take(self._backlog[0])
            finally:
                self._backlog.popleft()
        self._publish()

    def _take(self, relpath: str) -> None:
        if relpath == _RESCAN:
            self._look()
        elif self._check(relpath):
            self._tickets.taken_in(relpath)

    def _look(self) -> None:
        """Scan all, and let each file that differs from what we know settle."""
        covered = self._tickets.unseen()
        try:
            found = self._source.look()
        except RootGone:
            # No file counts as gone: a directory that is missing as a whole was not edited.
            self._problem(_RESCAN, "the data directory is gone", f"put it back at {shown(self._root)}", "critical")
            self._settle.defer(_RESCAN, self._clock.monotonic() + self._pace.beat)
            return
        if self._problems.pop(_RESCAN, None) is not None:
            _log.info("readable_again")
        self._odd, self._misnamed = found.odd, found.misnamed
        if self._first_scan:
            self._forget_absent(found.files)
        with self._lock:
            known = dict(self._known)
        # One that failed, and could not be looked at when it was to be tried again, waits for nothing else.
        left = self._failures.keys() & found.files.keys() - self._settle.pending()
        changed = [path for path in {*differences(known, found.files), *left} if not self._hidden(path)]
        now, wall = self._clock.monotonic(), self._clock.now()
        for relpath in changed:
            stamp = found.files.get(relpath)
            age = 0.0 if stamp is None else (wall - stamp.ctime_ns // 1000) / 1e6
            self._settle.hint(relpath, now - min(max(age, 0.0), self._pace.latest))
        self._tickets.scanned(covered, self._dirty(), _RESCAN)

    def _forget_absent(self, files: Mapping[str, Stamp]) -> None:
        try:
            self._rescan(files)
        except Exception as error:
            self._failed(_RESCAN, error)
            return
        self._first_scan = False
        self._failures.pop(_RESCAN, None)

    def _hidden(self, relpath: str) -> bool:
        """Whether a scan could not see the file: something above it cannot be listed, so it is not known to be gone."""
        return any(relpath == odd or relpath.startswith(f"{odd}/") for odd in self._odd)

    def _check(self, relpath: str) -> bool:
        """Look at one settled path, and absorb it if it is not as we know it. False if it was put off."""
        stamp = look_at(self._root, relpath, self._largest)
        if isinstance(stamp, Problem):
            self._odd[relpath] = stamp
            return True
        self._odd.pop(relpath, None)
        if not is_text(relpath) or (stamp is None and not beneath.is_directory(self._root)):
            return True
        with self._lock:
            known = self._known.get(relpath)
            declared = self._declared.get(relpath)
        # What came and went between two looks, and was not declared, may be known to the kind that wrote it.
        is_known = stamp == known and (stamp is not None or declared is not None)
        if is_known and relpath not in self._unsure:
            self._waited.pop(relpath, None)
            return True
        if declared is not None and self._own_writer_is_at_it(relpath, declared):
            return False
        self._absorb_one(relpath, stamp, known)
        return True

    def _own_writer_is_at_it(self, relpath: str, declared: float) -> bool:
        """Between a store's write and its call of `ours` the change looks foreign for a moment."""
        recently, later, times = _OWN_WRITER
        now = self._clock.monotonic()
        waited = self._waited.get(relpath, 0)
        if now - declared > recently or waited >= times:
            self._waited.pop(relpath, None)
            return False
        self._waited[relpath] = waited + 1
        self._settle.defer(relpath, now + later)
        return True

    def _absorb_one(self, relpath: str, stamp: Stamp | None, known: Stamp | None) -> None:
        wall_ns = self._clock.now() * 1000
        self._unsure.discard(relpath)
        with self._lock:
            # Known before it is read: what the absorber itself writes and declares is newer, and stands.
            if self._known.get(relpath) == known:
                self._know(relpath, stamp)
        try:
            self._absorb(relpath, stamp)
        except Exception as error:
            self._failed(relpath, error)
            return
        if self._failures.pop(relpath, None) is not None:
            self._problems.pop(relpath, None)
        if stamp is not None and abs(wall_ns - stamp.ctime_ns) < _TICK_NS:
            self._unsure.add(relpath)
            self._settle.hint(relpath, self._clock.monotonic())

    def _failed(self, relpath: str, error: Exception) -> None:
        failures = self._failures[relpath] = self._failures.get(relpath, 0) + 1
        delay = min(_LONGEST_BACK_OFF, self._pace.back_off * 2 ** min(failures - 1, 16))
        if failures == 1:  # health shows it as long as it lasts
            _log.error("absorb_failed", path=shown(relpath), retry_seconds=delay, exc_info=error)
        self._problem(relpath, f"could not be read in: {_why(error)}", "fix the file; it is tried again by itself")
        self._unsure.add(relpath)
        self._settle.defer(relpath, self._clock.monotonic() + delay)

    def _know(self, relpath: str, stamp: Stamp | None) -> None:
        if stamp is None:
            self._known.pop(relpath, None)
        else:
            self._known[relpath] = stamp

    def _problem(
        self, relpath: str, what: str, action: str, severity: Literal["warning", "critical"] = "warning"
    ) -> None:
        self._problems[relpath] = Problem(path=shown(relpath) or ".", what=what, action=action, severity=severity)

    def _publish(self) -> None:
        """Report the problems if they have changed."""
        exhausted = self._source.problem()
        odd = (*self._odd.values(), *self._misnamed.values())
        present = [*self._problems.values(), *odd, *([] if exhausted is None else [exhausted])]
        if present == self._reported:
            return
        self._reported = present  # who takes the report says what is new in the log
        self._report(present)


def _why(error: BaseException) -> str:
    """What each of the errors says."""
    if isinstance(error, BaseExceptionGroup):
        return "; ".join(dict.fromkeys(_why(one) for one in error.exceptions))
    return str(error)
