"""The flusher: what is due is written, a slow task holds up no other, and what fails is tried again."""

from __future__ import annotations

import errno
import threading
from collections.abc import Iterator

import pytest

from memoryd.background import WriteBehind
from memoryd.clock import SystemClock
from memoryd.errors import Busy, ReadOnly
from memoryd.maintenance.flusher import Failures, Flusher
from memoryd.problems import ProblemBoard
from memoryd.storage.atomic import Changed
from memoryd.testing.manual_clock import ManualClock
from tests.support.wait import until

DEADLINE = 30
Told = list[tuple[str, str | None]]


@pytest.fixture
def told() -> Told:
    return []


@pytest.fixture
def pressed() -> threading.Event:
    """Set while requests come in fast."""
    return threading.Event()


@pytest.fixture
def flusher(told: Told, pressed: threading.Event) -> Iterator[Flusher]:
    made = Flusher(
        SystemClock(), lambda name, error: told.append((name, None if error is None else str(error))), pressed.is_set
    )
    yield made
    made.stop()


def at_once() -> float:
    return 0.0


def test_what_takes_long_does_not_hold_up_the_others(flusher: Flusher) -> None:
    begun, gate, done = threading.Event(), threading.Event(), threading.Semaphore(0)

    def long() -> None:
        begun.set()
        assert gate.wait(DEADLINE)

    flusher.add(WriteBehind("metadata", long, at_once, queue="snapshots"))
    flusher.add(WriteBehind("journal", done.release, at_once))
    flusher.start()
    flusher.ask("metadata")
    assert begun.wait(DEADLINE)
    for _ in range(3):
        flusher.ask("journal")
        assert done.acquire(timeout=DEADLINE)
    gate.set()


def test_what_fails_is_told_and_tried_again_and_what_is_busy_is_only_tried_again(flusher: Flusher, told: Told) -> None:
    errors: list[Exception] = [OSError("full"), OSError("full")]
    over = threading.Event()

    def write() -> None:
        if errors:
            raise errors.pop()

    def refuse() -> None:
        over.set()
        raise Busy("not now")

    flusher.add(WriteBehind("derived", write, at_once))
    flusher.add(WriteBehind("metadata", refuse, at_once))
    flusher.start()
    flusher.ask("metadata")
    assert over.wait(DEADLINE)
    flusher.ask("derived")
    until(lambda: len(told) == 3)
    assert told == [("derived", "full"), ("derived", "full"), ("derived", None)]
    assert flusher.is_due("metadata")


def test_what_failed_is_tried_again_the_sooner_the_shorter_the_try_was() -> None:
    clock, done, tries, took = ManualClock(), threading.Semaphore(0), list[float](), 0.0
    flusher = Flusher(clock, lambda name, error: None, lambda: False)

    def write() -> None:
        tries.append(clock.monotonic())
        clock.advance(took)
        raise OSError("full")

    def pass_by(seconds: float) -> int:
        clock.advance(seconds)
        flusher.ask_within("next", 0)
        assert done.acquire(timeout=DEADLINE)
        return len(tries)

    flusher.add(WriteBehind("failing", write, at_once))
    flusher.add(WriteBehind("next", done.release, at_once))
    flusher.ask("failing")
    flusher.start()
    try:
        assert pass_by(0) == 1
        assert [pass_by(1.0) for _ in range(5)] == [2, 3, 4, 5, 6]
        assert pass_by(0.5) == 6
        took = 1.25
        assert [pass_by(seconds) for seconds in (0.5, 24.0, 1.0)] == [7, 7, 8]
        took = 60.0
        assert [pass_by(seconds) for seconds in (25.0, 29.0, 1.0)] == [9, 9, 10]
    finally:
        flusher.stop()


def test_what_is_edited_right_now_is_told_only_when_it_goes_on(flusher: Flusher, told: Told) -> None:
    tries = list[int]()

    def write() -> None:
        tries.append(len(told))
        if not told:
            raise Changed("MEMORY.md was edited meanwhile")

    def has_ended() -> bool:
        flusher.ask_within("hot cache", 0)
        return len(told) > 1

    flusher.add(WriteBehind("hot cache", write, at_once))
    flusher.start()
    until(has_ended)
    assert tries[:9] == [0] * 8 + [1]
    assert told == [("hot cache", "MEMORY.md was edited meanwhile"), ("hot cache", None)]
    board = ProblemBoard(lambda problem: None)
    Failures(board).report("hot cache", Changed("MEMORY.md was edited meanwhile"))
    assert "writes the file over and over" in board.all()[0].action


def test_what_is_patient_waits_while_requests_come_in_fast(flusher: Flusher, pressed: threading.Event) -> None:
    pressed.set()
    patient, other = threading.Event(), threading.Event()
    flusher.add(WriteBehind("patient", patient.set, at_once, patience=3600))
    flusher.add(WriteBehind("other", other.set, at_once))
    flusher.start()
    flusher.ask("patient")
    flusher.ask("other")
    assert other.wait(DEADLINE)
    assert flusher.is_due("patient")
    pressed.clear()
    assert patient.wait(DEADLINE)


def test_what_is_asked_for_twice_runs_once_and_what_was_not_asked_for_is_not_due(flusher: Flusher) -> None:
    runs: list[int] = []
    delays = iter([0.0, 3600.0])
    flusher.add(WriteBehind("derived", lambda: runs.append(1), lambda: next(delays)))
    flusher.ask("derived")
    flusher.ask("derived")
    flusher.start()
    until(lambda: runs == [1])
    until(lambda: not flusher.is_due("derived"))
    flusher.ask("derived")
    flusher.stop()
    assert flusher.is_due("derived")


def test_what_is_due_late_is_brought_forward_and_never_put_off(flusher: Flusher) -> None:
    runs: list[int] = []
    flusher.add(WriteBehind("ends", lambda: runs.append(1), at_once))
    flusher.start()
    flusher.ask_within("ends", 3600.0)
    flusher.ask_within("ends", 0.0)
    flusher.ask_within("ends", 3600.0)
    until(lambda: runs == [1])


def test_who_waits_has_what_is_due_written_now_and_once(flusher: Flusher, pressed: threading.Event) -> None:
    written: list[str] = []

    def write(name: str, then: str | None = None) -> None:
        written.append(name)
        if then is not None:
            flusher.ask(then)

    pressed.set()
    flusher.add(WriteBehind("busy", lambda: write("busy", "busy"), lambda: 600.0, 600.0))
    flusher.add(WriteBehind("first", lambda: write("first", "second"), lambda: 600.0, 600.0))
    flusher.add(WriteBehind("second", lambda: write("second"), lambda: 600.0, queue="other"))
    flusher.add(WriteBehind("mine", lambda: write("mine"), lambda: 600.0, is_awaited=False))
    assert flusher.catch_up(0.0)  # not started
    flusher.start()
    for name in ("busy", "first", "mine"):
        flusher.ask(name)
    assert flusher.catch_up(DEADLINE)
    assert sorted(written) == ["busy", "first", "second"]
    assert flusher.is_due("mine") and flusher.is_due("busy")
    assert flusher.catch_up(DEADLINE)
    assert sorted(written) == ["busy", "busy", "first", "second"]


def test_who_waits_wakes_whoever_writes(flusher: Flusher) -> None:
    written: list[None] = []
    flusher.add(WriteBehind("calm", lambda: written.append(None), lambda: 600.0))
    flusher.start()
    for times in range(1, 21):  # it has fallen asleep in some of them
        flusher.ask("calm")
        assert flusher.catch_up(DEADLINE)
        assert len(written) == times


def test_one_name_is_one_file(flusher: Flusher) -> None:
    flusher.add(WriteBehind("derived", lambda: None, at_once))
    with pytest.raises(ValueError, match="derived is written behind already"):
        flusher.add(WriteBehind("derived", lambda: None, at_once))


def test_a_file_that_cannot_be_written_is_on_the_board_until_it_can() -> None:
    board = ProblemBoard(lambda problem: None)
    failures = Failures(board)
    failures.report("index.json", ReadOnly("The disk is full."))
    assert [(one.path, one.what, one.severity) for one in board.all()] == [
        ("index.json", "could not be written: The disk is full.", "critical")
    ]
    failures.report("index.json", OSError(errno.ENOSPC, "No space left on device"))
    assert board.all()[0].what == "could not be written: the disk is full"
    failures.report("index.json", OSError(errno.EMFILE, "Too many open files"))
    assert "raise LimitNOFILE= of the unit; it is tried again by itself" in board.all()[0].action
    failures.report("index.json", None)
    assert board.all() == []


def test_what_cannot_be_written_for_one_reason_is_one_problem() -> None:
    board = ProblemBoard(lambda problem: None)
    failures = Failures(board)
    for name, file in (("journal", "/d/journal.jsonl"), ("metadata", "/d/journal.jsonl"), ("notes", "/d/notes.json")):
        failures.report(name, ReadOnly(f"{file} cannot be written: the disk is full. Free some space.", path=file))
    failures.report("hot cache", Changed("MEMORY.md was edited meanwhile"))
    assert [(one.path, one.what) for one in board.all()] == [
        (".", "/d/journal.jsonl, /d/notes.json could not be written: the disk is full. Free some space."),
        ("hot cache", "could not be written: MEMORY.md was edited meanwhile"),
    ]
    before = board.all()
    failures.report("journal", ReadOnly("/d/journal.jsonl cannot be written: the disk is full. Free some space.",
                                        path="/d/journal.jsonl"))  # fmt: skip
    assert board.all() == before
    for name in ("journal", "metadata"):
        failures.report(name, None)
    assert [one.path for one in board.all()] == ["/d/notes.json", "hot cache"]
