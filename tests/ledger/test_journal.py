"""The access journal: what was synced is replayed, segments are dropped, and a failed write leaves nothing behind."""

from __future__ import annotations

import errno
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoryd.errors import ReadOnly
from memoryd.ledger.journal import AccessJournal
from memoryd.storage.append_log import AppendLog
from memoryd.storage.files import Files, OsFiles
from memoryd.testing.faulty_files import FaultyFiles


def journal(folder: Path, files: Files | None = None) -> AccessJournal:
    disk = files or OsFiles()
    return AccessJournal(folder, lambda path: AppendLog(disk, path), disk.unlink)


def access(number: int) -> list[Any]:
    return ["access", f"fact-{number}", "s", number]


@given(st.lists(st.lists(st.integers(0, 9), max_size=4), max_size=5))
def test_what_was_appended_is_replayed_in_its_order(tmp_path_factory: pytest.TempPathFactory, parts: Any) -> None:
    folder = tmp_path_factory.mktemp("journal")
    for part in parts:  # Each in a run of its own.
        one = journal(folder)
        one.append([access(number) for number in part])
        one.close()
    assert list(journal(folder).replay()) == [access(number) for part in parts for number in part]


def test_segments_before_a_snapshot_are_dropped(tmp_path: Path) -> None:
    one = journal(tmp_path)
    one.append([access(1)])
    number = one.rotate()
    one.append([access(2)])
    assert list(one.replay()) == [access(1), access(2)]
    one.drop_before(number)
    assert list(one.replay()) == [access(2)]
    one.close()
    assert list(journal(tmp_path).replay()) == [access(2)]


def test_a_run_never_writes_to_a_segment_of_an_earlier_one(tmp_path: Path) -> None:
    for number in (1, 2):
        one = journal(tmp_path)
        one.append([access(number)])
        one.close()
    assert len(list(tmp_path.iterdir())) == 2


def test_nothing_is_written_for_no_records(tmp_path: Path) -> None:
    journal(tmp_path).append([])
    assert list(tmp_path.iterdir()) == []


def test_torn_and_strange_lines_are_passed_over(tmp_path: Path) -> None:
    one = journal(tmp_path)
    one.append([access(1)])
    one.close()
    (path,) = tmp_path.iterdir()
    with path.open("ab") as file:
        file.write(b'\n{"not": "a list"}\n[]\n\xff\n["access", "fact-2", "s"')
    (tmp_path / "access-journal-x.jsonl").write_bytes(b'["access", "fact-3", "s", 3]\n')
    assert list(journal(tmp_path).replay()) == [access(1)]


@pytest.mark.parametrize("operations", [("write",), ("fdatasync", "fsync")])
def test_a_failed_append_leaves_nothing_behind(tmp_path: Path, operations: tuple[str, ...]) -> None:
    files = FaultyFiles(str(tmp_path))
    one = journal(tmp_path, files)
    one.append([access(1)])
    files.fail_all(errno.ENOSPC, *operations)
    with pytest.raises(ReadOnly):
        one.append([access(2)])
    files.heal()
    one.append([access(3)])
    one.close()
    assert list(journal(tmp_path).replay()) == [access(1), access(3)]


def test_there_may_be_no_directory_yet(tmp_path: Path) -> None:
    assert list(journal(tmp_path / "missing").replay()) == []
