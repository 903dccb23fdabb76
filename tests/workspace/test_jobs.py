"""The job queue over a source that keeps its results in a dict, with a real writer and a real log."""

from __future__ import annotations

import errno
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from memoryd.errors import Busy, Conflict, InvalidParams, NotFound, ReadOnly
from memoryd.jobs.queue import MOST_BYTES, JobQueue
from memoryd.jobs.source import Answer, Work
from memoryd.storage.append_log import AppendLog
from memoryd.storage.files import Files, OsFiles
from memoryd.storage.writer import GroupWriter
from memoryd.testing.faulty_files import FaultyFiles
from memoryd.testing.manual_clock import ManualClock
from memoryd.times import DAY, SECOND

NOW = 1_778_855_400 * SECOND
MINUTE = 60 * SECOND


class Pieces:
    """A source of numbered pieces that have to be done one after the other, as leaves have."""

    def __init__(self, count: int) -> None:
        self.count = count
        self.done: list[tuple[str, str]] = []
        """(job id, text), in order."""
        self.behind = False
        self.text = ""
        self.asked = 0

    def read_on(self) -> bool:
        return True

    def open_work(self, now: int) -> Iterator[Work]:
        if len(self.done) < self.count:
            yield self.piece(len(self.done))

    def piece(self, number: int) -> Work:
        return Work(kind="leaf", work_id=f"piece-{number}", slot="tree", target_tokens=10, data={"number": number})

    def messages(self, work: Work) -> list[dict[str, str]]:
        self.asked += 1
        return [{"role": "user", "content": self.text or f"piece {work.data['number']}"}]

    def accept(self, work: Work, answer: Answer, job_id: str) -> str:
        known = self.accepted(job_id)
        if known is not None:
            return known
        if not answer.text:
            raise InvalidParams("the text is empty")
        if work.data["number"] != len(self.done):
            raise Conflict("that piece is done")
        self.done.append((job_id, answer.text))
        return f"L1/{len(self.done):04}"

    def accepted(self, job_id: str) -> str | None:
        ids = [done for done, _ in self.done]
        return f"L1/{ids.index(job_id) + 1:04}" if job_id in ids else None

    def fallback(self, work: Work) -> Answer | None:
        return Answer(text="by itself", by="builtin")


def anybody(work: Work) -> bool:
    return True


class Desk:
    """A queue on a real log, which can be thrown away and read again."""

    def __init__(self, folder: Path, source: Pieces, files: Files | None = None) -> None:
        self.source = source
        self.files = files or OsFiles()
        self.path = folder / "jobs.jsonl"
        self.writer = GroupWriter(ManualClock(NOW))
        self.writer.start()
        self.queue = self.open()

    def open(self, now: int = NOW) -> JobQueue:
        queue = JobQueue(AppendLog(self.files, str(self.path)), self.writer.run)
        queue.add_source(("leaf",), self.source)
        queue.load(self.path.read_bytes() if self.path.exists() else b"", now)
        self.queue = queue
        return queue


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    desk = Desk(tmp_path, Pieces(3))
    yield desk
    desk.writer.stop()


def test_a_job_is_claimed_submitted_and_followed_by_the_next(desk: Desk) -> None:
    job = desk.queue.claim(None, 60, NOW, anybody)
    assert job is not None
    assert (job.work.work_id, job.messages, job.expires) == (
        "piece-0", [{"role": "user", "content": "piece 0"}], NOW + MINUTE,
    )  # fmt: skip
    assert desk.queue.submit(job.job_id, Answer(text="one"), NOW, anybody) == ("L1/0001", "accepted")
    following = desk.queue.claim(None, 60, NOW, anybody)
    assert following is not None and following.work.work_id == "piece-1"


def test_what_is_leased_is_offered_to_nobody_else(desk: Desk) -> None:
    assert desk.queue.claim(None, 60, NOW, anybody) is not None
    assert desk.queue.claim(None, 60, NOW + MINUTE - 1, anybody) is None
    assert desk.queue.fall_back(NOW + MINUTE - 1, 0) == {}


def test_an_expired_lease_goes_to_the_next_and_its_holder_hears_of_it(desk: Desk) -> None:
    late = desk.queue.claim(None, 60, NOW, anybody)
    again = desk.queue.claim(None, 60, NOW + MINUTE, anybody)
    assert late is not None and again is not None and again.work == late.work
    with pytest.raises(Conflict, match="expired"):
        desk.queue.submit(late.job_id, Answer(text="late"), NOW + MINUTE, anybody)
    assert desk.queue.submit(again.job_id, Answer(text="in time"), NOW + MINUTE, anybody)[1] == "accepted"
    assert [text for _, text in desk.source.done] == ["in time"]


def test_a_second_submit_is_harmless(desk: Desk) -> None:
    job = desk.queue.claim(None, 60, NOW, anybody)
    assert job is not None
    desk.queue.submit(job.job_id, Answer(text="one"), NOW, anybody)
    assert desk.queue.submit(job.job_id, Answer(text="two"), NOW + 5 * MINUTE, anybody) == ("L1/0001", "already")
    assert desk.source.done == [(job.job_id, "one")]


def test_a_refused_answer_leaves_the_lease_as_it_was(desk: Desk) -> None:
    job = desk.queue.claim(None, 60, NOW, anybody)
    assert job is not None
    with pytest.raises(InvalidParams):
        desk.queue.submit(job.job_id, Answer(text=""), NOW, anybody)
    assert desk.queue.submit(job.job_id, Answer(text="better"), NOW, anybody)[1] == "accepted"


def test_a_job_that_was_given_back_is_free_at_once(desk: Desk) -> None:
    job = desk.queue.claim(None, 60, NOW, anybody)
    assert job is not None
    assert desk.queue.release(job.job_id, NOW, anybody) == "released"
    assert desk.queue.release(job.job_id, NOW, anybody) == "already"
    assert desk.queue.claim(None, 60, NOW, anybody) is not None
    with pytest.raises(Conflict):
        desk.queue.submit(job.job_id, Answer(text="given back"), NOW, anybody)


def test_an_unknown_job_is_not_found(desk: Desk) -> None:
    with pytest.raises(NotFound):
        desk.queue.submit("job-0", Answer(text="x"), NOW, anybody)
    with pytest.raises(NotFound):
        desk.queue.release("job-0", NOW, anybody)


def test_what_no_frame_holds_is_left_to_the_fallback(desk: Desk) -> None:
    desk.source.text = "ü" * (MOST_BYTES // 2)
    assert desk.queue.claim(None, 60, NOW, anybody) is None
    assert desk.queue.claim(None, 60, NOW, anybody) is None and desk.source.asked == 1
    assert [entry["state"] for entry in desk.queue.list(NOW, anybody)] == ["open"]
    desk.source.text = ""
    assert desk.queue.fall_back(NOW, 0, most=1) == {"leaf": 1}
    assert desk.queue.claim(None, 60, NOW, anybody) is not None


def test_kinds_and_rights_are_asked(desk: Desk) -> None:
    assert desk.queue.claim(["daily"], 60, NOW, anybody) is None
    assert desk.queue.claim(None, 60, NOW, lambda work: False) is None
    assert desk.queue.list(NOW, lambda work: False) == []
    assert [entry["state"] for entry in desk.queue.list(NOW, anybody)] == ["open"]


def test_a_lease_outlives_the_daemon(desk: Desk) -> None:
    job = desk.queue.claim(None, 60, NOW, anybody)
    assert job is not None
    desk.open()
    assert desk.queue.claim(None, 60, NOW, anybody) is None
    assert desk.queue.submit(job.job_id, Answer(text="one"), NOW, anybody) == ("L1/0001", "accepted")
    desk.open()
    assert desk.queue.submit(job.job_id, Answer(text="one"), NOW, anybody) == ("L1/0001", "already")


def test_a_crash_between_the_source_and_the_queue_repeats_nothing(desk: Desk) -> None:
    job = desk.queue.claim(None, 60, NOW, anybody)
    assert job is not None
    desk.source.accept(job.work, Answer(text="one"), job.job_id)
    desk.open()
    assert desk.queue.submit(job.job_id, Answer(text="one"), NOW + 5 * MINUTE, anybody) == ("L1/0001", "already")
    assert len(desk.source.done) == 1


def test_the_fallback_waits_its_time_also_over_a_restart(desk: Desk) -> None:
    assert desk.queue.fall_back(NOW, 1800) == {}
    desk.open()
    assert desk.queue.fall_back(NOW + 30 * MINUTE - 1, 1800) == {}
    assert desk.queue.fall_back(NOW + 30 * MINUTE, 1800) == {"leaf": 1}
    assert desk.queue.fall_back(NOW + 30 * MINUTE, 0) == {"leaf": 2}


def test_a_full_disk_keeps_nobody_from_looking_and_what_is_open_is_registered_later(tmp_path: Path) -> None:
    files = FaultyFiles(str(tmp_path))
    desk = Desk(tmp_path, Pieces(3), files)
    told: list[ReadOnly | None] = []
    desk.queue.on_unwritten = told.append
    files.fail_all(errno.ENOSPC, "write")
    assert [entry["state"] for entry in desk.queue.list(NOW, anybody)] == ["open"]
    assert told == []
    assert desk.queue.fall_back(NOW + 29 * MINUTE, 1800) == {}
    assert len(told) == 1 and "full" in str(told[0])
    with pytest.raises(ReadOnly):
        desk.queue.claim(None, 60, NOW + 29 * MINUTE, anybody)
    files.heal()
    assert desk.queue.fall_back(NOW + 29 * MINUTE, 1800) == {}
    assert told[-1] is None
    # A restart knows since when it is open.
    desk.open()
    assert desk.queue.fall_back(NOW + 30 * MINUTE, 1800) == {"leaf": 1}
    desk.writer.stop()


def test_a_slot_is_held_by_one_at_a_time(desk: Desk) -> None:
    begun, gate, done = threading.Event(), threading.Event(), threading.Event()
    fallback = desk.source.fallback

    def slow(work: Work) -> Answer | None:
        begun.set()
        assert gate.wait(30)
        return fallback(work)

    desk.source.fallback = slow  # type: ignore[method-assign]
    falling = threading.Thread(target=lambda: desk.queue.fall_back(NOW, 0, most=1))
    falling.start()
    assert begun.wait(30)

    def give_up() -> None:
        raise Busy("stop")

    # Whoever waits may be told to stop; else it gets the slot when the fallback is through.
    with pytest.raises(Busy), desk.queue.holding("tree", NOW, give_up):
        pass

    def hold() -> None:
        with desk.queue.holding("tree", NOW, gate.set) as is_free:
            assert is_free and desk.source.done and desk.queue.claim(None, 60, NOW, anybody) is None
            done.set()

    holder = threading.Thread(target=hold)
    holder.start()
    assert done.wait(30)
    for thread in (falling, holder):
        thread.join(30)
    # Given back: an agent gets it, and then nobody else does.
    assert desk.queue.claim(None, 60, NOW, anybody) is not None
    with desk.queue.holding("tree", NOW, give_up) as is_free:
        assert not is_free


def test_a_long_log_is_written_anew(tmp_path: Path) -> None:
    desk = Desk(tmp_path, Pieces(120))
    assert desk.queue.fall_back(NOW, 0) == {"leaf": 120}
    log = desk.path.read_bytes()
    later = NOW + 3 * 24 * 60 * MINUTE
    assert desk.open().load(log, NOW) is None
    assert desk.open(later).load(log, later) == []
    desk.writer.stop()


def test_a_log_that_grows_while_the_daemon_runs_is_cut_to_what_counts(desk: Desk) -> None:
    desk.source.count = 400
    job = desk.queue.claim(None, 60, NOW, anybody)
    assert job is not None
    desk.queue.submit(job.job_id, Answer(text="one"), NOW, anybody)
    assert desk.queue.fall_back(NOW, 0, most=200) == {"leaf": 200}
    last = desk.queue.claim(None, 60, NOW + 3 * DAY, anybody)
    assert last is not None
    written: list[list[bytes]] = []
    desk.queue.tidy(NOW + 3 * DAY, written.append)
    desk.queue.tidy(NOW + 3 * DAY, written.append)
    assert len(written) == 1 and len(written[0]) < 10
    desk.path.write_bytes(b"".join(written[0]))
    desk.open(NOW + 3 * DAY)
    assert desk.queue.submit(last.job_id, Answer(text="two"), NOW + 3 * DAY, anybody)[1] == "accepted"


class Machine(RuleBasedStateMachine):
    """Agents, time, fallback and restarts in any order: each piece is done once, in order."""

    def __init__(self) -> None:
        super().__init__()
        import tempfile

        self.folder = tempfile.TemporaryDirectory()
        self.desk = Desk(Path(self.folder.name), Pieces(6))
        self.now = NOW
        self.jobs: list[tuple[str, int]] = []

    @rule(seconds=st.sampled_from([1, 30, 61]))
    def time_passes(self, seconds: int) -> None:
        self.now += seconds * SECOND

    @rule()
    def claim(self) -> None:
        job = self.desk.queue.claim(None, 60, self.now, anybody)
        if job is not None:
            assert job.work.data["number"] == len(self.desk.source.done)
            self.jobs.append((job.job_id, job.expires))

    @rule(pick=st.integers(0, 100))
    def submit(self, pick: int) -> None:
        if not self.jobs:
            return
        job_id, expires = self.jobs[pick % len(self.jobs)]
        before = len(self.desk.source.done)
        try:
            _, status = self.desk.queue.submit(job_id, Answer(text=job_id), self.now, anybody)
        except Conflict:
            return
        assert (status == "accepted") == (len(self.desk.source.done) == before + 1)
        assert status == "already" or self.now < expires

    @rule(pick=st.integers(0, 100))
    def release(self, pick: int) -> None:
        if self.jobs:
            self.desk.queue.release(self.jobs[pick % len(self.jobs)][0], self.now, anybody)

    @rule()
    def fall_back(self) -> None:
        self.desk.queue.fall_back(self.now, 120)

    @rule()
    def restart(self) -> None:
        self.desk.open(self.now)

    @invariant()
    def no_job_is_done_twice(self) -> None:
        ids = [job_id for job_id, _ in self.desk.source.done]
        assert len(ids) == len(set(ids)) <= 6

    def teardown(self) -> None:
        self.desk.writer.stop()
        self.folder.cleanup()


TestMachine = Machine.TestCase
TestMachine.settings = settings(max_examples=25, stateful_step_count=30, deadline=None)
