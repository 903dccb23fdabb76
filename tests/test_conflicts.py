"""What merges and sync tools leave behind."""

from __future__ import annotations

import pytest

from memoryd.conflicts import conflict_line, copied_from


@pytest.mark.parametrize(
    ("relpath", "of"),
    [
        ("memory/user (conflicted copy 2026-05-15).md", "user.md"),
        ("memory/user (Ada's conflicted copy 2026-05-15).md", "user.md"),
        ("memory/user (In Konflikt stehende Kopie von Ada 2026-05-15).md", "user.md"),
        ("memory/user.sync-conflict-20260515-101010-ABCDEFG.md", "user.md"),
        ("memory/user_REMOTE_4711.md", "user.md"),
        ("knowledge-graph/facts.sync-conflict-20260515-101010.jsonl", "facts.jsonl"),
        ("MEMORY (conflicted copy).md", "MEMORY.md"),
        ("memory/user.md", None),
        ("memory/how we settle conflicts.md", None),
        ("memory/plan (draft).md", None),
        ("memory/conflicted copy.md", None),
        ("sessions/2026-05-15-101010 (conflicted copy).jsonl", None),
    ],
)
def test_of_what_a_file_is_a_conflicted_copy(relpath: str, of: str | None) -> None:
    assert copied_from(relpath) == of


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("# A\n<<<<<<< HEAD\n- a\n=======\n- b\n>>>>>>> theirs\n", 2),
        ("- a\n- b\n", None),
        ("- git shows `<<<<<<< HEAD` and `>>>>>>> theirs`\n", None),
        ("```\n<<<<<<< HEAD\n>>>>>>> theirs\n```\n", None),
        ("<<<<<<< HEAD\nwho knows\n", None),
    ],
)
def test_where_a_merge_left_both_sides(text: str, line: int | None) -> None:
    assert conflict_line(text) == line
