"""Our own export: JSON lines, one memory a line, alone or in a zip."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterator
from contextlib import nullcontext, suppress
from typing import Any

from memoryd.cli.command import Call
from memoryd.cli.moving.files import loads, read_text
from memoryd.cli.moving.parts import Conversation, Ours, Parts, Skipped, Unusable
from memoryd.cli.moving.restore import KINDS
from memoryd.errors import NotFound
from memoryd.types import IMPORT

Json = Any
MEMBER = "memories.jsonl"
_FACT = (
    "id", "subject", "predicate", "object", "source", "created", "valid_from", "valid_until", "supersedes",
    "superseded_by", "edited", "activation", "as_of", "last_accessed", "access_count", "archived", "audience",
    "project", "sources",
)  # fmt: skip
_NOTE = ("layer", "slug", "text", "critical", "audience", "project", "sources", "archived")
_CONTEXT = (
    "id", "project", "content", "source", "metadata", "tags", "causality", "created", "last_accessed", "access_count",
    "archived", "audience", "sources",
)  # fmt: skip
_ITEM = ("namespace", "key", "created", "updated", "ttl_seconds", "audience", "project")
_SESSION = ("session_id", "agent", "project", "audience", "started")
_MESSAGE = ("key", "role", "content", "name", "at", "id", "data", "source")
_TEXTS = {"session": ("session_id",), "message": ("role", "content"), "note": ("layer", "text")}
"""What a record cannot be brought in without."""
_PAGE = 1000


def memories(call: Call) -> Iterator[dict[str, Json]]:
    """Everything, as records of our export, in the order in which it can be brought in; archived ones, too."""
    for session in reversed(list(_pages(call, "sessions.list", "sessions", {}))):
        yield {"kind": "session", **_kept(session, _SESSION), "finished": session["finished"]}
        for number, one in enumerate(_messages(call, session)):
            message = _kept(one, _MESSAGE)
            if message.get("source") == IMPORT:  # every import says so anew
                del message["source"]
            yield {"kind": "message", **message, "id": message.get("id") or f"exported-{number}"}
    for level in ("L1", "L2", "L3"):
        asked = {"level": level, "content": True}
        for summary in reversed(list(_pages(call, "summaries.inspect", "summaries", asked))):
            if summary["text"]:
                yield {"kind": "summary", **_kept(summary, ("key", "content"))}
    yield from _facts(call)
    for archived in (True, False):
        for note in _pages(call, "notes.list", "notes", {"archived": archived}):
            marks = {name: True for name, mark in (("pin", "pinned"), ("remember", "hot")) if note[mark]}
            yield {"kind": "note", **_kept(note, _NOTE), **marks}
    for archived in (True, False):
        for context in _pages(call, "contexts.list", "contexts", {"archived": archived}):
            yield {"kind": "context", **_kept(context, _CONTEXT)}
    for place in _pages(call, "items.list", "items", {"limit": _PAGE}):
        with suppress(NotFound):  # its time was over, or somebody deleted it
            item = call("items.get", {"namespace": place["namespace"], "key": place["key"]})
            index = {} if item.get("index", True) else {"index": False}
            yield {"kind": "item", "value": item["value"], **_kept(item, _ITEM), **index}


def _messages(call: Call, session: dict[str, Json]) -> Iterator[Json]:
    with call.apart() if session["audience"] == "group" else nullcontext(call) as reading:
        yield from _pages(reading, "sessions.read", "messages", {"session_id": session["session_id"]})


def _facts(call: Call) -> Iterator[dict[str, Json]]:
    """Every fact by its time; each names all that it took the place of."""
    asked = {"include_archived": True, "include_superseded": True, "limit": _PAGE}
    facts = sorted(_pages(call, "facts.find", "facts", asked), key=lambda one: str(one["created"]))
    before: dict[str, list[str]] = {}
    for fact in facts:
        if fact.get("superseded_by"):
            before.setdefault(fact["superseded_by"], []).append(fact["id"])
    for fact in facts:
        first = [fact["supersedes"]] if "supersedes" in fact else []
        olds = list(dict.fromkeys([*first, *before.get(fact["id"], [])]))
        yield {"kind": "fact", **_kept({**fact, "supersedes": olds}, _FACT)}


def memoryd(path: str) -> Parts:
    """What `memoryctl export --format jsonl|zip` wrote."""
    if zipfile.is_zipfile(path):
        with zipfile.ZipFile(path) as archive:
            if MEMBER not in archive.namelist():
                raise Unusable(f"{path} holds no {MEMBER}, so memoryctl export did not write it")
            text = archive.read(MEMBER).decode()
    else:
        text = read_text(path)
    conversation: Conversation | None = None
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        kind, record = _record(line)
        if not kind:
            yield Skipped(f"{path}:{number}", "no record of memoryctl export")
            continue
        if kind == "message" and conversation is not None:
            conversation.messages.append(record)
            continue
        if conversation is not None:
            yield conversation
        conversation = Conversation(record, []) if kind == "session" else None
        if kind in KINDS:
            yield Ours(kind, record)
        elif kind != "session":
            yield Skipped(f"{path}:{number}", f"memories of kind {kind!r} are not known here")
    if conversation is not None:
        yield conversation


def _record(line: str) -> tuple[str, dict[str, Json]]:
    """The kind of memory and its fields; without a kind where the line is no record."""
    try:
        record = loads(line)
        kind = str(record.pop("kind"))
        is_whole = all(isinstance(record[name], str) for name in _TEXTS.get(kind, ()))
    except (ValueError, KeyError, AttributeError, TypeError, RecursionError):
        return "", {}
    return kind if is_whole else "", record


def as_jsonl(records: Iterator[dict[str, Json]]) -> bytes:
    """The export."""
    return b"".join(json.dumps(one, ensure_ascii=False).encode() + b"\n" for one in records)


def as_zip(records: Iterator[dict[str, Json]]) -> bytes:
    """The export, packed."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(MEMBER, as_jsonl(records))
    return packed.getvalue()


def _kept(one: dict[str, Json], names: tuple[str, ...]) -> dict[str, Json]:
    return {name: one[name] for name in names if one.get(name) not in (None, [], {}, False)}


def _pages(call: Call, method: str, field: str, asked: dict[str, Json]) -> Iterator[dict[str, Json]]:
    after: dict[str, Json] = {}
    while True:
        page = call(method, {**asked, **after})
        yield from page[field]
        if page.get("next") is None:
            return
        after = {"after": page["next"]}
