"""Where "database is locked" begins: eight processes write into one SQLite file, WAL, with a timeout of five seconds.

A single INSERT waits for its turn, and with that timeout it gets it. A transaction that reads before it writes, as one
that asks whether it is known already, is refused at once when another process has written in between: no timeout helps.
"""

from __future__ import annotations

import multiprocessing
import sqlite3
import time
from functools import partial
from pathlib import Path
from typing import Any

from tests.bench.load import drive, frame
from tests.bench.place import as_params, place, running
from tests.bench.report import Row
from tests.bench.words import words

TITLE = "Writes refused of 1,600 by eight clients at once"
BASELINE = "SQLite, timeout 5 s"
CLIENTS, WRITES = 8, 200
PAUSE_SECONDS = 0.01


def _write(path: Path, number: int, reads_first: bool, ready: Any, refused: Any) -> None:
    base = sqlite3.connect(path, timeout=5.0, isolation_level=None)
    count = 0
    ready.wait()
    for n in range(WRITES):
        text = f"{number} knows {n}"
        try:
            if reads_first:
                base.execute("BEGIN")
                base.execute("SELECT count(*) FROM facts WHERE text = ?", (text,)).fetchall()
            base.execute("INSERT INTO facts (text) VALUES (?)", (text,))
            if reads_first:
                base.execute("COMMIT")
        except sqlite3.OperationalError:
            count += 1
            if base.in_transaction:
                base.execute("ROLLBACK")
        time.sleep(PAUSE_SECONDS)  # refused ones take no time: else all of them meet the same write
    refused.put(count)
    base.close()


def _sqlite(path: Path, reads_first: bool) -> int:
    base = sqlite3.connect(path)
    base.execute("PRAGMA journal_mode=WAL")
    base.execute("CREATE TABLE facts (text)")
    base.close()
    context = multiprocessing.get_context("spawn")
    ready, refused = context.Barrier(CLIENTS), context.Queue()
    clients = [context.Process(target=_write, args=(path, n, reads_first, ready, refused)) for n in range(CLIENTS)]
    for client in clients:
        client.start()
    total: int = sum(refused.get() for _ in clients)
    for client in clients:
        client.join()
    return total


def _ours(folder: Path) -> int:
    """`facts.add` looks whether the fact is known, too; an error reply would end the bench."""
    frames = [frame("facts.add", as_params(fact)) for fact in words().facts(CLIENTS * WRITES)]
    with running(folder) as daemon:
        load = drive(str(daemon.socket), [frames[n::CLIENTS] for n in range(CLIENTS)])
    return CLIENTS * WRITES - len(load.latencies)


def bench() -> list[Row]:
    with place() as folder:
        mine = _ours(folder)
        cost = partial(Row, more_is_better=False)
        return [
            cost("one INSERT each", "", mine, _sqlite(folder / "plain.db", False)),
            cost("each reads before it writes", "", mine, _sqlite(folder / "reads.db", True)),
        ]
