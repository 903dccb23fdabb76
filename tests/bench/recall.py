"""Lexical `recall.query` over the socket beside SQLite FTS5 in process: OR of the terms, stop words dropped."""

from __future__ import annotations

from time import perf_counter

from tests.bench.load import Load, alternate, drive, frame, median
from tests.bench.place import batches, fill, place, running, store
from tests.bench.report import Row
from tests.bench.sqlite import Store
from tests.bench.words import words
from tests.support.daemon import Daemon

TITLE = "recall.query, k=10, one client, socket included"
BASELINE = "SQLite FTS5, in process"
QUESTIONS = 200
ROUNDS = 3


def _sqlite(daemon: Daemon, database: Store, questions: list[str]) -> Load:
    load = Load()
    with daemon.paused():
        start = perf_counter()
        for question in questions:
            before = perf_counter()
            database.query(question)
            load.latencies.append(perf_counter() - before)
        load.seconds = perf_counter() - start
    return load


def _size(count: int, aim: str) -> list[Row]:
    source = words()
    facts, questions = list(source.facts(count)), source.questions(QUESTIONS)
    frames = [frame("recall.query", {"query": question, "k": 10}) for question in questions]
    with place() as folder, running(folder) as daemon, store(folder / "facts.db") as database:
        fill(daemon, facts)
        for part in batches(facts):
            database.add_many(part)
        young = drive(str(daemon.socket), [frames])
        with daemon.connect(600) as wire:
            wire.call("system.verify")  # compares with the index, which is whole by then
        drive(str(daemon.socket), [frames])
        _sqlite(daemon, database, questions)
        ours, base = alternate(
            ROUNDS, lambda: drive(str(daemon.socket), [frames]), lambda: _sqlite(daemon, database, questions)
        )
    rows = []
    for percent in (50, 99):
        mine, other = (median(load.percentile(percent) * 1e3 for load in runs) for runs in (ours, base))
        name = f"{count:,} facts, p{percent}"
        rows.append(Row(name, "ms", mine, other, more_is_better=False, aim=aim if percent == 50 else ""))
    name = f"{count:,} facts, p50 right behind their coming, while they are indexed"
    rows.append(Row(name, "ms", young.percentile(50) * 1e3, more_is_better=False))
    return rows


def bench() -> list[Row]:
    return _size(10_000, "") + _size(100_000, "5.00x")
