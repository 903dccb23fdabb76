"""Lines of a session file as they are read for a page."""

from __future__ import annotations

from pathlib import Path

from memoryd.conversation.file import read_range
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
