"""How recall scales with its clients: 1, 2, 4 and 8 that only read, and what a recall costs of all processes.

A conversation of LoCoMo with its questions ($MEMORYD_DATASETS), and made sentences up to each of $MEMORYD_SIZES
(600,10000). No question comes twice, so none is answered from what an earlier one left.
"""

from __future__ import annotations

import os
import sys
import time
from functools import partial
from pathlib import Path

from tests.bench.idle import taken
from tests.bench.load import Load, drive, frame, median
from tests.bench.peers import collection_of
from tests.bench.quality import Ours, models_path
from tests.bench.report import Row
from tests.support.daemon import Daemon
from tests.support.wire import Wire

TITLE = "Recall of 10 messages by its clients, encoder included"
BASELINE = "one client"
SIZES = "600,10000"
CLIENTS = (1, 2, 4, 8)
QUESTIONS = 240
ROUNDS = 5
NEW_TEXTS = 2_000
AIMS = {600: ("<= 3.5 ms", "<= 6 ms"), 10_000: ("<= 4 ms", "<= 8 ms")}
"""p50 and p99 of one client."""


def _ask(daemon: Daemon, texts: list[str], clients: int) -> tuple[Load, float]:
    """The load, and milliseconds of processor time a recall."""
    frames = [frame("recall.search", {"query": text, "k": 10, "boost": False}) for text in texts]
    before = taken(daemon)[1]
    load = drive(str(daemon.socket), [frames[n::clients] for n in range(clients)])
    return load, (taken(daemon)[1] - before) / len(texts) * 1e3


def _embedding(wire: Wire, daemon: Daemon) -> float:
    """The most memory of all processes while new texts are embedded, in MB."""
    wire.call("sessions.start", {"session_id": "new"})
    for first in range(0, NEW_TEXTS, 500):
        said = [f"the {n}th plan is to take the boat out in week {n * 7}" for n in range(first, first + 500)]
        wire.call("sessions.append", {"session_id": "new", "messages": [{"role": "user", "content": s} for s in said]})
    most, waiting = 0, 1
    while waiting:
        most = max(most, daemon.pss())
        waiting = wire.call("system.metrics")["embeddings"]["waiting"]
        time.sleep(0.1)
    return most / 1e6


def _size(size: int, folder: Path) -> list[Row]:
    collection = collection_of(folder, size)
    questions = [question.text for question in collection.questions]
    cost, rows, turn = partial(Row, more_is_better=False), [], 0
    with Ours(collection, models_path()) as ours:
        found: dict[int, list[tuple[Load, float]]] = {clients: [] for clients in CLIENTS}
        for _ in range(ROUNDS + 1):  # the first warms up
            for clients in CLIENTS:
                turn += 1
                asked = [f"{questions[n % len(questions)]} ({turn}.{n})" for n in range(QUESTIONS)]
                found[clients].append(_ask(ours.daemon, asked, clients))
        idle = ours.daemon.pss() / 1e6
        with ours.daemon.connect(600) as wire:
            busy = _embedding(wire, ours.daemon)
    one = median(load.rate for load, _ in found[1][1:])
    for clients, runs in found.items():
        what = f"{len(collection.texts):,}, {clients} client{'s' * (clients > 1)}"
        p50, p99 = (median(load.percentile(p) * 1e3 for load, _ in runs[1:]) for p in (50, 99))
        of_one = AIMS.get(size, ("", "")) if clients == 1 else ("", "<= 60 ms" if clients == 8 else "")
        note = f"{median(cpu for _, cpu in runs[1:]):.2f} ms of processor time a recall, all processes"
        rate = median(load.rate for load, _ in runs[1:])
        rows += [
            Row(f"{what}, recalls", "/s", rate, one, aim=">= 320 /s" if clients == 8 else "", note=note),
            cost(f"{what}, p50", "ms", p50, aim=of_one[0]),
            cost(f"{what}, p99", "ms", p99, aim=of_one[1]),
        ]
    note = f"{idle:.0f} MB before"
    return [*rows, cost(f"{len(collection.texts):,}, PSS while 2,000 are embedded", "MB", busy, note=note)]


def bench() -> list[Row]:
    folder = os.environ.get("MEMORYD_DATASETS")
    if not folder or not models_path().is_dir():
        print("clients: needs $MEMORYD_DATASETS and a model (make setup)", file=sys.stderr)
        return []
    sizes = [int(size) for size in os.environ.get("MEMORYD_SIZES", SIZES).split(",")]
    return [row for size in sizes for row in _size(size, Path(folder))]
