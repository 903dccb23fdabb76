"""The numbers of the hierarchy of summaries, out of the configuration."""

from __future__ import annotations

from memoryd.config import Config
from memoryd.kinds.summaries.chunking import Rules
from memoryd.kinds.summaries.compression import CompressionSettings


def compression_settings(config: Config) -> CompressionSettings:
    """004's numbers, as configured."""
    given = config.summaries
    return CompressionSettings(
        rules=Rules(given.chunk_tokens, given.summary_target_tokens, given.pruning_boundary_tokens),
        merge_threshold=given.merge_threshold,
        max_levels=given.max_levels,
        max_prompt_tokens=given.max_prompt_tokens,
        budgets={"L1": given.injection_budget.L1, "L2": given.injection_budget.L2, "L3": given.injection_budget.L3},
    )
