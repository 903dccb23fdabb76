"""Notes of many lines: what takes long is done before the writer's turn."""

from __future__ import annotations

import sys
from pathlib import Path
from types import FrameType
from typing import Any, cast

import msgspec
import pytest

from memoryd.acting import MEMORYD
from memoryd.kinds.notes.methods import EditParams, NoteMethods, WriteParams
from memoryd.requests.asker import Asker
from memoryd.requests.visibility import PRIVATE
from memoryd.storage.batch import Batch
from tests.kinds.notes.rig import NotesRig
from tests.requests.test_gate import Call

_FENCED = "\n".join(["the log", "```", *("- it ran" for _ in range(5000)), "```"])


def _work_on_writer(rig: NotesRig, name: str, params: msgspec.Struct) -> int:
    """How many calls of functions a request makes on the writer's thread."""
    method = next(one for one in NoteMethods(rig.parts).all() if one.name == name)
    assert method.prepare is not None
    prepared, calls = method.prepare(params, rig.clock.now()), 0

    def count(frame: FrameType, event: str, arg: Any) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    def counted(batch: Batch) -> None:
        sys.setprofile(count)
        try:
            method.handler(Asker(rig.clock.now(), None, PRIVATE, cast(Any, Call()), MEMORYD), prepared, batch)
        finally:
            sys.setprofile(None)

    rig.run(counted)
    return calls


@pytest.mark.parametrize("before", ["", "- w\n", "- w\n\n## Later\n\ntext\n", "- ```\n  open\n"])
def test_the_writer_reads_no_long_note(tmp_path: Path, before: str) -> None:
    (tmp_path / "memory").mkdir()
    (tmp_path / "memory" / "knowledge.md").write_text(f"# Knowledge\n\n{before}")
    rig = NotesRig(tmp_path)
    try:
        assert _work_on_writer(rig, "notes.write", WriteParams(layer="knowledge", text=_FENCED, slug="log")) < 4000
        assert _work_on_writer(rig, "notes.write", WriteParams(layer="knowledge", text="next\n" + _FENCED)) < 4000
        edited = EditParams(key="memory/knowledge.md:log", text=_FENCED.replace("ran", "walked"))
        assert _work_on_writer(rig, "notes.edit", edited) < 4000
        rig.tick()
        rig.crash()
        texts = [one.text for one in rig.snapshot.layers["knowledge"].file.entries()]
        assert edited.text in texts
        assert "next\n" + _FENCED in texts
    finally:
        rig.stop()


def test_the_writer_reads_no_long_section_that_is_edited(tmp_path: Path) -> None:
    (tmp_path / "memory").mkdir()
    (tmp_path / "memory" / "knowledge.md").write_text("# Knowledge\n\n## Log\n\nIt ran.\n\n## Later\n\ntext\n")
    rig = NotesRig(tmp_path)
    try:
        for verb in ("ran", "walked"):
            text = "The log\n\n" + "\n".join(f"it {verb} {number}" for number in range(5000))
            edited = EditParams(key="memory/knowledge.md:log", text=text)
            assert _work_on_writer(rig, "notes.edit", edited) < 4000
            rig.tick()
            assert text in [one.text for one in rig.snapshot.layers["knowledge"].file.entries()]
        rig.crash()
        assert text in [one.text for one in rig.snapshot.layers["knowledge"].file.entries()]
    finally:
        rig.stop()
