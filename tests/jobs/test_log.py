"""The queue with its log on disk: what was leased outlives the daemon, the log stays short, a full disk is reported."""

from __future__ import annotations

import errno
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from memoryd.jobs.log import JOBS_LOG, JobLog
from memoryd.jobs.queue import Claimed
from memoryd.jobs.source import Answer, Work
from memoryd.problems import ProblemBoard
from memoryd.storage.append_log import AppendLog
from memoryd.storage.atomic import replace_file
from memoryd.storage.writer import GroupWriter
from memoryd.testing.faulty_files import FaultyFiles
from memoryd.testing.manual_clock import ManualClock
from tests.jobs.sources import Pieces


def anyone(work: Work) -> bool:
    """May see every job."""
    return True


class Rig:
    """A daemon's jobs; `restart` forgets everything but the log and what the source made durable."""

    def __init__(self, root: Path) -> None:
        self.path = root / JOBS_LOG
        self.path.parent.mkdir()
        self.files = FaultyFiles(str(root))
        self.clock = ManualClock()
        self.writer = GroupWriter(self.clock)
        self.writer.start()
        self.source = Pieces(400)
        self.rewrites = 0
        self.restart()

    def restart(self) -> None:
        self.board = ProblemBoard(print)
        log = AppendLog(self.files, str(self.path))
        self.jobs = JobLog(log, self.writer, self.board, self.clock.now, lambda: None, self._replace, lambda: 0)
        self.jobs.queue.add_source(self.source)
        self.jobs.load(self.clock.now())

    def _replace(self, lines: Iterable[bytes]) -> None:
        self.rewrites += 1
        replace_file(self.files, str(self.path), lines, gid=-1)

    def claim(self) -> Claimed:
        job = self.jobs.queue.claim(None, 600, self.clock.now(), anyone)
        assert job is not None
        return job

    def submit(self, job: Claimed, text: str = "made") -> str:
        return self.jobs.queue.submit(job.job_id, Answer(text=text), self.clock.now(), anyone)[1]

    def lines(self) -> int:
        return self.path.read_bytes().count(b"\n")


@pytest.fixture
def rig(tmp_path: Path) -> Iterator[Rig]:
    rig = Rig(tmp_path)
    yield rig
    rig.writer.stop()


def test_there_is_no_log_before_the_first_job(rig: Rig) -> None:
    assert not rig.path.exists()
    rig.claim()
    assert rig.lines() == 2  # It is open, and leased.


def test_a_lease_and_what_was_done_outlive_a_restart(rig: Rig) -> None:
    job = rig.claim()
    rig.restart()
    assert rig.submit(job) == "accepted"
    rig.restart()
    assert rig.submit(job) == "already"


def test_a_torn_last_line_is_passed_over(rig: Rig) -> None:
    job = rig.claim()
    with rig.path.open("ab") as file:
        file.write(b'{"event": "release", "job_id": "' + job.job_id.encode())
    rig.restart()
    assert rig.submit(job) == "accepted"


def test_a_long_log_is_cut_while_the_daemon_runs_and_goes_on_where_it_was(rig: Rig) -> None:
    for _ in range(120):
        rig.submit(rig.claim())
    rig.clock.advance(3 * 86_400)
    job, before = rig.claim(), rig.lines()
    rig.jobs.tidy()
    assert rig.rewrites == 1 and rig.lines() < before / 20
    rig.jobs.tidy()
    assert rig.rewrites == 1
    # What is appended stands behind what was kept.
    rig.submit(job)
    following = rig.claim()
    rig.restart()
    assert rig.submit(following) == "accepted"


def test_a_long_log_is_cut_at_the_start(rig: Rig) -> None:
    for _ in range(120):
        rig.submit(rig.claim())
    rig.clock.advance(3 * 86_400)
    rig.restart()
    assert rig.rewrites == 1 and rig.lines() == 0
    job = rig.claim()
    rig.restart()
    assert rig.submit(job) == "accepted"


def test_a_full_disk_is_a_problem_until_open_jobs_are_registered(rig: Rig) -> None:
    rig.files.fail_all(errno.ENOSPC, "write")
    rig.jobs.queue.refresh(rig.clock.now())
    (problem,) = rig.board.all()
    assert (problem.path, problem.severity) == (JOBS_LOG, "critical") and "full" in problem.what
    rig.files.heal()
    rig.jobs.queue.refresh(rig.clock.now())
    assert rig.board.all() == []
