"""Copies of what was written last come through a restart, bounded, up to one that a kill cut off."""

from __future__ import annotations

from pathlib import Path

import pytest

from memoryd.storage.files import OsFiles
from memoryd.storage.recent_copies import KEPT, OLDER_PATH, RECENT_PATH, Copy, RecentCopies
from memoryd.times import SECOND


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / ".memoryd").mkdir()
    return tmp_path


def copies(root: Path, now: float = 0.0) -> RecentCopies:
    return RecentCopies(OsFiles(), str(root), lambda: now)


def copy(at: int) -> Copy:
    return Copy(at * SECOND, "items/a.jsonl", b"%d\n" % at)


def test_they_are_kept_for_ten_to_twenty_minutes(root: Path) -> None:
    now = 0.0
    recent = RecentCopies(OsFiles(), str(root), lambda: now)
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
    for at in (0, 601, 1300):
        again = copies(root)
        again.read()
        again.keep([copy(at)])
    assert copies(root).read() == [copy(601), copy(1300)]


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


def test_a_write_stands_where_they_cannot_be_written(tmp_path: Path) -> None:
    recent = copies(tmp_path / "nowhere")
    recent.keep([copy(1)])
    recent.drop()
    assert KEPT == 600 * SECOND
