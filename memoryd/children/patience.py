"""When a child that shows no sign of life is a problem, and when it is killed."""

from __future__ import annotations

from collections.abc import Callable

from memoryd.clock import Clock
from memoryd.times import SECOND, format_time
from memoryd.types import Problem

_MUTE_FACTOR = 10
"""A child that works but tells of no progress has so many times the patience: it may be caught in a loop."""


class Lost(Exception):
    """The child hung, ended or was killed: another one may do better."""


class Patience:
    """Watches one child while something is asked of it."""

    def __init__(
        self, pid: int, clock: Clock, seconds: float, silent: float, tell: Callable[[Problem | None], None]
    ) -> None:
        """It has `seconds` without a sign of life; from `silent` on, or a quarter of them, `tell` gets a problem, and
        None when there is none any more."""
        self._pid = pid
        self._clock = clock
        self._seconds = seconds
        self._silent = min(silent, seconds / 4)
        self._tell = tell
        self._heard = self._alive = clock.monotonic()
        self._work = _work_of(pid)
        self._reported = False

    def renew(self) -> None:
        """It told of progress."""
        self._heard = self._alive = self._clock.monotonic()
        self._report(None)

    def shorten(self, seconds: float) -> None:
        """It has no more than so many from now on."""
        self._seconds = min(self._seconds, seconds)

    def check(self) -> None:
        """Look whether it works. Raises Lost when it has shown no sign of life for too long."""
        now, work = self._clock.monotonic(), _work_of(self._pid)
        if work != self._work:
            self._work, self._alive = work, now
        silent, mute = now - self._alive, now - self._heard
        left = min(self._seconds - silent, self._seconds * _MUTE_FACTOR - mute)
        if left <= 0:
            raise Lost(f"made no progress for {mute:.0f} s and was killed")
        if silent < self._silent:
            self._report(None)
        elif not self._reported:
            at = format_time(self._clock.now() + round(left * SECOND))
            self._report(
                Problem(
                    path="",
                    what=f"the worker (process {self._pid}) has made no progress for {silent:.0f} s; "
                    f"it will be killed at {at}",
                    action="nothing, its work is then done again; if it repeats, see whether the disk hangs: dmesg",
                )
            )

    def _report(self, problem: Problem | None) -> None:
        if (problem is not None) != self._reported:
            self._reported = problem is not None
            self._tell(problem)


def _work_of(pid: int) -> tuple[float, ...]:
    """What the process has used of the processor and of files so far; it grows as long as the process works."""
    import psutil  # the children know what Lost is, and start without it

    try:
        process = psutil.Process(pid)
        times, moved = process.cpu_times(), process.io_counters()
    except (psutil.Error, OSError):
        return ()
    return (times.user, times.system, moved.read_chars, moved.write_chars)
