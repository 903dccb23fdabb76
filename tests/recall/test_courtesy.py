from __future__ import annotations

import pytest

from memoryd.recall.backpressure import QUIET_SECONDS, Courtesy


class Time:
    """A clock that only sleeping moves."""

    def __init__(self) -> None:
        self.now = 100.0
        self.asks: list[Courtesy] = []

    def sleep(self, seconds: float) -> None:
        self.now += seconds
        for courtesy in self.asks:
            courtesy.asked()


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
def courtesy(time: Time) -> Courtesy:
    return Courtesy(lambda: time.now, time.sleep)


def test_nobody_waits_when_nobody_asks(time: Time, courtesy: Courtesy) -> None:
    courtesy.give_way(1.0)
    assert time.now == 100.0


def test_a_question_is_let_pass_until_it_is_quiet(time: Time, courtesy: Courtesy) -> None:
    courtesy.asked()
    courtesy.give_way(1.0)
    assert 100.0 + QUIET_SECONDS <= time.now < 100.0 + 2 * QUIET_SECONDS


def test_questions_without_end_are_let_pass_for_a_while(time: Time, courtesy: Courtesy) -> None:
    courtesy.asked()
    time.asks = [courtesy]
    courtesy.give_way(1.0)
    assert 101.0 <= time.now < 101.1


def test_who_stops_waits_for_nobody(time: Time, courtesy: Courtesy) -> None:
    courtesy.asked()
    courtesy.give_way(1.0, lambda: True)
    assert time.now == 100.0


def test_a_long_question_is_let_pass_until_it_is_answered(time: Time, courtesy: Courtesy) -> None:
    with courtesy.question():
        time.now += 10 * QUIET_SECONDS
        assert courtesy.is_asked
    assert courtesy.is_asked
    time.now += 2 * QUIET_SECONDS
    assert not courtesy.is_asked
