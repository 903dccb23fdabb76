"""The only writer thread: takes what is queued, applies it, appends, syncs once, then acknowledges all of it."""

from __future__ import annotations

import functools
import itertools
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from queue import Empty, SimpleQueue
from typing import Any, TypeVar

import structlog

from memoryd.acting import MEMORYD, Actor, act, actor
from memoryd.clock import Clock
from memoryd.errors import ERRORS, Busy, Internal, MemorydError
from memoryd.log_throttle import ThrottledLog
from memoryd.os_errors import is_of_the_machine
from memoryd.storage.batch import Batch, Log, NotYet, Operation, StagedBatch
from memoryd.storage.refusals import Refusals

R = TypeVar("R")


Together = Callable[[list[Any], "Batch"], list[Any]]
"""Takes the items of several operations; returns for each its result, or the exception with which it alone fails."""
Done = Callable[[Any, Exception | None], None]
Outcome = tuple[Done, Any, Exception | None]
Request = tuple["Operation | _Joint", Done, Actor]
Deliver = Callable[[list[Outcome]], None]

_log = structlog.get_logger("memoryd.storage")
_MOST_OPERATIONS = 1024
_MOST_BYTES = 4 << 20
_MOST_SECONDS = 0.02
_MOST_TRIES = 8
"""How often a batch is done again without those whose file cannot be written, each time for want of another file."""


class _Joint:
    """An operation that is done in one call together with its neighbours that have the same `many`."""

    __slots__ = ("item", "many")

    def __init__(self, many: Together, item: object) -> None:
        self.many = many
        self.item = item


class _Member:
    """A request in a round, and what has become of it."""

    __slots__ = ("alone", "begin", "end", "error", "is_apart", "is_joined", "is_postponed", "request", "result")

    def __init__(self, request: Request, *, alone: bool) -> None:
        self.request = request
        self.alone = alone
        self.result: Any = None
        self.error: Exception | None = None
        self.begin = self.end = 0
        """Between these, of what the batch has touched, it is the operation's."""
        self.is_postponed = self.is_joined = self.is_apart = False
        """It waits; it was done in one call with others; it is not to be, from now on."""

    def refuse(self, failure: Exception) -> None:
        """The batch failed; what the operation itself found wrong is the better answer."""
        self.result, self.error = None, self.error or _same_again(failure)


class _Waiter:
    """The `done` of a caller that blocks in its own thread."""

    def __init__(self) -> None:
        # A bare lock wakes its waiter faster than an Event.
        self._ready = threading.Lock()
        self._ready.acquire()
        self._result: Any = None
        self._error: Exception | None = None

    def __call__(self, result: object, error: Exception | None) -> None:
        self._result, self._error = result, error
        self._ready.release()

    def wait(self) -> Any:
        self._ready.acquire()
        if self._error is not None:
            raise self._error
        return self._result


def deliver_here(outcomes: list[Outcome]) -> None:
    """Call each `done` in the writer's thread; for programs without an event loop."""
    for done, result, error in outcomes:
        done(result, error)


class GroupWriter:
    """The thread. `deliver` gets all acknowledgements of a round in one call, in the writer's thread."""

    def __init__(self, clock: Clock, deliver: Deliver = deliver_here) -> None:
        self._clock = clock
        self._throttled = ThrottledLog(_log, clock.monotonic)
        self._deliver = deliver
        self.refusals = Refusals(clock)
        self._requests: SimpleQueue[Request | None] = SimpleQueue()
        self._background: deque[tuple[Operation, Done, Actor]] = deque()
        self._postponed: dict[int, tuple[Any, bool]] = {}
        """What waits for something to be read, and whether it is a slice of background work."""
        self._postponements = itertools.count()
        self._unsettled: dict[Log, None] = {}
        self._gate = threading.Lock()
        self._closed: str | None = None
        self._beat = clock.monotonic()
        self._thread = threading.Thread(target=self._live, name="memoryd-writer", daemon=True)

    def start(self) -> None:
        """Start the thread; operations submitted before wait for this."""
        self._thread.start()

    @property
    def is_here(self) -> bool:
        """Whether this is asked on the writer's thread."""
        return threading.get_ident() == self._thread.ident

    def submit(self, operation: Operation, done: Done) -> None:
        """Queue an operation; `done(result, error)` is delivered once it is durable, or has failed."""
        self._put(operation, done)

    def submit_together(self, many: Together, item: object, done: Done) -> None:
        """Like `submit`; consecutive operations of the same `many` are done in one call."""
        self._put(_Joint(many, item), done)

    def _put(self, operation: Operation | _Joint, done: Done) -> None:
        with self._gate:
            closed = self._closed
            if closed is None:
                self._requests.put((operation, done, actor()))
        if closed is not None:
            self._hand_over([(done, None, Busy(closed))])

    def call_soon(self, operation: Operation, done: Done | None = None) -> None:
        """Queue a slice of background work: one is done after each round, so requests wait for one at most."""
        done = done or _log_failure
        with self._gate:
            closed = self._closed
            if closed is None:
                self._background.append((operation, done, actor()))
                self._requests.put(None)
        if closed is not None:
            self._hand_over([(done, None, Busy(closed))])

    def run(self, operation: Callable[[Batch], R]) -> R:
        """Run an operation and wait for it, from any thread but the writer's own. Raises what it raises."""
        if self.is_here:
            raise RuntimeError("the writer cannot wait for itself")
        waiter = _Waiter()
        self.submit(operation, waiter)
        result: R = waiter.wait()
        return result

    def run_alone(self, operation: Callable[[Batch], R]) -> R:
        """Like `run`, in a batch of its own: only this operation can fail or be rolled back."""
        if self.is_here:
            raise RuntimeError("the writer cannot wait for itself")
        waiter = _Waiter()
        self.call_soon(operation, waiter)
        result: R = waiter.wait()
        return result

    def stop(self) -> None:
        """Finish what was submitted, refuse what comes later, and join the thread."""
        with self._gate:
            self._closed = self._closed or "The daemon is stopping; connect again in a moment."
            self._requests.put(None)
        if self._thread.is_alive() and not self.is_here:
            self._thread.join()

    def heartbeat(self) -> float:
        """Monotonic time of the last completed round; a submitted no-op advances it while the writer is alive."""
        return self._beat

    @property
    def waiting(self) -> int:
        """How many operations wait for their round or their slice."""
        return self._requests.qsize() + len(self._background) + len(self._postponed)

    @property
    def alive(self) -> bool:
        """Whether the thread runs."""
        return self._thread.is_alive()

    def _live(self) -> None:
        try:
            while not self._turn():
                pass
        except BaseException:
            # The watchdog sees the missing heartbeat; callers that wait must still get an answer.
            _log.critical("writer_died", exc_info=True)
            self._abandon()

    def _turn(self) -> bool:
        """One round and one slice of background work; True when everything is done after `stop`."""
        try:
            # A wake-up entry may come before requests.
            entry = self._requests.get(block=not self._background) or self._next()
        except Empty:
            entry = None
        if entry is not None:
            self._round(entry)
        if self._background:
            self._round(self._background.popleft(), alone=True)
        self._beat = self._clock.monotonic()
        if self._closed is None:
            return False
        with self._gate:
            late, self._postponed = [*self._postponed.values()], {}
        self._hand_over([(done, None, Busy(self._closed)) for (_, done, _), _ in late])
        return self._requests.empty() and not self._background

    def _round(self, entry: Request, *, alone: bool = False) -> None:
        """Apply what is queued, commit it together, deliver the acknowledgements."""
        members: list[_Member] = []
        try:
            self._settle()
            batch = StagedBatch(self._clock.now())
            self._take(entry, batch, members, alone=alone)
            failure = self._commit(batch, members)
            if failure is None:
                self._throttled.flush()
            else:
                self._do_again(members, batch, failure)
        except BaseException:
            self._hand_over(
                [(one.request[1], None, Internal("The writer died; nothing was saved.")) for one in members]
            )
            raise
        self._hand_over([(one.request[1], one.result, one.error) for one in members if not one.is_postponed])

    def _take(self, entry: Request, batch: StagedBatch, members: list[_Member], *, alone: bool) -> None:
        """Run what is queued, as far as it fits into one batch."""
        until = self._clock.monotonic() + _MOST_SECONDS
        following: Request | None = entry
        while following is not None:
            first = _Member(following, alone=alone)
            members.append(first)
            following = None
            if isinstance(first.request[0], _Joint):
                taken = [first]
                following = self._take_joint(taken, members)
                self._attempt_joint(first.request[0], taken, batch)
            else:
                self._attempt(first.request[0], first, batch)
            if following is None and not alone and not self._is_full(batch, len(members), until):
                following = self._next()

    def _take_joint(self, taken: list[_Member], members: list[_Member]) -> Request | None:
        """Take the successors that are done together with the first; returns the first of another kind."""
        while len(members) < _MOST_OPERATIONS:
            following = self._next()
            if following is None or not _are_joint(taken[0].request[0], following[0]):
                return following
            taken.append(_Member(following, alone=False))
            members.append(taken[-1])
        return None

    def _attempt(self, operation: Operation, one: _Member, batch: StagedBatch) -> None:
        act(one.request[2])
        one.begin = len(batch.touched)
        one.result, one.error = batch.attempt(operation)
        one.end = len(batch.touched)
        self._postpone_unless_ready(one)

    def _attempt_joint(self, first: _Joint, members: Sequence[_Member], batch: StagedBatch) -> None:
        """Do them in one call."""
        act(members[0].request[2])
        items = [one.request[0].item for one in members if isinstance(one.request[0], _Joint)]
        begin = len(batch.touched)
        results, failure = batch.attempt(functools.partial(_each, first.many, items))
        end, is_joined = len(batch.touched), len(members) > 1
        for one, result in zip(members, [failure] * len(items) if failure is not None else results, strict=True):
            one.result, one.error = (None, result) if isinstance(result, Exception) else (result, None)
            one.begin, one.end, one.is_joined = begin, end, is_joined
            self._postpone_unless_ready(one)

    def _commit(self, batch: StagedBatch, members: Sequence[_Member]) -> Exception | None:
        act(MEMORYD)
        failure = batch.commit()
        self._unsettled.update(dict.fromkeys(batch.unsettled))
        if failure is None:
            self.refusals.written(log for log, _ in batch.touched)
        else:
            self.refusals.failed(batch.blamed)
            self._throttled.error(
                "batch_failed", error=str(failure), operations=len(members), exc_info=_unexpected(failure)
            )
        return failure

    def _do_again(self, members: Sequence[_Member], batch: StagedBatch, failure: Exception) -> None:
        """Refuse those whose file cannot be written, and do the others again, in their order.

        So nobody keeps others from writing by a file that cannot be written. Where it is the disk that fails, one more
        try tells.
        """
        left: Sequence[_Member] = [one for one in members if not one.is_postponed]
        for number in range(_MOST_TRIES):
            guilty = _guilty(left, batch)
            for one, why in guilty.items():
                if one.is_joined:
                    one.is_apart = True  # it may be another one's of the same call
                else:
                    one.refuse(why)
            left = [one for one in left if one not in guilty or one.is_joined]
            if not left:
                return
            if not guilty or (number and is_of_the_machine(failure)):
                break
            self._settle()
            batch = StagedBatch(self._clock.now())
            for some in _together(left):
                operation = some[0].request[0]
                if isinstance(operation, _Joint):
                    self._attempt_joint(operation, some, batch)
                else:
                    self._attempt(operation, some[0], batch)
            left = [one for one in left if not one.is_postponed]
            again = self._commit(batch, left)
            if again is None:
                return
            failure = again
        for one in left:
            one.refuse(failure)

    def _postpone_unless_ready(self, one: _Member) -> None:
        if not isinstance(one.error, NotYet):
            return
        one.is_postponed = True
        with self._gate:
            number = next(self._postponements)
            self._postponed[number] = one.request, one.alone
        one.error.when_ready(functools.partial(self._resume, number))

    def _resume(self, number: int) -> None:
        with self._gate:
            request, alone = self._postponed.pop(number, (None, False))
            if request is not None and alone:
                self._background.append(request)
                self._requests.put(None)
            elif request is not None:
                self._requests.put(request)

    def _settle(self) -> None:
        """Remove what was refused and could not be removed then, before anything is read or appended behind it."""
        for log in list(self._unsettled):
            if log.settle():
                del self._unsettled[log]

    def _is_full(self, batch: StagedBatch, operations: int, until: float) -> bool:
        return operations >= _MOST_OPERATIONS or batch.size >= _MOST_BYTES or self._clock.monotonic() >= until

    def _next(self) -> Request | None:
        """The next queued request; wake-up entries are skipped."""
        try:
            while (entry := self._requests.get_nowait()) is None:
                pass
        except Empty:
            return None
        return entry

    def _hand_over(self, outcomes: list[Outcome]) -> None:
        """Wake waiting threads here; deliver all others in one call."""
        others: list[Outcome] = []
        for outcome in outcomes:
            done, result, error = outcome
            if type(done) is _Waiter:
                done(result, error)
            else:
                others.append(outcome)
        if others:
            try:
                self._deliver(others)
            except Exception:
                _log.exception("deliver_failed")

    def _abandon(self) -> None:
        """Fail everything that is queued, and all that comes later."""
        with self._gate:
            self._closed = "The writer died; the daemon must be started again."
            waiting: list[Request] = [*self._background, *(request for request, _ in self._postponed.values())]
            self._postponed.clear()
        self._background.clear()
        while (entry := self._next()) is not None:
            waiting.append(entry)
        self._hand_over([(done, None, Internal(self._closed)) for _, done, _ in waiting])


def _log_failure(_result: object, error: Exception | None) -> None:
    if error is not None and not isinstance(error, Busy):
        _log.error("background_slice_failed", error=str(error), exc_info=error)


def _unexpected(error: Exception) -> Exception | None:
    return None if isinstance(error, MemorydError) else error


def _each(many: Together, items: list[Any], batch: Batch) -> list[Any]:
    results = many(items, batch)
    if len(results) != len(items):
        raise RuntimeError("of operations that are done together, each must have its result")
    return results


def _are_joint(one: Operation | _Joint, other: Operation | _Joint) -> bool:
    return isinstance(one, _Joint) and isinstance(other, _Joint) and one.many is other.many


def _together(members: Iterable[_Member]) -> Iterator[list[_Member]]:
    """The members in their order, those in one list that are done in one call."""
    some: list[_Member] = []
    for one in members:
        if some and (one.is_apart or some[-1].is_apart or not _are_joint(some[-1].request[0], one.request[0])):
            yield some
            some = []
        some.append(one)
    if some:
        yield some


def _guilty(members: Sequence[_Member], batch: StagedBatch) -> dict[_Member, Exception]:
    """Those that need what could not be written, and why it could not be."""
    guilty: dict[_Member, Exception] = {}
    touched = {one: frozenset(batch.touched[one.begin : one.end]) for one in members}
    for log, (part, why) in batch.blamed.items():
        of_part = [one for one in members if (log, part) in touched[one]] if part else []
        for one in of_part or [one for one in members if any(place[0] is log for place in touched[one])]:
            guilty.setdefault(one, why)
    return guilty


def _same_again(error: Exception) -> Exception:
    """A separate error for each caller: they are raised in several threads, each with its own traceback."""
    again: MemorydError
    if isinstance(error, MemorydError):
        again = ERRORS[error.code](error.sentence, **error.data)
    else:
        again = Internal("The write failed for an unexpected reason; nothing was saved.")
    again.__cause__ = error
    return again
