"""Where requests run: a pool of readers, a thread for each long call, the writer; and the way back to the loop."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections import deque
from collections.abc import Callable, Iterable
from queue import SimpleQueue
from typing import Any, Protocol

from memoryd.errors import Busy

Work = Callable[[], Any]
Done = Callable[[Any, Exception | None], None]
"""Takes result and error; one of them is None."""
Completion = tuple[Done, Any, Exception | None]
WriteOperation = Callable[[Any], Any]
"""Takes a `memoryd.storage.writer.Batch`."""

ManyWrites = Callable[[list[Any], Any], list[Any]]
"""Takes the items of several writes and the batch; returns for each its result or an exception."""


class Executors(Protocol):
    """What the server needs. Each `done` is called on the event loop; a full queue raises Busy at once."""

    def run_reader(self, work: Work, done: Done) -> None: ...
    def run_writer(self, operation: WriteOperation, done: Done) -> None: ...
    def run_together(self, many: ManyWrites, item: Any, done: Done) -> None: ...
    def run_long(self, work: Work, done: Done) -> None: ...
    def call_on_loop(self, done: Done, result: Any) -> None:
        """From any thread: `done(result, None)` on the loop, in order."""
        ...


class LoopDelivery:
    """Passes completions from threads to the loop; many at once cost a single wake-up."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._ready: deque[Completion] = deque()
        self._awake = False

    def deliver(self, done: Done, result: Any, error: Exception | None) -> None:
        """From any thread: call `done(result, error)` on the loop soon."""
        self._ready.append((done, result, error))
        self._wake()

    def deliver_many(self, completions: Iterable[Completion]) -> None:
        """The same for a whole round of the writer; used as its `deliver`."""
        self._ready.extend(completions)
        self._wake()

    def _wake(self) -> None:
        if not self._awake:
            self._awake = True
            # A closed loop has no client left to answer.
            with contextlib.suppress(RuntimeError):
                self._loop.call_soon_threadsafe(self._drain)

    def _drain(self) -> None:
        # Reset before the queue is drained: what is appended from here on wakes the loop again.
        self._awake = False
        ready = self._ready
        for _ in range(len(ready)):
            done, result, error = ready.popleft()
            try:
                done(result, error)
            except Exception as failure:
                # The remaining ones must still be answered.
                self._loop.call_exception_handler({"message": "a completion failed", "exception": failure})


class ReaderPool:
    """Threads that take work from one queue, which holds at most `waiting` items."""

    def __init__(self, delivery: LoopDelivery, threads: int = 4, waiting: int = 4096) -> None:
        self._delivery = delivery
        self._waiting = waiting
        self._queue: SimpleQueue[tuple[Work, Done] | None] = SimpleQueue()
        self._threads = [
            threading.Thread(target=self._serve, name=f"memoryd-reader-{number}", daemon=True)
            for number in range(threads)
        ]
        for thread in self._threads:
            thread.start()

    def submit(self, work: Work, done: Done) -> None:
        """Queue the work. Raises Busy when too much is waiting."""
        if self._queue.qsize() >= self._waiting:
            raise Busy("too many reads are waiting; try again in a moment", waiting=self._waiting)
        self._queue.put((work, done))

    def close(self) -> None:
        """Finish what is queued and end the threads."""
        for _ in self._threads:
            self._queue.put(None)
        for thread in self._threads:
            thread.join()

    def _serve(self) -> None:
        deliver, get = self._delivery.deliver, self._queue.get
        while (item := get()) is not None:
            work, done = item
            deliver(done, *_attempt(work))
            # An idle thread must not keep the last request alive.
            del item, work, done


class ThreadExecutors:
    """The daemon's executors: a reader pool, a thread for each long call, and the writer's `submit`.

    The writer answers through the same delivery: `GroupWriter(clock, delivery.deliver_many)`.
    """

    def __init__(
        self,
        delivery: LoopDelivery,
        submit_write: Callable[[WriteOperation, Done], None],
        submit_together: Callable[[ManyWrites, Any, Done], None],
        readers: int = 4,
        waiting: int = 4096,
        long_calls: int = 8,
    ) -> None:
        self._deliver = delivery.deliver
        self._readers = ReaderPool(delivery, readers, waiting)
        self._submit_write = submit_write
        self._submit_together = submit_together
        self._places = threading.BoundedSemaphore(long_calls)
        self._long_calls = long_calls

    def run_reader(self, work: Work, done: Done) -> None:
        """Run on the reader pool."""
        self._readers.submit(work, done)

    def run_writer(self, operation: WriteOperation, done: Done) -> None:
        """Run on the writer thread, as part of its next batch; `done` is called when the batch is on disk."""
        self._submit_write(operation, done)

    def run_together(self, many: ManyWrites, item: Any, done: Done) -> None:
        """Like `run_writer`, in one call with adjacent writes of the same `many`."""
        self._submit_together(many, item, done)

    def run_long(self, work: Work, done: Done) -> None:
        """Run on a thread of its own. Raises Busy when `long_calls` are running."""
        if not self._places.acquire(blocking=False):
            raise Busy(f"{self._long_calls} long calls are running; try again when one has ended")
        threading.Thread(target=self._run, args=(work, done), name="memoryd-long", daemon=True).start()

    def call_on_loop(self, done: Done, result: Any) -> None:
        """From any thread: `done(result, None)` on the loop, in order."""
        self._deliver(done, result, None)

    def close(self) -> None:
        """End the readers, after what is queued."""
        self._readers.close()

    def _run(self, work: Work, done: Done) -> None:
        result, failure = _attempt(work)
        self._places.release()
        self._deliver(done, result, failure)


def _attempt(work: Work) -> tuple[Any, Exception | None]:
    try:
        return work(), None
    except Exception as error:
        return None, error
    except BaseException as error:
        # SystemExit in a thread must not leave the caller without an answer.
        return None, RuntimeError(f"{type(error).__name__}: {error}")
