"""Access tiers: how relevant a context is now, by the hours since it was last used (003 §Tier Calculation). Pure."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, get_args

from memoryd.config.sections import Contexts
from memoryd.times import HOUR

Tier = Literal["ACTIVE", "RECENT", "ARCHIVED", "EXPIRED"]
TIERS: tuple[Tier, ...] = get_args(Tier)
MANY_EXPIRED = 100
"""More EXPIRED contexts than this call for pruning (003 §Monitor Memory Health)."""


def tier_of(last_accessed: int | None, now: int, hours: Contexts) -> Tier:
    """The tier at `now`; times in microseconds. A context that was never accessed is ARCHIVED."""
    if last_accessed is None:
        return "ARCHIVED"
    age = (now - last_accessed) / HOUR
    if age < hours.active_hours:
        return "ACTIVE"
    if age < hours.recent_hours:
        return "RECENT"
    return "ARCHIVED" if age < hours.archived_hours else "EXPIRED"


def load_key(last_accessed: int | None, now: int, hours: Contexts) -> float:
    """The larger, the earlier it is loaded: by tier, then by last access (rule 19).

    Tiers only fall with the time since the last access; one without any is the last of the ARCHIVED.
    """
    return now - hours.archived_hours * HOUR + 0.5 if last_accessed is None else last_accessed


def boost_of(tier: Tier, boosts: Contexts) -> float:
    """What the tier adds to a score (003 §With Layer 3)."""
    known = {"ACTIVE": boosts.active_boost, "RECENT": boosts.recent_boost, "EXPIRED": boosts.expired_boost}
    return known.get(tier, 0.0)


def count_tiers(tiers: Iterable[Tier]) -> dict[Tier, int]:
    """How many of each, all four named."""
    counts: dict[Tier, int] = dict.fromkeys(TIERS, 0)
    for tier in tiers:
        counts[tier] += 1
    return counts


def indicators(counts: dict[Tier, int]) -> list[str]:
    """What the distribution says of the memory's health (003 §Monitoring Context Health, §Monitor Memory Health)."""
    found = []
    if counts["EXPIRED"] > MANY_EXPIRED:
        found.append("High number of expired contexts - consider pruning")
    if counts["ACTIVE"] == 0 and counts["RECENT"] == 0:
        found.append("Project appears inactive")
    if counts["ACTIVE"] == 0:
        found.append("No recent activity in this project")
    return found
