"""The numbers of 002 that rule the facts."""

from __future__ import annotations

import msgspec

from memoryd.config import Config


class FactSettings(msgspec.Struct, frozen=True):
    """002 §Configuration; each a default that the configuration overrides."""

    half_life_days: float = 30.0
    recall_boost: float = 0.3
    search_threshold: float = 0.15
    prune_threshold: float = 0.05
    max_facts: int = 10_000

    @classmethod
    def of(cls, config: Config) -> FactSettings:
        """As configured."""
        oracle = config.memory_oracle
        return cls(
            half_life_days=oracle.half_life_days,
            recall_boost=oracle.recall_boost,
            search_threshold=oracle.search_threshold,
            prune_threshold=oracle.prune_threshold,
            max_facts=oracle.max_facts,
        )
