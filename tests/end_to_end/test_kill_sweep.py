"""kill -9 under clients that change memories of every kind: each acknowledged key shows its own text."""

from __future__ import annotations

import random
import shutil
import time
from pathlib import Path

import pytest

from tests.support.daemon import Daemon
from tests.support.kill_sweep import CONFIG, Sweep

ROUNDS = 4
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
    end, first = time.monotonic() + long_seconds, random.randrange(1 << 30)
    kills = acknowledged = 0
    while kills < LONG_ROUNDS and time.monotonic() < end:
        folder = daemon_folder / str(kills)
        daemon = Daemon(folder, CONFIG).start()
        try:
            sweep = Sweep(daemon, first + kills)
            while sweep.kills < A_DIRECTORY and kills < LONG_ROUNDS and time.monotonic() < end:
                sweep.kill()
                kills += 1
            sweep.check(1_000_000)
            acknowledged += sweep.acknowledged
        finally:
            daemon.kill()
            print(f"{kills} kills from seed {first}, {acknowledged} acknowledged changes")
        shutil.rmtree(folder)
    assert acknowledged > 0
