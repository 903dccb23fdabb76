"""What other programs read, made of our memories, and what they have no place for."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from memoryd.cli.moving.archive import as_jsonl, as_zip
from memoryd.cli.moving.restore import plural
from memoryd.client.graph import ENTITY, OBSERVATION

Json = Any
Records = Iterator[dict[str, Json]]
Dropped = Counter[str]


def left_out(kind: str, dropped: Dropped) -> int:
    """How many memories of a kind were dropped as a whole."""
    archived = dropped[f"archived {plural(kind)}"]
    return dropped[plural(kind)] + archived + (dropped["superseded facts"] if kind == "fact" else 0)


def _living(records: Records, dropped: Dropped) -> Records:
    """What is not archived and was not superseded; the others' programs know no such thing."""
    for one in records:
        if one.get("archived"):
            dropped[f"archived {plural(one['kind'])}"] += 1
        elif one.get("superseded_by"):
            dropped["superseded facts"] += 1
        else:
            yield one


def jsonl(records: Records, dropped: Dropped) -> bytes:
    """Everything, a line each."""
    return as_jsonl(records)


def zip_(records: Records, dropped: Dropped) -> bytes:
    """Everything, packed."""
    return as_zip(records)


def markdown(records: Records, dropped: Dropped) -> bytes:
    """Notes by layer, facts and contexts, to be read."""
    sections: dict[str, list[str]] = {}
    for one in _living(records, dropped):
        kind = one["kind"]
        if kind == "note":
            sections.setdefault(f"# {one['layer']}", []).append("- " + one["text"].replace("\n", "\n  "))
        elif kind == "fact":
            sections.setdefault("# facts", []).append(f"- {one['subject']} {one['predicate']} {one['object']}")
            dropped["ids, times, sources, audiences and activations of facts"] += 1
        elif kind == "context":
            sections.setdefault(f"# contexts of {one['project']}", []).append(one["content"])
            dropped["ids, times and metadata of contexts"] += 1
        else:
            dropped[plural(kind)] += 1
    return "".join(f"{title}\n\n{chr(10).join(texts)}\n\n" for title, texts in sections.items()).encode()


def server_memory(records: Records, dropped: Dropped) -> bytes:
    """Facts as entities, observations and relations."""
    entities: dict[str, dict[str, Json]] = {}
    relations: dict[str, dict[str, Json]] = {}

    def entity(name: str) -> dict[str, Json]:
        made = {"type": "entity", "name": name, "entityType": "thing", "observations": []}
        return entities.setdefault(name, made)

    for one in _living(records, dropped):
        if one["kind"] != "fact":
            dropped[plural(one["kind"])] += 1
        elif one.get("source") == ENTITY:
            entity(one["subject"])["entityType"] = one["object"] if one["predicate"] == "is_a" else ""
        elif one.get("source") == OBSERVATION:
            entity(one["subject"])["observations"].append(one["object"])
        else:
            entity(one["subject"])
            ends = {"from": one["subject"], "to": one["object"], "relationType": one["predicate"]}
            relations[json.dumps(ends)] = {"type": "relation", **ends}
            dropped["times, sources, audiences and projects of facts"] += 1
    return as_jsonl(iter([*entities.values(), *relations.values()]))


def mem0(records: Records, dropped: Dropped) -> bytes:
    """Facts and notes as memories."""
    results = []
    for number, one in enumerate(_living(records, dropped)):
        kind = one["kind"]
        if kind == "fact":
            text = f"{one['subject']} {one['predicate'].replace('_', ' ')} {one['object']}"
            results.append({"id": one["id"], "memory": text, "created_at": one["created"]})
            dropped["the parts, sources, audiences and activations of facts"] += 1
        elif kind == "note":
            text = one["text"]
            results.append({"id": f"note-{number}", "memory": text, "metadata": {"layer": one["layer"]}})
        else:
            dropped[plural(kind)] += 1
    return json.dumps({"results": results}, ensure_ascii=False, indent=2).encode() + b"\n"


FORMATS: dict[str, Callable[[Records, Dropped], bytes]] = {
    "jsonl": jsonl,
    "zip": zip_,
    "markdown": markdown,
    "server-memory": server_memory,
    "mem0": mem0,
}
