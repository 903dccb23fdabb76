"""What is likely to be asked next: the public score of Wake Intelligence (003 §With Layer 3). Pure."""

from __future__ import annotations

import math
from typing import NamedTuple

from memoryd.config.sections import Contexts
from memoryd.kinds.contexts.tiers import Tier, boost_of
from memoryd.times import HOUR

RECENCY, CAUSALITY, FREQUENCY = 0.4, 0.3, 0.3
RECENCY_HOURS = 24.0
FULL_COUNT = 100
"""So many accesses count fully."""
OFTEN = 10
ROOT, DECISION, BRANCH, MIDDLE, LEAF = 1.0, 0.9, 0.8, 0.5, 0.3


class Standing(NamedTuple):
    """What the score is made of; `effects` counts the contexts that name this one as cause or dependency."""

    last_accessed: int | None
    access_count: int
    tier: Tier
    effects: int = 0
    has_cause: bool = False
    is_decision: bool = False


class Prediction(NamedTuple):
    """The score, each part of it, and the reasons in words."""

    score: float
    why: dict[str, float]
    reasons: list[str]


def recency(last_accessed: int | None, now: int) -> float:
    """e^(−hours/24); 0 when it was never used."""
    if last_accessed is None:
        return 0.0
    return math.exp(-max(0.0, (now - last_accessed) / HOUR) / RECENCY_HOURS)


def frequency(access_count: int) -> float:
    """ln(n+1)/ln 101, at most 1."""
    return min(1.0, math.log(max(0, access_count) + 1) / math.log(FULL_COUNT + 1))


def causal_position(standing: Standing) -> float:
    """Roots of chains count most, then decisions and branch points, leaves least."""
    if standing.effects and not standing.has_cause:
        return ROOT
    if standing.is_decision:
        return DECISION
    if standing.effects > 1:
        return BRANCH
    if standing.has_cause and not standing.effects:
        return LEAF
    return MIDDLE


def predict(standing: Standing, now: int, boosts: Contexts) -> Prediction:
    """The three weighted parts, then the tier's boost."""
    position = causal_position(standing)
    why = {
        "recency": RECENCY * recency(standing.last_accessed, now),
        "causal": CAUSALITY * position,
        "frequency": FREQUENCY * frequency(standing.access_count),
        "tier": boost_of(standing.tier, boosts),
    }
    return Prediction(sum(why.values()), why, list(_reasons(standing, position)))


def _reasons(standing: Standing, position: float) -> list[str]:
    found = []
    if standing.tier in ("ACTIVE", "RECENT"):
        found.append("recently_accessed")
    named = {ROOT: "causal_chain_root", BRANCH: "causal_branch_point", LEAF: "causal_chain_leaf"}
    if position in named:
        found.append(named[position])
    if standing.is_decision:
        found.append("decision_node")
    if standing.access_count >= OFTEN:
        found.append("high_access_frequency")
    found.append(f"{standing.tier.lower()}_memory_tier")
    return found
