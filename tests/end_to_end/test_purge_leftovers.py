"""What a purge takes that is easily left: names in backups, and what a clock dated ahead (rule 6)."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from memoryd.audit.witness import SEAL_PATH, WITNESS_PATH
from memoryd.kinds.facts.file.readable import ENTITIES_PATH, RELATIONS_PATH
from memoryd.kinds.facts.memory_section import STATE_PATH
from memoryd.maintenance.restore import restore
from memoryd.purge.backup_sweep import DERIVED
from memoryd.purge.tombstones import RESTATED_PATH, Graves
from memoryd.storage.files import OsFiles
from tests.support.consolidation import run_action
from tests.support.daemon import Daemon
from tests.support.everywhere import places
from tests.support.wait import until
from tests.support.wallclock import WallClock
from tests.support.wire import RpcError

CONFIG = "[schedule]\nconsolidate = 'off'\nsummarize = 'off'\n"
WORD = "Zemmerick"


@pytest.fixture
def clock(daemon_folder: Path) -> WallClock:
    return WallClock(daemon_folder)


@pytest.fixture
def daemon(daemon_folder: Path, clock: WallClock) -> Iterator[Daemon]:
    running = Daemon(daemon_folder, CONFIG, clock.env).start()
    yield running
    running.kill()


def clear(daemon: Daemon) -> None:
    """The index takes a moment."""
    assert [one for one in places(daemon.data, WORD) if not one.startswith(".memoryd/index/")] == []
    until(lambda: places(daemon.data, WORD) == [], 60)


def read(daemon: Daemon) -> str:
    """What the facts name, as it is listed in a file."""
    path = daemon.data / ENTITIES_PATH
    return path.read_text() if path.exists() else ""


def test_what_was_stated_during_a_purge_that_was_killed_is_purged_by_the_next(daemon: Daemon) -> None:
    text = f"Please renew {WORD} before the end of the month."
    with daemon.connect() as wire:
        wire.call("facts.add", {"subject": "Mara", "predicate": "rides", "object": "Quendel"})
        wire.call("facts.purge", {"query": "Quendel"})
        key = wire.call("notes.write", {"layer": "decisions", "text": text})["key"]
    daemon.kill()
    graves = Graves(OsFiles(), str(daemon.data), os.getgid())
    graves.load()
    graves.watch(graves.salt)
    graves.state(text, key.partition(":")[0])  # what the kill left
    assert (daemon.data / RESTATED_PATH).exists()
    daemon.start()
    with daemon.connect() as wire:
        assert wire.call("facts.purge", {"query": WORD})["status"] == "purged"
        clear(daemon)


@pytest.mark.parametrize("params", [{"query": "Quendel"}, {"query": "kiln", "dry_run": True}])
def test_what_is_stated_behind_a_purge_that_took_nothing_is_purged_by_the_next(
    daemon: Daemon, params: dict[str, object]
) -> None:
    with daemon.connect() as wire:
        wire.call("facts.add", {"subject": "Mara", "predicate": "owns", "object": "a kiln"})
        with suppress(RpcError):
            wire.call("facts.purge", params)
        wire.call("notes.write", {"layer": "decisions", "text": f"{WORD} is renewed before the end of the month."})
        assert wire.call("facts.purge", {"query": WORD})["status"] == "purged"
        clear(daemon)


def test_a_backup_does_not_list_what_only_that_fact_named(daemon: Daemon, daemon_folder: Path) -> None:
    assert set(DERIVED) == {ENTITIES_PATH, RELATIONS_PATH}
    backup = daemon.data / "backups" / "mine.tar.zst"
    with daemon.connect() as wire:
        wire.call("facts.add", {"subject": "Mara", "predicate": "owns", "object": "a kiln"})
        fact = wire.call("facts.add", {"subject": "Mara", "predicate": "rides", "object": WORD})["id"]
        until(lambda: WORD in read(daemon))
        wire.call("system.backup", {"path": str(backup)})
        assert wire.call("facts.purge", {"id": fact})["backups"] == ["backups/mine.tar.zst"]
        clear(daemon)
    daemon.kill()
    restored = Daemon(daemon_folder / "restored")
    restore(str(backup), str(restored.data))
    try:
        restored.start()
        until(lambda: "a kiln" in read(restored))
        clear(restored)
    finally:
        restored.kill()


def test_a_clock_that_was_set_back_keeps_nothing_of_the_matter(daemon: Daemon, clock: WallClock) -> None:
    with daemon.connect() as wire:
        wire.call("notes.write", {"layer": "knowledge", "text": f"{WORD} is tired"})
        wire.call("sessions.start", {"session_id": "s"})
        wire.call("sessions.append", {"session_id": "s", "messages": [{"role": "user", "content": f"Call {WORD}!"}]})
    daemon.stop()
    clock.move(minutes=-20)
    daemon.start()
    with daemon.connect() as wire:
        assert "left" not in wire.call("facts.purge", {"query": WORD})
        clear(daemon)


@pytest.mark.parametrize("is_older", [False, True], ids=["", "the seal's secret is where an older version kept it"])
def test_the_audit_of_a_restored_backup_is_whole_after_a_purge(
    daemon: Daemon, daemon_folder: Path, is_older: bool
) -> None:
    with daemon.connect() as wire:
        wire.call("notes.write", {"layer": "knowledge", "text": f"{WORD} is tired"})
        wire.call("facts.purge", {"query": WORD})
    if is_older:
        daemon.stop()
        secret, seen = (daemon.data / path for path in (SEAL_PATH, WITNESS_PATH))
        seen.write_text(json.dumps({**json.loads(seen.read_text()), "secret": secret.read_text().strip()}))
        secret.unlink()
        daemon.start()
    with daemon.connect() as wire:
        assert '"redacted"' in (daemon.data / "audit.jsonl").read_text()
        assert wire.call("audit.verify")["problems"] == []
        wire.call("system.backup", {"path": str(daemon_folder / "backup.tar.zst")})
    daemon.kill()
    restored = Daemon(daemon_folder / "restored", CONFIG)
    restore(str(daemon_folder / "backup.tar.zst"), str(restored.data))
    try:
        with restored.start().connect() as wire:
            assert wire.call("audit.verify")["problems"] == []
            wire.call("facts.add", {"subject": "Mara", "predicate": "owns", "object": "a kiln"})
            wire.call("facts.purge", {"query": "kiln"})
            assert wire.call("audit.verify")["problems"] == []
    finally:
        restored.kill()


def test_so_is_that_of_a_backup_from_before_the_purge(daemon: Daemon, daemon_folder: Path) -> None:
    backup = daemon.data / "backups" / "mine.tar.zst"
    with daemon.connect() as wire:
        wire.call("notes.write", {"layer": WORD.lower(), "text": f"{WORD} is tired"})
        until(lambda: WORD.lower() in (daemon.data / "audit.jsonl").read_text())
        wire.call("system.backup", {"path": str(backup)})
        wire.call("facts.purge", {"query": WORD})
    daemon.kill()
    restored = Daemon(daemon_folder / "restored", CONFIG)
    restore(str(backup), str(restored.data))
    try:
        with restored.start().connect() as wire:
            assert '"redacted"' in (restored.data / "audit.jsonl").read_text()
            assert wire.call("audit.verify")["problems"] == []
            assert (restored.data / SEAL_PATH).stat().st_mode & 0o077 == 0
    finally:
        restored.kill()


@pytest.mark.parametrize("junk", [b"no hex", b"", b"\0" * 65])
def test_a_secret_that_was_spoilt_is_set_aside(daemon: Daemon, junk: bytes) -> None:
    with daemon.connect() as wire:
        wire.call("notes.write", {"layer": WORD.lower(), "text": f"{WORD} is tired"})
        wire.call("facts.purge", {"query": WORD})
    daemon.stop()
    secret = daemon.data / SEAL_PATH
    good = secret.read_bytes()
    secret.write_bytes(junk)
    with daemon.start().connect() as wire:
        assert SEAL_PATH in [one["path"] for one in wire.call("system.health")["problems"]]
    daemon.stop()
    assert not secret.exists()
    secret.write_bytes(good)
    with daemon.start().connect() as wire:
        assert wire.call("audit.verify")["problems"] == []


def test_a_fact_whose_line_was_deleted_from_memory_md_leaves_alone(daemon: Daemon) -> None:
    memory = daemon.data / "MEMORY.md"
    with daemon.connect() as wire:
        first, second = (
            wire.call("facts.add", {"subject": "server", "predicate": "port", "object": port})["id"]
            for port in ("8080", WORD)
        )
        run_action(wire, "consolidate")
        until(lambda: WORD in memory.read_text())
        memory.write_text("".join(line for line in memory.read_text().splitlines(True) if WORD not in line))
        until(lambda: second in json.loads((daemon.data / STATE_PATH).read_text())["hidden"])
        third = wire.call("facts.add", {"subject": "server", "predicate": "port", "object": "9090"})["id"]
        wire.call("facts.purge", {"id": second})
        clear(daemon)
        assert [wire.call("facts.get", {"id": one})["object"] for one in (first, third)] == ["8080", "9090"]


def test_of_two_matters_the_tombstones_have_nothing_in_common(daemon: Daemon) -> None:
    with daemon.connect() as wire:
        for subject, object_ in (("Mara", "kiln"), ("Tom", WORD)):
            wire.call("facts.add", {"subject": subject, "predicate": "owns", "object": object_})
        run_action(wire, "consolidate")
        buried = [wire.call("facts.purge", {"query": word})["tombstones"] for word in ("kiln", WORD)]
    assert not set(buried[0]["texts"]) & set(buried[1]["texts"])


def test_what_says_the_same_under_another_name_stays(daemon: Daemon) -> None:
    same, item = "It is kept in the cellar.", {"namespace": ["who"], "value": "prefers a letter to a call"}
    with daemon.connect() as wire, daemon.connect() as other:
        for connection, name in ((wire, WORD), (other, "Mara")):
            (daemon.data / "memory" / f"about-{name}.md").write_text(f"# About {name}\n\n{same}\n")
            connection.call("sessions.start", {"session_id": f"with {name}"})
            said = [{"role": "user", "content": same}]
            connection.call("sessions.append", {"session_id": f"with {name}", "messages": said})
            connection.call("items.put", {**item, "key": name})
            until(
                lambda name=name: wire.call("recall.search", {"query": f"About {name}", "kinds": ["note"]})["results"]
            )
        assert "left" not in wire.call("facts.purge", {"query": WORD})
        clear(daemon)
        assert (daemon.data / "memory" / "about-Mara.md").read_text() == f"# About Mara\n\n{same}\n"
        assert other.call("sessions.read", {"session_id": "with Mara"})["messages"][0]["content"] == same
        assert other.call("items.get", {"namespace": ["who"], "key": "Mara"})["value"] == item["value"]


@pytest.mark.parametrize("seconds", [2, 365 * 86400])
def test_what_is_said_when_the_clock_was_set_back_behind_a_purge_stays(
    daemon: Daemon, clock: WallClock, seconds: int
) -> None:
    said = {"role": "user", "content": f"{WORD} keeps the key of the boat house"}
    with daemon.connect() as wire:
        wire.call("sessions.start", {"session_id": "s"})
        wire.call("sessions.append", {"session_id": "s", "messages": [said]})
        clock.move(seconds=seconds)
        wire.call("facts.purge", {"query": WORD})
        clock.move(seconds=-seconds)
        imported = {**said, "source": "import", "at": "2026-03-01T12:00:00+00:00"}
        wire.call("sessions.append", {"session_id": "s", "messages": [imported]})
        until(lambda: wire.call("sessions.read", {"session_id": "s"})["messages"] == [])
        (key,) = wire.call("sessions.append", {"session_id": "s", "messages": [said]})["keys"]
        until(lambda: wire.call("recall.search", {"query": WORD})["results"])
    daemon.stop()
    daemon.start()
    with daemon.connect() as wire:
        assert wire.call("recall.get", {"key": key})["text"]
        assert [one["content"] for one in wire.call("sessions.read", {"session_id": "s"})["messages"]] == [
            said["content"]
        ]


def test_what_health_says_of_a_file_goes_with_its_name(daemon: Daemon) -> None:
    with daemon.connect() as wire:
        (path := daemon.data / f"memory/manual-{WORD.lower()}.md").write_text("# The bell\n\nIt hangs in the tower.\n")
        until(lambda: wire.call("recall.search", {"query": "bell tower"})["results"])
        path.unlink()
        until(lambda: WORD.lower() in str(wire.call("system.health")["problems"]))
        (daemon.data / "memory" / "other.md").write_bytes(b"\xff\xfe broken")
        until(lambda: "other.md" in str(wire.call("system.health")["problems"]))
        wire.call("facts.purge", {"query": WORD})
        told = str(wire.call("system.health"))
        assert WORD.lower() not in told
        assert "other.md" in told
        run_action(wire, "consolidate")
        clear(daemon)
