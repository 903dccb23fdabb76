"""003's tier function, its counts and its hints, to the letter."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoryd.config.sections import Contexts
from memoryd.kinds.contexts.tiers import TIERS, Tier, boost_of, count_tiers, indicators, load_key, tier_of
from memoryd.times import DAY, HOUR, SECOND

NOW = 1_778_855_400 * SECOND
RULE = Contexts()
EDGES = [NOW - age + step for age in (HOUR, 24 * HOUR, 30 * DAY) for step in (-1, 0, 1)]


@pytest.mark.parametrize(
    ("age", "tier"),
    [
        (0, "ACTIVE"),
        (HOUR - 1, "ACTIVE"),
        (HOUR, "RECENT"),
        (24 * HOUR - 1, "RECENT"),
        (24 * HOUR, "ARCHIVED"),
        (30 * DAY - 1, "ARCHIVED"),
        (30 * DAY, "EXPIRED"),
        (3650 * DAY, "EXPIRED"),
        (-HOUR, "ACTIVE"),
    ],
)
def test_the_tier_by_the_last_access(age: int, tier: Tier) -> None:
    assert tier_of(NOW - age, NOW, RULE) == tier


def test_never_accessed_is_archived() -> None:
    assert tier_of(None, NOW, RULE) == "ARCHIVED"


@pytest.mark.parametrize(("tier", "boost"), [("ACTIVE", 0.3), ("RECENT", 0.1), ("ARCHIVED", 0.0), ("EXPIRED", -0.2)])
def test_the_boosts(tier: Tier, boost: float) -> None:
    assert boost_of(tier, RULE) == boost


def test_the_seeds_distribution() -> None:
    counts = count_tiers(("ACTIVE",) * 15 + ("RECENT",) * 42 + ("ARCHIVED",) * 128 + ("EXPIRED",) * 23)
    assert counts == {"ACTIVE": 15, "RECENT": 42, "ARCHIVED": 128, "EXPIRED": 23}
    assert sum(counts.values()) == 208
    assert indicators(counts) == []


@pytest.mark.parametrize(
    ("counts", "said"),
    [
        ((1, 0, 0, 100), []),
        ((1, 0, 0, 101), ["High number of expired contexts - consider pruning"]),
        ((0, 1, 0, 0), ["No recent activity in this project"]),
        ((0, 0, 1, 0), ["Project appears inactive", "No recent activity in this project"]),
    ],
)
def test_the_indicators(counts: tuple[int, ...], said: list[str]) -> None:
    assert indicators(dict(zip(TIERS, counts, strict=True))) == said


@given(st.lists(st.one_of(st.none(), st.integers(NOW - 60 * DAY, NOW), st.sampled_from(EDGES)), max_size=30))
def test_loading_goes_by_tier_then_by_last_access(accesses: list[int | None]) -> None:
    ordered = sorted(accesses, key=lambda at: load_key(at, NOW, RULE), reverse=True)
    tiers = [TIERS.index(tier_of(at, NOW, RULE)) for at in ordered]
    assert tiers == sorted(tiers)
    for tier in set(tiers):
        same = [at for at in ordered if TIERS.index(tier_of(at, NOW, RULE)) == tier and at is not None]
        assert same == sorted(same, reverse=True)


@given(st.integers(0, 100 * DAY), st.integers(0, 100 * DAY))
def test_time_never_lifts_a_tier(age: int, later: int) -> None:
    assert TIERS.index(tier_of(NOW - age, NOW, RULE)) <= TIERS.index(tier_of(NOW - age, NOW + later, RULE))
