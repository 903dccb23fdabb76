"""Which notes are evicted when the hot cache is full (000 §L1 Global Budget & Eviction Priority). Pure."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import msgspec

Priority = Literal["critical", "pinned", "recent", "stale", "cold"]
PRIORITIES: tuple[Priority, ...] = ("critical", "pinned", "recent", "stale", "cold")


class Standing(msgspec.Struct, frozen=True):
    """What the order depends on. `promoted` is the day of the promotion."""

    key: str
    sessions_since_access: int
    promoted: str
    pinned: bool = False
    critical: bool = False

    @property
    def is_fixed(self) -> bool:
        """Whether it is never evicted."""
        return self.critical or self.pinned


def priority_of(standing: Standing, demote_after: int) -> Priority:
    """The seed's five priorities."""
    if standing.critical:
        return "critical"
    if standing.pinned:
        return "pinned"
    if standing.sessions_since_access >= demote_after:
        return "cold"
    return "stale" if standing.sessions_since_access > 0 else "recent"


def eviction_order(standings: Iterable[Standing], demote_after: int) -> list[Standing]:
    """Those that may be evicted, the first to go first: cold, stale, recent; then most sessions, oldest promotion."""
    loose = [one for one in standings if not one.is_fixed]
    rank = {"cold": 0, "stale": 1, "recent": 2}
    return sorted(
        loose,
        key=lambda one: (rank[priority_of(one, demote_after)], -one.sessions_since_access, one.promoted, one.key),
    )
