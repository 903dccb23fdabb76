"""Contexts on their way out of one memory and into another: listed, and brought in as they were (003)."""

from __future__ import annotations

import bisect
from collections.abc import Sequence
from typing import Annotated, Any, Literal, NotRequired, TypedDict

import msgspec

from memoryd.errors import PermissionDenied, TooLarge
from memoryd.kinds.contexts.context import CONTENT_LIMIT, causality_of
from memoryd.kinds.contexts.store import ContextStore
from memoryd.origin import read_origin
from memoryd.purge.digests import place_of_context
from memoryd.recall.lexical.prepared_terms import prepare_terms
from memoryd.requests.asker import Asker
from memoryd.requests.params import After, InSession, Limit, NewProject, Time, bounded, worded
from memoryd.requests.redaction import KEEP, REFUSE, Redacted
from memoryd.requests.slices import bytes_of, sliced
from memoryd.rpc.pool import give_way
from memoryd.services import Services
from memoryd.storage.batch import Batch
from memoryd.types import Audience

MOST = 100
"""Contexts of one call."""

Id = Annotated[str, msgspec.Meta(min_length=1, max_length=200, pattern=r"\S", extra=REFUSE)]
Key = Annotated[str, msgspec.Meta(min_length=1, max_length=2000, extra=REFUSE)]
Tag = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]


class ListParams(InSession):
    """Which page of which contexts; `archived`: of those that were pruned instead."""

    project: Annotated[str, msgspec.Meta(min_length=1, max_length=200, extra=KEEP)] | None = None
    archived: bool = False
    limit: Limit = 100
    after: After | None = None


class ShownContext(TypedDict):
    """A context; times as text."""

    id: str
    project: str
    content: str
    source: str
    metadata: dict[str, Any]
    tags: list[str]
    causality: dict[str, Any] | None
    tier: Literal["ACTIVE", "RECENT", "ARCHIVED", "EXPIRED"]
    created: str
    last_accessed: str | None
    access_count: int
    audience: Audience
    sources: NotRequired[list[str]]


class ListedContext(ShownContext):
    """A context; `archived` is there, and true, of one that was pruned."""

    archived: NotRequired[bool]


class ListResult(TypedDict):
    """A page of contexts by id; fewer than asked for when they are large."""

    contexts: list[ListedContext]
    next: NotRequired[str]


class ImportedContext(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A context as `contexts.list` shows it."""

    id: Id
    project: NewProject
    content: Annotated[str, msgspec.Meta(min_length=1)]
    source: Annotated[str, msgspec.Meta(max_length=1000)] = ""
    metadata: dict[str, Any] = {}
    tags: Annotated[list[Tag], msgspec.Meta(max_length=1000)] = []
    causality: dict[str, Any] | None = None
    created: Time
    last_accessed: Time | None = None
    access_count: Annotated[int, msgspec.Meta(ge=0, le=2**32)] = 0
    archived: bool = False
    audience: Audience = "shared"
    sources: Annotated[list[Key], msgspec.Meta(max_length=1000)] = []


class ImportParams(InSession):
    """Contexts as `contexts.list` shows them."""

    contexts: Annotated[list[ImportedContext], msgspec.Meta(min_length=1, max_length=MOST)]


class Outcome(TypedDict):
    """What became of one."""

    id: str
    status: Literal["added", "known", "rejected"]
    message: NotRequired[str]


class ImportResult(TypedDict):
    """One outcome a context, in order."""

    contexts: list[Outcome]
    redacted: list[Redacted]


class ContextMoving:
    """`contexts.list` and `contexts.import_many`."""

    def __init__(self, services: Services, store: ContextStore) -> None:
        self._services = services
        self._store = store

    def page(self, asker: Asker, params: ListParams, most_bytes: int) -> dict[str, Any]:
        """Contexts by id; leaves no trace."""
        store, sees = self._store, asker.visibility.sees_origin
        if params.archived:
            ids = store.archived_ids(sees)
        else:
            ids = sorted(one.id for one in store.of(params.project, sees))
        begin = 0 if params.after is None else bisect.bisect_right(ids, params.after)
        found: list[dict[str, Any]] = []
        size, last = 0, None
        for one in ids[begin:]:
            shown = self._shown(one, asker.now, archived=params.archived)
            if shown is not None and params.project in (None, shown["project"]):
                size += len(msgspec.json.encode(shown))
                if found and (len(found) == params.limit or size > most_bytes):
                    return {"contexts": found, "next": last}
                found.append(shown)
            last = one
        return {"contexts": found}

    def _shown(self, context_id: str, now: int, *, archived: bool) -> dict[str, Any] | None:
        if archived:
            return self._store.archived_view(context_id, now)
        context = self._store.contexts.get(context_id)
        return None if context is None else self._store.view(context, now)

    def prepare(self, params: ImportParams, now: int) -> list[ImportedContext]:
        """What needs no writer: all of it is held to its bounds before the first is written. Raises InvalidParams."""
        for at, one in enumerate(params.contexts):
            for name in ("created", "last_accessed"):
                self._services.times.of(f"contexts[{at}].{name}", getattr(one, name))
            prepare_terms((one.content,), give_way)
        return params.contexts

    def import_many(self, asker: Asker, contexts: Sequence[ImportedContext], batch: Batch) -> dict[str, Any]:
        """Bring contexts in as they were; one whose id is there already stays as it is."""
        if asker.is_group:
            raise PermissionDenied("a group session cannot import; call it outside of one")
        outcomes: dict[str, dict[str, Any]] = {}
        for one in contexts:
            if one.id not in outcomes:
                outcomes[one.id] = self._take(one, batch)
        return {"contexts": [outcomes[one.id] for one in contexts]}

    def _take(self, one: ImportedContext, batch: Batch) -> dict[str, Any]:
        graves = self._services.graves
        if graves and graves.has_text(one.content, place=place_of_context(one.project)):
            message = "it was purged, and an import does not bring it back; contexts.save states it again"
            return {"id": one.id, "status": "rejected", "message": message}
        given = {**msgspec.structs.asdict(one), "causality": causality_of(one.causality, one.metadata)}
        whose = read_origin(one.audience, one.project, None, one.sources)
        added = self._store.bring(given, whose, batch, archived=one.archived)
        return {"id": one.id, "status": "added" if added else "known"}


def slices(contexts: Sequence[ImportedContext]) -> list[Sequence[ImportedContext]]:
    """In parts between which others write."""
    return [*sliced(contexts, lambda one: bytes_of(one.content))]


def joined(replies: list[dict[str, Any]]) -> dict[str, Any]:
    """The reply to all parts."""
    outcomes = [outcome for one in replies for outcome in one["contexts"]]
    first = {one["id"]: one for one in reversed(outcomes)}  # one that is named twice may stand in two parts
    return {**replies[0], "contexts": [first[one["id"]] for one in outcomes]}


def check_import(params: ImportParams) -> None:
    """Cheap bounds. Raises MemorydError."""
    for at, one in enumerate(params.contexts):
        worded(f"contexts[{at}].project", one.project)
        bounded(f"contexts[{at}].content", worded(f"contexts[{at}].content", one.content), CONTENT_LIMIT)
        if len(msgspec.json.encode((one.content, one.metadata, one.causality))) > 2 * CONTENT_LIMIT:
            raise TooLarge("the context has more than 2 MiB with its metadata; save less", param="contexts")
