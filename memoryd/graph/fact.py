"""One fact and its line in facts.jsonl (002 §1)."""

from __future__ import annotations

import uuid

import msgspec

from memoryd.errors import InvalidParams
from memoryd.times import format_time, parse_time
from memoryd.types import Document, fold

FACTS_PATH = "knowledge-graph/facts.jsonl"
ARCHIVE_PATH = "knowledge-graph/archived-facts.jsonl"
DEFAULT_SOURCE = "user-stated"
HAND_SOURCE = "hand-edit"
TEXT_LIMIT = 64 * 1024
ID_LIMIT = 200


class Fact(msgspec.Struct, frozen=True, gc=False):
    """A subject-predicate-object statement; `created` in microseconds."""

    id: str
    subject: str
    predicate: str
    object: str
    source: str
    created: int


class FactLine(msgspec.Struct, gc=False, omit_defaults=True):
    """A line as it may stand in the file: a person writes three fields, we write seven."""

    subject: str
    predicate: str
    object: str
    id: str | None = None
    source: str | None = None
    created: str | None = None
    activation: float | None = None


class ArchivedLine(FactLine, gc=False, omit_defaults=True):
    """A line of the archive: when and why it left."""

    archived_at: str | None = None
    reason: str | None = None


class _Line(msgspec.Struct, gc=False):
    id: str
    subject: str
    predicate: str
    object: str
    source: str
    created: str
    activation: float


class _Archived(_Line, gc=False):
    archived_at: str
    reason: str


_encode = msgspec.json.Encoder().encode
_decode_line = msgspec.json.Decoder(FactLine).decode
_decode_archived = msgspec.json.Decoder(ArchivedLine).decode


class BadLine(ValueError):
    """A line that is no fact; the message says why in a few words."""


def new_id() -> str:
    """A fresh `fact-<uuid>`."""
    return f"fact-{uuid.uuid4()}"


def encode_line(fact: Fact, activation: float) -> bytes:
    """The fact as one line of facts.jsonl, newline included."""
    line = _Line(fact.id, fact.subject, fact.predicate, fact.object, fact.source, format_time(fact.created), activation)
    return _encode(line) + b"\n"


def encode_archived(fact: Fact, activation: float, at: int, reason: str) -> bytes:
    """The fact as one line of archived-facts.jsonl, newline included."""
    line = _Archived(
        fact.id,
        fact.subject,
        fact.predicate,
        fact.object,
        fact.source,
        format_time(fact.created),
        activation,
        format_time(at),
        reason,
    )
    return _encode(line) + b"\n"


def decode_line(raw: bytes) -> FactLine:
    """The line's fields. Raises BadLine with what is wrong."""
    try:
        line = _decode_line(raw)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadLine(_explain(error)) from None
    check_line(line)
    return line


def decode_archived(raw: bytes) -> ArchivedLine:
    """An archived line's fields. Raises BadLine with what is wrong."""
    try:
        line = _decode_archived(raw)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadLine(_explain(error)) from None
    check_line(line)
    return line


def check_line(line: FactLine) -> None:
    """Raise BadLine unless the three parts hold text and the rest can be read."""
    if not line.subject.strip() or not line.predicate.strip() or not line.object.strip():
        empty = [name for name in ("subject", "predicate", "object") if not getattr(line, name).strip()]
        raise BadLine(f"{' and '.join(empty)} must not be empty")
    if line.activation is not None and not 0.0 <= line.activation <= 1.0:
        raise BadLine(f"activation must be between 0 and 1, got {line.activation}")
    if line.id is not None and not (line.id.strip() and len(line.id) <= ID_LIMIT):
        raise BadLine(f"id must have 1 to {ID_LIMIT} characters")
    if line.created is not None:
        try:
            parse_time(line.created)
        except ValueError:
            raise BadLine(f"created must be an ISO 8601 time, got {line.created[:60]!r}") from None


def _explain(error: Exception) -> str:
    if isinstance(error, msgspec.ValidationError):
        return str(error).replace("Object missing required field", "the line lacks").replace("`", "'")
    if isinstance(error, UnicodeDecodeError):
        return "the line is not valid UTF-8"
    return f"the line is not a JSON object ({error})"


def from_line(line: FactLine, now: int) -> Fact:
    """The fact of a line; what a person left out is filled in."""
    return Fact(
        line.id or new_id(),
        line.subject,
        line.predicate,
        line.object,
        line.source or HAND_SOURCE,
        parse_time(line.created) if line.created else now,
    )


def is_complete(line: FactLine) -> bool:
    """Whether nothing has to be filled in."""
    return None not in (line.id, line.source, line.created, line.activation)


def filled_in(raw: bytes, fact: Fact, activation: float) -> bytes:
    """The person's line with the missing fields added; other keys of theirs stay."""
    theirs = msgspec.json.decode(raw)
    ours = msgspec.json.decode(encode_line(fact, activation))
    return _encode({**ours, **theirs}) + b"\n"


def triple_hash(subject: str, predicate: str, object_: str) -> int:
    """A 64-bit hash of the folded triple (rule 5); equal triples have equal hashes within one process."""
    return hash((fold(subject), fold(predicate), fold(object_)))


def same_triple(one: Fact, other: Fact) -> bool:
    """Whether two facts state the same, with case and spaces folded (rule 5)."""
    return (
        fold(one.subject) == fold(other.subject)
        and fold(one.predicate) == fold(other.predicate)
        and fold(one.object) == fold(other.object)
    )


def sentence(fact: Fact) -> str:
    """The fact as people read it: `deployment project started on 2026-05-15`."""
    return f"{fact.subject} {fact.predicate.replace('_', ' ')} {fact.object}"


def document(fact: Fact) -> Document:
    """What recall indexes of the fact."""
    return Document(
        key=fact.id,
        kind="fact",
        text=sentence(fact),
        source=FACTS_PATH,
        path=FACTS_PATH,
        at=fact.created,
        created=fact.created,
        subject=fact.subject,
        predicate=fact.predicate,
        object=fact.object,
    )


def require_text(name: str, text: str) -> str:
    """`text`, when it holds something besides spaces. Raises InvalidParams."""
    if not text.strip():
        raise InvalidParams(f"`{name}` must not be empty: a fact is subject, predicate and object", param=name)
    return text
