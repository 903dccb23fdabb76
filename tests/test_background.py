"""Work in the background rests between its pieces, the longer the more it kept others waiting."""

from __future__ import annotations

import pytest

from memoryd.background import Rests


@pytest.mark.parametrize(
    ("took", "worked", "rest"),
    [
        (0.004, 0.004, 0.005),  # alone
        (0.0041, 0.004, 0.005),
        (0.008, 0.004, 0.032),  # somebody else had the interpreter for half of the time
        (0.5, 0.004, 0.1),  # and no longer than that
    ],
)
def test_it_rests_the_longer_the_more_others_wanted_to_work(took: float, worked: float, rest: float) -> None:
    rested: list[float] = []
    clock, processor = iter([10.0, 10.0 + took, 50.0, 50.004, 60.0]), iter([1.0, 1.0 + worked, 7.0, 7.004, 8.0])
    rests = Rests(rested.append, lambda: next(clock), lambda: next(processor))
    rests.rest()
    assert rested == [pytest.approx(rest)]
    rests.rest()  # the rest itself does not count
    assert rested[1:] == [pytest.approx(Rests.LEAST_SECONDS)]


def test_small_pieces_are_one() -> None:
    rested: list[float] = []
    clock, processor = iter([10.0, 10.06, 50.0]), iter([1.0, 1.004, 1.008, 1.012, 7.0])
    rests = Rests(rested.append, lambda: next(clock), lambda: next(processor), after=0.01)
    rests.rest()
    rests.rest()
    assert rested == []
    rests.rest()
    assert rested == [Rests.MOST_SECONDS]
