"""Markdown files on the disk: what is brought to the index, when, and what is reported."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from msgspec.structs import replace

from memoryd.config.sections import Daemon
from memoryd.kinds.markdown.files import SLICE, MarkdownFiles, markdown_state
from memoryd.storage.regular import TooBig
from memoryd.testing.manual_clock import ManualClock
from memoryd.times import SECOND
from tests.support.kind_services import CONFIG, KindServices

PATH = "memory/user.md"

LARGEST = 100_000


class Rig(KindServices):
    """A directory with Markdown files; `restart` forgets everything but the files and what the index has."""

    def __init__(self, root: Path) -> None:
        # Every file is old, so that the same stamp means the same content.
        super().__init__(root, clock=ManualClock(4_000_000_000 * SECOND))
        (root / "memory").mkdir()
        (root / ".memoryd").mkdir()
        self.restart()

    def restart(self) -> None:
        self.files = MarkdownFiles(self.open(replace(CONFIG, daemon=Daemon(max_file_bytes=LARGEST))), bool)
        self.files.load(self.index.states)

    def save(self, content: bytes | str, path: str = PATH) -> None:
        """As an editor does: a new file in the old one's place; then the watcher's call."""
        new = self.root / "memory/.new"
        new.write_bytes(content if isinstance(content, bytes) else content.encode())
        new.rename(self.root / path)
        self.files.absorb(path, None)

    def texts(self) -> list[str]:
        return [document.text for document in self.index.documents.values()]


@pytest.fixture
def rig(tmp_path: Path) -> Rig:
    return Rig(tmp_path)


def test_the_index_has_a_file_as_it_stands(rig: Rig) -> None:
    rig.save("- one\n- two\n")
    assert rig.texts() == ["- one", "- two"]
    rig.save("- two\n- three\n")
    assert rig.texts() == ["- two", "- three"]
    (rig.root / PATH).unlink()
    rig.files.absorb(PATH, None)
    assert rig.texts() == [] and rig.index.states[PATH] == b""


def test_a_file_that_has_not_changed_is_not_read_again(rig: Rig) -> None:
    rig.save("- one\n")
    assert rig.index.states[PATH] == markdown_state(os.stat(rig.root / PATH))
    rig.index.documents.clear()
    rig.files.absorb(PATH, None)
    rig.restart()
    rig.files.absorb(PATH, None)
    assert rig.texts() == []
    rig.index.states[PATH] = b"not ours"
    rig.restart()
    rig.files.absorb(PATH, None)
    assert rig.texts() == ["- one"]


def test_a_long_list_is_brought_whole(rig: Rig) -> None:
    rig.save("".join(f"- item {number}\n" for number in range(2 * SLICE + 1)))
    assert len(rig.texts()) == 2 * SLICE + 1
    rig.save("- one\n")
    assert rig.texts() == ["- one"]


@pytest.mark.parametrize(
    ("content", "line", "words"),
    [(b"- one\n- \xff two\n", 2, "UTF-8"), (b"- one\n- \0 two\n", None, "NUL")],
)
def test_what_is_no_text_is_read_as_far_as_it_can_be_and_reported(
    rig: Rig, content: bytes, line: int | None, words: str
) -> None:
    rig.save(content)
    (problem,) = rig.board.all()
    assert (problem.path, problem.line) == (PATH, line) and words in problem.what
    assert rig.texts()[0] == "- one" and len(rig.texts()) == 2 and "\0" not in rig.texts()[1]
    rig.save("- one\n")
    assert rig.board.all() == []


def test_a_file_that_is_too_large_is_not_read(rig: Rig) -> None:
    rig.save("- one\n")
    with pytest.raises(TooBig):
        rig.save("x" * 1000 + "\n" + "y" * LARGEST)
    assert rig.texts() == ["- one"]


def test_a_rescan_drops_files_that_are_gone_and_no_others(rig: Rig) -> None:
    rig.save("- one\n")
    rig.save("- two\n", "memory/other.md")
    (rig.root / PATH).unlink()
    rig.files.rescan({})
    assert rig.texts() == ["- two"]
