"""What somebody changed in the audit, or took away from it, is found and told."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.audit import add, changes, lines, verdict
from tests.support.daemon import Daemon
from tests.support.rest import part
from tests.support.wire import Wire


def _tamper_change(rows: list[str], at: int) -> None:
    rows[at] = rows[at].replace('"at":"20', '"at":"19', 1)


def _tamper_remove(rows: list[str], at: int) -> None:
    del rows[at]


def _tamper_swap(rows: list[str], at: int) -> None:
    other = at - 1 if at else 1
    rows[at], rows[other] = rows[other], rows[at]


def _tamper_repeat(rows: list[str], at: int) -> None:
    rows.insert(at, rows[at])


def _tamper_garbage(rows: list[str], at: int) -> None:
    rows.insert(at, '{"seq":1}')


def _tamper_rechain(rows: list[str], at: int) -> None:
    """As whoever knows the format: one line is changed, and all behind it are hashed anew."""
    import hashlib

    hashed = "0" * 64 if at == 0 else json.loads(rows[at - 1])["hash"]
    for place in range(at, len(rows)):
        body = rows[place].replace('"at":"20', '"at":"19', 1) if place == at else rows[place]
        body = body[: body.rindex(',"hash"')] + "}"
        hashed = hashlib.sha256(hashed.encode() + body.encode()).hexdigest()
        rows[place] = f'{body[:-1]},"hash":"{hashed}"}}'


TAMPERINGS = [_tamper_change, _tamper_remove, _tamper_rechain, _tamper_swap, _tamper_repeat, _tamper_garbage]


@pytest.mark.parametrize("tamper", part(3, TAMPERINGS), ids=lambda tamper: tamper.__name__)
def test_tampering_is_found_at_every_line(daemon: Daemon, tamper: Callable[[list[str], int], None]) -> None:
    file = daemon.data / "audit.jsonl"
    with daemon.connect() as wire:
        for what in ("tea", "cocoa", "milk", "water"):
            add(wire, what)
        assert verdict(wire)["status"] == "ok"
        whole = file.read_text()
        rows = whole.splitlines()
        assert len(rows) >= 5
        for at in range(len(rows)):
            tampered = list(rows)
            tamper(tampered, at)
            _overwrite(file, "".join(f"{row}\n" for row in tampered))
            found = verdict(wire)
            assert found["status"] == "problems", (at, found)
            assert found["problems"][0]["what"]
            _overwrite(file, whole)
        assert wire.call("system.verify", {})["checked"]["audit_faults"] == 0
        assert verdict(wire)["status"] == "ok"


def _overwrite(file: Path, text: str) -> None:
    with file.open("r+") as opened:
        opened.truncate(0)
        opened.write(text)


@pytest.mark.parametrize("lost", part(1, [3, 1, None]))
def test_lines_taken_from_the_end_while_the_daemon_is_down_are_missed(daemon: Daemon, lost: int | None) -> None:
    with daemon.connect() as wire:
        for what in ("tea", "cocoa", "milk", "water"):
            add(wire, what)
    assert daemon.stop() == 0
    file = daemon.data / "audit.jsonl"
    rows = file.read_text().splitlines(keepends=True)
    if lost is None:
        file.unlink()
    else:
        file.write_text("".join(rows[:-lost]))
    daemon.start()
    with daemon.connect() as wire:
        problems = wire.call("system.health", {})["problems"]
        assert any(one["path"] == "audit.jsonl" and "missing" in one["what"] for one in problems)
        found = verdict(wire)
        assert found["status"] == "problems"
        assert any("missing" in one["what"] for one in found["problems"])
        new = add(wire, "wine")  # it goes on
        assert [change for change, _, _ in changes(wire, key=new)] == ["added"]
    assert any(one["change"] == "resumed" for one in lines(daemon))


def test_a_text_of_the_history_that_was_changed_is_found(daemon: Daemon) -> None:
    with daemon.connect() as wire:
        key = wire.call("notes.write", {"layer": "knowledge", "text": "Standup at nine"})["key"]
        wire.call("notes.edit", {"key": key, "text": "Standup at ten"})
        assert verdict(wire)["texts"] == 1
        (kept,) = [path for path in (daemon.data / "history").rglob("*") if path.is_file()]
        kept.write_text(kept.read_text().replace("nine", "noon"))
        (problem,) = verdict(wire)["problems"]
    assert problem["path"] == str(kept.relative_to(daemon.data))


def test_the_audit_goes_on_when_its_file_is_removed_under_it(daemon: Daemon) -> None:
    with daemon.connect() as wire:
        add(wire, "tea")
        assert verdict(wire)["status"] == "ok"
        (daemon.data / "audit.jsonl").unlink()
        key = add(wire, "cocoa")
        assert [change for change, _, _ in changes(wire, key=key)] == ["added"]
        assert verdict(wire)["status"] == "problems"
        problems = wire.call("system.health", {})["problems"]
    assert any(one["path"] == "audit.jsonl" for one in problems)


@pytest.mark.parametrize("spoilt", part(1, ["tail", "text", "hole"]))
def test_a_keyring_that_is_none_is_set_aside_and_the_chain_goes_on(daemon: Daemon, spoilt: str) -> None:
    with daemon.connect() as wire:
        old = add(wire, "tea")
    assert daemon.stop() == 0
    before = lines(daemon)
    keys = daemon.data / ".memoryd" / "audit-keys"
    if spoilt == "text":
        keys.write_text("what another program wrote, longer than a record of the keyring\n")
    with keys.open("r+b") as file:
        if spoilt != "text":
            file.truncate(0 if spoilt == "hole" else None)
            file.truncate(file.seek(0, os.SEEK_END) + (4 << 30))
    daemon.start()
    with daemon.connect() as wire:
        (problem,) = [one for one in wire.call("system.health", {})["problems"] if one["path"].endswith(keys.name)]
        assert "set aside as audit-keys.broken" in problem["what"]
        assert "backup" in problem["action"]
        new = add(wire, "cocoa")
        assert [change for change, _, _ in changes(wire, key=new)] == ["added"]
        assert [change for change, _, _ in changes(wire, key=old)] == ["added"]
        assert verdict(wire)["status"] == "ok"
    assert daemon.stop() == 0
    assert lines(daemon)[: len(before)] == before
    assert keys.stat().st_size < 10_000
    assert (keys.parent / "audit-keys.broken").exists()


@pytest.mark.parametrize("how", ["gone", "part of it"])
def test_texts_whose_keys_are_gone_are_told_as_that_and_not_as_changed(daemon: Daemon, how: str) -> None:
    with daemon.connect() as wire:
        early, late = (
            wire.call("notes.write", {"layer": "knowledge", "text": f"{what} at nine"})["key"]
            for what in ("Standup", "Lunch")
        )
        for key, what in ((early, "Standup"), (late, "Lunch")):
            wire.call("notes.edit", {"key": key, "text": f"{what} at ten"})
        assert verdict(wire)["texts"] == 2
    assert daemon.stop() == 0
    keys = daemon.data / ".memoryd" / "audit-keys"
    if how == "gone":
        keys.unlink()
    else:
        keys.write_bytes(bytes(48))
    daemon.start()
    with daemon.connect() as wire:
        wire.call("notes.edit", {"key": early, "text": "Standup at eleven"})
        wire.call("notes.edit", {"key": early, "text": "Standup at noon"})
        found = verdict(wire)
        assert found["faults"] == 1
        (problem,) = found["problems"]
        assert problem["path"] == ".memoryd/audit-keys"
        assert "the keys of 2 earlier texts that were replaced are gone," in problem["what"]
        assert "backup" in problem["action"]
        assert found["texts"] >= 1
    (kept,) = [one for one in (daemon.data / "history").rglob("*") if one.is_file() and b"eleven" in one.read_bytes()]
    kept.write_bytes(kept.read_bytes().replace(b"eleven", b"twelve"))
    with daemon.connect() as wire:
        found = verdict(wire)
        assert found["faults"] == 2


# --- what is taken away -----------------------------------------------------------------------------------------------


def faults_in_health(wire: Wire, path: str) -> list[str]:
    problems = wire.call("system.health", {})["problems"]
    return [one["what"] for one in problems if one["path"] == path and one.get("severity") == "critical"]


@pytest.mark.parametrize(
    ("taken", "path"),
    [
        (("history",), "history"),
        (("audit.jsonl", ".memoryd/audit-keys", "history"), "audit.jsonl"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else None,
)
def test_what_is_taken_away_is_told_at_every_start_until_it_is_back(
    daemon: Daemon, tmp_path: Path, taken: tuple[str, ...], path: str
) -> None:
    with daemon.connect() as wire:
        key = wire.call("notes.write", {"layer": "knowledge", "text": "Standup at nine"})["key"]
        wire.call("notes.edit", {"key": key, "text": "Standup at ten"})
        assert verdict(wire)["texts"] == 1
    assert daemon.stop() == 0
    shutil.copytree(daemon.data, tmp_path / "data")
    for name in taken:
        where = daemon.data / name
        shutil.rmtree(where) if where.is_dir() else where.unlink()
    for _ in range(2):
        daemon.start()
        with daemon.connect() as wire:
            assert faults_in_health(wire, path)
        assert daemon.stop() == 0
    daemon.start()
    with daemon.connect() as wire:
        assert verdict(wire)["status"] == "problems"
    assert daemon.stop() == 0
    shutil.rmtree(daemon.data)
    shutil.copytree(tmp_path / "data", daemon.data)
    daemon.start()
    with daemon.connect() as wire:
        assert verdict(wire)["status"] == "ok"
        assert not faults_in_health(wire, path)


def test_a_line_that_a_power_loss_tore_is_told_and_the_chain_goes_on(daemon: Daemon) -> None:
    with daemon.connect() as wire:
        for what in ("tea", "cocoa"):
            add(wire, what)
        assert verdict(wire)["status"] == "ok"
    daemon.kill()
    file = daemon.data / "audit.jsonl"
    os.truncate(file, file.stat().st_size - 40)
    daemon.start()
    with daemon.connect() as wire:
        problems = [one for one in wire.call("system.health", {})["problems"] if one["path"].endswith("audit.jsonl")]
        assert ["cut off by a crash" in one["what"] for one in problems] == [True]
        new = add(wire, "milk")
        assert [change for change, _, _ in changes(wire, key=new)] == ["added"]
        found = verdict(wire)
        assert (found["status"], found["faults"]) == ("ok", 0)
        assert ["a power loss took a line" in one["what"] for one in found["problems"]] == [True]
    assert daemon.stop() == 0
    assert [one["count"] for one in lines(daemon) if one["change"] == "torn"] == [1]
    daemon.start()
    with daemon.connect() as wire:
        assert not faults_in_health(wire, "audit.jsonl")
        assert verdict(wire)["status"] == "ok"
    # Who takes away more than a power loss can is not believed.
    daemon.kill()
    rows = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(b"".join(rows[:2]) + rows[2][:-40])
    daemon.start()
    with daemon.connect() as wire:
        assert faults_in_health(wire, "audit.jsonl")
        assert verdict(wire)["status"] == "problems"


@pytest.mark.parametrize("name", part(1, ["audit", "history", ".memoryd/audit-keys"]))
def test_a_link_in_the_place_of_a_part_of_it_is_told(daemon: Daemon, name: str) -> None:
    with daemon.connect() as wire:
        key = wire.call("notes.write", {"layer": "knowledge", "text": "Standup at nine"})["key"]
        wire.call("notes.edit", {"key": key, "text": "Standup at ten"})
        assert verdict(wire)["texts"] == 1
    assert daemon.stop() == 0
    (daemon.data / "audit").mkdir(exist_ok=True)
    os.rename(daemon.data / name, daemon.data.parent / "elsewhere")
    os.symlink(daemon.data.parent / "elsewhere", daemon.data / name)
    daemon.start()
    with daemon.connect() as wire:
        problems = wire.call("system.health", {})["problems"]
        assert any("symbolic link" in one["what"] and one["path"].endswith(name) for one in problems)
        assert verdict(wire)["status"] == "problems"
    assert daemon.stop() == 0


def test_a_line_of_another_program_is_told_at_once(daemon: Daemon) -> None:
    file = daemon.data / "audit.jsonl"
    with daemon.connect() as wire:
        add(wire, "tea")
        verdict(wire)
        with file.open("a") as stream:
            stream.write('{"seq":1}\n')
        add(wire, "cocoa")
        verdict(wire)
        problems = [one["what"] for one in wire.call("system.health", {})["problems"] if one["path"] == "audit.jsonl"]
    assert any("another program changed it while the daemon ran" in what for what in problems), problems
    told = [one for one in lines(daemon) if one.get("change") == "resumed"]
    assert [one["prev"] for one in told] == [lines(daemon)[-4]["hash"]]
