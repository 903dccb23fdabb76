"""When the copies of what was deleted are let go (rule 8)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from memoryd.errors import Busy
from memoryd.storage.files import OsFiles
from memoryd.storage.letting_go import LettingGo
from memoryd.storage.recent_copies import RecentCopies
from memoryd.storage.recent_lines import RecentLines
from tests.support.recent import recent_lines

PATH = "items/a.jsonl"


@pytest.mark.parametrize("ends", [False, True])
def test_copies_stay_while_the_audit_cannot_be_written(tmp_path: Path, ends: bool) -> None:
    (tmp_path / ".memoryd").mkdir()
    recent = RecentLines(RecentCopies(OsFiles(), str(tmp_path), lambda: None), lambda: None)
    recent.note(PATH, b"1", 1)
    recent.keep(PATH, [])
    written: list[bool] = []

    def run(operation: Any) -> Any:
        return operation(None)

    letting_go = LettingGo(recent, lambda _seconds: bool(written), run)
    if ends:
        letting_go.stop()
    else:
        with pytest.raises(Busy):
            letting_go.run()
    assert [one.raw for one in recent_lines(tmp_path).left_in(PATH, 10, 10)] == [b"1"]
    written.append(True)
    (letting_go.stop if ends else letting_go.run)()
    assert recent_lines(tmp_path).left_in(PATH, 10, 10) == []
