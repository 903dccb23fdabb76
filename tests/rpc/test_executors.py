"""Threads and the way back to the loop."""

from __future__ import annotations

import asyncio
import threading
from typing import Any

import pytest

from memoryd.rpc.executors import Done, LoopDelivery, ThreadExecutors, WriteTurns
from tests.rpc.harness import DEADLINE, FakeSource


class CountingLoop:
    """Stands for a loop: keeps what is to be called, and runs it when told."""

    def __init__(self) -> None:
        self.calls: list[Any] = []
        self.failures: list[Any] = []

    def call_soon_threadsafe(self, action: Any) -> None:
        self.calls.append(action)

    def call_exception_handler(self, context: dict[str, Any]) -> None:
        self.failures.append(context["exception"])

    def run(self) -> None:
        waiting, self.calls = self.calls, []
        for action in waiting:
            action()


def test_completions_that_come_together_cross_once_and_in_order() -> None:
    loop, seen = CountingLoop(), []
    delivery = LoopDelivery(loop)  # type: ignore[arg-type]

    def note(result: Any, error: Any) -> None:
        seen.append((result, error))

    failure = ValueError("x")

    delivery.deliver(note, 1, None)
    delivery.deliver_many([(note, 2, None), (note, None, failure)])
    assert (len(loop.calls), seen) == (1, [])
    loop.run()
    assert [(1, None), (2, None), (None, failure)] == seen

    delivery.deliver(note, 4, None)
    assert len(loop.calls) == 1
    loop.run()
    assert seen[-1] == (4, None)


def test_a_completion_that_fails_stops_no_other() -> None:
    loop, seen = CountingLoop(), []
    delivery = LoopDelivery(loop)  # type: ignore[arg-type]
    failure = RuntimeError("x")

    def fail(result: object, error: object) -> None:
        raise failure

    delivery.deliver_many([(fail, 1, None), (lambda result, error: seen.append(result), 2, None)])
    loop.run()
    assert ([2], [failure]) == (seen, loop.failures)


def test_what_a_completion_delivers_comes_in_the_next_round() -> None:
    loop, seen = CountingLoop(), []
    delivery = LoopDelivery(loop)  # type: ignore[arg-type]
    delivery.deliver(lambda result, error: delivery.deliver(lambda *got: seen.append(got), "inner", None), None, None)
    loop.run()
    assert seen == []
    loop.run()
    assert seen == [("inner", None)]


def test_a_closed_loop_is_no_fault() -> None:
    loop = asyncio.new_event_loop()
    loop.close()

    LoopDelivery(loop).deliver(lambda result, error: None, 1, None)


async def _gather(executors: ThreadExecutors, run: str, work: list[Any]) -> list[tuple[Any, Exception | None]]:
    done: asyncio.Queue[tuple[Any, Exception | None]] = asyncio.Queue()
    for one in work:
        getattr(executors, run)(one, lambda result, error: done.put_nowait((result, error)), FakeSource())
    return [await asyncio.wait_for(done.get(), DEADLINE) for _ in work]


@pytest.mark.parametrize("run", ["run_reader", "run_scanner", "run_long"])
def test_results_and_errors_come_back_on_the_loop(run: str) -> None:
    failure = ValueError("no")

    def fail() -> None:
        raise failure

    def leave() -> None:
        raise SystemExit(3)

    async def main() -> list[tuple[Any, Exception | None]]:
        executors = ThreadExecutors(
            LoopDelivery(asyncio.get_running_loop()), lambda *_: None, lambda *_: None, lambda: None, readers=1
        )
        try:
            found = []
            for work in (lambda: threading.current_thread().name, fail, leave, lambda: 5):
                found += await _gather(executors, run, [work])
            return found
        finally:
            executors.close()

    names, failed, left, fine = asyncio.run(main())
    assert names[0].rstrip("-0123456789") == run.replace("run_", "memoryd-")
    assert (None, failure) == failed
    assert isinstance(left[1], RuntimeError)
    assert fine == (5, None)


class SlowWriter:
    """Stands for the writer: remembers what it was handed, and does it when told."""

    def __init__(self) -> None:
        self.handed: list[tuple[str, Done]] = []
        self.done: list[str] = []

    def submit(self, turns: WriteTurns, name: str, source: FakeSource, size: int) -> None:
        def write(done: Done) -> None:
            self.handed.append((name, done))

        turns.submit(write, lambda result, error: self.done.append(name), source, size)

    def finish(self) -> None:
        """Do the first."""
        self.handed.pop(0)[1](None, None)

    @property
    def names(self) -> list[str]:
        return [name for name, _ in self.handed]


def test_small_writes_are_handed_on_at_once_and_large_ones_one_by_one() -> None:
    turns, writer, one = WriteTurns(most_bytes=100), SlowWriter(), FakeSource()
    for name in ("a", "b", "c"):
        writer.submit(turns, name, one, 10)
    assert writer.names == ["a", "b", "c"]
    writer.submit(turns, "large", one, 1000)
    writer.submit(turns, "after it", one, 10)
    assert writer.names == ["a", "b", "c"]
    for _ in range(3):
        writer.finish()
    assert writer.names == ["large"]
    writer.finish()
    assert writer.names == ["after it"]


def test_the_writes_of_another_come_between_many_large_ones() -> None:
    turns, writer, attacker, other = WriteTurns(most_bytes=100), SlowWriter(), FakeSource(), FakeSource()
    for number in range(20):
        writer.submit(turns, f"large {number}", attacker, 1000)
    writer.submit(turns, "small", other, 10)
    while writer.handed:
        writer.finish()
    assert writer.done.index("small") <= 2
    assert [name for name in writer.done if name != "small"] == [f"large {number}" for number in range(20)]
