"""What the audit costs: the rates of adding with it and without it, in turns, on two daemons of which one is paused."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from time import perf_counter
from typing import TypeVar

import psutil

from tests.bench.load import Load, alternate, drive, frame, median
from tests.bench.place import CONFIG, as_params, fill, found, place
from tests.bench.report import Row
from tests.bench.words import Fact, words
from tests.support.daemon import Daemon

TITLE = "adding with the audit beside adding without it"
BASELINE = "memoryd without the audit"
ROUNDS = 15
FACTS = 1_100_000
BULK = 20_000
SECONDS = 2.0
_AIM = "0.95x"
T = TypeVar("T")


def _one_by_one(daemon: Daemon, facts: Iterator[Fact], clients: int) -> Load:
    parts = [list(islice(facts, 10_000 if clients == 1 else 500)) for _ in range(clients)]
    return drive(
        str(daemon.socket), [[frame("facts.add", as_params(fact)) for fact in part] for part in parts], SECONDS
    )


def _in_bulk(daemon: Daemon, facts: Iterator[Fact]) -> float:
    """Facts a second, until the last one is found."""
    part = list(islice(facts, BULK))
    start = perf_counter()
    fill(daemon, part)
    if not found(daemon, part[-1]):
        raise RuntimeError("an acknowledged fact is not found")
    return len(part) / (perf_counter() - start)


def bench() -> list[Row]:
    sources = words().facts(FACTS), words().facts(FACTS)
    with place() as folder:
        audited = Daemon(folder / "with", CONFIG)
        plain = Daemon(folder / "without", CONFIG, module="tests.bench.unaudited")
        try:
            return _compare(audited.start(), plain.start(), sources)
        finally:
            audited.kill()
            plain.kill()


def _compare(audited: Daemon, plain: Daemon, sources: tuple[Iterator[Fact], Iterator[Fact]]) -> list[Row]:
    used = {audited.pid: 0.0, plain.pid: 0.0}

    def spent(daemon: Daemon) -> float:
        """Processor seconds since the last call."""
        before, used[daemon.pid] = used[daemon.pid], _used(daemon.pid)
        return used[daemon.pid] - before

    def turns(run: Callable[[Daemon, Iterator[Fact]], T]) -> tuple[list[T], list[T]]:
        def with_audit() -> T:
            with plain.paused():
                return run(audited, sources[0])

        def without() -> T:
            with audited.paused():
                return run(plain, sources[1])

        ours, base = alternate(ROUNDS, with_audit, without)
        return ours, base

    def each(*counts: int) -> list[float]:
        """Processor time a fact since the last call, in µs: it says what the audit costs on a busy machine, too."""
        return [spent(daemon) * 1e6 / count for daemon, count in zip((audited, plain), counts, strict=True)]

    spent(audited), spent(plain)
    one, base_one = turns(lambda daemon, facts: _one_by_one(daemon, facts, 1))
    each_one = each(_count(one), _count(base_one))
    many, base_many = turns(lambda daemon, facts: _one_by_one(daemon, facts, 64))
    each_many = each(_count(many), _count(base_many))
    bulk, base_bulk = turns(_in_bulk)
    each_bulk = each(BULK * ROUNDS, BULK * ROUNDS)
    size = Path(audited.data, "audit.jsonl").stat().st_size
    note = f"{size / 2**20:.0f} MiB of lines at the end"
    return [
        _rate("facts.add, 1 client", one, base_one, _AIM),
        _p99("the same, p99", one, base_one),
        _processor(each_one),
        _rate("facts.add, 64 clients", many, base_many, _AIM, note),
        _p99("the same, p99", many, base_many),
        _processor(each_many),
        Row("facts.add_many, 1000 facts a call", "/s", median(bulk), median(base_bulk), aim=_AIM),
        _processor(each_bulk),
    ]


def _used(pid: int) -> float:
    """Processor seconds that the daemon and its children have used: one of them digests what comes in bulk."""
    daemon = psutil.Process(pid)
    own = daemon.cpu_times()
    each = [child.cpu_times() for child in daemon.children()]
    ended = own.children_user + own.children_system
    return float(ended + sum(times.user + times.system for times in (own, *each)))


def _count(loads: list[Load]) -> int:
    return sum(len(load.latencies) for load in loads)


def _processor(each: list[float]) -> Row:
    return Row("the same, processor time a fact", "µs", each[0], each[1], more_is_better=False, aim=_AIM)


def _rate(what: str, ours: list[Load], base: list[Load], aim: str, note: str = "") -> Row:
    rates = [median(load.rate for load in runs) for runs in (ours, base)]
    return Row(what, "/s", rates[0], rates[1], aim=aim, note=note)


def _p99(what: str, ours: list[Load], base: list[Load]) -> Row:
    found = [median(load.percentile(99) * 1e3 for load in runs) for runs in (ours, base)]
    return Row(what, "ms", found[0], found[1], more_is_better=False)
