"""Access tiers: how relevant a context is now, by the hours since it was last used (003 §Tier Calculation). Pure."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NamedTuple, get_args

from memoryd.times import HOUR

Tier = Literal["ACTIVE", "RECENT", "ARCHIVED", "EXPIRED"]
TIERS: tuple[Tier, ...] = get_args(Tier)
MANY_EXPIRED = 100
"""More EXPIRED contexts than this call for pruning (003 §Monitor Memory Health)."""


class TierRule(NamedTuple):
    """The bounds in hours, and what each tier adds to a score (003 §With Layer 3)."""

    active_hours: float = 1.0
    recent_hours: float = 24.0
    archived_hours: float = 24.0 * 30
    active_boost: float = 0.3
    recent_boost: float = 0.1
    expired_boost: float = -0.2

    def tier(self, last_accessed: int | None, now: int) -> Tier:
        """The tier at `now`; times in microseconds. A context that was never accessed is ARCHIVED."""
        if last_accessed is None:
            return "ARCHIVED"
        hours = (now - last_accessed) / HOUR
        if hours < self.active_hours:
            return "ACTIVE"
        if hours < self.recent_hours:
            return "RECENT"
        if hours < self.archived_hours:
            return "ARCHIVED"
        return "EXPIRED"

    def load_key(self, last_accessed: int | None, now: int) -> float:
        """The larger, the earlier it is loaded: by tier, then by last access (rule 19).

        Tiers only fall with the time since the last access; one without any is the last of the ARCHIVED.
        """
        return now - self.archived_hours * HOUR + 0.5 if last_accessed is None else last_accessed

    def boost(self, tier: Tier) -> float:
        """What the tier adds to a score."""
        boosts = {"ACTIVE": self.active_boost, "RECENT": self.recent_boost, "EXPIRED": self.expired_boost}
        return boosts.get(tier, 0.0)


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
