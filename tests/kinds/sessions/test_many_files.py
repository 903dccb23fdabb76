"""A session with very many files: each of them is looked at once at start."""

from __future__ import annotations

import sys
from pathlib import Path
from types import FrameType
from typing import Any

from memoryd.conversation.message import encode_line
from tests.support.sessions import SessionRig, said


def work_of_a_start(root: Path, files: int) -> int:
    """How many calls of functions a start makes for so many files of one session."""
    rig = SessionRig(root)
    names = [f"sessions/2026-05-{1 + number // 60:02d}-1430{number % 60:02d}.jsonl" for number in range(files)]
    for at, name in enumerate(names):
        (root / name).write_bytes(encode_line(said(f"message {at}", at)))
    rig.stop()
    calls = 0

    def count(frame: FrameType, event: str, arg: Any) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        rig.restart()
    finally:
        sys.setprofile(None)
    session = rig.store.sessions["s"]
    assert session.messages == files and session.paths == (*names[1:], names[0])
    rig.stop()
    return calls


def test_a_start_is_linear_in_the_files_of_a_session(tmp_path: Path) -> None:
    few, many = (tmp_path / name for name in ("few", "many"))
    few.mkdir()
    many.mkdir()
    assert work_of_a_start(many, 400) < 2.3 * work_of_a_start(few, 200)


def test_a_file_is_of_the_session_that_it_is_appended_to_or_was(tmp_path: Path) -> None:
    """However it came: as the one that is written, as another of the same, or archived."""
    rig = SessionRig(tmp_path)
    names = [f"sessions/2026-05-0{day}-143000.jsonl" for day in (3, 1, 2)]
    for at, name in enumerate(names):
        (tmp_path / name).write_bytes(encode_line(said(f"message {at}", at)))
        rig.restart()
    session = rig.store.sessions["s"]
    assert sorted(session.paths) == sorted(names) and session.messages == 3
    assert all(map(session.has, names)) and not session.has("sessions/2026-05-04-143000.jsonl")
    first = session.paths[0]
    rig.edit(first, b"".join([*rig.lines(first), encode_line(said("more", 9))]))
    assert sorted(session.paths) == sorted(names) and session.messages == 4
    session.archives, session.others = session.others, ()
    assert all(map(session.has, names))
    rig.stop()
