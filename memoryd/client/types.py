# Made of rpc.describe by packaging/generate/client.py (make generated); do not edit.

"""What the methods of memoryd take and give: maps with these keys. A time is text, ISO 8601 in UTC."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, TypedDict


class _ByResultRequired(TypedDict):
    uid: int


class ByResult(_ByResultRequired, total=False):
    """Who asked for a change: the user and process of the connection, the agent and session if there is one."""

    agent: str
    pid: int
    session: str


class _EntryResultRequired(TypedDict):
    at: str
    by: ByResult | str
    change: str
    method: str


class EntryResult(_EntryResultRequired, total=False):
    """One change. `by` is `file`, `memoryd` or `unknown` where nobody asked; digests are keyed."""

    after: str
    before: str
    count: int
    key: str
    kind: str
    seq: int


class _AuditListResultRequired(TypedDict):
    entries: list[EntryResult]


class AuditListResult(_AuditListResultRequired, total=False):
    """A page of changes, the oldest first."""

    next: str


class _VersionResultRequired(TypedDict):
    at: str
    by: ByResult | str
    change: str
    method: str
    text: str | None


class VersionResult(_VersionResultRequired, total=False):
    """One change, and what the memory said from then on; None when it was removed or its text is not kept."""

    after: str
    before: str
    count: int
    key: str
    kind: str
    seq: int


class _AuditShowResultRequired(TypedDict):
    key: str
    text: str | None
    versions: list[VersionResult]


class AuditShowResult(_AuditShowResultRequired, total=False):
    """The memory's text at the time, or now; what it said before its first change; and its versions."""

    earlier: str


class Head(TypedDict):
    """The last line of the chain."""

    hash: str
    seq: int


class _FaultResultRequired(TypedDict):
    action: str
    path: str
    what: str


class FaultResult(_FaultResultRequired, total=False):
    """What is wrong, where, and what to do."""

    line: int
    severity: str


class AuditVerifyResult(TypedDict):
    """What was checked, and the first hundred faults."""

    faults: int
    files: int
    head: Head
    lines: int
    problems: list[FaultResult]
    status: str
    texts: int


class _ContextsOutcomeRequired(TypedDict):
    id: str
    status: Literal["added", "known", "rejected"]


class ContextsOutcome(_ContextsOutcomeRequired, total=False):
    """What became of one."""

    message: str


class Redacted(TypedDict):
    """Secrets that were replaced before anything was stored."""

    count: int
    kind: str


class ContextsImportManyResult(TypedDict):
    """One outcome a context, in order."""

    contexts: list[ContextsOutcome]
    redacted: list[Redacted]


class _ImportedContextRequired(TypedDict):
    id: str
    project: str
    content: str
    created: str
    """ISO 8601; without an offset in `timezone`"""


class ImportedContext(_ImportedContextRequired, total=False):
    """A context as `contexts.list` shows it."""

    source: str
    metadata: dict[str, Any]
    tags: Sequence[str]
    causality: dict[str, Any] | None
    last_accessed: str | None
    access_count: int
    archived: bool
    audience: Literal["group", "private", "shared"]
    sources: Sequence[str]


class _ListedContextRequired(TypedDict):
    access_count: int
    audience: Literal["group", "private", "shared"]
    causality: dict[str, Any] | None
    content: str
    created: str
    id: str
    last_accessed: str | None
    metadata: dict[str, Any]
    project: str
    source: str
    tags: list[str]
    tier: Literal["ACTIVE", "ARCHIVED", "EXPIRED", "RECENT"]


class ListedContext(_ListedContextRequired, total=False):
    """A context; `archived` is there, and true, of one that was pruned."""

    archived: bool
    sources: list[str]


class _ContextsListResultRequired(TypedDict):
    contexts: list[ListedContext]


class ContextsListResult(_ContextsListResultRequired, total=False):
    """A page of contexts by id; fewer than asked for when they are large."""

    next: str


class _ContextResultRequired(TypedDict):
    access_count: int
    audience: Literal["group", "private", "shared"]
    causality: dict[str, Any] | None
    content: str
    created: str
    id: str
    last_accessed: str | None
    metadata: dict[str, Any]
    project: str
    source: str
    tags: list[str]
    tier: Literal["ACTIVE", "ARCHIVED", "EXPIRED", "RECENT"]


class ContextResult(_ContextResultRequired, total=False):
    """A context; times as text."""

    quarantined: bool
    sources: list[str]


class _ContextsLoadResultRequired(TypedDict):
    contexts: list[ContextResult]


class ContextsLoadResult(_ContextsLoadResultRequired, total=False):
    """Contexts by tier and last access; each has been accessed by this, and shows the tier that it had before.
    `accesses_recorded` is there, and false, when the disk could not take the accesses: they do not count then.
    """

    accesses_recorded: bool


class _PredictedRequired(TypedDict):
    access_count: int
    audience: Literal["group", "private", "shared"]
    causality: dict[str, Any] | None
    content: str
    created: str
    id: str
    last_accessed: str | None
    metadata: dict[str, Any]
    project: str
    reasons: list[str]
    score: float
    source: str
    tags: list[str]
    tier: Literal["ACTIVE", "ARCHIVED", "EXPIRED", "RECENT"]
    why: dict[str, float]


class Predicted(_PredictedRequired, total=False):
    """A context that is likely to be asked for next."""

    quarantined: bool
    sources: list[str]


class ContextsPredictResult(TypedDict):
    """Contexts, the likeliest first."""

    contexts: list[Predicted]


class ContextsPruneExpiredResult(TypedDict):
    """The contexts that were archived, the least valuable first."""

    ids: list[str]
    pruned: int


class ContextsRecalculateTiersResult(TypedDict):
    """How many contexts have another tier than when it was last written down."""

    updated: int


class ContextsRestoreResult(TypedDict):
    """What became of it."""

    id: str
    status: Literal["already_active", "restored"]


class _ContextsSaveResultRequired(TypedDict):
    access_count: int
    audience: Literal["group", "private", "shared"]
    causality: dict[str, Any] | None
    content: str
    created: str
    id: str
    last_accessed: str | None
    metadata: dict[str, Any]
    project: str
    redacted: list[Redacted]
    source: str
    status: Literal["saved"]
    tags: list[str]
    tier: Literal["ACTIVE", "ARCHIVED", "EXPIRED", "RECENT"]


class ContextsSaveResult(_ContextsSaveResultRequired, total=False):
    """The new context."""

    quarantined: bool
    sources: list[str]


class CausalityParams(TypedDict, total=False):
    """Why it was saved: what was done, the reason, and the contexts that led to it."""

    action_type: str | None
    rationale: str | None
    dependencies: Sequence[str] | None
    caused_by: str | None


class _FoundContextRequired(TypedDict):
    access_count: int
    audience: Literal["group", "private", "shared"]
    causality: dict[str, Any] | None
    content: str
    created: str
    id: str
    last_accessed: str | None
    metadata: dict[str, Any]
    project: str
    score: float
    source: str
    tags: list[str]
    tier: Literal["ACTIVE", "ARCHIVED", "EXPIRED", "RECENT"]
    why: dict[str, float]


class FoundContext(_FoundContextRequired, total=False):
    """A context with its score; `why` names each part, the tier's apart."""

    quarantined: bool
    sources: list[str]


class ContextsSearchResult(TypedDict):
    """Contexts, best first."""

    contexts: list[FoundContext]


class TierCounts(TypedDict):
    """How many contexts each tier has."""

    ACTIVE: int
    ARCHIVED: int
    EXPIRED: int
    RECENT: int


class ContextsStatsResult(TypedDict):
    """The distribution over the tiers, and what it says."""

    indicators: list[str]
    tiers: TierCounts
    total: int


class _FactsAddResultRequired(TypedDict):
    activation: float
    id: str
    redacted: list[Redacted]
    status: str


class FactsAddResult(_FactsAddResultRequired, total=False):
    """What became of it."""

    superseded: list[str]
    superseded_by: str


class Rejected(TypedDict):
    """One that was not taken, by its place in the list."""

    code: str
    index: int
    message: str


class FactsAddManyResult(TypedDict):
    """Counts; `ids` has null where a statement was rejected."""

    added: int
    ids: list[str | None]
    redacted: list[Redacted]
    reinforced: int
    rejected: list[Rejected]


class FactsChangeResult(TypedDict):
    """What became of it."""

    id: str
    redacted: list[Redacted]
    status: str


class _ChainedFactRequired(TypedDict):
    created: str
    id: str
    object: str
    predicate: str
    source: str
    subject: str
    valid_from: str


class ChainedFact(_ChainedFactRequired, total=False):
    """What was said of the same before or after, as `facts.get` lists it, the oldest first."""

    edited: str
    superseded_by: str
    supersedes: str
    valid_until: str


class _FactResultRequired(TypedDict):
    access_count: int
    activation: float
    archived: bool
    as_of: str
    audience: Literal["group", "private", "shared"]
    created: str
    id: str
    last_accessed: str | None
    object: str
    predicate: str
    source: str
    subject: str
    valid_from: str


class FactResult(_FactResultRequired, total=False):
    """A fact; `activation` is decayed to `as_of`."""

    chain: list[ChainedFact]
    edited: str
    project: str
    quarantined: bool
    sources: list[str]
    superseded_by: str
    supersedes: str
    valid_until: str


class ConflictResult(TypedDict):
    """Facts in force that say different things of one thing, the oldest first."""

    facts: list[FactResult]
    predicate: str
    subject: str


class FactsConflictsResult(TypedDict):
    """What contradicts and was not settled, the latest first."""

    conflicts: list[ConflictResult]


class EntityResult(TypedDict):
    """An entity and in how many facts it stands."""

    as_object: int
    as_subject: int
    facts: int
    name: str


class _FactsEntitiesResultRequired(TypedDict):
    entities: list[EntityResult]


class FactsEntitiesResult(_FactsEntitiesResultRequired, total=False):
    """A page of entities by name."""

    next: str


class _FactsFindResultRequired(TypedDict):
    facts: list[FactResult]


class FactsFindResult(_FactsFindResultRequired, total=False):
    """A page of facts."""

    next: str


class _FactsOutcomeRequired(TypedDict):
    id: str
    status: Literal["added", "known", "rejected"]


class FactsOutcome(_FactsOutcomeRequired, total=False):
    """What became of one; `id` is the fact that says it, which may have been there under another id."""

    message: str


class FactsImportManyResult(TypedDict):
    """One outcome a fact, in order."""

    facts: list[FactsOutcome]
    redacted: list[Redacted]


class _ImportedFactRequired(TypedDict):
    id: str
    subject: str
    predicate: str
    object: str
    source: str
    created: str
    """ISO 8601; without an offset in `timezone`"""


class ImportedFact(_ImportedFactRequired, total=False):
    """A fact as replies show it; `activation` is as of `as_of`, `supersedes` all that it took the place of."""

    activation: float
    as_of: str | None
    last_accessed: str | None
    access_count: int
    archived: bool
    audience: Literal["group", "private", "shared"]
    project: str | None
    sources: Sequence[str]
    valid_from: str | None
    valid_until: str | None
    supersedes: Sequence[str]
    superseded_by: str | None
    edited: str | None


class _NeighborFactRequired(TypedDict):
    access_count: int
    activation: float
    archived: bool
    as_of: str
    audience: Literal["group", "private", "shared"]
    created: str
    distance: int
    id: str
    last_accessed: str | None
    object: str
    predicate: str
    source: str
    subject: str
    valid_from: str


class NeighborFact(_NeighborFactRequired, total=False):
    """A fact and how many steps away it is."""

    chain: list[ChainedFact]
    edited: str
    project: str
    quarantined: bool
    sources: list[str]
    superseded_by: str
    supersedes: str
    valid_until: str


class FactsNeighborsResult(TypedDict):
    """Facts around an entity, the nearest first, and the entities that they name."""

    entity: str
    facts: list[NeighborFact]
    neighbors: list[str]


class TombstonesResult(TypedDict):
    """Salted digests of what was purged; nobody can tell a text from them that they do not know."""

    at: str
    facts: list[str]
    names: list[str]
    salt: str
    texts: list[str]


class _FactsPurgeResultRequired(TypedDict):
    status: Literal["entombed", "planned", "purged"]


class FactsPurgeResult(_FactsPurgeResultRequired, total=False):
    """What was found, where, and what keeps it from coming back; a dry run names the memories."""

    backups: list[str]
    files: list[str]
    id: str
    keys: list[str]
    left: list[str]
    memories: int
    tombstones: TombstonesResult


class _TombstonesRequired(TypedDict):
    at: str
    salt: str


class Tombstones(_TombstonesRequired, total=False):
    """What may not come back: salted digests, from which nobody can tell a text that they do not know."""

    facts: Sequence[str]
    texts: Sequence[str]
    names: Sequence[str]


class RelationResult(TypedDict):
    """A relation type and in how many facts it stands."""

    facts: int
    predicate: str


class _FactsRelationsResultRequired(TypedDict):
    relations: list[RelationResult]


class FactsRelationsResult(_FactsRelationsResultRequired, total=False):
    """Relation types, the most frequent first."""

    next: str


class ItemsDeleteResult(TypedDict):
    """What was deleted; the audit's history has its text."""

    key: str
    status: Literal["deleted"]


class _ItemResultRequired(TypedDict):
    audience: str
    created: str
    key: str
    namespace: list[str]
    updated: str
    value: Any


class ItemResult(_ItemResultRequired, total=False):
    """An item."""

    index: bool
    project: str
    score: float
    ttl_seconds: float


class ListedResult(TypedDict):
    """Where an item is kept, and since when."""

    created: str
    key: str
    namespace: list[str]
    updated: str


class _ItemsListResultRequired(TypedDict):
    items: list[ListedResult]


class ItemsListResult(_ItemsListResultRequired, total=False):
    """A page of items by namespace and key, without their values."""

    next: str


class _ItemsNamespacesResultRequired(TypedDict):
    namespaces: list[list[str]]


class ItemsNamespacesResult(_ItemsNamespacesResultRequired, total=False):
    """A page of namespaces that have items, in order."""

    next: str


class ItemsPutResult(TypedDict):
    """Its key among all memories, and what became of it; `updated` tells this version from others."""

    key: str
    redacted: list[Redacted]
    status: Literal["added", "replaced"]
    updated: str


class ItemsRenewResult(TypedDict):
    """An item whose time begins anew; it has none when it is kept for ever."""

    key: str
    status: Literal["kept", "renewed"]


class ItemsSearchResult(TypedDict):
    """Items: by a query the most relevant first, else the newest first."""

    items: list[ItemResult]


class Turn(TypedDict):
    """One message for the model."""

    content: str
    role: Literal["assistant", "user"]


class _ClaimResultRequired(TypedDict):
    expires: str
    job_id: str
    kind: str
    messages: list[Turn]
    target_tokens: int


class ClaimResult(_ClaimResultRequired, total=False):
    """A job: send `messages` to the model as they stand, without a system prompt, and submit its answer in time. `redo`
    says that it was done already, without an agent or over a text that has changed since. `daily` is a day's summary,
    `leaf` and `merge` make the hierarchy, `condense` is a better line of MEMORY.md for a hot note, `settle` says which
    of two facts that contradict each other is in force.
    """

    level: str
    model: str
    redo: bool


class _JobResultRequired(TypedDict):
    kind: str
    redo: bool
    since: str
    slot: str
    state: Literal["leased", "open"]
    target_tokens: int


class JobResult(_JobResultRequired, total=False):
    """A job; `since` is when it was first open, `tokens` what its messages have."""

    expires: str
    job_id: str
    level: str
    tokens: int


class JobsListResult(TypedDict):
    """Jobs in the order in which they are offered, those at work first; and how many agents got within 24 hours."""

    claimed: int
    jobs: list[JobResult]


class JobsReleaseResult(TypedDict):
    """What became of it."""

    job_id: str
    status: Literal["already", "released"]


class JobsRenewResult(TypedDict):
    """Until when it is held."""

    expires: str
    job_id: str


class _JobsSubmitResultRequired(TypedDict):
    key: str
    status: Literal["accepted", "already"]


class JobsSubmitResult(_JobsSubmitResultRequired, total=False):
    """The memory that was made of it."""

    redacted: list[Redacted]


class MaintenanceCanaryAddResult(TypedDict):
    """How many canaries there are now."""

    canaries: int
    redacted: list[Redacted]
    status: Literal["added", "already"]


class MaintenanceCanaryHistoryResult(TypedDict):
    """Past probes, oldest first, and the canaries as they stand."""

    canaries: list[dict[str, str]]
    probes: list[dict[str, Any]]


class _StepResultRequired(TypedDict):
    counts: dict[str, int]
    seconds: float
    status: Literal["failed", "ok", "skipped"]
    step: str


class StepResult(_StepResultRequired, total=False):
    """One step of maintenance; `reason` when it was skipped; `diff` on a dry run: what it would change."""

    diff: list[str]
    error: str
    reason: str


class MaintenanceRunResult(TypedDict):
    """What was done."""

    action: str
    seconds: float
    steps: list[StepResult]


MaintenanceRunAction = Literal[
    "clean",
    "compress",
    "consolidate",
    "decay",
    "health-check",
    "hygiene",
    "index",
    "prune",
    "quality-probe",
    "rebuild",
    "reconcile",
    "summarize",
    "tiers",
]


class DiskUse(TypedDict):
    """Bytes, as a health check found them."""

    at: str
    data_bytes: int
    free_bytes: int


class MaintenanceStatusResult(TypedDict):
    """Last and next run of each action, and what runs now. `disk`: by day, what the memory took on the disk and what
    was free there, oldest first.
    """

    actions: dict[str, Any]
    disk: list[DiskUse]
    running: dict[str, Any] | None


class NotesAddLayerResult(TypedDict):
    """The layer's file."""

    layer: str
    path: str
    redacted: list[Redacted]
    status: str


class _TextResultRequired(TypedDict):
    key: str
    redacted: list[Redacted]
    status: str


class TextResult(_TextResultRequired, total=False):
    """What became of it, and which secrets were taken out of the text."""

    hot: bool
    path: str


class _NotesChangeResultRequired(TypedDict):
    key: str
    status: str


class NotesChangeResult(_NotesChangeResultRequired, total=False):
    """What became of it."""

    hot: bool
    path: str


class NotesForgetKeywordResult(TypedDict):
    """How many hot notes were demoted, and which."""

    forgotten: int
    keys: list[str]


class LayerResult(TypedDict):
    """A layer and how many notes it has."""

    hot: int
    layer: str
    notes: int
    path: str


class NotesLayersResult(TypedDict):
    """The built-in layers first, the others by name."""

    layers: list[LayerResult]


class _NoteResultRequired(TypedDict):
    audience: Literal["group", "private", "shared"]
    critical: bool
    hot: bool
    key: str
    layer: str
    pinned: bool
    slug: str
    text: str


class NoteResult(_NoteResultRequired, total=False):
    """A note."""

    archived: bool
    project: str
    quarantined: bool
    sources: list[str]


class _NotesListResultRequired(TypedDict):
    notes: list[NoteResult]


class NotesListResult(_NotesListResultRequired, total=False):
    """A page of notes in the order of their files, of archived ones by key."""

    next: str


class _NotesRestoreResultRequired(TypedDict):
    key: str
    status: str


class NotesRestoreResult(_NotesRestoreResultRequired, total=False):
    """Where it is now; `beside`: the key that it had, if another note has that by now."""

    beside: str
    hot: bool
    path: str


class _NotesWriteResultRequired(TypedDict):
    hot: bool
    key: str
    redacted: list[Redacted]
    slug: str
    status: str


class NotesWriteResult(_NotesWriteResultRequired, total=False):
    """Where it is; `known` when the same text was there already; `new_layer` when it is the first of that layer."""

    new_layer: bool


class ProjectResult(TypedDict):
    """A project, and how many memories of each kind are of it."""

    memories: dict[str, int]
    project: str


class ProjectsListResult(TypedDict):
    """The projects that memories are of, by name."""

    projects: list[ProjectResult]


class ProjectsMoveResult(TypedDict):
    """How many were moved, by kind of memory, and `session`s; of nothing that is left, none."""

    moved: dict[str, int]
    project: str


_ProjectsMoveParamsReserved = TypedDict("_ProjectsMoveParamsReserved", {"from": str})


class _ProjectsMoveParamsRequired(_ProjectsMoveParamsReserved):
    to: str
    """the project it is of"""


class ProjectsMoveParams(_ProjectsMoveParamsRequired, total=False):
    """What `projects.move` takes."""

    session_id: str | None
    progress: str | None


class _HeldResultRequired(TypedDict):
    key: str
    kind: str
    text: str


class HeldResult(_HeldResultRequired, total=False):
    """A memory in quarantine."""

    at: str
    project: str
    session_id: str
    truncated: bool


class _QuarantineListResultRequired(TypedDict):
    memories: list[HeldResult]


class QuarantineListResult(_QuarantineListResultRequired, total=False):
    """A page of them by key."""

    next: str


class QuarantineReleaseResult(TypedDict):
    """It is as any other memory from now on."""

    key: str
    status: Literal["released"]


class RangeResult(TypedDict):
    """Which characters of the whole text a passage is, and at which line of it: `recall.get {key, from}` reads on."""

    end: int
    length: int
    line: int
    start: int


class _RelevantResultRequired(TypedDict):
    bears: Literal["decision", "preference"]
    confidence: float
    key: str
    kind: str
    path: str
    score: float
    text: str


class RelevantResult(_RelevantResultRequired, total=False):
    """A memory that is relevant to the action."""

    activation: float
    also: list[str]
    at: str
    created: str
    edited: str
    hot: bool
    layer: str
    line: int
    name: str
    object: str
    predicate: str
    project: str
    quarantined: bool
    range: RangeResult
    role: str
    session_id: str
    source: str
    subject: str
    superseded_by: str
    supersedes: str
    tier: str
    title: str
    truncated: bool
    valid_from: str
    valid_until: str
    why: dict[str, float]


class _ArchivedRelevantRequired(TypedDict):
    bears: Literal["decision", "preference"]
    key: str
    text: str


class ArchivedRelevant(_ArchivedRelevantRequired, total=False):
    """An archived note that is relevant to the action."""

    range: RangeResult
    truncated: bool


class _RecallCheckResultRequired(TypedDict):
    results: list[RelevantResult]
    took_ms: float


class RecallCheckResult(_RecallCheckResultRequired, total=False):
    """Preferences and decisions, the most relevant first; archived notes apart from those in force."""

    archived: list[ArchivedRelevant]


RecallExplainAbsentResultReason = Literal[
    "archived",
    "faded",
    "filtered",
    "folded",
    "no_candidate",
    "not_indexed",
    "present",
    "ranked_below",
    "superseded",
    "unlike",
]


class _RecallExplainAbsentResultRequired(TypedDict):
    key: str
    reason: RecallExplainAbsentResultReason
    text: str


class RecallExplainAbsentResult(_RecallExplainAbsentResultRequired, total=False):
    """Why it did not come: the reason in a word and in a sentence, and the numbers behind it."""

    activation: float
    filters: list[str]
    head: str
    last_score: float
    lexical: float
    min_similarity: float
    rank: int
    score: float
    search_threshold: float
    similarity: float
    why: dict[str, float]


RecallExplainAbsentKinds = Literal[
    "context",
    "daily",
    "fact",
    "hot",
    "log",
    "message",
    "note",
    "summary",
]


_RecallGetResultReserved = TypedDict("_RecallGetResultReserved", {"from": int})


class _RecallGetResultRequired(_RecallGetResultReserved):
    key: str
    lines: int
    path: str
    text: str


class RecallGetResult(_RecallGetResultRequired, total=False):
    """A map."""

    next: int
    quarantined: bool


_RecallGetParamsOptionalReserved = TypedDict("_RecallGetParamsOptionalReserved", {"from": int}, total=False)


class _RecallGetParamsRequired(_RecallGetParamsOptionalReserved):
    key: str


class RecallGetParams(_RecallGetParamsRequired, total=False):
    """What `recall.get` takes."""

    lines: int | None
    session_id: str | None


class GrepMatch(TypedDict):
    """A line that matches."""

    line: int
    path: str
    text: str


class RecallGrepResult(TypedDict):
    """Matches by path and line; `truncated` when there are more."""

    matches: list[GrepMatch]
    truncated: bool


class _ResultRequired(TypedDict):
    confidence: float
    key: str
    kind: str
    path: str
    score: float
    text: str


class Result(_ResultRequired, total=False):
    """A memory that was found; `why` names each part of its score."""

    activation: float
    also: list[str]
    at: str
    created: str
    edited: str
    hot: bool
    layer: str
    line: int
    name: str
    object: str
    predicate: str
    project: str
    quarantined: bool
    range: RangeResult
    role: str
    session_id: str
    source: str
    subject: str
    superseded_by: str
    supersedes: str
    tier: str
    title: str
    truncated: bool
    valid_from: str
    valid_until: str
    why: dict[str, float]


class RecallQueryResult(TypedDict):
    """Facts; `took_ms` is the daemon's own time."""

    results: list[Result]
    took_ms: float


class _ArchivedResultRequired(TypedDict):
    key: str
    text: str


class ArchivedResult(_ArchivedResultRequired, total=False):
    """An archived note that the search touches; notes.restore brings it back."""

    range: RangeResult
    truncated: bool


class _RecallSearchResultRequired(TypedDict):
    results: list[Result]
    took_ms: float


class RecallSearchResult(_RecallSearchResultRequired, total=False):
    """Memories, best first; `took_ms` is the daemon's own time."""

    archived: list[ArchivedResult]


RecallSearchKinds = Literal[
    "context",
    "daily",
    "fact",
    "hot",
    "log",
    "message",
    "note",
    "summary",
]


class _LinkResultRequired(TypedDict):
    by: ByResult | str
    depth: int
    key: str
    kind: str
    text: str | None


class LinkResult(_LinkResultRequired, total=False):
    """A memory of the chain; `depth` steps from the one that was asked for. `text` is None where it is known no more;
    `by` is `file`, `memoryd` or `unknown` where nobody asked; `unchanged`: it says what it said when the memory before
    it was made, left out where nobody can tell.
    """

    at: str
    method: str
    unchanged: bool


class RecallWhyResult(TypedDict):
    """The chain from the memory to the messages, what was made of the memory, and what it superseded."""

    chain: list[LinkResult]
    key: str
    supersedes: list[str]
    used_by: list[str]


class RpcCancelResult(TypedDict):
    """The call will stop at its next step."""

    status: str
    token: str


class MethodDescription(TypedDict):
    """One method; `errors` are the codes that it raises of its own."""

    access: str
    errors: list[str]
    params: dict[str, Any]
    result: dict[str, Any]
    summary: str


class RpcDescribeResult(TypedDict):
    """Every method by name."""

    methods: dict[str, MethodDescription]
    protocol: int


class RpcHelloResult(TypedDict):
    """What the client is talking to."""

    capabilities: list[str]
    protocol: int
    version: str


class _ClientNameRequired(TypedDict):
    name: str


class ClientName(_ClientNameRequired, total=False):
    """What the client calls itself."""

    version: str | None


class RpcPingResult(TypedDict):
    """An answer."""

    pong: bool


class _DirectiveResultRequired(TypedDict):
    directive: str
    done: bool


class DirectiveResult(_DirectiveResultRequired, total=False):
    """What a directive in a user's message did."""

    count: int
    error: str
    text: str


class SessionsAppendResult(TypedDict):
    """How many were new, and the key of each message, new or known."""

    appended: int
    directives: list[DirectiveResult]
    keys: list[str]
    redacted: list[Redacted]


class _MessageParamsRequired(TypedDict):
    role: Literal["assistant", "system", "tool", "user"]
    content: str


class MessageParams(_MessageParamsRequired, total=False):
    """One message; with an `id` it is appended only once."""

    name: str | None
    at: str | None
    id: str | None
    source: Literal["import", "untrusted"] | None
    data: dict[str, Any] | None


class SessionsBriefResult(TypedDict):
    """The text, in Markdown, empty while nothing is known; its tokens; and the keys that its lines end with, in order.
    What is stable stands first: who the user is, rules, decisions in force, what is known. It is the same, byte for
    byte, until something of it changes; behind it come open items, the last context and the last sessions.
    """

    keys: list[str]
    text: str
    tokens: int


class SessionsClearResult(TypedDict):
    """How many messages were taken out."""

    cleared: int
    session_id: str
    status: Literal["already_empty", "cleared"]


class SessionsEndResult(TypedDict):
    """What became of it."""

    session_id: str
    status: Literal["already_ended", "ended"]


class SessionResult(TypedDict):
    """A session."""

    agent: str | None
    audience: str
    finished: bool
    last_request: str
    messages: int
    path: str | None
    project: str | None
    session_id: str
    started: str


class _SessionsListResultRequired(TypedDict):
    sessions: list[SessionResult]


class SessionsListResult(_SessionsListResultRequired, total=False):
    """A page of sessions, the newest first."""

    next: str


class _MessageResultRequired(TypedDict):
    at: str
    audience: str
    content: str
    key: str
    received: str
    role: str
    session_id: str


class MessageResult(_MessageResultRequired, total=False):
    """A message as it is stored."""

    agent: str
    data: dict[str, Any]
    id: str
    name: str
    project: str
    quarantined: bool
    source: str


class SessionsPopResult(TypedDict):
    """What was taken out; null when the session has no message."""

    message: MessageResult | None


class _SessionsReadResultRequired(TypedDict):
    messages: list[MessageResult]


class SessionsReadResult(_SessionsReadResultRequired, total=False):
    """A page of messages."""

    next: str


class SessionsStartResult(TypedDict):
    """The session, and whether it was known."""

    resumed: bool
    session_id: str


class AssembledMessage(TypedDict):
    """To be put in front of a conversation."""

    content: str
    role: Literal["assistant"]


class Used(TypedDict):
    """Tokens of each level."""

    L1: int
    L2: int
    L3: int


class SummariesAssembleResult(TypedDict):
    """The memory as one message, what it used, and the summaries in it. While there is no summary it is the last part
    of the brief and what else of it finds room, with the keys of its lines; nil when nothing is known.
    """

    keys: list[str]
    message: AssembledMessage | None
    used: Used


class Budgets(TypedDict, total=False):
    """Tokens a level; what is left out counts as configured."""

    L1: int | None
    L2: int | None
    L3: int | None


class _ImportOutcomeRequired(TypedDict):
    key: str
    status: Literal["added", "known", "rejected"]


class ImportOutcome(_ImportOutcomeRequired, total=False):
    """What became of one."""

    message: str


class SummariesImportManyResult(TypedDict):
    """One outcome a summary, in order."""

    redacted: list[Redacted]
    summaries: list[ImportOutcome]


class ImportedSummary(TypedDict):
    """A summary's key, and its file as `summaries.inspect` gives it."""

    key: str
    content: str


class _SummaryResultRequired(TypedDict):
    by: Literal["agent", "builtin", "command", "hand"]
    first: str
    key: str
    last: str
    level: Literal["L1", "L2", "L3"]
    merged_into: str | None
    open: bool
    sessions: list[str]
    source_tokens: int
    sources: list[str]
    stale: bool
    text: str
    tokens: int
    version: int
    written: str


class SummaryResult(_SummaryResultRequired, total=False):
    """A summary; `sources` are messages or summaries below it, `by` says who wrote it."""

    content: str


class _SummariesInspectResultRequired(TypedDict):
    summaries: list[SummaryResult]


class SummariesInspectResult(_SummariesInspectResultRequired, total=False):
    """Summaries, the newest first, lower levels in front."""

    next: str


class LevelStatus(TypedDict):
    """One level: summaries, tokens, those not merged yet, made without an agent, and out of date."""

    stale: int
    summaries: int
    tokens: int
    unmerged: int
    without_agent: int


class LevelsStatus(TypedDict):
    """The three levels."""

    L1: LevelStatus
    L2: LevelStatus
    L3: LevelStatus


class Waiting(TypedDict):
    """What no summary holds yet; the tokens of `unread_bytes` of session files are not counted."""

    messages: int
    tokens: int
    unread_bytes: int


class _SummariesStatusResultRequired(TypedDict):
    last_entry: str | None
    levels: LevelsStatus


class SummariesStatusResult(_SummariesStatusResultRequired, total=False):
    """How far the compression has come; `waiting` is absent for a group session."""

    waiting: Waiting


class _SystemBackupResultRequired(TypedDict):
    archive_bytes: int
    files: int
    id: str


class SystemBackupResult(_SystemBackupResultRequired, total=False):
    """What was written, read back and compared. `missing`: what could not be read, a directory with a slash."""

    base: str
    missing: list[str]
    path: str
    verified: bool


class _ProblemResultRequired(TypedDict):
    action: str
    path: str
    what: str


class ProblemResult(_ProblemResultRequired, total=False):
    """What a person should mend, and how."""

    line: int
    severity: str


class SystemHealthResult(TypedDict):
    """What stands in health.json, what should be mended (of more than a thousand things the gravest), and the Memory
    Health text.
    """

    health: dict[str, Any]
    problems: list[ProblemResult]
    status: str
    text: str


class SystemSubscribeResult(TypedDict):
    """What is told: as notifications `memory.added` and its like `{key, kind, at, ...}`, or `system.event`."""

    events: list[str]


SystemSubscribeEvents = Literal[
    "maintenance",
    "memory.added",
    "memory.archived",
    "memory.changed",
    "problem",
]


class SystemVerifyResult(TypedDict):
    """What was looked at and found."""

    checked: dict[str, int]
    problems: list[ProblemResult]
    status: str


FactsArchiveResult = FactsChangeResult
FactsEditResult = FactsChangeResult
FactsGetResult = FactResult
FactsRestoreResult = FactsChangeResult
ItemsGetResult = ItemResult
JobsClaimResult = ClaimResult | None
NotesArchiveResult = TextResult
NotesDemoteResult = NotesChangeResult
NotesEditResult = TextResult
NotesPinResult = NotesChangeResult
NotesPromoteResult = NotesChangeResult
NotesReadResult = NoteResult
NotesUnpinResult = NotesChangeResult
SystemConfigResult = dict[str, Any]
SystemInfoResult = dict[str, Any]
SystemMetricsResult = dict[str, Any]
SystemReloadResult = dict[str, Any]
