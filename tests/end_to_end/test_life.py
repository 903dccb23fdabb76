"""Random lives of a memory: whatever happened, each memory is what it must be (`tests.support.life`)."""

from __future__ import annotations

import random
import shutil
import time
from pathlib import Path

import pytest

from tests.support.life import Life

STEPS, BETWEEN_CHECKS = 150, 50


@pytest.mark.long
def test_random_lives(daemon_folder: Path, long_seconds: float) -> None:
    end, lives = time.monotonic() + long_seconds, 0
    while not lives or time.monotonic() < end:
        seed, folder = random.randrange(1 << 30), daemon_folder / str(lives)
        print(f"life {seed}", flush=True)
        folder.mkdir()
        life = Life(folder, seed)
        try:
            for number in range(STEPS):
                life.step()
                if number % BETWEEN_CHECKS == BETWEEN_CHECKS - 1:
                    life.check()
        finally:
            life.close()
        shutil.rmtree(folder)
        lives += 1
