"""What others notice while one client attacks: their recalls and adds, beside the same daemon left alone.

Each attack runs in a process of its own. The ratio is of the p99; at 1 nobody notices anything.
"""

from __future__ import annotations

import itertools
import os
import time
from collections.abc import Iterator

from tests.bench.load import Load, drive, frame
from tests.bench.place import as_params, fill, place
from tests.bench.report import Row
from tests.bench.words import Zipf
from tests.support.attacks import ATTACKS, attacking, prepare, write_texts
from tests.support.daemon import Daemon

TITLE = "fairness: p99 of others' requests while one client attacks, beside idle"
BASELINE = "idle"
FACTS = 10_000
SECONDS = float(os.environ.get("MEMORYD_FAIRNESS_SECONDS", "8"))
"""Of each attack."""
CONFIG = "[memory_oracle]\nmax_facts = 1000000\n"
AIM = "<= 100 ms"


def bench() -> list[Row]:
    rows: list[Row] = []
    with place() as folder:
        daemon = Daemon(folder / "memoryd", CONFIG)
        try:
            write_texts(daemon.data / "texts")
            daemon.start()
            fill(daemon, list(Zipf().facts(FACTS)))
            prepare(str(daemon.socket))
            numbers = itertools.count()
            _others(daemon, numbers)  # until what was filled in is indexed
            idle = _others(daemon, numbers)
            for name in ATTACKS:
                with attacking(name, str(daemon.socket)):
                    time.sleep(1.0)  # until it is under way
                    during, rss = _others(daemon, numbers), daemon.rss() >> 20
                for what, mine, alone in zip(("recall", "add"), during, idle, strict=True):
                    rows.append(_row(name, what, mine, alone, rss))
        finally:
            daemon.kill()
    return rows


def _row(attack: str, what: str, during: Load, idle: Load, rss: int) -> Row:
    note = (
        f"p50 {during.percentile(50) * 1000:.1f} ms, worst {during.percentile(100) * 1000:.0f} ms of "
        f"{len(during.latencies)}; idle p50 {idle.percentile(50) * 1000:.1f} ms; RSS {rss} MB"
    )
    return Row(
        f"{attack}: {what} p99",
        "ms",
        during.percentile(99) * 1000,
        idle.percentile(99) * 1000,
        more_is_better=False,
        aim=AIM,
        note=note,
    )


def _others(daemon: Daemon, numbers: Iterator[int]) -> list[Load]:
    """Recalls, then adds, of one client that asks when it has been answered."""
    recalls = (frame("recall.query", {"query": f"value {number}", "k": 5, "boost": False}) for number in numbers)
    adds = (frame("facts.add", as_params((f"other {number}", "is", "served"))) for number in numbers)
    return [drive(str(daemon.socket), [frames], seconds=SECONDS / 2) for frames in (recalls, adds)]
