"""The worker that does what no agent took: on its own thread, as a step of maintenance, and when it fails."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from memoryd.background import Run
from memoryd.errors import Busy
from memoryd.jobs.fallback import STEP, FallbackWorker
from memoryd.jobs.queue import JobQueue
from memoryd.jobs.source import Answer, Work
from memoryd.storage.append_log import AppendLog
from memoryd.storage.files import OsFiles
from memoryd.storage.writer import GroupWriter
from memoryd.testing.manual_clock import ManualClock
from tests.jobs.sources import Pieces
from tests.support.wait import until

AFTER = 1800.0


class Rig:
    """A queue with leaves and dailies, and a worker over it."""

    def __init__(self, folder: Path) -> None:
        self.clock = ManualClock()
        self.writer = GroupWriter(self.clock)
        self.writer.start()
        self.leaves, self.dailies = Pieces(3), Pieces(2, "daily", "summarize")
        self.wake = threading.Event()
        log = AppendLog(OsFiles(), str(folder / "jobs.jsonl"))
        self.queue = JobQueue(log, self.writer.run, self.wake.set, lambda error: None, lambda: 0)
        for source in (self.leaves, self.dailies):
            self.queue.add_source(source)
        self.tidied = 0
        self.worker = FallbackWorker(self.queue, self.clock, lambda: AFTER, self.wake, self._tidy)

    def _tidy(self) -> None:
        self.tidied += 1

    def turn(self) -> None:
        """Wake the worker, and wait until it has had a turn that began after this."""
        for _ in range(2):  # The first to end may have been under way.
            before = self.tidied
            self.wake.set()
            until(lambda before=before: self.tidied > before)  # type: ignore[misc]

    def run(self, action: str = STEP, *, dry_run: bool = False) -> tuple[dict[str, int], list[str]]:
        """A step of maintenance: its counts, and what a dry run would change."""
        run = Run(action, self.clock.now(), dry_run, lambda stage, done, total: None)
        return self.worker.compress(run), run.diff

    def stop(self) -> None:
        self.worker.stop()
        self.writer.stop()


@pytest.fixture
def rig(tmp_path: Path) -> Iterator[Rig]:
    rig = Rig(tmp_path)
    yield rig
    rig.stop()


def texts(source: Pieces) -> list[str]:
    return [text for _, text in source.done]


def test_a_job_waits_for_an_agent_and_then_falls_back(rig: Rig) -> None:
    rig.worker.start()
    rig.turn()
    rig.clock.advance(AFTER - 1)
    rig.turn()
    assert rig.leaves.done == [] and rig.dailies.done == []
    rig.clock.advance(1)
    rig.turn()
    # The next leaf and the next daily are open from now on.
    assert texts(rig.leaves) == ["by itself"] and texts(rig.dailies) == ["by itself"]


def test_days_are_not_summarised_by_the_first_turn(rig: Rig) -> None:
    rig.queue.refresh(rig.clock.now())
    rig.clock.advance(AFTER)
    rig.worker.start()
    until(lambda: rig.tidied)
    assert (len(rig.leaves.done), len(rig.dailies.done)) == (1, 0)


def test_what_an_agent_has_is_left_alone(rig: Rig) -> None:
    rig.queue.refresh(rig.clock.now())
    rig.clock.advance(AFTER)
    job = rig.queue.claim(["leaf"], 600, rig.clock.now(), lambda work: True)
    assert job is not None
    rig.worker.start()
    rig.turn()
    assert rig.leaves.done == []
    assert rig.queue.submit(job.job_id, Answer(text="by an agent"), rig.clock.now(), lambda work: True)[1] == "accepted"


@pytest.mark.parametrize(
    ("action", "counts"),
    [(STEP, {"leaf": 3}), ("consolidate", {})],
    ids=["asked for by hand: at once", "as a part: only what is overdue"],
)
def test_the_step_does_its_own_kinds(rig: Rig, action: str, counts: dict[str, int]) -> None:
    assert rig.run(action) == (counts, [])
    assert rig.dailies.done == []


def test_a_dry_run_says_what_it_would_do(rig: Rig) -> None:
    rig.leaves.unread = 3
    assert rig.run(dry_run=True) == ({"leaf": 1}, ["+ leaf tree"])
    assert rig.leaves.done == []
    rig.leaves.has_fallback = False
    assert rig.run(dry_run=True) == ({}, [])


def test_sources_that_are_behind_are_read_first(rig: Rig) -> None:
    rig.leaves.unread = 5
    assert rig.run() == ({"leaf": 3}, [])


def test_a_run_that_is_to_stop_stops(rig: Rig) -> None:
    def stop(stage: str, done: int, total: int) -> None:
        raise Busy("stop")

    with pytest.raises(Busy):
        rig.worker.compress(Run(STEP, rig.clock.now(), False, stop))
    assert rig.leaves.done == []


def test_a_job_that_fails_is_counted_and_the_worker_lives_on(rig: Rig) -> None:
    def fail(work: Work) -> Answer | None:
        raise RuntimeError("a bug")

    works, rig.leaves.fallback = rig.leaves.fallback, fail  # type: ignore[method-assign]
    assert rig.run() == ({"failed": 1}, [])
    rig.worker.start()
    rig.turn()
    rig.leaves.fallback = works  # type: ignore[method-assign]
    assert rig.run() == ({"leaf": 3}, [])


def test_a_stopped_worker_does_nothing_more(rig: Rig) -> None:
    rig.worker.start()
    rig.turn()
    rig.worker.stop()
    assert rig.run() == ({}, [])
