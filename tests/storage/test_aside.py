"""What is set aside again and again is kept once."""

from __future__ import annotations

from pathlib import Path

import pytest

from memoryd.storage.aside import aside_name
from memoryd.storage.files import OsFiles
from memoryd.storage.lines import LONGEST_LINE
from memoryd.storage.long_lines import take_out_long_lines


def set_aside(path: Path, content: bytes) -> str:
    path.write_bytes(content)
    name = aside_name(str(path))
    path.rename(name)
    return Path(name).name


@pytest.mark.parametrize(
    ("contents", "names"),
    [
        ([b"a", b"a", b"a"], ["x.broken", "x.broken", "x.broken"]),
        ([b"a", b"b", b"a", b"b"], ["x.broken", "x.broken-2", "x.broken", "x.broken-2"]),
        ([b"", b"", b"a"], ["x.broken", "x.broken", "x.broken-2"]),
        ([b"ab", b"ac", b"ab" * (1 << 20), b"ab" * (1 << 20)], ["x.broken", "x.broken-2", "x.broken-3", "x.broken-3"]),
    ],
)
def test_a_content_is_kept_once(tmp_path: Path, contents: list[bytes], names: list[str]) -> None:
    assert [set_aside(tmp_path / "x", content) for content in contents] == names
    assert {name: (tmp_path / name).read_bytes() for name in names} == dict(zip(names, contents, strict=True))


def test_it_is_found_behind_one_that_was_removed(tmp_path: Path) -> None:
    for content in (b"a", b"b"):
        set_aside(tmp_path / "x", content)
    (tmp_path / "x.broken").unlink()
    assert set_aside(tmp_path / "x", b"b") == "x.broken-2"
    assert set_aside(tmp_path / "x", b"c") == "x.broken"


def test_a_file_with_a_long_line_that_comes_back_is_kept_once(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    for _ in range(3):
        path.write_bytes(b"a\n" + b"x" * (LONGEST_LINE + 1) + b"\nb\n")
        assert take_out_long_lines(OsFiles(), str(path)) is not None
        assert path.read_bytes() == b"a\n\nb\n"
    assert sorted(one.name for one in tmp_path.iterdir()) == ["x.jsonl", "x.jsonl.broken"]
