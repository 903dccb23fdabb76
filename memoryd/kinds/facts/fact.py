"""One fact: its fields, and every form that it takes: line, archived line, document, reply (002 §1).

A new field goes here, into `methods.py` and nowhere else.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

import msgspec

from memoryd.kinds.facts.decay import State
from memoryd.patterns import pattern as lazy_pattern
from memoryd.secrets import may_hold_secrets, redact
from memoryd.times import format_time, parse_time
from memoryd.types import UNREADABLE, Document, fold

FACTS_PATH = "knowledge-graph/facts.jsonl"
ARCHIVE_PATH = "knowledge-graph/archived-facts.jsonl"
DEFAULT_SOURCE = "user-stated"
HAND_SOURCE = "hand-edit"
TEXT_LIMIT = 64 * 1024
ID_LIMIT = 200


Folded = tuple[str, str, str]


class Statement(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """What a fact says, before it has an id; times in microseconds, `created` None: now."""

    subject: str
    predicate: str
    object: str
    source: str = DEFAULT_SOURCE
    created: int | None = None


class Fact(Statement, frozen=True, gc=False, kw_only=True):
    """A subject-predicate-object statement with an id."""

    id: str
    created: int


class FactLine(msgspec.Struct, gc=False, omit_defaults=True, kw_only=True):
    """A line as it may stand in the file: a person writes three fields, we write seven."""

    subject: str
    predicate: str
    object: str
    id: str | None = None
    source: str | None = None
    created: str | None = None
    activation: float | None = None


class ArchivedLine(FactLine, gc=False, omit_defaults=True, kw_only=True):
    """A line of the archive: when and why it left, and how it had been used; older lines do not know the latter."""

    archived_at: str | None = None
    reason: str | None = None
    as_of: str | None = None
    last_accessed: str | None = None
    access_count: int | None = None


class _Line(msgspec.Struct, gc=False, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A line as we write it. A field that not every fact has comes last, with a default."""

    id: str
    subject: str
    predicate: str
    object: str
    source: str
    created: str
    activation: float


class _Archived(_Line, gc=False, kw_only=True):
    archived_at: str
    reason: str
    as_of: str
    last_accessed: str | None
    access_count: int


_encode = msgspec.json.Encoder().encode
_encode_lines = msgspec.json.Encoder().encode_lines
_IDS = 256
_ids: list[str] = []
"""Made beforehand: to ask the kernel for each would let other threads have the interpreter each time."""
_VARIANT = {digit: "89ab"[int(digit, 16) & 3] for digit in "0123456789abcdef"}
_OURS = frozenset(_Line.__struct_fields__)
_REQUIRED = len(_Line.__struct_fields__) - len(_Line.__struct_defaults__)
_OPTIONAL = [b'"%s":' % name.encode() for name in _Line.__struct_fields__[_REQUIRED:]]
_decode_line = msgspec.json.Decoder(FactLine).decode
_decode_lines = msgspec.json.Decoder(_Line).decode_lines
_decode_archived = msgspec.json.Decoder(ArchivedLine).decode


_parse_time = lru_cache(maxsize=64)(parse_time)
"""What was written together has the same time."""
_MOST_ACCESSES = 2**32
_BOM = b"\xef\xbb\xbf"
"""Some editors begin a file with it."""
_TYPES = {"str": "text", "int": "a number", "float": "a number", "bool": "true or false", "array": "a list"}
_WRONG_TYPE = lazy_pattern(r"Expected `([^`]*)`, got `([^`]*)` - at `\$\.([^`]*)`")


class BadLine(ValueError):
    """A line that is no fact; the message says why in a few words."""


def new_id() -> str:
    """A fresh `fact-<uuid>`: a random UUID (RFC 4122, version 4), made without the class, which takes 5 µs."""
    try:
        return _ids.pop()
    except IndexError:
        _ids.extend(new_ids(_IDS))
        return _ids.pop()


def new_ids(count: int) -> list[str]:
    """`count` fresh ids."""
    digits = os.urandom(16 * count).hex()
    return [_id_of(digits[at : at + 32]) for at in range(0, 32 * count, 32)]


def _id_of(digits: str) -> str:
    return f"fact-{digits[:8]}-{digits[8:12]}-4{digits[13:16]}-{_VARIANT[digits[16]]}{digits[17:20]}-{digits[20:]}"


def fact_of(statement: Statement, fact_id: str, now: int) -> Fact:
    """The fact that states it."""
    return Fact(
        id=fact_id,
        subject=statement.subject,
        predicate=statement.predicate,
        object=statement.object,
        source=statement.source,
        created=now if statement.created is None else statement.created,
    )


# --- a fact to its line -----------------------------------------------------------------------------------------


def _line(fact: Fact, created: str, activation: float) -> _Line:
    return _Line(
        id=fact.id,
        subject=fact.subject,
        predicate=fact.predicate,
        object=fact.object,
        source=fact.source,
        created=created,
        activation=activation,
    )


def encode_line(fact: Fact, activation: float) -> bytes:
    """The fact as one line of facts.jsonl, newline included."""
    return _encode(_line(fact, format_time(fact.created), activation)) + b"\n"


def encode_lines(facts: Sequence[Fact], activation: float) -> bytes:
    """The facts as lines of facts.jsonl, newlines included."""
    times = {created: format_time(created) for created in {one.created for one in facts}}
    return _encode_lines([_line(one, times[one.created], activation) for one in facts])


def encode_archived(fact: Fact, state: State, at: int, reason: str) -> bytes:
    """The fact as one line of archived-facts.jsonl, newline included."""
    line = _Archived(
        **msgspec.structs.asdict(_line(fact, format_time(fact.created), state.activation)),
        archived_at=format_time(at),
        reason=reason,
        as_of=format_time(state.as_of),
        last_accessed=format_time(state.last_accessed) if state.last_accessed else None,
        access_count=state.access_count,
    )
    return _encode(line) + b"\n"


def has_our_keys_only(raw: bytes) -> bool:
    """Whether the line of a fact can be written again from the fact alone; in doubt it is said that it cannot."""
    # In a line as we write it, `":` stands behind each of its keys and nowhere else.
    return raw.count(b'":') == _REQUIRED + sum(map(raw.count, _OPTIONAL))


def without_secrets(fact: Fact) -> Fact:
    """The fact as we may write it into a file of ours: a person may have typed a secret into facts.jsonl (rule 22)."""
    parts = (fact.subject, fact.predicate, fact.object, fact.source)
    if not may_hold_secrets("\n".join(parts)):
        return fact
    subject, predicate, object_, source = (redact(part)[0] for part in parts)
    name = fact.predicate.replace("_", " ").split()[-1:]
    if object_ == fact.object and name:
        # `has_password` of `hunter2` is a secret where `hunter2` alone is none.
        object_ = redact(f"{name[0]}: {object_}")[0].removeprefix(f"{name[0]}: ")
    return msgspec.structs.replace(fact, subject=subject, predicate=predicate, object=object_, source=source)


# --- a line to its fact -----------------------------------------------------------------------------------------


def decode_line(raw: bytes) -> FactLine:
    """The line's fields. Raises BadLine with what is wrong."""
    try:
        line = _decode_line(raw.removeprefix(_BOM))
        raw.decode()  # msgspec passes over what is in keys that it does not know
    except UNREADABLE as error:
        raise BadLine(_explain(error, raw)) from None
    check_line(line)
    return line


def decode_archived(raw: bytes) -> ArchivedLine:
    """An archived line's fields. Raises BadLine with what is wrong."""
    try:
        line = _decode_archived(raw)
        raw.decode()
    except UNREADABLE as error:
        raise BadLine(_explain(error, raw)) from None
    check_line(line)
    return line


def archived_state(line: ArchivedLine) -> State:
    """The state that the fact left with; of a line that says no time, as of when it left."""
    as_of, last = (_time_or_none(text) for text in (line.as_of or line.archived_at, line.last_accessed))
    value = 0.0 if line.activation is None else line.activation
    return State(value, as_of or 0, last or 0, min(max(0, line.access_count or 0), _MOST_ACCESSES))


def _time_or_none(text: str | None) -> int | None:
    try:
        return parse_time(text) if text else None
    except ValueError:
        return None


def check_line(line: FactLine) -> None:
    """Raise BadLine unless the three parts have text and the rest can be read."""
    if not line.subject.strip() or not line.predicate.strip() or not line.object.strip():
        empty = [name for name in ("subject", "predicate", "object") if not getattr(line, name).strip()]
        raise BadLine(f"{' and '.join(empty)} must not be empty")
    for name in ("subject", "predicate", "object"):
        text = getattr(line, name)
        if len(text) > TEXT_LIMIT // 4 and len(text.encode("utf-8", "replace")) > TEXT_LIMIT:
            raise BadLine(f"{name} has more than {TEXT_LIMIT} bytes")
    if line.activation is not None and not 0.0 <= line.activation <= 1.0:
        raise BadLine(f"activation must be between 0 and 1, got {line.activation}")
    if line.id is not None and not (line.id.strip() and len(line.id) <= ID_LIMIT):
        raise BadLine(f"id must have 1 to {ID_LIMIT} characters")
    if line.created is not None:
        try:
            parse_time(line.created)
        except ValueError:
            raise BadLine(f"created must be an ISO 8601 time, got {line.created[:60]!r}") from None


class PlainLines(msgspec.Struct, frozen=True):
    """Facts of lines as we write them, and the activation that stands in the line of each."""

    ids: list[str]
    facts: list[Fact]
    activations: list[float]


def plain_lines(block: bytes, raws: list[bytes], keep: Callable[[str, str], str]) -> PlainLines | None:
    """The facts of a block with these lines, if each has our fields and no others; else None.

    All at once: this takes a quarter of the time that one line after the other takes. `keep` gives one text for equal
    ones, where they come again and again.
    """
    if max(map(len, raws)) > TEXT_LIMIT // 4:
        return None
    try:
        lines = _decode_lines(block)
        facts = [
            Fact(
                id=line.id,
                subject=keep(line.subject, line.subject),
                predicate=keep(line.predicate, line.predicate),
                object=line.object,
                source=keep(line.source, line.source),
                created=_parse_time(line.created),
            )
            for line in lines
        ]
    except (*UNREADABLE, ValueError):
        return None
    ids, values = [line.id for line in lines], [line.activation for line in lines]
    if len(ids) != len(raws) or max(map(len, ids)) > ID_LIMIT or not 0.0 <= min(values) <= max(values) <= 1.0:
        return None
    common = {one.subject for one in facts} | {one.predicate for one in facts} | {one.source for one in facts}
    if any("" in map(str.strip, texts) for texts in (common, ids, [one.object for one in facts])):
        return None
    return PlainLines(ids, facts, values)


def _explain(error: Exception, raw: bytes) -> str:
    text = str(error)
    if isinstance(error, msgspec.ValidationError):
        wrong = _WRONG_TYPE.fullmatch(text)
        if wrong is not None:
            wanted, found = (_TYPES.get(name.split(" |")[0], f"a JSON {name}") for name in wrong.group(1, 2))
            return f"{wrong[3]} must be {wanted}, not {found}"
        if "`$" not in text and text.startswith("Expected `object`"):
            return "the line is not a JSON object"
        return text.replace("Object missing required field", "the line lacks").replace("`", "'")
    try:
        raw.decode()
    except UnicodeDecodeError:
        return "the line is not valid UTF-8"
    return f"the line is not a JSON object ({error})"


def from_line(line: FactLine, now: int, old: Fact | None = None) -> Fact:
    """The fact of a line; what a person left out is filled in, from the `old` fact if the line changes one."""
    created = now if old is None else old.created
    return Fact(
        id=(line.id or new_id()) if old is None else old.id,
        subject=line.subject,
        predicate=line.predicate,
        object=line.object,
        source=line.source or (HAND_SOURCE if old is None else old.source),
        created=parse_time(line.created) if line.created else created,
    )


def is_complete(line: FactLine) -> bool:
    """Whether nothing has to be filled in."""
    return None not in (line.id, line.source, line.created, line.activation)


def filled_in(raw: bytes, fact: Fact, activation: float) -> bytes:
    """The person's line with the missing fields added; other keys of theirs stay."""
    read = msgspec.json.decode(raw.removeprefix(_BOM))
    theirs = {key: value for key, value in read.items() if value is not None or key not in _OURS}
    ours = msgspec.json.decode(encode_line(fact, activation))
    return _encode({**ours, **theirs}) + b"\n"


# --- what is compared and shown ---------------------------------------------------------------------------------


def folded(subject: str, predicate: str, object_: str) -> Folded:
    """The triple with case and spaces folded: equal for facts that state the same (rule 5)."""
    return fold(subject), fold(predicate), fold(object_)


def key_of(one: Statement | FactLine) -> Folded:
    """The folded triple of a fact, or of what may become one."""
    return fold(one.subject), fold(one.predicate), fold(one.object)


def sentence(fact: Fact | Statement) -> str:
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


def from_document(document: Document) -> Fact:
    """The fact as the index remembers it, when its line is gone."""
    return Fact(
        id=document.key,
        subject=document.subject or "",
        predicate=document.predicate or "",
        object=document.object or "",
        source=HAND_SOURCE,
        created=document.created,
    )


def said(fact: Fact) -> dict[str, Any]:
    """What the fact says, as replies and results of recall show it."""
    return {
        "subject": fact.subject,
        "predicate": fact.predicate,
        "object": fact.object,
        "source": fact.source,
        "created": format_time(fact.created),
    }


def view(fact: Fact, state: State, activation: float, now: int, *, archived: bool) -> dict[str, Any]:
    """The fact as replies show it (design §5), its activation decayed to `now`.

    Of a clock that went back, as of when the activation counts (rule 1). Older archives know of no access.
    """
    return {
        "id": fact.id,
        **said(fact),
        "activation": activation,
        "as_of": format_time(max(now, state.as_of)),
        "last_accessed": format_time(state.last_accessed) if state.last_accessed or not archived else None,
        "access_count": state.access_count,
        "archived": archived,
    }
