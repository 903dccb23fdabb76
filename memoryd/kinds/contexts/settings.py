"""The numbers of contexts, out of the configuration."""

from __future__ import annotations

from memoryd.config import Config
from memoryd.kinds.contexts.tiers import TierRule


def tier_rule(config: Config) -> TierRule:
    """The hours and boosts of the tiers, as configured (003 §With Layer 3)."""
    contexts = config.contexts
    return TierRule(
        contexts.active_hours,
        contexts.recent_hours,
        contexts.archived_hours,
        contexts.active_boost,
        contexts.recent_boost,
        contexts.expired_boost,
    )
