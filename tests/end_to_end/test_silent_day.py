"""A healthy first day, a night and the next morning: nothing in the log that an operator should look at."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.daemon import Daemon
from tests.support.wait import until
from tests.support.wallclock import WallClock

pytestmark = pytest.mark.long


@pytest.fixture
def clock(daemon_folder: Path) -> WallClock:
    return WallClock(daemon_folder)


@pytest.fixture
def daemon(daemon_folder: Path, clock: WallClock) -> Iterator[Daemon]:
    # With the default model, which nobody asked for.
    running = Daemon(daemon_folder, env=clock.env)
    running.config.write_text("")
    yield running.start()
    running.kill()


def test_a_healthy_first_day_is_silent(daemon: Daemon, clock: WallClock) -> None:
    with daemon.connect() as wire:
        wire.call("sessions.start", {"session_id": "s", "agent": "smith", "project": "harbour"})
        for number in range(10):
            wire.call("facts.add", {"subject": f"quay {number}", "predicate": "has", "object": "a crane"})
        wire.call("notes.write", {"layer": "knowledge", "text": "the crane is red"})
        wire.call("contexts.save", {"project": "harbour", "content": "loading the ferry"})
        said = [("user", "We decided to paint the crane green."), ("assistant", "I will order the paint tomorrow.")]
        messages = [{"role": role, "content": content} for role, content in said]
        wire.call("sessions.append", {"session_id": "s", "messages": messages})
        wire.call("recall.search", {"query": "what colour has the crane", "session_id": "s"})
        wire.call("sessions.end", {"session_id": "s"})
    for hours in (11, 1.5, 6, 5.5):  # the daily summary, the consolidation, the health check
        clock.move(hours=hours)
    until(lambda: _ran(daemon, "consolidate") and _ran(daemon, "health-check"), 60)
    with daemon.connect() as wire:
        health = wire.call("system.health")
        assert health["problems"] == []
        assert health["status"] == "healthy"
    command = [sys.executable, "-m", "memoryd.cli", "--socket", str(daemon.socket), "health"]
    screen = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert (screen.returncode, "nothing to do" in screen.stdout, "half_life" in screen.stdout) == (0, True, False)
    assert daemon.stop() == 0
    records = [json.loads(line) for line in daemon.log.read_text().splitlines()]
    assert [record for record in records if record["level"] not in ("debug", "info")] == []


def _ran(daemon: Daemon, action: str) -> bool:
    with daemon.connect() as wire:
        return wire.call("maintenance.status")["actions"][action]["last"] is not None
