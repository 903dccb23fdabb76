"""A purge takes away what is of the matter, and nothing that came meanwhile (rule 6)."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from memoryd.purge.clearing import clear
from memoryd.purge.files import scrubbed
from memoryd.purge.matter import Matter, Plan, Tombstones, digest_of_fact
from memoryd.purge.sweep import look
from memoryd.purging.cleaner import Cleaner
from memoryd.purging.purger import Purger
from memoryd.purging.sweep import Seen
from memoryd.services import OwnWrites
from memoryd.storage.files import OsFiles
from memoryd.times import parse_time
from tests.support.kind_services import KindServices

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
        own_writes=OwnWrites(),
        writer=SimpleNamespace(run_alone=run_alone),
        graves=SimpleNamespace(calls=lambda name: False),
        being_written=SimpleNamespace(replacing=lambda relpath: nullcontext()),
    )
    Cleaner(services, lambda: None).clear(file.name, Matter(Plan(at=1, salt=SALT, phrases=["zebra"], grown=True)))
    assert file.read_text() == "- The kiln is cold\n"


def test_who_appends_to_a_large_file_waits_for_it_and_nobody_else(tmp_path: Path) -> None:
    """It is appended to before each attempt, until that has to wait."""
    services = KindServices(tmp_path)
    children = SimpleNamespace()
    cleaned = services.open(
        children=children,
        graves=SimpleNamespace(calls=lambda name: False, restated=()),
        settings=SimpleNamespace(now=SimpleNamespace(daemon=SimpleNamespace(max_file_bytes=1 << 30))),
    )
    file, done = tmp_path / "large.jsonl", list[str]()
    file.write_text('{"content":"A zebra eats grass"}\n' + '{"content":"The kiln is cold"}\n' * 150_000)

    def append(_batch: object) -> None:
        cleaned.being_written.check_replaced(file.name)
        with file.open("a") as stream:
            stream.write('{"content":"The kiln is warm"}\n')
        done.append("appended")

    def run(_task: str, order: dict[str, Any], say: Any, passed: Any) -> dict[str, bool]:
        services.writer.submit(append, lambda result, error: None)
        services.writer.run(lambda batch: done.append("another write"))
        cleared = clear(order, say)
        done.append("cleared")
        return cleared

    children.run = run
    Cleaner(cleaned, lambda: None).clear(file.name, Matter(Plan(at=1, salt=SALT, phrases=["zebra"], grown=True)))
    services.writer.stop()
    assert done == ["appended", "another write", "cleared", "another write", "cleared", "appended"]
    assert (file.read_text().count("zebra"), file.read_text().count("warm")) == (0, 2)


def test_what_came_back_is_taken_out_together_and_what_was_stated_since_by_its_own_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`late` was stated after the first purge, so that a look as of that leaves it; `new` after its own."""
    file, stated = tmp_path / "facts.jsonl", {"ann": 0, "ben": 0, "late": 30, "cid": 0, "new": 59}
    purged = {"ben": 10, **{f"none {n}": 20 + n for n in range(15)}, "cid": 40, "late": 50, "new": 55}
    for one, second in stated.items():
        fact = {"id": one, "subject": one, "predicate": "likes", "object": "tea", "created": AT.format(second)}
        file.write_text((file.read_text() if file.exists() else "") + json.dumps(fact) + "\n")
    stones = [
        Tombstones(at=AT.format(second), salt=SALT, facts=[digest_of_fact(one, "likes", "tea", bytes(16))])
        for one, second in purged.items()
    ]

    carried = list[tuple[int, int]]()

    def run(_task: str, order: dict[str, Any], say: Any, small: bool) -> dict[str, Any]:
        return look(order, say)

    def carry_out(seen: Seen, _sweep: object) -> None:
        carried.append((seen.plan.at, len(seen.plan.facts)))
        file.write_bytes(b"".join(scrubbed(str(tmp_path), file.name, Matter(seen.plan, lambda: now), [])))

    now = parse_time(AT.format(59)) + 1
    clock, children = SimpleNamespace(now=lambda: now), SimpleNamespace(run=run)
    services: Any = SimpleNamespace(
        root=str(tmp_path), path=lambda relpath: str(tmp_path / relpath), clock=clock, children=children,
        graves=SimpleNamespace(restated=()), door=None, board=None,
        settings=SimpleNamespace(now=SimpleNamespace(daemon=SimpleNamespace(max_file_bytes=1 << 20))),
    )  # fmt: skip
    purger = Purger(services, lambda: None)
    monkeypatch.setattr(purger, "_carry_out", carry_out)
    purger._entomb(stones, lambda stage, done, total: None)
    assert [json.loads(line)["id"] for line in file.read_text().splitlines()] == ["ann", "new"]
    assert carried == [(parse_time(AT.format(at)), count) for at, count in ((10, 4), (50, 1), (55, 1))]
