"""memoryctl import against a real daemon: once each, with times, however often it runs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tests.cli.test_memory_commands import EVENTS, EXPECTED, event, packed, write_database, write_lines
from tests.support.daemon import Daemon
from tests.support.memoryctl import run_memoryctl


def run_import(daemon: Daemon, *words: str) -> dict[str, Any]:
    done = run_memoryctl(["--socket", str(daemon.socket), "--json", "import", "openclaw", *words])
    done.check_returncode()
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_each_message_is_imported_once(daemon: Daemon, tmp_path: Path) -> None:
    path = write_lines(tmp_path)
    write_database(tmp_path, packed)
    assert run_import(daemon, str(tmp_path))["imported"]["messages"]["new"] == 3 * len(EXPECTED)
    assert run_import(daemon, str(tmp_path))["imported"]["messages"]["new"] == 0
    path.write_text("\n".join(json.dumps(one) for one in [*EVENTS, event(6, "user", "One more")]))
    assert run_import(daemon, str(path))["imported"]["messages"]["new"] == 1
    with daemon.connect() as wire:
        messages = wire.call("sessions.read", {"session_id": "openclaw-main-abc"})["messages"]
        assert [message["content"] for message in messages] == ["Hello", "Hi", "a.txt", "Bye", "One more"]
        assert messages[0]["at"] == "2026-05-15T14:30:01.000000+00:00"
        listed = {s["session_id"]: s for s in wire.call("sessions.list")["sessions"]}
        assert listed["openclaw-main-s1"]["finished"] and listed["openclaw-main-s1"]["agent"] == "main"
