"""One context: its line in contexts/<project>.jsonl, its file's name, and what recall indexes of it (003)."""

from __future__ import annotations

import hashlib
import re
import uuid
import zlib
from collections.abc import Mapping
from typing import Any
from urllib.parse import quote, unquote

import msgspec

from memoryd.kinds.contexts.tiers import TIERS, Tier
from memoryd.origin import Origin, read_origin, shown_origin
from memoryd.times import format_time, parse_time
from memoryd.types import BOM, UNREADABLE, UNTRUSTED, Document

CONTEXTS_PATH = "contexts"
ARCHIVE_PATH = "contexts/archive"
CONTENT_LIMIT = 1024 * 1024
HAND_SOURCE = "manual"
_LONGEST_STEM = 180
_PACKED_FROM = 1024
_CAUSALITY = {
    "action_type": ("action_type", "actionType"),
    "rationale": ("rationale",),
    "dependencies": ("dependencies",),
    "caused_by": ("caused_by", "causedBy"),
}


class ContextLine(msgspec.Struct, kw_only=True):
    """The fields of a line as they may be read; what a person left out is filled in."""

    content: str
    id: str | None = None
    project: str | None = None
    source: str | None = None
    metadata: dict[str, Any] | None = None
    tags: list[str] | None = None
    causality: dict[str, Any] | None = None
    tier: str | None = None
    created: str | None = None
    last_accessed: str | None = None
    access_count: int | None = None
    archived: str | None = None
    audience: str | None = None
    session_id: str | None = None
    sources: list[str] | None = None

    @property
    def names_origin(self) -> bool:
        """Whether it says anything of whose it is."""
        return (self.audience, self.session_id, self.sources) != (None, None, None)


class BadLine(ValueError):
    """A line that is no context; the text says why in a few words."""


class Context:
    """A context in memory: what the rules need, and its line as it stands in the file."""

    __slots__ = (
        "access_count", "appended", "causality", "created", "durable", "id", "last_accessed", "line_hash", "origin",
        "packed", "path", "project", "size", "tier", "turn",
    )  # fmt: skip

    def __init__(self, raw: bytes, line: ContextLine, path: str, now: int) -> None:
        self.id = line.id or new_id()
        self.project = line.project or project_of(path)
        self.path = path
        self.created = parse_time(line.created) if line.created else now
        self.last_accessed = parse_time(line.last_accessed) if line.last_accessed else None
        self.access_count = line.access_count or 0
        self.tier: Tier = tier_named(line.tier) or "ARCHIVED"
        self.causality = causality_of(line.causality, line.metadata)
        self.origin = origin_in(line, self.project)
        self.turn = 0
        """Its place in the order of accesses, since the start."""
        self.appended = 0
        """When we appended the line, in this run."""
        self.durable = True
        self.line_hash = 0
        self.size = 0
        """Bytes of the line, which is about what a reply takes that shows it."""
        self.packed = b""
        self.keep(raw)

    def keep(self, raw: bytes) -> None:
        """This is the line as it stands in the file, without its newline; long ones are held packed."""
        self.line_hash = hash(raw)
        self.size = len(raw)
        self.packed = raw if len(raw) < _PACKED_FROM else b"\0" + zlib.compress(raw, 1)

    @property
    def raw(self) -> bytes:
        """The line as it stands in the file."""
        return zlib.decompress(self.packed[1:]) if self.packed.startswith(b"\0") else self.packed


def origin_in(line: ContextLine, project: str) -> Origin:
    """Whose it is: a line that says nothing of it is a person's own, or of unknown origin and so private (rule 17)."""
    implied = "shared" if line.source in (None, HAND_SOURCE) else "private"
    # Its project is where it is filed; what a group session without one made is that session's.
    return read_origin(line.audience or implied, None if line.session_id else project, line.session_id, line.sources)


_decoder = msgspec.json.Decoder(ContextLine)
_encode = msgspec.json.Encoder().encode


def _decode(raw: bytes) -> ContextLine:
    return _decoder.decode(raw.removeprefix(BOM))


def new_id() -> str:
    """`context-` and a random UUID."""
    return f"context-{uuid.uuid4()}"


def id_of(raw: bytes) -> str | None:
    """The id of the context that the line is; None when it is none, or has no id."""
    try:
        return decode_line(raw).id
    except BadLine:
        return None


def decode_line(raw: bytes) -> ContextLine:
    """The line's fields. Raises BadLine with what is wrong."""
    try:
        line = _decode(raw)
        raw.decode()  # msgspec passes over what is in keys that it does not know
        for name in ("created", "last_accessed", "archived"):
            value = getattr(line, name)
            if value is not None:
                parse_time(value)
    except (*UNREADABLE, ValueError) as error:
        raise BadLine(str(error).replace("Object missing", "the line lacks").replace("`", "'")) from None
    if not line.content.strip():
        raise BadLine("content must not be empty")
    if line.access_count is not None and line.access_count < 0:
        raise BadLine("access_count must not be negative")
    if line.tier is not None and tier_named(line.tier) is None:
        raise BadLine(f"tier must be one of {', '.join(TIERS)}, got {line.tier[:20]!r}")
    return line


def tier_named(text: str | None) -> Tier | None:
    """The tier of that name, in either case."""
    return next((tier for tier in TIERS if text is not None and tier == text.upper()), None)


def is_complete(line: ContextLine) -> bool:
    """Whether nothing has to be filled in."""
    return None not in (line.id, line.project, line.created)


def encode_new(context_id: str, project: str, fields: Mapping[str, Any], whose: Origin, now: int) -> bytes:
    """The line of a new context, without newline: `fields` has content, source, metadata, tags and causality."""
    line = {
        "id": context_id,
        "project": project,
        "content": fields["content"],
        "source": fields.get("source") or "",
        "metadata": fields.get("metadata") or {},
        "tags": fields.get("tags") or [],
        "causality": fields.get("causality"),
        "tier": "ACTIVE",
        "created": format_time(now),
        "last_accessed": format_time(now),
        "access_count": 0,
        **_written(whose),
    }
    return _encode(line)


def encode_imported(given: Mapping[str, Any], whose: Origin) -> bytes:
    """The line of a context of an export, without newline; its tier follows from its last access."""
    names = ("id", "project", "content", "source", "metadata", "tags", "causality", "created", "last_accessed")
    fields = {name: given.get(name) for name in names}
    return _encode({**fields, "access_count": given["access_count"], **_written(whose)})


def _written(whose: Origin) -> dict[str, Any]:
    fields: dict[str, Any] = {"audience": whose.audience}
    if whose.session_id is not None:
        fields["session_id"] = whose.session_id
    if whose.sources:
        fields["sources"] = whose.sources
    return fields


def render(context: Context, tier: Tier) -> bytes:
    """The line with what is known now; keys that a person added stay."""
    fields = msgspec.json.decode(context.raw.removeprefix(BOM))
    fields.setdefault("id", context.id)
    fields.setdefault("project", context.project)
    for name in ("id", "project"):
        fields[name] = fields[name] or getattr(context, name)
    fields.setdefault("source", HAND_SOURCE)
    fields |= {
        "tier": tier,
        "created": fields.get("created") or format_time(context.created),
        "last_accessed": None if context.last_accessed is None else format_time(context.last_accessed),
        "access_count": context.access_count,
        **_written(context.origin),
    }
    return _encode(fields)


def render_archived(context: Context, tier: Tier, at: int, reason: str) -> bytes:
    """The line as the archive keeps it."""
    fields = msgspec.json.decode(render(context, tier))
    return _encode({**fields, "archived": format_time(at), "reason": reason})


def without_archive_keys(raw: bytes) -> bytes:
    """An archived line as it goes back."""
    fields = msgspec.json.decode(raw.removeprefix(BOM))
    fields.pop("archived", None)
    fields.pop("reason", None)
    return _encode(fields)


def causality_of(given: Mapping[str, Any] | None, metadata: Mapping[str, Any] | None) -> dict[str, Any] | None:
    """Action type, rationale, dependencies and cause, from `causality` or else from the metadata; None without any."""
    nested = (metadata or {}).get("causality")
    places = [given or {}, nested if isinstance(nested, Mapping) else {}, metadata or {}]
    found: dict[str, Any] = {}
    for name, spellings in _CAUSALITY.items():
        values = (place[spelling] for place in places for spelling in spellings if place.get(spelling) is not None)
        value = next(values, None)
        if name == "dependencies":
            value = [str(one) for one in value] if isinstance(value, list) else []
        elif value is not None:
            value = str(value)
        found[name] = value
    return found if any(found.values()) else None


def file_of(project: str) -> str:
    """`contexts/<project>.jsonl`: readable, and safe whatever the project is called."""
    stem = quote(project, safe=" ~@+=,()", encoding="utf-8", errors="surrogatepass")
    stem = re.sub("(?:%[89A-F][0-9A-F])+", _letters, stem)
    if stem.startswith((".", "~", " ")):
        stem = f"%{ord(stem[0]):02X}{stem[1:]}"
    if len(stem.encode()) > _LONGEST_STEM:
        cut = stem.encode()[: _LONGEST_STEM - 13].decode(errors="ignore").rstrip("%")
        stem = f"{cut}~{hashlib.sha256(project.encode()).hexdigest()[:12]}"
    return f"{CONTEXTS_PATH}/{stem}.jsonl"


def _letters(match: re.Match[str]) -> str:
    """Letters and digits of every script stay as they are; other signs, emoji too, stay quoted."""
    return "".join(char if char.isalnum() else quote(char) for char in unquote(match[0]))


def project_of(path: str) -> str:
    """The project of a file, for lines that do not name one."""
    return unquote(path.rsplit("/", 1)[-1].removesuffix(".jsonl"))


def archive_of(path: str) -> str:
    """The archive of a file of contexts."""
    return f"{ARCHIVE_PATH}/{path.rsplit('/', 1)[-1]}"


def view(context: Context, tier: Tier) -> dict[str, Any]:
    """The context as a reply shows it (003 in our names)."""
    line = _decode(context.raw)
    return {
        **shown_origin(context.origin),
        "id": context.id,
        "project": context.project,
        "content": line.content,
        "source": HAND_SOURCE if line.source is None else line.source,
        "metadata": line.metadata or {},
        "tags": line.tags or [],
        "causality": context.causality,
        "tier": tier,
        "created": format_time(context.created),
        "last_accessed": None if context.last_accessed is None else format_time(context.last_accessed),
        "access_count": context.access_count,
    }


def document(context: Context) -> Document:
    """What recall indexes of the context."""
    line = _decode(context.raw)
    return Document(
        key=context.id,
        kind="context",
        text=line.content,
        source=context.path,
        path=context.path,
        at=context.created,
        created=context.created,
        project=context.project,
        audience=context.origin.audience,
        session_id=context.origin.session_id,
        sources=context.origin.sources,
        title=" ".join(line.tags) if line.tags else None,
        untrusted=line.source == UNTRUSTED,
    )
