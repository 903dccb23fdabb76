"""The indexer, a process beside the daemon: killed, stopped or idle, nothing is lost and nobody waits."""

from __future__ import annotations

import contextlib
import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest

from tests.recall.tiny_model import write_model
from tests.support.daemon import Daemon
from tests.support.rest import part, rest
from tests.support.wait import until
from tests.support.wire import Wire


@pytest.fixture
def daemon(daemon_folder: Path) -> Iterator[Daemon]:
    made = Daemon(daemon_folder, "[daemon]\nworker_stall_seconds = 1.0\n", fresh_children=True)
    yield made
    made.kill()


def indexer(daemon: Daemon) -> psutil.Process | None:
    for child in psutil.Process(daemon.pid).children():
        with contextlib.suppress(psutil.Error):
            # Before its exec it has the daemon's own command line.
            if "memoryd.recall.indexer" in child.cmdline() and child.status() != psutil.STATUS_ZOMBIE:
                return child
    return None


def a_running_one(daemon: Daemon) -> psutil.Process:
    found: list[psutil.Process] = []
    until(lambda: found.extend([one for one in [indexer(daemon)] if one is not None]) or found)
    return found[0]


def add(wire: Wire, *names: str) -> None:
    wire.call("facts.add_many", {"facts": [{"subject": name, "predicate": "is", "object": "kept"} for name in names]})


def finds(wire: Wire, name: str) -> bool:
    results = wire.call("recall.query", {"query": f"{name} kept", "k": 5, "boost": False})["results"]
    return name in [each["subject"] for each in results]


def problems(wire: Wire) -> list[dict[str, Any]]:
    return [each for each in wire.call("system.health")["problems"] if each["path"] == "worker indexer"]


@pytest.mark.parametrize("rounds", part(1, [14, 30]))
def test_one_that_is_killed_again_and_again_loses_nothing(daemon: Daemon, rounds: int) -> None:
    daemon.start()
    killed: set[int] = set()
    with daemon.connect() as wire:
        for number in range(rounds):
            add(wire, *(f"lamp{number}x{one}" for one in range(40)))
            if number % 4 == 1:
                process = a_running_one(daemon)
                process.send_signal(signal.SIGKILL)
                killed.add(process.pid)
            assert finds(wire, f"lamp{number}x7")
        assert len(killed) > rounds // 8
        add(wire, "last")
        assert wire.call("system.verify", {"repair": False})["problems"] == []
        assert all(finds(wire, f"lamp{number}x39") for number in range(rounds))
        until(lambda: not problems(wire))
    assert daemon.stop() == 0
    daemon.start()
    with daemon.connect() as wire:
        assert all(finds(wire, f"lamp{number}x39") for number in range(rounds))


def test_none_is_started_where_nothing_changes(daemon: Daemon) -> None:
    for known in ("nothing", "a fact"):
        daemon.start()
        with daemon.connect() as wire:
            assert wire.call("system.verify", {"repair": False})["problems"] == []  # which waits for the index
            assert indexer(daemon) is None, known
            add(wire, "lamp")
        assert daemon.stop() == 0


def test_one_that_is_stopped_is_named_and_replaced_and_nobody_waits(daemon: Daemon) -> None:
    daemon.start()
    with daemon.connect() as wire:
        add(wire, "before")
        stopped = a_running_one(daemon)
        stopped.send_signal(signal.SIGSTOP)
        add(wire, "meanwhile")
        assert finds(wire, "before") and finds(wire, "meanwhile")
        told: list[dict[str, Any]] = []
        until(lambda: told.extend(problems(wire)) or told)
        assert "no progress" in told[0]["what"] or "was killed" in told[0]["what"]
        until(lambda: not stopped.is_running() or stopped.status() == psutil.STATUS_ZOMBIE)
        until(lambda: not problems(wire))
        assert a_running_one(daemon).pid != stopped.pid
        assert wire.call("system.verify", {"repair": False})["problems"] == []


@rest
def test_one_that_is_stopped_holds_up_no_end(daemon_folder: Path) -> None:
    """A unit has a minute to end before it is killed."""
    daemon = Daemon(daemon_folder, fresh_children=True).start()
    with daemon.connect() as wire:
        add(wire, "before")
        a_running_one(daemon).send_signal(signal.SIGSTOP)
        add(wire, "meanwhile")
    assert daemon.stop(45) == 0
    daemon.start()
    with daemon.connect() as wire:
        assert finds(wire, "before") and finds(wire, "meanwhile")
    assert daemon.stop() == 0


def test_it_ends_with_the_daemon_also_when_that_is_killed(daemon: Daemon) -> None:
    daemon.start()
    with daemon.connect() as wire:
        add(wire, "tea")
        first = a_running_one(daemon)
    assert daemon.stop() == 0
    assert not first.is_running()
    daemon.start()
    with daemon.connect() as wire:
        add(wire, "milk")
        second = a_running_one(daemon)
    until(lambda: second.num_threads() > 2)  # it has begun to serve
    os.kill(second.pid, signal.SIGSTOP)
    daemon.kill()
    until(lambda: not second.is_running() or second.status() == psutil.STATUS_ZOMBIE)
    daemon.start()
    with daemon.connect() as wire:
        assert finds(wire, "tea") and finds(wire, "milk")


def test_vectors_are_made_though_it_is_killed_meanwhile(daemon_folder: Path) -> None:
    for package in ("onnxruntime", "tokenizers", "onnx"):
        pytest.importorskip(package)
    write_model(daemon_folder / "models" / "tiny")
    config = f'[memory_oracle]\nembedding_model = "tiny"\n[recall]\nmodels_path = "{daemon_folder}/models"\n'
    daemon = Daemon(daemon_folder, config, fresh_children=True)
    daemon.start()
    try:
        with daemon.connect() as wire:
            for number in range(4):
                add(wire, *(f"cat{number}x{one}" for one in range(300)))
                a_running_one(daemon).kill()
            until(lambda: wire.call("system.info")["embeddings"]["vectors"] == 1200)
            assert wire.call("system.info")["embeddings"]["failed"] == 0
            until(lambda: not problems(wire))
    finally:
        daemon.kill()
