"""doctor: what is wrong on this machine, and what to do; units are looked at in the boxes of tests/systemd."""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
import threading
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from memoryd import __version__
from memoryd.cli.caller import Caller
from memoryd.cli.doctor import examine, judged_backups, judged_start
from memoryd.cli.text import text_width
from memoryd.cli.units import units_of
from memoryd.errors import Busy, PermissionDenied
from tests.cli.conftest import Run
from tests.cli.fake_daemon import FakeDaemon
from tests.support.daemon import Daemon
from tests.support.rest import REST, rest

NIGHT = (datetime.now(UTC) - timedelta(hours=9)).isoformat()
OLD = (datetime.now(UTC) - timedelta(days=3)).isoformat()
AHEAD = (datetime.now(UTC) + timedelta(days=3)).isoformat()
MODEL = {"model": "all-MiniLM-L6-v2", "state": "ready", "vectors": 7, "waiting": 0, "failed": 0}
CRITICAL = {"path": "/data", "what": "the disk is full", "action": "make room there", "severity": "critical"}


@pytest.fixture
def well(daemon: FakeDaemon, tmp_path: Path) -> FakeDaemon:
    """A daemon that is well, on a directory that is."""
    data = tmp_path / "data"
    data.mkdir(mode=0o770)
    data.chmod(0o770)
    os.chmod(daemon.path, 0o660)
    info = {"version": __version__, "pid": 7, "uid": os.geteuid(), "data": str(data), "embeddings": MODEL}
    daemon.answers = {
        "system.info": info,
        "system.health": {"status": "healthy", "health": {}, "problems": []},
        "maintenance.status": {
            "actions": {"consolidate": {"last": {"at": NIGHT, "status": "ok"}, "succeeded": NIGHT, "next": None}}
        },
    }
    return daemon


def findings(memoryctl: Run, *words: str, **environ: str) -> tuple[int, dict[str, Any]]:
    done = memoryctl("doctor", "--json", *words, **environ)
    return done.returncode, json.loads(done.stdout)


def of(found: dict[str, Any], check: str) -> list[dict[str, str]]:
    return [one for one in found["checks"] if one["check"] == check]


def test_what_is_well(well: FakeDaemon, memoryctl: Run) -> None:
    code, found = findings(memoryctl)
    # Of this machine itself, which a test cannot mend, anything may be said.
    machine = {"unit", "backup", "disk", "time", "volume"}
    wrong = [one for one in found["checks"] if one["status"] != "ok" and one["check"] not in machine]
    assert wrong == []
    assert code == ["ok", "warn", "fail"].index(found["status"])
    names = list(dict.fromkeys(one["check"] for one in found["checks"]))
    assert names == [
        "unit", "socket", "groups", "version", "configuration", "volume", "disk", "model", "time", "health",
        "maintenance",
    ]  # fmt: skip
    shown = memoryctl("doctor").stdout
    assert max(map(text_width, shown.split("\n"))) <= 80
    assert all(re.search(rf"^(ok  |warn|fail)? *{name} ", shown, re.MULTILINE) for name in names)


@pytest.mark.parametrize(
    ("method", "change", "check", "status", "words"),
    [
        ("system.info", {"version": "0.0.1"}, "version", "warn", ("0.0.1", "restart memoryd")),
        ("system.info", {"uid": 4_000_000}, "volume", "warn", ("runs as 4000000", "chown -R 4000000:")),
        ("system.info", {"data": "/nowhere/data"}, "volume", "fail", ("/nowhere/data", "mount")),
        ("system.info", {"data": "/proc"}, "volume", "warn", ("belongs to root",)) if os.geteuid() else
        ("system.info", {"data": "/dev/shm"}, "volume", "warn", ("tmpfs", "move it to a disk")),
        ("system.info", {"embeddings": {"model": None, "note": "no such"}}, "model", "warn", ("no such", "install")),
        ("system.health", {"problems": [CRITICAL]}, "health", "fail", ("the disk is full", "make room there")),
        ("system.health", {"status": "warning"}, "health", "warn", ("warning", "memoryctl health")),
        ("maintenance.status", {"actions": {"prune": {"last": {"status": "failed"}}}}, "maintenance",
         "fail", ("prune",)),
        ("maintenance.status", {"actions": {"consolidate": {"succeeded": OLD}}}, "maintenance", "warn",
         ("3 days ago",)),
        ("maintenance.status", {"actions": {"consolidate": {"succeeded": AHEAD}}}, "maintenance", "warn",
         ("2 days ahead of now", "timedatectl")),
    ],
)  # fmt: skip
def test_what_is_wrong(
    method: str,
    change: dict[str, Any],
    check: str,
    status: str,
    words: tuple[str, ...],
    well: FakeDaemon,
    memoryctl: Run,
) -> None:
    well.answers[method] = {**well.answers[method], **change}
    with Caller(str(well.path), None) as call:
        judged = [one for one in examine(call, None) if (one.check, one.status) == (check, status)]
    assert judged != []
    assert all(any(word in one.what + one.action for one in judged) for word in words)


def test_what_everybody_may_do(well: FakeDaemon, tmp_path: Path) -> None:
    (tmp_path / "data").chmod(0o777)
    well.path.chmod(0o666)
    with Caller(str(well.path), None) as call:
        wrong = {one.check: one.action for one in examine(call, None) if one.status == "fail"}
    assert ("chmod o= " in wrong["volume"], "chmod 0660 " in wrong["groups"]) == (True, True)


def test_a_faulty_configuration(well: FakeDaemon, memoryctl: Run, tmp_path: Path) -> None:
    if not Path(sys.executable).with_name("memoryd").exists() and shutil.which("memoryd") is None:
        pytest.skip("there is no program memoryd here")
    bad = tmp_path / "bad.toml"
    bad.write_text("[memory_oracle]\nhalf_life_dais = 3\n")
    done = memoryctl("doctor", "--json", MEMORYD_CONFIG=str(bad))
    [found] = of(json.loads(done.stdout), "configuration")
    assert (found["status"], "half_life_dais" in found["what"], done.returncode) == ("fail", True, 2)


def test_the_configuration_that_is_named(well: FakeDaemon, memoryctl: Run, tmp_path: Path) -> None:
    bad = tmp_path / "other.toml"
    bad.write_text("[memory_oracle]\nhalf_life_dais = 3\n")
    code, found = findings(memoryctl, "--config", str(bad))
    [judged] = of(found, "configuration")
    assert (judged["status"], "half_life_dais" in judged["what"], code) == ("fail", True, 2)
    bad.write_text("[memory_oracle]\nhalf_life_days = 3\n")
    [judged] = of(findings(memoryctl, "--config", str(bad))[1], "configuration")
    assert (judged["status"], str(bad) in judged["what"]) == ("ok", True)


def test_the_configuration_that_the_daemon_tells_of(well: FakeDaemon, memoryctl: Run, tmp_path: Path) -> None:
    told = tmp_path / "own.toml"
    told.write_text("[memory_oracle]\nhalf_life_dais = 3\n")
    well.answers["system.config"] = {"keys": [], "files": [str(told), str(tmp_path / "own.toml.d" / "a.toml")]}
    [judged] = of(findings(memoryctl)[1], "configuration")
    assert (judged["status"], "half_life_dais" in judged["what"]) == ("fail", True)
    told.write_text("[memory_oracle]\nhalf_life_days = 3\n")
    [judged] = of(findings(memoryctl)[1], "configuration")
    assert (judged["status"], str(told) in judged["what"]) == ("ok", True)
    named = tmp_path / "named.toml"
    named.write_text("")
    [judged] = of(findings(memoryctl, "--config", str(named))[1], "configuration")
    assert (judged["status"], str(named) in judged["what"]) == ("ok", True)


def test_what_the_caller_names_counts_more_and_what_a_stranger_tells_not_at_all(
    well: FakeDaemon, memoryctl: Run, tmp_path: Path
) -> None:
    faulty, good = tmp_path / "faulty.toml", tmp_path / "good.toml"
    faulty.write_text("[memory_oracle]\nhalf_life_dais = 3\n")
    good.write_text("")
    well.answers["system.config"] = {"keys": [], "files": [str(faulty)]}
    done = memoryctl("doctor", "--json", MEMORYD_CONFIG=str(good))
    [judged] = of(json.loads(done.stdout), "configuration")
    assert (judged["status"], str(good) in judged["what"]) == ("ok", True)
    if os.geteuid() != 0:
        pytest.skip("only root can give a socket away")
    os.chown(well.path, 4_000_000, -1)
    [judged] = of(findings(memoryctl)[1], "configuration")
    assert (judged["status"], str(faulty) in judged["what"]) == ("ok", False)


@pytest.mark.parametrize("files", [[], ["/etc/memoryd/memoryd.toml.d/a.toml"], PermissionDenied("not you")])
def test_a_daemon_that_tells_of_no_file_of_its_own(files: Any, well: FakeDaemon, memoryctl: Run) -> None:
    well.answers["system.config"] = {"keys": [], "files": files} if isinstance(files, list) else files
    [judged] = of(findings(memoryctl)[1], "configuration")
    assert (judged["status"], "no fault" in judged["what"]) == ("ok", True)


def test_a_real_daemon_with_a_file_of_its_own(tmp_path: Path, memoryctl: Run) -> None:
    config = "[memory_oracle]\nhalf_life_days = 3\n"
    daemon = Daemon(tmp_path / "own", config=config).start()
    try:
        [judged] = of(findings(memoryctl, "--socket", str(daemon.socket))[1], "configuration")
    finally:
        daemon.kill()
    assert (judged["status"], str(daemon.config) in judged["what"]) == ("ok", True)


def test_no_model_on_purpose_is_well(well: FakeDaemon, memoryctl: Run) -> None:
    well.answers["system.info"]["embeddings"] = {"state": "off", "model": None, "vectors": 0}
    [judged] = of(findings(memoryctl)[1], "model")
    assert (judged["status"], "words alone" in judged["what"]) == ("ok", True)


def test_no_daemon_and_one_that_refuses(daemon: FakeDaemon, memoryctl: Run) -> None:
    code, found = findings(memoryctl, "--socket", "/nowhere/s")
    assert (code, of(found, "socket")[0]["status"]) == (2, "fail")
    daemon.answers["system.info"] = PermissionDenied("not you")
    code, found = findings(memoryctl)
    assert (code, "not you" in of(found, "socket")[0]["what"]) == (2, True)
    waited = threading.Event()
    daemon.answers["system.info"] = lambda params, notify: waited.wait()
    code, found = findings(memoryctl, "--timeout", "0.3")
    waited.set()
    assert (code, "does not answer" in of(found, "socket")[0]["what"]) == (2, True)


def systemctl(folder: Path, unit: str, says: str) -> str:
    """The PATH on which it says that of one unit, and nothing of others."""
    (folder / "systemctl").write_text(f"#!/bin/sh\ncase \"$*\" in *'show {unit} '*) printf '{says}';; esac\n")
    (folder / "systemctl").chmod(0o755)
    return f"{folder}:{os.environ['PATH']}"


@rest
def test_a_daemon_without_a_memory_and_one_that_is_not_up_say_why(
    daemon: FakeDaemon, memoryctl: Run, tmp_path: Path
) -> None:
    daemon.answers["system.info"] = Busy("its volume is not mounted")
    (found,) = of(findings(memoryctl)[1], "socket")
    assert found["what"] == f"{daemon.path} answers that nothing is served: its volume is not mounted"
    assert found["action"] == "journalctl -u memoryd -n 30"
    waited = threading.Event()
    daemon.answers["system.info"] = lambda params, notify: waited.wait()
    path = systemctl(tmp_path, "memoryd.service", "LoadState=loaded\\nActiveState=activating\\n")
    runtime = str(daemon.path.parent)
    (found,) = of(findings(memoryctl, "--timeout", "0.3", PATH=path, XDG_RUNTIME_DIR=runtime)[1], "socket")
    waited.set()
    assert found["what"].endswith(" does not answer within 0 s: memoryd.service is activating")
    assert found["action"] == "see what it does: journalctl --user -u memoryd -n 30"


@pytest.mark.parametrize(
    ("socket", "load", "told"),
    [
        ("/run/memoryd/lab.sock", "loaded", ["the last run of memoryd-backup@lab failed: exit-code, exit code 70"]),
        pytest.param("/run/memoryd/lab.sock", "not-found", [], marks=REST),
        pytest.param("/run/user/7/memoryd/memoryd.sock", "loaded", [], marks=REST),
    ],
)
def test_the_backups_of_a_unit(socket: str, load: str, told: list[str], memoryctl: Run, tmp_path: Path) -> None:
    """Those of the system: a user's memory has no unit for them."""
    unit = "memoryd-backup@lab.service" if "lab" in socket else "memoryd-backup.service"
    says = f"LoadState={load}\\nActiveState=failed\\nResult=exit-code\\nExecMainStatus=70\\n"
    path = systemctl(tmp_path, unit, says)
    _, found = findings(memoryctl, "--socket", socket, PATH=path, XDG_RUNTIME_DIR="/run/user/7")
    assert [one["what"] for one in of(found, "backup")] == told


def test_an_instance_whose_group_is_missing(memoryctl: Run) -> None:
    code, found = findings(memoryctl, "--socket", "/run/memoryd/no-such-group.sock")
    (groups,) = of(found, "groups")
    assert (code, groups["status"], groups["action"]) == (2, "fail", "sudo groupadd no-such-group")
    assert of(found, "volume") == []


@pytest.mark.parametrize(
    ("socket", "unit"),
    [("/run/memoryd/memoryd.sock", "memoryd"), ("/run/memoryd/ops.sock", "memoryd@ops"), ("/tmp/s", "memoryd")],
)
def test_the_unit_behind_a_socket(socket: str, unit: str) -> None:
    assert units_of(socket) == (unit, [])


@pytest.mark.parametrize(
    ("service", "timer", "at_boot", "status", "words"),
    [
        ("failed", "active", "enabled", "fail", "the last run of memoryd-backup@lab failed: exit-code, exit code 70"),
        ("inactive", "active", "enabled", "ok", "memoryd-backup@lab.timer is active"),
        ("inactive", "active", "disabled", "warn", "not at the next boot"),
        ("inactive", "inactive", "disabled", "ok", "none is made by itself"),
    ],
)
def test_whether_backups_are_made(service: str, timer: str, at_boot: str, status: str, words: str) -> None:
    ran = {"ActiveState": service, "Result": "exit-code", "ExecMainStatus": "70"}
    found = judged_backups("memoryd-backup@lab", ran, {"ActiveState": timer, "UnitFileState": at_boot})
    assert (found.status, words in found.what) == (status, True), found
    assert bool(found.action) == (status != "ok")


@pytest.mark.parametrize(
    ("code", "told", "unit", "status", "words"),
    [
        (0, "files:  a.toml\nmemoryd would start.", "memoryd", "ok", "memoryd can start, by its user"),
        (0, "files:  a.toml\nmemoryd would start.", None, "ok", "files: a.toml"),
        (75, "note: it would not start now: process 7 serves /d", "memoryd", "ok", "can start"),
        (73, "error: /d: data_path cannot be written by user memoryd; chown", "memoryd", "fail", "by user memoryd; ch"),
        (73, "error: /d: data_path cannot be written by user alice; chown", None, "ok", "no fault"),
        (78, "a.toml:2: no such key", "memoryd", "fail", "a.toml:2: no such key"),
        (0, "warning: it would wait: /d lacks its id", "memoryd", "warn", "/d lacks its id"),
        (203, "", "memoryd@lab", "fail", "memoryd@lab could not start, exit code 203"),
    ],
)
def test_whether_the_unit_would_start(code: int, told: str, unit: str | None, status: str, words: str) -> None:
    found = judged_start(code, told, unit)
    assert (found.status, words in found.what) == (status, True), found
    assert bool(found.action) == (status != "ok")
