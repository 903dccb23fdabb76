from __future__ import annotations

from memoryd.storage.pacing import paced


def test_others_pass_behind_each_slice() -> None:
    told: list[str] = []
    told.extend(chunk.decode() for chunk in paced([b"a", b"b", b"c", b"d", b"e"], lambda: told.append("pause"), 2))
    assert told == ["a", "b", "pause", "c", "d", "pause", "e"]
