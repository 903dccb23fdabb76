"""Facts of an export, brought in as they were: ids, activation, accesses, chains and archived ones (rules 5, 6, 23)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal, NamedTuple, NotRequired, TypedDict

import msgspec

from memoryd.errors import InvalidParams, PermissionDenied
from memoryd.kinds.facts.changes.requested import FactChanges
from memoryd.kinds.facts.model.bad_line import BadLine
from memoryd.kinds.facts.model.decay import FULL, State
from memoryd.kinds.facts.model.fact import ID_LIMIT, FactLine, check_line, from_line, sentence
from memoryd.recall.lexical.prepared_terms import prepare_terms
from memoryd.requests.asker import Asker
from memoryd.requests.params import InSession, NewProject, Time
from memoryd.requests.redaction import REFUSE, Redacted
from memoryd.requests.slices import SLICE_MEMORIES, bytes_of, sliced
from memoryd.rpc.pool import give_way
from memoryd.services import Services
from memoryd.storage.batch import Batch
from memoryd.types import Audience

MOST = 200
"""Facts of one call."""
_PURGED = "it was purged, and an import does not bring it back; facts.add states it again"

Id = Annotated[str, msgspec.Meta(min_length=1, max_length=ID_LIMIT, pattern=r"\S", extra=REFUSE)]
Key = Annotated[str, msgspec.Meta(min_length=1, max_length=2000, extra=REFUSE)]
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=1000)]


class ImportedFact(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A fact as replies show it; `activation` is as of `as_of`, `supersedes` all that it took the place of."""

    id: Id
    subject: str
    predicate: str
    object: str
    source: Name
    created: Time
    activation: Annotated[float, msgspec.Meta(ge=0, le=1)] = FULL
    as_of: Time | None = None
    last_accessed: Time | None = None
    access_count: Annotated[int, msgspec.Meta(ge=0, le=2**32)] = 0
    archived: bool = False
    audience: Audience = "shared"
    project: NewProject | None = None
    sources: Annotated[list[Key], msgspec.Meta(max_length=1000)] = []
    valid_from: Time | None = None
    valid_until: Time | None = None
    supersedes: Annotated[list[Id], msgspec.Meta(max_length=1000)] = []
    superseded_by: Id | None = None
    edited: Time | None = None

    def line(self) -> FactLine:
        """The line that a file would have of it. Raises InvalidParams."""
        said = {name: getattr(self, name) for name in _SAID}
        if said["valid_from"] == self.created:
            said["valid_from"] = None  # as when nothing is said of it
        line = FactLine(**said, sources=self.sources or None, supersedes=self.supersedes or None)
        try:
            check_line(line)
        except BadLine as error:
            raise InvalidParams(f"{self.id}: {error}", param="facts") from None
        return line


_SAID = (
    "id", "subject", "predicate", "object", "source", "created", "audience", "project", "valid_from", "valid_until",
    "superseded_by", "edited",
)  # fmt: skip


class ImportParams(InSession):
    """Facts as `facts.find` shows them."""

    facts: Annotated[list[ImportedFact], msgspec.Meta(min_length=1, max_length=MOST)]


class Outcome(TypedDict):
    """What became of one; `id` is the fact that says it, which may have been there under another id."""

    id: str
    status: Literal["added", "known", "rejected"]
    message: NotRequired[str]


class ImportResult(TypedDict):
    """One outcome a fact, in order."""

    facts: list[Outcome]
    redacted: list[Redacted]


class Brought(NamedTuple):
    """A fact to be brought in, held to its bounds; microseconds."""

    line: FactLine
    given: ImportedFact
    as_of: int | None
    last_accessed: int | None


class FactImport:
    """`facts.import_many`."""

    def __init__(self, services: Services, changes: FactChanges) -> None:
        self._services = services
        self._changes = changes

    def prepare(self, params: ImportParams, now: int) -> list[Brought]:
        """What needs no writer: all of it is held to its bounds before the first is written. Raises InvalidParams."""
        return [self._prepared(f"facts[{at}]", one) for at, one in enumerate(params.facts)]

    def _prepared(self, where: str, one: ImportedFact) -> Brought:
        times = self._services.times
        for name in ("created", "valid_from", "valid_until", "edited"):
            times.of(f"{where}.{name}", getattr(one, name))
        as_of, last = times.of(f"{where}.as_of", one.as_of), times.of(f"{where}.last_accessed", one.last_accessed)
        line = one.line()
        prepare_terms((sentence(line),), give_way)
        return Brought(line, one, as_of, last)

    def import_many(self, asker: Asker, facts: Sequence[Brought], batch: Batch) -> dict[str, Any]:
        """Bring facts in as they were; one whose id or triple is there already stays as it is."""
        refuse_groups(asker)
        self._changes.check()
        return {"facts": [self._take(one, batch) for one in facts]}

    def _take(self, one: Brought, batch: Batch) -> dict[str, Any]:
        graves, given, now = self._services.graves, one.given, batch.now
        if graves and graves.has_fact(given.subject, given.predicate, given.object):
            return {"id": given.id, "status": "rejected", "message": _PURGED}
        # A clock that was ahead of ours must not keep it fresh (rule 1).
        state = State(
            given.activation, min(one.as_of or now, now), min(one.last_accessed or 0, now), given.access_count
        )
        known = self._changes.bring(from_line(one.line, now), state, batch, archived=given.archived)
        return {"id": known or given.id, "status": "known" if known else "added"}


def slices(facts: Sequence[Brought]) -> list[Sequence[Brought]]:
    """In parts between which others write."""
    return [*sliced(facts, _size, most=SLICE_MEMORIES)]


def _size(one: Brought) -> int:
    return bytes_of(one.given.subject, one.given.predicate, one.given.object)


def joined(replies: list[dict[str, Any]]) -> dict[str, Any]:
    """The reply to all parts."""
    return {**replies[0], "facts": [outcome for one in replies for outcome in one["facts"]]}


def refuse_groups(asker: Asker) -> None:
    """An import is no group session's: it says itself whose each memory is. Raises PermissionDenied."""
    if asker.is_group:
        raise PermissionDenied("a group session cannot import; call it outside of one")
