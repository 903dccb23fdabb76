"""What the consolidations are told by the configuration, and told anew by a reload (SIGHUP)."""

from __future__ import annotations

import os
import signal
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.support.consolidation import run_action
from tests.support.daemon import Daemon
from tests.support.wait import until
from tests.support.wallclock import WallClock
from tests.support.wire import RpcError

EVENING = datetime(2026, 3, 2, 20, tzinfo=UTC)


@pytest.fixture
def clock(daemon_folder: Path) -> WallClock:
    return WallClock(daemon_folder, EVENING)


def config(lines: int, enter: float, zone: str, consolidate: str = "30 0 * * *") -> str:
    return (
        f'[memory_oracle]\nembedding_model = "none"\nmemory_md_max_lines = {lines}\n'
        f"memory_md_enter_activation = {enter}\nmemory_md_leave_activation = {enter - 0.01}\n"
        f'[schedule]\ntimezone = "{zone}"\nconsolidate = "{consolidate}"\n'
    )


def reload(daemon: Daemon, text: str) -> None:
    count = daemon.tail(10_000).count('"reloaded"')
    daemon.config.write_text(text)
    os.kill(daemon.pid, signal.SIGHUP)
    until(lambda: daemon.tail(10_000).count('"reloaded"') > count)


def test_a_reload_counts_at_once(daemon_folder: Path, clock: WallClock) -> None:
    daemon = Daemon(daemon_folder, config(20, 0.5, "UTC"), clock.env).start()
    memory = daemon.data / "MEMORY.md"
    try:
        with daemon.connect() as wire:
            for number in range(60):
                wire.call("facts.add", {"subject": f"host {number}", "predicate": "runs", "object": "nginx"})
            run_action(wire, "reconcile")
            # Facts end at nine tenths; only what somebody else writes goes on to the warning.
            assert memory.read_text().count("\n") == 18
            before = memory.read_bytes()
            run_action(wire, "reconcile")
            assert memory.read_bytes() == before
            memory.write_bytes(b"Mine.\n" * 19 + before)
            run_action(wire, "reconcile")
            assert memory.read_text().splitlines() == ["Mine."] * 19
            assert wire.call("system.health")["health"]["warnings"][0] == "MEMORY.md approaching 20-line limit"
            reload(daemon, config(30, 0.5, "UTC"))
            run_action(wire, "reconcile")
            assert memory.read_text().count("\n") == 27
            # A day later a fact is at .977: under this bound.
            clock.move(days=1)
            reload(daemon, config(30, 0.99, "Asia/Tokyo", "15 4 * * *"))
            run_action(wire, "reconcile")
            assert "host" not in memory.read_text()
            # 04:15 in Tokyo, and it is the next day there already.
            assert wire.call("maintenance.status")["actions"]["consolidate"]["next"][:16] == "2026-03-04T19:15"
            wire.call("sessions.start", {"session_id": "s"})
            message = {"role": "user", "content": "We decided to use Postgres."}
            wire.call("sessions.append", {"session_id": "s", "messages": [message]})
            run_action(wire, "summarize")
            assert [path.name for path in (daemon.data / "daily").glob("*.md")] == ["2026-03-04.md"]
    finally:
        daemon.kill()


def test_a_configuration_that_is_refused_stands_in_health_until_it_is_read(daemon: Daemon) -> None:
    before = daemon.config.read_text()

    def problems() -> list[str]:
        with daemon.connect() as wire:
            found = wire.call("system.health")["problems"]
        return [f"{one['path']}: {one['what']}" for one in found if "configuration" in one["what"]]

    daemon.config.write_text(before + "\n[recall]\ntop_k = 0\n")
    os.kill(daemon.pid, signal.SIGHUP)
    until(problems)
    assert str(daemon.config) in problems()[0]
    assert "recall.top_k" in problems()[0]
    reload(daemon, before)
    assert problems() == []


@pytest.mark.parametrize(
    ("text", "what", "action"),
    [
        ("[memory_oracle\n", "stays: is not TOML: Expected ']' at the end of a table declaration", "correct it; then"),
        (
            "[memory_oracle]\nhalf_life = 3\n",
            "stays: memory_oracle.half_life: there is no such key",
            'correct it (did you mean "half_life_days"?); then',
        ),
    ],
)
def test_why_a_configuration_is_refused_and_what_to_do(daemon: Daemon, text: str, what: str, action: str) -> None:
    daemon.config.write_text(text)
    with daemon.connect() as wire:
        with pytest.raises(RpcError):
            wire.call("system.reload")
        (problem,) = wire.call("system.health")["problems"]
    assert problem["what"].endswith(what)
    assert problem["action"] == f"{action}, as an admin: memoryctl reload"


def test_what_waits_for_a_restart_is_told_until_there_is_one(daemon_folder: Path) -> None:
    texts = ["[daemon]\nmax_depth = 32\n", "[daemon]\nmax_depth = 32\n[recall]\ntop_k = 5\n", "[recall]\ntop_k = 5\n"]
    daemon = Daemon(daemon_folder).start()
    try:
        with daemon.connect() as wire:
            told = []
            for text in texts:
                daemon.config.write_text(text)
                told.append(wire.call("system.reload")["restart"])
                assert wire.call("system.config")["restart"] == told[-1]
        # The harness names a model unless the text does, which these do not.
        assert [[key for key in keys if key.startswith("daemon.")] for keys in told] == [
            ["daemon.max_depth"],
            ["daemon.max_depth"],
            [],
        ]
    finally:
        daemon.kill()


def test_a_reload_while_it_starts_is_done_once_it_runs(daemon_folder: Path) -> None:
    daemon = Daemon(daemon_folder)
    process = daemon.spawn()
    until(lambda: daemon.data.joinpath(".memoryd", "lock").exists())  # it was running before that

    def served() -> bool:
        os.kill(daemon.pid, signal.SIGHUP)
        assert process.poll() is None
        return '"ready"' in daemon.tail()

    try:
        until(served)
        until(lambda: '"reloaded"' in daemon.tail(10_000))
        assert "Traceback" not in daemon.tail(10_000)
        with daemon.connect() as wire:
            assert wire.call("rpc.ping") == {"pong": True}
        assert daemon.stop() == 0
    finally:
        daemon.kill()
