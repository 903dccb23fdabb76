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
from tests.jobs.sources import Pieces

NOW = 1_778_855_400 * SECOND
MINUTE = 60 * SECOND


def anyone(work: Work) -> bool:
    """May see every job."""
    return True


class Rig:
    """A queue on a real log, which can be thrown away and read again."""

    def __init__(self, folder: Path, source: Pieces, files: Files | None = None) -> None:
        self.source = source
        self.files = files or OsFiles()
        self.path = folder / "jobs.jsonl"
        self.writer = GroupWriter(ManualClock(NOW))
        self.writer.start()
        self.told: list[ReadOnly | None] = []
        self.most_a_day = 0
        """Why open work could not be registered; None when it was."""
        self.asked_to_read = 0
        self.queue = self.open()

    def open(self, now: int = NOW) -> JobQueue:
        log = AppendLog(self.files, str(self.path))
        queue = JobQueue(log, self.writer.run, self._ask_to_read, self.told.append, lambda: self.most_a_day)
        queue.add_source(self.source)
        queue.load(self.path.read_bytes() if self.path.exists() else b"", now)
        self.queue = queue
        return queue

    def _ask_to_read(self) -> None:
        self.asked_to_read += 1


@pytest.fixture
def rig(tmp_path: Path) -> Iterator[Rig]:
    rig = Rig(tmp_path, Pieces(3))
    yield rig
    rig.writer.stop()


def test_a_job_is_claimed_submitted_and_followed_by_the_next(rig: Rig) -> None:
    job = rig.queue.claim(None, 60, NOW, anyone)
    assert job is not None
    assert (job.work.work_id, job.messages, job.expires) == (
        "leaf-0", [{"role": "user", "content": "piece 0"}], NOW + MINUTE,
    )  # fmt: skip
    assert rig.queue.submit(job.job_id, Answer(text="one"), NOW, anyone) == ("L1/0001", "accepted")
    following = rig.queue.claim(None, 60, NOW, anyone)
    assert following is not None and following.work.work_id == "leaf-1"


def test_what_is_leased_is_not_offered_again(rig: Rig) -> None:
    assert rig.queue.claim(None, 60, NOW, anyone) is not None
    assert rig.queue.claim(None, 60, NOW + MINUTE - 1, anyone) is None
    assert rig.queue.fall_back(NOW + MINUTE - 1, 0) == {}


def test_an_expired_lease_goes_to_the_next_and_its_holder_hears_of_it(rig: Rig) -> None:
    late = rig.queue.claim(None, 60, NOW, anyone)
    again = rig.queue.claim(None, 60, NOW + MINUTE, anyone)
    assert late is not None and again is not None and again.work == late.work
    with pytest.raises(Conflict, match="expired"):
        rig.queue.submit(late.job_id, Answer(text="late"), NOW + MINUTE, anyone)
    assert rig.queue.submit(again.job_id, Answer(text="in time"), NOW + MINUTE, anyone)[1] == "accepted"
    assert [text for _, text in rig.source.done] == ["in time"]


def test_a_second_submit_is_harmless(rig: Rig) -> None:
    job = rig.queue.claim(None, 60, NOW, anyone)
    assert job is not None
    rig.queue.submit(job.job_id, Answer(text="one"), NOW, anyone)
    assert rig.queue.submit(job.job_id, Answer(text="two"), NOW + 5 * MINUTE, anyone) == ("L1/0001", "already")
    assert rig.source.done == [(job.job_id, "one")]


def test_a_refused_answer_leaves_the_lease_as_it_was(rig: Rig) -> None:
    job = rig.queue.claim(None, 60, NOW, anyone)
    assert job is not None
    with pytest.raises(InvalidParams):
        rig.queue.submit(job.job_id, Answer(text=""), NOW, anyone)
    assert rig.queue.submit(job.job_id, Answer(text="better"), NOW, anyone)[1] == "accepted"


def test_a_job_that_was_given_back_is_free_at_once(rig: Rig) -> None:
    job = rig.queue.claim(None, 60, NOW, anyone)
    assert job is not None
    assert rig.queue.release(job.job_id, NOW, anyone) == "released"
    assert rig.queue.release(job.job_id, NOW, anyone) == "already"
    assert rig.queue.claim(None, 60, NOW, anyone) is not None
    with pytest.raises(Conflict):
        rig.queue.submit(job.job_id, Answer(text="given back"), NOW, anyone)


def test_a_job_whose_work_is_no_more_holds_its_slot_no_longer(rig: Rig) -> None:
    job = rig.queue.claim(None, 600, NOW, anyone)
    assert job is not None
    rig.source.done.append(("by a person", "one"))
    with pytest.raises(Conflict, match="that piece is done"):
        rig.queue.submit(job.job_id, Answer(text="one, too"), NOW, anyone)
    following = rig.queue.claim(None, 600, NOW, anyone)
    assert following is not None and following.work.data == {"number": 1}
    assert [one["job_id"] for one in rig.open().list(NOW, anyone) if one["state"] == "leased"] == [following.job_id]


def test_a_lease_can_be_renewed_while_it_lives_also_over_a_restart(rig: Rig) -> None:
    job = rig.queue.claim(None, 60, NOW, anyone)
    assert job is not None
    assert rig.queue.renew(job.job_id, 600, NOW + MINUTE - 1, anyone) == NOW + 11 * MINUTE - 1
    assert rig.queue.renew(job.job_id, 60, NOW, anyone) == NOW + 11 * MINUTE - 1
    with pytest.raises(NotFound):
        rig.queue.renew("job-0", 60, NOW, anyone)
    assert rig.queue.claim(None, 60, NOW + 10 * MINUTE, anyone) is None
    with pytest.raises(Conflict, match="expired"):
        rig.queue.renew(job.job_id, 60, NOW + 11 * MINUTE, anyone)


def test_agents_get_so_many_jobs_a_day_and_each_says_its_tokens(rig: Rig) -> None:
    rig.most_a_day = 2
    for _ in range(2):
        job = rig.queue.claim(None, 60, NOW, anyone)
        assert job is not None
        rig.queue.submit(job.job_id, Answer(text="done"), NOW, anyone)
    assert rig.queue.claim(None, 60, NOW, anyone) is None
    assert (rig.queue.claimed_since_yesterday(NOW), rig.queue.fall_back(NOW, 0)) == (2, {"leaf": 1})
    assert rig.queue.claimed_since_yesterday(NOW + 25 * 60 * MINUTE) == 0


def test_an_unknown_job_is_not_found(rig: Rig) -> None:
    with pytest.raises(NotFound):
        rig.queue.submit("job-0", Answer(text="x"), NOW, anyone)
    with pytest.raises(NotFound):
        rig.queue.release("job-0", NOW, anyone)


def test_what_no_frame_holds_is_left_to_the_fallback(rig: Rig) -> None:
    rig.source.text = "ü" * (MOST_BYTES // 2)
    assert rig.queue.claim(None, 60, NOW, anyone) is None
    assert rig.queue.claim(None, 60, NOW, anyone) is None and rig.source.asked == 1
    assert [entry["state"] for entry in rig.queue.list(NOW, anyone)] == ["open"]
    rig.source.text = ""
    assert rig.queue.fall_back(NOW, 0, most=1) == {"leaf": 1}
    assert rig.queue.claim(None, 60, NOW, anyone) is not None


def test_kinds_and_rights_are_asked(rig: Rig) -> None:
    assert rig.queue.claim(["daily"], 60, NOW, anyone) is None
    assert rig.queue.claim(None, 60, NOW, lambda work: False) is None
    assert rig.queue.list(NOW, lambda work: False) == []
    assert [entry["state"] for entry in rig.queue.list(NOW, anyone)] == ["open"]


def test_a_lease_outlives_the_daemon(rig: Rig) -> None:
    job = rig.queue.claim(None, 60, NOW, anyone)
    assert job is not None
    rig.open()
    assert rig.queue.claim(None, 60, NOW, anyone) is None
    assert rig.queue.submit(job.job_id, Answer(text="one"), NOW, anyone) == ("L1/0001", "accepted")
    rig.open()
    assert rig.queue.submit(job.job_id, Answer(text="one"), NOW, anyone) == ("L1/0001", "already")


def test_a_crash_between_the_source_and_the_queue_repeats_nothing(rig: Rig) -> None:
    job = rig.queue.claim(None, 60, NOW, anyone)
    assert job is not None
    rig.source.accept(job.work, Answer(text="one"), job.job_id)
    rig.open()
    assert rig.queue.submit(job.job_id, Answer(text="one"), NOW + 5 * MINUTE, anyone) == ("L1/0001", "already")
    assert len(rig.source.done) == 1


def test_the_fallback_waits_its_time_also_over_a_restart(rig: Rig) -> None:
    assert rig.queue.fall_back(NOW, 1800) == {}
    rig.open()
    assert rig.queue.fall_back(NOW + 30 * MINUTE - 1, 1800) == {}
    assert rig.queue.fall_back(NOW + 30 * MINUTE, 1800) == {"leaf": 1}
    assert rig.queue.fall_back(NOW + 30 * MINUTE, 0) == {"leaf": 2}


def test_on_a_full_disk_jobs_are_listed_and_registered_later(tmp_path: Path) -> None:
    files = FaultyFiles(str(tmp_path))
    rig = Rig(tmp_path, Pieces(3), files)
    files.fail_all(errno.ENOSPC, "write")
    assert [entry["state"] for entry in rig.queue.list(NOW, anyone)] == ["open"]
    assert rig.told == []
    assert rig.queue.fall_back(NOW + 29 * MINUTE, 1800) == {}
    assert len(rig.told) == 1 and "full" in str(rig.told[0])
    with pytest.raises(ReadOnly):
        rig.queue.claim(None, 60, NOW + 29 * MINUTE, anyone)
    files.heal()
    assert rig.queue.fall_back(NOW + 29 * MINUTE, 1800) == {}
    assert rig.told[-1] is None
    # A restart knows since when it is open.
    rig.open()
    assert rig.queue.fall_back(NOW + 30 * MINUTE, 1800) == {"leaf": 1}
    rig.writer.stop()


def test_a_slot_is_held_by_one_at_a_time(rig: Rig) -> None:
    begun, gate, done = threading.Event(), threading.Event(), threading.Event()
    fallback = rig.source.fallback

    def slow(work: Work) -> Answer | None:
        begun.set()
        assert gate.wait(30)
        return fallback(work)

    rig.source.fallback = slow  # type: ignore[method-assign]
    falling = threading.Thread(target=lambda: rig.queue.fall_back(NOW, 0, most=1))
    falling.start()
    assert begun.wait(30)

    def give_up() -> None:
        raise Busy("stop")

    # Whoever waits may be told to stop; else it gets the slot when the fallback is through.
    with pytest.raises(Busy), rig.queue.holding("tree", NOW, give_up):
        pass

    def hold() -> None:
        with rig.queue.holding("tree", NOW, gate.set) as is_free:
            assert is_free and rig.source.done and rig.queue.claim(None, 60, NOW, anyone) is None
            done.set()

    holder = threading.Thread(target=hold)
    holder.start()
    assert done.wait(30)
    for thread in (falling, holder):
        thread.join(30)
    # Given back: an agent gets it, and no one else while it has it.
    assert rig.queue.claim(None, 60, NOW, anyone) is not None
    with rig.queue.holding("tree", NOW, give_up) as is_free:
        assert not is_free


def test_a_long_log_is_written_anew(tmp_path: Path) -> None:
    rig = Rig(tmp_path, Pieces(120))
    assert rig.queue.fall_back(NOW, 0) == {"leaf": 120}
    log = rig.path.read_bytes()
    later = NOW + 3 * 24 * 60 * MINUTE
    assert rig.open().load(log, NOW) is None
    assert rig.open(later).load(log, later) == []
    rig.writer.stop()


def test_a_log_that_grows_while_the_daemon_runs_is_cut_to_what_counts(rig: Rig) -> None:
    rig.source.count = 400
    job = rig.queue.claim(None, 60, NOW, anyone)
    assert job is not None
    rig.queue.submit(job.job_id, Answer(text="one"), NOW, anyone)
    assert rig.queue.fall_back(NOW, 0, most=200) == {"leaf": 200}
    last = rig.queue.claim(None, 60, NOW + 3 * DAY, anyone)
    assert last is not None
    written: list[list[bytes]] = []
    rig.queue.tidy(NOW + 3 * DAY, written.append)
    rig.queue.tidy(NOW + 3 * DAY, written.append)
    assert len(written) == 1 and len(written[0]) < 10
    rig.path.write_bytes(b"".join(written[0]))
    rig.open(NOW + 3 * DAY)
    assert rig.queue.submit(last.job_id, Answer(text="two"), NOW + 3 * DAY, anyone)[1] == "accepted"


def test_a_source_that_has_more_to_read_is_asked_to(rig: Rig) -> None:
    rig.source.unread = 2
    assert rig.queue.behind and rig.queue.claim(None, 60, NOW, anyone) is None
    assert rig.asked_to_read == 1
    assert [rig.queue.read_on(), rig.queue.read_on()] == [False, True]
    assert rig.queue.claim(None, 60, NOW, anyone) is not None and rig.asked_to_read == 1


def test_a_source_that_fails_does_not_hide_the_others(rig: Rig) -> None:
    class Broken(Pieces):
        def open_work(self, now: int) -> Iterator[Work]:
            raise OSError("no such disk")

    rig.queue.add_source(Broken(1, "daily", "summarize"))
    assert [entry["kind"] for entry in rig.queue.list(NOW, anyone)] == ["leaf"]


def test_kinds_are_known_by_the_step_that_does_them_without_an_agent(rig: Rig) -> None:
    daily = Pieces(1, "daily", "summarize")
    daily.has_fallback = False
    rig.queue.add_source(daily)
    assert rig.queue.kinds == ("leaf", "daily")
    assert (rig.queue.kinds_of("compress"), rig.queue.kinds_of("summarize")) == (("leaf",), ("daily",))
    assert rig.queue.kinds_of("summarize", only_able=True) == ()


class Machine(RuleBasedStateMachine):
    """Agents, time, fallback and restarts in any order: each piece is done once, in order."""

    def __init__(self) -> None:
        super().__init__()
        import tempfile

        self.folder = tempfile.TemporaryDirectory()
        self.rig = Rig(Path(self.folder.name), Pieces(6))
        self.now = NOW
        self.jobs: list[tuple[str, int]] = []

    @rule(seconds=st.sampled_from([1, 30, 61]))
    def time_passes(self, seconds: int) -> None:
        self.now += seconds * SECOND

    @rule()
    def claim(self) -> None:
        job = self.rig.queue.claim(None, 60, self.now, anyone)
        if job is not None:
            assert job.work.data["number"] == len(self.rig.source.done)
            self.jobs.append((job.job_id, job.expires))

    @rule(pick=st.integers(0, 100))
    def submit(self, pick: int) -> None:
        if not self.jobs:
            return
        job_id, expires = self.jobs[pick % len(self.jobs)]
        before = len(self.rig.source.done)
        try:
            _, status = self.rig.queue.submit(job_id, Answer(text=job_id), self.now, anyone)
        except Conflict:
            return
        assert (status == "accepted") == (len(self.rig.source.done) == before + 1)
        assert status == "already" or self.now < expires

    @rule(pick=st.integers(0, 100))
    def release(self, pick: int) -> None:
        if self.jobs:
            self.rig.queue.release(self.jobs[pick % len(self.jobs)][0], self.now, anyone)

    @rule()
    def fall_back(self) -> None:
        self.rig.queue.fall_back(self.now, 120)

    @rule()
    def restart(self) -> None:
        self.rig.open(self.now)

    @invariant()
    def no_job_is_done_twice(self) -> None:
        ids = [job_id for job_id, _ in self.rig.source.done]
        assert len(ids) == len(set(ids)) <= 6

    def teardown(self) -> None:
        self.rig.writer.stop()
        self.folder.cleanup()


TestMachine = Machine.TestCase
TestMachine.settings = settings(max_examples=25, stateful_step_count=30, deadline=None)


def test_what_comes_up_in_front_of_an_overdue_job_is_done_before_it(rig: Rig) -> None:
    """The next leaf has waited for long when the leaves before it are to be merged."""
    shown = [1]
    rig.source.open_work = lambda now: (rig.source.piece(number) for number in shown)  # type: ignore[method-assign]
    rig.queue.refresh(NOW)
    shown[:] = [0, 1]
    assert rig.queue.fall_back(NOW + 30 * MINUTE, 1800, most=1) == {"leaf": 1}
    assert [text for _, text in rig.source.done] == ["by itself"]
