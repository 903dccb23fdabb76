"""The worker of the jobs: what no agent took in time, on a thread of its own (004, rule 21).

A local summariser may take minutes; nothing else waits for it.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Collection

import structlog

from memoryd.clock import Clock
from memoryd.jobs.queue import JobKind, JobQueue
from memoryd.maintenance.run import Run

KINDS: tuple[JobKind, ...] = ("leaf", "merge", "condense")
"""Of the hierarchy, which the step `compress` works on."""
ALL: tuple[JobKind, ...] = ("daily", *KINDS)

_log = structlog.get_logger("memoryd.compressor")


class Compressor:
    """`after` is how long a job waits for an agent, in seconds."""

    def __init__(self, queue: JobQueue, clock: Clock, after: Callable[[], float]) -> None:
        self._queue, self._clock, self._after = queue, clock, after
        self._wake = threading.Event()
        self._stopping = False
        self.tidy: Callable[[], object] = lambda: None
        """Keeps the queue's log short."""
        self.condenses: Callable[[], bool] = lambda: False
        """Whether a local program condenses notes; the built-in lines stand already."""
        self._turn = threading.Lock()
        self._thread = threading.Thread(target=self._live, name="memoryd-compressor", daemon=True)

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def wake(self) -> None:
        """Look for work now."""
        self._wake.set()

    def stop(self, seconds: float = 5.0) -> None:
        """End behind the job that is being done; one that a local summariser still works on is done again."""
        self._stopping = True
        self._wake.set()
        if self._thread.is_alive():
            self._thread.join(seconds)

    def compress(
        self, kinds: Collection[JobKind] = KINDS, *, at_once: bool = False, check: Callable[[], None] = lambda: None
    ) -> dict[str, int]:
        """Do what is overdue, or all that is open; how many jobs of each kind were done."""
        with self._turn:
            after = 0.0 if at_once else self._after()
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
            time.sleep(0.001)  # Who waits for a lock gets it.

    def step(self, run: Run) -> dict[str, int]:
        """`compress` as maintenance runs it: asked for by hand it does at once what is open."""
        if run.dry_run:
            self._read_on(run.check)
            kinds = KINDS if self.condenses() else tuple(kind for kind in KINDS if kind != "condense")
            open_work = [work for work in self._queue.look(run.at) if work.kind in kinds]
            run.diff += [f"+ {work.kind} {work.slot}" for work in open_work]
            return {kind: sum(work.kind == kind for work in open_work) for kind in kinds}
        return self.compress(at_once=run.action == "compress", check=run.check)

    def _live(self) -> None:
        # A day's summary is not made at the start: a night that is made up does that, or the next look.
        kinds = KINDS
        while not self._stopping:
            try:
                counts = self.compress(kinds)
                if counts:
                    _log.info("jobs_done", **counts)
                self.tidy()
            except Exception as error:
                _log.error("compression_failed", error=str(error), exc_info=error)
            self._wake.wait()
            self._wake.clear()
            kinds = ALL
