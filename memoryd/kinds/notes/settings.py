"""The numbers of notes and the hot cache: out of the configuration, and those in force."""

from __future__ import annotations

from datetime import timedelta, tzinfo

import msgspec

from memoryd.config import Config
from memoryd.kinds.notes.memory_md import FACTS_END, MOST_LINES
from memoryd.times import DAY, local_date, parse_time


class HotSettings(msgspec.Struct, frozen=True):
    """000's numbers for the hot cache and the life of a note."""

    most_bullets: int = 30
    soft_bullets: int = 5
    demote_after: int = 3
    promote_sessions: int = 3
    promote_reads: int = 2
    archive_after: int = 30
    demoted_after: int = 60
    review_after: int = 180
    log_retention: int = 180
    hygiene_bytes: int = 50_000
    most_lines: int = MOST_LINES
    """Of MEMORY.md (002 §Configuration)."""
    facts_end: int = FACTS_END
    """The last line of MEMORY.md that facts may fill."""


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


class NoteSettings:
    """The numbers in force, and the zone that days are counted in; a reload puts others in their place."""

    def __init__(self, numbers: HotSettings, zone: tzinfo) -> None:
        self._numbers = numbers
        self._zone = zone

    @property
    def now(self) -> HotSettings:
        """As they are at this moment: do not keep them."""
        return self._numbers

    def replace(self, numbers: HotSettings, zone: tzinfo) -> None:
        """Use these from now on."""
        self._numbers, self._zone = numbers, zone

    def day(self, now: int) -> str:
        """Today in the configured zone."""
        return local_date(now, self._zone).isoformat()

    def days_ago(self, days: int, now: int) -> int:
        """When the day so many days before today began in the configured zone; microseconds."""
        return parse_time((local_date(now, self._zone) - timedelta(days=days)).isoformat(), self._zone)

    def oldest_logged(self, now: int) -> str:
        """Log entries from before this day roll into the archive (rule 15)."""
        return self.day(now - self._numbers.log_retention * DAY)
