from __future__ import annotations

import errno
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from memoryd.errors import ReadOnly
from memoryd.storage.append_log import AppendLog
from memoryd.storage.files import OsFiles
from memoryd.testing.faulty_files import FaultyFiles, ZeroingFiles

from .helpers import Denying, commit, line, names, read, whole_lines


@pytest.fixture
def path(tmp_path: Path) -> str:
    return str(tmp_path / "data" / "log.jsonl")


@pytest.fixture
def files(tmp_path: Path) -> FaultyFiles:
    (tmp_path / "data").mkdir()
    return FaultyFiles(str(tmp_path))


def index_of(files: FaultyFiles, name: str, path: str = "log.jsonl") -> int:
    """The number of the last call of that name."""
    return [call.index for call in files.calls if call.name == name and call.path.endswith(path)][-1]


def test_lines_are_appended_and_sizes_told(path: str) -> None:
    log = AppendLog(OsFiles(), path)
    log.write(b"one\n")
    assert (log.size, log.durable_size) == (4, 0)
    log.sync()
    log.write(b"two\n")
    log.write(b"three\n")
    assert (log.size, log.durable_size, log.written_from) == (14, 4, 4)
    log.sync()
    assert read(path) == b"one\ntwo\nthree\n"
    assert (14, 14, os.stat(path).st_ino) == (log.size, log.durable_size, log.inode)


def test_missing_directories_are_made_durably(tmp_path: Path) -> None:
    files = FaultyFiles(str(tmp_path))
    log = AppendLog(files, str(tmp_path / "a" / "b" / "log.jsonl"))
    assert commit((log, line("one"))) is None
    files.power_loss(str(tmp_path / "after"))
    assert names(tmp_path / "after" / "a" / "b" / "log.jsonl") == ["one"]


def test_a_name_that_a_killed_run_left_unsynced_is_synced(tmp_path: Path, path: str, files: FaultyFiles) -> None:
    fd = files.open(path, os.O_CREAT | os.O_WRONLY)
    files.write(fd, line("before"))
    files.close(fd)
    assert commit((AppendLog(files, path), line("one"))) is None
    files.power_loss(str(tmp_path / "after"))
    assert names(tmp_path / "after" / "data" / "log.jsonl") == ["before", "one"]


def test_new_files_have_the_mode_and_reach_no_child(path: str) -> None:
    previous = os.umask(0o007)
    try:
        log = AppendLog(OsFiles(), path)
        log.write(b"x\n")
    finally:
        os.umask(previous)
    assert os.stat(path).st_mode & 0o777 == 0o660
    held = [fd for fd in os.listdir("/proc/self/fd") if os.path.realpath(f"/proc/self/fd/{fd}") == path]
    assert held
    assert not any(os.get_inheritable(int(fd)) for fd in held)


def test_rollback_takes_back_what_was_not_synced(path: str) -> None:
    log = AppendLog(OsFiles(), path)
    commit((log, b"one\n"))
    log.write(b"two\n")
    log.write(b"three\n")
    log.rollback()
    assert read(path) == b"one\n"
    assert log.size == 4
    commit((log, b"four\n"))
    assert read(path) == b"one\nfour\n"


def test_rollback_waits_for_the_sync_that_was_begun(path: str) -> None:
    """Else the file could be cut, or closed, while the disk still writes it."""
    calls: list[str] = []

    class Slow(OsFiles):
        def begin_fdatasync(self, fd: int) -> Callable[[], None]:
            return lambda: calls.append("waited")

        def ftruncate(self, fd: int, length: int) -> None:
            calls.append("cut")
            super().ftruncate(fd, length)

    log = AppendLog(Slow(), path)
    log.write(b"one\n")
    log.begin_sync()
    log.rollback()
    assert calls == ["waited", "cut"] and read(path) == b""


def test_rollback_right_after_a_sync_takes_the_synced_back(tmp_path: Path, path: str, files: FaultyFiles) -> None:
    log = AppendLog(files, path)
    commit((log, b"one\n"))
    log.write(b"two\n")
    log.sync()
    log.rollback()
    assert (read(path), log.size, log.durable_size) == (b"one\n", 4, 4)
    log.rollback()
    assert read(path) == b"one\n"
    files.power_loss(str(tmp_path / "after"))
    assert read(tmp_path / "after" / "data" / "log.jsonl") == b"one\n"


def test_a_closed_log_opens_again(path: str) -> None:
    log = AppendLog(OsFiles(), path)
    commit((log, b"one\n"))
    log.close()
    assert (log.size, log.durable_size) == (4, 4)
    commit((log, b"two\n"))
    assert read(path) == b"one\ntwo\n"


def test_a_look_at_a_file_that_never_was_makes_none(path: str, files: FaultyFiles) -> None:
    assert not AppendLog(files, path).check()
    assert not os.path.exists(path)


def test_a_tail_without_newline_gets_one_before_our_line(path: str, files: FaultyFiles) -> None:
    Path(path).write_bytes(b"cut")
    log = AppendLog(files, path)
    log.write(b"one\n")
    log.sync()
    assert (read(path), log.written_from) == (b"cut\none\n", 4)


@pytest.mark.parametrize("written", [0, 1, 7])
def test_a_full_disk_leaves_nothing_and_says_so(path: str, files: FaultyFiles, written: int) -> None:
    log = AppendLog(files, path)
    commit((log, b"one\n"))
    files.fail_at(len(files.calls), errno.ENOSPC, written=written)
    with pytest.raises(ReadOnly, match="the disk is full"):
        log.write(b"something long\n")
    assert (read(path), log.size) == (b"one\n", 4)
    assert commit((log, b"two\n")) is None
    assert read(path) == b"one\ntwo\n"


def test_a_first_write_that_fails_is_no_change_by_another_program(path: str, files: FaultyFiles) -> None:
    told: list[AppendLog] = []
    commit((AppendLog(files, path), line("before")))
    log = AppendLog(files, path, on_foreign=told.append)
    log.check()
    files.fail_all(errno.ENOSPC, "write")
    error = commit((log, line("refused")))
    assert isinstance(error, ReadOnly)
    assert "on_disk" not in error.data
    files.heal()
    assert commit((log, line("after"))) is None
    assert (told, names(path)) == ([], ["before", "after"])


@pytest.fixture
def left(path: str, files: FaultyFiles) -> AppendLog:
    """A log with refused bytes behind its first line, which could not be cut off."""
    log = AppendLog(files, path)
    commit((log, b"one\n"))
    files.fail_all(errno.EIO, "ftruncate", "fdatasync", "fsync")
    error = commit((log, b"refused\n"))
    files.heal()
    assert isinstance(error, ReadOnly)
    assert error.data["on_disk"] == "maybe"
    assert "may be on disk" in error.sentence
    assert read(path) == b"one\nrefused\n"
    return log


@pytest.mark.parametrize("code", [errno.EPERM, errno.EROFS])
def test_of_what_was_not_written_at_all_nothing_can_be_on_disk(path: str, files: FaultyFiles, code: int) -> None:
    """As where an operator made the file immutable, or its file system read-only, while it is open."""
    log = AppendLog(files, path)
    commit((log, b"one\n"))
    files.fail_all(code, "write", "ftruncate", "fdatasync", "fsync")
    error = commit((log, b"refused\n"))
    assert isinstance(error, ReadOnly)
    assert "on_disk" not in error.data
    files.heal()
    assert commit((log, b"two\n")) is None
    assert read(path) == b"one\ntwo\n"


def test_refused_bytes_that_could_not_be_cut_are_cut_before_the_next_append(path: str, left: AppendLog) -> None:
    assert commit((left, b"two\n")) is None
    assert whole_lines(path) == [b"one", b"two"]


def test_an_unfinished_line_before_refused_bytes_is_ended_before_the_next_append(path: str, files: FaultyFiles) -> None:
    Path(path).write_bytes(b"a person's")
    log = AppendLog(files, path)
    files.fail_all(errno.EIO, "ftruncate", "fdatasync", "fsync")
    assert isinstance(commit((log, b"refused\n")), ReadOnly)
    files.heal()
    assert log.settle()
    assert commit((log, b"two\n")) is None
    assert whole_lines(path) == [b"a person's", b"two"]


def test_refused_bytes_are_cut_as_soon_as_that_can_be_done(path: str, left: AppendLog) -> None:
    descriptors = len(os.listdir("/proc/self/fd"))
    assert left.settle()
    assert (read(path), len(os.listdir("/proc/self/fd"))) == (b"one\n", descriptors)


@pytest.mark.parametrize("refused", [b"refused\n", b"refused " * 1000 + b"\n"])
@pytest.mark.parametrize("written", [9, 5_000])
def test_refused_bytes_are_cut_though_a_cut_that_failed_made_some_of_them_nul(
    path: str, tmp_path: Path, refused: bytes, written: int
) -> None:
    (tmp_path / "data").mkdir()
    files = ZeroingFiles(str(tmp_path))
    log = AppendLog(files, path)
    commit((log, b"one\n"))
    files.is_used_up = True
    files.fail_at(len(files.calls), errno.EDQUOT, written=min(written, len(refused) - 1))
    assert isinstance(commit((log, refused)), ReadOnly)
    assert not log.settle()
    files.is_used_up = False
    assert commit((log, b"two\n")) is None
    assert read(path) == b"one\ntwo\n"


def test_a_torn_block_and_the_one_before_it_that_could_not_be_cut_are_cut_together(
    path: str, files: FaultyFiles
) -> None:
    log = AppendLog(files, path)
    commit((log, b"one\n"))
    log.write(b"refused\n")
    files.fail_all(errno.EIO, "ftruncate")
    files.fail_at(len(files.calls), errno.EIO, written=3)
    with pytest.raises(ReadOnly):
        log.write(b"torn line\n")
    log.rollback()
    files.heal()
    assert log.settle()
    assert (read(path), log.size) == (b"one\n", 4)


def test_refused_bytes_with_lines_of_others_behind_them_stay(path: str, left: AppendLog) -> None:
    with open(path, "ab") as file:
        file.write(b"theirs\n")
    assert commit((left, b"two\n")) is None
    assert whole_lines(path) == [b"one", b"refused", b"theirs", b"two"]


def test_torn_bytes_that_could_not_be_cut_are_cut_before_the_next_append(path: str, files: FaultyFiles) -> None:
    log = AppendLog(files, path)
    commit((log, b"one\n"))
    files.fail_all(errno.EIO, "ftruncate")
    files.fail_at(len(files.calls), errno.EIO, written=3)
    assert isinstance(commit((log, b"torn line\n")), ReadOnly)
    files.heal()
    assert commit((log, b"two\n")) is None
    assert whole_lines(path) == [b"one", b"two"]


def test_a_refusal_that_was_taken_back_says_nothing_of_the_disk(path: str, files: FaultyFiles) -> None:
    log = AppendLog(files, path)
    commit((log, b"one\n"))
    files.fail_at(len(files.calls), errno.ENOSPC, written=3)
    error = commit((log, b"refused\n"))
    assert isinstance(error, ReadOnly)
    assert "on_disk" not in error.data
    assert read(path) == b"one\n"


def test_lines_of_others_behind_ours_are_never_cut(path: str, files: FaultyFiles) -> None:
    log = AppendLog(files, path)
    commit((log, b"one\n"))
    log.write(b"two\n")
    with open(path, "ab") as file:
        file.write(b"theirs\n")
    log.rollback()
    assert whole_lines(path) == [b"one", b"two", b"theirs"]


@pytest.mark.parametrize("failures", [1, 2])
def test_after_a_failed_sync_the_bytes_are_written_anew(
    tmp_path: Path, path: str, files: FaultyFiles, failures: int
) -> None:
    """The kernel may call lost pages clean: a second sync alone would lie. Once: in place. Twice: by a copy."""
    log = AppendLog(files, path)
    commit((log, line("one")))
    log.write(line("two"))
    first = len(files.calls)
    files.fail_at(first, errno.EIO)
    if failures == 2:
        files.fail_at(first + 3, errno.EIO)
    log.sync()
    synced = ["fdatasync", "ftruncate", "write", "fdatasync"]
    assert synced == [call.name for call in files.calls[first : first + 4]]
    assert (["one", "two"], len(read(path))) == (names(path), log.durable_size)
    files.power_loss(str(tmp_path / "after"))
    assert names(tmp_path / "after" / "data" / "log.jsonl") == ["one", "two"]
    assert commit((log, line("three"))) is None
    assert names(path) == ["one", "two", "three"]
    assert not log.failed


def test_a_disk_that_never_syncs_refuses_until_it_does(path: str, files: FaultyFiles) -> None:
    log = AppendLog(files, path)
    commit((log, b"one\n"))
    files.fail_all(errno.EIO, "fdatasync", "fsync")
    error = commit((log, b"two\n"))
    assert isinstance(error, ReadOnly)
    assert "dmesg" in error.sentence
    assert (log.failed, read(path)) == (True, b"one\n")
    assert isinstance(commit((log, b"three\n")), ReadOnly)
    files.heal()
    assert commit((log, b"four\n")) is None
    assert (log.failed, read(path)) == (False, b"one\nfour\n")
    assert os.listdir(os.path.dirname(path)) == ["log.jsonl"]


def test_with_strangers_in_the_file_a_failed_sync_copies_it(tmp_path: Path, path: str, files: FaultyFiles) -> None:
    log = AppendLog(files, path)
    commit((log, line("one")))
    log.write(line("two"))
    fd = files.open(path, os.O_WRONLY | os.O_APPEND)
    files.write(fd, line("theirs"))
    files.close(fd)
    files.fail_at(len(files.calls), errno.EIO)
    log.sync()
    assert names(path) == ["one", "two", "theirs"]
    files.power_loss(str(tmp_path / "after"))
    assert {"one", "two"} <= set(names(tmp_path / "after" / "data" / "log.jsonl"))


def test_a_file_of_roots_editor_gives_way_to_our_own(path: str, files: FaultyFiles) -> None:
    Path(path).write_bytes(b"roots\n")
    denied = Denying(OsFiles(), path)
    log = AppendLog(denied, path)
    assert commit((log, b"ours\n")) is None
    assert read(path) == b"roots\nours\n"
    assert os.listdir(os.path.dirname(path)) == ["log.jsonl"]


def test_a_file_that_cannot_be_read_names_the_command_that_mends_it(path: str, files: FaultyFiles) -> None:
    Path(path).write_bytes(b"secret\n")
    log = AppendLog(Denying(OsFiles(), path, reading=True), path)
    with pytest.raises(ReadOnly, match=r"chgrp \S+ .*log\.jsonl && chmod 660 .*log\.jsonl") as caught:
        log.write(b"ours\n")
    assert path in caught.value.sentence
    assert read(path) == b"secret\n"


@pytest.mark.parametrize("kind", ["directory", "link", "pipe"])
def test_what_is_no_regular_file_is_refused(tmp_path: Path, path: str, files: FaultyFiles, kind: str) -> None:
    if kind == "directory":
        os.mkdir(path)
    elif kind == "link":
        (tmp_path / "elsewhere").write_bytes(b"")
        os.symlink(tmp_path / "elsewhere", path)
    else:
        os.mkfifo(path)
    with pytest.raises(ReadOnly, match=r"log\.jsonl"):
        AppendLog(files, path).write(b"x\n")
