"""The numbers of notes and the hot cache, out of the configuration."""

from __future__ import annotations

from memoryd.config import Config
from memoryd.kinds.notes.state import HotSettings


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
