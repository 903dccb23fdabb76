"""The size of the data directory, of whose thousands of kept texts each is looked at once."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from memoryd.maintenance.size import DataSize, Size
from memoryd.testing.manual_clock import ManualClock
from memoryd.times import SECOND

HOUR = 3600 * SECOND


@pytest.fixture
def now() -> int:
    return ManualClock().now()


@pytest.fixture
def texts(tmp_path: Path, now: int) -> Path:
    folder = tmp_path / "history" / "ab"
    folder.mkdir(parents=True)
    (folder / "abcd").write_bytes(b"four")
    (tmp_path / "MEMORY.md").write_bytes(b"seven..")
    changed(folder, now - HOUR)
    return folder


def changed(folder: Path, at: int) -> None:
    os.utime(folder, ns=(at * 1000, at * 1000))


def test_it_counts_every_file(tmp_path: Path, texts: Path, now: int) -> None:
    assert DataSize(str(tmp_path)).measure(now) == Size(2, 11)


def test_a_directory_of_texts_that_is_as_it_was_is_not_listed_again(tmp_path: Path, texts: Path, now: int) -> None:
    size = DataSize(str(tmp_path))
    size.measure(now)
    (texts / "abcd").write_bytes(b"a text is never written again")
    assert size.measure(now) == Size(2, 11)


def test_what_is_new_gone_or_elsewhere_counts_at_once(tmp_path: Path, texts: Path, now: int) -> None:
    size = DataSize(str(tmp_path))
    size.measure(now)
    (texts / "abce").write_bytes(b"one")
    (tmp_path / "MEMORY.md").write_bytes(b"")
    assert size.measure(now) == Size(3, 7)
    (texts / "abcd").unlink()
    assert size.measure(now) == Size(2, 3)
    (texts / "abce").unlink()
    texts.rmdir()
    assert size.measure(now) == Size(1, 0)


def test_a_directory_that_has_just_changed_is_listed_again(tmp_path: Path, texts: Path, now: int) -> None:
    size = DataSize(str(tmp_path))
    changed(texts, now - SECOND)
    size.measure(now)
    (texts / "abce").write_bytes(b"one")
    changed(texts, now - SECOND)
    assert size.measure(now) == Size(3, 14)


def test_a_directory_with_others_in_it_is_listed_again(tmp_path: Path, texts: Path, now: int) -> None:
    (texts / "deeper").mkdir()
    changed(texts, now - HOUR)
    size = DataSize(str(tmp_path))
    size.measure(now)
    (texts / "deeper" / "x").write_bytes(b"x")
    assert size.measure(now) == Size(3, 12)
