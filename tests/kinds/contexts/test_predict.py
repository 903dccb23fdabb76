"""The public score of Wake Intelligence, part by part."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoryd.config.sections import Contexts
from memoryd.kinds.contexts.predict import Standing, causal_position, frequency, predict, recency
from memoryd.kinds.contexts.tiers import tier_of
from memoryd.times import DAY, HOUR, SECOND

NOW = 1_778_855_400 * SECOND
RULE = Contexts()


def standing(age: int | None = 0, count: int = 0, effects: int = 0, cause: bool = False, decision: bool = False):
    last = None if age is None else NOW - age
    return Standing(last, count, tier_of(last, NOW, RULE), effects, cause, decision)


@pytest.mark.parametrize(("hours", "expected"), [(0, 1.0), (24, math.exp(-1)), (48, math.exp(-2)), (-5, 1.0)])
def test_recency(hours: int, expected: float) -> None:
    assert recency(NOW - hours * HOUR, NOW) == pytest.approx(expected)


def test_never_used_is_not_recent() -> None:
    assert recency(None, NOW) == 0.0


@pytest.mark.parametrize(
    ("count", "expected"), [(0, 0.0), (9, math.log(10) / math.log(101)), (100, 1.0), (10_000, 1.0)]
)
def test_frequency(count: int, expected: float) -> None:
    assert frequency(count) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        (standing(effects=1), 1.0),
        (standing(decision=True), 0.9),
        (standing(effects=2, cause=True), 0.8),
        (standing(effects=1, cause=True), 0.5),
        (standing(cause=True), 0.3),
        (standing(), 0.5),
    ],
)
def test_the_position_in_the_chain(found: Standing, expected: float) -> None:
    assert causal_position(found) == expected


def test_the_whole_score_and_its_reasons() -> None:
    found = predict(standing(age=0, count=100, effects=3, decision=True), NOW, RULE)
    assert found.score == pytest.approx(0.4 + 0.3 + 0.3 + 0.3)
    assert found.why == {"recency": 0.4, "causal": 0.3, "frequency": pytest.approx(0.3), "tier": 0.3}
    assert found.reasons == [
        "recently_accessed", "causal_chain_root", "decision_node", "high_access_frequency", "active_memory_tier",
    ]  # fmt: skip


def test_an_old_leaf_is_no_candidate() -> None:
    found = predict(standing(age=40 * DAY, cause=True), NOW, RULE)
    assert found.score == pytest.approx(0.4 * math.exp(-40) + 0.3 * 0.3 - 0.2)
    assert found.reasons == ["causal_chain_leaf", "expired_memory_tier"]


@given(st.integers(0, 60 * DAY), st.integers(0, 200), st.integers(0, 5), st.booleans(), st.booleans())
def test_the_parts_make_the_score_and_an_access_never_lowers_it(
    age: int, count: int, effects: int, cause: bool, decision: bool
) -> None:
    before = predict(standing(age, count, effects, cause, decision), NOW, RULE)
    after = predict(standing(0, count + 1, effects, cause, decision), NOW, RULE)
    assert before.score == pytest.approx(sum(before.why.values()))
    assert after.score >= before.score
