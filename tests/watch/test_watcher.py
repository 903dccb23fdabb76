"""The watcher in bad weather: lost events, no watches, another root, absorbers that fail, our own writes."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import threading
from pathlib import Path

import msgspec
import pytest

from memoryd.clock import SystemClock
from memoryd.times import SECOND
from memoryd.watch.scan import Stamp
from tests.watch.eyewitness import QUICK, Eyewitness, eventually

QUEUE = Path("/proc/sys/fs/inotify/max_queued_events")
NOTE = "memory/user.md"


def test_the_first_scan_tells_what_there_is_and_then_each_file(root: Path) -> None:
    eyes = Eyewitness(root).open()
    assert [sorted(found) for found in eyes.rescans] == [["MEMORY.md", NOTE]]
    assert sorted(eyes.calls) == ["MEMORY.md", NOTE]
    assert eyes.agrees()
    assert not eyes.watcher.polling
    eyes.watcher.stop()


def test_what_a_store_has_loaded_is_not_absorbed_at_the_start(root: Path) -> None:
    eyes = Eyewitness(root)
    eyes.watcher.ours("MEMORY.md", Stamp.of((root / "MEMORY.md").stat()))
    eyes.watcher.ours("lost.jsonl", Stamp(1, 2, 3, 4, 5))
    eyes.open()
    assert sorted(eyes.calls) == ["lost.jsonl", NOTE]
    eyes.watcher.stop()


class _BehindClock(SystemClock):
    """As after an administrator has put a clock right that was a day ahead."""

    def now(self) -> int:
        return super().now() - 24 * 3600 * SECOND


def test_a_file_of_a_time_to_come_is_absorbed_once(root: Path) -> None:
    eyes = Eyewitness(root, clock=_BehindClock()).open()
    for _ in range(3):
        eyes.catch_up()
    assert sorted(eyes.calls) == ["MEMORY.md", NOTE]
    eyes.watcher.stop()


def test_events_that_overflow_the_queue_lose_nothing(root: Path) -> None:
    if not os.access(QUEUE, os.W_OK):
        pytest.skip("only root can make the queue small, and in a container /proc/sys is read-only")
    usual = QUEUE.read_text()
    try:
        QUEUE.write_text(usual)
    except OSError as error:
        pytest.skip(f"the queue cannot be made small here: {error.strerror}")
    eyes = Eyewitness(root)
    try:
        QUEUE.write_text("16")
        eyes.open()
    finally:
        QUEUE.write_text(usual)
    busy, go_on = threading.Event(), threading.Event()

    def hold_up(relpath: str) -> None:
        busy.set()
        assert go_on.wait(20)

    eyes.before = hold_up
    (root / "MEMORY.md").write_text("this one keeps the watcher busy\n")
    assert busy.wait(20)
    for number in range(100):
        (root / "memory" / f"{number}.md").write_text(str(number))
    (root / NOTE).unlink()
    go_on.set()
    eyes.catch_up()
    assert eyes.watcher.overflows > 0
    assert eyes.agrees()
    eyes.watcher.stop()


def test_no_watches_left(root: Path, tmp_path: Path) -> None:
    repository = Path(__file__).parents[2]
    unshare = shutil.which("unshare")
    if unshare is None or subprocess.run([unshare, "-Ur", "true"], capture_output=True).returncode:
        pytest.skip("no user namespaces here")
    tried = [unshare, "-Ur", "sh", "-c", "cat /proc/sys/user/max_inotify_watches >/proc/sys/user/max_inotify_watches"]
    if subprocess.run(tried, capture_output=True).returncode:
        pytest.skip("in a container /proc/sys is read-only")
    command = [unshare, "-Ur", sys.executable, "-m", "tests.watch.exhausted", str(root)]
    done = subprocess.run(command, cwd=repository, capture_output=True, text=True, timeout=120)
    assert (done.returncode, done.stdout.splitlines()[-1:]) == (0, ["survived"]), done.stdout + done.stderr


def test_a_name_that_is_not_utf8_is_reported_and_harms_nobody(eyes: Eyewitness) -> None:
    bad = os.fsencode(eyes.root) + b"/memory/caf\xe9.md"
    with open(bad, "w") as file:
        file.write("x")
    (eyes.root / "memory" / "good.md").write_text("x")
    assert eyes.news() == ["memory/good.md"]
    assert eventually(lambda: [problem.path for problem in eyes.problems] == ["memory/caf\\xe9.md"])
    os.rename(bad, os.fsencode(eyes.root) + b"/memory/caf\xc3\xa9.md")
    assert eyes.news() == ["memory/café.md"]
    assert eventually(lambda: eyes.problems == [])
    assert eyes.agrees()


def test_a_directory_whose_name_is_not_utf8_is_reported(eyes: Eyewitness) -> None:
    os.mkdir(os.fsencode(eyes.root) + b"/d\xff")
    eyes.catch_up()
    assert eventually(lambda: [problem.path for problem in eyes.problems] == ["d\\xff"])


def test_a_file_that_becomes_a_link_is_reported_and_its_content_kept(eyes: Eyewitness, tmp_path: Path) -> None:
    (eyes.root / NOTE).rename(tmp_path / "elsewhere.md")
    (eyes.root / NOTE).symlink_to(tmp_path / "elsewhere.md")
    assert eyes.news() == []
    assert eventually(lambda: [problem.path for problem in eyes.problems] == [NOTE])
    assert NOTE in eyes.copies


def replaced_by_a_copy(root: Path, spare: Path) -> None:
    root.rename(spare)
    shutil.copytree(spare, root)
    (root / NOTE).write_text("- in the copy\n")


def emptied_and_made_again(root: Path, spare: Path) -> None:
    shutil.rmtree(root)
    root.mkdir()
    (root / "only.md").write_text("x")


def swapped(root: Path, spare: Path) -> None:
    spare.mkdir()
    (spare / "other.md").write_text("x")
    root.rename(f"{spare}-away")
    spare.rename(root)


def parent_replaced(root: Path, spare: Path) -> None:
    """No event tells of this one."""
    root.parent.rename(spare)
    root.mkdir(parents=True)
    (root / "other.md").write_text("x")


@pytest.mark.parametrize("replace", [replaced_by_a_copy, emptied_and_made_again, swapped, parent_replaced])
def test_another_root_is_noticed(tmp_path: Path, replace: object) -> None:
    root = tmp_path / "parent" / "data"
    (root / "memory").mkdir(parents=True)
    (root / NOTE).write_text("- old\n")
    (root / "MEMORY.md").write_text("x")
    eyes = Eyewitness(root).open()
    replace(root, tmp_path / "spare")  # type: ignore[operator]
    assert eventually(eyes.agrees)
    (root / "later.md").write_text("y")
    eyes.catch_up()
    assert eyes.agrees()
    assert not eyes.watcher.polling
    assert eventually(lambda: eyes.problems == [])
    eyes.watcher.stop()


def test_a_root_that_is_gone_is_a_problem_and_nothing_is_forgotten(eyes: Eyewitness, tmp_path: Path) -> None:
    known = dict(eyes.copies)
    eyes.root.rename(tmp_path / "away")
    assert eventually(lambda: [problem.severity for problem in eyes.problems] == ["critical"])
    assert not eyes.watcher.sync(0.05)
    assert eyes.copies == known
    (tmp_path / "away").rename(eyes.root)
    assert eventually(lambda: eyes.problems == [])
    assert eyes.news() == []
    (eyes.root / NOTE).write_text("- after the return\n")
    assert eyes.news() == [NOTE]


def test_the_cookies_directory_may_vanish(eyes: Eyewitness) -> None:
    shutil.rmtree(eyes.root / ".memoryd")
    (eyes.root / NOTE).write_text("- x\n")
    eyes.catch_up()
    assert eyes.agrees()
    eyes.catch_up()
    assert os.listdir(eyes.root / ".memoryd" / "cookies") == []


def test_cookies_of_a_killed_daemon_are_swept(root: Path) -> None:
    (root / ".memoryd" / "cookies").mkdir(parents=True)
    (root / ".memoryd" / "cookies" / "cookie-1-1").touch()
    eyes = Eyewitness(root).open()
    assert os.listdir(root / ".memoryd" / "cookies") == []
    eyes.watcher.stop()


def test_a_thorough_sync_scans(eyes: Eyewitness) -> None:
    (eyes.root / NOTE).write_text("- x\n")
    assert eyes.watcher.sync(20, thorough=True)
    assert eyes.agrees()


def test_an_absorber_that_fails_is_tried_again_and_reported_meanwhile(eyes: Eyewitness) -> None:
    failures = ["no such luck", "still no luck"]

    def fail(relpath: str) -> None:
        if relpath == NOTE and failures:
            raise ValueError(failures.pop(0))

    eyes.before = fail
    (eyes.root / NOTE).write_text("- x\n")
    (eyes.root / "MEMORY.md").write_text("- y\n")
    eyes.catch_up()
    assert eyes.copies["MEMORY.md"] == b"- y\n"
    assert eventually(lambda: [problem.path for problem in eyes.problems] == [NOTE])
    assert eventually(eyes.agrees)
    assert eventually(lambda: eyes.problems == [])
    assert failures == []


def test_a_failed_file_is_read_again_at_once_when_it_is_mended(eyes: Eyewitness) -> None:
    def refuse_broken(relpath: str) -> None:
        if b"broken" in (eyes.root / relpath).read_bytes():
            raise ValueError("broken")

    eyes.before = refuse_broken
    (eyes.root / NOTE).write_text("broken\n")
    eyes.catch_up()
    (eyes.root / NOTE).write_text("mended\n")
    eyes.catch_up()
    assert eyes.agrees()
    assert eventually(lambda: eyes.problems == [])


def test_a_failed_file_that_cannot_be_looked_at_for_a_while_is_read_when_it_can(eyes: Eyewitness) -> None:
    memory = eyes.root / "memory"
    before = memory.stat().st_mode
    memory.chmod(0)
    is_shut = not os.access(memory / "user.md", os.R_OK)
    memory.chmod(before)
    if not is_shut:
        pytest.skip("root reads what is shut")

    def shut(relpath: str) -> None:
        if relpath == NOTE:
            memory.chmod(0)
            raise ValueError("it was shut")

    try:
        eyes.before = shut
        (eyes.root / NOTE).write_text("- x\n")
        assert eventually(lambda: (NOTE, "cannot be read: Permission denied") in _told(eyes))
    finally:
        eyes.before = lambda relpath: None
        memory.chmod(before)
    assert eventually(lambda: eyes.copies.get(NOTE) == b"- x\n")
    assert eventually(lambda: eyes.problems == [])


def _told(eyes: Eyewitness) -> list[tuple[str, str]]:
    return [(problem.path, problem.what) for problem in eyes.problems]


@pytest.mark.parametrize("thorough", [False, True])
def test_nobody_waits_for_the_next_try_of_a_file_that_failed(root: Path, thorough: bool) -> None:
    eyes = Eyewitness(root, msgspec.structs.replace(QUICK, back_off=60.0))

    def refuse(relpath: str) -> None:
        if relpath == NOTE:
            raise ValueError("no rights")

    eyes.before = refuse
    eyes.open()
    try:
        (root / NOTE).write_text("- x\n")
        eyes.catch_up()
        assert eyes.watcher.sync(20, thorough=thorough)
        (root / "MEMORY.md").write_text("- y\n")
        assert eyes.watcher.sync(20, thorough=thorough)
        assert eyes.copies["MEMORY.md"] == b"- y\n"
        assert [problem.path for problem in eyes.problems] == [NOTE]
    finally:
        eyes.watcher.stop()


def test_a_rescan_that_fails_is_tried_again(root: Path) -> None:
    eyes = Eyewitness(root)
    tries: list[int] = []
    given = eyes._rescan

    def fail_once(found: dict[str, Stamp]) -> None:
        tries.append(1)
        if len(tries) == 1:
            raise OSError("not now")
        given(found)

    eyes.watcher._rescan = fail_once
    eyes.open()
    assert eyes.agrees()
    assert eventually(lambda: len(eyes.rescans) == 1)
    assert eventually(lambda: eyes.problems == [])
    eyes.watcher.stop()


def test_our_own_write_costs_nothing(eyes: Eyewitness) -> None:
    with (eyes.root / NOTE).open("a") as file:
        file.write("- by the daemon\n")
        file.flush()
        eyes.watcher.ours(NOTE, Stamp.of(os.fstat(file.fileno())))
    assert eyes.news() == []
    (eyes.root / NOTE).unlink()
    eyes.watcher.ours(NOTE, None)
    assert eyes.news() == []


def test_what_came_and_went_between_two_looks_is_told(eyes: Eyewitness) -> None:
    path = (eyes.root / NOTE).with_name("brief.md")
    path.write_text("- a moment\n")
    path.unlink()
    assert eyes.news() == [str(path.relative_to(eyes.root))]


def test_a_foreign_write_after_ours_is_absorbed(eyes: Eyewitness) -> None:
    path = eyes.root / NOTE
    path.write_text("- by the daemon\n")
    stamp = Stamp.of(path.stat())
    path.write_text("- by somebody\n")
    eyes.watcher.ours(NOTE, stamp)
    assert set(eyes.news()) == {NOTE}  # twice where the machine was busy between the writes
    assert eyes.agrees()


def test_a_foreign_write_before_ours_is_not_covered_up(eyes: Eyewitness) -> None:
    path = eyes.root / NOTE
    with path.open("a") as file:
        file.write("- by somebody\n")
    before = Stamp.of(path.stat())
    with path.open("a") as file:
        file.write("- by the daemon\n")
    eyes.watcher.ours(NOTE, Stamp.of(path.stat()), before=before)
    assert set(eyes.news()) == {NOTE}  # twice where the machine was busy between the writes
    assert eyes.agrees()


def test_what_an_absorber_writes_itself_is_its_own(eyes: Eyewitness) -> None:
    def fill_in(relpath: str, stamp: Stamp | None) -> None:
        path = eyes.root / relpath
        if b"id" not in path.read_bytes():
            path.write_bytes(path.read_bytes() + b"id\n")
            eyes.copies[relpath] = path.read_bytes()
            eyes.watcher.ours(relpath, Stamp.of(path.stat()), before=stamp)

    eyes.after = fill_in
    (eyes.root / NOTE).write_text("- typed\n")
    assert eyes.news() == [NOTE]
    assert eyes.agrees()


def test_a_busy_store_and_a_busy_person_in_one_file(eyes: Eyewitness) -> None:
    """Every foreign line is seen, however the store's writes fall; the store's own cost few readings."""
    path = eyes.root / "facts.jsonl"
    path.touch()
    eyes.catch_up()
    stop = threading.Event()
    own = 0

    def store() -> None:
        nonlocal own
        fd = os.open(path, os.O_WRONLY | os.O_APPEND)
        while not stop.is_set():
            before = Stamp.of(os.fstat(fd))
            os.write(fd, b"ours\n")
            end, after = os.lseek(fd, 0, os.SEEK_CUR), Stamp.of(os.fstat(fd))
            if before.size + len(b"ours\n") == end == after.size:  # nobody wrote in between
                eyes.watcher.ours("facts.jsonl", after, before=before)
            own += 1
            stop.wait(0.0005)
        os.close(fd)

    thread = threading.Thread(target=store)
    thread.start()
    try:
        for number in range(8):
            with path.open("a") as file:
                file.write(f"foreign {number}\n")
            assert eventually(lambda: f"foreign {number}\n".encode() in eyes.copies["facts.jsonl"])  # noqa: B023 - called within this turn of the loop
    finally:
        stop.set()
        thread.join()
    eyes.catch_up()
    assert eyes.copies["facts.jsonl"].count(b"foreign") == 8
    assert len(eyes.calls) < own / 10


def test_a_steady_writer_is_absorbed_all_the_same(eyes: Eyewitness) -> None:
    stop = threading.Event()

    def write() -> None:
        with (eyes.root / "steady.md").open("w") as file:
            while not stop.is_set():
                file.write("x")
                file.flush()
                stop.wait(0.002)

    thread = threading.Thread(target=write)
    thread.start()
    assert eventually(lambda: eyes.calls.count("steady.md") >= 3)
    stop.set()
    thread.join()
    eyes.catch_up()
    assert eyes.agrees()


def test_many_syncs_at_once(eyes: Eyewitness) -> None:
    failures: list[str] = []

    def edit(number: int) -> None:
        for turn in range(5):
            path = eyes.root / "memory" / f"{number}.md"
            path.write_text(f"{number} {turn}")
            if not eyes.watcher.sync(20) or eyes.copies.get(f"memory/{number}.md") != path.read_bytes():
                failures.append(f"{number} {turn}")

    threads = [threading.Thread(target=edit, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []


def test_the_heart_beats_and_stops(eyes: Eyewitness) -> None:
    first = eyes.watcher.heartbeat
    assert eventually(lambda: eyes.watcher.heartbeat > first)
    eyes.watcher.stop()
    eyes.watcher.stop()
    assert not eyes.watcher.sync(0.01)


def test_starting_and_stopping_leaks_no_descriptor(root: Path) -> None:
    def descriptors() -> int:
        return len(os.listdir("/proc/self/fd"))

    Eyewitness(root).open().watcher.stop()
    before = descriptors()
    for _ in range(5):
        Eyewitness(root).open().watcher.stop()
    assert descriptors() == before


def test_descriptors_are_not_inherited(eyes: Eyewitness) -> None:
    links = subprocess.run(["ls", "-l", "/proc/self/fd"], capture_output=True, text=True, check=True, close_fds=False)
    assert "inotify" not in links.stdout
