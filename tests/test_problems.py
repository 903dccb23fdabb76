"""The board of problems: what is shown of what happened, and for how long."""

from __future__ import annotations

from memoryd.problems import SHOWN, ProblemBoard
from memoryd.testing.manual_clock import ManualClock
from memoryd.types import Problem

RESTORED = Problem(path="facts.jsonl", what="it was restored", action="nothing needs to be done")
UNREAD = Problem(path="notes.md", what="it is not read", action="fix it")


def test_what_happened_goes_after_some_days_and_what_is_still_wrong_stays() -> None:
    clock, told = ManualClock(), list[Problem]()
    board = ProblemBoard(told.append, clock.monotonic)
    board.happened(RESTORED)
    board.set("notes", [UNREAD])

    clock.advance(SHOWN - 1)
    assert board.all() == [RESTORED, UNREAD]
    clock.advance(1)
    assert (board.all(), told) == ([UNREAD], [RESTORED, UNREAD])


def test_what_happens_again_is_shown_as_long_again_and_announced_once_while_it_is_shown() -> None:
    clock, told = ManualClock(), list[Problem]()
    board = ProblemBoard(told.append, clock.monotonic)
    board.happened(RESTORED)
    clock.advance(SHOWN - 1)
    board.happened(RESTORED)
    clock.advance(SHOWN - 1)
    assert (board.all(), told) == ([RESTORED], [RESTORED])

    clock.advance(1)
    board.happened(RESTORED)
    assert (board.all(), told) == ([RESTORED], [RESTORED] * 2)


def test_a_purge_leaves_nothing_of_what_happened() -> None:
    board = ProblemBoard(lambda _: None)
    board.happened(RESTORED)
    board.happened(UNREAD)

    board.forget(lambda text: "restored" in text)

    assert board.all() == [UNREAD]


def test_what_happened_and_was_undone_is_told_when_it_happens_again() -> None:
    announced: list[Problem] = []
    board = ProblemBoard(announced.append)
    board.happened(RESTORED)
    board.undone(RESTORED)
    assert board.all() == []
    board.undone(RESTORED)
    board.happened(RESTORED)
    assert announced == [RESTORED] * 2
