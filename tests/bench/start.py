"""From exec to the first answer at 100,000 facts, and what the process then weighs."""

from __future__ import annotations

import subprocess
import sys
import time
from functools import partial
from pathlib import Path
from time import perf_counter

from tests.bench.load import drive, frame, median
from tests.bench.place import batches, fill, place, running, store
from tests.bench.report import Row
from tests.bench.words import words
from tests.support.daemon import ROOT, Daemon

TITLE = "Start at 100,000 facts"
BASELINE = "Python + SQLite FTS5"
FACTS = 100_000
ROUNDS = 3


def _first_answer(daemon: Daemon, question: str) -> float:
    """Seconds from exec to an answered recall.query with results."""
    start = perf_counter()
    process = daemon.spawn()
    while True:
        try:
            with daemon.connect() as wire:
                if wire.call("recall.query", {"query": question, "boost": False})["results"]:
                    return perf_counter() - start
        except (FileNotFoundError, ConnectionError) as error:
            if process.poll() is not None:
                raise RuntimeError(daemon.tail()) from error
        time.sleep(0.002)


def _sqlite(path: Path, question: str) -> tuple[float, float]:
    start = perf_counter()
    command = [sys.executable, "-m", "tests.bench.sqlite", str(path), question]
    printed = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    return perf_counter() - start, float(printed.split()[1])


def bench() -> list[Row]:
    source = words()
    facts, questions = list(source.facts(FACTS)), source.questions(200)
    frames = [frame("recall.query", {"query": question, "k": 10}) for question in questions]
    stopped, killed, rss_first, rss_later, base = [], [], [], [], []
    with place() as folder, running(folder) as daemon, store(folder / "facts.db") as database:
        for part in batches(facts):
            database.add_many(part)
        fill(daemon, facts)
        for _ in range(ROUNDS):
            daemon.stop()
            stopped.append(_first_answer(daemon, questions[0]))
            rss_first.append(daemon.rss())
            drive(str(daemon.socket), [frames])
            rss_later.append(daemon.rss())
            daemon.kill()
            killed.append(_first_answer(daemon, questions[0]))
            with daemon.paused():
                base.append(_sqlite(folder / "facts.db", questions[0]))
    seconds, rss = (median(values) for values in zip(*base, strict=True))
    cost = partial(Row, more_is_better=False)
    return [
        cost("first answer after a clean stop", "s", median(stopped), seconds, aim="< 1 s"),
        cost("first answer after kill -9", "s", median(killed), seconds),
        cost("RSS at the first answer", "MB", median(rss_first) / 1e6, rss / 1e6, aim="< 200 MB"),
        cost("RSS after 200 questions", "MB", median(rss_later) / 1e6, aim="< 200 MB"),
    ]
