"""A data directory that a consolidation has work in, and what it looks like afterwards."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from tests.support.decay import decayed
from tests.support.wait import until
from tests.support.wire import RpcError, Wire


def iso(at: datetime) -> str:
    return at.astimezone(UTC).isoformat(timespec="microseconds")


@dataclass
class Prepared:
    """What was put into the directory."""

    now: datetime
    states: dict[str, tuple[float, datetime]] = field(default_factory=dict)
    """Fact id → activation and as of when."""

    def activation(self, fact_id: str, at: datetime) -> float:
        """By the closed formula."""
        value, as_of = self.states[fact_id]
        return decayed(value, (at - as_of) / timedelta(days=1))


def run_action(wire: Wire, action: str, **params: Any) -> dict[str, Any]:
    """maintenance.run, as soon as what the schedule has begun is over; no step may fail."""
    end = time.monotonic() + 120
    while True:
        try:
            done: dict[str, Any] = wire.call("maintenance.run", {"action": action, **params})
            break
        except RpcError as error:
            if error.code != "busy" or time.monotonic() > end:
                raise
            time.sleep(0.01)
    assert [step for step in done["steps"] if step["status"] == "failed"] == []
    return done


def prepare(data: Path, facts: int = 40, now: datetime | None = None) -> Prepared:
    """Facts of every age, a session of yesterday and one of two months ago, a daily of two years ago, a canary."""
    now = now or datetime.now(UTC)
    prepared = Prepared(now)
    graph = data / "knowledge-graph"
    for folder in (graph, data / "sessions", data / "daily", data / ".memoryd"):
        folder.mkdir(parents=True, exist_ok=True)
    lines, metadata = [], {}
    for number in range(facts):
        fact_id = f"fact-{number:08d}"
        value, as_of = 1.0 - (number % 10) / 20, now - timedelta(days=(number * 7) % 290, hours=number % 24)
        prepared.states[fact_id] = (value, as_of)
        lines.append(
            {
                "id": fact_id,
                "subject": f"service {number % 7}",
                "predicate": "runs_on",
                "object": f"host-{number}",
                "source": "test",
                "created": iso(as_of),
                "activation": value,
            }
        )
        metadata[fact_id] = {
            "activation": value,
            "as_of": iso(as_of),
            "last_accessed": iso(as_of),
            "access_count": number,
        }
    (graph / "facts.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    (data / "activation-metadata.json").write_text(json.dumps(metadata))
    canary = {"query": "Where does service 3 run?", "expected_contains": "host-3"}
    (graph / "canary-facts.json").write_text(json.dumps([canary]))
    write_session(
        data, "yesterday", now - timedelta(days=1), "I live in Berlin. We decided to use Postgres for billing."
    )
    write_session(data, "old", now - timedelta(days=60), "I work at a bakery. My favorite tea is Assam.")
    return prepared


def write_session(data: Path, session_id: str, at: datetime, *contents: str) -> None:
    """A session file as the daemon writes it."""
    path = data / "sessions" / f"{at:%Y-%m-%d-%H%M%S}.jsonl"
    common: dict[str, Any] = {"session_id": session_id, "role": "user", "audience": "private"}
    lines = [{**common, "content": text, "at": iso(at), "received": iso(at)} for text in contents]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))


def triples(path: Path) -> set[tuple[str, str, str]]:
    """What the lines of facts.jsonl, or of its archive, state."""
    if not path.exists():
        return set()
    facts = [json.loads(line) for line in path.read_text().splitlines()]
    return {(fact["subject"], fact["predicate"], fact["object"]) for fact in facts}


def outcome(data: Path) -> dict[str, Any]:
    """What a consolidation leaves, without its times."""
    graph = data / "knowledge-graph"
    return {
        "facts": triples(graph / "facts.jsonl"),
        "archived": triples(graph / "archived-facts.jsonl") - triples(graph / "facts.jsonl"),
        "memory": (data / "MEMORY.md").read_text(),
        "dailies": {path.name: path.read_text() for path in (data / "daily").glob("*.md")},
        "sessions": sorted(path.name for path in (data / "sessions").glob("*.jsonl")),
        "entities": (graph / "entities.jsonl").read_text(),
        "relations": (graph / "relations.jsonl").read_text(),
    }


def settled_outcome(data: Path) -> dict[str, Any]:
    """As `outcome`, of a daemon that runs: what is derived follows the facts a moment later."""

    def is_settled() -> bool:
        facts, entities, relations = (
            (data / f"knowledge-graph/{name}.jsonl").read_text().splitlines()
            for name in ("facts", "entities", "relations")
        )
        told = {
            sum(json.loads(line)["as_subject"] for line in entities),
            sum(json.loads(line)["facts"] for line in relations),
        }
        return told == {len(facts)}

    until(is_settled)
    return outcome(data)


def check_activations(data: Path, prepared: Prepared) -> None:
    """Every entry is what the closed formula says for the time that it names."""
    entries: Mapping[str, Any] = json.loads((data / "activation-metadata.json").read_text())
    known = [(fact_id, entry) for fact_id, entry in entries.items() if fact_id in prepared.states]
    assert known
    for fact_id, entry in known:
        expected = prepared.activation(fact_id, datetime.fromisoformat(entry["as_of"]))
        assert abs(entry["activation"] - expected) < 1e-9, fact_id
