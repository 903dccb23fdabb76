"""An index that cannot be opened any more is made anew by itself, from the files, while the daemon serves."""

from __future__ import annotations

import structlog

from memoryd.clock import Clock
from memoryd.errors import Busy, MemorydError
from memoryd.maintenance.paths import INDEX_PATH
from memoryd.maintenance.runner import MaintenanceRunner
from memoryd.problems import ProblemBoard
from memoryd.recall.lexical.index import Index
from memoryd.types import Problem

REBUILD = "rebuild"
PAUSE_SECONDS = 60.0
"""Behind an attempt; what keeps one from ending well will mostly do so again."""
_log = structlog.get_logger("memoryd.scheduler")


def report_renewed(board: ProblemBoard, reason: str) -> None:
    """Say in health that the index was made anew, until the next start."""
    what = f"it could not be read and was rebuilt from the files: {reason}"
    board.set("index:made anew", [Problem(path=INDEX_PATH, what=what, action="nothing needs to be done")])


class Renewal:
    """Looks every few seconds, and has the step `rebuild` run where it is needed."""

    def __init__(self, index: Index, runner: MaintenanceRunner, clock: Clock, board: ProblemBoard) -> None:
        self._index = index
        self._runner = runner
        self._clock = clock
        self._board = board
        self._next = clock.monotonic()

    def look(self) -> None:
        """Called every few seconds; takes as long as a rebuild if there is one."""
        if self._clock.monotonic() < self._next or (reason := self._index.unreadable()) is None:
            return
        try:
            done = self._runner.run(REBUILD, lambda stage, done, total: None)
        except Busy:
            return  # it is tried again at the next look
        except MemorydError as error:
            _log.warning("timed_run_failed", action=REBUILD, error=error.sentence)
        else:
            if all(step["status"] == "ok" for step in done["steps"]):
                _log.warning("index_rebuilt", reason=reason)
                report_renewed(self._board, reason)
        self._next = self._clock.monotonic() + PAUSE_SECONDS
