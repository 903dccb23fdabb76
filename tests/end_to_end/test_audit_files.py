"""The audit's files: months, rights, backups, and an audit that begins late."""

from __future__ import annotations

import stat
import tempfile
from datetime import UTC, datetime
from pathlib import Path

from tests.support.audit import add, changes, entries, verdict
from tests.support.daemon import Daemon
from tests.support.wait import until
from tests.support.wallclock import WallClock


def test_a_new_month_begins_a_new_file_and_the_chain_goes_on(daemon_folder: Path) -> None:
    clock = WallClock(daemon_folder)
    daemon = Daemon(daemon_folder, env=clock.env).start()
    try:
        with daemon.connect() as wire:
            keys = []
            # The last one is the clock set back: lines keep their order.
            for month in (3, 4, 5, 3):
                clock.set(datetime(2026, month, 20, 12, tzinfo=UTC))
                keys.append(add(wire, f"tea {month} {len(keys)}"))
                until(lambda: entries(wire, key=keys[-1]))
            assert [key for _, key, _ in changes(wire)] == keys
            found = verdict(wire)
            assert (found["status"], found["files"]) == ("ok", 4)
        names = sorted(path.name for path in (daemon.data / "audit").iterdir())
        assert names == ["2026-03.jsonl", "2026-04.jsonl", "2026-05.jsonl"]
        daemon.stop()
        daemon.start()
        with daemon.connect() as wire:
            assert verdict(wire)["status"] == "ok"
            (daemon.data / "audit" / "2026-04.jsonl").rename(daemon.data / "audit" / "elsewhere")
            assert any("missing" in one["what"] for one in verdict(wire)["problems"])
    finally:
        daemon.kill()


def test_who_may_read_the_files(daemon: Daemon) -> None:
    with daemon.connect() as wire:
        key = wire.call("notes.write", {"layer": "knowledge", "text": "Standup at nine"})["key"]
        wire.call("notes.edit", {"key": key, "text": "Standup at ten"})
        until(lambda: len(entries(wire, key=key)) == 2)
    (kept,) = [path for path in (daemon.data / "history").rglob("*") if path.is_file()]
    modes = {
        name: stat.S_IMODE((daemon.data / name).stat().st_mode)
        for name in ("audit.jsonl", ".memoryd/audit-keys", str(kept.relative_to(daemon.data)))
    }
    assert list(modes.values()) == [0o640, 0o600, 0o640]


def test_a_backup_has_all_of_it(daemon: Daemon, tmp_path: Path) -> None:
    import tarfile

    import zstandard

    with daemon.connect() as wire:
        key = wire.call("notes.write", {"layer": "knowledge", "text": "Standup at nine"})["key"]
        wire.call("notes.edit", {"key": key, "text": "Standup at ten"})
        until(lambda: len(entries(wire, key=key)) == 2)
        wire.call("system.backup", {"path": str(tmp_path / "backup.tar.zst")})
    with (
        (tmp_path / "backup.tar.zst").open("rb") as file,
        zstandard.ZstdDecompressor().stream_reader(file) as raw,
        tarfile.open(fileobj=raw, mode="r|") as tar,
    ):
        names = [member.name for member in tar]
    assert {"audit.jsonl", ".memoryd/audit-keys"} <= set(names)
    assert [name for name in names if name.startswith("history/")]


def test_a_backup_that_is_put_back_elsewhere_verifies_and_shows_what_was(daemon: Daemon, tmp_path: Path) -> None:
    import tarfile

    import zstandard

    with daemon.connect() as wire:
        fact = add(wire, "tea")
        key = wire.call("notes.write", {"layer": "knowledge", "text": "Standup at nine"})["key"]
        wire.call("notes.edit", {"key": key, "text": "Standup at ten"})
        until(lambda: len(entries(wire, key=key)) == 2)
        wire.call("system.backup", {"path": str(tmp_path / "backup.tar.zst")})
        before = wire.call("audit.show", {"key": key})["versions"]
        add(wire, "what came behind the backup")
    daemon.stop()
    with tempfile.TemporaryDirectory(prefix="memoryd-") as folder:
        other = Daemon(Path(folder))
        with (
            (tmp_path / "backup.tar.zst").open("rb") as file,
            zstandard.ZstdDecompressor().stream_reader(file) as raw,
            tarfile.open(fileobj=raw, mode="r|") as tar,
        ):
            tar.extractall(other.data)
        other.start()
        try:
            with other.connect() as wire:
                assert wire.call("audit.show", {"key": key})["versions"] == before
                assert verdict(wire)["status"] == "ok"
                assert [change for change, *_ in changes(wire, key=fact)] == ["added"]
                new = add(wire, "cocoa")
                assert [change for change, *_ in changes(wire, key=new)] == ["added"]
                assert verdict(wire)["status"] == "ok"
                assert not [one for one in wire.call("system.health", {})["problems"] if "audit" in one["path"]]
        finally:
            other.kill()


def test_a_large_memory_that_is_older_than_the_audit_makes_no_lines(daemon: Daemon) -> None:
    """The new code meets a directory whose index is whole: nothing is fed, and what was there is not told anew."""
    with daemon.connect() as wire:
        facts = [{"subject": f"S{at}", "predicate": "is", "object": f"o{at}"} for at in range(5000)]
        for start in range(0, len(facts), 1000):
            wire.call("facts.add_many", {"facts": facts[start : start + 1000]})
        keys = [wire.call("facts.find", {"subject": f"S{at}"})["facts"][0]["id"] for at in (0, 4999)]
    assert daemon.stop() == 0
    for name in ("audit.jsonl", ".memoryd/audit-keys", ".memoryd/audit.json"):
        (daemon.data / name).unlink()
    daemon.start()
    with daemon.connect() as wire:
        assert [one["change"] for one in entries(wire)] == ["begun"]
        assert "o4999" in wire.call("audit.show", {"key": keys[1]})["text"]
        wire.call("facts.archive", {"id": keys[0]})
        assert [(change, key) for change, key, _ in changes(wire)] == [("removed", keys[0])]
        assert verdict(wire)["status"] == "ok"


def test_of_many_files_that_are_no_audit_some_are_named(daemon: Daemon) -> None:
    daemon.stop()
    months = daemon.data / "audit"
    months.mkdir()
    for number in range(300):
        (months / f"{1700 + number}-01.jsonl").write_text("none\n")
    daemon.start()
    with daemon.connect() as wire:
        problems = wire.call("system.health")["problems"]
        found = [one["what"] for one in problems if one["path"].startswith("audit")]
    assert len(found) == 21
    assert "280 more files in it do not begin with a line of the audit" in found
