"""Power that is lost under clients that change memories of every kind, on real file systems: what was acknowledged is
there, whole and under its own key. Needs root, and kernels that have loop devices and FUSE."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from memoryd.maintenance.archive_file import backup
from memoryd.storage.directory import VERSION, DataDirectory
from memoryd.storage.files import OsFiles
from tests.support.daemon import ROOT, Daemon
from tests.support.kill_sweep import CONFIG, KINDS, Client, Facts, Notes, Sweep, Talk
from tests.support.lossy_disk import LossyDisk
from tests.support.operator_sweep import OPERATORS
from tests.support.wait import until

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
WHO: dict[str, tuple[Sequence[type[Client]], float]] = {
    "clients": (KINDS, 0.6),
    "operators": ((Facts, Notes, Talk, *OPERATORS), 5.0),
}
"""And within how many seconds the power goes."""


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
@pytest.mark.parametrize("who", WHO)
@pytest.mark.parametrize("system", MAKE)
def test_a_loss_of_power_loses_nothing_that_was_acknowledged(
    system: str, who: str, daemon_folder: Path, long_seconds: float
) -> None:
    if shutil.which(MAKE[system][0]) is None:
        pytest.skip(f"{MAKE[system][0]} is not installed")
    end, seed, cuts, acknowledged = time.monotonic() + long_seconds, random.randrange(1 << 30), 0, 0
    for number, disk in enumerate(disks(daemon_folder, system, end)):
        daemon = Unplugged(daemon_folder / f"d{number}", disk, seed + number)
        print(f"seed {seed + number}", flush=True)
        try:
            sweep = Sweep(daemon.start(), seed + number, *WHO[who])
            while sweep.kills < CUTS and (not sweep.kills or time.monotonic() < end):
                sweep.kill()
            sweep.check(1_000_000)
            assert b"made by another version" not in daemon.log.read_bytes()  # or each loss costs a new index
        finally:
            Daemon.kill(daemon)
        cuts, acknowledged = cuts + sweep.kills, acknowledged + sweep.acknowledged
        print(f"{cuts} cuts on {system} under {who}, {acknowledged} acknowledged changes", flush=True)


@pytest.mark.long
@pytest.mark.skipif(os.geteuid() != 0 or not os.path.exists("/dev/fuse"), reason="only root mounts, and with FUSE")
@pytest.mark.parametrize("system", MAKE)
def test_a_restore_is_done_or_was_never_begun(system: str, daemon_folder: Path, long_seconds: float) -> None:
    if shutil.which(MAKE[system][0]) is None:
        pytest.skip(f"{MAKE[system][0]} is not installed")
    expected = {f"memory/{number:03}.md": f"# {number}\n\n- said {number}\n" * 50 for number in range(200)}
    expected[".memoryd/version"] = f"{VERSION}\n"
    for name, text in expected.items():
        (daemon_folder / "old" / name).parent.mkdir(parents=True, exist_ok=True)
        (daemon_folder / "old" / name).write_text(text)
    archive = daemon_folder / "one.tar.zst"
    backup({"root": str(daemon_folder / "old"), "path": str(archive), "gid": None, "about": None}, lambda *_: None)
    end, numbers, found = time.monotonic() + long_seconds, random.Random(), Counter[str]()
    disk = LossyDisk(daemon_folder / "0", MAKE[system], MEGABYTES, OPTIONS.get(system, "defaults"))
    try:
        while not found or (time.monotonic() < end and found.total() < 100):
            data = disk.mount / str(found.total())
            command = [sys.executable, "-m", "memoryd", "--restore", str(archive), "--data", str(data)]
            process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            until(lambda data=data, process=process: data.exists() or process.poll() is not None)
            # The moment is the point: any is right, so nothing is waited for.
            threading.Event().wait(numbers.uniform(0, 0.5))
            is_told = process.poll() == 0
            disk.cut(numbers.randrange(1 << 30))
            process.kill()
            process.wait()
            disk.back()
            DataDirectory(str(data), OsFiles()).prepare()
            files = (path for path in data.rglob("*") if path.is_file() and path.name != "lock")
            tree = {str(path.relative_to(data)): path.read_text() for path in files}
            assert tree in ([expected] if is_told else [expected, {".memoryd/version": f"{VERSION}\n"}])
            found["told" if is_told else "finished" if tree == expected else "nothing"] += 1
            shutil.rmtree(data)
    finally:
        disk.close()
    print(f"{dict(found)} on {system}", flush=True)
