"""A start that fails keeps nothing: a daemon on a full disk tries again and again in one process."""

from __future__ import annotations

import errno
import shutil
import threading
from contextlib import suppress

from memoryd.testing.faulty_files import FaultyFiles
from tests.faults.machine import Machine
from tests.faults.test_sweep import Sweep, sweep

__all__ = ["sweep"]


def test_a_start_that_fails_keeps_no_thread(sweep: Sweep) -> None:
    before = set(threading.enumerate())
    failed = 0
    for index in range(0, 60, 5):
        target = sweep.place("started")
        shutil.copytree(sweep.folder / "base", target)
        files = FaultyFiles(str(target))
        files.fail_at(index, errno.EIO)
        with suppress(Exception):
            Machine(target, files, sweep.clock).abandon()
            continue
        failed += 1
        assert [one.name for one in threading.enumerate() if one not in before] == []
    assert failed > 2
