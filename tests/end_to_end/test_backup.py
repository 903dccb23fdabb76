"""Backups: made by memoryctl and the daemon together, proved, restored; what was purged stays out."""

from __future__ import annotations

import fcntl
import json
import os
import shlex
import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from memoryd.maintenance.archive_file import backup
from memoryd.maintenance.paths import INDEX_PATH
from memoryd.maintenance.restore import LACKING_PATH, restore
from memoryd.process.arguments import Exit
from memoryd.storage.directory import VERSION
from tests.support.daemon import WITHOUT_CAPABILITIES, Daemon
from tests.support.everywhere import places
from tests.support.wait import until
from tests.support.wire import RpcError

Ctl = Callable[..., Any]


def run(*words: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(list(map(str, words)), capture_output=True, text=True, timeout=120)


@pytest.fixture
def ctl(daemon: Daemon) -> Ctl:
    def call(*words: str | Path, code: int = 0) -> subprocess.CompletedProcess[str]:
        done = run(sys.executable, "-m", "memoryd.cli", "--socket", daemon.socket, *words)
        assert done.returncode == code, done.stdout + done.stderr
        return done

    return call


def fill(daemon: Daemon) -> None:
    with daemon.connect() as wire:
        wire.call("facts.add", {"subject": "quay", "predicate": "has", "object": "a crane"})
        wire.call("facts.add", {"subject": "Ophelia", "predicate": "owes", "object": "a dinosaur"})
        wire.call("notes.write", {"layer": "knowledge", "text": "the crane is red"})


def contents(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and path.relative_to(folder).parts[0] not in (".memoryd", "backups", "embeddings")
    }


def test_what_was_known_comes_back_as_old_as_it_was(daemon: Daemon, daemon_folder: Path, ctl: Ctl) -> None:
    fill(daemon)
    plan = daemon.data / "plan.md"
    plan.write_text("# Plan\n\nSell the quay.\n")
    os.utime(plan, (1_700_000_000, 1_700_000_000))
    archive, target = daemon_folder / "one.tar.zst", daemon_folder / "again" / "data"
    known = daemon.data / ".memoryd" / "notes" / "knowledge.json"
    until(lambda: known.exists() and "the crane is red" in known.read_text())

    def shown(of: Daemon) -> dict[str, Any]:
        with of.connect() as wire:
            found = until(lambda: wire.call("recall.search", {"query": "red crane", "kinds": ["note"]})["results"])
            until(lambda: wire.call("recall.search", {"query": "sell the quay", "paths": ["plan.md"]})["results"])
            plans = wire.call("recall.search", {"query": "sell the quay", "paths": ["plan.md"]})["results"]
            assert plans[0]["created"].startswith("2023-11-14T22:13:20")
            return {name: found[0][name] for name in ("key", "created", "line", "title")}

    before, hot = shown(daemon), (daemon.data / "MEMORY.md").read_text()
    ctl("backup", archive)
    ctl("restore-backup", archive, "--data", target)
    again = Daemon(target.parent).start()
    try:
        assert (shown(again), (target / "MEMORY.md").read_text()) == (before, hot)
    finally:
        again.kill()


@pytest.mark.long
def test_a_series_is_made_proved_and_restored_without_what_was_purged(
    daemon: Daemon, daemon_folder: Path, ctl: Ctl
) -> None:
    fill(daemon)
    one, folder = daemon_folder / "one.tar.zst", daemon_folder / "series"
    proved = ctl("backup", one, "--drill")
    assert "2 facts" in proved.stdout
    assert one.stat().st_mode & 0o777 == 0o600
    assert "exists" in ctl("backup", one, code=Exit.USAGE).stderr

    whole = json.loads(ctl("--json", "backup", "--into", folder).stdout)
    with daemon.connect() as wire:
        wire.call("facts.purge", {"subject": "Ophelia"})
        wire.call("facts.add", {"subject": "quay", "predicate": "has", "object": "a lamp"})
    until(lambda: Path(whole["path"]).stat().st_mtime < os.stat(daemon.data / "audit.jsonl").st_mtime)
    later = folder / "memory-20991122T120000Z.tar.zst"
    changed = json.loads(ctl("--json", "backup", "--into", folder, "--keep", "7d").stdout)
    assert changed["base"] == whole["id"]
    assert changed["files"] < whole["files"] + 5
    assert changed["verified"]
    assert sorted(path.name for path in folder.iterdir()) == sorted(
        os.path.basename(made["path"]) for made in (whole, changed)
    )
    assert not later.exists()

    target = daemon_folder / "the target"
    told = ctl("restore-backup", changed["path"], "--data", target).stdout
    assert os.geteuid() or told.endswith(f"chown -R memoryd:memoryd '{target}'\n")
    assert daemon.stop() == 0
    lines = (target / "knowledge-graph/facts.jsonl").read_text().splitlines()
    assert sorted(json.loads(line)["object"] for line in lines) == ["a crane", "a lamp"]
    assert (target / "memory/knowledge.md").read_bytes() == (daemon.data / "memory/knowledge.md").read_bytes()
    assert "not empty" in ctl("restore-backup", one, "--data", target, code=70).stderr

    # An older one brings nothing back: the newest beside it tells what was purged since.
    old = daemon_folder / "old"
    ctl("restore-backup", whole["path"], "--data", old)
    assert b"dinosaur" in (old / "knowledge-graph/facts.jsonl").read_bytes()
    again = Daemon(daemon_folder / "again")
    again.data = old
    again.start()
    try:
        with again.connect() as wire:
            assert [fact["object"] for fact in wire.call("facts.find")["facts"]] == ["a crane"]
        until(lambda: not any(b"dinosaur" in content for content in contents(old).values()))
    finally:
        again.stop()


def test_what_cannot_be_read_is_named_and_not_taken_for_deleted(daemon_folder: Path) -> None:
    daemon = Daemon(daemon_folder, through=() if os.geteuid() else WITHOUT_CAPABILITIES).start()
    folder, target = daemon_folder / "series", daemon_folder / "again" / "data"

    def made(code: int, *words: str) -> dict[str, Any]:
        command = (sys.executable, "-m", "memoryd.cli", "--socket", daemon.socket, "--json", "backup", "--into", folder)
        done = run(*command, *words)
        assert done.returncode == code, done.stdout + done.stderr
        answer: dict[str, Any] = json.loads(done.stdout)
        assert [name for name in answer.get("missing", []) if name not in done.stderr] == []
        return answer

    with daemon.connect() as wire:
        fill(daemon)
        wire.call("notes.write", {"layer": "decisions", "text": "we paint on Monday", "pin": True})
        notes = wire.call("notes.list")["notes"]
    shut = [daemon.data / name for name in ("memory/decisions.md", "knowledge-graph")]
    modes = [path.stat().st_mode for path in shut]
    decisions = shut[0].read_bytes()
    try:
        shut[0].chmod(0)
        whole = made(70)
        assert whole["missing"] == ["memory/decisions.md"]
        shut[1].chmod(0)
        for year in (2000, 2001):
            (folder / f"memory-{year}0101T000000Z.tar.zst").write_bytes(b"old")
        changed = made(70, "--keep", "1d")
        assert sorted(changed["missing"]) == ["knowledge-graph/", "memory/decisions.md"]
        assert changed["removed"] == ["memory-20000101T000000Z.tar.zst"]  # the other may be the only one with them
        restored = run(sys.executable, "-m", "memoryd", "--restore", changed["path"], "--data", target)
        assert restored.returncode == 0
        assert "could not read knowledge-graph/, memory/decisions.md" in restored.stdout
    finally:
        for path, mode in zip(shut, modes, strict=True):
            path.chmod(mode)
    again = Daemon(target.parent).start()
    try:
        with again.connect() as wire:
            assert len(wire.call("facts.find")["facts"]) == 2  # of the whole one
            assert [note["text"] for note in wire.call("notes.list")["notes"]] == ["the crane is red"]
            (problem,) = wire.call("system.health")["problems"]
            assert (problem["path"], "decisions.md" in problem["what"]) == (LACKING_PATH, True)
            (target / "memory" / "decisions.md").write_bytes(decisions)
            (target / LACKING_PATH).unlink()
            until(lambda: wire.call("notes.list")["notes"] == notes)
            assert wire.call("system.health")["problems"] == []
    finally:
        again.kill()
        daemon.kill()


@pytest.mark.long
def test_a_backup_that_is_damaged_or_foreign_is_refused_as_a_whole(
    daemon: Daemon, daemon_folder: Path, ctl: Ctl
) -> None:
    fill(daemon)
    good = daemon_folder / "good.tar.zst"
    ctl("backup", good)
    based = daemon_folder / "alone" / "based.tar.zst"
    based.parent.mkdir()
    piped = daemon_folder / "piped.tar.zst"
    command = f"{shlex.quote(sys.executable)} -m memoryd.cli --socket {daemon.socket} backup - | cat > {piped}"
    assert subprocess.run(["sh", "-c", command], timeout=60).returncode == 0
    assert restore(str(piped), str(daemon_folder / "piped")).files > 5

    damaged = daemon_folder / "damaged.tar.zst"
    data = bytearray(good.read_bytes())
    data[len(data) // 2] ^= 1
    damaged.write_bytes(data)
    text = daemon_folder / "text.tar.zst"
    text.write_text("no archive")
    for path, code in ((damaged, 70), (text, 70), (daemon_folder, 70), (daemon_folder / "none", 66)):
        target = daemon_folder / "target"
        told = ctl("restore-backup", path, "--data", target, code=code).stderr
        assert str(path) in told and "Errno" not in told
        assert not target.exists()


def test_a_backup_that_nobody_reads_ends_as_any_such_output(daemon: Daemon) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    try:
        command = [sys.executable, "-m", "memoryd.cli", "--socket", str(daemon.socket), "backup", "-"]
        done = subprocess.run(command, stdout=writing, stderr=subprocess.PIPE, text=True, timeout=60)
    finally:
        os.close(writing)
    assert (done.returncode, done.stderr) == (141, "")


def test_what_is_restored_is_the_groups_to_edit(daemon: Daemon, daemon_folder: Path, ctl: Ctl) -> None:
    fill(daemon)
    one, target = daemon_folder / "one.tar.zst", daemon_folder / "target"
    ctl("backup", one)
    ctl("restore-backup", one, "--data", target)
    for name in (".", "memory", "knowledge-graph", "memory/knowledge.md", "knowledge-graph/facts.jsonl"):
        assert oct((target / name).stat().st_mode) == oct((daemon.data / name).stat().st_mode)


def test_a_served_directory_is_busy(daemon: Daemon, daemon_folder: Path, ctl: Ctl) -> None:
    one = daemon_folder / "one.tar.zst"
    ctl("backup", one)
    assert "stop it first" in ctl("restore-backup", one, "--data", daemon.data, code=Exit.LOCKED).stderr
    done = run(sys.executable, "-m", "memoryd", "--downgrade", "--data", daemon.data)
    assert (done.returncode, "serves" in done.stderr) == (Exit.LOCKED, True)


def test_descriptors_are_passed_on_request(daemon: Daemon, daemon_folder: Path) -> None:
    with daemon.connect() as wire, pytest.raises(RpcError, match=r"`progress` token, .* send one byte"):
        wire.call("system.backup")
    path = daemon_folder / "b.tar.zst"
    for passed, refused in ((2, "2 file descriptors were passed, and 1 are needed"), (1, "")):
        path.unlink(missing_ok=True)
        with daemon.connect() as wire, path.open("w+b") as file:
            wire.send("system.backup", {"progress": "t"})
            assert wire.receive() == [
                2,
                "rpc.progress",
                [{"token": "t", "stage": "descriptors", "done": 0, "total": 1}],
            ]
            socket.send_fds(wire.socket, [b"\0"], [file.fileno()] * passed)
            if refused:
                with pytest.raises(RpcError, match=refused):
                    wire.answer()
            else:
                assert wire.answer()["verified"]
            # The connection goes on.
            assert wire.call("rpc.ping") == {"pong": True}


@pytest.mark.long
def test_a_directory_goes_back_to_its_format_of_before_an_upgrade(daemon: Daemon, ctl: Ctl) -> None:
    fill(daemon)
    assert daemon.stop() == 0
    version = daemon.data / ".memoryd/version"
    version.write_text("1\n")
    before = contents(daemon.data)
    daemon.start()
    with daemon.connect() as wire:
        wire.call("facts.add", {"subject": "quay", "predicate": "has", "object": "a new lamp"})
    assert "serves" in ctl("downgrade", "--data", daemon.data, code=75).stderr
    assert daemon.stop() == 0
    assert version.read_text() == f"{VERSION}\n"

    told = ctl("downgrade", "--data", daemon.data).stdout
    assert version.read_text() == "1\n"
    (aside,) = daemon.data.glob(f".format-{VERSION}-*")
    assert str(aside) in told
    assert b"a new lamp" in (aside / "knowledge-graph/facts.jsonl").read_bytes()
    assert {name: data for name, data in contents(daemon.data).items() if not name.startswith(".format-")} == before
    assert not (aside / INDEX_PATH).exists()  # a purge does not reach what is packed in it
    daemon.start()
    with daemon.connect() as wire:  # what is kept beside is of the directory, too
        wire.call("facts.purge", {"query": "lamp"})
        assert places(daemon.data, "lamp") == []
    assert daemon.stop() == 0
    (daemon.data / "none").mkdir()
    assert "nothing to go back to" in ctl("downgrade", "--data", daemon.data / "none", code=66).stderr
    assert "no directory" in ctl("downgrade", "--data", "/nonexistent", code=66).stderr

    version.write_text("99\n")
    process = daemon.spawn()
    assert process.wait(60) == Exit.DATA
    assert "memoryctl downgrade" in daemon.tail()


def test_a_restore_waits_for_no_import_that_only_a_daemon_needs() -> None:
    asked = "import sys, memoryd.restoring; print('memoryd.composition' in sys.modules)"
    assert run(sys.executable, "-c", asked).stdout == "False\n"


def drill(archive: Path, scratch: Path) -> subprocess.Popen[bytes]:
    env = {**os.environ, "TMPDIR": str(scratch)}
    return subprocess.Popen(
        [sys.executable, "-m", "memoryd", "--drill", str(archive)], env=env, stdout=subprocess.DEVNULL
    )


@pytest.mark.parametrize(
    ("counts", "code"),
    [
        ({"facts": 1}, 0),  # one more came while it was made
        ({"facts": 0, "archived_facts": 2}, 0),
        ({"facts": 1, "archived_facts": 2}, 65),
        ({"facts": 3}, 65),
    ],
)
def test_a_drill_finds_what_there_was_when_the_backup_was_begun(
    daemon: Daemon, daemon_folder: Path, counts: dict[str, int], code: int
) -> None:
    fill(daemon)
    archive, scratch = daemon_folder / "one.tar.zst", daemon_folder / "scratch"
    scratch.mkdir()
    about = {"id": "1", "at": "2026-05-15T00:00:00+00:00", "format": VERSION, "counts": counts}
    backup({"root": str(daemon.data), "path": str(archive), "gid": None, "about": about}, lambda *_: None)
    assert drill(archive, scratch).wait(60) == code


def test_a_drill_takes_away_what_a_killed_one_left(daemon: Daemon, daemon_folder: Path, ctl: Ctl) -> None:
    fill(daemon)
    archive, scratch, outside = (daemon_folder / name for name in ("one.tar.zst", "scratch", "outside"))
    ctl("backup", archive)
    left, young, link = (scratch / f"memoryd-drill-{name}" for name in ("left", "young", "link"))
    for folder in (left / "data", young / "data", outside):
        folder.mkdir(parents=True)
        (folder / "MEMORY.md").write_text("# Mine\n")
    link.symlink_to(outside)
    os.utime(left, (1_700_000_000, 1_700_000_000))
    assert drill(archive, scratch).wait(60) == 0
    assert sorted(scratch.iterdir()) == [link, young]
    assert (outside / "MEMORY.md").exists()


def test_a_drill_that_is_ended_leaves_no_copy(daemon: Daemon, daemon_folder: Path, ctl: Ctl) -> None:
    fill(daemon)
    archive, scratch = daemon_folder / "one.tar.zst", daemon_folder / "scratch"
    ctl("backup", archive)
    scratch.mkdir()
    running = drill(archive, scratch)
    until(lambda: list(scratch.iterdir()) or running.poll() is not None)
    running.terminate()
    assert running.wait(60) in (0, 128 + signal.SIGTERM)
    assert list(scratch.iterdir()) == []


def test_two_backups_into_one_directory_come_one_after_the_other(daemon: Daemon, daemon_folder: Path, ctl: Ctl) -> None:
    fill(daemon)
    folder = daemon_folder / "series"
    folder.mkdir()
    half, other = folder / "memory-20260102T030405Z.tar.zst.partial", folder / "video.mp4.partial"
    half.write_text("half")
    other.write_text("of another program")
    held = os.open(folder, os.O_RDONLY)
    fcntl.flock(held, fcntl.LOCK_EX)
    assert "under way" in ctl("backup", "--into", folder, code=Exit.USAGE).stderr
    assert set(folder.iterdir()) == {half, other}
    os.close(held)
    ctl("backup", "--into", folder)
    assert sorted(path.suffix for path in folder.iterdir()) == [".partial", ".zst"]
    assert other.exists()


def test_a_purge_whose_receipt_cannot_be_written_does_not_begin(daemon: Daemon, daemon_folder: Path, ctl: Ctl) -> None:
    fill(daemon)
    receipt = daemon_folder / "nowhere" / "receipt.json"
    words = ("purge", "--subject", "Ophelia", "--receipt", receipt)
    assert "cannot be written" in ctl(*words, code=Exit.USAGE).stderr
    with daemon.connect() as wire:
        assert len(wire.call("facts.find", {"subject": "Ophelia"})["facts"]) == 1
    receipt.parent.mkdir()
    ctl("purge", "--subject", "Nobody", "--receipt", receipt, code=66)
    assert not receipt.exists()
    ctl(*words)
    assert receipt.stat().st_mode & 0o777 == 0o600
    assert json.loads(receipt.read_text())["tombstones"]["facts"]
    assert "exists" in ctl(*words, code=Exit.USAGE).stderr
    assert json.loads(receipt.read_text())["status"] == "purged"
