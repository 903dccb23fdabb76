"""Lines of a session file as they are read for a page."""

from __future__ import annotations

from pathlib import Path

import pytest

from memoryd.conversation.file import lines_up_to, read_range
from memoryd.storage.lines import LONGEST_LINE


def test_a_line_that_no_memory_can_have_is_not_read(tmp_path: Path) -> None:
    """Until the watcher has set the file aside, a page of it would take gigabytes."""
    with (tmp_path / "one.jsonl").open("wb") as file:
        file.write(b"first\n\nthird\n")
        file.truncate(2 * LONGEST_LINE)
        file.seek(0, 2)
        file.write(b"\nafter\n")
    assert [*read_range(str(tmp_path), "one.jsonl")] == [(1, b"first"), (3, b"third")]
    assert [*read_range(str(tmp_path), "one.jsonl", 2)] == [(3, b"third")]


@pytest.mark.parametrize(("end", "count"), [(0, 0), (4, 1), (6, 1), (10, 2), (99, 3)])
def test_lines_end_where_they_are_known_to(tmp_path: Path, end: int, count: int) -> None:
    path, lines = tmp_path / "a.jsonl", [b"abc\n", b"defgh\n", b"ij\n"]
    path.write_bytes(b"".join(lines))
    with path.open("rb") as file:
        assert list(lines_up_to(file, end)) == lines[:count]
