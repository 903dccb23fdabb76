"""`facts`: subject-predicate-object statements with activation (002 §1, §2)."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Sequence
from typing import Annotated, Any, NamedTuple, NotRequired, TypedDict, TypeVar

import msgspec

from memoryd.acting import Actor
from memoryd.clock import Clock
from memoryd.errors import MemorydError
from memoryd.kinds.facts import find
from memoryd.kinds.facts.changes import FactChanges
from memoryd.kinds.facts.fact import DEFAULT_SOURCE, ID_LIMIT, TEXT_LIMIT, Statement, sentence
from memoryd.kinds.facts.store import FactStore
from memoryd.recall.lexical.prepared_terms import prepare_terms
from memoryd.requests.asker import Asker
from memoryd.requests.method import Method
from memoryd.requests.params import After, Limit, SessionId, Text, Time, bounded, worded
from memoryd.requests.redaction import KEEP, Redacted, are_harmless, merged
from memoryd.rpc.registry import Access, Runs
from memoryd.rpc.validate import ParamsReader
from memoryd.services import Services
from memoryd.storage.writer import Batch

SLICE_SECONDS = 0.01
"""What one batch of `add_many` may take on the writer: others' writes wait for no more than one of them."""
_SHORT = 4000
"""Characters of a fact that needs no closer look."""
_SLICE_FACTS = (25, 500)
"""At least and at most so many facts in one batch;"""
_SLICE_BYTES = 128 * 1024
"""and no more than so many bytes, but for the last."""

R = TypeVar("R")

FactId = Annotated[str, msgspec.Meta(min_length=1, max_length=ID_LIMIT, description="`fact-…`", extra=KEEP)]
Reason = Annotated[str, msgspec.Meta(min_length=1, max_length=1000)]


class AddParams(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """One statement."""

    subject: Text
    predicate: Text
    object: Text
    source: Annotated[str, msgspec.Meta(min_length=1, max_length=1000)] = DEFAULT_SOURCE
    created: Time | None = None
    session_id: SessionId | None = None

    def statement(self, created: int | None) -> Statement:
        """What is to be stated."""
        return Statement(
            subject=self.subject,
            predicate=self.predicate,
            object=self.object,
            source=self.source,
            created=created,
        )


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
    redacted: list[Redacted]


class PurgeResult(TypedDict):
    """What became of it."""

    id: str
    status: str


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


class Prepared(NamedTuple):
    """A fact to be stated, bounded and without secrets."""

    statement: Statement
    redacted: list[Redacted]


class FactMethods:
    """The handlers."""

    def __init__(self, services: Services, store: FactStore, changes: FactChanges) -> None:
        self._services = services
        self._store = store
        self._changes = changes
        self._entities = find.EntityList(store)

    # --- stating facts ------------------------------------------------------------------------------------

    def prepare(self, params: AddParams, now: int) -> Prepared:
        """What needs no writer."""
        return _taken(self._take([params], now)[0])

    def add(self, asker: Asker, prepared: Prepared, batch: Batch) -> dict[str, Any]:
        """State a fact, or reinforce it."""
        return self._state([prepared], batch, [asker.actor])[0]

    def add_together(self, items: list[tuple[Asker, AddParams]], batch: Batch) -> list[Any]:
        """As `prepare` and `add` of each."""
        taken = self._take([params for _, params in items], batch.now)
        by = [asker.actor for (asker, _), one in zip(items, taken, strict=True) if isinstance(one, Prepared)]
        replies = iter(self._state([one for one in taken if isinstance(one, Prepared)], batch, by))
        return [next(replies) if isinstance(one, Prepared) else one for one in taken]

    def _state(self, given: Sequence[Prepared], batch: Batch, by: Sequence[Actor]) -> list[dict[str, Any]]:
        replies = self._changes.add_all([one.statement for one in given], batch, by)
        for one, reply in zip(given, replies, strict=True):
            reply["redacted"] = one.redacted
        return replies

    def add_many(self, asker: Asker, params: AddManyParams) -> dict[str, Any]:
        """State many facts; each is taken or rejected by itself."""
        total = {"added": 0, "reinforced": 0}
        rejected: list[dict[str, Any]] = []
        ids: list[str | None] = []
        redacted: list[list[Redacted]] = []
        pace = _Pace(self._services.clock)
        start = 0
        while start < len(params.facts):
            asker.call.check_cancelled()
            asker.call.progress("facts", start, len(params.facts))
            self._services.index.wait_for_room()
            raws = pace.next(params.facts, start)
            part = self._take(_read(raws), self._services.clock.now())
            stated = [one.statement for one in part if isinstance(one, Prepared)]
            # As work of the background: one slice of all bulk calls in each round of the writer, in a batch of its own.
            outcomes = iter(
                self._services.writer.run_alone(pace.timed(functools.partial(self._changes.add_all, stated)))
            )
            for index, one in enumerate(part, start):
                if isinstance(one, MemorydError):
                    ids.append(None)
                    rejected.append({"index": index, "code": one.code, "message": one.sentence})
                    continue
                outcome = next(outcomes)
                ids.append(outcome["id"])
                total[outcome["status"]] += 1
                if one.redacted:
                    redacted.append(one.redacted)
            start += len(raws)
        return {**total, "rejected": rejected, "ids": ids, "redacted": merged(*redacted)}

    def _take(self, given: Sequence[AddParams | MemorydError], now: int) -> list[Prepared | MemorydError]:
        """The statements, bounded and without secrets; the one way in for all of them.

        Most have no secret, and one look at all of them tells.
        """
        harmless = iter(are_harmless([one for one in given if isinstance(one, AddParams)]))
        return [one if isinstance(one, MemorydError) else self._prepared(one, next(harmless), now) for one in given]

    def _prepared(self, one: AddParams, is_harmless: bool, now: int) -> Prepared | MemorydError:
        if is_harmless and _is_plain(one):
            return Prepared(one.statement(None), [])
        try:
            _check(one)
            created = self._services.times.of("created", one.created, now)
        except MemorydError as error:
            return error
        clean, redacted = self._services.redactor.fact(one)
        statement = clean.statement(created)
        # A long text is read for the index here, and not by the next search.
        prepare_terms((sentence(statement),))
        return Prepared(statement, redacted)

    # --- looking ------------------------------------------------------------------------------------------

    def get(self, asker: Asker, params: IdParams) -> dict[str, Any]:
        """The fact of an id, active or archived; leaves no trace."""
        return self._store.get(params.id, asker.now)

    def find(self, asker: Asker, params: FindParams) -> dict[str, Any]:
        """Facts by exact parts; leaves no trace."""
        triple = find.Triple(params.subject, params.predicate, params.object)
        return find.find(self._store, triple, params.include_archived, params.limit, params.after, asker.now)

    def entities(self, asker: Asker, params: EntitiesParams) -> dict[str, Any]:
        """Unique entities of the active facts."""
        return find.entities(self._entities, params.prefix, params.limit, params.after)

    def relations(self, asker: Asker, params: RelationsParams) -> dict[str, Any]:
        """Relation types and their counts."""
        return find.relations(self._store, params.limit, params.after)

    def neighbors(self, asker: Asker, params: NeighborsParams) -> dict[str, Any]:
        """Facts within some steps of an entity."""
        return find.neighbors(self._store, params.entity, params.depth, params.limit, asker.now)

    # --- the archive --------------------------------------------------------------------------------------

    def archive(self, asker: Asker, params: ArchiveParams, batch: Batch) -> dict[str, Any]:
        """Move a fact to the archive."""
        return self._changes.archive(params.id, params.reason, batch)

    def restore(self, asker: Asker, params: IdParams, batch: Batch) -> dict[str, Any]:
        """Bring an archived fact back."""
        return self._changes.restore(params.id, batch)

    def purge(self, asker: Asker, params: IdParams, batch: Batch) -> dict[str, Any]:
        """Remove a fact for good, from the archive too."""
        self._changes.purge(params.id, batch)
        return {"id": params.id, "status": "purged"}

    def all(self) -> Iterable[Method]:
        """The `facts` namespace."""
        read, write, admin = Access.READ, Access.WRITE, Access.ADMIN
        gone = ("not_found",)
        return (
            Method("facts.add", write, Runs.WRITER, AddParams, AddResult, self.add,
                   "State a fact; one that is known is reinforced.", ("too_large", "read_only"),
                   prepare=self.prepare, together=self.add_together, cleans=False),
            Method("facts.add_many", write, Runs.LONG, AddManyParams, AddManyResult, self.add_many,
                   "State many facts at once; each is taken or rejected by itself.", ("read_only",),
                   cleans=False),
            Method("facts.get", read, Runs.READER, IdParams, FactResult, self.get,
                   "A fact by its id, archived ones too.", gone),
            Method("facts.find", read, Runs.READER, FindParams, FindResult, self.find, "Facts by exact parts."),
            Method("facts.archive", write, Runs.WRITER, ArchiveParams, ChangeResult, self.archive,
                   "Move a fact to the archive; it can be restored.", gone),
            Method("facts.restore", write, Runs.WRITER, IdParams, ChangeResult, self.restore,
                   "Make an archived fact active again.", ("not_found", "conflict")),
            Method("facts.purge", admin, Runs.WRITER, IdParams, PurgeResult, self.purge,
                   "Remove a fact from all files for good.", gone),
            Method("facts.entities", read, Runs.SCANNER, EntitiesParams, EntitiesResult, self.entities,
                   "What the active facts are about."),
            Method("facts.relations", read, Runs.SCANNER, RelationsParams, RelationsResult, self.relations,
                   "Relation types and how many facts have each."),
            Method("facts.neighbors", read, Runs.SCANNER, NeighborsParams, NeighborsResult, self.neighbors,
                   "The facts around an entity.", gone),
        )  # fmt: skip


class _Pace:
    """How many facts go into the next batch: as many as the writer does in the time of a slice."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._facts = 4 * _SLICE_FACTS[0]

    def next(self, raws: Sequence[msgspec.Raw], start: int) -> list[msgspec.Raw]:
        """The next of them, at least one."""
        size = 0
        for end in range(start, min(len(raws), start + self._facts)):
            size += len(bytes(raws[end]))
            if size >= _SLICE_BYTES:
                return list(raws[start : end + 1])
        return list(raws[start : start + self._facts])

    def timed(self, operation: Callable[[Batch], R]) -> Callable[[Batch], R]:
        """The operation, which sets the pace for the next."""

        def run(batch: Batch) -> R:
            began = self._clock.monotonic()
            result = operation(batch)
            spent = max(self._clock.monotonic() - began, 1e-6)
            fitting = self._facts * min(4.0, SLICE_SECONDS / spent)
            self._facts = int(min(max(fitting, _SLICE_FACTS[0]), _SLICE_FACTS[1]))
            return result

        return run


_one_fact = ParamsReader(AddParams)


def _read(raws: Sequence[msgspec.Raw]) -> list[AddParams | MemorydError]:
    given = _one_fact.read_all(raws)
    return [_read_one(raw) for raw in raws] if given is None else list(given)


def _read_one(raw: msgspec.Raw) -> AddParams | MemorydError:
    try:
        return _one_fact.read_one(raw)
    except MemorydError as error:
        return error


def _taken(one: Prepared | MemorydError) -> Prepared:
    if isinstance(one, MemorydError):
        raise one
    return one


def _check(one: AddParams) -> None:
    """Raise for a part that is empty or too long."""
    for name in ("subject", "predicate", "object"):
        bounded(name, worded(name, getattr(one, name)), TEXT_LIMIT)


def _is_plain(one: AddParams) -> bool:
    """Whether it needs no closer look: short texts that are not blank, and no time."""
    return (
        one.created is None
        and len(one.subject) + len(one.predicate) + len(one.object) <= _SHORT
        and not (one.subject.isspace() or one.predicate.isspace() or one.object.isspace())
    )
