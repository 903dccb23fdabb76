"""A purge takes away what is of the matter, and nothing that came meanwhile (rule 6)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from memoryd.purge.matter import Matter, Plan, Tombstones, digest_of_fact
from memoryd.purge.sweep import look
from memoryd.purging.purger import Purger
from memoryd.storage.files import OsFiles
from memoryd.times import parse_time

AT = "2026-05-15T00:00:{:02}+00:00"
SALT = "00" * 16


def test_a_line_that_comes_while_a_file_goes_stays(tmp_path: Path) -> None:
    file = tmp_path / "zebra.md"
    file.write_text("- A zebra eats grass\n")
    appended = ["- The kiln is cold\n"]

    def run_alone(operation: Callable[[object], object]) -> object:
        if appended:
            with file.open("a") as stream:
                stream.write(appended.pop())
        return operation(None)

    services: Any = SimpleNamespace(
        root=str(tmp_path),
        path=lambda relpath: str(tmp_path / relpath),
        files=OsFiles(),
        data=SimpleNamespace(gid=-1),
        own_writes=SimpleNamespace(note=lambda relpath, stat: None),
        writer=SimpleNamespace(run_alone=run_alone),
        graves=None,
        door=None,
    )
    Purger(services, lambda: None)._clear(file.name, Matter(Plan(at=1, salt=SALT, phrases=["zebra"])))
    assert file.read_text() == "- The kiln is cold\n"


def test_only_the_tombstones_of_what_came_back_are_carried_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    known = ("ann", "ben", "cid")
    lines = [f'{{"id": "{one}", "subject": "{one}", "predicate": "likes", "object": "tea"}}\n' for one in known]
    (tmp_path / "facts.jsonl").write_text("".join(lines))
    digests = [digest_of_fact(one, "likes", "tea", bytes(16)) for one in ("ben", *map(str, range(40)), "cid")]
    stones = [Tombstones(at=AT.format(n), salt=SALT, facts=[one]) for n, one in enumerate(digests)]
    looks = []

    def run(_task: str, order: dict[str, Any], say: Any, small: bool) -> dict[str, Any]:
        looks.append(order["plan"])
        return look(order, say)

    clock, children = SimpleNamespace(now=lambda: 0), SimpleNamespace(run=run)
    services: Any = SimpleNamespace(root=str(tmp_path), clock=clock, children=children, graves=None, door=None)
    purger, carried = Purger(services, lambda: None), []
    monkeypatch.setattr(purger, "_carry_out", lambda seen, sweep: carried.append(seen.plan.at))
    purger._entomb(stones, lambda stage, done, total: None)
    assert carried == [parse_time(stones[0].at), parse_time(stones[-1].at)]
    assert len(looks) == 4
