"""Power that is lost under clients that change memories of every kind, on real file systems: what was acknowledged is
there, whole and under its own key. Needs root, and kernels that have loop devices and FUSE."""

from __future__ import annotations

import os
import random
import shutil
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.daemon import Daemon
from tests.support.kill_sweep import CONFIG, Sweep
from tests.support.lossy_disk import LossyDisk

MEGABYTES = 400
CUTS = 12
"""On one disk, before the next one."""
MAKE = {
    "ext4": ("mkfs.ext4", "-q"),
    "ext4-writeback": ("mkfs.ext4", "-q"),
    "xfs": ("mkfs.xfs", "-q"),
    "btrfs": ("mkfs.btrfs", "-q"),
}
OPTIONS = {"ext4-writeback": "data=writeback"}


class Unplugged(Daemon):
    """A daemon whose machine loses its power when it is killed."""

    def __init__(self, folder: Path, disk: LossyDisk, seed: int) -> None:
        super().__init__(folder, CONFIG)
        self.data = disk.mount / "data"
        self._disk = disk
        self._numbers = random.Random(seed)

    def kill(self) -> None:
        self._disk.cut(self._numbers.randrange(1 << 30))
        super().kill()
        self._disk.back()


def disks(folder: Path, system: str, end: float) -> Iterator[LossyDisk]:
    """One new disk after another until that time."""
    number = 0
    while not number or time.monotonic() < end:
        disk = LossyDisk(folder / str(number), MAKE[system], MEGABYTES, OPTIONS.get(system, "defaults"))
        try:
            yield disk
        finally:
            disk.close()
        number += 1


@pytest.mark.long
@pytest.mark.skipif(os.geteuid() != 0 or not os.path.exists("/dev/fuse"), reason="only root mounts, and with FUSE")
@pytest.mark.parametrize("system", MAKE)
def test_a_loss_of_power_loses_nothing_that_was_acknowledged(
    system: str, daemon_folder: Path, long_seconds: float
) -> None:
    if shutil.which(MAKE[system][0]) is None:
        pytest.skip(f"{MAKE[system][0]} is not installed")
    end, seed, cuts, acknowledged = time.monotonic() + long_seconds, random.randrange(1 << 30), 0, 0
    for number, disk in enumerate(disks(daemon_folder, system, end)):
        daemon = Unplugged(daemon_folder / f"d{number}", disk, seed + number)
        print(f"seed {seed + number}", flush=True)
        try:
            sweep = Sweep(daemon.start(), seed + number)
            while sweep.kills < CUTS and (not sweep.kills or time.monotonic() < end):
                sweep.kill()
            sweep.check(1_000_000)
            assert b"made by another version" not in daemon.log.read_bytes()  # or each loss costs a new index
        finally:
            Daemon.kill(daemon)
        cuts, acknowledged = cuts + sweep.kills, acknowledged + sweep.acknowledged
        print(f"{cuts} cuts on {system}, {acknowledged} acknowledged changes", flush=True)
