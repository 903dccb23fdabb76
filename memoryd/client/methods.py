# Made of rpc.describe by packaging/generate/client.py (make generated); do not edit.

"""The methods of memoryd, as a client that waits has them: for type checkers, and to be read.

What each takes besides is in `CallOptions`; a long one is told by `progress`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal, Protocol, overload

from memoryd.client import types
from memoryd.client.calls import CallOptions, Progress, SessionOptions

if TYPE_CHECKING:
    from typing_extensions import Unpack


class Audit(Protocol):
    """The methods of `audit`."""

    def list(
        self,
        *,
        key: str | None = None,
        since: str | None = None,
        limit: int = 100,
        after: str | None = None,
        **options: Unpack[SessionOptions],
    ) -> types.AuditListResult:
        """Who changed which memory, when, and by which method; the oldest change first. Access: read.

        key: text of 1 to 4096 characters (the key of a memory)
        since: text of 1 to 64 characters (ISO 8601; without an offset in `timezone`)
        limit: an integer from 1 to 1000 (how many at most)
        after: text of 1 to 500 characters (`next` of the page before)
        """

    def show(self, *, key: str, at: str | None = None, **options: Unpack[SessionOptions]) -> types.AuditShowResult:
        """A memory's text as of a time, and all its versions with their authors. Access: read.

        key: text of 1 to 4096 characters (the key of a memory)
        at: text of 1 to 64 characters (ISO 8601; without an offset in `timezone`)

        Raises NotFound.
        """

    def verify(self, *, progress: Progress | None = None, **options: Unpack[SessionOptions]) -> types.AuditVerifyResult:
        """Check that no line of the audit was changed, removed or moved since it was written. Access: read."""


class Contexts(Protocol):
    """The methods of `contexts`."""

    def import_many(
        self, *, contexts: Sequence[types.ImportedContext], **options: Unpack[SessionOptions]
    ) -> types.ContextsImportManyResult:
        """Import contexts from an export unchanged, archived ones included: ids, times, accesses; existing ones stay.
        Access: write.

        contexts: a list of 1 to 100 elements, each a map of id, project, content, source, metadata, tags, causality,
            created, last_accessed, access_count, archived, audience, sources

        Raises TooLarge, PermissionDenied, ReadOnly.
        """

    def list(
        self,
        *,
        project: str | None = None,
        archived: bool = False,
        limit: int = 100,
        after: str | None = None,
        **options: Unpack[SessionOptions],
    ) -> types.ContextsListResult:
        """Contexts by id, or the pruned ones; does not count as an access. Access: read.

        project: text of 1 to 200 characters
        archived: true or false
        limit: an integer from 1 to 1000 (how many at most)
        after: text of 1 to 500 characters (`next` of the page before)
        """

    def load(self, *, project: str, limit: int = 1, **options: Unpack[SessionOptions]) -> types.ContextsLoadResult:
        """The contexts to resume from, by tier and last access. Access: write.

        project: text of 1 to 200 characters (any text; it names the file)
        limit: an integer from 1 to 1000 (how many at most)

        Raises TooLarge.
        """

    def predict(
        self, *, project: str, limit: int = 10, **options: Unpack[SessionOptions]
    ) -> types.ContextsPredictResult:
        """The contexts likely to be needed next, with reasons. Access: read.

        project: text of 1 to 200 characters (any text; it names the file)
        limit: an integer from 1 to 1000 (how many at most)

        Raises TooLarge.
        """

    def prune_expired(
        self,
        *,
        limit: int | None = None,
        project: str | None = None,
        dry_run: bool = False,
        progress: Progress | None = None,
        **options: Unpack[SessionOptions],
    ) -> types.ContextsPruneExpiredResult:
        """Archive EXPIRED contexts, the least valuable first. Access: write.

        limit: an integer of at least 1
        project: text of 1 to 200 characters (any text; it names the file)
        dry_run: true or false

        Raises ReadOnly.
        """

    def recalculate_tiers(
        self, *, project: str | None = None, **options: Unpack[SessionOptions]
    ) -> types.ContextsRecalculateTiersResult:
        """Save the current tiers. Access: write.

        project: text of 1 to 200 characters (any text; it names the file)
        """

    def restore(self, *, id: str, **options: Unpack[SessionOptions]) -> types.ContextsRestoreResult:
        """Bring a pruned context back. Access: write.

        id: text of 1 to 200 characters (`context-…`)

        Raises NotFound.
        """

    def save(
        self,
        *,
        project: str,
        content: str,
        source: str | None = None,
        metadata: dict[str, Any] | None = None,
        tags: Sequence[str] | None = None,
        causality: types.CausalityParams | None = None,
        audience: Literal["group", "private", "shared"] | None = None,
        **options: Unpack[SessionOptions],
    ) -> types.ContextsSaveResult:
        """Save a snapshot of work in a project. Access: write.

        project: text of 1 to 200 characters (the project it is of)
        content: text, not empty
        source: text of at most 1000 characters
        metadata: a map
        tags: a list of at most 1000 elements, each text of 1 to 200 characters
        causality: a map of action_type, rationale, dependencies, caused_by
        audience: one of group, private, shared

        Raises TooLarge, ReadOnly.
        """

    def search(
        self, *, query: str, project: str | None = None, limit: int = 10, **options: Unpack[SessionOptions]
    ) -> types.ContextsSearchResult:
        """Contexts that answer a question. Access: read.

        query: text of 1 to 1000000 characters
        project: text of 1 to 200 characters (any text; it names the file)
        limit: an integer from 1 to 1000 (how many at most)

        Raises TooLarge.
        """

    def stats(self, *, project: str | None = None, **options: Unpack[SessionOptions]) -> types.ContextsStatsResult:
        """The number of contexts in each tier, and what follows from it. Access: read.

        project: text of 1 to 200 characters (any text; it names the file)
        """


class Facts(Protocol):
    """The methods of `facts`."""

    def add(
        self,
        *,
        subject: str,
        predicate: str,
        object: str,
        source: str = "user-stated",
        created: str | None = None,
        valid_from: str | None = None,
        valid_until: str | None = None,
        supersedes: str | None = None,
        audience: Literal["group", "private", "shared"] | None = None,
        project: str | None = None,
        **options: Unpack[SessionOptions],
    ) -> types.FactsAddResult:
        """State a fact; a known one is reinforced. Access: write.

        subject: text, not empty
        predicate: text, not empty
        object: text, not empty
        source: text of 1 to 1000 characters
        created: text of 1 to 64 characters (ISO 8601; without an offset in `timezone`)
        valid_from: text of 1 to 64 characters (ISO 8601; without an offset in `timezone`)
        valid_until: text of 1 to 64 characters (ISO 8601; without an offset in `timezone`)
        supersedes: text of 1 to 200 characters (`fact-…`)
        audience: one of group, private, shared
        project: text of 1 to 200 characters (the project it is of)

        Raises NotFound, TooLarge, ReadOnly.
        """

    def add_many(
        self, *, facts: Sequence[Any], progress: Progress | None = None, **options: Unpack[SessionOptions]
    ) -> types.FactsAddManyResult:
        """State many facts, each as in facts.add; each is accepted or rejected by itself. Access: write.

        facts: a list, each any value

        Raises ReadOnly.
        """

    def archive(
        self, *, id: str, reason: str = "archived on request", **options: Unpack[SessionOptions]
    ) -> types.FactsArchiveResult:
        """Move a fact to the archive; it can be restored. Access: write.

        id: text of 1 to 200 characters (`fact-…`)
        reason: text of 1 to 1000 characters

        Raises NotFound.
        """

    def conflicts(self, *, limit: int = 100, **options: Unpack[SessionOptions]) -> types.FactsConflictsResult:
        """Facts that contradict each other and are not settled. Access: read.

        limit: an integer from 1 to 1000 (how many at most)
        """

    def edit(
        self,
        *,
        id: str,
        subject: str | None = None,
        predicate: str | None = None,
        object: str | None = None,
        source: str | None = None,
        valid_from: str | None = None,
        valid_until: str | None = None,
        **options: Unpack[SessionOptions],
    ) -> types.FactsEditResult:
        """Correct a fact and keep its id; the history keeps the old text. Access: write.

        id: text of 1 to 200 characters (`fact-…`)
        subject: text, not empty
        predicate: text, not empty
        object: text, not empty
        source: text of 1 to 1000 characters
        valid_from: text of 1 to 64 characters (ISO 8601; without an offset in `timezone`)
        valid_until: text of 1 to 64 characters (ISO 8601; without an offset in `timezone`)

        Raises NotFound, Conflict.
        """

    def entities(
        self,
        *,
        prefix: str | None = None,
        limit: int = 100,
        after: str | None = None,
        **options: Unpack[SessionOptions],
    ) -> types.FactsEntitiesResult:
        """What the active facts are about. Access: read.

        prefix: text of at most 1000 characters
        limit: an integer from 1 to 1000 (how many at most)
        after: text of 1 to 500 characters (`next` of the page before)
        """

    def find(
        self,
        *,
        subject: str | None = None,
        predicate: str | None = None,
        object: str | None = None,
        source: str | None = None,
        project: str | None = None,
        include_archived: bool = False,
        include_superseded: bool = False,
        as_of: str | None = None,
        limit: int = 100,
        after: str | None = None,
        **options: Unpack[SessionOptions],
    ) -> types.FactsFindResult:
        """Facts by exact parts. Access: read.

        subject: text, not empty
        predicate: text, not empty
        object: text, not empty
        source: text, not empty
        project: text of 1 to 200 characters (that project, and what has none)
        include_archived: true or false
        include_superseded: true or false
        as_of: text of 1 to 64 characters (ISO 8601; without an offset in `timezone`; a date includes that day)
        limit: an integer from 1 to 1000 (how many at most)
        after: text of 1 to 500 characters (`next` of the page before)
        """

    def get(self, *, id: str, **options: Unpack[SessionOptions]) -> types.FactsGetResult:
        """A fact by its id, even if archived. Access: read.

        id: text of 1 to 200 characters (`fact-…`)

        Raises NotFound.
        """

    def import_many(
        self, *, facts: Sequence[types.ImportedFact], **options: Unpack[SessionOptions]
    ) -> types.FactsImportManyResult:
        """Import facts from an export unchanged, archived ones included: ids, activation, accesses, chains; existing
        ones stay. Access: write.

        facts: a list of 1 to 200 elements, each a map of id, subject, predicate, object, source, created, activation,
            as_of, last_accessed, access_count, archived, audience, project, sources, valid_from, valid_until,
            supersedes, superseded_by, edited

        Raises TooLarge, PermissionDenied, ReadOnly.
        """

    def neighbors(
        self,
        *,
        entity: str,
        depth: int = 1,
        limit: int = 50,
        as_of: str | None = None,
        include_superseded: bool = False,
        **options: Unpack[SessionOptions],
    ) -> types.FactsNeighborsResult:
        """The facts around an entity. Access: read.

        entity: text, not empty
        depth: an integer from 1 to 4
        limit: an integer from 1 to 1000 (how many at most)
        as_of: text of 1 to 64 characters (ISO 8601; without an offset in `timezone`; a date includes that day)
        include_superseded: true or false

        Raises NotFound.
        """

    def purge(
        self,
        *,
        id: str | None = None,
        subject: str | None = None,
        query: str | None = None,
        tombstones: Sequence[types.Tombstones] | None = None,
        dry_run: bool = False,
        progress: Progress | None = None,
        **options: Unpack[SessionOptions],
    ) -> types.FactsPurgeResult:
        """Remove a fact, a subject or a matter for good: from files, indexes, summaries, archives, history and the
        backups in the directory, with what was made of it; the receipt's tombstones keep it out. Access: admin.

        id: text of 1 to 200 characters
        subject: text of 1 to 10000 characters
        query: text of 1 to 10000 characters
        tombstones: a list, each a map of at, salt, facts, texts, names
        dry_run: true or false

        Raises NotFound, Busy.
        """

    def relations(
        self, *, limit: int = 100, after: str | None = None, **options: Unpack[SessionOptions]
    ) -> types.FactsRelationsResult:
        """Relation types, with the number of facts of each. Access: read.

        limit: an integer from 1 to 1000 (how many at most)
        after: text of 1 to 500 characters (`next` of the page before)
        """

    def restore(self, *, id: str, **options: Unpack[SessionOptions]) -> types.FactsRestoreResult:
        """Make an archived fact active again. Access: write.

        id: text of 1 to 200 characters (`fact-…`)

        Raises NotFound, Conflict.
        """


class Items(Protocol):
    """The methods of `items`."""

    def delete(
        self, *, namespace: Sequence[str], key: str, **options: Unpack[SessionOptions]
    ) -> types.ItemsDeleteResult:
        """Delete an item. Access: write.

        namespace: a list of 1 to 20 elements, each text of 1 to 1000 characters (such as [user, settings])
        key: text of 1 to 1000 characters

        Raises NotFound.
        """

    def get(self, *, namespace: Sequence[str], key: str, **options: Unpack[SessionOptions]) -> types.ItemsGetResult:
        """An item by its key. Access: read.

        namespace: a list of 1 to 20 elements, each text of 1 to 1000 characters (such as [user, settings])
        key: text of 1 to 1000 characters

        Raises NotFound.
        """

    def list(
        self,
        *,
        prefix: Sequence[str] = (),
        limit: int = 100,
        after: str | None = None,
        **options: Unpack[SessionOptions],
    ) -> types.ItemsListResult:
        """The items, by namespace and key. Access: read.

        prefix: a list of at most 20 elements, each text of 1 to 1000 characters (how namespaces begin; empty for all)
        limit: an integer from 1 to 1000 (how many at most)
        after: text of 1 to 50000 characters (`next` of the page before)
        """

    def namespaces(
        self,
        *,
        prefix: Sequence[str] = (),
        limit: int = 100,
        after: str | None = None,
        **options: Unpack[SessionOptions],
    ) -> types.ItemsNamespacesResult:
        """Which namespaces have items. Access: read.

        prefix: a list of at most 20 elements, each text of 1 to 1000 characters (how namespaces begin; empty for all)
        limit: an integer from 1 to 1000 (how many at most)
        after: text of 1 to 50000 characters (`next` of the page before)
        """

    def put(
        self,
        *,
        namespace: Sequence[str],
        key: str,
        value: Any,
        ttl_seconds: float | None = None,
        index: bool = True,
        audience: Literal["group", "private", "shared"] | None = None,
        project: str | None = None,
        if_absent: bool = False,
        if_updated: str | None = None,
        created: str | None = None,
        updated: str | None = None,
        **options: Unpack[SessionOptions],
    ) -> types.ItemsPutResult:
        """Store a value under a namespace and a key; `if_absent` and `if_updated` refuse it if another one was faster.
        Access: write.

        namespace: a list of 1 to 20 elements, each text of 1 to 1000 characters (such as [user, settings])
        key: text of 1 to 1000 characters
        value: any value
        ttl_seconds: a number of at most 3200000000.0 (how long it is kept after it was put or renewed)
        index: true or false
        audience: one of group, private, shared
        project: text of 1 to 200 characters (the project it is of)
        if_absent: true or false
        if_updated: text of 1 to 64 characters (ISO 8601; without an offset in `timezone`)
        created: text of 1 to 64 characters (ISO 8601; without an offset in `timezone`)
        updated: text of 1 to 64 characters (ISO 8601; without an offset in `timezone`)

        Raises Conflict, TooLarge, ReadOnly.
        """

    def renew(self, *, namespace: Sequence[str], key: str, **options: Unpack[SessionOptions]) -> types.ItemsRenewResult:
        """Restart the `ttl_seconds` of an item. Access: write.

        namespace: a list of 1 to 20 elements, each text of 1 to 1000 characters (such as [user, settings])
        key: text of 1 to 1000 characters

        Raises NotFound.
        """

    def search(
        self,
        *,
        prefix: Sequence[str],
        query: str | None = None,
        filter: dict[str, Any] | None = None,
        limit: int = 10,
        offset: int = 0,
        **options: Unpack[SessionOptions],
    ) -> types.ItemsSearchResult:
        """Items by their values: words or a question, fields (`{field: value}` or `{field: {$gte: 3}}`), or both.
        Access: read.

        prefix: a list of at most 20 elements, each text of 1 to 1000 characters (how namespaces begin; empty for all)
        query: text of 1 to 1000000 characters
        filter: a map
        limit: an integer from 1 to 1000 (how many at most)
        offset: an integer from 0 to 1000000 (how many to leave out first)
        """


class Jobs(Protocol):
    """The methods of `jobs`."""

    def claim(
        self,
        *,
        kinds: Sequence[Literal["condense", "daily", "leaf", "merge", "settle"]] | None = None,
        lease_seconds: float = 600.0,
        **options: Unpack[SessionOptions],
    ) -> types.JobsClaimResult:
        """Claim the next job for a model; nil if there is none, or none is loaded yet. Access: write.

        kinds: a list, not empty, each one of condense, daily, leaf, merge, settle
        lease_seconds: a number from 1 to 1800 (seconds until the job is free again)

        Raises ReadOnly.
        """

    def list(self, **options: Unpack[SessionOptions]) -> types.JobsListResult:
        """Jobs that are open or claimed. Access: write."""

    def release(self, *, job_id: str, **options: Unpack[SessionOptions]) -> types.JobsReleaseResult:
        """Give a job back, so that another agent can take it. Access: write.

        job_id: text of 1 to 100 characters (`job_id` of jobs.claim)

        Raises NotFound, Conflict, ReadOnly.
        """

    def renew(
        self, *, job_id: str, lease_seconds: float = 600.0, **options: Unpack[SessionOptions]
    ) -> types.JobsRenewResult:
        """Extend the lease of a job. Access: write.

        job_id: text of 1 to 100 characters (`job_id` of jobs.claim)
        lease_seconds: a number from 1 to 1800 (seconds until the job is free again)

        Raises NotFound, Conflict, ReadOnly.
        """

    def submit(
        self,
        *,
        job_id: str,
        text: str | None = None,
        result: dict[str, Any] | None = None,
        **options: Unpack[SessionOptions],
    ) -> types.JobsSubmitResult:
        """Submit the model's output. Access: write.

        job_id: text of 1 to 100 characters (`job_id` of jobs.claim)
        text: text
        result: a map

        Raises NotFound, Conflict, TooLarge, ReadOnly.
        """


class Maintenance(Protocol):
    """The methods of `maintenance`."""

    def canary_add(
        self, *, query: str, expected_contains: str, **options: Unpack[CallOptions]
    ) -> types.MaintenanceCanaryAddResult:
        """Add a question to knowledge-graph/canary-facts.json. Access: write.

        query: text of 1 to 10000 characters
        expected_contains: text of 1 to 10000 characters

        Raises Conflict, ReadOnly.
        """

    def canary_history(
        self, *, limit: int = 100, **options: Unpack[CallOptions]
    ) -> types.MaintenanceCanaryHistoryResult:
        """Past quality probes, from knowledge-graph/canary-history.jsonl. Access: read.

        limit: an integer from 1 to 10000
        """

    def run(
        self,
        *,
        action: types.MaintenanceRunAction,
        dry_run: bool = False,
        progress: Progress | None = None,
        **options: Unpack[CallOptions],
    ) -> types.MaintenanceRunResult:
        """Run one maintenance action now. Access: admin.

        action: one of clean, compress, consolidate, decay, health-check, hygiene, index, prune, quality-probe, rebuild,
            reconcile, summarize, tiers
        dry_run: true or false

        Raises Unsupported, Busy.
        """

    def status(self, **options: Unpack[CallOptions]) -> types.MaintenanceStatusResult:
        """Last and next run of each kind of maintenance. Access: read."""


class Notes(Protocol):
    """The methods of `notes`."""

    def add_layer(
        self, *, layer: str, title: str | None = None, **options: Unpack[SessionOptions]
    ) -> types.NotesAddLayerResult:
        """Add a layer file. Access: write.

        layer: text of 1 to 60 characters (letters, digits, `-` or `_`)
        title: text of 1 to 200 characters
        """

    def archive(
        self, *, key: str, reason: str | None = None, **options: Unpack[SessionOptions]
    ) -> types.NotesArchiveResult:
        """Move a note to the archive; it can be restored. Access: write.

        key: text of 1 to 500 characters (memory/<layer>.md:<slug>)
        reason: text of 1 to 300 characters

        Raises NotFound.
        """

    def demote(self, *, key: str, **options: Unpack[SessionOptions]) -> types.NotesDemoteResult:
        """Take a note out of the hot cache; the note stays. Access: write.

        key: text of 1 to 500 characters (memory/<layer>.md:<slug>)

        Raises NotFound.
        """

    def edit(self, *, key: str, text: str, **options: Unpack[SessionOptions]) -> types.NotesEditResult:
        """Change a note's text; its hot bullet follows. Access: write.

        key: text of 1 to 500 characters (memory/<layer>.md:<slug>)
        text: text, not empty

        Raises NotFound, TooLarge.
        """

    def forget_keyword(self, *, word: str, **options: Unpack[SessionOptions]) -> types.NotesForgetKeywordResult:
        """Demote every hot note whose slug or content contains the word. Access: write.

        word: text of 1 to 500 characters
        """

    def layers(self, **options: Unpack[SessionOptions]) -> types.NotesLayersResult:
        """All layers and their notes. Access: read."""

    def list(
        self,
        *,
        layer: str | None = None,
        archived: bool = False,
        limit: int = 100,
        after: str | None = None,
        **options: Unpack[SessionOptions],
    ) -> types.NotesListResult:
        """Notes by layer. Access: read.

        layer: text of 1 to 60 characters (letters, digits, `-` or `_`)
        archived: true or false
        limit: an integer from 1 to 1000 (how many at most)
        after: text of 1 to 500 characters (`next` of the page before)

        Raises NotFound.
        """

    def pin(self, *, key: str, **options: Unpack[SessionOptions]) -> types.NotesPinResult:
        """Make a note hot and keep it so. Access: write.

        key: text of 1 to 500 characters (memory/<layer>.md:<slug>)

        Raises NotFound, LimitExceeded.
        """

    def promote(self, *, key: str, **options: Unpack[SessionOptions]) -> types.NotesPromoteResult:
        """Make a note hot. Access: write.

        key: text of 1 to 500 characters (memory/<layer>.md:<slug>)

        Raises NotFound, LimitExceeded.
        """

    def read(self, *, key: str, **options: Unpack[SessionOptions]) -> types.NotesReadResult:
        """A note by its key. Within a session it is an access: later writes see it, reads within 2 s. Access: read.

        key: text of 1 to 500 characters (memory/<layer>.md:<slug>)

        Raises NotFound.
        """

    def restore(self, *, key: str, pin: bool = False, **options: Unpack[SessionOptions]) -> types.NotesRestoreResult:
        """Bring an archived note back into its layer, under a new key if another note has its key. Access: write.

        key: text of 1 to 500 characters (memory/<layer>.md:<slug>)
        pin: true or false

        Raises NotFound, Conflict, LimitExceeded.
        """

    def unpin(self, *, key: str, **options: Unpack[SessionOptions]) -> types.NotesUnpinResult:
        """Let a pinned note be demoted again. Access: write.

        key: text of 1 to 500 characters (memory/<layer>.md:<slug>)

        Raises NotFound.
        """

    def write(
        self,
        *,
        layer: str,
        text: str,
        slug: str | None = None,
        remember: bool = False,
        critical: bool = False,
        pin: bool = False,
        audience: Literal["group", "private", "shared"] | None = None,
        project: str | None = None,
        source: Literal["import", "untrusted"] | None = None,
        sources: Sequence[str] = (),
        **options: Unpack[SessionOptions],
    ) -> types.NotesWriteResult:
        """Write a note into a layer; on disk and in the hot cache when acknowledged. Access: write.

        layer: text of 1 to 60 characters (letters, digits, `-` or `_`)
        text: text, not empty
        slug: text of 1 to 60 characters
        remember: true or false
        critical: true or false
        pin: true or false
        audience: one of group, private, shared
        project: text of 1 to 200 characters (the project it is of)
        source: one of import, untrusted
        sources: a list of at most 100 elements, each text of 1 to 1000 characters

        Raises Conflict, TooLarge, LimitExceeded, ReadOnly.
        """


class Projects(Protocol):
    """The methods of `projects`."""

    def list(self, **options: Unpack[SessionOptions]) -> types.ProjectsListResult:
        """The projects, and the number of memories of each kind. Access: read."""

    @overload
    def move(
        self, *, to: str, progress: Progress | None = None, **options: Unpack[SessionOptions]
    ) -> types.ProjectsMoveResult:
        """Move facts, notes, contexts, lines of dailies and logs, and sessions from one project to another; the same
        call finishes an interrupted move. Access: write.

        from: text of 1 to 200 characters (the project that they are of)
        to: text of 1 to 200 characters (the project it is of)

        Raises Busy, ReadOnly.
        """

    @overload
    def move(
        self, params: types.ProjectsMoveParams, /, **options: Unpack[SessionOptions]
    ) -> types.ProjectsMoveResult: ...


class Quarantine(Protocol):
    """The methods of `quarantine`."""

    def list(
        self, *, limit: int = 100, after: str | None = None, **options: Unpack[SessionOptions]
    ) -> types.QuarantineListResult:
        """Texts of tools and pages that give instructions: findable, but never passed on as memory. Access: read.

        limit: an integer from 1 to 1000 (how many at most)
        after: text of 1 to 500 characters (`next` of the page before)
        """

    def release(self, *, key: str, **options: Unpack[CallOptions]) -> types.QuarantineReleaseResult:
        """Release a memory from quarantine; an edit of it is judged again. Access: admin.

        key: text of 1 to 4096 characters (the key of a memory)

        Raises NotFound, Conflict, ReadOnly.
        """


class Recall(Protocol):
    """The methods of `recall`."""

    def check(
        self,
        *,
        action: str,
        k: int | None = None,
        project: str | None = None,
        as_of: str | None = None,
        precision: Literal["high", "normal"] = "normal",
        boost: bool = True,
        explain: bool = False,
        **options: Unpack[SessionOptions],
    ) -> types.RecallCheckResult:
        """The preferences and decisions relevant to what an agent is about to do. Access: read.

        action: text of 1 to 1000000 characters (words or a question; only 10000 characters are read)
        k: an integer from 1 to 1000 (how many results; recall.top_k when left out)
        project: text of 1 to 200 characters (that project, and what has none)
        as_of: text of 1 to 64 characters (ISO 8601; without an offset in `timezone`; a date includes that day)
        precision: one of high, normal (`high`: the list ends where results stop answering, and is empty when nothing is
            known)
        boost: true or false
        explain: true or false
        """

    def explain_absent(
        self,
        *,
        query: str,
        key: str,
        k: int | None = None,
        kinds: Sequence[types.RecallExplainAbsentKinds] | None = None,
        project: str | None = None,
        layers: Sequence[str] | None = None,
        paths: Sequence[str] | None = None,
        in_session: str | None = None,
        agent: str | None = None,
        role: Literal["assistant", "system", "tool", "user"] | None = None,
        since: str | None = None,
        until: str | None = None,
        **options: Unpack[SessionOptions],
    ) -> types.RecallExplainAbsentResult:
        """Why a memory is not among the results of a search, in numbers. Access: read.

        query: text of 1 to 1000000 characters (words or a question; only 10000 characters are read)
        key: text of 1 to 4096 characters
        k: an integer from 1 to 1000 (how many results; recall.top_k when left out)
        kinds: a list, each one of context, daily, fact, hot, log, message, note, summary
        project: text of 1 to 200 characters (that project, and what has none)
        layers: a list of at most 100 elements, each text, not empty
        paths: a list of at most 100 elements, each text, not empty
        in_session: text of 1 to 200 characters
        agent: text of 1 to 200 characters
        role: one of assistant, system, tool, user
        since: text of 1 to 64 characters (ISO 8601; without an offset in `timezone`)
        until: text of 1 to 64 characters (ISO 8601; without an offset in `timezone`; a date includes that day)

        Raises NotFound.
        """

    @overload
    def get(self, *, key: str, lines: int | None = None, **options: Unpack[SessionOptions]) -> types.RecallGetResult:
        """A memory's text by its key, or the lines of a file. Access: read.

        key: text of 1 to 4096 characters
        from: an integer of at least 1
        lines: an integer from 1 to 10000

        Raises NotFound.
        """

    @overload
    def get(self, params: types.RecallGetParams, /, **options: Unpack[SessionOptions]) -> types.RecallGetResult: ...

    def grep(
        self,
        *,
        pattern: str,
        paths: Sequence[str] | None = None,
        ignore_case: bool = False,
        limit: int = 100,
        **options: Unpack[SessionOptions],
    ) -> types.RecallGrepResult:
        """Lines that match a regular expression (RE2). Access: read.

        pattern: text of 1 to 4096 characters
        paths: a list of at most 100 elements, each text, not empty
        ignore_case: true or false
        limit: an integer from 1 to 1000 (how many at most)
        """

    def query(
        self,
        *,
        query: str,
        k: int | None = None,
        subject: str | None = None,
        predicate: str | None = None,
        object: str | None = None,
        project: str | None = None,
        order: Literal["activation", "relevance"] = "activation",
        include_faded: bool = False,
        include_superseded: bool = False,
        as_of: str | None = None,
        precision: Literal["high", "normal"] = "normal",
        boost: bool = True,
        explain: bool = False,
        **options: Unpack[SessionOptions],
    ) -> types.RecallQueryResult:
        """The facts that answer a question, the most active first; of a query the first 10,000 characters are read.
        Access: read.

        query: text of 1 to 1000000 characters (words or a question; only 10000 characters are read)
        k: an integer from 1 to 1000 (how many results; recall.top_k when left out)
        subject: text, not empty
        predicate: text, not empty
        object: text, not empty
        project: text of 1 to 200 characters (that project, and what has none)
        order: one of activation, relevance
        include_faded: true or false
        include_superseded: true or false
        as_of: text of 1 to 64 characters (ISO 8601; without an offset in `timezone`; a date includes that day)
        precision: one of high, normal (`high`: the list ends where results stop answering, and is empty when nothing is
            known)
        boost: true or false
        explain: true or false
        """

    def search(
        self,
        *,
        query: str,
        k: int | None = None,
        kinds: Sequence[types.RecallSearchKinds] | None = None,
        project: str | None = None,
        layers: Sequence[str] | None = None,
        paths: Sequence[str] | None = None,
        in_session: str | None = None,
        agent: str | None = None,
        role: Literal["assistant", "system", "tool", "user"] | None = None,
        since: str | None = None,
        until: str | None = None,
        offset: int = 0,
        max_chars: int = 1200,
        max_tokens: int | None = None,
        as_of: str | None = None,
        include_superseded: bool = False,
        precision: Literal["high", "normal"] = "normal",
        explain: bool = False,
        boost: bool = True,
        **options: Unpack[SessionOptions],
    ) -> types.RecallSearchResult:
        """The memories of every kind that answer a question, the most relevant first; a date as `until` includes its
        day, and of a query the first 10,000 characters are read. A long text just written is found by its beginning at
        once, by the rest within seconds. Access: read.

        query: text of 1 to 1000000 characters (words or a question; only 10000 characters are read)
        k: an integer from 1 to 1000 (how many results; recall.top_k when left out)
        kinds: a list, each one of context, daily, fact, hot, log, message, note, summary
        project: text of 1 to 200 characters (that project, and what has none)
        layers: a list of at most 100 elements, each text, not empty
        paths: a list of at most 100 elements, each text, not empty
        in_session: text of 1 to 200 characters
        agent: text of 1 to 200 characters
        role: one of assistant, system, tool, user
        since: text of 1 to 64 characters (ISO 8601; without an offset in `timezone`)
        until: text of 1 to 64 characters (ISO 8601; without an offset in `timezone`; a date includes that day)
        offset: an integer from 0 to 1000 (how many of the best to leave out)
        max_chars: an integer from 40 to 1000000 (of each result's text)
        max_tokens: an integer from 10 to 1000000 (of all texts together)
        as_of: text of 1 to 64 characters (ISO 8601; without an offset in `timezone`; a date includes that day)
        include_superseded: true or false
        precision: one of high, normal (`high`: the list ends where results stop answering, and is empty when nothing is
            known)
        explain: true or false
        boost: true or false
        """

    def why(self, *, key: str, **options: Unpack[SessionOptions]) -> types.RecallWhyResult:
        """What a memory was made from, down to the message: who wrote each source, and whether it has changed since.
        Access: read.

        key: text of 1 to 4096 characters

        Raises NotFound.
        """


class Rpc(Protocol):
    """The methods of `rpc`."""

    def cancel(self, *, token: str, **options: Unpack[CallOptions]) -> types.RpcCancelResult:
        """Cancel a long call by its progress token. Access: read.

        token: text of 1 to 128 characters (names the call in rpc.progress)

        Raises NotFound.
        """

    def describe(self, **options: Unpack[CallOptions]) -> types.RpcDescribeResult:
        """Every method with the JSON schemas of its params and result. Access: read."""

    def hello(
        self,
        *,
        client: types.ClientName | None = None,
        required: Sequence[str] = (),
        optional: Sequence[str] = (),
        **options: Unpack[CallOptions],
    ) -> types.RpcHelloResult:
        """Name the client and the capabilities that it requires. Access: read.

        client: a map of name, version
        required: a list of at most 100 elements, each text of 1 to 200 characters
        optional: a list of at most 100 elements, each text of 1 to 200 characters

        Raises Unsupported.
        """

    def ping(self, **options: Unpack[CallOptions]) -> types.RpcPingResult:
        """Answer at once. Access: read."""


class Sessions(Protocol):
    """The methods of `sessions`."""

    def append(
        self, *, session_id: str, messages: Sequence[types.MessageParams], **options: Unpack[CallOptions]
    ) -> types.SessionsAppendResult:
        """Append messages; acknowledged when they are on disk. Access: write.

        session_id: text of 1 to 200 characters (the session that asks)
        messages: a list of 1 to 1000 elements, each a map of role, content, name, at, id, source, data

        Raises NotFound, TooLarge, ReadOnly.
        """

    def brief(
        self, *, project: str | None = None, budget_tokens: int = 1500, **options: Unpack[SessionOptions]
    ) -> types.SessionsBriefResult:
        """What an agent reads first: the user, rules, decisions in force, open items, the last sessions. Access: read.

        project: text of 1 to 200 characters (that project, and what has none)
        budget_tokens: an integer from 50 to 100000 (tokens of the whole text, at most)
        """

    def clear(self, *, session_id: str, **options: Unpack[CallOptions]) -> types.SessionsClearResult:
        """Remove every message from a session; their lines stay in the file. Access: write.

        session_id: text of 1 to 200 characters (the session that asks)

        Raises NotFound.
        """

    def end(self, *, session_id: str, **options: Unpack[CallOptions]) -> types.SessionsEndResult:
        """End a session; a new append resumes it. Access: write.

        session_id: text of 1 to 200 characters (the session that asks)

        Raises NotFound.
        """

    def list(
        self, *, agent: str | None = None, limit: int = 100, after: str | None = None, **options: Unpack[CallOptions]
    ) -> types.SessionsListResult:
        """Known sessions, newest first. Access: read.

        agent: text of 1 to 200 characters
        limit: an integer from 1 to 1000 (how many at most)
        after: text of 1 to 500 characters (`next` of the page before)
        """

    def pop(self, *, session_id: str, **options: Unpack[CallOptions]) -> types.SessionsPopResult:
        """Remove the last message from a session; recall and reads leave it out, and its line stays in the file.
        Access: write.

        session_id: text of 1 to 200 characters (the session that asks)

        Raises NotFound.
        """

    def read(
        self,
        *,
        session_id: str,
        limit: int = 100,
        after: str | None = None,
        last: int | None = None,
        roles: Sequence[Literal["assistant", "system", "tool", "user"]] | None = None,
        **options: Unpack[CallOptions],
    ) -> types.SessionsReadResult:
        """Messages of a session, in order: a page, or the `last` ones; of some `roles` only. Access: read.

        session_id: text of 1 to 200 characters (the session that asks)
        limit: an integer from 1 to 1000 (how many at most)
        after: text of 1 to 500 characters (`next` of the page before)
        last: an integer from 1 to 1000 (only the last so many, in order)
        roles: a list of 1 to 4 elements, each one of assistant, system, tool, user

        Raises NotFound.
        """

    def start(
        self,
        *,
        agent: str | None = None,
        project: str | None = None,
        audience: Literal["group", "private"] | None = None,
        record: bool = True,
        started: str | None = None,
        **options: Unpack[SessionOptions],
    ) -> types.SessionsStartResult:
        """Start a session, or resume a known one. Access: write.

        agent: text of 1 to 200 characters
        project: text of 1 to 200 characters
        audience: one of group, private
        record: true or false
        started: text of 1 to 64 characters (ISO 8601; without an offset in `timezone`)

        Raises Conflict.
        """


class Summaries(Protocol):
    """The methods of `summaries`."""

    def assemble(
        self, *, budgets: types.Budgets | None = None, **options: Unpack[SessionOptions]
    ) -> types.SummariesAssembleResult:
        """The memory to inject before a conversation, within budgets. Access: read.

        budgets: a map of L1, L2, L3
        """

    def import_many(
        self, *, summaries: Sequence[types.ImportedSummary], **options: Unpack[SessionOptions]
    ) -> types.SummariesImportManyResult:
        """Import summaries from an export, after their messages; existing ones stay. Access: write.

        summaries: a list of 1 to 50 elements, each a map of key, content

        Raises TooLarge, PermissionDenied, ReadOnly.
        """

    def inspect(
        self,
        *,
        level: Literal["L1", "L2", "L3"] | None = None,
        content: bool = False,
        limit: int = 10,
        after: str | None = None,
        **options: Unpack[SessionOptions],
    ) -> types.SummariesInspectResult:
        """The summaries, the newest first. Access: read.

        level: one of L1, L2, L3
        content: true or false
        limit: an integer from 1 to 1000 (how many at most)
        after: text of 1 to 500 characters (`next` of the page before)
        """

    def status(self, **options: Unpack[SessionOptions]) -> types.SummariesStatusResult:
        """How far the conversation has been summarised. Access: read."""


class System(Protocol):
    """The methods of `system`."""

    def backup(
        self,
        *,
        path: str | None = None,
        base: bool = False,
        progress: Progress | None = None,
        **options: Unpack[CallOptions],
    ) -> types.SystemBackupResult:
        """Write a verified copy of the memory to a new file, or, without `path`, to a descriptor: when `rpc.progress`
        reports the stage `descriptors`, send one byte with it by SCM_RIGHTS. Access: admin.

        path: text of 1 to 4096 characters
        base: true or false

        Raises InvalidParams, Conflict, ReadOnly.
        """

    def config(self, **options: Unpack[CallOptions]) -> types.SystemConfigResult:
        """Every configuration key, its value and where it was set. Access: admin."""

    def health(self, **options: Unpack[SessionOptions]) -> types.SystemHealthResult:
        """The state of the memory, and what a person should fix. Access: read."""

    def info(self, **options: Unpack[CallOptions]) -> types.SystemInfoResult:
        """The daemon: version, places, counts, connections. Access: read."""

    def metrics(self, **options: Unpack[CallOptions]) -> types.SystemMetricsResult:
        """Counters since the start, and metrics for a monitor. Access: read."""

    def reload(self, **options: Unpack[CallOptions]) -> types.SystemReloadResult:
        """Read the configuration again. Access: admin.

        Raises InvalidParams.
        """

    def subscribe(
        self, *, events: Sequence[types.SystemSubscribeEvents], **options: Unpack[SessionOptions]
    ) -> types.SystemSubscribeResult:
        """Be notified of maintenance and new problems (admins) by `system.event {event, at, ...}`, and of what others
        write within the session's visibility by `memory.added {key, kind, at, ...}`, `memory.changed` and
        `memory.archived`. A slow reader misses some; `missed` says how many. Access: read.

        events: a list, each one of maintenance, memory.added, memory.archived, memory.changed, problem

        Raises PermissionDenied.
        """

    def verify(
        self, *, repair: bool = False, progress: Progress | None = None, **options: Unpack[CallOptions]
    ) -> types.SystemVerifyResult:
        """Compare memory, index and files. Access: admin.

        repair: true or false
        """


class Namespaces:
    """What a client has: an attribute for each namespace."""

    audit: Audit
    contexts: Contexts
    facts: Facts
    items: Items
    jobs: Jobs
    maintenance: Maintenance
    notes: Notes
    projects: Projects
    quarantine: Quarantine
    recall: Recall
    rpc: Rpc
    sessions: Sessions
    summaries: Summaries
    system: System
