"""Signals that somebody sends to a daemon or to all of its unit."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import psutil
import pytest

from memoryd.process.standby import DATA_ID
from tests.support.daemon import Daemon
from tests.support.wait import until

FACT = {"subject": "quay", "predicate": "has", "object": "a crane"}


@pytest.mark.parametrize("name", ["SIGUSR2", "SIGALRM", "SIGIO", "SIGPWR"])
def test_a_signal_without_a_meaning_is_logged_and_ends_nothing(daemon: Daemon, name: str) -> None:
    os.kill(daemon.pid, signal.Signals[name])
    until(lambda: '"signal_ignored"' in daemon.tail() and f'"{name}"' in daemon.tail())
    with daemon.connect() as wire:
        assert wire.call("facts.add", FACT)["status"] == "added"


def test_sigusr1_writes_the_stacks_of_a_busy_daemon(daemon: Daemon) -> None:
    with daemon.connect() as wire:
        wire.call("facts.add", FACT)
        for number in range(300):
            wire.send("recall.search", {"query": f"quay {number}"})
            os.kill(daemon.pid, signal.SIGUSR1)
            wire.answer()
        until(lambda: "Thread memoryd-writer:" in daemon.log.read_text())
        assert "in _live" in daemon.log.read_text()
        assert wire.call("facts.add", {**FACT, "object": "a lamp"})["status"] == "added"


def test_sigquit_stops_in_order(daemon: Daemon) -> None:
    os.kill(daemon.pid, signal.SIGQUIT)
    assert daemon.process is not None
    assert daemon.process.wait(60) == 0
    assert '"stopped"' in daemon.tail()


def test_what_is_sent_to_all_of_a_unit_ends_no_child(daemon_folder: Path) -> None:
    daemon = Daemon(daemon_folder / "d").start()
    try:
        with daemon.connect() as wire:
            wire.call("facts.add", FACT)

            def children() -> list[psutil.Process]:
                return psutil.Process(daemon.pid).children(recursive=True)

            before = until(children)
            until(lambda: daemon.data.joinpath(".memoryd", "index", "meta.json").read_text().count("segment_id"))
            for number in (signal.SIGHUP, signal.SIGUSR1, signal.SIGUSR2, signal.SIGALRM):
                for process in [psutil.Process(daemon.pid), *before]:
                    process.send_signal(number)
            until(lambda: '"SIGALRM"' in daemon.tail(1000) and '"reloaded"' in daemon.tail(1000))
            assert children() == before
    finally:
        daemon.stop()


@pytest.mark.parametrize("number", [signal.SIGHUP, signal.SIGUSR2])
@pytest.mark.parametrize("is_second_life", [False, True])
def test_a_start_outlives_what_is_sent_to_it(daemon_folder: Path, number: signal.Signals, is_second_life: bool) -> None:
    """Before anything is served, and when it has waited for its volume and begins anew: a reload is done later."""
    daemon = Daemon(daemon_folder / "d", env={"MEMORYD_DAEMON__DATA_ID": "harbour-1"})
    data_id, lock = daemon.data / DATA_ID, daemon.data / ".memoryd" / "lock"
    data_id.parent.mkdir(parents=True)
    if not is_second_life:
        data_id.write_text("harbour-1\n")
    process = daemon.spawn()
    try:
        if is_second_life:
            until(lambda: "not_the_directory" in daemon.tail())
            data_id.write_text("harbour-1\n")
        until(lock.exists)
        os.kill(daemon.pid, number)
        awaited = "reloaded" if number == signal.SIGHUP else "ready"
        until(lambda: f'"event":"{awaited}"' in daemon.log.read_text() or process.poll() is not None)
        assert process.poll() is None
    finally:
        daemon.kill()
