"""`facts.add_many`, durable when acknowledged and found by the next call, beside SQLite with the same batches."""

from __future__ import annotations

from collections.abc import Sequence
from time import perf_counter

from tests.bench.load import alternate, median
from tests.bench.place import BATCH, batches, fill, found, place, running, store
from tests.bench.report import Row
from tests.bench.sqlite import Store
from tests.bench.words import Fact, words
from tests.support.daemon import Daemon

TITLE = f"facts.add_many, {BATCH} facts a call, one client, the last fact found by the next call included"
BASELINE = "SQLite WAL FULL + FTS5, a transaction a batch"
FACTS = 30_000
ROUNDS = 3


def _ours(daemon: Daemon, facts: Sequence[Fact]) -> float:
    start = perf_counter()
    fill(daemon, facts)
    if not found(daemon, facts[-1]):
        raise RuntimeError("an acknowledged fact is not found")
    return len(facts) / (perf_counter() - start)


def _sqlite(daemon: Daemon, database: Store, facts: Sequence[Fact]) -> float:
    with daemon.paused():
        start = perf_counter()
        for part in batches(facts):
            database.add_many(part)
        if not database.query(" ".join(facts[-1])):
            raise RuntimeError("a fact is not found")
        return len(facts) / (perf_counter() - start)


def bench() -> list[Row]:
    facts = list(words().facts(FACTS * ROUNDS))
    parts = [facts[start : start + FACTS] for start in range(0, len(facts), FACTS)]
    ours_parts, base_parts = iter(parts), iter(parts)
    with place() as folder, running(folder) as daemon, store(folder / "facts.db") as database:
        ours, base = alternate(
            ROUNDS, lambda: _ours(daemon, next(ours_parts)), lambda: _sqlite(daemon, database, next(base_parts))
        )
    return [Row("facts a second", "/s", median(ours), median(base), aim="25,000 /s")]
