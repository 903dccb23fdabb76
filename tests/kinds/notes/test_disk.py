"""What one batch wrote is undone as a whole, and what an editor still writes into a replaced version is found."""

from __future__ import annotations

from pathlib import Path

import pytest

from memoryd.kinds.notes.disk.disk import LateEdit, NoteDisk
from memoryd.problems import ProblemBoard
from memoryd.storage.atomic import ABSENT, Changed
from memoryd.storage.files import OsFiles
from memoryd.storage.regular import LARGEST


@pytest.fixture
def disk(tmp_path: Path) -> NoteDisk:
    board, nobody = ProblemBoard(print), lambda relpath, stat: None
    return NoteDisk(str(tmp_path), OsFiles(), tmp_path.stat().st_gid, board, 1 << 20, nobody, lambda: None)


def test_a_batch_is_undone_as_a_whole(disk: NoteDisk, tmp_path: Path) -> None:
    (tmp_path / "old.md").write_text("old\n")
    (tmp_path / "archive.md").write_text("first\n")
    disk.begin()
    disk.replace_version("old.md", b"new\n", disk.identity("old.md"), before=b"old\n")
    disk.replace_version("added.md", b"new\n", ABSENT, before=None)
    disk.append("archive.md", "# Archive\n", "second\n", undo=True)
    disk.append("log.md", "# Log\n", "- said\n", undo=False)
    disk.rollback()
    found = {path.name: path.read_text() for path in tmp_path.iterdir()}
    assert found == {"old.md": "old\n", "archive.md": "first\n", "log.md": "# Log\n- said\n"}


def test_what_the_batch_before_wrote_stays(disk: NoteDisk, tmp_path: Path) -> None:
    disk.begin()
    disk.replace_version("a.md", b"first\n", ABSENT, before=None)
    disk.begin()
    disk.rollback()
    assert (tmp_path / "a.md").read_text() == "first\n"


def test_a_version_that_is_not_the_expected_one_stays(disk: NoteDisk, tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("typed\n")
    with pytest.raises(Changed):
        disk.replace_version("a.md", b"new\n", ABSENT, before=None)
    disk.rollback()
    assert (tmp_path / "a.md").read_text() == "typed\n"


def test_an_edit_of_a_replaced_version_is_found_once(disk: NoteDisk, tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("one\n")
    with (tmp_path / "a.md").open("a") as editor:
        disk.replace_version("a.md", b"two\n", disk.identity("a.md"), before=b"one\n", base="one\n")
        assert disk.has_replaced
        editor.write("late\n")
    assert disk.late_edits() == []  # it may not be all
    for _ in range(2):  # and again, when what it has could not be written
        assert disk.late_edits() == [LateEdit("a.md", "one\n", "one\nlate\n")]
    disk.have_late_edits()
    assert (disk.has_replaced, disk.late_edits()) == (False, [])


def test_an_edit_in_pieces_is_waited_for(disk: NoteDisk, tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("one\n")
    with (tmp_path / "a.md").open("a") as editor:
        disk.replace_version("a.md", b"two\n", disk.identity("a.md"), before=b"one\n", base="one\n")
        for piece in ("", "- first\n", "- second\n"):
            editor.write(piece)
            editor.flush()
            assert (disk.late_edits(), disk.is_written_into("a.md")) == ([], True)
    assert disk.late_edits() == [LateEdit("a.md", "one\n", "one\n- first\n- second\n")]
    disk.have_late_edits()
    assert not disk.is_written_into("a.md")


def test_a_version_of_ours_is_looked_at_once(disk: NoteDisk) -> None:
    disk.replace_version("a.md", b"one\n", ABSENT, before=None, base="")
    disk.replace_version("a.md", b"two\n", disk.identity("a.md"), before=b"one\n", base="one\n")
    assert (disk.has_replaced, disk.late_edits()) == (True, [])
    disk.have_late_edits()
    assert not disk.has_replaced


def test_an_edit_that_nobody_has_looked_at_stands_beside_its_file_at_the_end(disk: NoteDisk, tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("one\n")
    with (tmp_path / "a.md").open("a") as editor:
        disk.replace_version("a.md", b"two\n", disk.identity("a.md"), before=b"one\n", base="one\n")
        editor.write("late\n")
    disk.close()
    assert (tmp_path / "a.md.broken").read_text() == "one\nlate\n\n"


def test_an_edit_too_long_to_be_read_is_kept_and_told(tmp_path: Path) -> None:
    board = ProblemBoard(print)
    disk = NoteDisk(
        str(tmp_path), OsFiles(), tmp_path.stat().st_gid, board, 1 << 20, lambda relpath, stat: None, lambda: None
    )
    (tmp_path / "a.md").write_text("one\n")
    with (tmp_path / "a.md").open("a") as editor:
        disk.replace_version("a.md", b"two\n", disk.identity("a.md"), before=b"one\n", base="one\n")
        editor.truncate(LARGEST)
        editor.write("late\n")
    assert [disk.late_edits(), disk.late_edits()] == [[], []]
    disk.keep_long()
    assert (tmp_path / "a.md.broken").read_text().endswith("late\n\n")
    (problem,) = board.all()
    assert (problem.path, "a.md.broken" in problem.what) == (str(tmp_path / "a.md"), True)


def test_a_file_that_is_gone_is_told_apart_from_one_that_cannot_be_read(disk: NoteDisk, tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        disk.read("a.md")
    (tmp_path / "a.md").mkdir()
    assert disk.read("a.md") is None
