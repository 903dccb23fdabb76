"""`contexts`: saved snapshots of work, with access tiers (003, rule 19)."""

from __future__ import annotations

import functools
from typing import Annotated, Any, Literal, TypedDict

import msgspec

from memoryd.errors import TooLarge
from memoryd.kinds.contexts.context import CONTENT_LIMIT, causality_of
from memoryd.recall.query import LexicalQuery
from memoryd.requests.memory import Limit, Memory, Redacted, SessionId, bounded, worded
from memoryd.requests.redaction import redact_within, refuse_secret
from memoryd.rpc.registry import Access, Call, Method, Registry, Runs
from memoryd.storage.writer import Batch

SLICE = 250
"""Contexts pruned in one batch: others' writes wait for no more than this."""

Project = Annotated[str, msgspec.Meta(min_length=1, max_length=500, description="any text; it names the file")]
ContextId = Annotated[str, msgspec.Meta(min_length=1, max_length=200, description="`context-…`")]
Tag = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]


class CausalityParams(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """Why it was saved: what was done, the reason, and the contexts that led to it."""

    action_type: Annotated[str, msgspec.Meta(max_length=100)] | None = None
    rationale: Annotated[str, msgspec.Meta(max_length=10_000)] | None = None
    dependencies: Annotated[list[ContextId], msgspec.Meta(max_length=1000)] | None = None
    caused_by: ContextId | None = None


class SaveParams(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A snapshot of work; causality may stand in the metadata, too."""

    project: Project
    content: Annotated[str, msgspec.Meta(min_length=1)]
    source: Annotated[str, msgspec.Meta(max_length=1000)] | None = None
    metadata: dict[str, Any] | None = None
    tags: Annotated[list[Tag], msgspec.Meta(max_length=1000)] | None = None
    causality: CausalityParams | None = None
    session_id: SessionId | None = None


class ContextResult(TypedDict):
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


class SaveResult(ContextResult):
    """The new context."""

    status: Literal["saved"]
    redacted: list[Redacted]


class LoadParams(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """Of which project, and how many."""

    project: Project
    limit: Limit = 1
    session_id: SessionId | None = None


class LoadResult(TypedDict):
    """Contexts by tier and last access; each has been accessed by this, and shows the tier that it had before."""

    contexts: list[ContextResult]


class SearchParams(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """What is looked for."""

    query: Annotated[str, msgspec.Meta(min_length=1, max_length=1_000_000)]
    project: Project | None = None
    limit: Limit = 10
    session_id: SessionId | None = None


class FoundContext(ContextResult):
    """A context with its score; `why` names each part, the tier's apart."""

    score: float
    why: dict[str, float]


class SearchResult(TypedDict):
    """Contexts, best first."""

    contexts: list[FoundContext]


class ProjectParams(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """One project, or all."""

    project: Project | None = None
    session_id: SessionId | None = None


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


class PruneParams(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """How many EXPIRED contexts to archive at most; `dry_run` only names them."""

    limit: Annotated[int, msgspec.Meta(ge=1)] | None = None
    project: Project | None = None
    dry_run: bool = False
    session_id: SessionId | None = None


class PruneResult(TypedDict):
    """The contexts that were archived, the least valuable first."""

    pruned: int
    ids: list[str]


class RestoreParams(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """Which context."""

    id: ContextId
    session_id: SessionId | None = None


class RestoreResult(TypedDict):
    """What became of it."""

    id: str
    status: Literal["restored", "already_active"]


class PredictParams(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """Of which project, and how many."""

    project: Project
    limit: Limit = 10
    session_id: SessionId | None = None


class Predicted(FoundContext):
    """A context that is likely to be asked for next."""

    reasons: list[str]


class PredictResult(TypedDict):
    """Contexts, the likeliest first."""

    contexts: list[Predicted]


class ContextsApi:
    """The handlers."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory

    def save(self, call: Call, params: SaveParams, batch: Batch) -> dict[str, Any]:
        """Save a snapshot of work."""
        memory = self._memory
        memory.ask(call, params.session_id)
        worded("project", params.project)
        bounded("content", worded("content", params.content), CONTENT_LIMIT)
        given = {
            "content": params.content,
            "source": params.source,
            "metadata": params.metadata,
            "tags": params.tags,
            "causality": causality_of(msgspec.to_builtins(params.causality), params.metadata),
        }
        if len(msgspec.json.encode(given)) > 2 * CONTENT_LIMIT:
            raise TooLarge("the context has more than 2 MiB with its metadata; save less", param="metadata")
        refuse_secret("project", params.project)
        fields, redacted = redact_within(memory, given)
        return {**memory.contexts.save(params.project, fields, batch), "status": "saved", "redacted": redacted}

    def load(self, call: Call, params: LoadParams, batch: Batch) -> dict[str, Any]:
        """The contexts to go on with; each is accessed by this."""
        self._memory.ask(call, params.session_id)
        return {"contexts": self._memory.contexts.load(params.project, params.limit, batch)}

    def search(self, call: Call, params: SearchParams) -> dict[str, Any]:
        """Contexts that answer a question, those of the better tiers lifted."""
        memory = self._memory
        asker = memory.ask(call, params.session_id)
        query = LexicalQuery(
            text=worded("query", params.query),
            limit=params.limit,
            kinds=frozenset(("context",)),
            project=params.project,
            visibility=asker.visibility,
        )
        shown = []
        for found in memory.recall.search(query):
            context = memory.contexts.contexts.get(found.document.key)
            if context is not None:
                why = {"score": found.score, "why": found.why}
                shown.append({**memory.contexts.view(context, asker.now), **why})
        return {"contexts": shown}

    def stats(self, call: Call, params: ProjectParams) -> dict[str, Any]:
        """How many contexts each tier has."""
        asker = self._memory.ask(call, params.session_id)
        return self._memory.contexts.stats(params.project, asker.now)

    def recalculate(self, call: Call, params: ProjectParams) -> dict[str, Any]:
        """Write down the tiers as they are now."""
        asker = self._memory.ask(call, params.session_id)
        return {"updated": self._memory.contexts.recalculate(params.project, asker.now)}

    def prune(self, call: Call, params: PruneParams) -> dict[str, Any]:
        """Archive EXPIRED contexts, the least valuable first."""
        memory = self._memory
        asker = memory.ask(call, params.session_id)
        ids = memory.contexts.expired(params.project, asker.now)[: params.limit]
        if params.dry_run:
            return {"pruned": 0, "ids": ids}
        pruned: list[str] = []
        for start in range(0, len(ids), SLICE):
            call.check_cancelled()
            call.progress("contexts", start, len(ids))
            pruned += memory.write(functools.partial(memory.contexts.prune, ids[start : start + SLICE]))
        return {"pruned": len(pruned), "ids": pruned}

    def restore(self, call: Call, params: RestoreParams, batch: Batch) -> dict[str, Any]:
        """Bring a pruned context back."""
        self._memory.ask(call, params.session_id)
        return self._memory.contexts.restore(params.id, batch)

    def predict(self, call: Call, params: PredictParams) -> dict[str, Any]:
        """What is likely to be asked next."""
        asker = self._memory.ask(call, params.session_id)
        return {"contexts": self._memory.contexts.predict(params.project, params.limit, asker.now)}


def register(registry: Registry, memory: Memory) -> None:
    """Add the `contexts` methods."""
    api = ContextsApi(memory)
    read, write = Access.READ, Access.WRITE
    for method in (
        Method("contexts.save", write, Runs.WRITER, SaveParams, SaveResult, api.save,
               "Save a snapshot of work in a project.", ("too_large", "read_only")),
        Method("contexts.load", write, Runs.WRITER, LoadParams, LoadResult, api.load,
               "The contexts to go on with, by tier and last access."),
        Method("contexts.search", read, Runs.READER, SearchParams, SearchResult, api.search,
               "Contexts that answer a question."),
        Method("contexts.stats", read, Runs.READER, ProjectParams, StatsResult, api.stats,
               "How many contexts each tier has, and what that says."),
        Method("contexts.recalculate_tiers", write, Runs.READER, ProjectParams, RecalculateResult, api.recalculate,
               "Write down the tiers as they are now."),
        Method("contexts.prune_expired", write, Runs.LONG, PruneParams, PruneResult, api.prune,
               "Archive EXPIRED contexts, the least valuable first.", ("read_only",)),
        Method("contexts.restore", write, Runs.WRITER, RestoreParams, RestoreResult, api.restore,
               "Bring a pruned context back.", ("not_found",)),
        Method("contexts.predict", read, Runs.READER, PredictParams, PredictResult, api.predict,
               "The contexts that are likely to be asked for next, with the reasons."),
    ):  # fmt: skip
        registry.add(method)
