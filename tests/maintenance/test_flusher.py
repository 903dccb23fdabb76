"""The flusher: what is due is written, a slow task holds up no other, and what fails is tried again."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest

from memoryd.clock import SystemClock
from memoryd.errors import Busy
from memoryd.maintenance.flusher import Flusher
from tests.support.wait import until

DEADLINE = 30


@pytest.fixture
def flusher() -> Iterator[Flusher]:
    made = Flusher(SystemClock())
    yield made
    made.stop()


def test_what_takes_long_does_not_hold_up_the_others(flusher: Flusher) -> None:
    begun, gate, done = threading.Event(), threading.Event(), threading.Semaphore(0)

    def long() -> None:
        begun.set()
        assert gate.wait(DEADLINE)

    flusher.add("metadata", long, lambda: 0.0, lane="snapshots")
    flusher.add("journal", done.release, lambda: 0.0)
    flusher.start()
    flusher.ask("metadata")
    assert begun.wait(DEADLINE)
    for _ in range(3):
        flusher.ask("journal")
        assert done.acquire(timeout=DEADLINE)
    gate.set()


def test_what_fails_is_told_and_tried_again_and_what_is_busy_is_only_tried_again(flusher: Flusher) -> None:
    told: list[tuple[str, str | None]] = []
    errors: list[Exception] = [OSError("full"), OSError("full")]
    over = threading.Event()
    flusher.on_failure = lambda name, error: told.append((name, None if error is None else str(error)))

    def write() -> None:
        if errors:
            raise errors.pop()

    def refuse() -> None:
        over.set()
        raise Busy("not now")

    flusher.add("derived", write, lambda: 0.0)
    flusher.add("metadata", refuse, lambda: 0.0)
    flusher.start()
    flusher.ask("metadata")
    assert over.wait(DEADLINE)
    flusher.ask("derived")
    until(lambda: len(told) == 3)
    assert told == [("derived", "full"), ("derived", "full"), ("derived", None)]
    assert flusher.is_due("metadata")
