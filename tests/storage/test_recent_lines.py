"""Which of the last lines are known for the next start, after edits."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from memoryd.storage.files import OsFiles
from memoryd.storage.recent_copies import RECENT_PATH, RecentCopies
from memoryd.storage.recent_lines import RecentLines
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
