"""When an index that cannot be opened any more is made anew."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from memoryd.errors import Busy, MemorydError, ReadOnly
from memoryd.maintenance.renewal import PAUSE_SECONDS, Renewal
from memoryd.problems import ProblemBoard
from memoryd.testing.manual_clock import ManualClock


class Index:
    """One that has to be made anew while there is a reason."""

    def __init__(self) -> None:
        self.reason: str | None = "meta.json is a FIFO"

    def unreadable(self) -> str | None:
        return self.reason


class Runner:
    """Answers each run with the next of these, and the last one again."""

    def __init__(self, *answers: str | MemorydError) -> None:
        self._answers: Iterator[str | MemorydError] = iter(answers)
        self.runs = 0

    def run(self, action: str, progress: Any) -> dict[str, Any]:
        assert action == "rebuild"
        self.runs += 1
        answer = next(self._answers)
        if isinstance(answer, MemorydError):
            raise answer
        return {"steps": [{"status": answer}]}


def renewal(runner: Runner) -> tuple[Renewal, Index, ManualClock, ProblemBoard]:
    index, clock, board = Index(), ManualClock(), ProblemBoard(print)
    return Renewal(index, runner, clock, board), index, clock, board  # type: ignore[arg-type]


def test_an_index_in_order_is_left_alone() -> None:
    runner = Runner()
    made, index, _, _ = renewal(runner)
    index.reason = None
    made.look()
    assert runner.runs == 0


def test_it_is_made_anew_once_and_told() -> None:
    runner = Runner("ok", "ok")
    made, _, clock, board = renewal(runner)
    made.look()
    made.look()
    assert runner.runs == 1
    (problem,) = board.all()
    assert "rebuilt from the files: meta.json is a FIFO" in problem.what
    clock.advance(PAUSE_SECONDS)
    made.look()
    assert runner.runs == 2


def test_behind_another_run_it_is_tried_at_the_next_look() -> None:
    runner = Runner(Busy("another run is under way"), "ok")
    made, *_ = renewal(runner)
    made.look()
    made.look()
    assert runner.runs == 2


@pytest.mark.parametrize("answer", ["failed", ReadOnly("The disk is full.")])
def test_what_fails_is_tried_again_later_and_not_told_as_done(answer: str | MemorydError) -> None:
    runner = Runner(answer, "ok")
    made, _, clock, board = renewal(runner)
    made.look()
    made.look()
    assert (runner.runs, board.all()) == (1, [])
    clock.advance(PAUSE_SECONDS)
    made.look()
    assert (runner.runs, len(board.all())) == (2, 1)
