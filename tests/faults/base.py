"""A store that each write path has something to do in."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

from memoryd.storage.files import OsFiles
from memoryd.testing.manual_clock import ManualClock
from memoryd.times import SECOND
from tests.faults.machine import Machine

NOTE = "Quays are built of stone"


def prepare(folder: Path, clock: ManualClock) -> None:
    """Memories of every kind, old and new, in `folder/data`."""
    data = folder / "data"
    for name in ("sessions", "daily", "contexts"):
        (data / name).mkdir(parents=True)
    now = datetime.fromtimestamp(clock.now() / SECOND, UTC)
    _session(data, now - timedelta(days=1), "yesterday", 12)
    _session(data, now - timedelta(days=60), "old", 2)
    (data / "daily" / f"{now.date() - timedelta(days=500)}.md").write_text("# Long ago\n\nThey planned a quay.\n")
    lines = [
        {
            "id": f"context-old-{number}", "content": f"planned a quay, number {number}",
            "created": _iso(now, days=200), "last_accessed": _iso(now, days=100), "access_count": 1,
        }
        for number in range(3)
    ]  # fmt: skip
    (data / "contexts" / "harbour.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    machine = Machine(folder, OsFiles(), clock)
    try:
        _fill(machine)
    finally:
        machine.close()


def _iso(now: datetime, *, days: int) -> str:
    return (now - timedelta(days=days)).isoformat(timespec="microseconds")


def _session(data: Path, at: datetime, name: str, messages: int) -> None:
    path = data / "sessions" / f"{at:%Y-%m-%d-%H%M%S}.jsonl"
    stamp = at.isoformat(timespec="microseconds")
    lines = [
        {
            "session_id": name, "role": ("user", "assistant")[number % 2], "at": stamp, "received": stamp,
            "content": f"On {name}, number {number}: the harbour needs a quay of granite, and Ada will build it. " * 4,
            "audience": "private",
        }
        for number in range(messages)
    ]  # fmt: skip
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))


def _fill(machine: Machine) -> None:
    for number in range(3):
        machine.call("facts.add", {"subject": f"quay {number}", "predicate": "is of", "object": "granite"})
    gone = machine.call("facts.add", {"subject": "quay", "predicate": "is of", "object": "wood"})["id"]
    machine.call("facts.archive", {"id": gone})
    machine.call("notes.write", {"layer": "knowledge", "text": NOTE})
    machine.call("notes.write", {"layer": "preferences", "text": "Ada likes granite", "pin": True})
    machine.call("notes.write", {"layer": "decisions", "text": "We build each quay in stone", "remember": True})
    gone = machine.call("notes.write", {"layer": "knowledge", "text": "Wood rots"})["key"]
    machine.call("notes.archive", {"key": gone})
    for project in ("harbour", "lighthouse"):
        machine.call("contexts.save", {"project": project, "content": f"built a part of the {project}"})
    machine.call("maintenance.canary_add", {"query": "What is the quay of?", "expected_contains": "granite"})
