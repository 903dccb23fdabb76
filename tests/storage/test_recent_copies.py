"""Copies of what was written last come through a restart, bounded, up to one that a kill cut off."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from memoryd.storage.batch import Batch, StagedBatch
from memoryd.storage.files import OsFiles
from memoryd.storage.recent_copies import KEPT, OLDER_PATH, RECENT_PATH, Copy, RecentCopies
from memoryd.testing.faulty_files import FaultyFiles
from memoryd.times import SECOND


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / ".memoryd").mkdir()
    return tmp_path


def copies(root: Path, now: float = 0.0) -> RecentCopies:
    return RecentCopies(OsFiles(), str(root), lambda: None, lambda: now)


def copy(at: int) -> Copy:
    return Copy(at * SECOND, "items/a.jsonl", b"%d\n" % at)


def test_they_are_kept_for_ten_to_twenty_minutes(root: Path) -> None:
    now = 0.0
    recent = RecentCopies(OsFiles(), str(root), lambda: None, lambda: now)
    for at in (0, 599, 601, 1300):
        now = float(at)
        recent.keep([copy(at)])
    assert recent.read() == [copy(601), copy(1300)]


def test_a_run_goes_on_behind_what_the_last_one_left(root: Path) -> None:
    copies(root).keep([copy(1)])
    again = copies(root)
    assert again.read() == [copy(1)]
    again.keep([copy(2)])
    assert copies(root).read() == [copy(1), copy(2)]


def test_restarts_do_not_keep_what_is_old(root: Path) -> None:
    for at in (1, 602, 1301):
        again = copies(root)
        again.read()
        again.keep([copy(at)])
    assert copies(root).read() == [copy(602), copy(1301)]


@pytest.mark.parametrize("torn", [b"\0\0\0\x20torn", b"\0", b"\0\0\0\0", b"\0\0\0\x02xx"])
def test_what_a_kill_cut_off_does_not_hide_what_comes_behind_it(root: Path, torn: bytes) -> None:
    copies(root).keep([copy(1)])
    with (root / RECENT_PATH).open("ab") as file:
        file.write(torn)
    again = copies(root)
    assert again.read() == [copy(1)]
    again.keep([copy(2)])
    assert copies(root).read() == [copy(1), copy(2)]


def test_they_can_be_dropped(root: Path) -> None:
    recent = copies(root)
    (root / OLDER_PATH).write_bytes(b"older")
    recent.keep([copy(1)])
    recent.drop()
    assert list((root / ".memoryd").iterdir()) == []
    recent.keep([copy(2)])
    assert copies(root).read() == [copy(2)]


class Refusing(OsFiles):
    """Refuses one write."""

    refuses = False

    def write(self, fd: int, data: bytes | memoryview) -> int:
        if self.refuses:
            self.refuses = False
            raise OSError(errno.ENOSPC, "full")
        return super().write(fd, data)


def test_none_counts_that_came_before_one_that_could_not_be_written(root: Path) -> None:
    files = Refusing()
    recent = RecentCopies(files, str(root), lambda: None)
    recent.keep([copy(1)])
    files.refuses = True
    recent.keep([copy(2)])
    assert copies(root).read() == []
    recent.keep([copy(3)])
    assert copies(root).read() == [copy(3)]


def test_none_counts_that_came_before_a_file_that_cannot_be_read(root: Path) -> None:
    now = 0.0
    recent = RecentCopies(OsFiles(), str(root), lambda: None, lambda: now)
    recent.keep([copy(1)])
    now = 601.0
    recent.keep([copy(601)])
    os.truncate(root / RECENT_PATH, 1 << 30)
    assert copies(root).read() == []


def test_restarts_let_neither_file_grow_beyond_what_is_read(root: Path) -> None:
    large = Copy(1, "items/a.jsonl", b"x" * (9 << 20))
    for turn in range(9):
        again = copies(root)
        assert again.read()[-1:] == [large][:turn]
        again.keep([large])
    assert (root / RECENT_PATH).stat().st_size < 48 << 20


def test_a_restart_knows_the_age_of_what_begins_without_one(root: Path) -> None:
    """Else what was written a moment ago would count as old."""
    (root / OLDER_PATH).write_bytes(b"")
    first = copies(root)
    first.keep([Copy(0, "items/a.jsonl", does="cleared"), copy(10_000)])
    again = copies(root)
    again.read()
    again.keep([copy(10_001)])
    assert (root / OLDER_PATH).read_bytes() == b""


def test_a_write_stands_where_they_cannot_be_written(tmp_path: Path) -> None:
    recent = copies(tmp_path / "nowhere")
    recent.keep([copy(1)])
    recent.drop()
    assert KEPT == 600 * SECOND


class Syncing(OsFiles):
    """Remembers what is synced."""

    def __init__(self) -> None:
        self.synced: list[str] = []

    def fdatasync(self, fd: int) -> None:
        self.synced.append(os.path.basename(os.readlink(f"/proc/self/fd/{fd}")))
        super().fdatasync(fd)


def test_no_write_waits_until_many_are_on_disk_and_who_counts_on_them_has_them_in_order(root: Path) -> None:
    now, files = 0.0, Syncing()
    recent = RecentCopies(files, str(root), lambda: None, lambda: now)
    for at in (0, 601):
        now = float(at)
        recent.keep([copy(at)])
    assert files.synced == []
    recent.sync()
    recent.sync()
    older, newer = (os.path.basename(path) for path in (OLDER_PATH, RECENT_PATH))
    assert files.synced == [older, newer, newer]


def test_what_was_synced_comes_through_a_loss_of_power_with_its_name(tmp_path: Path) -> None:
    (tmp_path / "data" / ".memoryd").mkdir(parents=True)
    files = FaultyFiles(str(tmp_path / "data"))
    recent = RecentCopies(files, str(tmp_path / "data"), lambda: None)
    recent.keep([copy(1)])
    recent.sync_behind(lambda operation: operation(StagedBatch(1)))
    files.power_loss(str(tmp_path / "after"), "none")
    assert copies(tmp_path / "after").read() == [copy(1)]


def test_none_counts_behind_a_sync_that_failed(tmp_path: Path) -> None:
    (tmp_path / ".memoryd").mkdir()
    files = FaultyFiles(str(tmp_path))
    recent = RecentCopies(files, str(tmp_path), lambda: None)
    for at in (1, 2):
        recent.keep([copy(at)])
        recent.sync_behind(lambda operation: operation(StagedBatch(1)))
        files.fail_all(errno.EIO, "fdatasync")
    assert copies(tmp_path).read() == []


class Slow(OsFiles):
    """Tells in which order a sync that was begun and the closing of the file end."""

    def __init__(self) -> None:
        self.ended: list[str] = []

    def begin_fdatasync(self, fd: int) -> Callable[[], None]:
        return lambda: self.ended.append("synced")

    def close(self, fd: int) -> None:
        self.ended.append("closed")
        super().close(fd)


def test_a_file_is_not_closed_while_it_is_being_synced(root: Path) -> None:
    files = Slow()
    recent = RecentCopies(files, str(root), lambda: None)
    recent.keep([copy(1)])
    recent.sync()
    recent.keep([copy(2)])
    files.ended.clear()

    def run(operation: Callable[[Batch], object]) -> None:
        operation(StagedBatch(1))
        recent.close()

    recent.sync_behind(run)
    assert files.ended == ["synced", "closed"]
