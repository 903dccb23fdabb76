"""Where requests run: readers, scanners, threads for long calls, the writer; and the way back to the loop."""

from __future__ import annotations

import asyncio
import contextlib
import functools
from collections import deque
from collections.abc import Callable, Iterable
from typing import Any

from memoryd.rpc.pool import Done, R, TurnPool, Work
from memoryd.rpc.turns import Line, Source, Turns

Completion = tuple[Done, Any, Exception | None]
WriteOperation = Callable[[Any], Any]
"""Takes a `memoryd.storage.batch.Batch`."""

_A_WRITE = 512
"""Bytes that a write counts for besides its own."""
_SCANNER_THREADS = 16
_SCANNERS_OF_ONE = 2
_LONG_WAITING = 256
ManyWrites = Callable[[list[Any], Any], list[Any]]
"""Takes the items of several writes and the batch; returns for each its result or an exception."""


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


class WriteTurns:
    """Hands writes on to the writer: at once while little is there, else in turn. Used on the loop only.

    What the writer has is what others wait for, whoever they are: so it never has much.
    """

    def __init__(self, most_bytes: int = 1 << 20) -> None:
        self._most = most_bytes
        self._handed = 0
        self._turns: Turns[tuple[Callable[[Done], None], Done, int]] = Turns(most_of_one=1 << 30)

    def submit(self, write: Callable[[Done], None], done: Done, source: Source, size: int) -> None:
        """`write(done)` submits it to the writer. Those of one connection keep their order."""
        if self._turns.waiting or (self._handed and self._handed + size > self._most):
            self._turns.add(source, (write, done, size))
        else:
            self._hand(write, done, size, None)

    def _hand(self, write: Callable[[Done], None], done: Done, size: int, line: Line[Any] | None) -> None:
        self._handed += size

        def written(result: Any, error: Exception | None) -> None:
            self._handed -= size
            if line is not None:
                self._turns.end(line)
            if self._turns.waiting:
                self._hand_more()
            done(result, error)

        write(written)

    def _hand_more(self) -> None:
        while self._turns.waiting:
            line = self._turns.best(all_read=True)
            assert line is not None
            write, done, size = line.items[0]
            if self._handed and self._handed + size > self._most:
                return
            self._turns.take(line)
            self._turns.give(line, _A_WRITE + size)
            self._hand(write, done, size, line)


class ThreadExecutors:
    """The daemon's executors: three pools that take turns, and the writer's `submit`.

    The writer answers through the same delivery: `GroupWriter(clock, delivery.deliver_many)`.
    """

    def __init__(
        self,
        delivery: LoopDelivery,
        submit_write: Callable[[WriteOperation, Done], None],
        submit_together: Callable[[ManyWrites, Any, Done], None],
        wait_until_read: Callable[[], object],
        readers: int = 2,
        waiting: int = 4096,
        long_calls: int = 8,
    ) -> None:
        self._deliver = delivery.deliver
        self._wait_until_read = wait_until_read
        self._readers = TurnPool(
            delivery.deliver,
            "memoryd-reader",
            threads=readers,
            at_once=readers,
            waiting=waiting,
            most_of_one=readers,
        )
        self._scanners = TurnPool(
            delivery.deliver,
            "memoryd-scanner",
            threads=_SCANNER_THREADS,
            at_once=max(1, readers // 4),
            waiting=waiting,
            most_of_one=_SCANNERS_OF_ONE,
        )
        self._write_turns = WriteTurns()
        self._submit_write = submit_write
        self._submit_together = submit_together
        self._long = TurnPool(
            delivery.deliver,
            "memoryd-long",
            threads=long_calls,
            at_once=long_calls,
            waiting=_LONG_WAITING,
            most_of_one=max(1, long_calls // 4),
            most_of_user=max(1, long_calls - long_calls // 4),
            behind=self._readers,
        )

    def run_reader(self, work: Work, done: Done, source: Source) -> None:
        """Run on the reader pool."""
        self._readers.submit(work, done, source)

    def run_scanner(self, work: Work, done: Done, source: Source) -> None:
        """Run on the threads of long reads, which `pause` lets take turns."""
        self._scanners.submit(work, done, source)

    def pause(self) -> None:
        """In a scanner's thread: let others have their turn."""
        self._scanners.pause()

    def wait(self, work: Callable[[], R]) -> R:
        """In a scanner's thread: do what waits for something else, without a turn."""
        return self._scanners.wait(work)

    def wait_until_read(self) -> None:
        """In a scanner's thread: wait, without a turn, until what was brought before is worked off."""
        self._scanners.wait(self._wait_until_read)

    def wake(self) -> None:
        """A connection takes replies again, or has gone."""
        self._readers.wake()
        self._scanners.wake()
        self._long.wake()

    def run_writer(self, operation: WriteOperation, done: Done, source: Source, size: int) -> None:
        """Run on the writer thread, as part of its next batch; `done` is called when the batch is on disk."""
        self._write_turns.submit(functools.partial(self._submit_write, operation), done, source, size)

    def run_together(self, many: ManyWrites, item: Any, done: Done, source: Source, size: int) -> None:
        """Like `run_writer`, in one call with adjacent writes of the same `many`."""
        self._write_turns.submit(functools.partial(self._submit_together, many, item), done, source, size)

    def run_long(self, work: Work, done: Done, source: Source) -> None:
        """Run on a thread of the long calls: few of one connection at once, and never on all of them for one user."""
        self._long.submit(work, done, source)

    def call_on_loop(self, done: Done, result: Any) -> None:
        """From any thread: `done(result, None)` on the loop, in order."""
        self._deliver(done, result, None)

    def close(self) -> None:
        """End the threads, after what is queued. Long calls were told to stop; nobody waits for one that does not."""
        self._readers.close()
        self._scanners.close()
        self._long.close(wait=False)
