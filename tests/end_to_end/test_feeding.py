"""A start on many facts without an index: the daemon answers at once, and in the end from all of them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.support.daemon import Daemon
from tests.support.wait import until
from tests.support.wire import Wire

AT_ONCE = 100_000
OLDER = 1500


def best(wire: Wire, query: str) -> str:
    results: list[dict[str, Any]] = wire.call("recall.query", {"query": query, "boost": False})["results"]
    return str(results[0]["subject"])


def is_fed(wire: Wire) -> bool:
    return not any("being rebuilt" in problem["what"] for problem in wire.call("system.health")["problems"])


@pytest.mark.long
def test_many_facts_without_an_index(daemon_folder: Path) -> None:
    daemon = Daemon(daemon_folder, "[memory_oracle]\nmax_facts = 1000000\n")
    graph = daemon.data / "knowledge-graph"
    graph.mkdir(parents=True)
    with (graph / "facts.jsonl").open("w") as file:
        for number in range(AT_ONCE + OLDER):
            file.write(json.dumps({"subject": f"buoy{number}", "predicate": "is", "object": "red"}) + "\n")
    daemon.start(timeout=120)
    try:
        with daemon.connect(60) as wire:
            assert best(wire, f"buoy{AT_ONCE + OLDER - 1}") == f"buoy{AT_ONCE + OLDER - 1}"
            wire.call("facts.add", {"subject": "lamp", "predicate": "is", "object": "green"})
            assert best(wire, "lamp") == "lamp"
            until(lambda: is_fed(wire), 120)
            assert best(wire, "buoy0") == "buoy0"
        daemon.kill()
        daemon.start(timeout=120)
        with daemon.connect(60) as wire:
            until(lambda: is_fed(wire), 120)
            for number in (0, OLDER - 1, OLDER, AT_ONCE):
                assert best(wire, f"buoy{number}") == f"buoy{number}"
    finally:
        daemon.kill()
