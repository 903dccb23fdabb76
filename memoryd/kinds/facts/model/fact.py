"""One fact: its fields, and every form that it takes: line, archived line, document, reply (002 §1).

A new field goes here, into `shapes.py` and nowhere else.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

import msgspec

from memoryd.kinds.facts.model.bad_line import BadLine, explain
from memoryd.kinds.facts.model.decay import State
from memoryd.kinds.facts.model.fact_ids import new_id
from memoryd.kinds.facts.model.validity import ALWAYS, Validity
from memoryd.origin import Origin, origin_of, read_origin, shown_origin
from memoryd.times import format_time, parse_time
from memoryd.types import BOM, UNREADABLE, UNTRUSTED, Audience, Document

FACTS_PATH = "knowledge-graph/facts.jsonl"
ARCHIVE_PATH = "knowledge-graph/archived-facts.jsonl"
DEFAULT_SOURCE = "user-stated"
HAND_SOURCE = "hand-edit"
TEXT_LIMIT = 64 * 1024
ID_LIMIT = 200


Folded = tuple[str, str, str, str]
"""The folded triple, and the scope of its origin: what a fact says, and to whom (rule 5)."""
STATED = frozenset({DEFAULT_SOURCE, HAND_SOURCE})
"""Sources of what nobody's session said: without an `audience` its lines are shared, others private (rule 17)."""
VERBATIM = "server-memory:"
"""How sources begin of what another program's graph holds: compared letter by letter, and superseding nothing."""


class Statement(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """What a fact says, before it has an id; times in microseconds, `created` None: now."""

    subject: str
    predicate: str
    object: str
    origin: Origin
    source: str = DEFAULT_SOURCE
    created: int | None = None
    validity: Validity = ALWAYS


class Fact(Statement, frozen=True, gc=False, kw_only=True):
    """A subject-predicate-object statement with an id."""

    id: str
    created: int

    @property
    def valid_from(self) -> int:
        """From when it holds, in microseconds."""
        return self.created if self.validity.valid_from is None else self.validity.valid_from


class FactLine(msgspec.Struct, gc=False, omit_defaults=True, kw_only=True):
    """A line as it may stand in the file: a person writes three fields, we write seven and what else is known."""

    subject: str
    predicate: str
    object: str
    id: str | None = None
    source: str | None = None
    created: str | None = None
    activation: float | None = None
    audience: str | None = None
    project: str | None = None
    session_id: str | None = None
    sources: list[str] | None = None
    valid_from: str | None = None
    valid_until: str | None = None
    supersedes: str | list[str] | None = None
    superseded_by: str | None = None
    edited: str | None = None

    @property
    def validity(self) -> Validity:
        """When it holds, and its chain; times that cannot be read are as if they were left out."""
        return _validity_of(self)

    @property
    def names_origin(self) -> bool:
        """Whether it says anything of whose it is."""
        return (self.audience, self.project, self.session_id, self.sources) != (None, None, None, None)

    @property
    def origin(self) -> Origin:
        """Whose it is; lines that name no audience tell it by their source."""
        return _origin_of(self)


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
    audience: Audience | None = None
    project: str | None = None
    session_id: str | None = None
    sources: tuple[str, ...] | None = None
    valid_from: str | None = None
    valid_until: str | None = None
    supersedes: tuple[str, ...] | str | None = None
    superseded_by: str | None = None
    edited: str | None = None


class _Archived(_Line, gc=False, kw_only=True):
    archived_at: str
    reason: str
    as_of: str
    last_accessed: str | None
    access_count: int


_encode = msgspec.json.Encoder().encode
_encode_lines = msgspec.json.Encoder().encode_lines
_OURS = frozenset(_Line.__struct_fields__)
_REQUIRED = len(_Line.__struct_fields__) - len(_Line.__struct_defaults__)
_OPTIONAL = [b'"%s":' % name.encode() for name in _Line.__struct_fields__[_REQUIRED:]]
_decode_line = msgspec.json.Decoder(FactLine).decode
_decode_lines = msgspec.json.Decoder(_Line).decode_lines
_decode_archived = msgspec.json.Decoder(ArchivedLine).decode


_parse_time = lru_cache(maxsize=64)(parse_time)
"""What was written together has the same time."""
_MOST_ACCESSES = 2**32


def fact_of(statement: Statement, fact_id: str, now: int) -> Fact:
    """The fact that states it."""
    return Fact(
        id=fact_id,
        subject=statement.subject,
        predicate=statement.predicate,
        object=statement.object,
        source=statement.source,
        created=now if statement.created is None else statement.created,
        origin=statement.origin,
        validity=statement.validity,
    )


# --- a fact to its line -----------------------------------------------------------------------------------------


def implied_audience(source: str | None) -> Audience:
    """Of a line that names no audience."""
    return "shared" if source is None or source in STATED else "private"


def _line(fact: Fact, created: str, activation: float) -> _Line:
    origin = fact.origin
    line = _Line(
        id=fact.id,
        subject=fact.subject,
        predicate=fact.predicate,
        object=fact.object,
        source=fact.source,
        created=created,
        activation=activation,
        audience=None if origin.audience == implied_audience(fact.source) else origin.audience,
        project=origin.project,
        session_id=origin.session_id,
        sources=origin.sources or None,
    )
    if fact.validity is not ALWAYS:
        said = fact.validity
        line.valid_from, line.valid_until, line.edited = map(
            _time_text, (said.valid_from, said.valid_until, said.edited)
        )
        line.supersedes = said.supersedes[0] if len(said.supersedes) == 1 else said.supersedes or None
        line.superseded_by = said.superseded_by
    return line


def _time_text(at: int | None) -> str | None:
    return None if at is None else format_time(at)


_NOTHING_SAID = (None, None, None, None, None)


def _validity(
    valid_from: str | None,
    valid_until: str | None,
    supersedes: str | Sequence[str] | None,
    superseded_by: str | None,
    edited: str | None,
) -> Validity:
    return Validity(
        _time_or_none(valid_from),
        _time_or_none(valid_until),
        (supersedes,) if isinstance(supersedes, str) else tuple(supersedes or ()),
        superseded_by,
        _time_or_none(edited),
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


def has_other_keys(raw: bytes) -> bool:
    """Whether a readable line has keys that are not of a fact."""
    return not _OURS.issuperset(msgspec.json.decode(raw.removeprefix(BOM)))


# --- a line to its fact -----------------------------------------------------------------------------------------


def decode_line(raw: bytes) -> FactLine:
    """The line's fields. Raises BadLine with what is wrong."""
    try:
        line = _decode_line(raw.removeprefix(BOM))
        raw.decode()  # msgspec passes over what is in keys that it does not know
    except UNREADABLE as error:
        raise BadLine(explain(error, raw)) from None
    check_line(line)
    return line


def decode_archived(raw: bytes) -> ArchivedLine:
    """An archived line's fields. Raises BadLine with what is wrong."""
    try:
        line = _decode_archived(raw)
        raw.decode()
    except UNREADABLE as error:
        raise BadLine(explain(error, raw)) from None
    check_line(line)
    return line


def archived_at(line: ArchivedLine) -> int:
    """When the line's fact was archived (microseconds); 0 when it does not tell."""
    return _time_or_none(line.archived_at) or 0


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
                origin=_origin_of(line),
                validity=_validity_of(line),
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


def _origin_of(line: FactLine | _Line) -> Origin:
    audience = line.audience or implied_audience(line.source)
    return read_origin(audience, line.project, line.session_id, line.sources)


def _validity_of(line: FactLine | _Line) -> Validity:
    if (line.valid_from, line.valid_until, line.supersedes, line.superseded_by, line.edited) == _NOTHING_SAID:
        return ALWAYS
    return _validity(line.valid_from, line.valid_until, line.supersedes, line.superseded_by, line.edited)


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
        origin=line.origin if old is None or line.names_origin else old.origin,
        validity=line.validity if old is None or line.validity is not ALWAYS else old.validity,
    )


def is_complete(line: FactLine) -> bool:
    """Whether nothing has to be filled in."""
    return None not in (line.id, line.source, line.created, line.activation)


def filled_in(raw: bytes, fact: Fact, activation: float) -> bytes:
    """The person's line with the missing fields added; other keys of theirs stay."""
    read = msgspec.json.decode(raw.removeprefix(BOM))
    theirs = {key: value for key, value in read.items() if value is not None or key not in _OURS}
    ours = msgspec.json.decode(encode_line(fact, activation))
    return _encode({**ours, **theirs}) + b"\n"


def brought_up(raw: bytes, fact: Fact, activation: float) -> bytes:
    """The person's line with our fields as they are now; other keys of theirs stay."""
    theirs = {key: value for key, value in msgspec.json.decode(raw.removeprefix(BOM)).items() if key not in _OURS}
    return _encode({**msgspec.json.decode(encode_line(fact, activation)), **theirs}) + b"\n"


# --- what is shown ---------------------------------------------------------------------------------


def sentence(fact: Fact | FactLine | Statement) -> str:
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
        at=fact.valid_from,
        created=fact.created,
        subject=fact.subject,
        predicate=fact.predicate,
        object=fact.object,
        audience=fact.origin.audience,
        project=fact.origin.project,
        session_id=fact.origin.session_id,
        sources=fact.origin.sources,
        untrusted=fact.source == UNTRUSTED,
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
        origin=origin_of(document),
    )


def said(fact: Fact) -> dict[str, Any]:
    """What the fact says, as replies and results of recall show it."""
    validity = fact.validity
    shown: dict[str, Any] = {
        "subject": fact.subject,
        "predicate": fact.predicate,
        "object": fact.object,
        "source": fact.source,
        "created": format_time(fact.created),
        "valid_from": format_time(fact.valid_from),
    }
    if validity is not ALWAYS:
        if validity.valid_until is not None:
            shown["valid_until"] = format_time(validity.valid_until)
        if validity.supersedes:
            shown["supersedes"] = validity.supersedes[0]
        if validity.superseded_by is not None:
            shown["superseded_by"] = validity.superseded_by
        if validity.edited is not None:
            shown["edited"] = format_time(validity.edited)
    return shown


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
        **shown_origin(fact.origin),
    }
