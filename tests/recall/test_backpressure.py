from __future__ import annotations

import pytest

from memoryd.recall.backpressure import Backpressure
from memoryd.recall.pacing import QUERY_IDLE_SECONDS


class Time:
    """A clock that only sleeping moves."""

    def __init__(self) -> None:
        self.now = 100.0
        self.queried: list[Backpressure] = []

    def sleep(self, seconds: float) -> None:
        self.now += seconds
        for backpressure in self.queried:
            backpressure.record_query()


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
def backpressure(time: Time) -> Backpressure:
    return Backpressure(lambda: time.now, time.sleep)


def test_without_queries_there_is_no_wait(time: Time, backpressure: Backpressure) -> None:
    backpressure.yield_to_queries(1.0, lambda: False)
    assert time.now == 100.0


def test_a_query_is_waited_for(time: Time, backpressure: Backpressure) -> None:
    backpressure.record_query()
    backpressure.yield_to_queries(1.0, lambda: False)
    assert 100.0 + QUERY_IDLE_SECONDS <= time.now < 100.0 + 2 * QUERY_IDLE_SECONDS


def test_continuous_queries_are_waited_for_until_the_timeout(time: Time, backpressure: Backpressure) -> None:
    backpressure.record_query()
    time.queried = [backpressure]
    backpressure.yield_to_queries(1.0, lambda: False)
    assert 101.0 <= time.now < 101.1


def test_a_cancelled_wait_ends_at_once(time: Time, backpressure: Backpressure) -> None:
    backpressure.record_query()
    backpressure.yield_to_queries(1.0, lambda: True)
    assert time.now == 100.0


def test_a_long_query_is_waited_for_until_it_is_answered(time: Time, backpressure: Backpressure) -> None:
    with backpressure.query():
        time.now += 10 * QUERY_IDLE_SECONDS
        assert backpressure.is_querying
    assert backpressure.is_querying
    time.now += 2 * QUERY_IDLE_SECONDS
    assert not backpressure.is_querying
