"""The only writer thread: takes what is queued, applies it, appends, syncs once, then acknowledges all of it."""

from __future__ import annotations

import functools
import itertools
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from queue import Empty, SimpleQueue
from typing import Any, Protocol, TypeVar

import structlog

from memoryd.acting import MEMORYD, Actor, act, acting, actor
from memoryd.clock import Clock
from memoryd.errors import ERRORS, Busy, Internal, MemorydError, not_on_disk, perhaps_on_disk
from memoryd.log_throttle import ThrottledLog
from memoryd.os_errors import is_of_the_system, refused

R = TypeVar("R")


class Log(Protocol):
    """What a batch needs of an append log."""

    def write(self, data: bytes) -> None:
        """Append the bytes to the file. On failure none of them remain."""
        ...

    def begin_sync(self) -> None:
        """Others are synced first: the disk may begin. `sync` or `rollback` follows."""
        ...

    def sync(self) -> None:
        """Make what was written durable (file, and directory when the file is new)."""
        ...

    def rollback(self) -> bool:
        """Undo what was written since the last sync; right after a sync, what that sync made durable.

        Whether nothing of it can be there after a restart.
        """
        ...

    def settle(self) -> bool:
        """Try again to remove what a `rollback` had to leave; whether there is nothing more to try."""
        ...

    def release(self) -> None:
        """The batch stands: let go of what was kept to undo it."""
        ...


class Batch(Protocol):
    """One group commit. Operations stage their writes in it; nothing is visible or acknowledged before it is on disk.

    An operation validates first and stages last: once it has staged anything it must not raise.
    """

    @property
    def now(self) -> int:
        """The batch's wall time, microseconds."""
        ...

    def append(self, log: Log, data: bytes) -> None:
        """Stage whole lines for `log`. Logs are written in the order in which they were first named, and synced
        together."""
        ...

    def on_commit(self, action: Callable[[], None]) -> None:
        """Run after the sync, in order, before anything is acknowledged: publish in-memory state here."""
        ...

    def on_abort(self, action: Callable[[], None]) -> None:
        """Run instead, newest first, if the batch could not be written: undo staged state here."""
        ...


Operation = Callable[["Batch"], Any]


class NotYet(Exception):
    """An operation needs what is still being read: it is tried again when that is there, and others go on meanwhile."""

    def __init__(self, when_ready: Callable[[Callable[[], None]], None]) -> None:
        """`when_ready(resume)` keeps `resume`, to be called once, from any thread."""
        super().__init__("what this needs is still being read")
        self.when_ready = when_ready


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
_SLICE = 1 << 20


class StagedBatch:
    """The batch of one round: collects what operations stage, then writes all of it to disk or none."""

    def __init__(self, now: int) -> None:
        self._now = now
        self._appends: list[tuple[Log, bytes]] = []
        self._commits: list[tuple[Actor, Callable[[], None]]] = []
        self._aborts: list[Callable[[], None]] = []
        self.size = 0
        """Bytes staged."""
        self.unsettled: list[Log] = []
        """After a failed `commit`: logs that may still hold what was refused."""

    @property
    def now(self) -> int:
        """The batch's wall time, microseconds."""
        return self._now

    def append(self, log: Log, data: bytes) -> None:
        """Stage whole lines for `log`."""
        self._appends.append((log, data))
        self.size += len(data)

    def on_commit(self, action: Callable[[], None]) -> None:
        """Run after the sync, in order, for whoever acts now."""
        self._commits.append((actor(), action))

    def on_abort(self, action: Callable[[], None]) -> None:
        """Run instead, newest first, if the batch could not be written."""
        self._aborts.append(action)

    def attempt(self, operation: Operation) -> tuple[Any, Exception | None]:
        """Run one operation; if it raises, it alone fails, and what it had staged is dropped."""
        appends, commits, aborts = len(self._appends), len(self._commits), len(self._aborts)
        try:
            return operation(self), None
        except Exception as error:
            self.size -= sum(len(data) for _, data in self._appends[appends:])
            del self._appends[appends:]
            del self._commits[commits:]
            undo = self._aborts[aborts:]
            del self._aborts[aborts:]
            _run_all(reversed(undo), "abort_hook_failed")
            return None, error

    def commit(self) -> Exception | None:
        """Write and sync every log, then publish. On failure nothing remains, and the error is returned."""
        try:
            return self._commit()
        finally:
            # Most of them refer to the batch: what they bring would wait for the collector, megabytes of it.
            self._appends.clear()
            self._commits.clear()
            self._aborts.clear()

    def _commit(self) -> Exception | None:
        touched: list[Log] = []
        try:
            for log, pieces in self._by_log().items():
                touched.append(log)
                for block in _joined(pieces):
                    log.write(block)
            # Together they take one commit of the file system's journal, in turn one each.
            for log in touched[1:]:
                log.begin_sync()
            for log in touched:
                log.sync()
        except Exception as error:
            self.unsettled = [log for log in reversed(touched) if not _rolled_back(log)]
            _run_all(reversed(self._aborts), "abort_hook_failed")
            return _refused(error, on_disk=bool(self.unsettled))
        _run_all((functools.partial(_run_for, *commit) for commit in self._commits), "commit_hook_failed")
        _run_all((log.release for log in touched), "release_failed")
        return None

    def _by_log(self) -> dict[Log, list[bytes]]:
        staged: dict[Log, list[bytes]] = {}
        for log, data in self._appends:
            staged.setdefault(log, []).append(data)
        return staged


def _rolled_back(log: Log) -> bool:
    try:
        return log.rollback()
    except Exception:
        _log.exception("rollback_failed")
        return False


def _refused(error: Exception, *, on_disk: bool) -> Exception:
    """Why the batch failed, and whether something of it may be on disk all the same."""
    if not isinstance(error, MemorydError):
        if not is_of_the_system(error):
            return error
        refusal = refused(error, "The write failed")
        refusal.__cause__ = error
        error = refusal
    return perhaps_on_disk(error) if on_disk else not_on_disk(error)


def _joined(pieces: list[bytes]) -> Iterator[bytes]:
    """The pieces in as few blocks as possible, none much longer than a slice: joining holds the interpreter's lock."""
    held: list[bytes] = []
    size = 0
    for piece in pieces:
        held.append(piece)
        size += len(piece)
        if size >= _SLICE:
            yield b"".join(held)
            held, size = [], 0
    if held:
        yield held[0] if len(held) == 1 else b"".join(held)


def _run_all(actions: Iterable[Callable[[], None]], event: str) -> None:
    """Run each; one that raises is logged and does not stop the others."""
    for action in actions:
        try:
            action()
        except Exception:
            _log.exception(event)


def _run_for(who: Actor, action: Callable[[], None]) -> None:
    with acting(who):
        action()


class _Joint:
    """An operation that is done in one call together with its neighbours that have the same `many`."""

    __slots__ = ("item", "many")

    def __init__(self, many: Together, item: object) -> None:
        self.many = many
        self.item = item


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
        batch = StagedBatch(self._clock.now())
        members: list[Done] = []
        outcomes: list[Outcome] = []
        try:
            self._settle()
            until = self._clock.monotonic() + _MOST_SECONDS
            following: Request | None = entry
            while following is not None:
                operation, done, who = following
                members.append(done)
                act(who)
                if isinstance(operation, _Joint):
                    following = self._join(operation, batch, members, outcomes)
                    if following is not None:
                        continue
                else:
                    result, error = batch.attempt(operation)
                    if isinstance(error, NotYet):
                        members.pop()
                        self._postpone(following, error, alone=alone)
                    else:
                        outcomes.append((done, result, error))
                following = None if alone or self._is_full(batch, len(members), until) else self._next()
            act(MEMORYD)
            failure = batch.commit()
            self._unsettled.update(dict.fromkeys(batch.unsettled))
        except BaseException:
            self._hand_over([(done, None, Internal("The writer died; nothing was saved.")) for done in members])
            raise
        if failure is not None:
            self._throttled.error(
                "batch_failed", error=str(failure), operations=len(members), exc_info=_unexpected(failure)
            )
            outcomes = [(done, None, own or _same_again(failure)) for done, _, own in outcomes]
        else:
            self._throttled.flush()
        self._hand_over(outcomes)

    def _postpone(self, request: Request, why: NotYet, *, alone: bool) -> None:
        with self._gate:
            number = next(self._postponements)
            self._postponed[number] = request, alone
        why.when_ready(functools.partial(self._resume, number))

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

    def _join(self, first: _Joint, batch: StagedBatch, members: list[Done], outcomes: list[Outcome]) -> Request | None:
        """Do the operation, whose `done` is the last member, and its successors; returns the first of another kind."""
        items, begin = [first.item], len(members) - 1
        following = None
        while len(members) < _MOST_OPERATIONS:
            following = self._next()
            if following is None or not isinstance(following[0], _Joint) or following[0].many is not first.many:
                break
            items.append(following[0].item)
            members.append(following[1])
            following = None
        results, failure = batch.attempt(functools.partial(_each, first.many, items))
        results = [failure] * len(items) if failure is not None else results
        for done, result in zip(members[begin:], results, strict=True):
            outcomes.append((done, None, result) if isinstance(result, Exception) else (done, result, None))
        return following

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


def _same_again(error: Exception) -> Exception:
    """A separate error for each caller: they are raised in several threads, each with its own traceback."""
    again: MemorydError
    if isinstance(error, MemorydError):
        again = ERRORS[error.code](error.sentence, **error.data)
    else:
        again = Internal("The write failed for an unexpected reason; nothing was saved.")
    again.__cause__ = error
    return again
