"""The hasher, a process beside the daemon: killed or stopped again and again, no line is missing and none is wrong."""

from __future__ import annotations

import contextlib
import signal
from typing import Any

import psutil
import pytest

from tests.support.daemon import Daemon
from tests.support.rest import part
from tests.support.wait import until
from tests.support.wire import Wire

FACTS = 3000


@pytest.fixture
def daemon_config() -> str:
    return "[memory_oracle]\nmax_facts = 100000\n[daemon]\nworker_stall_seconds = 1.0\n"


def hasher(daemon: Daemon) -> psutil.Process | None:
    for child in psutil.Process(daemon.pid).children():
        with contextlib.suppress(psutil.Error):
            # Before its exec it has the daemon's own command line.
            if "memoryd.audit.hasher" in child.cmdline() and child.status() != psutil.STATUS_ZOMBIE:
                return child
    return None


def a_running_one(daemon: Daemon) -> psutil.Process:
    found: list[psutil.Process] = []
    until(lambda: found.extend([one for one in [hasher(daemon)] if one is not None]) or found)
    return found[0]


def add(wire: Wire, turn: int, count: int = FACTS) -> None:
    facts = [{"subject": f"lamp {turn} {one}", "predicate": "is", "object": "kept"} for one in range(count)]
    wire.call("facts.add_many", {"facts": facts})


def verdict(wire: Wire) -> dict[str, Any]:
    found: dict[str, Any] = wire.call("audit.verify")
    return found


@pytest.mark.parametrize("blow", part(1, [signal.SIGKILL, signal.SIGSTOP]))
def test_a_blow_to_it_costs_no_line(daemon: Daemon, blow: signal.Signals) -> None:
    struck = set()
    with daemon.connect() as wire:
        before = verdict(wire)["lines"]
        for turn in range(4):
            add(wire, turn)
            one = a_running_one(daemon)
            with contextlib.suppress(psutil.NoSuchProcess):
                one.send_signal(blow)
                struck.add(one.pid)
        add(wire, 4)
        found = verdict(wire)
        assert found["problems"] == []
        assert found["lines"] == before + 5 * FACTS
    assert len(struck) > 1
    assert daemon.stop() == 0
    daemon.start()
    with daemon.connect() as wire:
        assert verdict(wire)["problems"] == []


def test_one_that_was_lost_is_no_problem_once_its_work_is_done(daemon: Daemon) -> None:
    with daemon.connect() as wire:
        add(wire, 0, 300)
        one = a_running_one(daemon)
        verdict(wire)
        one.send_signal(signal.SIGSTOP)
        add(wire, 1, 300)
        assert verdict(wire)["problems"] == []
        until(lambda: not one.is_running())
        until(lambda: not wire.call("system.health")["problems"])


def test_few_changes_start_none(daemon: Daemon) -> None:
    with daemon.connect() as wire:
        wire.call("facts.add", {"subject": "lamp", "predicate": "is", "object": "kept"})
        assert verdict(wire)["problems"] == []
        assert hasher(daemon) is None
