"""Statements and short memories: triples, server-memory, mem0, mcp-memory-service."""

from __future__ import annotations

import csv
import io
from hashlib import sha256
from typing import Any

from memoryd.cli.hooks.transcript import clean, cut, time_of, timed
from memoryd.cli.moving.files import read_json, read_lines, read_text
from memoryd.cli.moving.parts import Conversation, Entities, Fact, Parts, Skipped, Unusable

Json = Any
_PARTS = ("subject", "predicate", "object")
_BESIDE = ("tags", "memory_type", "categories", "metadata", "updated_at", "updated_at_iso", "source")
"""What other memories say of one besides its text; it is kept with the message."""
_TIMES = ("created", "valid_from", "valid_until")


def triples(path: str) -> Parts:
    """CSV with a header, or JSON lines: subject, predicate, object, and optionally source and times."""
    rows: list[tuple[int, Json]]
    if path.endswith((".jsonl", ".ndjson")):
        rows = list(read_lines(path))
    else:
        table = csv.DictReader(io.StringIO(read_text(path)))
        if not set(_PARTS) <= set(table.fieldnames or ()):
            raise Unusable(f"{path}: its first line must name the columns subject, predicate and object")
        rows = [(table.line_num, row) for row in table]
    for number, row in rows:
        yield fact_of(row, f"{path}:{number}")


def fact_of(row: Json, where: str) -> Fact | Skipped:
    """The fact that a record states, or why it states none."""
    if not isinstance(row, dict):
        return Skipped(where, "it cannot be read")
    said = {name: clean(str(row.get(name) or "")) for name in _PARTS}
    if not all(text.strip() for text in said.values()):
        return Skipped(where, "subject, predicate and object must have text")
    values: dict[str, Json] = {**said, "source": clean(str(row.get("source") or "import"))[:1000]}
    for name in _TIMES:
        values = timed(values, name, row.get(name))
    for name in ("audience", "project"):
        if row.get(name):
            values[name] = row[name]
    return Fact(values)


def server_memory(path: str) -> Parts:
    """The file of `@modelcontextprotocol/server-memory`."""
    found = Entities([], [])
    for number, one in read_lines(path):
        kind = one.get("type") if isinstance(one, dict) else None
        wanted = {"entity": ("name", "entityType"), "relation": ("from", "to", "relationType")}.get(str(kind), ())
        values = {name: clean(str(one.get(name) or "")) for name in wanted} if wanted else {}
        if not wanted or not all(values[name].strip() for name in wanted if name != "entityType"):
            yield Skipped(f"{path}:{number}", "neither an entity nor a relation with text")
        elif kind == "relation":
            found.relations.append(values)
        else:
            texts = one["observations"] if isinstance(one.get("observations"), list) else []
            observations = [clean(text) for text in texts if isinstance(text, str) and text.strip()]
            found.entities.append({**values, "observations": observations})
    if found.entities or found.relations:
        yield found


def mem0(path: str) -> Parts:
    """mem0's `get_all()` as JSON: each memory a message of what was known of that user, with its time.

    Relations of its graph become facts.
    """
    found = read_json(path)
    records = found.get("results", found.get("memories")) if isinstance(found, dict) else found
    relations = found.get("relations") if isinstance(found, dict) else None
    for number, one in enumerate(relations if isinstance(relations, list) else ()):
        named = one if isinstance(one, dict) else {}
        row = {"subject": named.get("source"), "predicate": named.get("relationship") or named.get("relation")}
        row["object"] = named.get("target") or named.get("destination")
        yield fact_of({**row, "source": "mem0"}, f"{path}: relation {number}")
    yield from _memories("mem0", path, records, "memory", ("user_id", "agent_id", "run_id"), "created_at")


def mcp_memory_service(path: str) -> Parts:
    """The export of mcp-memory-service as JSON."""
    found = read_json(path)
    records = found.get("memories") if isinstance(found, dict) else found
    yield from _memories("mcp-memory-service", path, records, "content", ("user_id",), "created_at")


def _memories(program: str, path: str, records: Json, text: str, owners: tuple[str, ...], created: str) -> Parts:
    if not isinstance(records, list):
        raise Unusable(f"{path} has no list of memories")
    sessions: dict[str, list[dict[str, Json]]] = {}
    for number, one in enumerate(records):
        content = cut(clean(str(one.get(text) or ""))).strip() if isinstance(one, dict) else ""
        if not content:
            yield Skipped(f"{path}: memory {number}", "it has no text")
            continue
        owner = next((str(one[name]) for name in owners if one.get(name)), "")
        name = one.get("id") or one.get("content_hash") or sha256(content.encode()).hexdigest()[:32]
        at = one.get(f"{created}_iso") or one.get(created)
        message = timed({"role": "assistant", "content": content, "id": clean(str(name))[:200]}, "at", at)
        if beside := {name: one[name] for name in _BESIDE if one.get(name)}:
            message["data"] = beside
        sessions.setdefault("".join(c for c in owner if c.isprintable()).strip(), []).append(message)
    for owner, messages in sessions.items():
        messages.sort(key=lambda one: time_of(one.get("at")) or "")
        yield Conversation({"session_id": f"{program}-{owner or 'all'}"[:200], "agent": program}, messages)
