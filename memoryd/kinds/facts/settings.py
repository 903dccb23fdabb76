"""The numbers of 002 that rule the facts."""

from __future__ import annotations

import msgspec

from memoryd.config import Config
from memoryd.kinds.facts.validity import single_valued


class FactSettings(msgspec.Struct, frozen=True):
    """002 §Configuration; each a default that the configuration overrides."""

    half_life_days: float = 30.0
    recall_boost: float = 0.3
    search_threshold: float = 0.15
    prune_threshold: float = 0.05
    max_facts: int = 10_000
    single_valued: frozenset[str] = frozenset()
    """Predicates of which a subject has one object at a time, as `plain` spells them (rule 23)."""

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
            single_valued=single_valued(oracle.single_valued),
        )
