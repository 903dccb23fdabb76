"""100,000 contexts in 1,000 projects: loading while others load and save, and the tiers of all written down."""

from __future__ import annotations

import json
import os
import random
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from time import perf_counter, sleep

from tests.bench.load import Load, drive, frame
from tests.bench.place import place
from tests.bench.report import Row
from tests.support.daemon import Daemon

TITLE = "contexts: 100,000 in 1,000 projects"
BASELINE = "append + fdatasync"
PROJECTS, EACH, LOADS = 1000, 100, 1000
_TEXT = "What was found out about the part {} of the work, what was tried, and where to go on from here. "


def _fill(data: Path) -> None:
    folder = data / "contexts"
    folder.mkdir(parents=True)
    numbers, now = random.Random(1), datetime.now(UTC)
    for project in range(PROJECTS):
        lines = []
        for number in range(EACH):
            # Written down as ACTIVE: some of each tier have moved on since.
            used = now - timedelta(hours=numbers.choice((0.1, 5, 200, 900)) * numbers.random())
            line: dict[str, object] = {
                "id": f"context-{project:04}-{number:04}", "project": f"p{project}",
                "content": _TEXT.format(number) * numbers.randint(1, 5), "source": "bench", "metadata": {},
                "tags": ["bench"], "causality": None, "tier": "ACTIVE",
                "created": (used - timedelta(days=1)).isoformat(timespec="microseconds"),
                "last_accessed": used.isoformat(timespec="microseconds"), "access_count": numbers.randint(0, 20),
            }  # fmt: skip
            lines.append(json.dumps(line) + "\n")
        (folder / f"p{project}.jsonl").write_text("".join(lines))


def _loads(seed: int, count: int) -> Iterator[bytes]:
    numbers = random.Random(seed)
    for _ in range(count):
        yield frame("contexts.load", {"project": f"p{numbers.randrange(PROJECTS)}", "limit": 5})


def _saves(seed: int, count: int) -> Iterator[bytes]:
    numbers = random.Random(seed)
    for number in range(count):
        project = f"p{numbers.randrange(PROJECTS)}"
        yield frame("contexts.save", {"project": project, "content": _TEXT.format(number)})


def _measure(daemon: Daemon, sources: list[Iterator[bytes]]) -> tuple[Load, float]:
    """What was seen, and CPU milliseconds of the daemon for each request."""
    before = daemon.cpu_seconds()
    load = drive(str(daemon.socket), sources)
    return load, (daemon.cpu_seconds() - before) / len(load.latencies) * 1e3


def _settle(daemon: Daemon) -> None:
    """Wait until the contexts are indexed: what is measured is loading."""
    while True:
        before = daemon.cpu_seconds()
        sleep(1)
        if daemon.cpu_seconds() - before < 0.05:
            return


def _disk(folder: Path) -> Load:
    """What the disk takes for one line: the least that a durable answer may cost."""
    load = Load()
    fd = os.open(folder / "disk", os.O_CREAT | os.O_WRONLY | os.O_APPEND, 0o600)
    try:
        for _ in range(LOADS):
            start = perf_counter()
            os.write(fd, b"x" * 100)
            os.fdatasync(fd)
            load.latencies.append(perf_counter() - start)
    finally:
        os.close(fd)
    return load


def _rows(name: str, load: Load, cpu: float, disk: Load) -> list[Row]:
    found = [Row(f"load {name}, CPU", "ms", cpu, more_is_better=False)]
    for percent, aim in ((50, ""), (99, "aim: under 5 ms")):
        ours, theirs = load.percentile(percent) * 1e3, disk.percentile(percent) * 1e3
        found.append(Row(f"load {name}, p{percent}", "ms", ours, theirs, more_is_better=False, note=aim))
    return found


def bench() -> list[Row]:
    with place() as folder:
        daemon = Daemon(folder / "memoryd")
        _fill(daemon.data)
        try:
            daemon.start()
            with daemon.connect(timeout=300) as wire:
                start, cpu = perf_counter(), daemon.cpu_seconds()
                wire.call("contexts.recalculate_tiers")
                recalculated, spent = perf_counter() - start, daemon.cpu_seconds() - cpu
            _settle(daemon)
            disk = _disk(folder)
            alone = _measure(daemon, [_loads(2, LOADS)])
            among = _measure(daemon, [_loads(3, LOADS), _loads(4, LOADS), _saves(5, LOADS), _saves(6, LOADS)])
        finally:
            daemon.kill()
    return [
        Row("recalculate all", "ms", recalculated * 1e3, more_is_better=False, note="aim: under 2 s"),
        Row("recalculate all, CPU", "ms", spent * 1e3, more_is_better=False),
        *_rows("alone", *alone, disk),
        *_rows("among loads and saves", *among, disk),
    ]
