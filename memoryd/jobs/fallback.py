"""Jobs that no agent took in time, done without one on a thread of its own (004, rule 21).

A local summariser may take minutes; nothing else waits for it.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Collection

import structlog

from memoryd.background import Run
from memoryd.clock import Clock
from memoryd.jobs.queue import JobQueue

STEP = "compress"
"""The step of maintenance that does open jobs at once."""
FIRST_LOOK_SECONDS = 3.0
"""From the start to the first look for overdue jobs."""

_log = structlog.get_logger("memoryd.compressor")


def _never_end() -> None:
    """The worker's own turns end when it stops."""


class FallbackWorker:
    """Does overdue jobs one by one."""

    def __init__(
        self,
        queue: JobQueue,
        clock: Clock,
        after: Callable[[], float],
        wake: threading.Event,
        tidy: Callable[[], object],
    ) -> None:
        """`after` is how long a job waits for an agent, in seconds; `wake` is set when there may be work, and `tidy`
        keeps the queue's log short.
        """
        self._queue, self._clock, self._after = queue, clock, after
        self._wake, self._tidy = wake, tidy
        self._stopping = False
        self._turn = threading.Lock()
        self._thread = threading.Thread(target=self._live, name="memoryd-fallback", daemon=True)

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def stop(self, seconds: float = 5.0) -> None:
        """End after the job that is being done; one that a local summariser still works on is done again later."""
        self._stopping = True
        self._wake.set()
        if self._thread.is_alive():
            self._thread.join(seconds)

    def _fall_back(self, kinds: Collection[str], after: float, check: Callable[[], None]) -> dict[str, int]:
        """Do what has been open for `after` seconds; how many jobs of each kind were done."""
        with self._turn:
            done: dict[str, int] = {}
            while not self._stopping:
                self._read_on(check)
                counts = self._queue.fall_back(self._clock.now(), after, kinds=kinds, most=1)
                for kind, count in counts.items():
                    done[kind] = done.get(kind, 0) + count
                if not counts or "failed" in counts:
                    break
            return done

    def _read_on(self, check: Callable[[], None]) -> None:
        """Let the sources read what is behind, piece by piece."""
        check()
        while not self._queue.read_on() and not self._stopping:
            check()
            time.sleep(0.001)  # Requests that wait for a lock get it.

    def compress(self, run: Run) -> dict[str, int]:
        """`compress` as maintenance runs it: asked for by hand it does at once what is open."""
        if run.dry_run:
            self._read_on(run.check)
            kinds = self._queue.kinds_of(STEP, only_able=True)
            open_work = [work for work in self._queue.look(run.at) if work.kind in kinds]
            run.diff += [f"+ {work.kind} {work.slot}" for work in open_work]
            return {kind: sum(work.kind == kind for work in open_work) for kind in kinds}
        after = 0.0 if run.action == STEP else self._after()
        return self._fall_back(self._queue.kinds_of(STEP), after, run.check)

    def _live(self) -> None:
        # Not summaries of days at the start: a run that was missed makes them, or the next turn.
        kinds = self._queue.kinds_of(STEP)
        self._wake.wait(FIRST_LOOK_SECONDS)  # to read conversations at once would double the time of a start
        while not self._stopping:
            try:
                counts = self._fall_back(kinds, self._after(), _never_end)
                if counts:
                    _log.info("jobs_done", **counts)
                self._tidy()
            except Exception as error:
                _log.error("compression_failed", error=str(error), exc_info=error)
            self._wake.wait()
            self._wake.clear()
            kinds = self._queue.kinds
