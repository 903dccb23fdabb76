"""Where a bench works: the daemon and the database of the baseline on the same file system."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.bench.load import Load, drive, frame
from tests.bench.sqlite import Store
from tests.bench.words import Fact
from tests.support.daemon import Daemon

CONFIG = "[memory_oracle]\nmax_facts = 1000000\n"
BATCH = 1000


@contextmanager
def place() -> Iterator[Path]:
    """A scratch folder under $TMPDIR, removed at the end."""
    folder = Path(tempfile.mkdtemp(prefix="mdbench-"))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def running(folder: Path) -> Iterator[Daemon]:
    """A daemon on an empty directory."""
    daemon = Daemon(folder / "memoryd", CONFIG)
    try:
        yield daemon.start()
    finally:
        daemon.kill()


@contextmanager
def store(path: Path) -> Iterator[Store]:
    """The baseline's database."""
    opened = Store(path)
    try:
        yield opened
    finally:
        opened.close()


def as_params(fact: Fact) -> dict[str, Any]:
    """The parameters of facts.add."""
    return {"subject": fact[0], "predicate": fact[1], "object": fact[2]}


def batches(facts: Sequence[Fact]) -> Iterator[Sequence[Fact]]:
    """Slices of BATCH facts."""
    for start in range(0, len(facts), BATCH):
        yield facts[start : start + BATCH]


def fill(daemon: Daemon, facts: Sequence[Fact]) -> Load:
    """Add all facts with one client, BATCH a call."""
    frames = [frame("facts.add_many", {"facts": [as_params(fact) for fact in part]}) for part in batches(facts)]
    return drive(str(daemon.socket), [frames])


def found(daemon: Daemon, fact: Fact) -> bool:
    """Whether the next call on a connection of its own finds the fact by its words."""
    with daemon.connect() as wire:
        results = wire.call("recall.query", {"query": " ".join(fact), "k": 10, "boost": False})["results"]
    return any((each["subject"], each["predicate"], each["object"]) == fact for each in results)
