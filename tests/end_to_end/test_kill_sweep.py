"""kill -9 under clients that change memories of every kind: each acknowledged key shows its own text."""

from __future__ import annotations

import functools
import os
import random
import shutil
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.support.daemon import Daemon
from tests.support.kill_sweep import CONFIG, Sweep

ROUNDS = 3
LONG_ROUNDS = 1000
A_DIRECTORY = 50
"""Kills on one data directory, before the next begins empty."""


def test_a_kill_loses_nothing_of_any_kind_and_mixes_up_no_keys(daemon_folder: Path) -> None:
    daemon = Daemon(daemon_folder, CONFIG).start()
    try:
        sweep = Sweep(daemon, 1)
        for _ in range(ROUNDS):
            sweep.kill()
        assert sweep.acknowledged > 0
    finally:
        daemon.kill()


@pytest.mark.long
def test_a_thousand_kills(daemon_folder: Path, long_seconds: float) -> None:
    """On directories of their own side by side, one for each processor."""
    end, first = time.monotonic() + long_seconds, random.randrange(1 << 30)
    done = Done()

    def sweep(number: int) -> None:
        if not done.is_enough and time.monotonic() < end:
            kill_on_one(daemon_folder / str(number), first + number, done, end)

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        found = list(pool.map(functools.partial(caught, sweep), range(2 * LONG_ROUNDS // A_DIRECTORY)))
    failed = [error for error in found if error]
    assert not failed, "\n".join(failed)
    assert done.acknowledged > 0


@dataclass
class Done:
    """Of all directories together; the threads of the test add to it."""

    kills: int = 0
    acknowledged: int = 0

    @property
    def is_enough(self) -> bool:
        return self.kills >= LONG_ROUNDS


def kill_on_one(folder: Path, seed: int, done: Done, end: float) -> None:
    """Kill one daemon again and again; what it holds is checked as a whole at the end."""
    daemon = Daemon(folder, CONFIG).start()
    try:
        sweep = Sweep(daemon, seed)
        while sweep.kills < A_DIRECTORY and not done.is_enough and time.monotonic() < end:
            sweep.kill()
            done.kills += 1
        sweep.check(1_000_000)
        done.acknowledged += sweep.acknowledged
    finally:
        daemon.kill()
        print(f"{done.kills} kills, {done.acknowledged} acknowledged changes; seed {seed}", flush=True)
    shutil.rmtree(folder)


def caught(sweep: Callable[[int], None], number: int) -> str:
    """The error, if there is one, with the directory number."""
    try:
        sweep(number)
    except Exception as error:
        return f"{number}: {error!r}"[:2000]
    return ""
