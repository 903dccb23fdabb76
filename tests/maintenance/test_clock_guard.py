"""Which jumps of the clock are in doubt, and what ends that."""

from __future__ import annotations

from pathlib import Path

import pytest

from memoryd.clock import WatchedClock
from memoryd.maintenance.clock_guard import ClockGuard
from memoryd.maintenance.runs import Runs
from memoryd.problems import ProblemBoard
from memoryd.testing.manual_clock import ManualClock
from memoryd.times import DAY, HOUR, SECOND


class Rig:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.clock, self.board = ManualClock(), ProblemBoard(print)
        self.start()

    def start(self) -> None:
        self.runs = Runs(str(self.folder), self.keep)
        self.runs.load()
        self.guard = ClockGuard(WatchedClock(self.clock), self.runs, self.board)
        self.guard.start()

    def keep(self, path: str, content: bytes) -> None:
        (self.folder / path).parent.mkdir(exist_ok=True)
        (self.folder / path).write_bytes(content)

    def jump(self, by: int) -> None:
        self.clock.set_now(self.clock.now() + by)

    def night(self, *, by_hand: bool = False) -> bool:
        """Whether a night may archive by age."""
        return self.guard.hold(is_night=True, by_hand=by_hand) is None


@pytest.fixture
def rig(tmp_path: Path) -> Rig:
    return Rig(tmp_path)


@pytest.mark.parametrize(
    ("days", "believed"),
    [(0.1, True), (-0.5, True), (6.9, True), (-6.9, True), (7.1, False), (-8, False), (3650, False)],
)
@pytest.mark.parametrize("restarts", [True, False])
def test_a_jump_of_more_than_a_week_is_in_doubt(rig: Rig, days: float, believed: bool, restarts: bool) -> None:
    rig.jump(round(days * DAY))
    if restarts:
        rig.start()
    assert rig.night() is believed
    assert bool(rig.board.all()) is not believed


def test_time_that_passes_is_no_jump_however_long_it_is(rig: Rig) -> None:
    rig.clock.advance(400 * 86_400)
    assert rig.night()
    rig.clock.advance(6 * 86_400)
    rig.start()
    assert rig.night()


@pytest.mark.parametrize(
    ("apart", "agrees"),
    [(0, False), (21 * HOUR, False), (22 * HOUR, True), (DAY, True), (7 * DAY, True), (8 * DAY, False)],
)
def test_a_second_night_agrees_when_it_fits_the_first(rig: Rig, apart: int, agrees: bool) -> None:
    rig.jump(60 * DAY)
    assert not rig.night()
    rig.start()
    rig.clock.advance(apart / SECOND)
    assert rig.night() is agrees
    rig.jump(DAY)
    assert rig.night()


def test_only_a_night_counts_as_a_night(rig: Rig) -> None:
    rig.jump(60 * DAY)
    for _ in range(3):
        assert rig.guard.hold(is_night=False, by_hand=False) is not None
        rig.clock.advance(86_400)
    assert not rig.night()


def test_somebody_agrees_and_the_clock_is_believed_over_a_restart(rig: Rig) -> None:
    rig.jump(60 * DAY)
    assert not rig.night()
    assert rig.night(by_hand=True)
    rig.start()
    assert rig.night() and rig.board.all() == []


def test_a_clock_that_is_put_right_is_believed_and_that_it_was_put_back_is_told_once(rig: Rig) -> None:
    now = rig.clock.now()
    rig.jump(365 * DAY)
    assert not rig.guard.look()
    assert not rig.night()
    assert rig.guard.now() == now
    rig.clock.set_now(now + HOUR)
    assert (rig.guard.look(), rig.guard.look()) == (True, False)
    assert rig.night() and rig.board.all() == []


def test_what_is_used_while_the_clock_is_behind_counts_as_of_the_time_that_it_should_be(rig: Rig) -> None:
    now = rig.clock.now()
    rig.jump(-365 * DAY)
    rig.clock.advance(60)
    assert rig.guard.stamp(rig.clock.now()) == now + 60 * SECOND
    rig.clock.set_now(now + 365 * DAY)
    assert rig.guard.stamp(rig.clock.now()) == now + 365 * DAY
