from __future__ import annotations

import errno
import sys
import threading
import weakref
from collections.abc import Callable, Iterator
from pathlib import Path
from queue import SimpleQueue
from typing import Any

import pytest

from memoryd.clock import SystemClock
from memoryd.errors import Busy, Conflict, Internal, NotFound, ReadOnly, forget_frames
from memoryd.storage.append_log import AppendLog
from memoryd.storage.batch import Batch, NotYet, StagedBatch
from memoryd.storage.files import OsFiles
from memoryd.storage.writer import GroupWriter, Outcome
from memoryd.testing.faulty_files import FaultyFiles
from memoryd.testing.manual_clock import ManualClock
from tests.support.collector import without_collector

from .helpers import line, names

DEADLINE = 20.0


class Deliveries:
    """Collects what is delivered, call by call."""

    def __init__(self) -> None:
        self.calls: list[list[Outcome]] = []
        self._more = threading.Condition()

    def __call__(self, outcomes: list[Outcome]) -> None:
        with self._more:
            self.calls.append(outcomes)
            self._more.notify_all()
        for done, result, error in outcomes:
            done(result, error)

    def wait(self, count: int) -> list[tuple[Any, Exception | None]]:
        """The first `count` outcomes."""
        with self._more:
            assert self._more.wait_for(lambda: sum(map(len, self.calls)) >= count, DEADLINE)
            return [(result, error) for call in self.calls for _, result, error in call][:count]


def ignore(_result: Any, _error: Exception | None) -> None:
    pass


@pytest.fixture
def deliveries() -> Deliveries:
    return Deliveries()


@pytest.fixture
def files(tmp_path: Path) -> FaultyFiles:
    return FaultyFiles(str(tmp_path))


@pytest.fixture
def writer(deliveries: Deliveries) -> Iterator[GroupWriter]:
    writer = GroupWriter(ManualClock(), deliveries)  # a batch ends after 20 ms, however slow the machine is
    yield writer
    writer.stop()


def appending(log: AppendLog, name: str, result: Any = None) -> Callable[[Batch], Any]:
    def operation(batch: Batch) -> Any:
        batch.append(log, line(name))
        return result

    return operation


def test_what_queued_up_is_synced_once_and_delivered_in_one_call(
    tmp_path: Path, files: FaultyFiles, writer: GroupWriter, deliveries: Deliveries
) -> None:
    log = AppendLog(files, str(tmp_path / "log.jsonl"))
    for number in range(64):
        writer.submit(appending(log, f"{number}", number), ignore)
    writer.start()
    assert deliveries.wait(64) == [(number, None) for number in range(64)]
    assert len(deliveries.calls) == 1
    assert [call.name for call in files.calls].count("fdatasync") == 1
    assert names(tmp_path / "log.jsonl") == [str(number) for number in range(64)]


def test_all_is_on_disk_and_published_before_it_is_acknowledged(
    tmp_path: Path, files: FaultyFiles, writer: GroupWriter
) -> None:
    log = AppendLog(files, str(tmp_path / "log.jsonl"))
    order: list[str] = []

    def operation(batch: Batch) -> None:
        batch.append(log, line("x"))
        batch.on_commit(lambda: order.append(f"first, {log.durable_size == log.size > 0}"))
        batch.on_commit(lambda: order.append("second"))
        batch.on_abort(lambda: order.append("abort"))

    def done(_result: Any, _error: Exception | None) -> None:
        order.append("acknowledged")

    writer.start()
    writer.submit(operation, done)
    writer.stop()  # whoever waits in `run` for the same round is woken before it is delivered
    assert order == ["first, True", "second", "acknowledged"]


def test_logs_are_written_in_the_order_of_their_names_and_then_synced_together(
    tmp_path: Path, files: FaultyFiles
) -> None:
    a, b = (AppendLog(files, str(tmp_path / name)) for name in ("a", "b"))
    for log in (a, b):
        log.adopt()
    start = len(files.calls)
    batch = StagedBatch(1)
    for log in (b, a, b):
        batch.append(log, b"x\n")
    assert batch.commit() is None
    steps = [(call.name, Path(call.path).name) for call in files.calls[start:] if call.name in ("write", "fdatasync")]
    # What the second log has to sync is begun before the first is waited for.
    assert steps == [("write", "b"), ("write", "a"), ("fdatasync", "a"), ("fdatasync", "b")]


@pytest.mark.parametrize("error", [NotFound("no such thing"), ZeroDivisionError("a fault")])
def test_an_operation_that_raises_fails_alone_and_leaves_nothing(
    tmp_path: Path, writer: GroupWriter, deliveries: Deliveries, error: Exception
) -> None:
    log = AppendLog(OsFiles(), str(tmp_path / "log.jsonl"))
    order: list[str] = []

    def failing(batch: Batch) -> None:
        batch.append(log, line("never"))
        batch.on_commit(lambda: order.append("commit of the failed"))
        batch.on_abort(lambda: order.append("abort 1"))
        batch.on_abort(lambda: order.append("abort 2"))
        raise error

    writer.submit(appending(log, "one", 1), ignore)
    writer.submit(failing, ignore)
    writer.submit(appending(log, "two", 2), ignore)
    writer.start()
    assert deliveries.wait(3) == [(1, None), (None, error), (2, None)]
    assert names(tmp_path / "log.jsonl") == ["one", "two"]
    assert order == ["abort 2", "abort 1"]


@pytest.mark.parametrize("call", ["write", "fdatasync"])
@pytest.mark.parametrize("which", ["a.jsonl", "b.jsonl", "c.jsonl"])
def test_a_batch_that_cannot_be_written_leaves_nothing_in_any_log(
    tmp_path: Path, files: FaultyFiles, writer: GroupWriter, deliveries: Deliveries, call: str, which: str
) -> None:
    logs = [AppendLog(files, str(tmp_path / name)) for name in ("a.jsonl", "b.jsonl", "c.jsonl")]
    order: list[str] = []

    def three(name: str) -> Callable[[Batch], str]:
        def operation(batch: Batch) -> str:
            for log in logs:
                batch.append(log, line(name))
            batch.on_commit(lambda: order.append(f"commit {name}"))
            batch.on_abort(lambda: order.append(f"abort {name}"))
            return name

        return operation

    writer.start()
    writer.run(three("before"))
    files.fail_all(errno.ENOSPC, call, "fsync", path=which)
    ready = threading.Event()
    writer.submit(lambda batch: ready.wait(DEADLINE), ignore)
    writer.submit(three("x"), ignore)
    writer.submit(three("y"), ignore)
    ready.set()
    outcomes = deliveries.wait(3)[1:]
    assert [type(error) for _, error in outcomes] == [ReadOnly, ReadOnly]
    assert outcomes[0][1] is not outcomes[1][1]
    assert all(names(log.path) == ["before"] for log in logs)
    assert order == ["commit before", "abort y", "abort x"]
    files.heal()
    assert writer.run(three("after")) == "after"
    assert all(names(log.path) == ["before", "after"] for log in logs)


def test_a_fault_in_a_log_is_an_internal_error(writer: GroupWriter) -> None:
    class Faulty:
        blamed = ""

        def write(self, data: bytes) -> None:
            raise ZeroDivisionError

        def begin_sync(self) -> None: ...

        def sync(self) -> None: ...

        def rollback(self) -> bool:
            raise ZeroDivisionError

        def settle(self) -> bool:
            return True

        def release(self) -> None: ...

    writer.start()
    with pytest.raises(Internal) as caught:
        writer.run(lambda batch: batch.append(Faulty(), b"x\n"))
    assert isinstance(caught.value.__cause__, ZeroDivisionError)
    assert writer.run(lambda batch: "on it goes") == "on it goes"


def test_a_hook_that_raises_stops_neither_the_others_nor_the_thread(writer: GroupWriter) -> None:
    order: list[str] = []

    def operation(batch: Batch) -> str:
        batch.on_commit(lambda: 1 // 0)  # type: ignore[arg-type, return-value]
        batch.on_commit(lambda: order.append("second"))
        return "done"

    writer.start()
    assert writer.run(operation) == "done"
    assert order == ["second"]
    assert writer.alive


def test_a_delivery_that_raises_does_not_stop_the_thread() -> None:
    def deliver(_outcomes: list[Outcome]) -> None:
        raise RuntimeError("the loop is closed")

    writer = GroupWriter(SystemClock(), deliver)
    writer.start()
    writer.submit(lambda batch: None, ignore)
    assert writer.run(lambda batch: 1) == 1
    writer.stop()


def test_background_slices_come_one_by_one_behind_the_requests(writer: GroupWriter) -> None:
    order: list[str] = []

    def slice_of(number: int) -> Callable[[Batch], None]:
        def operation(_batch: Batch) -> None:
            order.append(f"slice {number}")
            if number == 0:
                for request in range(3):
                    writer.submit(lambda batch, request=request: order.append(f"request {request}"), ignore)

        return operation

    finished = threading.Event()
    for number in range(3):
        writer.call_soon(slice_of(number))
    writer.call_soon(lambda batch: finished.set())
    writer.start()
    assert finished.wait(DEADLINE)
    assert order == ["slice 0", "request 0", "request 1", "request 2", "slice 1", "slice 2"]


def test_a_slice_that_raises_is_told_and_the_next_one_runs(writer: GroupWriter) -> None:
    told: list[Exception | None] = []
    finished = threading.Event()
    writer.call_soon(lambda batch: 1 // 0)
    writer.call_soon(lambda batch: 1 // 0, lambda result, error: told.append(error))
    writer.call_soon(lambda batch: finished.set())
    writer.start()
    assert finished.wait(DEADLINE)
    assert [type(error) for error in told] == [ZeroDivisionError]


def test_run_returns_and_raises_as_the_operation_does(writer: GroupWriter) -> None:
    def refuse(_batch: Batch) -> None:
        raise Conflict("it is there already")

    def within(_batch: Batch) -> None:
        writer.run(lambda batch: None)

    writer.start()
    assert writer.run(lambda batch: 42) == 42
    with pytest.raises(Conflict, match="there already"):
        writer.run(refuse)
    with pytest.raises(RuntimeError, match="wait for itself"):
        writer.run(within)


def test_stop_finishes_what_was_submitted_and_refuses_what_comes_later(tmp_path: Path, deliveries: Deliveries) -> None:
    writer = GroupWriter(ManualClock(), deliveries)  # a batch ends after 20 ms, however slow the machine is
    log = AppendLog(OsFiles(), str(tmp_path / "log.jsonl"))
    for number in range(100):
        writer.submit(appending(log, str(number)), ignore)
        writer.call_soon(appending(log, f"slice {number}"), ignore)
    writer.start()
    writer.stop()
    assert not writer.alive
    assert len(names(tmp_path / "log.jsonl")) == 200
    writer.submit(lambda batch: None, ignore)
    writer.call_soon(lambda batch: None, ignore)
    assert [type(error) for _, error in deliveries.wait(202)[200:]] == [Busy, Busy]
    with pytest.raises(Busy, match="stopping"):
        writer.run(lambda batch: None)


@pytest.mark.parametrize("is_alone", [False, True])
def test_an_operation_whose_matter_is_still_being_read_holds_nobody_up(writer: GroupWriter, is_alone: bool) -> None:
    waiting: list[Callable[[], None]] = []
    found: SimpleQueue[Any] = SimpleQueue()
    is_there = False

    def late(_: Batch) -> str:
        if not is_there:
            raise NotYet(waiting.append)
        return "late"

    writer.start()
    submit = writer.call_soon if is_alone else writer.submit
    submit(late, lambda result, error: found.put((result, error)))
    assert writer.run(lambda _: "other") == "other"
    assert writer.waiting == 1
    assert found.empty()
    is_there = True
    (resume,) = waiting
    resume()
    assert found.get(timeout=DEADLINE) == ("late", None)
    resume()  # once is enough
    assert writer.run(lambda _: "other") == "other"
    assert found.empty()


def test_what_is_never_read_is_refused_at_the_end(writer: GroupWriter) -> None:
    waiting: list[Callable[[], None]] = []
    found: SimpleQueue[Any] = SimpleQueue()

    def never(_: Batch) -> None:
        raise NotYet(waiting.append)

    writer.start()
    writer.submit(never, lambda result, error: found.put((result, error)))
    writer.stop()
    result, error = found.get(timeout=DEADLINE)
    assert result is None
    assert isinstance(error, Busy)
    waiting[0]()


def test_a_batch_is_stamped_by_the_clock_whatever_was_stamped_before() -> None:
    clock = ManualClock(now=1000)
    writer = GroupWriter(clock)
    writer.start()
    times = [writer.run(lambda batch: batch.now) for _ in range(2)]
    clock.set_now(500)
    times.append(writer.run(lambda batch: batch.now))
    clock.set_now(9000)
    times.append(writer.run(lambda batch: batch.now))
    writer.stop()
    assert times == [1000, 1000, 500, 9000]


def test_the_heart_beats_only_while_the_writer_turns() -> None:
    clock = ManualClock(monotonic=10.0)
    writer = GroupWriter(clock)
    writer.start()
    writer.run(lambda batch: None)
    started, go = threading.Event(), threading.Event()
    clock.advance(5)

    def hang(_batch: Batch) -> None:
        started.set()
        go.wait(DEADLINE)

    writer.submit(hang, ignore)
    assert started.wait(DEADLINE)
    assert writer.heartbeat() == 10.0
    go.set()
    writer.stop()
    assert writer.heartbeat() == 15.0


def test_when_the_thread_dies_nobody_waits_for_ever(tmp_path: Path, files: FaultyFiles) -> None:
    writer = GroupWriter(SystemClock())
    log = AppendLog(files, str(tmp_path / "log.jsonl"))
    files.crash_at(1)
    told: list[Exception | None] = []
    writer.submit(appending(log, "x"), lambda result, error: told.append(error))
    writer.call_soon(appending(log, "y"), lambda result, error: told.append(error))
    writer.start()
    writer.stop()
    assert [type(error) for error in told] == [Internal, Internal]
    assert not writer.alive
    with pytest.raises(Busy, match="died"):
        writer.run(lambda batch: None)


def test_a_round_is_bounded_in_operations_and_bytes(tmp_path: Path, deliveries: Deliveries) -> None:
    writer = GroupWriter(ManualClock(), deliveries)
    log = AppendLog(OsFiles(), str(tmp_path / "log.jsonl"))
    for _ in range(2500):
        writer.submit(lambda batch: None, ignore)
    for _ in range(4):
        writer.submit(lambda batch: batch.append(log, bytes((3 << 20) - 1) + b"\n"), ignore)
    writer.start()
    writer.stop()
    assert [len(call) for call in deliveries.calls] == [1024, 1024, 454, 2]
    assert log.durable_size == 12 << 20


def test_many_threads_lose_nothing(tmp_path: Path) -> None:
    writer = GroupWriter(SystemClock())
    writer.start()
    log = AppendLog(OsFiles(), str(tmp_path / "log.jsonl"))

    def client(who: int) -> None:
        for number in range(20):
            writer.run(appending(log, f"{who}-{number}"))

    threads = [threading.Thread(target=client, args=(who,)) for who in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(DEADLINE)
    writer.stop()
    found = names(tmp_path / "log.jsonl")
    assert sorted(found) == sorted(f"{who}-{number}" for who in range(16) for number in range(20))
    for who in range(16):
        assert [name for name in found if name.startswith(f"{who}-")] == [f"{who}-{number}" for number in range(20)]


class Many:
    """Appends the name of each item; some items fail, alone or all together."""

    def __init__(self, log: AppendLog) -> None:
        self._log = log
        self.calls: list[list[str]] = []

    def __call__(self, items: list[str], batch: Batch) -> list[Any]:
        self.calls.append(items)
        for item in items:
            if item == "short":
                return []
            if item == "wrong":
                continue
            batch.append(self._log, line(item))
            if item == "fatal":
                raise ValueError("all of them")
        return [Conflict("wrong") if item == "wrong" else f"{item} done" for item in items]


def test_what_is_done_together_keeps_its_order_and_fails_by_itself(
    tmp_path: Path, files: FaultyFiles, writer: GroupWriter, deliveries: Deliveries
) -> None:
    log = AppendLog(files, str(tmp_path / "log.jsonl"))
    many, other = Many(log), Many(log)
    for item in ("a", "wrong", "b"):
        writer.submit_together(many, item, ignore)
    writer.submit(appending(log, "alone", "alone done"), ignore)
    for item in ("c", "fatal"):
        writer.submit_together(many, item, ignore)
    writer.submit_together(other, "d", ignore)
    writer.submit_together(many, "short", ignore)
    writer.start()
    shown = [result if error is None else type(error) for result, error in deliveries.wait(8)]
    assert shown == ["a done", Conflict, "b done", "alone done", ValueError, ValueError, "d done", RuntimeError]
    assert (many.calls, other.calls) == ([["a", "wrong", "b"], ["c", "fatal"], ["short"]], [["d"]])
    assert names(tmp_path / "log.jsonl") == ["a", "b", "alone", "d"]
    assert len(deliveries.calls) == 1


def test_what_is_done_together_waits_together_for_what_is_still_being_read(
    writer: GroupWriter, deliveries: Deliveries
) -> None:
    waiting: list[Callable[[], None]] = []
    calls: list[list[str]] = []

    def many(items: list[str], _batch: Batch) -> list[str]:
        calls.append(items)
        if len(calls) == 1:
            raise NotYet(waiting.append)
        return items

    for item in ("a", "b"):
        writer.submit_together(many, item, ignore)
    writer.start()
    writer.run(lambda _batch: None)
    for resume in waiting:
        resume()
    assert deliveries.wait(2) == [("a", None), ("b", None)]
    assert calls[0] == [item for items in calls[1:] for item in items] == ["a", "b"]


def test_what_is_done_together_is_refused_together_by_the_disk(
    tmp_path: Path, files: FaultyFiles, writer: GroupWriter, deliveries: Deliveries
) -> None:
    many = Many(AppendLog(files, str(tmp_path / "log.jsonl")))
    for item in ("a", "wrong", "b"):
        writer.submit_together(many, item, ignore)
    files.fail_all(errno.ENOSPC, "write")
    writer.start()
    errors = [error for _, error in deliveries.wait(3)]
    assert [type(error) for error in errors] == [ReadOnly, Conflict, ReadOnly]
    assert errors[0] is not errors[2]


def test_what_was_written_is_not_kept_until_the_next_batch(
    writer: GroupWriter, tmp_path: Path, files: FaultyFiles
) -> None:
    log = AppendLog(files, str(tmp_path / "log"))
    writer.start()
    data = b"x" * (1 << 20) + b"\n"
    before = sys.getrefcount(data)

    writer.run(lambda batch: batch.append(log, data))
    writer.run(lambda batch: None)  # the writer's thread has left the first round

    assert sys.getrefcount(data) == before


@pytest.mark.parametrize("place", [None, 1])
def test_what_was_staged_is_let_go_of_with_the_batch(files: FaultyFiles, tmp_path: Path, place: int | None) -> None:
    writer, log = GroupWriter(SystemClock()), AppendLog(files, str(tmp_path / "log"))
    brought: list[weakref.ref[Deliveries]] = []

    def operation(batch: Batch) -> None:
        much = Deliveries()
        brought.append(weakref.ref(much))
        batch.append(log, b"a line\n")
        batch.on_commit(lambda: much(batch and []))
        batch.on_abort(lambda: much(batch and []))

    writer.start()
    with without_collector():
        if place is None:
            writer.run(operation)
        else:
            files.fail_at(len(files.calls) + place, errno.EIO)
            with pytest.raises(ReadOnly) as refused:
                writer.run(operation)
            forget_frames(refused.value)
        writer.run(lambda batch: None)
        assert [one() for one in brought] == [None]
    writer.stop()


@pytest.mark.parametrize("number", [errno.EIO, errno.EFBIG, errno.EACCES, errno.EMFILE])
def test_refused_writes_are_told_until_the_file_is_written_or_for_ten_minutes(
    files: FaultyFiles, tmp_path: Path, number: int
) -> None:
    """Files that may not be written are told by the directory, and what passes at once by nobody."""
    clock = ManualClock()
    writer = GroupWriter(clock)
    logs = [AppendLog(files, str(tmp_path / name)) for name in ("one", "two")]
    writer.start()
    told = []
    for log in logs:
        writer.run(appending(log, "a"))
        files.fail_at(len(files.calls), number)
        with pytest.raises((ReadOnly, Busy)):
            writer.run(appending(log, "b"))
        told.append(sorted(one.path for one in writer.refusals.problems(str(tmp_path))))
    writer.run(appending(logs[0], "c"))
    told.append([one.path for one in writer.refusals.problems(str(tmp_path))])
    clock.advance(601)
    told.append([one.path for one in writer.refusals.problems(str(tmp_path))])
    writer.stop()
    one, two = (str(log.path) for log in logs)
    holding = {errno.EIO: [["."], ["."], ["."], []], errno.EFBIG: [[one], [one, two], [two], []]}
    assert told == holding.get(number, [[]] * 4)


def test_a_disk_that_was_full_and_has_room_is_told_no_more(files: FaultyFiles, tmp_path: Path) -> None:
    writer = GroupWriter(ManualClock())
    log = AppendLog(files, str(tmp_path / "one"))
    writer.start()
    files.fail_at(len(files.calls), errno.ENOSPC)
    with pytest.raises(ReadOnly):
        writer.run(appending(log, "a"))
    told = [[one.path for one in writer.refusals.problems(str(tmp_path / own))] for own in ("gone", "")]
    writer.stop()
    assert told == [["."], []]
