from __future__ import annotations

import errno
import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memoryd.storage.files import OsFiles
from memoryd.storage.tail import repair_tail
from memoryd.testing.faulty_files import FaultyFiles

from .helpers import Denying, read

FILES = OsFiles()
ONE = b'{"a": 1}\n'


@pytest.mark.parametrize(
    ("content", "kind", "left"),
    [
        (b"", None, b""),
        (ONE, None, ONE),
        (ONE + ONE[:-1], "completed", ONE + ONE),
        (ONE[:-1], "completed", ONE),
        (ONE + b'{"a": ', "torn", ONE),
        (b'{"a": ', "torn", b""),
        (ONE + b"12", "torn", ONE),
        (ONE + b'{"a": "\xff"}', "torn", ONE),
        (ONE + b"\0" * 5000, "torn", ONE),
        (ONE + b'{"a"\0\0\0\0', "torn", ONE),
        (ONE + b"\0" * 5000 + b'"}\n', "torn", ONE),
        (ONE + b"not json\n", None, ONE + b"not json\n"),
        (ONE + b'{"a": "' + b"x" * 200_000, "torn", ONE),
    ],
)
def test_tails(tmp_path: Path, content: bytes, kind: str | None, left: bytes) -> None:
    path = tmp_path / "log.jsonl"
    path.write_bytes(content)
    report = repair_tail(FILES, str(path), 0)
    assert (report.kind if report else None) == kind
    assert read(path) == left
    broken = tmp_path / "log.jsonl.broken"
    assert broken.exists() == (kind == "torn")
    if kind == "torn":
        assert report is not None
        torn = content[len(left) :]
        head = f"# 1970-01-01T00:00:00.000000+00:00: {len(torn)} bytes from offset {len(left)} of log.jsonl\n"
        assert read(broken) == head.encode() + torn + b"\n"
        assert (report.offset, report.length, report.broken) == (len(left), len(torn), str(broken))
        assert str(broken) in report.problem.action
    assert repair_tail(FILES, str(path), 0) is None


def test_no_file_is_no_problem(tmp_path: Path) -> None:
    assert repair_tail(FILES, str(tmp_path / "none.jsonl")) is None


@pytest.mark.parametrize(("name", "left"), [("note.md", b"# no newline"), ("access.journal", b"")])
def test_text_of_people_may_end_without_newline_but_no_log(tmp_path: Path, name: str, left: bytes) -> None:
    path = tmp_path / name
    path.write_bytes(b"# no newline")
    repair_tail(FILES, str(path))
    assert read(path) == left


def test_a_second_crash_adds_to_the_copy(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    for torn in (b"{first", b"{second"):
        with path.open("ab") as file:
            file.write(torn)
        repair_tail(FILES, str(path), 0)
    assert b"{first\n#" in read(tmp_path / "log.jsonl.broken")
    assert read(tmp_path / "log.jsonl.broken").endswith(b"{second\n")


def test_where_the_copy_cannot_be_made_nothing_is_cut(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    path.write_bytes(ONE + b"{torn")
    files = FaultyFiles(str(tmp_path))
    files.fail_all(errno.ENOSPC, path="broken")
    report = repair_tail(files, str(path))
    assert report is not None
    assert report.kind == "unrepaired"
    assert "disk is full" in report.problem.action
    assert read(path) == ONE + b"{torn"


def test_what_cannot_be_read_is_reported_with_the_command(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    path.write_bytes(ONE)
    report = repair_tail(Denying(FILES, str(path), reading=True), str(path))
    assert report is not None
    assert "chmod 660" in report.problem.action


@settings(deadline=None)
@given(
    lines=st.lists(st.dictionaries(st.text(), st.text(), max_size=3), min_size=1, max_size=6),
    cut=st.integers(min_value=0),
)
def test_whatever_the_cut_whole_lines_stay_and_no_byte_is_lost(
    tmp_path_factory: pytest.TempPathFactory, lines: list[dict[str, str]], cut: int
) -> None:
    path = tmp_path_factory.mktemp("cut") / "log.jsonl"
    raw = [json.dumps(item).encode() + b"\n" for item in lines]
    content = b"".join(raw)
    content = content[: cut % (len(content) + 1)]
    path.write_bytes(content)
    report = repair_tail(FILES, str(path), 0)
    left = read(path)
    whole = content[: content.rfind(b"\n") + 1]
    if report is None or report.kind == "torn":
        assert left == whole
    else:
        assert left == content + b"\n"
    assert b"".join(raw).startswith(left)
    torn = read(str(path) + ".broken") if report and report.kind == "torn" else b"\n"
    assert torn.endswith(content[len(left) :] + b"\n")
