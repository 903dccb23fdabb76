"""When the copies of deleted lines are let go: once the audit's history has their texts (rule 8)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from memoryd.errors import Busy
from memoryd.storage.batch import Batch
from memoryd.storage.recent_lines import RecentLines

RECENT = "recent"
"""The flusher task that does it."""
SECONDS = 1.0
"""Until it is tried, so that a hand's next save comes first."""
_PATIENCE = 10.0
"""Seconds that the audit may take."""


class LettingGo:
    """Until then a kill brings deleted lines back, since it would leave them nowhere."""

    def __init__(
        self, recent: RecentLines, flush: Callable[[float], bool], run: Callable[[Callable[[Batch], Any]], Any]
    ) -> None:
        """`flush`: writes the audit within some seconds, or tells that it did not; `run`: on the writer thread."""
        self._recent = recent
        self._flush = flush
        self._run = run

    def run(self) -> None:
        """Raises Busy while the audit cannot be written."""
        if deleted := self._run(lambda _batch: self._recent.deleted()):
            if not self._flush(_PATIENCE):
                raise Busy("the audit cannot be written now")
            self._run(lambda _batch: self._recent.settle_deleted(deleted))

    def stop(self) -> None:
        """At the end, behind the writer."""
        if (deleted := self._recent.deleted()) and self._flush(_PATIENCE):
            self._recent.settle_deleted(deleted)
