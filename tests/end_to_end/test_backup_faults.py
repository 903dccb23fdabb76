"""A backup that fails, is ended or is killed: nothing of it is taken for a backup, and the next one is made."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support import strace
from tests.support.daemon import Daemon
from tests.support.wait import until

traced = pytest.mark.skipif(bool(strace.missing()), reason=strace.missing() or "-")


@pytest.fixture
def folder(daemon: Daemon, daemon_folder: Path) -> Path:
    with daemon.connect() as wire:
        wire.call("facts.add", {"subject": "quay", "predicate": "has", "object": "a crane"})
    made = daemon_folder / "backups"
    made.mkdir()
    return made


def begin(daemon: Daemon, *words: str | Path, run_by: tuple[str, ...] = ()) -> subprocess.Popen[str]:
    command = [*run_by, sys.executable, "-m", "memoryd.cli", "--socket", str(daemon.socket), "backup", *map(str, words)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def made(daemon: Daemon, *words: str | Path, run_by: tuple[str, ...] = ()) -> tuple[int, str]:
    running = begin(daemon, *words, run_by=run_by)
    told = running.communicate(timeout=60)[1]
    return running.returncode, told


def failing(calls: str, code: int, when: int) -> tuple[str, ...]:
    fault = f"inject={calls}:error={errno.errorcode[code]}:when={when}"
    return ("strace", "-f", "-qq", "-o", os.devnull, "-e", f"trace={calls}", "-e", fault)


def names_in(place: Path) -> list[str]:
    return sorted(path.name for path in place.iterdir())


@traced
@pytest.mark.parametrize("is_series", [False, True])
@pytest.mark.parametrize(
    ("calls", "code", "when"),
    [("fsync", errno.EIO, 1), ("fsync", errno.ENOSPC, 2), ("unlink,unlinkat", errno.EROFS, 1)],
)
def test_one_that_fails_is_gone(
    daemon: Daemon, folder: Path, is_series: bool, calls: str, code: int, when: int
) -> None:
    to = ("--into", folder) if is_series else (folder / "one.tar.zst",)
    returned, told = made(daemon, *to, run_by=failing(calls, code, when))
    assert (returned, names_in(folder)) == (70, [])
    first, hint = told.splitlines()
    assert first.startswith("memoryctl: ") and first.endswith(os.strerror(code))
    assert hint.startswith(f"  → it was written to {folder}/") and hint.endswith(".tar.zst, which is gone again")
    assert made(daemon, *to) == (0, "")
    assert [name.endswith(".tar.zst") for name in names_in(folder)] == [True]


@traced
def test_where_there_are_no_links_it_gets_its_name_all_the_same(daemon: Daemon, folder: Path) -> None:
    to = folder / "one.tar.zst"
    assert made(daemon, to, run_by=failing("?link,linkat", errno.EPERM, 1)) == (0, "")
    assert names_in(folder) == ["one.tar.zst"]


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGKILL])
def test_one_that_is_ended_has_no_name(daemon: Daemon, folder: Path, number: signal.Signals) -> None:
    to, partial = folder / "one.tar.zst", folder / "one.tar.zst.partial"
    with daemon.paused():
        running = begin(daemon, to)
        until(lambda: partial.exists() or running.poll() is not None)
        running.send_signal(number)
        running.communicate(timeout=60)
    if number == signal.SIGKILL:
        assert (running.returncode, names_in(folder)) == (-number, [partial.name])
        returned, told = made(daemon, to)
        assert (returned, told.splitlines()[0]) == (
            64,
            f"memoryctl: {partial} exists: another backup to {to} is under way, or what a killed one left; remove that",
        )
        partial.unlink()
    else:
        # Python ends itself by SIGINT, which a shell shows as 130, too, if it was just making a named tuple's methods.
        assert (running.returncode in (130, -signal.SIGINT), names_in(folder)) == (True, [])
    assert made(daemon, to) == (0, "")
    assert names_in(folder) == [to.name]


def test_one_that_another_program_writes_meanwhile_is_not_replaced(daemon: Daemon, folder: Path) -> None:
    to = folder / "one.tar.zst"
    with daemon.paused():
        running = begin(daemon, to)
        until(lambda: names_in(folder) or running.poll() is not None)
        to.write_text("another's")
    told = running.communicate(timeout=60)[1]
    assert (running.returncode, told.splitlines()[0]) == (64, f"memoryctl: {to} exists; name a new file")
    assert (names_in(folder), to.read_text()) == ([to.name], "another's")
