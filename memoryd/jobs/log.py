"""The queue of jobs with its log on disk."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress

from memoryd.errors import ReadOnly
from memoryd.jobs.queue import JobQueue
from memoryd.problems import ProblemBoard
from memoryd.storage.append_log import AppendLog
from memoryd.storage.regular import LARGEST_STATE, read_whole
from memoryd.storage.writer import GroupWriter
from memoryd.types import Problem

JOBS_LOG = ".memoryd/jobs.jsonl"


class JobLog:
    """Opens the queue, and keeps its log short."""

    def __init__(
        self,
        log: AppendLog,
        writer: GroupWriter,
        board: ProblemBoard,
        now: Callable[[], int],
        on_behind: Callable[[], object],
        replace: Callable[[Iterable[bytes]], object],
        most_a_day: Callable[[], int],
    ) -> None:
        """`replace` puts other lines in the place of the log's; for `on_behind` and `most_a_day` see JobQueue."""
        self._log = log
        self._writer = writer
        self._board = board
        self._now = now
        self._replace_file = replace
        self.queue = JobQueue(log, writer.run, on_behind, self._report_unwritten, most_a_day)

    def load(self, now: int) -> None:
        """Take in what was open and leased when the last daemon ended."""
        data = b""
        with suppress(FileNotFoundError):
            data, _ = read_whole(self._log.path, LARGEST_STATE)
        kept = self.queue.load(data, now)
        if kept is not None:
            self._replace(kept)

    def tidy(self) -> None:
        """Cut the log to what counts when it has grown much longer."""
        self.queue.tidy(self._now(), lambda lines: self._writer.run_alone(lambda _batch: self._replace(lines)))

    def _replace(self, lines: list[bytes]) -> None:
        self._replace_file(lines)
        self._log.adopt()

    def _report_unwritten(self, error: ReadOnly | None) -> None:
        """Work for agents is open that a restart would take for new."""
        problem = Problem(
            path=JOBS_LOG,
            what="open jobs could not be registered" + (f": {error.sentence}" if error else ""),
            action="make sure that the disk has room and can be written; they are registered by themselves",
            severity="critical",
        )
        self._board.set("jobs", () if error is None else (problem,))
