"""What the methods of `facts` take and give (design §5); times as text."""

from __future__ import annotations

from typing import Annotated, NotRequired, TypedDict

import msgspec

from memoryd.kinds.facts.known import find
from memoryd.kinds.facts.model.fact import DEFAULT_SOURCE, ID_LIMIT, Statement
from memoryd.kinds.facts.model.validity import ALWAYS, Validity
from memoryd.origin import SHARED
from memoryd.requests.params import After, InSession, Limit, NewProject, Project, Text, Time, Until
from memoryd.requests.redaction import KEEP, Redacted
from memoryd.types import Audience

FactId = Annotated[str, msgspec.Meta(min_length=1, max_length=ID_LIMIT, description="`fact-…`", extra=KEEP)]
Reason = Annotated[str, msgspec.Meta(min_length=1, max_length=1000)]


class AddParams(InSession):
    """One statement."""

    subject: Text
    predicate: Text
    object: Text
    source: Annotated[str, msgspec.Meta(min_length=1, max_length=1000)] = DEFAULT_SOURCE
    created: Time | None = None
    valid_from: Time | None = None
    valid_until: Time | None = None
    supersedes: FactId | None = None
    audience: Audience | None = None
    project: NewProject | None = None

    def statement(self, created: int | None, validity: Validity = ALWAYS) -> Statement:
        """What is to be stated."""
        return Statement(
            subject=self.subject,
            predicate=self.predicate,
            object=self.object,
            source=self.source,
            created=created,
            origin=SHARED,
            validity=validity,
        )


class AddResult(TypedDict):
    """What became of it."""

    id: str
    status: str
    activation: float
    superseded: NotRequired[list[str]]
    superseded_by: NotRequired[str]
    redacted: list[Redacted]


class AddManyParams(InSession):
    """Statements, each a map as `facts.add` takes it."""

    facts: list[msgspec.Raw]


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


class ChainedFact(TypedDict):
    """What was said of the same before or after, as `facts.get` lists it, the oldest first."""

    id: str
    subject: str
    predicate: str
    object: str
    source: str
    created: str
    valid_from: str
    valid_until: NotRequired[str]
    supersedes: NotRequired[str]
    superseded_by: NotRequired[str]
    edited: NotRequired[str]


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
    audience: Audience
    project: NotRequired[str]
    sources: NotRequired[list[str]]
    valid_from: str
    valid_until: NotRequired[str]
    supersedes: NotRequired[str]
    superseded_by: NotRequired[str]
    edited: NotRequired[str]
    quarantined: NotRequired[bool]
    chain: NotRequired[list[ChainedFact]]


class IdParams(InSession):
    """Which fact."""

    id: FactId


class ArchiveParams(InSession):
    """Which fact, and why."""

    id: FactId
    reason: Reason = "archived on request"


class ChangeResult(TypedDict):
    """What became of it."""

    id: str
    status: str
    redacted: list[Redacted]


class EditParams(InSession):
    """Which fact, and what of it is wrong; the rest stays."""

    id: FactId
    subject: Text | None = None
    predicate: Text | None = None
    object: Text | None = None
    source: Annotated[str, msgspec.Meta(min_length=1, max_length=1000)] | None = None
    valid_from: Time | None = None
    valid_until: Time | None = None


class ConflictsParams(InSession):
    """How many."""

    limit: Limit = 100


class FindParams(InSession):
    """Exact filters, compared with case and spaces folded, `source` as it is."""

    subject: Text | None = None
    predicate: Text | None = None
    object: Text | None = None
    source: Text | None = None
    project: Project | None = None
    include_archived: bool = False
    include_superseded: bool = False
    as_of: Until | None = None
    limit: Limit = 100
    after: After | None = None


class ConflictResult(TypedDict):
    """Facts in force that say different things of one thing, the oldest first."""

    subject: str
    predicate: str
    facts: list[FactResult]


class ConflictsResult(TypedDict):
    """What contradicts and was not settled, the latest first."""

    conflicts: list[ConflictResult]


class FindResult(TypedDict):
    """A page of facts."""

    facts: list[FactResult]
    next: NotRequired[str]


class EntitiesParams(InSession):
    """Names that begin so."""

    prefix: Annotated[str, msgspec.Meta(max_length=1000)] | None = None
    limit: Limit = 100
    after: After | None = None


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


class RelationsParams(InSession):
    """A page of relation types."""

    limit: Limit = 100
    after: After | None = None


class RelationResult(TypedDict):
    """A relation type and in how many facts it stands."""

    predicate: str
    facts: int


class RelationsResult(TypedDict):
    """Relation types, the most frequent first."""

    relations: list[RelationResult]
    next: NotRequired[str]


class NeighborsParams(InSession):
    """From which entity, and how far."""

    entity: Text
    depth: Annotated[int, msgspec.Meta(ge=1, le=find.MAX_DEPTH)] = 1
    limit: Limit = 50
    as_of: Until | None = None
    include_superseded: bool = False


class NeighborFact(FactResult):
    """A fact and how many steps away it is."""

    distance: int


class NeighborsResult(TypedDict):
    """Facts around an entity, the nearest first, and the entities that they name."""

    entity: str
    facts: list[NeighborFact]
    neighbors: list[str]
