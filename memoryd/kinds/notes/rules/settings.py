"""The numbers of notes and the hot cache that are in force, and the zone of their days."""

from __future__ import annotations

from datetime import timedelta

from memoryd.config.sections import Layers, MemoryOracle
from memoryd.services import Settings
from memoryd.times import DAY, local_date, parse_time


class NoteSettings:
    """What notes take from the configuration in force."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    @property
    def now(self) -> Layers:
        """As they are at this moment: do not keep them."""
        return self._settings.now.layers

    @property
    def memory_md(self) -> MemoryOracle:
        """Those of MEMORY.md (002 §Configuration)."""
        return self._settings.now.memory_oracle

    def day(self, now: int) -> str:
        """Today in the configured zone."""
        return local_date(now, self._settings.zone).isoformat()

    def days_ago(self, days: int, now: int) -> int:
        """When the day so many days before today began in the configured zone; microseconds."""
        return parse_time(
            (local_date(now, self._settings.zone) - timedelta(days=days)).isoformat(), self._settings.zone
        )

    def oldest_logged(self, now: int) -> str:
        """Log entries from before this day roll into the archive (rule 15)."""
        return self.day(now - self.now.log_retention_days * DAY)
