# Made of rpc.describe by packaging/generate/client.py (make generated); do not edit.

"""What the methods of memoryd take and give: maps with these keys. A time is text, ISO 8601 in UTC."""

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal, Optional, TypedDict

if sys.version_info >= (3, 11):
    from typing import NotRequired
elif TYPE_CHECKING:
    from typing_extensions import NotRequired
else:
    NotRequired = Optional  # 3.10 has no word for it


class ByResult(TypedDict):
    """Who asked for a change: the user and process of the connection, the agent and session if there is one."""

    uid: int
    agent: NotRequired[str]
    pid: NotRequired[int]
    session: NotRequired[str]


class EntryResult(TypedDict):
    """One change. `by` is `file`, `memoryd` or `unknown` where nobody asked; digests are keyed."""

    at: str
    by: ByResult | str
    change: str
    method: str
    after: NotRequired[str]
    before: NotRequired[str]
    count: NotRequired[int]
    key: NotRequired[str]
    kind: NotRequired[str]
    seq: NotRequired[int]


class AuditListResult(TypedDict):
    """A page of changes, the oldest first."""

    entries: list[EntryResult]
    next: NotRequired[str]


class VersionResult(EntryResult):
    """One change, and what the memory said from then on; None when it was removed or its text is not kept."""

    text: str | None


class AuditShowResult(TypedDict):
    """The memory's text at the time, or now; what it said before its first change; and its versions."""

    key: str
    text: str | None
    versions: list[VersionResult]
    earlier: NotRequired[str]


class Head(TypedDict):
    """The last line of the chain."""

    hash: str
    seq: int


class FaultResult(TypedDict):
    """What is wrong, where, and what to do."""

    action: str
    path: str
    what: str
    line: NotRequired[int]
    severity: NotRequired[str]


class AuditVerifyResult(TypedDict):
    """What was checked, and the first hundred faults."""

    faults: int
    files: int
    head: Head
    lines: int
    problems: list[FaultResult]
    status: str
    texts: int


class ContextsOutcome(TypedDict):
    """What became of one."""

    id: str
    status: Literal["added", "known", "rejected"]
    message: NotRequired[str]


class Redacted(TypedDict):
    """Secrets that were replaced before anything was stored."""

    count: int
    kind: str


class ContextsImportManyResult(TypedDict):
    """One outcome a context, in order."""

    contexts: list[ContextsOutcome]
    redacted: list[Redacted]


class ImportedContext(TypedDict):
    """A context as `contexts.list` shows it."""

    id: str
    project: str
    """the project it is of"""
    content: str
    created: str
    """ISO 8601; without an offset in `timezone`"""
    source: NotRequired[str]
    metadata: NotRequired[dict[str, Any]]
    tags: NotRequired[Sequence[str]]
    causality: NotRequired[dict[str, Any] | None]
    last_accessed: NotRequired[str | None]
    access_count: NotRequired[int]
    archived: NotRequired[bool]
    audience: NotRequired[Literal["group", "private", "shared"]]
    sources: NotRequired[Sequence[str]]


class ListedContext(TypedDict):
    """A context; `archived` is there, and true, of one that was pruned."""

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
    archived: NotRequired[bool]
    sources: NotRequired[list[str]]


class ContextsListResult(TypedDict):
    """A page of contexts by id; fewer than asked for when they are large."""

    contexts: list[ListedContext]
    next: NotRequired[str]


class ContextResult(TypedDict):
    """A context; times as text."""

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
    quarantined: NotRequired[bool]
    sources: NotRequired[list[str]]


class ContextsLoadResult(TypedDict):
    """Contexts by tier and last access; each has been accessed by this, and shows the tier that it had before.
    `accesses_recorded` is there, and false, when the disk could not take the accesses: they do not count then.
    """

    contexts: list[ContextResult]
    accesses_recorded: NotRequired[bool]


class FoundContext(ContextResult):
    """A context with its score; `why` names each part, the tier's apart."""

    score: float
    why: dict[str, float]


class Predicted(FoundContext):
    """A context that is likely to be asked for next."""

    reasons: list[str]


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


class ContextsSaveResult(ContextResult):
    """The new context."""

    redacted: list[Redacted]
    status: Literal["saved"]


class CausalityParams(TypedDict):
    """Why it was saved: what was done, the reason, and the contexts that led to it."""

    action_type: NotRequired[str | None]
    rationale: NotRequired[str | None]
    dependencies: NotRequired[Sequence[str] | None]
    caused_by: NotRequired[str | None]


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


class FactsAddResult(TypedDict):
    """What became of it."""

    activation: float
    id: str
    redacted: list[Redacted]
    status: str
    superseded: NotRequired[list[str]]
    superseded_by: NotRequired[str]


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


class ChainedFact(TypedDict):
    """What was said of the same before or after, as `facts.get` lists it, the oldest first."""

    created: str
    id: str
    object: str
    predicate: str
    source: str
    subject: str
    valid_from: str
    edited: NotRequired[str]
    superseded_by: NotRequired[str]
    supersedes: NotRequired[str]
    valid_until: NotRequired[str]


class FactResult(ChainedFact):
    """A fact; `activation` is decayed to `as_of`."""

    access_count: int
    activation: float
    archived: bool
    as_of: str
    audience: Literal["group", "private", "shared"]
    last_accessed: str | None
    chain: NotRequired[list[ChainedFact]]
    project: NotRequired[str]
    quarantined: NotRequired[bool]
    sources: NotRequired[list[str]]


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


class FactsEntitiesResult(TypedDict):
    """A page of entities by name."""

    entities: list[EntityResult]
    next: NotRequired[str]


class FactsFindResult(TypedDict):
    """A page of facts."""

    facts: list[FactResult]
    next: NotRequired[str]


class FactsOutcome(TypedDict):
    """What became of one; `id` is the fact that says it, which may have been there under another id."""

    id: str
    status: Literal["added", "known", "rejected"]
    message: NotRequired[str]


class FactsImportManyResult(TypedDict):
    """One outcome a fact, in order."""

    facts: list[FactsOutcome]
    redacted: list[Redacted]


class ImportedFact(TypedDict):
    """A fact as replies show it; `activation` is as of `as_of`, `supersedes` all that it took the place of."""

    id: str
    subject: str
    predicate: str
    object: str
    source: str
    created: str
    """ISO 8601; without an offset in `timezone`"""
    activation: NotRequired[float]
    as_of: NotRequired[str | None]
    last_accessed: NotRequired[str | None]
    access_count: NotRequired[int]
    archived: NotRequired[bool]
    audience: NotRequired[Literal["group", "private", "shared"]]
    project: NotRequired[str | None]
    sources: NotRequired[Sequence[str]]
    valid_from: NotRequired[str | None]
    valid_until: NotRequired[str | None]
    supersedes: NotRequired[Sequence[str]]
    superseded_by: NotRequired[str | None]
    edited: NotRequired[str | None]


class NeighborFact(FactResult):
    """A fact and how many steps away it is."""

    distance: int


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


class FactsPurgeResult(TypedDict):
    """What was found, where, and what keeps it from coming back; a dry run names the memories."""

    status: Literal["entombed", "planned", "purged"]
    backups: NotRequired[list[str]]
    files: NotRequired[list[str]]
    id: NotRequired[str]
    keys: NotRequired[list[str]]
    left: NotRequired[list[str]]
    memories: NotRequired[int]
    tombstones: NotRequired[TombstonesResult]


class Tombstones(TypedDict):
    """What may not come back: salted digests, from which nobody can tell a text that they do not know."""

    at: str
    salt: str
    facts: NotRequired[Sequence[str]]
    texts: NotRequired[Sequence[str]]
    names: NotRequired[Sequence[str]]


class RelationResult(TypedDict):
    """A relation type and in how many facts it stands."""

    facts: int
    predicate: str


class FactsRelationsResult(TypedDict):
    """Relation types, the most frequent first."""

    relations: list[RelationResult]
    next: NotRequired[str]


class ItemsDeleteResult(TypedDict):
    """What was deleted; the audit's history has its text."""

    key: str
    status: Literal["deleted"]


class ItemResult(TypedDict):
    """An item."""

    audience: str
    created: str
    key: str
    namespace: list[str]
    updated: str
    value: Any
    index: NotRequired[bool]
    project: NotRequired[str]
    score: NotRequired[float]
    ttl_seconds: NotRequired[float]


class ListedResult(TypedDict):
    """Where an item is kept, and since when."""

    created: str
    key: str
    namespace: list[str]
    updated: str


class ItemsListResult(TypedDict):
    """A page of items by namespace and key, without their values."""

    items: list[ListedResult]
    next: NotRequired[str]


class ItemsNamespacesResult(TypedDict):
    """A page of namespaces that have items, in order."""

    namespaces: list[list[str]]
    next: NotRequired[str]


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


class ClaimResult(TypedDict):
    """A job: send `messages` to the model as they stand, without a system prompt, and submit its answer in time. `redo`
    says that it was done already, without an agent or over a text that has changed since. `daily` is a day's summary,
    `leaf` and `merge` make the hierarchy, `condense` is a better line of MEMORY.md for a hot note, `settle` says which
    of two facts that contradict each other is in force.
    """

    expires: str
    job_id: str
    kind: str
    messages: list[Turn]
    target_tokens: int
    level: NotRequired[str]
    model: NotRequired[str]
    redo: NotRequired[bool]


class JobResult(TypedDict):
    """A job; `since` is when it was first open, `tokens` what its messages have."""

    kind: str
    redo: bool
    since: str
    slot: str
    state: Literal["leased", "open"]
    target_tokens: int
    expires: NotRequired[str]
    job_id: NotRequired[str]
    level: NotRequired[str]
    tokens: NotRequired[int]


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


class JobsSubmitResult(TypedDict):
    """The memory that was made of it."""

    key: str
    status: Literal["accepted", "already"]
    redacted: NotRequired[list[Redacted]]


class MaintenanceCanaryAddResult(TypedDict):
    """How many canaries there are now."""

    canaries: int
    redacted: list[Redacted]
    status: Literal["added", "already"]


class MaintenanceCanaryHistoryResult(TypedDict):
    """Past probes, oldest first, and the canaries as they stand."""

    canaries: list[dict[str, str]]
    probes: list[dict[str, Any]]


class StepResult(TypedDict):
    """One step of maintenance; `reason` when it was skipped; `diff` on a dry run: what it would change."""

    counts: dict[str, int]
    seconds: float
    status: Literal["failed", "ok", "skipped"]
    step: str
    diff: NotRequired[list[str]]
    error: NotRequired[str]
    reason: NotRequired[str]


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


class TextResult(TypedDict):
    """What became of it, and which secrets were taken out of the text."""

    key: str
    redacted: list[Redacted]
    status: str
    hot: NotRequired[bool]
    path: NotRequired[str]


class NotesChangeResult(TypedDict):
    """What became of it."""

    key: str
    status: str
    hot: NotRequired[bool]
    path: NotRequired[str]


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


class NoteResult(TypedDict):
    """A note."""

    audience: Literal["group", "private", "shared"]
    critical: bool
    hot: bool
    key: str
    layer: str
    pinned: bool
    slug: str
    text: str
    archived: NotRequired[bool]
    project: NotRequired[str]
    quarantined: NotRequired[bool]
    sources: NotRequired[list[str]]


class NotesListResult(TypedDict):
    """A page of notes in the order of their files, of archived ones by key."""

    notes: list[NoteResult]
    next: NotRequired[str]


class NotesRestoreResult(TypedDict):
    """Where it is now; `beside`: the key that it had, if another note has that by now."""

    key: str
    status: str
    beside: NotRequired[str]
    hot: NotRequired[bool]
    path: NotRequired[str]


class NotesWriteResult(TypedDict):
    """Where it is; `known` when the same text was there already; `new_layer` when it is the first of that layer."""

    hot: bool
    key: str
    redacted: list[Redacted]
    slug: str
    status: str
    new_layer: NotRequired[bool]


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


class ProjectsMoveParams(_ProjectsMoveParamsReserved):
    """What `projects.move` takes."""

    to: str
    """the project it is of"""
    session_id: NotRequired[str | None]
    progress: NotRequired[str | None]


class HeldResult(TypedDict):
    """A memory in quarantine."""

    key: str
    kind: str
    text: str
    at: NotRequired[str]
    project: NotRequired[str]
    session_id: NotRequired[str]
    truncated: NotRequired[bool]


class QuarantineListResult(TypedDict):
    """A page of them by key."""

    memories: list[HeldResult]
    next: NotRequired[str]


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


class Result(TypedDict):
    """A memory that was found; `why` names each part of its score."""

    confidence: float
    key: str
    kind: str
    path: str
    score: float
    text: str
    activation: NotRequired[float]
    also: NotRequired[list[str]]
    at: NotRequired[str]
    created: NotRequired[str]
    edited: NotRequired[str]
    hot: NotRequired[bool]
    layer: NotRequired[str]
    line: NotRequired[int]
    name: NotRequired[str]
    object: NotRequired[str]
    predicate: NotRequired[str]
    project: NotRequired[str]
    quarantined: NotRequired[bool]
    range: NotRequired[RangeResult]
    role: NotRequired[str]
    session_id: NotRequired[str]
    source: NotRequired[str]
    subject: NotRequired[str]
    superseded_by: NotRequired[str]
    supersedes: NotRequired[str]
    tier: NotRequired[str]
    title: NotRequired[str]
    truncated: NotRequired[bool]
    valid_from: NotRequired[str]
    valid_until: NotRequired[str]
    why: NotRequired[dict[str, float]]


class RelevantResult(Result):
    """A memory that is relevant to the action."""

    bears: Literal["decision", "preference"]


class ArchivedRelevant(TypedDict):
    """An archived note that is relevant to the action."""

    bears: Literal["decision", "preference"]
    key: str
    text: str
    range: NotRequired[RangeResult]
    truncated: NotRequired[bool]


class RecallCheckResult(TypedDict):
    """Preferences and decisions, the most relevant first; archived notes apart from those in force."""

    results: list[RelevantResult]
    took_ms: float
    archived: NotRequired[list[ArchivedRelevant]]


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


class RecallExplainAbsentResult(TypedDict):
    """Why it did not come: the reason in a word and in a sentence, and the numbers behind it."""

    key: str
    reason: RecallExplainAbsentResultReason
    text: str
    activation: NotRequired[float]
    filters: NotRequired[list[str]]
    head: NotRequired[str]
    last_score: NotRequired[float]
    lexical: NotRequired[float]
    min_similarity: NotRequired[float]
    rank: NotRequired[int]
    score: NotRequired[float]
    search_threshold: NotRequired[float]
    similarity: NotRequired[float]
    why: NotRequired[dict[str, float]]


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


class RecallGetResult(_RecallGetResultReserved):
    """A map."""

    key: str
    lines: int
    path: str
    text: str
    next: NotRequired[int]
    quarantined: NotRequired[bool]


_RecallGetParamsReserved = TypedDict("_RecallGetParamsReserved", {"from": NotRequired[int]})


class RecallGetParams(_RecallGetParamsReserved):
    """What `recall.get` takes."""

    key: str
    lines: NotRequired[int | None]
    session_id: NotRequired[str | None]


class GrepMatch(TypedDict):
    """A line that matches."""

    line: int
    path: str
    text: str


class RecallGrepResult(TypedDict):
    """Matches by path and line; `truncated` when there are more."""

    matches: list[GrepMatch]
    truncated: bool


class RecallQueryResult(TypedDict):
    """Facts; `took_ms` is the daemon's own time."""

    results: list[Result]
    took_ms: float


class ArchivedResult(TypedDict):
    """An archived note that the search touches; notes.restore brings it back."""

    key: str
    text: str
    range: NotRequired[RangeResult]
    truncated: NotRequired[bool]


class RecallSearchResult(TypedDict):
    """Memories, best first; `took_ms` is the daemon's own time."""

    results: list[Result]
    took_ms: float
    archived: NotRequired[list[ArchivedResult]]


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


class LinkResult(TypedDict):
    """A memory of the chain; `depth` steps from the one that was asked for. `text` is None where it is known no more;
    `by` is `file`, `memoryd` or `unknown` where nobody asked; `unchanged`: it says what it said when the memory before
    it was made, left out where nobody can tell.
    """

    by: ByResult | str
    depth: int
    key: str
    kind: str
    text: str | None
    at: NotRequired[str]
    method: NotRequired[str]
    unchanged: NotRequired[bool]


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


class ClientName(TypedDict):
    """What the client calls itself."""

    name: str
    version: NotRequired[str | None]


class RpcPingResult(TypedDict):
    """An answer."""

    pong: bool


class DirectiveResult(TypedDict):
    """What a directive in a user's message did."""

    directive: str
    done: bool
    count: NotRequired[int]
    error: NotRequired[str]
    text: NotRequired[str]


class SessionsAppendResult(TypedDict):
    """How many were new, and the key of each message, new or known."""

    appended: int
    directives: list[DirectiveResult]
    keys: list[str]
    redacted: list[Redacted]


class MessageParams(TypedDict):
    """One message; with an `id` it is appended only once."""

    role: Literal["assistant", "system", "tool", "user"]
    content: str
    name: NotRequired[str | None]
    at: NotRequired[str | None]
    id: NotRequired[str | None]
    source: NotRequired[Literal["import", "untrusted"] | None]
    data: NotRequired[dict[str, Any] | None]


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


class SessionsListResult(TypedDict):
    """A page of sessions, the newest first."""

    sessions: list[SessionResult]
    next: NotRequired[str]


class MessageResult(TypedDict):
    """A message as it is stored."""

    at: str
    audience: str
    content: str
    key: str
    received: str
    role: str
    session_id: str
    agent: NotRequired[str]
    data: NotRequired[dict[str, Any]]
    id: NotRequired[str]
    name: NotRequired[str]
    project: NotRequired[str]
    quarantined: NotRequired[bool]
    source: NotRequired[str]


class SessionsPopResult(TypedDict):
    """What was taken out; null when the session has no message."""

    message: MessageResult | None


class SessionsReadResult(TypedDict):
    """A page of messages."""

    messages: list[MessageResult]
    next: NotRequired[str]


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


class Budgets(TypedDict):
    """Tokens a level; what is left out counts as configured."""

    L1: NotRequired[int | None]
    L2: NotRequired[int | None]
    L3: NotRequired[int | None]


class ImportOutcome(TypedDict):
    """What became of one."""

    key: str
    status: Literal["added", "known", "rejected"]
    message: NotRequired[str]


class SummariesImportManyResult(TypedDict):
    """One outcome a summary, in order."""

    redacted: list[Redacted]
    summaries: list[ImportOutcome]


class ImportedSummary(TypedDict):
    """A summary's key, and its file as `summaries.inspect` gives it."""

    key: str
    content: str


class SummaryResult(TypedDict):
    """A summary; `sources` are messages or summaries below it, `by` says who wrote it."""

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
    content: NotRequired[str]


class SummariesInspectResult(TypedDict):
    """Summaries, the newest first, lower levels in front."""

    summaries: list[SummaryResult]
    next: NotRequired[str]


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


class SummariesStatusResult(TypedDict):
    """How far the compression has come; `waiting` is absent for a group session."""

    last_entry: str | None
    levels: LevelsStatus
    waiting: NotRequired[Waiting]


class SystemBackupResult(TypedDict):
    """What was written, read back and compared. `missing`: what could not be read, a directory with a slash."""

    archive_bytes: int
    files: int
    id: str
    base: NotRequired[str]
    missing: NotRequired[list[str]]
    path: NotRequired[str]
    verified: NotRequired[bool]


class ProblemResult(TypedDict):
    """What a person should mend, and how."""

    action: str
    path: str
    what: str
    line: NotRequired[int]
    severity: NotRequired[str]


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
