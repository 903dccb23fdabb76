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


class ContextResult(TypedDict):
    """A context; times as text."""

    access_count: int
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


class _ContextsLoadResultRequired(TypedDict):
    contexts: list[ContextResult]


class ContextsLoadResult(_ContextsLoadResultRequired, total=False):
    """Contexts by tier and last access; each has been accessed by this, and shows the tier that it had before.
    `accesses_recorded` is there, and false, when the disk could not take the accesses: they do not count then.
    """

    accesses_recorded: bool


class Predicted(TypedDict):
    """A context that is likely to be asked for next."""

    access_count: int
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


class Redacted(TypedDict):
    """Secrets that were replaced before anything was stored."""

    count: int
    kind: str


class ContextsSaveResult(TypedDict):
    """The new context."""

    access_count: int
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


class CausalityParams(TypedDict, total=False):
    """Why it was saved: what was done, the reason, and the contexts that led to it."""

    action_type: str | None
    rationale: str | None
    dependencies: Sequence[str] | None
    caused_by: str | None


class FoundContext(TypedDict):
    """A context with its score; `why` names each part, the tier's apart."""

    access_count: int
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


class FactResult(TypedDict):
    """A fact; `activation` is decayed to `as_of`."""

    access_count: int
    activation: float
    archived: bool
    as_of: str
    created: str
    id: str
    last_accessed: str | None
    object: str
    predicate: str
    source: str
    subject: str


class _FactsFindResultRequired(TypedDict):
    facts: list[FactResult]


class FactsFindResult(_FactsFindResultRequired, total=False):
    """A page of facts."""

    next: str


class NeighborFact(TypedDict):
    """A fact and how many steps away it is."""

    access_count: int
    activation: float
    archived: bool
    as_of: str
    created: str
    distance: int
    id: str
    last_accessed: str | None
    object: str
    predicate: str
    source: str
    subject: str


class FactsNeighborsResult(TypedDict):
    """Facts around an entity, the nearest first, and the entities that they name."""

    entity: str
    facts: list[NeighborFact]
    neighbors: list[str]


class FactsPurgeResult(TypedDict):
    """What became of it."""

    id: str
    status: str


class RelationResult(TypedDict):
    """A relation type and in how many facts it stands."""

    facts: int
    predicate: str


class _FactsRelationsResultRequired(TypedDict):
    relations: list[RelationResult]


class FactsRelationsResult(_FactsRelationsResultRequired, total=False):
    """Relation types, the most frequent first."""

    next: str


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
    `leaf` and `merge` make the hierarchy, `condense` is a better line of MEMORY.md for a hot note.
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
    """A job; `since` is when it was first open."""

    expires: str
    job_id: str
    level: str


class JobsListResult(TypedDict):
    """Jobs in the order in which they are offered, those at work first."""

    jobs: list[JobResult]


class JobsReleaseResult(TypedDict):
    """What became of it."""

    job_id: str
    status: Literal["already", "released"]


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


class MaintenanceStatusResult(TypedDict):
    """Last and next run of each action, and what runs now."""

    actions: dict[str, Any]
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


class NoteResult(TypedDict):
    """A note."""

    critical: bool
    hot: bool
    key: str
    layer: str
    pinned: bool
    slug: str
    text: str


class _NotesListResultRequired(TypedDict):
    notes: list[NoteResult]


class NotesListResult(_NotesListResultRequired, total=False):
    """A page of notes in the order of their files."""

    next: str


class NotesWriteResult(TypedDict):
    """Where it is; `known` when the same text was there already."""

    hot: bool
    key: str
    redacted: list[Redacted]
    slug: str
    status: str


class _RelevantResultRequired(TypedDict):
    bears: Literal["decision", "preference"]
    key: str
    kind: str
    path: str
    score: float
    text: str


class RelevantResult(_RelevantResultRequired, total=False):
    """A memory that bears on the action."""

    activation: float
    at: str
    created: str
    hot: bool
    layer: str
    line: int
    name: str
    object: str
    predicate: str
    project: str
    role: str
    session_id: str
    subject: str
    tier: str
    title: str
    truncated: bool
    why: dict[str, float]


class RecallCheckResult(TypedDict):
    """Preferences and decisions, the most relevant first."""

    results: list[RelevantResult]
    took_ms: float


RecallExplainAbsentResultReason = Literal[
    "archived",
    "faded",
    "filtered",
    "no_candidate",
    "not_indexed",
    "present",
    "ranked_below",
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
    key: str
    kind: str
    path: str
    score: float
    text: str


class Result(_ResultRequired, total=False):
    """A memory that was found; `why` names each part of its score."""

    activation: float
    at: str
    created: str
    hot: bool
    layer: str
    line: int
    name: str
    object: str
    predicate: str
    project: str
    role: str
    session_id: str
    subject: str
    tier: str
    title: str
    truncated: bool
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
    id: str
    name: str
    project: str


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
    """To be put in front of a conversation; empty while there is no memory."""

    content: str
    role: Literal["assistant"]


class Used(TypedDict):
    """Tokens of each level."""

    L1: int
    L2: int
    L3: int


class SummariesAssembleResult(TypedDict):
    """The memory as one message, what it used, and the summaries in it."""

    keys: list[str]
    message: AssembledMessage
    used: Used


class Budgets(TypedDict, total=False):
    """Tokens a level; what is left out counts as configured."""

    L1: int | None
    L2: int | None
    L3: int | None


class SummaryResult(TypedDict):
    """A summary; `sources` are messages or summaries below it, `by` says who wrote it."""

    by: Literal["agent", "builtin", "command", "hand"]
    first: str
    key: str
    last: str
    level: Literal["L1", "L2", "L3"]
    merged_into: str | None
    sessions: list[str]
    source_tokens: int
    sources: list[str]
    stale: bool
    text: str
    tokens: int
    version: int
    written: str


class SummariesInspectResult(TypedDict):
    """Summaries, the newest first, lower levels in front."""

    summaries: list[SummaryResult]


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


class SystemBackupResult(TypedDict):
    """What was written, read back and compared."""

    archive_bytes: int
    files: int
    path: str


class _ProblemResultRequired(TypedDict):
    action: str
    path: str
    what: str


class ProblemResult(_ProblemResultRequired, total=False):
    """What a person should mend, and how."""

    line: int
    severity: str


class SystemHealthResult(TypedDict):
    """What stands in health.json, what should be mended, and the Memory Health text."""

    health: dict[str, Any]
    problems: list[ProblemResult]
    status: str
    text: str


class SystemSubscribeResult(TypedDict):
    """What is told: as notifications `system.event {event, at, ...}`."""

    events: list[str]


class SystemVerifyResult(TypedDict):
    """What was looked at and found."""

    checked: dict[str, int]
    problems: list[ProblemResult]
    status: str


FactsArchiveResult = FactsChangeResult
FactsGetResult = FactResult
FactsRestoreResult = FactsChangeResult
JobsClaimResult = ClaimResult | None
NotesArchiveResult = TextResult
NotesDemoteResult = NotesChangeResult
NotesEditResult = TextResult
NotesPinResult = NotesChangeResult
NotesPromoteResult = NotesChangeResult
NotesReadResult = NoteResult
NotesRestoreResult = NotesChangeResult
NotesUnpinResult = NotesChangeResult
SystemConfigResult = dict[str, Any]
SystemInfoResult = dict[str, Any]
SystemMetricsResult = dict[str, Any]
SystemReloadResult = dict[str, Any]
