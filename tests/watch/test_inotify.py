from __future__ import annotations

import logging
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from memoryd.watch.inotify import Inotify
from tests.support.wait import has_input


class Notebook:
    """Writes every hint down, and stumbles over one name."""

    def __init__(self) -> None:
        self.hints: list[tuple[str | None, bool]] = []
        self.overflows = 0

    def on_hint(self, relpath: str | None, is_dir: bool) -> None:
        if relpath == "stumble":
            raise ValueError("a fault of the handler")
        self.hints.append((relpath, is_dir))

    def on_overflow(self) -> None:
        self.overflows += 1


@pytest.fixture
def book() -> Notebook:
    return Notebook()


@pytest.fixture
def inotify(tmp_path: Path, book: Notebook) -> Iterator[Inotify]:
    (tmp_path / "sub").mkdir()
    inotify = Inotify(str(tmp_path), book)
    for directory in ("", "sub"):
        inotify.watch(directory)
    inotify.drop_unseen()
    yield inotify
    inotify.close()


def read_all(inotify: Inotify) -> None:
    while has_input(inotify):
        inotify.read()


def test_a_handler_that_raises_strands_nothing(inotify: Inotify, book: Notebook, tmp_path: Path) -> None:
    for name in ("before", "stumble", "after"):
        (tmp_path / name).mkdir()
    read_all(inotify)
    assert book.hints == [("before", True), ("after", True)]
    assert book.overflows == 1


def test_names_of_any_bytes_come_through(inotify: Inotify, book: Notebook, tmp_path: Path) -> None:
    os.mkdir(os.fsencode(tmp_path) + b"/sub/caf\xe9")
    (tmp_path / "sub" / "x").mkdir()
    read_all(inotify)
    assert book.hints == [("sub/caf\udce9", True), ("sub/x", True)]


def test_reading_with_nothing_there_does_not_block(inotify: Inotify, book: Notebook) -> None:
    inotify.read()
    assert book.hints == []


def test_the_root_itself(inotify: Inotify, book: Notebook, tmp_path: Path) -> None:
    (tmp_path / "sub").rmdir()
    tmp_path.rename(f"{tmp_path}-away")
    read_all(inotify)
    assert (None, True) in book.hints
    assert ("sub", True) in book.hints


def test_what_is_not_asked_for_again_is_no_longer_watched(inotify: Inotify, book: Notebook, tmp_path: Path) -> None:
    inotify.watch("")
    inotify.drop_unseen()
    (tmp_path / "sub" / "x").mkdir()
    read_all(inotify)
    assert book.hints == []
    inotify.watch("")
    inotify.watch("sub")
    inotify.drop_unseen()
    (tmp_path / "sub" / "y").mkdir()
    read_all(inotify)
    assert book.hints == [("sub/y", True)]


def test_a_directory_that_is_gone_is_let_be(inotify: Inotify, book: Notebook) -> None:
    inotify.watch("never/was")
    read_all(inotify)
    assert book.hints == []


def test_the_library_writes_nothing_to_stderr(inotify: Inotify, tmp_path: Path, capfd: pytest.CaptureFixture) -> None:
    logging.getLogger("pyinotify").error("noise")
    inotify.watch("never/was")
    assert capfd.readouterr().err == ""


def test_a_directory_whose_name_is_not_utf_8_is_watched(inotify: Inotify, book: Notebook, tmp_path: Path) -> None:
    odd = os.fsdecode(b"caf\xe9")
    (tmp_path / odd).mkdir()
    inotify.watch(odd)
    read_all(inotify)
    (tmp_path / odd / "x.md").write_text("x")
    read_all(inotify)
    assert (f"{odd}/x.md", False) in book.hints


def test_its_descriptor_blocks_nobody_and_goes_to_no_child(inotify: Inotify) -> None:
    assert not os.get_blocking(inotify.fileno())
    assert not os.get_inheritable(inotify.fileno())
