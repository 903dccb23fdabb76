"""The baseline of the stores: SQLite in this process, WAL, synchronous=FULL, an FTS5 row beside each fact.

`python -m tests.bench.sqlite FILE QUESTION` opens a filled one, answers one question and prints its own memory.
"""

from __future__ import annotations

import re
import sqlite3
import sys
import threading
import uuid
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from tests.bench.words import STOP_WORDS, Fact

SCHEMA = """
CREATE TABLE facts (
    rowid INTEGER PRIMARY KEY, id TEXT UNIQUE, subject TEXT, predicate TEXT, object TEXT, activation REAL
);
CREATE VIRTUAL TABLE words USING fts5(subject, predicate, object, content='facts');
"""


class Store:
    """Facts and their words in one database file."""

    def __init__(self, path: Path) -> None:
        fresh = not path.exists()
        self.lock = threading.Lock()
        self.database = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        self.database.execute("PRAGMA journal_mode=WAL")
        self.database.execute("PRAGMA synchronous=FULL")
        if fresh:
            self.database.executescript(SCHEMA)

    def _insert(self, fact: Fact) -> None:
        cursor = self.database.execute(
            "INSERT INTO facts (id, subject, predicate, object, activation) VALUES (?, ?, ?, ?, 1.0)",
            (f"fact-{uuid.uuid4()}", *fact),
        )
        self.database.execute(
            "INSERT INTO words (rowid, subject, predicate, object) VALUES (?, ?, ?, ?)", (cursor.lastrowid, *fact)
        )

    def add(self, fact: Fact) -> None:
        """One durable, searchable fact: one transaction."""
        with self.lock:
            self.database.execute("BEGIN IMMEDIATE")
            self._insert(fact)
            self.database.execute("COMMIT")

    def add_many(self, facts: Iterable[Fact]) -> None:
        """All of them in one transaction."""
        with self.lock:
            self.database.execute("BEGIN IMMEDIATE")
            for fact in facts:
                self._insert(fact)
            self.database.execute("COMMIT")

    def query(self, question: str) -> list[Any]:
        """The ten best facts: OR of the terms that are no stop words, by BM25."""
        terms = [word for word in re.findall(r"\w+", question.casefold()) if word not in STOP_WORDS]
        match = " OR ".join(f'"{term}"' for term in terms) or '"nothing"'
        return self.database.execute(
            "SELECT facts.id, facts.subject, facts.predicate, facts.object, words.rank FROM words "
            "JOIN facts ON facts.rowid = words.rowid WHERE words MATCH ? ORDER BY rank LIMIT 10",
            (match,),
        ).fetchall()

    def close(self) -> None:
        self.database.close()


def main() -> None:
    store = Store(Path(sys.argv[1]))
    found = len(store.query(sys.argv[2]))
    rss = next(line for line in Path("/proc/self/status").read_text().splitlines() if line.startswith("VmRSS"))
    print(found, int(rss.split()[1]) * 1024, flush=True)


if __name__ == "__main__":
    main()
