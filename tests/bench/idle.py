"""What a daemon takes that nobody asks anything: wake-ups and processor time, of all its threads and children."""

from __future__ import annotations

import time
from functools import partial
from pathlib import Path

import psutil

from tests.bench.place import fill, place, running
from tests.bench.report import Row
from tests.bench.words import words
from tests.support.daemon import Daemon

TITLE = "Idle, 10,000 facts"
BASELINE = "-"
FACTS = 10_000
SECONDS = 20.0
_SETTLED = 0.02
"""Seconds of processor time in two seconds under which what was written has been taken in everywhere."""


def taken(daemon: Daemon) -> tuple[int, float]:
    """Voluntary switches and seconds of processor time since the start."""
    switches, nanoseconds = 0, 0
    parent = psutil.Process(daemon.pid)
    for process in (parent, *parent.children(recursive=True)):
        for task in Path(f"/proc/{process.pid}/task").iterdir():
            status = dict(line.split(":", 1) for line in (task / "status").read_text().splitlines() if ":" in line)
            switches += int(status["voluntary_ctxt_switches"])
            nanoseconds += int((task / "schedstat").read_text().split()[0])
    return switches, nanoseconds / 1e9


def _settle(daemon: Daemon) -> None:
    while True:
        before = taken(daemon)[1]
        time.sleep(2.0)
        if taken(daemon)[1] - before < _SETTLED:
            return


def bench() -> list[Row]:
    cost = partial(Row, more_is_better=False)
    with place() as folder, running(folder) as daemon:
        fill(daemon, list(words().facts(FACTS)))
        _settle(daemon)
        before = taken(daemon)
        time.sleep(SECONDS)
        switches, seconds = (after - first for after, first in zip(taken(daemon), before, strict=True))
    return [
        cost("wake-ups", "/s", switches / SECONDS, aim="< 5 /s"),
        cost("processor time", "% of a core", 100 * seconds / SECONDS, aim="< .1 %"),
    ]
