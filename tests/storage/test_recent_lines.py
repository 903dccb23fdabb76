"""Which of the last lines are known for the next start, after edits."""

from __future__ import annotations

import errno
from collections.abc import Callable
from pathlib import Path

import pytest

from memoryd.storage.append_log import AppendLog
from memoryd.storage.files import OsFiles
from memoryd.storage.recent_copies import KEPT, RECENT_PATH, RecentCopies
from memoryd.storage.recent_lines import RecentLine, RecentLines, is_end_of, lost_behind, put_back
from memoryd.testing.faulty_files import FaultyFiles
from tests.support.recent import recent_lines

PATH = "items/a.jsonl"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / ".memoryd").mkdir()
    return tmp_path


def left(root: Path) -> list[bytes]:
    return [one.raw for one in recent_lines(root).left_in(PATH, 10, 10)]


def test_an_edit_beside_our_lines_copies_none_of_them_again(root: Path) -> None:
    recent = recent_lines(root)
    for raw in (b"1", b"2"):
        recent.note(PATH, raw, 1)
    size = (root / RECENT_PATH).stat().st_size
    recent.keep(PATH, [(b"2", 0), (b"by hand", 0), (b"1", 0)])
    recent.keep("items/other.jsonl", [(b"by hand", 0)])
    assert (root / RECENT_PATH).stat().st_size == size
    assert left(root) == [b"1", b"2"]


def test_where_an_edit_moved_our_line_is_known_to_the_next_start(root: Path) -> None:
    recent = recent_lines(root)
    recent.note(PATH, b"1", 1, offset=5)
    recent.keep(PATH, [(b"1", 9)])
    assert [one.offset for one in recent_lines(root).left_in(PATH, 10, 10)] == [9]


def test_what_an_edit_took_out_is_not_known_to_the_next_start(root: Path) -> None:
    recent = recent_lines(root)
    for raw in (b"1", b"2"):
        recent.note(PATH, raw, 1)
    recent.keep(PATH, [(b"2", 0)])
    assert left(root) == [b"2"]


def test_nor_is_what_was_too_much_to_hold(root: Path) -> None:
    recent = RecentLines(RecentCopies(OsFiles(), str(root), lambda: None), lambda: None, most_bytes=3)
    for raw in (b"11", b"22"):
        recent.note(PATH, raw, 1)
    assert left(root) == [b"11", b"22"]
    recent.keep(PATH, [(b"22", 0)])
    assert left(root) == [b"22"]


def test_nor_is_what_was_there_of_a_file_that_a_start_did_not_find(root: Path) -> None:
    recent_lines(root).note(PATH, b"1", 1)
    recent_lines(root).keep(PATH, [(b"by hand", 0)])
    assert left(root) == []


@pytest.mark.parametrize("how", [lambda recent: recent.keep(PATH, [(b"2", 0)]), lambda recent: recent.forget(PATH)])
def test_what_was_deleted_comes_back_until_it_is_recorded(root: Path, how: Callable[[RecentLines], object]) -> None:
    asked: list[bool] = []
    recent = RecentLines(RecentCopies(OsFiles(), str(root), lambda: None), lambda: asked.append(True))
    for raw in (b"1", b"2"):
        recent.note(PATH, raw, 1)
    how(recent)
    first = recent.deleted()
    recent.note(PATH, b"3", 1)
    recent.settle(PATH)
    recent.settle_deleted(first)  # the file was edited since
    assert left(root) == [b"1", b"2", b"3"]
    recent.settle_deleted(recent.deleted())
    assert left(root)[-1:] == [b"3"]
    assert b"1" not in left(root)
    assert len(asked) == 2


def test_what_a_start_finds_to_be_deleted_comes_back_until_it_is_recorded(root: Path) -> None:
    for raw in (b"1", b"2"):
        recent_lines(root).note(PATH, raw, 1)
    recent = RecentLines(RecentCopies(OsFiles(), str(root), lambda: None), lambda: None)
    recent.load()
    recent.restart(PATH, [one for one in recent.left_in(PATH, 10, 10) if one.raw == b"2"], 10)
    assert b"1" in left(root)
    recent.settle_deleted(recent.deleted())
    assert left(root) == [b"2"]


def test_what_was_deleted_waits_for_what_is_about_to_be_put_back(root: Path) -> None:
    recent = RecentLines(RecentCopies(OsFiles(), str(root), lambda: None), lambda: None)
    for raw in (b"1", b"2"):
        recent.note(PATH, raw, 1)
    recent.keep(PATH, [(b"2", 0)])
    recent.keep(PATH, [], is_settled=False)
    recent.settle_deleted(recent.deleted())
    assert left(root) == [b"1", b"2"]
    recent.note(PATH, b"2", 1)
    recent.settle(PATH)
    recent.settle_deleted(recent.deleted())
    assert left(root) == [b"2"]


def test_a_file_that_is_gone_gets_nothing_back_once_that_is_recorded(root: Path) -> None:
    recent = RecentLines(RecentCopies(OsFiles(), str(root), lambda: None), lambda: None)
    recent.note(PATH, b"1", 1)
    recent.vanished(PATH)
    assert recent_lines(root).gone([]) == [PATH]
    recent.settle_deleted(recent.deleted())
    assert recent_lines(root).gone([]) == []
    recent.keep(PATH, [(b"1", 0)])  # it was only away
    assert left(root) == [b"1"]


def test_a_file_that_comes_back_is_not_gone(root: Path) -> None:
    recent = RecentLines(RecentCopies(OsFiles(), str(root), lambda: None), lambda: None)
    recent.note(PATH, b"1", 1)
    recent.vanished(PATH)
    recent.keep(PATH, [(b"1", 0)])
    recent.settle_deleted(recent.deleted())
    assert left(root) == [b"1"]


def test_a_file_that_was_removed_behind_an_orderly_end_is_not_missed(root: Path) -> None:
    recent = recent_lines(root)
    recent.note(PATH, b"1", 1)
    assert recent_lines(root).gone([PATH]) == []
    recent.close(PATH)
    assert recent_lines(root).gone([]) == []


def test_lines_that_a_start_puts_back_are_durable_and_may_stand_twice(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    files = FaultyFiles(str(tmp_path / "data"))
    log = AppendLog(files, str(tmp_path / "data" / "a.jsonl"))
    assert put_back(log, [b"1\n", b"2\n"])
    files.power_loss(str(tmp_path / "after"), "none")
    assert (tmp_path / "after" / "a.jsonl").read_bytes() == b"1\n2\n"
    assert [log.wrote_again(raw) for raw in (b"1", b"2", b"3")] == [True, True, False]
    files.fail_all(errno.ENOSPC, "write")
    assert not put_back(log, [b"3\n"])


def test_in_an_archive_only_what_stood_behind_our_last_line_is_lost() -> None:
    ours = [RecentLine(1, PATH, raw) for raw in (b"1", b"2", b"3", b"4")]
    assert [one.raw for one in lost_behind(ours, {b"2"})] == [b"3", b"4"]


def test_a_file_that_was_saved_in_the_future_was_saved_now(root: Path) -> None:
    recent_lines(root).note(PATH, b"1", 1)
    assert [one.raw for one in recent_lines(root).left_in(PATH, 10 * KEPT, 10)] == [b"1"]


@pytest.mark.parametrize(
    ("raw", "is_end"),
    [(b'"says": "what is long enough"}', True), (b'{"says": "what is whole"}', False), (b'"}', False)],
)
def test_only_what_is_long_and_begins_in_the_midst_is_an_end_of_ours(raw: bytes, is_end: bool) -> None:
    assert is_end_of(raw, [b'{"key": 1, "says": "what is long enough"}\n', b'{"says": "what is whole"}\n']) == is_end
