"""memoryctl note, notes, layers, pin, unpin, promote and demote on a real daemon."""

from __future__ import annotations

import json
from typing import Any

from tests.support.daemon import Daemon
from tests.support.memoryctl import run_memoryctl


def memoryctl(daemon: Daemon, *words: str) -> Any:
    done = run_memoryctl(["--socket", str(daemon.socket), "--json", *words])
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_a_note_is_written_pinned_demoted_and_listed(daemon: Daemon) -> None:
    written = memoryctl(daemon, "note", "decisions", "We deploy on Tuesdays only", "--slug", "deploy-day")
    key = written["key"]

    assert key == "memory/decisions.md:deploy-day"
    assert [note["key"] for note in memoryctl(daemon, "notes", "decisions")["notes"]] == [key]
    assert memoryctl(daemon, "list", "notes") == memoryctl(daemon, "notes")
    assert "decisions" in json.dumps(memoryctl(daemon, "layers"))
    for command, hot, pinned in (
        ("pin", True, True),
        ("unpin", True, False),
        ("demote", False, False),
        ("promote", True, False),
    ):
        memoryctl(daemon, command, "decisions:deploy-day")
        (note,) = memoryctl(daemon, "notes", "decisions")["notes"]
        assert (note["hot"], note["pinned"]) == (hot, pinned), command
