"""The queue before the log: in order, never waiting, honest about what it dropped."""

from __future__ import annotations

import threading

from memoryd.process.log_queue import LogQueue


def test_records_come_out_in_order_before_it_is_closed() -> None:
    out: list[str] = []
    queue = LogQueue(out.append, str)
    for number in range(1000):
        queue.put(f"n{number}")
    assert queue.close(20)
    assert out == [f"n{number}" for number in range(1000)]


def test_a_log_that_hangs_holds_up_nobody_and_hears_how_much_it_missed() -> None:
    out: list[str] = []
    first, go_on = threading.Event(), threading.Event()

    def deliver(record: str) -> None:
        first.set()
        assert go_on.wait(20)
        out.append(record)

    queue = LogQueue(deliver, lambda count: f"dropped {count}", limit=10)
    queue.put("first")
    assert first.wait(20)
    for number in range(100):
        queue.put(str(number))
    assert queue.dropped == 90
    assert not queue.close(0.01)  # still hanging: closing does not wait for ever
    go_on.set()
    assert queue.close(20)
    assert out == ["first", *(str(number) for number in range(10)), "dropped 90"]


def test_a_log_that_fails_is_counted_and_told_once_it_works_again() -> None:
    out: list[str] = []
    broken = threading.Event()
    broken.set()
    tried = threading.Semaphore(0)

    def deliver(record: str) -> None:
        tried.release()
        if broken.is_set():
            raise ConnectionRefusedError
        out.append(record)

    queue = LogQueue(deliver, lambda count: f"dropped {count}")
    queue.put("a")
    assert tried.acquire(timeout=20)  # "a"
    assert tried.acquire(timeout=20)  # and the report of it
    broken.clear()
    queue.put("b")
    assert queue.close(20)
    assert out == ["b", "dropped 1"]
    assert queue.dropped == 1


def test_what_comes_after_the_end_is_counted() -> None:
    out: list[str] = []
    queue = LogQueue(out.append, str)
    assert queue.close(20)
    queue.put("late")
    assert (out, queue.dropped) == ([], 1)
