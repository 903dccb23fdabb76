"""`facts`: subject-predicate-object statements with activation (002 §1, §2)."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Annotated, Any, NamedTuple, NotRequired, TypedDict

import msgspec

from memoryd.errors import MemorydError
from memoryd.kinds.facts import find
from memoryd.kinds.facts.bulk import add_all
from memoryd.kinds.facts.decay import FULL
from memoryd.kinds.facts.fact import DEFAULT_SOURCE, ID_LIMIT, TEXT_LIMIT, Stated
from memoryd.requests.memory import After, Limit, Memory, Redacted, SessionId, Text, Time, bounded, worded
from memoryd.requests.redaction import are_harmless, merged, redact_fact
from memoryd.rpc.registry import Access, Call, Method, Registry, Runs
from memoryd.rpc.validate import ParamsReader
from memoryd.storage.writer import Batch

SLICE = 500
"""Facts of `add_many` in one batch: others' writes wait for no more than this."""

FactId = Annotated[str, msgspec.Meta(min_length=1, max_length=ID_LIMIT, description="`fact-…`")]
Reason = Annotated[str, msgspec.Meta(min_length=1, max_length=1000)]


class AddParams(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """One statement."""

    subject: Text
    predicate: Text
    object: Text
    source: Annotated[str, msgspec.Meta(min_length=1, max_length=1000)] = DEFAULT_SOURCE
    created: Time | None = None
    session_id: SessionId | None = None


class AddResult(TypedDict):
    """What became of it."""

    id: str
    status: str
    activation: float
    redacted: list[Redacted]


class AddManyParams(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """Statements, each a map as `facts.add` takes it."""

    facts: list[msgspec.Raw]
    session_id: SessionId | None = None


class Rejected(TypedDict):
    """One that was not taken, by its place in the list."""

    index: int
    code: str
    message: str


class AddManyResult(TypedDict):
    """Counts; `ids` has null where a statement was rejected."""

    added: int
    reinforced: int
    rejected: list[Rejected]
    ids: list[str | None]
    redacted: list[Redacted]


class FactResult(TypedDict):
    """A fact (002 §1); `activation` is decayed to `as_of`."""

    id: str
    subject: str
    predicate: str
    object: str
    source: str
    created: str
    activation: float
    as_of: str
    last_accessed: str | None
    access_count: int
    archived: bool


class IdParams(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """Which fact."""

    id: FactId
    session_id: SessionId | None = None


class ArchiveParams(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """Which fact, and why."""

    id: FactId
    reason: Reason = "archived on request"
    session_id: SessionId | None = None


class ChangeResult(TypedDict):
    """What became of it."""

    id: str
    status: str
    redacted: NotRequired[list[Redacted]]


class FindParams(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """Exact filters, compared with case and spaces folded."""

    subject: Text | None = None
    predicate: Text | None = None
    object: Text | None = None
    include_archived: bool = False
    limit: Limit = 100
    after: After | None = None
    session_id: SessionId | None = None


class FindResult(TypedDict):
    """A page of facts."""

    facts: list[FactResult]
    next: NotRequired[str]


class EntitiesParams(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """Names that begin so."""

    prefix: Annotated[str, msgspec.Meta(max_length=1000)] | None = None
    limit: Limit = 100
    after: After | None = None
    session_id: SessionId | None = None


class EntityResult(TypedDict):
    """An entity and in how many facts it stands."""

    name: str
    facts: int
    as_subject: int
    as_object: int


class EntitiesResult(TypedDict):
    """A page of entities by name."""

    entities: list[EntityResult]
    next: NotRequired[str]


class RelationsParams(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A page of relation types."""

    limit: Limit = 100
    after: After | None = None
    session_id: SessionId | None = None


class RelationResult(TypedDict):
    """A relation type and in how many facts it stands."""

    predicate: str
    facts: int


class RelationsResult(TypedDict):
    """Relation types, the most frequent first."""

    relations: list[RelationResult]
    next: NotRequired[str]


class NeighborsParams(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """From which entity, and how far."""

    entity: Text
    depth: Annotated[int, msgspec.Meta(ge=1, le=find.MAX_DEPTH)] = 1
    limit: Limit = 50
    session_id: SessionId | None = None


class NeighborFact(FactResult):
    """A fact and how many steps away it is."""

    distance: int


class NeighborsResult(TypedDict):
    """Facts around an entity, the nearest first, and the entities that they name."""

    entity: str
    facts: list[NeighborFact]
    neighbors: list[str]


class Statement(NamedTuple):
    """A fact to be stated, bounded and without secrets."""

    stated: Stated
    redacted: list[Redacted]
    session_id: str | None


class FactsApi:
    """The handlers."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory
        self._entities = find.EntityList(memory.facts)

    def prepare(self, call: Call, params: AddParams) -> Statement:
        """What needs no writer: bounds, time, secrets. Its session may have been started right before."""
        return self._clean(params, self._memory.clock.now())

    def _clean(self, params: AddParams, now: int) -> Statement:
        memory = self._memory
        for name in ("subject", "predicate", "object"):
            bounded(name, worded(name, getattr(params, name)), TEXT_LIMIT)
        created = memory.time_of("created", params.created, now)
        texts, redacted = redact_fact(memory, (params.subject, params.predicate, params.object, params.source))
        return Statement(Stated(*texts, created), redacted, params.session_id)

    def add(self, call: Call, statement: Statement, batch: Batch) -> dict[str, Any]:
        """State a fact, or reinforce it."""
        if statement.session_id is not None or call.state:
            self._memory.ask(call, statement.session_id)
        result = self._memory.facts.add(*statement.stated, batch)
        result["redacted"] = statement.redacted
        return result

    def add_together(self, items: list[tuple[Call, AddParams]], batch: Batch) -> list[Any]:
        """As `prepare` and `add` of each."""
        now = self._memory.clock.now()
        harmless = are_harmless([(one.subject, one.predicate, one.object, one.source) for _, one in items])
        replies: list[Any] = []
        stated: list[Stated] = []
        for (call, one), is_harmless in zip(items, harmless, strict=True):
            try:
                statement = self._plain(one) if is_harmless and _is_plain(one) else self._clean(one, now)
                if one.session_id is not None or call.state:
                    self._memory.ask(call, one.session_id)
            except Exception as error:
                replies.append(error)
                continue
            stated.append(statement.stated)
            replies.append(statement.redacted)
        outcomes = iter(add_all(self._memory.facts, stated, batch))
        for place, redacted in enumerate(replies):
            if not isinstance(redacted, Exception):
                fact_id, status = next(outcomes)
                replies[place] = {"id": fact_id, "status": status, "activation": FULL, "redacted": redacted}
        return replies

    def add_many(self, call: Call, params: AddManyParams) -> dict[str, Any]:
        """State many facts; each is taken or rejected by itself."""
        if params.session_id is not None or call.state:
            self._memory.ask(call, params.session_id)
        total = {"added": 0, "reinforced": 0}
        rejected: list[dict[str, Any]] = []
        ids: list[str | None] = []
        redacted: list[list[Redacted]] = []
        for start in range(0, len(params.facts), SLICE):
            call.check_cancelled()
            call.progress("facts", start, len(params.facts))
            self._memory.index.wait_for_room()
            part = self._read_slice(params.facts[start : start + SLICE])
            stated = [one.stated for one in part if not isinstance(one, MemorydError)]
            outcomes = iter(self._memory.write(functools.partial(add_all, self._memory.facts, stated)))
            for index, one in enumerate(part, start):
                if isinstance(one, MemorydError):
                    ids.append(None)
                    rejected.append({"index": index, "code": one.code, "message": one.sentence})
                    continue
                fact_id, status = next(outcomes)
                ids.append(fact_id)
                total[status] += 1
                if one.redacted:
                    redacted.append(one.redacted)
        return {**total, "rejected": rejected, "ids": ids, "redacted": merged(*redacted)}

    def _read_slice(self, raws: Sequence[msgspec.Raw]) -> list[Statement | MemorydError]:
        now = self._memory.clock.now()
        given = _one_fact.read_all(raws)
        if given is None:
            return [self._read(raw, now) for raw in raws]
        harmless = are_harmless([(one.subject, one.predicate, one.object, one.source) for one in given])
        return [
            self._plain(one) if is_harmless and _is_plain(one) else self._read(raw, now)
            for one, raw, is_harmless in zip(given, raws, harmless, strict=True)
        ]

    def _read(self, raw: msgspec.Raw, now: int) -> Statement | MemorydError:
        try:
            return self._clean(_one_fact.read_one(raw), now)
        except MemorydError as error:
            return error

    @staticmethod
    def _plain(one: AddParams) -> Statement:
        """Of one in which there is nothing to look for."""
        return Statement(Stated(one.subject, one.predicate, one.object, one.source, None), [], None)

    def get(self, call: Call, params: IdParams) -> dict[str, Any]:
        """The fact of an id, active or archived; leaves no trace."""
        return self._memory.facts.get(params.id, self._memory.ask(call, params.session_id).now)

    def find(self, call: Call, params: FindParams) -> dict[str, Any]:
        """Facts by exact parts; leaves no trace."""
        now = self._memory.ask(call, params.session_id).now
        triple = find.Triple(params.subject, params.predicate, params.object)
        return find.find(self._memory.facts, triple, params.include_archived, params.limit, params.after, now)

    def archive(self, call: Call, params: ArchiveParams, batch: Batch) -> dict[str, Any]:
        """Move a fact to the archive."""
        self._memory.ask(call, params.session_id)
        (reason,), redacted = self._memory.redact(params.reason)
        return {**self._memory.facts.archive_fact(params.id, reason, batch), "redacted": redacted}

    def restore(self, call: Call, params: IdParams, batch: Batch) -> dict[str, Any]:
        """Bring an archived fact back."""
        self._memory.ask(call, params.session_id)
        return {**self._memory.facts.restore(params.id, batch), "redacted": []}

    def purge(self, call: Call, params: IdParams, batch: Batch) -> dict[str, Any]:
        """Remove a fact for good, from the archive too."""
        self._memory.ask(call, params.session_id)
        self._memory.facts.purge(params.id, batch)
        return {"id": params.id, "status": "purged"}

    def entities(self, call: Call, params: EntitiesParams) -> dict[str, Any]:
        """Unique entities of the active facts."""
        self._memory.ask(call, params.session_id)
        return find.entities(self._entities, params.prefix, params.limit, params.after)

    def relations(self, call: Call, params: RelationsParams) -> dict[str, Any]:
        """Relation types and their counts."""
        self._memory.ask(call, params.session_id)
        return find.relations(self._memory.facts, params.limit, params.after)

    def neighbors(self, call: Call, params: NeighborsParams) -> dict[str, Any]:
        """Facts within some steps of an entity."""
        now = self._memory.ask(call, params.session_id).now
        return find.neighbors(self._memory.facts, params.entity, params.depth, params.limit, now)


_one_fact = ParamsReader(AddParams)


def _is_plain(one: AddParams) -> bool:
    """Whether it needs no closer look: short texts that hold something, and no time."""
    return (
        one.created is None
        and len(one.subject) + len(one.predicate) + len(one.object) <= TEXT_LIMIT // 4
        and not (one.subject.isspace() or one.predicate.isspace() or one.object.isspace())
    )


def register(registry: Registry, memory: Memory) -> None:
    """Add the `facts` methods."""
    api = FactsApi(memory)
    read, write, admin = Access.READ, Access.WRITE, Access.ADMIN
    gone = ("not_found",)
    for method in (
        Method("facts.add", write, Runs.WRITER, AddParams, AddResult, api.add,
               "State a fact; one that is known is reinforced.", ("too_large", "read_only"), api.prepare,
               api.add_together),
        Method("facts.add_many", write, Runs.LONG, AddManyParams, AddManyResult, api.add_many,
               "State many facts at once; each is taken or rejected by itself.", ("read_only",)),
        Method("facts.get", read, Runs.READER, IdParams, FactResult, api.get,
               "A fact by its id, archived ones too.", gone),
        Method("facts.find", read, Runs.READER, FindParams, FindResult, api.find, "Facts by exact parts."),
        Method("facts.archive", write, Runs.WRITER, ArchiveParams, ChangeResult, api.archive,
               "Move a fact to the archive; it can be restored.", gone),
        Method("facts.restore", write, Runs.WRITER, IdParams, ChangeResult, api.restore,
               "Make an archived fact active again.", ("not_found", "conflict")),
        Method("facts.purge", admin, Runs.WRITER, IdParams, ChangeResult, api.purge,
               "Remove a fact from all files for good.", gone),
        Method("facts.entities", read, Runs.READER, EntitiesParams, EntitiesResult, api.entities,
               "What the active facts are about."),
        Method("facts.relations", read, Runs.READER, RelationsParams, RelationsResult, api.relations,
               "Relation types and how many facts have each."),
        Method("facts.neighbors", read, Runs.READER, NeighborsParams, NeighborsResult, api.neighbors,
               "The facts around an entity.", gone),
    ):  # fmt: skip
        registry.add(method)
