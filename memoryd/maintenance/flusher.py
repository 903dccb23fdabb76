"""The flusher: writes the readable files within the delay that each may lag behind memory (rule 1).

Each queue has its own thread: a long write must not delay one that is promised within a second.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator

import structlog

from memoryd.background import WriteBehind
from memoryd.clock import Clock
from memoryd.errors import Busy, MemorydError
from memoryd.os_errors import meaning_of
from memoryd.problems import ProblemBoard
from memoryd.storage import roots
from memoryd.storage.atomic import Changed
from memoryd.types import Problem

REWRITES = "rewrites"
"""The queue of rewrites of large truth files, which take seconds."""
_GLANCE_SECONDS = 0.25
_BUSY_SECONDS = 5.0
_EDITED_TRIES = 8
_PAUSE_SECONDS, _LONGEST_PAUSE = 1.0, 30.0
_PAUSE_TIMES = 20
"""What fails is tried again after so many times as long as the try took: what is mended is soon written."""
_ROOM = "make sure that the disk has room and can be written; it is tried again by itself"
_EDITS = "make sure that no program writes the file over and over; it is tried again by itself"
_log = structlog.get_logger("memoryd.flusher")


class _Task:
    """Something to write, and when it is due; None when it was not requested."""

    __slots__ = ("due_at", "ended", "file", "is_hurried", "is_running")

    def __init__(self, file: WriteBehind) -> None:
        self.file = file
        self.due_at: float | None = None
        self.is_running = False
        self.ended = 0
        """How often it has run."""
        self.is_hurried = False
        """Somebody waits for it: it has no patience."""


class Flusher:
    """Runs each task `delay` seconds after it was requested; the faster one failed, the sooner it is retried."""

    def __init__(
        self, clock: Clock, on_failure: Callable[[str, Exception | None], object], is_pressed: Callable[[], bool]
    ) -> None:
        """`on_failure` gets the error of a task, and None when it works again. `is_pressed`: many requests come in."""
        self._clock = clock
        self._tasks: dict[str, _Task] = {}
        self._lock = threading.Lock()
        self._wakes: dict[str, threading.Condition] = {}
        """Of each queue, for its thread: a write that asks for one task wakes no other's."""
        self._ended = threading.Condition(self._lock)
        """A task has run."""
        self._stopping = False
        self._failures: dict[str, int] = {}
        self._threads: list[threading.Thread] = []
        self._on_failure = on_failure
        self._is_pressed = is_pressed

    def add(self, file: WriteBehind) -> None:
        """Add a task. Call it before `start`."""
        if file.name in self._tasks:
            raise ValueError(f"{file.name} is written behind already")
        self._tasks[file.name] = _Task(file)
        self._wakes.setdefault(file.queue, threading.Condition(self._lock))

    def start(self) -> None:
        """Begin."""
        for queue in self._wakes:
            thread = threading.Thread(target=self._live, args=(queue,), name=f"memoryd-flush-{queue}", daemon=True)
            self._threads.append(thread)
            thread.start()

    def ask(self, name: str) -> None:
        """Something changed: run the task within its delay. Cheap; from any thread."""
        task = self._tasks[name]
        if task.due_at is not None:
            return
        with self._lock:
            if task.due_at is None:
                task.due_at = self._clock.monotonic() + task.file.delay()
                self._wakes[task.file.queue].notify()

    def ask_within(self, name: str, seconds: float) -> None:
        """Run the task in so many seconds, or earlier if it is due then anyway; from any thread."""
        task = self._tasks[name]
        with self._lock:
            at = self._clock.monotonic() + seconds
            if task.due_at is None or at < task.due_at:
                task.due_at = at
                self._wakes[task.file.queue].notify()

    def is_due(self, name: str) -> bool:
        """Whether the task was requested and has not run since."""
        return self._tasks[name].due_at is not None

    def catch_up(self, seconds: float) -> bool:
        """Run now whatever is due and awaited, and wait until it has been tried; False when that takes longer.

        A flusher that was not started has nothing to wait for.
        """
        awaited = [task for task in self._tasks.values() if task.file.is_awaited]

        def has_caught_up() -> bool:
            now = self._clock.monotonic()
            late = [task for task in awaited if task.due_at is not None and task.ended == ended[task]]
            for task in late:
                task.due_at, task.is_hurried = min(now, task.due_at or now), True
                self._wakes[task.file.queue].notify()
            return not late and not any(task.is_running for task in awaited)

        with self._lock:
            if not self._threads:
                return True
            ended = {task: task.ended for task in awaited}
            self._ended.wait_for(lambda: self._stopping or has_caught_up(), seconds)
            return not self._stopping and has_caught_up()

    def stop(self) -> None:
        """End the threads; what is due stays due."""
        with self._lock:
            self._stopping = True
            for wake in (*self._wakes.values(), self._ended):
                wake.notify_all()
        for thread in self._threads:
            if thread.is_alive():
                thread.join()

    def _live(self, queue: str) -> None:
        wake = self._wakes[queue]
        while True:
            with wake:
                if self._stopping:
                    return
                now = self._clock.monotonic()
                pressed = self._is_pressed()
                waiting = [
                    (task.due_at + (task.file.patience if pressed and not task.is_hurried else 0.0), task)
                    for task in self._tasks.values()
                    if task.due_at is not None and task.file.queue == queue
                ]
                due = [task for at, task in waiting if at <= now]
                if not due:
                    first = min((at for at, _ in waiting), default=None)
                    wait = None if first is None else max(0.001, first - now)
                    wake.wait(wait if wait is None or not pressed else min(wait, _GLANCE_SECONDS))
                    continue
            for task in due:
                self._run(task)

    def _run(self, task: _Task) -> None:
        task.is_running = True
        try:
            self._try(task)
        finally:
            with self._ended:
                task.ended += 1
                task.is_running = task.is_hurried = False
                self._ended.notify_all()

    def _try(self, task: _Task) -> None:
        task.due_at = None
        began = self._clock.monotonic()
        try:
            task.file.run()
        except Busy:
            task.due_at = self._clock.monotonic() + _BUSY_SECONDS
        except Exception as error:
            failures = self._failures[task.file.name] = self._failures.get(task.file.name, 0) + 1
            # What somebody edits right now is read in a moment, and then written.
            told_from = _EDITED_TRIES if isinstance(error, Changed) else 1
            if failures == told_from:
                _log.error("flush_failed", task=task.file.name, error=str(error), exc_info=error)
            if failures >= told_from:
                self._on_failure(task.file.name, error)
            now = self._clock.monotonic()
            task.due_at = now + min(_LONGEST_PAUSE, max(_PAUSE_SECONDS, _PAUSE_TIMES * (now - began)))
        else:
            if self._failures.pop(task.file.name, None) is not None:
                self._on_failure(task.file.name, None)


class Failures:
    """The board's lines of files that cannot be written: one for all that fail for the same reason."""

    def __init__(self, board: ProblemBoard) -> None:
        self._board = board
        self._lock = threading.Lock()
        self._errors: dict[str, Exception] = {}

    def report(self, name: str, error: Exception | None) -> None:
        """The task's file cannot be written; None: it can again."""
        with self._lock:
            if error is None:
                self._errors.pop(name, None)
            else:
                self._errors[name] = error  # in its place: who fails again is no news
            self._board.set("flush", self._problems())

    def _problems(self) -> Iterator[Problem]:
        files: dict[tuple[str, str], list[str]] = {}
        for name, error in self._errors.items():
            file, reason = _parts(name, error)
            files.setdefault((reason, _action(error)), []).append(file)
        for (reason, action), found in files.items():
            first, *others = dict.fromkeys(found)
            path, also = (".", f"{', '.join((first, *others))} ") if others else (first, "")
            yield Problem(path=path, what=f"{also}could not be written: {reason}", action=action, severity="critical")


def _action(error: Exception) -> str:
    if isinstance(error, Changed):
        return _EDITS
    if meaning_of(error).refusal is Busy:
        return f"{meaning_of(error).action}; it is tried again by itself"
    return _ROOM


def _parts(name: str, error: Exception) -> tuple[str, str]:
    """Which file, or else which task, and why."""
    sentence = error.sentence if isinstance(error, MemorydError) else meaning_of(error).reason
    path = error.data.get("path") if isinstance(error, MemorydError) else None
    if not isinstance(path, str) or not sentence.startswith(f"{path} cannot be written: "):
        return name, sentence
    return roots.relative(path), sentence.removeprefix(f"{path} cannot be written: ")
