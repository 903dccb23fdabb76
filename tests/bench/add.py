"""`facts.add`, on disk and searchable when acknowledged, beside SQLite with one transaction an add."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from itertools import islice
from time import perf_counter

from tests.bench.load import Load, alternate, drive, frame, median
from tests.bench.place import as_params, found, place, running, store
from tests.bench.report import Row
from tests.bench.sqlite import Store
from tests.bench.words import Fact, words
from tests.support.daemon import Daemon

TITLE = "facts.add, durable and searchable when acknowledged"
BASELINE = "SQLite WAL FULL + FTS5"
SECONDS = 1.0
ROUNDS = 5
FACTS = 200_000


def _ours(daemon: Daemon, facts: Iterator[Fact], clients: int) -> Load:
    parts = [list(islice(facts, 10_000 if clients == 1 else 400)) for _ in range(clients)]
    frames = [[frame("facts.add", as_params(fact)) for fact in part] for part in parts]
    load = drive(str(daemon.socket), frames, SECONDS)
    if not found(daemon, parts[0][0]):
        raise RuntimeError("an acknowledged fact is not found")
    return load


def _sqlite(daemon: Daemon, database: Store, facts: Iterator[Fact], threads: int) -> Load:
    with daemon.paused():
        return sqlite(database, facts, threads)


def sqlite(database: Store, facts: Iterator[Fact], threads: int) -> Load:
    """The baseline's run: `threads` of this process, one transaction an add."""
    load = Load()
    parts = [list(islice(facts, 10_000 if threads == 1 else 400)) for _ in range(threads)]
    start = perf_counter()

    def run(part: list[Fact]) -> None:
        for fact in part:
            before = perf_counter()
            database.add(fact)
            now = perf_counter()
            load.latencies.append(now - before)
            if now - start > SECONDS:
                return

    workers = [threading.Thread(target=run, args=(part,)) for part in parts]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    load.seconds = perf_counter() - start
    return load


def bench() -> list[Row]:
    source = words()
    ours_facts, base_facts = source.facts(FACTS), words(2).facts(FACTS)
    with place() as folder, running(folder) as daemon, store(folder / "facts.db") as database:
        one, base_one = alternate(
            ROUNDS, lambda: _ours(daemon, ours_facts, 1), lambda: _sqlite(daemon, database, base_facts, 1)
        )
        many, base_many = alternate(
            ROUNDS, lambda: _ours(daemon, ours_facts, 64), lambda: _sqlite(daemon, database, base_facts, 64)
        )
    rate, rate_many = (median(load.rate for load in runs) for runs in (one, many))
    base_rate, base_rate_many = (median(load.rate for load in runs) for runs in (base_one, base_many))
    p50, p99 = (median(load.percentile(percent) * 1e3 for load in one) for percent in (50, 99))
    base_p50, base_p99 = (median(load.percentile(percent) * 1e3 for load in base_one) for percent in (50, 99))
    note = f"the baseline is the better of one thread ({base_rate:,.0f}/s) and 64 ({base_rate_many:,.0f}/s)"
    return [
        Row("1 client, rate", "/s", rate, base_rate, aim="0.60x"),
        Row("1 client, p50", "ms", p50, base_p50, more_is_better=False),
        Row("1 client, p99", "ms", p99, base_p99, more_is_better=False),
        Row("64 clients, rate", "/s", rate_many, max(base_rate, base_rate_many), aim="2.00x", note=note),
        Row("64 clients, p99", "ms", median(load.percentile(99) * 1e3 for load in many)),
    ]
