"""The whole life of one note on a real daemon whose wall clock is moved (000, rules 10 to 15)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from tests.support.daemon import Daemon
from tests.support.wait import until
from tests.support.wallclock import WallClock
from tests.support.wire import Wire

KEY = "memory/decisions.md:two-tier-architecture"
TEXT = "Two-tier architecture\n- Reason: layering makes retrieval faster\n- Discussion: the user proposed it"


class Life:
    """A daemon, its clock and an agent that looks at files as a person would."""

    def __init__(self, folder: Path) -> None:
        self.clock = WallClock(folder, datetime(2026, 4, 22, 12, tzinfo=UTC))
        off = "".join(f'{name} = "off"\n' for name in ("summarize", "consolidate", "health_check", "quality_probe"))
        config = f'[schedule]\ntimezone = "UTC"\n{off}'
        self.daemon = Daemon(folder, config, env=self.clock.env).start()
        self.wire: Wire = self.daemon.connect()

    def file(self, relpath: str) -> str:
        return (self.daemon.data / relpath).read_text()

    def put(self, relpath: str, text: str) -> None:
        (self.daemon.data / relpath).write_text(text)

    @property
    def memory(self) -> str:
        return self.file("MEMORY.md")

    @property
    def hygiene(self) -> Any:
        return json.loads(self.file("memory/hygiene.json"))

    def session(self) -> str:
        session: str = self.wire.call("sessions.start", {"agent": "otto"})["session_id"]
        return session

    def say(self, session: str, text: str) -> list[dict[str, Any]]:
        message = {"role": "user", "content": text}
        found: list[dict[str, Any]] = self.wire.call("sessions.append", {"session_id": session, "messages": [message]})[
            "directives"
        ]
        return found

    def search(self, session: str, query: str) -> Any:
        return self.wire.call("recall.search", {"query": query, "session_id": session})

    def hygiene_run(self) -> dict[str, int]:
        counts: dict[str, int] = self.wire.call("maintenance.run", {"action": "hygiene"})["steps"][0]["counts"]
        return counts


@pytest.fixture
def life(daemon_folder: Path) -> Iterator[Life]:
    running = Life(daemon_folder)
    yield running
    running.wire.close()
    running.daemon.kill()


def test_a_note_from_its_writing_to_its_second_life(life: Life) -> None:
    # Written: in its layer, with an anchor, and cold.
    written = life.wire.call("notes.write", {"layer": "decisions", "text": TEXT})
    assert (written["key"], written["hot"]) == (KEY, False)
    assert life.file("memory/decisions.md") == (
        "# Decisions\n\n- Two-tier architecture <!-- #two-tier-architecture -->\n"
        "  - Reason: layering makes retrieval faster\n  - Discussion: the user proposed it\n"
    )

    # Three sessions find it, each counts once: then it is hot, without its reasons.
    for number in (1, 2, 3):
        session = life.session()
        assert life.search(session, "tier architecture")["results"][0]["key"] == KEY
        if number < 3:
            until(lambda: len(life.hygiene["accessLog"].get(KEY, {}).get("sessions", [])) == number)  # noqa: B023 - called within this turn of the loop
            assert life.hygiene["accessLog"][KEY]["accessCount"] == number
    bullet = "- Two-tier architecture ↑2026-04-22(3 sessions)←memory/decisions.md:two-tier-architecture\n"
    until(lambda: bullet in life.memory)
    until(lambda: life.hygiene["promotionLog"])
    assert life.hygiene["promotionLog"] == [
        {"entry": KEY, "from": "L2", "to": "L1", "at": "2026-04-22", "reason": "3 sessions"}
    ]
    assert KEY not in life.hygiene["accessLog"]
    assert life.hygiene["L1accessLog"]["decisions:two-tier-architecture"]["sessionsSinceAccess"] == 0
    until(lambda: life.wire.call("notes.read", {"key": KEY})["hot"])
    hot = until(lambda: life.wire.call("recall.search", {"query": "architecture", "kinds": ["hot"]})["results"])
    assert [(one["key"], one["hot"]) for one in hot] == [(KEY, True)]

    # Edited by hand the day after: the bullet follows at once, the slug stays.
    life.clock.move(days=1)
    life.put("memory/decisions.md", life.file("memory/decisions.md").replace("Two-tier arch", "Three-tier arch"))
    synced = "- Three-tier architecture ↑2026-04-23(sync)←memory/decisions.md:two-tier-architecture\n"
    until(lambda: synced in life.memory)

    # Gone cold: three sessions in which nobody needed it. Hygiene demotes it and leaves where it is.
    for _ in range(4):
        last = life.session()
        life.search(last, "something else entirely")
    until(lambda: life.hygiene["L1accessLog"]["decisions:two-tier-architecture"]["sessionsSinceAccess"] >= 3)
    dry = life.wire.call("maintenance.run", {"action": "hygiene", "dry_run": True})["steps"][0]
    assert dry["diff"] == [f"demote {KEY}"]
    assert life.hygiene_run()["demoted"] == 1
    assert "Three-tier" not in life.memory
    assert f"→ Full version: `{KEY}`\n" in life.memory
    assert life.hygiene["demotionLog"][-1]["entry"] == KEY
    assert life.hygiene["accessLog"][KEY] == {"accessCount": 0, "sessions": [], "lastAccess": None}
    assert life.wire.call("notes.read", {"key": KEY})["hot"] is False

    # Nobody read it for 60 days after its demotion: archived, with a comment in its place.
    life.clock.move(days=59)
    assert life.hygiene_run()["archived"] == 0
    life.clock.move(days=1)
    assert life.hygiene_run()["archived"] == 1
    stub = "<!-- archived 2026-06-22: two-tier-architecture → memory/archive/decisions-2026-06-22.md -->\n"
    assert life.file("memory/decisions.md") == "# Decisions\n\n" + stub
    assert "- Three-tier architecture" in life.file("memory/archive/decisions-2026-06-22.md")
    assert life.hygiene["archiveQueue"] == [{"entry": KEY, "archivedAt": "2026-06-22", "reason": "demoted"}]
    assert f"Archived {KEY}" in life.file("memory/2026-06-22.md")
    found = life.wire.call("recall.search", {"query": "tier architecture"})
    assert all(result["key"] != KEY for result in found["results"])
    assert [hit["key"] for hit in found["archived"]] == [KEY]

    # It survives a kill, and after 180 days a person is asked about it.
    life.wire.close()
    life.daemon.kill()
    life.clock.move(days=181)
    life.daemon.start()
    life.wire = life.daemon.connect()
    assert life.hygiene_run()["review"] == 1
    assert life.hygiene["totals"]["pruned"] == 2
    problems = [problem["what"] for problem in life.wire.call("system.health")["problems"]]
    assert any(KEY in what for what in problems)
    assert "Three-tier" in life.file("memory/archive/decisions-2026-06-22.md")

    # Restored and pinned by a directive.
    session = life.session()
    results = life.say(session, "We need it again: [[restore:decisions:two-tier-architecture]] and pin")
    assert [(result["done"], result.get("error")) for result in results] == [(True, None)]
    assert "- Three-tier architecture <!-- #two-tier-architecture --> ↑[pin]\n" in life.file("memory/decisions.md")
    assert "(user request)←memory/decisions.md:two-tier-architecture[pin]\n" in life.memory
    assert life.hygiene["archiveQueue"] == []
    assert life.hygiene["L1accessLog"]["decisions:two-tier-architecture"]["pinned"] is True
    until(lambda: life.wire.call("recall.search", {"query": "tier architecture"})["archived"] == [])

    # Pinned, it stays whatever happens.
    for _ in range(4):
        life.search(life.session(), "something else entirely")
    assert life.hygiene_run() == {
        "demoted": 0, "synced": 0, "promoted": 0, "archived": 0, "review": 0, "pruned": 0,
    }  # fmt: skip
    assert life.wire.call("notes.read", {"key": KEY})["pinned"] is True
    assert (life.daemon.data / "memory/archive/hygiene-log-2026-04.json").exists()


def test_hundreds_of_layers_that_were_edited_while_the_daemon_was_down(daemon: Daemon) -> None:
    daemon.stop()
    files = [daemon.data / "memory" / f"topic-{number:03}.md" for number in range(600)]
    for number, path in enumerate(files):
        path.write_text(f"- Pier {number} is open\n")
    daemon.start()
    with daemon.connect() as wire:
        assert len(wire.call("notes.layers")["layers"]) == len(files)
    daemon.stop()
    files[3].write_text("")
    files[500].write_text("- Pier 500 is open\n- Pier 3 is open\n")  # moved
    files[4].write_text("- Pier 4 is shut\n")
    files[599].unlink()
    daemon.start()
    with daemon.connect() as wire:
        notes = wire.call("notes.list", {"limit": 1000})["notes"]
        assert sorted(note["text"] for note in notes) == sorted(
            "Pier 4 is shut" if number == 4 else f"Pier {number} is open" for number in range(599)
        )
        archived = daemon.data / "memory" / "archive"
        until(lambda: any("Pier 599" in path.read_text() for path in archived.glob("topic-599-*.md")))
        assert list(archived.glob("topic-003-*.md")) == []


def test_a_rule_that_nobody_used_for_a_month_is_still_told(life: Life) -> None:
    for layer, text in (
        ("preferences", "Never force-push to main."),
        ("decisions", "The logs stay in Loki."),
        ("knowledge", "The gate opens at nine."),
        ("decisions", "The wiki stays in Tide."),
    ):
        life.wire.call("notes.write", {"layer": layer, "text": text})
    life.wire.call("notes.archive", {"key": "memory/decisions.md:the-wiki-stays-in-tide"})
    life.clock.move(days=31)
    life.hygiene_run()
    assert not any(note["layer"] in ("preferences", "decisions") for note in life.wire.call("notes.list", {})["notes"])
    told = life.wire.call("sessions.brief", {})["text"]
    assert "Never force-push to main." in told and "The logs stay in Loki." in told
    assert "Tide" not in told and "gate" not in told  # put away on purpose, and nothing that anybody settled
