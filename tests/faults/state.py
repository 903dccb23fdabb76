"""What a machine remembers, as its callers see it: equal before and after whatever must change nothing."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tests.faults.machine import Machine

State = dict[str, Any]
"""By kind and key; without what time or reading alone changes (activations, accesses, tiers)."""
PROJECTS = ("harbour", "lighthouse")
_PASSING = frozenset("activation as_of last_accessed access_count tier score why reasons last_request at_risk".split())


def state(machine: Machine) -> State:
    """Everything that a caller can list, and what has gone to an archive."""
    found: State = {}
    for fact in _pages(machine, "facts.find", "facts", include_archived=True):
        found[f"fact {fact['id']}"] = _lasting(fact)
    for note in _pages(machine, "notes.list", "notes"):
        found[f"note {note['key']}"] = _lasting(note)
    for layer in machine.call("notes.layers")["layers"]:
        found[f"layer {layer['layer']}"] = True
    for project in PROJECTS:
        for context in machine.call("contexts.predict", {"project": project, "limit": 1000})["contexts"]:
            found[f"context {context['id']}"] = _lasting(context)
    for session in _pages(machine, "sessions.list", "sessions"):
        found[f"session {session['session_id']}"] = session["finished"]
        for message in _pages(machine, "sessions.read", "messages", session_id=session["session_id"]):
            found[f"message {message['key']}"] = _lasting(message)
    for node in machine.call("summaries.inspect", {"limit": 1000})["summaries"]:
        found[f"summary {node['key']}"] = node.get("text")
    return {**found, **archived(machine.data)}


def archived(data: Path) -> State:
    """Of files that only grow, their lines."""
    found: State = {}
    for path in sorted((*data.glob("contexts/archive/*.jsonl"), *data.glob("knowledge-graph/canary-facts.json"))):
        if text := path.read_text():  # an empty one holds nothing, as none does
            found[f"file {path.relative_to(data)}"] = text
    for path in sorted(data.glob("memory/archive/*.md")):
        found[f"file {path.relative_to(data)}"] = [line for line in path.read_text().splitlines() if line.strip()]
    for path in sorted(data.glob("daily/**/*.md")):
        found[f"file {path.relative_to(data)}"] = path.read_text()
    return found


def _pages(machine: Machine, method: str, name: str, **params: Any) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    after: dict[str, Any] = {}
    while True:
        page = machine.call(method, {"limit": 200, **params, **after})
        found += page[name]
        if not page.get("next"):
            return found
        after = {"after": page["next"]}


def _lasting(value: dict[str, Any]) -> dict[str, Any]:
    return {name: each for name, each in value.items() if name not in _PASSING}


def told(one: State, other: State) -> str:
    """The differences, for a person."""
    lines = [f"- {key}: {json.dumps(one[key], default=str)[:300]}" for key in one if one[key] != other.get(key)]
    lines += [f"+ {key}: {json.dumps(other[key], default=str)[:300]}" for key in other if other[key] != one.get(key)]
    return "\n".join(lines[:20])
