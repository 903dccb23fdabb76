"""`contexts`: saved snapshots of work, with access tiers (003, rule 19)."""

from __future__ import annotations

import functools
from collections.abc import Iterable
from contextlib import suppress
from typing import Annotated, Any, Literal, NotRequired, TypedDict

import msgspec

from memoryd.errors import Busy, ReadOnly, TooLarge
from memoryd.kinds.contexts.context import CONTENT_LIMIT, Context, causality_of, document, view
from memoryd.kinds.contexts.moving import (
    ContextMoving,
    ImportParams,
    ImportResult,
    ListParams,
    ListResult,
    ShownContext,
    check_import,
    joined,
    slices,
)
from memoryd.kinds.contexts.store import ContextStore, check_size
from memoryd.kinds.contexts.tiers import Tier
from memoryd.purge.digests import place_of_context
from memoryd.recall.lexical.prepared_terms import prepare_terms
from memoryd.recall.query import LexicalQuery
from memoryd.requests.asker import Asker
from memoryd.requests.method import Method
from memoryd.requests.params import InSession, Limit, NewProject, Params, bounded, worded
from memoryd.requests.redaction import KEEP, Redacted
from memoryd.rpc.registry import Access, Runs
from memoryd.services import Services
from memoryd.storage.batch import Batch
from memoryd.types import UNTRUSTED, Audience

SLICE = 250
"""Contexts pruned in one batch: others' writes wait for no more than this."""
_ENVELOPE = 4096
"""Bytes of a reply besides its contexts."""

Project = Annotated[
    str, msgspec.Meta(min_length=1, max_length=200, description="any text; it names the file", extra=KEEP)
]
ContextId = Annotated[str, msgspec.Meta(min_length=1, max_length=200, description="`context-…`", extra=KEEP)]
Cause = Annotated[str, msgspec.Meta(min_length=1, max_length=200, description="`context-…`; stored as given")]
Tag = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]


class CausalityParams(Params):
    """Why it was saved: what was done, the reason, and the contexts that led to it."""

    action_type: Annotated[str, msgspec.Meta(max_length=100)] | None = None
    rationale: Annotated[str, msgspec.Meta(max_length=10_000)] | None = None
    dependencies: Annotated[list[Cause], msgspec.Meta(max_length=1000)] | None = None
    caused_by: Cause | None = None


class SaveParams(InSession):
    """A snapshot of work; causality may stand in the metadata, too."""

    project: NewProject
    content: Annotated[str, msgspec.Meta(min_length=1)]
    source: Annotated[str, msgspec.Meta(max_length=1000)] | None = None
    metadata: dict[str, Any] | None = None
    tags: Annotated[list[Tag], msgspec.Meta(max_length=1000)] | None = None
    causality: CausalityParams | None = None
    audience: Audience | None = None


class ContextResult(ShownContext):
    """A context; times as text."""

    quarantined: NotRequired[bool]


class SaveResult(ContextResult):
    """The new context."""

    status: Literal["saved"]
    redacted: list[Redacted]


class LoadParams(InSession):
    """Of which project, and how many."""

    project: Project
    limit: Limit = 1


class LoadResult(TypedDict):
    """Contexts by tier and last access; each has been accessed by this, and shows the tier that it had before.

    `accesses_recorded` is there, and false, when the disk could not take the accesses: they do not count then.
    """

    contexts: list[ContextResult]
    accesses_recorded: NotRequired[bool]


class SearchParams(InSession):
    """What is looked for."""

    query: Annotated[str, msgspec.Meta(min_length=1, max_length=1_000_000)]
    project: Project | None = None
    limit: Limit = 10


class FoundContext(ContextResult):
    """A context with its score; `why` names each part, the tier's apart."""

    score: float
    why: dict[str, float]


class SearchResult(TypedDict):
    """Contexts, best first."""

    contexts: list[FoundContext]


class ProjectParams(InSession):
    """One project, or all."""

    project: Project | None = None


class TierCounts(TypedDict):
    """How many contexts each tier has."""

    ACTIVE: int
    RECENT: int
    ARCHIVED: int
    EXPIRED: int


class StatsResult(TypedDict):
    """The distribution over the tiers, and what it says (003 §get_memory_stats)."""

    tiers: TierCounts
    total: int
    indicators: list[str]


class RecalculateResult(TypedDict):
    """How many contexts have another tier than when it was last written down."""

    updated: int


class PruneParams(InSession):
    """How many EXPIRED contexts to archive at most; `dry_run` only names them."""

    limit: Annotated[int, msgspec.Meta(ge=1)] | None = None
    project: Project | None = None
    dry_run: bool = False


class PruneResult(TypedDict):
    """The contexts that were archived, the least valuable first."""

    pruned: int
    ids: list[str]


class RestoreParams(InSession):
    """Which context."""

    id: ContextId


class RestoreResult(TypedDict):
    """What became of it."""

    id: str
    status: Literal["restored", "already_active"]


class PredictParams(InSession):
    """Of which project, and how many."""

    project: Project
    limit: Limit = 10


class Predicted(FoundContext):
    """A context that is likely to be asked for next."""

    reasons: list[str]


class PredictResult(TypedDict):
    """Contexts, the likeliest first."""

    contexts: list[Predicted]


class ContextMethods:
    """The handlers."""

    def __init__(self, services: Services, store: ContextStore) -> None:
        self._services = services
        self._store = store
        self._moving = ContextMoving(services, store)

    def prepare(self, params: SaveParams, now: int) -> SaveParams:
        """What needs no writer: a long text is read for the index here, and not by the next search."""
        prepare_terms((params.content,))
        self._services.graves.lift(text=params.content, place=place_of_context(params.project))
        return params

    def save(self, asker: Asker, params: SaveParams, batch: Batch) -> dict[str, Any]:
        """Save a snapshot of work."""
        # What a group session without a project files under one is its own all the same.
        alone = asker.is_group and asker.session is not None and asker.session.project is None
        whose = asker.origin(params.audience, None if alone else params.project)
        return {**self._store.save(params.project, _fields(params), whose, batch), "status": "saved"}

    def load(self, asker: Asker, params: LoadParams) -> dict[str, Any]:
        """The contexts to go on with; each is accessed by this, where the disk can be written."""
        most, sees, reply = self._most_bytes, asker.visibility.sees_origin, dict[str, Any]()
        found: list[tuple[Context, Tier]] | None = None
        if asker.is_recorded:
            write = functools.partial(self._store.load, params.project, params.limit, most, sees)
            with suppress(ReadOnly, Busy):
                found = asker.call.wait(lambda: self._services.writer.run(write))
        if found is None:
            found = self._store.best(params.project, params.limit, asker.now, sees)
            check_size([context for context, _ in found], most)
            reply = {"accesses_recorded": False}
        return {"contexts": [self._shown(asker, context, tier) for context, tier in found], **reply}

    @property
    def _most_bytes(self) -> int:
        """What the contexts of one reply may have together."""
        return self._services.settings.now.daemon.max_frame_bytes - _ENVELOPE

    def _shown(self, asker: Asker, context: Context, tier: Tier) -> dict[str, Any]:
        asker.call.check_cancelled()
        return self._marked(view(context, tier), context)

    def _marked(self, shown: dict[str, Any], context: Context) -> dict[str, Any]:
        """With the quarantine's mark (rule 27)."""
        return self._services.quarantine.marked(shown, document(context)) if shown["source"] == UNTRUSTED else shown

    def search(self, asker: Asker, params: SearchParams) -> dict[str, Any]:
        """Contexts that answer a question, those of the better tiers lifted."""
        query = LexicalQuery(
            text=worded("query", params.query),
            limit=params.limit,
            kinds=frozenset(("context",)),
            project=params.project,
            visibility=asker.visibility,
        )
        store = self._store
        results = self._services.recall.search(query)
        known = [(one, context) for one in results if (context := store.contexts.get(one.document.key)) is not None]
        check_size([context for _, context in known], self._most_bytes)
        return {
            "contexts": [
                {
                    **self._shown(asker, context, store.tier(context, asker.now)),
                    "score": found.score,
                    "why": found.why,
                }
                for found, context in known
            ]
        }

    def page(self, asker: Asker, params: ListParams) -> dict[str, Any]:
        """A page of contexts."""
        return self._moving.page(asker, params, self._most_bytes)

    def stats(self, asker: Asker, params: ProjectParams) -> dict[str, Any]:
        """How many contexts each tier has."""
        return self._store.stats(params.project, asker.now, asker.visibility.sees_origin)

    def recalculate(self, asker: Asker, params: ProjectParams) -> dict[str, Any]:
        """Save the current tiers."""
        return {"updated": self._store.recalculate(params.project, asker.now, asker.visibility.sees_origin)}

    def prune(self, asker: Asker, params: PruneParams) -> dict[str, Any]:
        """Archive EXPIRED contexts, the least valuable first."""
        ids = self._store.expired(params.project, asker.now, asker.visibility.sees_origin)[: params.limit]
        if params.dry_run:
            return {"pruned": 0, "ids": ids}
        pruned: list[str] = []
        for start in range(0, len(ids), SLICE):
            asker.call.check_cancelled()
            asker.call.progress("contexts", start, len(ids))
            pruned += self._services.writer.run(functools.partial(self._store.prune, ids[start : start + SLICE]))
        return {"pruned": len(pruned), "ids": pruned}

    def restore(self, asker: Asker, params: RestoreParams, batch: Batch) -> dict[str, Any]:
        """Bring a pruned context back."""
        return self._store.restore(params.id, batch)

    def predict(self, asker: Asker, params: PredictParams) -> dict[str, Any]:
        """What is likely to be asked next."""
        sees = asker.visibility.sees_origin
        found = self._store.predict(params.project, params.limit, asker.now, self._most_bytes, sees)
        return {"contexts": [self._marked(shown, context) for shown, context in found]}

    def all(self) -> Iterable[Method]:
        """The `contexts` namespace."""
        read, write, scanner = Access.READ, Access.WRITE, Runs.SCANNER
        return (
            Method("contexts.save", write, Runs.WRITER, SaveParams, SaveResult, self.save,
                   "Save a snapshot of work in a project.", ("too_large", "read_only"), check=_check,
                   prepare=self.prepare),
            Method("contexts.import_many", write, Runs.WRITER, ImportParams, ImportResult, self._moving.import_many,
                   "Import contexts from an export unchanged, archived ones included: ids, times, accesses; existing "
                   "ones stay.", ("too_large", "permission_denied", "read_only"), check=check_import,
                   prepare=self._moving.prepare, slices=slices, joined=joined),
            Method("contexts.list", read, scanner, ListParams, ListResult, self.page,
                   "Contexts by id, or the pruned ones; does not count as an access."),
            Method("contexts.load", write, scanner, LoadParams, LoadResult, self.load,
                   "The contexts to resume from, by tier and last access.", ("too_large",), stores=False),
            Method("contexts.search", read, scanner, SearchParams, SearchResult, self.search,
                   "Contexts that answer a question.", ("too_large",)),
            Method("contexts.stats", read, scanner, ProjectParams, StatsResult, self.stats,
                   "The number of contexts in each tier, and what follows from it."),
            Method("contexts.recalculate_tiers", write, scanner, ProjectParams, RecalculateResult, self.recalculate,
                   "Save the current tiers."),
            Method("contexts.prune_expired", write, Runs.LONG, PruneParams, PruneResult, self.prune,
                   "Archive EXPIRED contexts, the least valuable first.", ("read_only",)),
            Method("contexts.restore", write, Runs.WRITER, RestoreParams, RestoreResult, self.restore,
                   "Bring a pruned context back.", ("not_found",)),
            Method("contexts.predict", read, scanner, PredictParams, PredictResult, self.predict,
                   "The contexts likely to be needed next, with reasons.", ("too_large",)),
        )  # fmt: skip


def _fields(params: SaveParams) -> dict[str, Any]:
    """What is stored, as plain data."""
    return {
        "content": params.content,
        "source": params.source,
        "metadata": params.metadata,
        "tags": params.tags,
        "causality": causality_of(msgspec.to_builtins(params.causality), params.metadata),
    }


def _check(params: SaveParams) -> None:
    worded("project", params.project)
    bounded("content", worded("content", params.content), CONTENT_LIMIT)
    if len(msgspec.json.encode(_fields(params))) > 2 * CONTENT_LIMIT:
        raise TooLarge("the context has more than 2 MiB with its metadata; save less", param="metadata")
