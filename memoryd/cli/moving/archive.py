"""Our own export: JSON lines, one memory a line, alone or in a zip."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterator
from typing import Any, Protocol

from memoryd.cli.moving.files import read_text
from memoryd.cli.moving.parts import Context, Conversation, Fact, Note, Parts, Skipped, Unusable
from memoryd.types import IMPORT

Json = Any
MEMBER = "memories.jsonl"
_FACT = ("subject", "predicate", "object", "source", "created", "valid_from", "valid_until", "audience", "project")
_NOTE = ("layer", "slug", "text", "critical", "audience", "project")
_CONTEXT = ("project", "content", "source", "metadata", "tags", "causality", "audience")
_PARTS: dict[str, type[Fact] | type[Note] | type[Context]] = {"fact": Fact, "note": Note, "context": Context}
_MESSAGE = ("role", "content", "name", "at", "id", "data", "source")


class Call(Protocol):
    """Calls a method of the daemon."""

    def __call__(self, method: str, params: dict[str, Json] | None = None) -> Json:
        """The method's result."""
        ...


def memories(call: Call) -> Iterator[dict[str, Json]]:
    """Every fact, note, session and message, as records of our export; superseded and archived facts, too."""
    asked = {"include_archived": True, "include_superseded": True}
    facts = list(_pages(call, "facts.find", "facts", {**asked, "limit": 1000}))
    for fact in sorted(facts, key=lambda one: str(one["created"])):
        yield {"kind": "fact", **_kept(fact, _FACT)}
    for note in _pages(call, "notes.list", "notes", {}):
        untrusted = {"source": "untrusted"} if "untrusted" in note.get("sources", ()) else {}
        marks = {name: True for name, mark in (("pin", "pinned"), ("remember", "hot")) if note[mark]}
        yield {"kind": "note", **_kept(note, _NOTE), **marks, **untrusted}
    # A session that records nothing: to be exported is no access.
    looking = {"session_id": call("sessions.start", {"record": False})["session_id"], "limit": 1000}
    for project in call("projects.list")["projects"]:
        if project["memories"].get("context"):
            for context in call("contexts.load", {"project": project["project"], **looking})["contexts"][::-1]:
                yield {"kind": "context", **_kept(context, _CONTEXT)}
    sessions = list(_pages(call, "sessions.list", "sessions", {}))
    for session in reversed(sessions):
        yield {"kind": "session", **_kept(session, ("session_id", "agent", "project", "audience"))}
        for number, one in enumerate(_pages(call, "sessions.read", "messages", {"session_id": session["session_id"]})):
            message = _kept(one, _MESSAGE)
            if message.get("source") == IMPORT:  # every import says so anew
                del message["source"]
            yield {"kind": "message", **message, "id": message.get("id") or f"exported-{number}"}


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
        try:
            record = json.loads(line)
            kind = record.pop("kind")
        except (ValueError, KeyError, AttributeError, TypeError):
            yield Skipped(f"{path}:{number}", "no record of memoryctl export")
            continue
        if kind == "message" and conversation is not None:
            conversation.messages.append(record)
            continue
        if conversation is not None:
            yield conversation
        conversation = Conversation(record, []) if kind == "session" else None
        if kind in ("fact", "note", "context"):
            yield _PARTS[kind](record)
        elif kind != "session":
            yield Skipped(f"{path}:{number}", f"memories of kind {kind!r} are not known here")
    if conversation is not None:
        yield conversation


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
