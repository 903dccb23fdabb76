"""Each memory's own numbers, out of the configuration."""

from __future__ import annotations

from memoryd.config import Config
from memoryd.kinds.contexts.tiers import TierRule
from memoryd.kinds.facts.settings import FactSettings
from memoryd.kinds.notes.state import HotSettings
from memoryd.kinds.summaries.chunking import Rules
from memoryd.kinds.summaries.compression import CompressionSettings


def fact_settings(config: Config) -> FactSettings:
    """002's numbers, as configured."""
    oracle = config.memory_oracle
    return FactSettings(
        half_life_days=oracle.half_life_days,
        recall_boost=oracle.recall_boost,
        search_threshold=oracle.search_threshold,
        prune_threshold=oracle.prune_threshold,
        max_facts=oracle.max_facts,
    )


def hot_settings(config: Config) -> HotSettings:
    """000's numbers, as configured."""
    layers = config.layers
    return HotSettings(
        most_bullets=layers.hot_max_bullets,
        soft_bullets=layers.layer_soft_bullets,
        demote_after=layers.demote_after_sessions,
        promote_sessions=layers.promote_after_sessions,
        promote_reads=layers.promote_after_reads,
        archive_after=layers.archive_after_days,
        demoted_after=layers.archive_demoted_after_days,
        review_after=layers.archive_review_days,
        log_retention=layers.log_retention_days,
        hygiene_bytes=layers.hygiene_max_bytes,
        most_lines=config.memory_oracle.memory_md_max_lines,
        facts_end=config.memory_oracle.warn_memory_md_lines,
    )


def tier_rule(config: Config) -> TierRule:
    """003's hours and boosts, as configured."""
    contexts = config.contexts
    return TierRule(
        contexts.active_hours,
        contexts.recent_hours,
        contexts.archived_hours,
        contexts.active_boost,
        contexts.recent_boost,
        contexts.expired_boost,
    )


def compression_settings(config: Config) -> CompressionSettings:
    """004's numbers, as configured."""
    given = config.summaries
    return CompressionSettings(
        rules=Rules(given.chunk_tokens, given.summary_target_tokens, given.pruning_boundary_tokens),
        merge_threshold=given.merge_threshold,
        max_levels=given.max_levels,
        budgets={"L1": given.injection_budget.L1, "L2": given.injection_budget.L2, "L3": given.injection_budget.L3},
    )
