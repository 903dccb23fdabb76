"""status, health and maintenance: one screen for a person, on a pipe, too; one line for a monitor."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from memoryd.cli.screens import to_look_at
from memoryd.cli.text import text_width
from memoryd.errors import Busy, Internal
from tests.cli.conftest import Run, RunOnTerminal
from tests.cli.fake_daemon import FakeDaemon

NOW = datetime.now(UTC)
INFO = {
    "version": "1.2.3", "protocol": 1, "pid": 77, "uid": 0, "data": "/var/lib/memoryd", "uptime_seconds": 7500.0,
    "socket": "/run/memoryd/memoryd.sock", "facts": 2000, "archived_facts": 1, "connections": [{}],
    "embeddings": {"model": "all-MiniLM-L6-v2", "state": "ready", "vectors": 2001, "waiting": 0, "failed": 0},
}  # fmt: skip
FIGURES = {
    "timestamp": NOW.isoformat(), "status": "critical", "active_facts": 2000, "archived_facts": 1,
    "avg_activation": 0.25, "disk_usage_percent": 93.5, "data_bytes": 4096, "daily_files_count": 1,
    "session_files_count": 3, "memory_md_lines": 9, "embedding_index_size_bytes": 1024,
    "last_consolidation": (NOW - timedelta(hours=9, minutes=1)).isoformat(), "consolidation_duration_seconds": 12.0,
    "quality_probe": {"at": (NOW - timedelta(days=3, minutes=1)).isoformat(), "passed": 3, "total": 4},
    "pending_jobs": {"leaf": 2, "daily": 1}, "warnings": ["Disk usage high"],
    "embeddings": INFO["embeddings"],
}  # fmt: skip
PROBLEM = {
    "path": "/var/lib/memoryd",
    "what": "the disk that it stands on is 93.5 % full | almost",
    "action": "make room there, or give it a larger disk",
    "severity": "critical",
}
HEALTH = {"status": "critical", "health": FIGURES, "problems": [PROBLEM], "text": "=== Memory Health ==="}
FAILED = {"step": "prune", "status": "failed", "error": "the disk is full", "counts": {}, "seconds": 0.5}
MAINTENANCE: dict[str, Any] = {
    "actions": {
        "consolidate": {
            "last": {
                "at": (NOW - timedelta(hours=9, minutes=1)).isoformat(),
                "seconds": 12.0,
                "status": "failed",
                "steps": [{"step": "decay", "status": "ok", "counts": {"facts": 3}, "seconds": 0.5}, FAILED],
            },
            "next": (NOW + timedelta(hours=15, minutes=1)).isoformat(),
        },
        "prune": {
            "last": {"at": NOW.isoformat(), "seconds": 0.5, "status": "failed", "steps": [FAILED]},
            "next": None,
        },
        "clean": {
            "last": {
                "at": NOW.isoformat(),
                "seconds": 0.5,
                "status": "ok",
                "steps": [{"step": "clean", "status": "ok", "counts": {"dailies": 1, "backups": 1, "facts": 2}}],
            },
            "next": None,
        },
        "summarize": {"last": None, "next": None},
    },
    "running": {"action": "compress", "since": (NOW - timedelta(minutes=3, seconds=1)).isoformat()},
}


def moved(value: Any, by: timedelta) -> Any:
    """The same, with its times moved: these tests may run long after this module was read."""
    if isinstance(value, dict):
        return {key: moved(one, by) for key, one in value.items()}
    if isinstance(value, list):
        return [moved(one, by) for one in value]
    is_time = isinstance(value, str) and value.endswith("+00:00")
    return (datetime.fromisoformat(value) + by).isoformat() if is_time else value


@pytest.fixture
def operated(daemon: FakeDaemon) -> FakeDaemon:
    answers = {"system.info": INFO, "system.health": HEALTH, "maintenance.status": MAINTENANCE}
    daemon.answers = moved(answers, datetime.now(UTC) - NOW)
    return daemon


SCREENS = {
    "status": """● memoryd 1.2.3  critical
  up           2 h 5 min; pid 77, user 0
  data         /var/lib/memoryd; the disk is 93.5 % full; the memory takes 4.0
               KiB
  socket       /run/memoryd/memoryd.sock, 1 connection
  memory       2,000 facts, 1 archived fact
  recall       all-MiniLM-L6-v2, ready, 2,001 vectors
  jobs         3 jobs for an agent's model: 1 daily, 2 leaf
  consolidate  9 hours ago, failed, took 12 s; next in 15 hours
  health       never
  quality      never

! Disk usage high
! /var/lib/memoryd
    the disk that it stands on is 93.5 % full | almost
  → make room there, or give it a larger disk
""",
    "health": """● critical  measured just now
  facts        2,000 active facts, 1 archived; average activation 0.25
  files        3 session files, 1 daily summary; MEMORY.md has 9 lines
  disk         93.5 % full; the memory takes 4.0 KiB, of it vectors 1.0 KiB
  recall       all-MiniLM-L6-v2, ready, 2,001 vectors
  night        consolidated 9 hours ago, took 12 s
  canaries     3 of 4 answered, 3 days ago
  jobs         3 jobs for an agent's model: 1 daily, 2 leaf

! Disk usage high
! /var/lib/memoryd
    the disk that it stands on is 93.5 % full | almost
  → make room there, or give it a larger disk
""",
    "maintenance": """ACTION       LAST           TOOK  NEXT         RESULT
consolidate  9 hours ago    12 s  in 15 hours  failed: prune
clean        just now     500 ms  -            ok, 1 daily, 1 backup, 2 facts
prune        just now     500 ms  -            failed
summarize    never                -            -

compress runs now; it began 3 minutes ago
! prune failed: the disk is full
  → fix that, then: memoryctl maintenance prune; the log: journalctl -u memoryd
""",
}


@pytest.mark.parametrize("command", SCREENS)
def test_one_screen_for_a_person(command: str, operated: FakeDaemon, memoryctl: Run, terminal: RunOnTerminal) -> None:
    piped = memoryctl(command, COLUMNS="")
    assert (piped.stdout, piped.returncode) == (SCREENS[command], 2 if command == "health" else 0)
    coloured = terminal(command)[1]
    assert "\x1b[3" in coloured
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == SCREENS[command]
    assert max(map(text_width, SCREENS[command].split("\n"))) <= 80
    narrow = memoryctl(command, COLUMNS="50").stdout
    assert max(map(text_width, narrow.split("\n"))) <= 50


@pytest.mark.parametrize("command", ["status", "health"])
def test_no_waiting_job_is_not_told_as_none_at_all(command: str, operated: FakeDaemon, memoryctl: Run) -> None:
    operated.answers["system.health"] = {**HEALTH, "health": {**FIGURES, "pending_jobs": {}}}
    assert re.search(r"^ *jobs +none unanswered$", memoryctl(command).stdout, re.MULTILINE)


def test_what_ran_when_the_clock_was_ahead_is_not_told_as_to_come(operated: FakeDaemon, memoryctl: Run) -> None:
    ahead = datetime.now(UTC) - NOW + timedelta(hours=17, minutes=2)
    operated.answers["maintenance.status"] = moved(MAINTENANCE, ahead)
    rows = {line.split()[0]: line for line in memoryctl("maintenance").stdout.split("\n") if line}
    assert "the clock was put back" in rows["what"]
    assert "8 hours ahead of now" in rows["consolidate"]
    assert "in 1 day" in rows["consolidate"]


@pytest.mark.parametrize(
    ("command", "method"),
    [("status", "system.info"), ("health", "system.health"), ("maintenance", "maintenance.status")],
)
def test_json_for_programs(command: str, method: str, operated: FakeDaemon, memoryctl: Run) -> None:
    assert json.loads(memoryctl(command, "--json").stdout) == operated.answers[method]


def test_all_of_health(operated: FakeDaemon, memoryctl: Run) -> None:
    shown = memoryctl("health", "--all").stdout
    assert "\npending_jobs.leaf\t2\n" in shown
    assert shown.endswith("\n=== Memory Health ===\n")


PERFDATA = re.compile(r"'?[^=' |]+'?=-?[\d.]+(s|%|B|)(;[\d.]*){0,4}( |$)")
"""Monitoring Plugins' guidelines: 'label'=value[UOM];[warn];[crit];[min];[max]."""


@pytest.mark.parametrize(
    ("answer", "code", "text"),
    [
        (
            HEALTH,
            2,
            "MEMORYD CRITICAL - critical; /var/lib/memoryd: the disk that it stands on is 93.5 % full / almost; "
            "Disk usage high",
        ),
        (
            {"status": "warning", "problems": [{"path": "a.jsonl", "line": 7, "what": "it is torn. Cut."}]},
            1,
            "MEMORYD WARNING - warning; a.jsonl:7: it is torn. Cut",
        ),
        ({"status": "warning", "health": {"warnings": ["old"]}, "problems": []}, 1, "MEMORYD WARNING - warning; old"),
        ({"status": "healthy", "health": {"warnings": ["a hint"]}, "problems": []}, 0, "MEMORYD OK - healthy"),
        (Internal("it broke"), 3, "MEMORYD UNKNOWN - it broke"),
        (Busy("its volume is not mounted"), 2, "MEMORYD CRITICAL - its volume is not mounted"),
    ],
)
def test_a_line_for_a_monitor(answer: Any, code: int, text: str, daemon: FakeDaemon, memoryctl: Run) -> None:
    daemon.answers["system.health"] = answer
    done = memoryctl("health", "--nagios")
    told, _, perfdata = done.stdout.removesuffix("\n").partition(" | ")
    assert (told, done.returncode, done.stderr) == (text, code, "")
    assert PERFDATA.sub("", perfdata) == ""


def test_no_daemon_is_critical_and_none_to_ask_is_unknown(memoryctl: Run, daemon: FakeDaemon) -> None:
    gone = memoryctl("health", "--nagios", "--socket", "/nowhere/s")
    assert (gone.stdout[:18], gone.returncode, gone.stderr) == ("MEMORYD CRITICAL -", 2, "")
    daemon.answers["system.health"] = lambda params, notify: daemon.left.wait(30)  # until the caller gives up
    late = memoryctl("health", "--nagios", "--timeout", "0.2")
    assert (late.returncode, "no answer in time" in late.stdout) == (2, True)


def test_a_warning_that_its_hint_takes_back_is_not_shown() -> None:
    """A young memory has not decayed yet: that is no news beside what is."""
    young = ["Facts not decaying enough; consider raising half_life", "Hint: on a young memory nothing is wrong"]
    assert to_look_at({"status": "warning", "warnings": ["Disk usage high", *young]}) == ["Disk usage high"]
    assert to_look_at({"status": "warning", "warnings": ["Most facts are decaying", "Hint: a higher one"]}) != []
    assert to_look_at({"status": "healthy", "warnings": young}) == []
