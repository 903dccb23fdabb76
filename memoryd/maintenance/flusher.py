"""The flusher: it keeps the readable files behind the memory by no more than they may be (rule 1).

A thread for each lane: what may take long must not hold up what is promised within a second.
"""

from __future__ import annotations

import threading
from collections.abc import Callable

import msgspec
import structlog

from memoryd.clock import Clock
from memoryd.errors import Busy

QUICK = "quick"
_GLANCE_SECONDS = 0.25
_BUSY_SECONDS = 5.0
_log = structlog.get_logger("memoryd.flusher")


class Task(msgspec.Struct):
    """Something to write when it is due.

    `delay` is how long a change may wait, in seconds; it may depend on how much there is.
    """

    name: str
    run: Callable[[], object]
    delay: Callable[[], float]
    patience: float = 0.0
    """So many seconds longer it may wait while requests come in."""
    lane: str = QUICK
    """Tasks of one lane run one after the other."""
    due_at: float | None = None


class Flusher:
    """Runs each task `delay` after it was asked for; one that fails is tried again, later each time."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._tasks: dict[str, Task] = {}
        self._condition = threading.Condition()
        self._stopping = False
        self._failures: dict[str, int] = {}
        self._threads: list[threading.Thread] = []
        self.on_failure: Callable[[str, Exception | None], None] = lambda name, error: None
        self.is_pressed: Callable[[], bool] = lambda: False
        """Whether requests come in fast: then a task with patience waits."""

    def add(
        self,
        name: str,
        run: Callable[[], object],
        delay: Callable[[], float],
        patience: float = 0.0,
        *,
        lane: str = QUICK,
    ) -> None:
        """Know a task. Call it before `start`."""
        self._tasks[name] = Task(name, run, delay, patience, lane)

    def start(self) -> None:
        """Begin."""
        for lane in dict.fromkeys(task.lane for task in self._tasks.values()):
            thread = threading.Thread(target=self._live, args=(lane,), name=f"memoryd-flush-{lane}", daemon=True)
            self._threads.append(thread)
            thread.start()

    def ask(self, name: str) -> None:
        """Something changed: the task is due within its delay. From any thread, cheap."""
        task = self._tasks[name]
        if task.due_at is not None:
            return
        with self._condition:
            if task.due_at is None:
                task.due_at = self._clock.monotonic() + task.delay()
                self._condition.notify_all()

    def is_due(self, name: str) -> bool:
        """Whether the task was asked for and has not run since."""
        return self._tasks[name].due_at is not None

    def stop(self) -> None:
        """End the threads; what is due stays due."""
        with self._condition:
            self._stopping = True
            self._condition.notify_all()
        for thread in self._threads:
            if thread.is_alive():
                thread.join()

    def _live(self, lane: str) -> None:
        while True:
            with self._condition:
                if self._stopping:
                    return
                now = self._clock.monotonic()
                pressed = self.is_pressed()
                waiting = [
                    (task.due_at + (task.patience if pressed else 0.0), task)
                    for task in self._tasks.values()
                    if task.due_at is not None and task.lane == lane
                ]
                due = [task for at, task in waiting if at <= now]
                if not due:
                    first = min((at for at, _ in waiting), default=None)
                    wait = None if first is None else max(0.001, first - now)
                    self._condition.wait(wait if wait is None or not pressed else min(wait, _GLANCE_SECONDS))
                    continue
            for task in due:
                self._run(task)

    def _run(self, task: Task) -> None:
        task.due_at = None
        try:
            task.run()
        except Busy:
            task.due_at = self._clock.monotonic() + _BUSY_SECONDS
        except Exception as error:
            failures = self._failures[task.name] = self._failures.get(task.name, 0) + 1
            if failures == 1:
                _log.error("flush_failed", task=task.name, error=str(error), exc_info=error)
            self.on_failure(task.name, error)
            task.due_at = self._clock.monotonic() + min(30.0, 0.5 * 2**failures)
        else:
            if self._failures.pop(task.name, None) is not None:
                self.on_failure(task.name, None)
