"""The log among other programs: appenders, editors that replace, truncate and remove."""

from __future__ import annotations

import errno
import os
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from memoryd.errors import ReadOnly
from memoryd.storage.append_log import UNKNOWN, AppendLog
from memoryd.storage.atomic import ABSENT, identity
from memoryd.storage.files import OsFiles
from memoryd.testing.faulty_files import FaultyFiles
from tests.support.in_place import replace_in_place

from .helpers import commit, line, names, read, whole_lines


@pytest.fixture
def path(tmp_path: Path) -> str:
    return str(tmp_path / "log.jsonl")


def append(path: str, data: bytes) -> None:
    with open(path, "ab", buffering=0) as file:
        file.write(data)


def save_over(path: str, change: Callable[[bytes], bytes]) -> None:
    """As an editor does: a new file, renamed over the old one."""
    Path(path + "~").write_bytes(change(read(path)))
    os.rename(path + "~", path)


def save_in_place(path: str, data: bytes) -> None:
    Path(path).write_bytes(data)


class Owner:
    """Reads what others did, as a store does."""

    def __init__(self) -> None:
        self.seen: list[bytes] = []
        self.old: list[bytes] = []

    def __call__(self, log: AppendLog) -> None:
        self.seen.append(read(log.path) if os.path.exists(log.path) else b"(none)")
        self.old.append(log.read(1 << 20, 0))


def test_the_owner_is_told_of_an_appended_line_once(path: str) -> None:
    owner = Owner()
    log = AppendLog(OsFiles(), path, on_foreign=owner)
    commit((log, b"one\n"))
    append(path, b"theirs\n")
    commit((log, b"two\n"))
    commit((log, b"three\n"))
    assert owner.seen == [b"one\ntheirs\n"]
    assert read(path) == b"one\ntheirs\ntwo\nthree\n"


def test_the_owner_can_read_the_old_inode_after_a_rename(path: str) -> None:
    owner = Owner()
    log = AppendLog(OsFiles(), path, on_foreign=owner)
    commit((log, b"one\n"))
    save_over(path, lambda old: b"edited " + old)
    before = os.stat(path).st_ino
    assert log.check()
    assert not log.check()
    assert ([b"edited one\n"], [b"one\n"], before) == (owner.seen, owner.old, log.inode)
    commit((log, b"two\n"))
    assert read(path) == b"edited one\ntwo\n"


def test_what_the_owner_has_not_read_yet_is_told_again(path: str) -> None:
    """Between the owner's look and its end somebody writes on."""
    seen: list[bytes] = []

    def on_foreign(log: AppendLog) -> None:
        stat = os.stat(log.path)
        seen.append(read(log.path))
        if len(seen) == 1:
            append(log.path, b"late\n")
        log.adopt(stat)

    log = AppendLog(OsFiles(), path, on_foreign=on_foreign)
    commit((log, b"one\n"))
    append(path, b"early\n")
    commit((log, b"two\n"))
    assert seen == [b"one\nearly\n", b"one\nearly\nlate\n"]


def test_adopting_up_to_a_stat_reports_what_came_behind_it(path: str) -> None:
    owner = Owner()
    Path(path).write_bytes(b"one\n")
    log = AppendLog(OsFiles(), path, on_foreign=owner)
    stat = os.stat(path)
    append(path, b"late\n")
    log.adopt(stat)
    assert log.size == 4
    assert log.check()
    assert (owner.seen, log.size) == ([b"one\nlate\n"], 9)


@pytest.mark.parametrize("synced", [False, True])
def test_adopting_up_to_a_stat_of_what_was_replaced_meanwhile_reports_all_of_it(tmp_path: Path, synced: bool) -> None:
    """An editor saves between the owner's look and its end: nothing of that has been read, or brought to the disk."""
    path, owner = str(tmp_path / "log.jsonl"), Owner()
    Path(path).write_bytes(b"one\n")
    files = FaultyFiles(str(tmp_path))
    log = AppendLog(files, path, on_foreign=owner)
    stat = os.stat(path)
    save_over(path, lambda old: b"two\n")
    log.adopt(stat, synced=synced)
    assert [call.name for call in files.calls if "sync" in call.name and call.path == path]
    assert log.check()
    assert owner.seen == [b"two\n"]


def test_what_appears_where_nothing_was_is_told(path: str) -> None:
    seen: list[bytes | None] = []

    def on_foreign(log: AppendLog) -> None:
        seen.append(read(path) if os.path.exists(path) else None)
        if len(seen) == 1:
            Path(path).write_bytes(b"theirs\n")

    log = AppendLog(OsFiles(), path, on_foreign=on_foreign)
    commit((log, b"one\n"))
    os.unlink(path)
    assert log.check()
    assert seen == [None, b"theirs\n"]


def test_a_vanished_file_is_told_and_may_be_restored(path: str) -> None:
    def restore(log: AppendLog) -> None:
        Path(log.path).write_bytes(log.read(1 << 20, 0))

    log = AppendLog(OsFiles(), path, on_foreign=restore)
    commit((log, b"one\n"))
    os.unlink(path)
    commit((log, b"two\n"))
    assert read(path) == b"one\ntwo\n"


def test_without_an_owner_a_vanished_file_begins_anew(path: str) -> None:
    log = AppendLog(OsFiles(), path)
    commit((log, b"one\n"))
    os.unlink(path)
    commit((log, b"two\n"))
    assert read(path) == b"two\n"


def test_lines_of_others_are_durable_before_ours_is_acknowledged(tmp_path: Path, path: str) -> None:
    """Who adds the same fact again is told "reinforced", and must not lose it."""
    files = FaultyFiles(str(tmp_path))
    log = AppendLog(files, path)
    commit((log, line("one")))
    fd = files.open(path, os.O_WRONLY | os.O_APPEND)
    files.write(fd, line("theirs"))
    files.close(fd)
    assert log.check()
    files.power_loss(str(tmp_path / "after"))
    assert names(tmp_path / "after" / "log.jsonl") == ["one", "theirs"]
    assert log.size == log.durable_size


ACTIONS: dict[str, Callable[[str], None]] = {
    "append": lambda path: append(path, line("theirs")),
    "append without newline": lambda path: append(path, line("theirs")[:-1]),
    "rename": lambda path: save_over(path, lambda old: old + line("theirs")),
    "rename, end without newline": lambda path: save_over(path, lambda old: old + line("theirs")[:-1]),
    "write over in place": lambda path: Path(path).write_bytes(line("theirs") + read(path)),
}


@pytest.mark.parametrize("after", [False, True])
@pytest.mark.parametrize("action", ACTIONS)
def test_another_program_at_any_call_loses_nothing(tmp_path: Path, action: str, after: bool) -> None:
    """Before or after each single call of two batches, another program acts on the file."""
    count = _two_batches(tmp_path / "clean", None, action, after)
    assert count >= 4
    for index in range(2, count):
        _two_batches(tmp_path / f"at-{index}", index, action, after)


def _two_batches(directory: Path, index: int | None, action: str, after: bool) -> int:
    directory.mkdir()
    path = str(directory / "log.jsonl")
    files = FaultyFiles(str(directory))
    told: list[str] = []
    log = AppendLog(files, path, on_foreign=lambda log: told.append(log.path))
    if index is not None:
        files.intervene(index, lambda: ACTIONS[action](path), after=after)
    acknowledged = []
    for name in ("one", "two", "three"):
        assert commit((log, line(name) + line(name + "b"))) is None
        acknowledged += [name, name + "b"]
        missing = set(acknowledged) - set(names(path))
        assert not missing, f"{missing} after call {index} {files.calls[index] if index else ''}"
    log.check()
    if index is not None:
        assert told, "the owner never heard of it"
        ours = [name for name in names(path) if name != "theirs"]
        if action == "append without newline":
            # Behind an unfinished line the first of ours is lost, and written again at the end of its batch.
            assert sorted(acknowledged) == sorted(ours), f"call {index}"
        elif action == "write over in place":
            # What was in flight may have been written over or not, so it is written once more.
            assert acknowledged == list(dict.fromkeys(ours)), f"call {index}"
        else:
            assert acknowledged == ours, f"call {index}"
    return len(files.calls)


def test_racing_appenders_lose_nothing(path: str) -> None:
    """Others append with `>>` while the log writes: all lines of all are there, whole, once."""
    log = AppendLog(OsFiles(), path)
    commit((log, line("first")))
    go, stop = threading.Barrier(3), threading.Event()

    def appender(who: str) -> None:
        go.wait()
        number = 0
        while not stop.is_set() and number < 20_000:
            append(path, line(f"{who}-{number}"))
            number += 1
        counts[who] = number

    counts: dict[str, int] = {}
    threads = [threading.Thread(target=appender, args=(who,)) for who in ("a", "b")]
    for thread in threads:
        thread.start()
    go.wait()
    for number in range(200):
        assert commit((log, line(f"ours-{number}"))) is None
    stop.set()
    for thread in threads:
        thread.join()
    expected = {"first"} | {f"ours-{n}" for n in range(200)} | {f"{w}-{n}" for w, c in counts.items() for n in range(c)}
    found = names(path)
    assert expected == set(found)
    # A line that crosses a page is seen half-written for a moment; ours then has an empty line before it.
    assert len(expected) == len(found) == len([raw for raw in whole_lines(path) if raw])


def test_a_racing_editor_loses_nothing_that_its_owner_can_put_back(path: str) -> None:
    """An editor saves over the file again and again; the owner puts back what it finds missing (rule 8)."""
    acknowledged: list[str] = []
    lost: set[str] = set()

    def on_foreign(log: AppendLog) -> None:
        stat = os.stat(log.path)
        lost.update(set(acknowledged) - set(names(log.path)))
        log.adopt(stat)

    log = AppendLog(OsFiles(), path, on_foreign=on_foreign)
    commit((log, line("first")))
    acknowledged.append("first")
    stop = threading.Event()
    saves: list[int] = []
    turn, saved = threading.Semaphore(0), threading.Semaphore(0)

    def editor() -> None:
        while turn.acquire() and not stop.is_set():
            saves.append(len(saves))
            save_over(path, lambda old: old + line(f"editor-{len(saves)}"))
            saved.release()

    thread = threading.Thread(target=editor)
    thread.start()
    for number in range(150):
        turn.release()
        if number % 10 == 0:
            saved.acquire()  # on a disk in memory it would not get its turn
        if commit((log, line(f"ours-{number}"))) is None:
            acknowledged.append(f"ours-{number}")
    stop.set()
    turn.release()
    thread.join()
    log.check()
    while missing := set(acknowledged) - set(names(path)):
        assert missing <= lost, "the owner was never told that something is missing"
        assert commit((log, b"".join(line(name) for name in sorted(missing)))) is None
    assert set(acknowledged) <= set(names(path))
    assert len(acknowledged) > 100
    assert len(saves) > 10


# --- to the same length -----------------------------------------------------------------------------------


def test_behind_our_writes_alone_the_file_is_as_we_left_it(path: str) -> None:
    log = AppendLog(OsFiles(), path)
    stamp = ABSENT
    for _ in range(3):
        commit((log, b"one\n"), (log, b"two\n"))
        stamp = log.stamp_behind(stamp)
        assert stamp == log.stamp_behind(stamp) == identity(os.stat(path))


@pytest.mark.parametrize("moment", range(4))
def test_what_was_written_in_place_to_the_same_length_is_not_ours(path: str, moment: int) -> None:
    """Before our lines, between them, and behind them."""
    log = AppendLog(OsFiles(), path)
    commit((log, b"a cat\n"))
    known = log.stamp_behind(ABSENT)

    def step(at: int) -> None:
        if at == moment:
            replace_in_place(Path(path), "a cat", "a dog")

    step(0)
    log.write(b"one\n")
    step(1)
    log.write(b"two\n")
    step(2)
    log.sync()
    step(3)
    assert log.stamp_behind(known) != identity(os.stat(path))
    assert read(path) == b"a dog\none\ntwo\n"


def test_a_file_that_was_emptied_before_our_line_is_another_version(path: str) -> None:
    log = AppendLog(OsFiles(), path)
    commit((log, b"one\n"))
    known = log.stamp_behind(ABSENT)
    os.truncate(path, 0)
    commit((log, b"two\n"))
    assert log.stamp_behind(known) == log.stamp_behind(UNKNOWN) == UNKNOWN


# --- emptied in place -------------------------------------------------------------------------------------


def test_a_file_that_is_emptied_right_before_our_write_has_it(path: str, tmp_path: Path) -> None:
    files = FaultyFiles(str(tmp_path))
    log = AppendLog(files, path)
    commit((log, b"one\n"))
    files.intervene(len(files.calls), lambda: os.truncate(path, 0))
    assert commit((log, b"two\n")) is None
    assert read(path) == b"two\n"
    assert not log.wrote_again(b"two")


@pytest.mark.parametrize("has_read_it", [True, False])
def test_what_its_editor_had_read_before_our_sync_stands_once(path: str, tmp_path: Path, has_read_it: bool) -> None:
    files = FaultyFiles(str(tmp_path))
    log = AppendLog(files, path)
    commit((log, b"one\n"))
    saved = b"typed\none\ntwo\n" if has_read_it else b""
    files.intervene(len(files.calls) + 1, lambda: save_in_place(path, saved))
    assert commit((log, b"two\n")) is None
    assert read(path) == (saved or b"two\n")
    assert log.wrote_again(b"two") != has_read_it


def test_a_line_that_was_torn_amid_others_ends_before_theirs_begins(path: str, tmp_path: Path) -> None:
    files = FaultyFiles(str(tmp_path))
    log = AppendLog(files, path)
    commit((log, b"one\n"))
    files.fail_at(len(files.calls), errno.ENOSPC, written=3)
    files.intervene(len(files.calls) + 1, lambda: append(path, b"theirs"))
    assert commit((log, b"two\n")) is not None
    append(path, b"more\n")
    assert b"more" in whole_lines(path)


def test_lines_of_others_before_ours_outlive_a_sync_that_fails(path: str, tmp_path: Path) -> None:
    files = FaultyFiles(str(tmp_path))
    log = AppendLog(files, path)
    commit((log, b"one\n"))
    files.intervene(len(files.calls), lambda: append(path, b"theirs\n"))
    log.write(b"ours\n")
    files.fail_at(len(files.calls), errno.EIO)
    log.sync()
    assert whole_lines(path) == [b"one", b"theirs", b"ours"]


def test_what_others_put_in_its_place_is_not_durable_before_it_is_synced(path: str, tmp_path: Path) -> None:
    files = FaultyFiles(str(tmp_path))
    log = AppendLog(files, path)
    commit((log, b"one\n"))
    save_over(path, lambda old: b"edited " + old)
    files.fail_all(errno.EIO, "fdatasync", "fsync")
    with pytest.raises(ReadOnly):
        log.check()
    assert log.durable_size == 0


def test_what_was_synced_is_not_taken_back_from_a_file_that_took_its_place(path: str) -> None:
    log = AppendLog(OsFiles(), path)
    log.write(b"one\n")
    log.sync()
    save_over(path, lambda old: b"edited, and longer\n")
    log.check()
    assert log.rollback()
    assert read(path) == b"edited, and longer\n"


def test_nothing_is_appended_under_a_name_that_came_meanwhile(path: str, tmp_path: Path) -> None:
    log = AppendLog(OsFiles(), path)
    commit((log, b"one\n"))
    os.link(path, tmp_path / "other")
    commit((log, b"two\n"))
    assert (read(path), read(str(tmp_path / "other"))) == (b"one\ntwo\n", b"one\n")


def test_of_two_equal_lines_the_one_that_an_editor_had_not_read_is_put_back(path: str, tmp_path: Path) -> None:
    files = FaultyFiles(str(tmp_path))
    log = AppendLog(files, path)
    commit((log, b"same\n"))
    log.write(b"same\n")
    files.intervene(len(files.calls), lambda: save_over(path, lambda old: b"same\n"))
    log.sync()
    assert read(path) == b"same\nsame\n"
