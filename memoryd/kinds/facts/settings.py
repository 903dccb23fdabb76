"""The numbers of 002 that rule the facts."""

from __future__ import annotations

import msgspec


class FactSettings(msgspec.Struct, frozen=True):
    """002 §Configuration; each a default that the configuration overrides."""

    half_life_days: float = 30.0
    recall_boost: float = 0.3
    search_threshold: float = 0.15
    prune_threshold: float = 0.05
    max_facts: int = 10_000
