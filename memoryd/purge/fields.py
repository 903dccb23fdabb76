"""What stands in our own JSON whatever memories say: names of fields, and values of which there are few."""

from __future__ import annotations

FIELDS = frozenset((
    # facts, contexts, items, messages
    "id", "subject", "predicate", "object", "source", "sources", "created", "edited", "valid_from", "valid_until",
    "supersedes", "superseded_by", "audience", "project", "activation", "as_of", "last_accessed", "access_count",
    "archived", "archived_at", "reason", "session_id", "role", "content", "name", "at", "received", "agent", "data",
    "metadata", "tags", "causality", "action_type", "rationale", "dependencies", "caused_by", "tier", "namespace",
    "key", "value", "updated", "deleted", "index", "ttl_seconds", "removed",
    # entities and relations
    "as_subject", "as_object", "facts", "from", "relation", "to",
    # sessions
    "ended", "last_request", "path", "started",
    # hygiene.json, its archived logs, and what is known of notes
    "L1accessLog", "accessCount", "accessLog", "archiveQueue", "archivedAt", "around", "bullet", "by", "comes_back",
    "day", "demotionLog", "demotions", "digest", "entry", "hot", "job_id", "kind", "lastAccess", "lastSessionId",
    "layer", "left", "notes", "pinned", "promotionLog", "promotions", "pruned", "raw", "refs", "sessions",
    "sessionsSinceAccess", "slug", "stubs", "text", "timestamp", "title", "totals", "was",
    # what MEMORY.md shows of facts, released texts
    "hidden", "past", "shown", "uid",
    # dailies
    "asked", "bullets", "claims", "cleaned", "days", "extended", "files", "inode", "made_by", "messages", "mtime_ns",
    "seen", "size", "spans", "taken", "zone",
    # summaries
    "L1", "L2", "L3", "first", "last", "last_entry", "source_tokens", "summaries", "version",
    # jobs
    "event", "expires", "ids", "in_force", "level", "redo", "slot", "target_tokens", "waits", "work", "work_id",
    # maintenance and canaries
    "action", "backup", "clean", "compress", "consolidate", "considered", "counts", "data_bytes", "decay", "diff",
    "disk", "doubted", "error", "expected_contains", "failed", "free_bytes", "health-check", "hygiene", "model",
    "of_facts", "passed", "probe", "prune", "quality-probe", "query", "question", "ratio", "rebuild", "reconcile",
    "reply", "running", "seconds", "status", "step", "steps", "succeeded", "summarize", "tiers", "total", "warnings",
    "weights",
    # counts of steps
    "added", "archived_dailies", "backups", "canaries", "changed", "complete", "dailies", "demoted", "ended_archives",
    "expired_items", "faded", "left_to_agents", "promoted", "review", "synced",
    # weights of ranking
    "connected", "context", "date", "earlier_passage", "first_person", "lexical", "mean", "neighbour_lexical",
    "neighbour_passage", "passage", "speaker", "time", "trees", "words",
    # health.json
    "active_facts", "archived_facts", "avg_activation", "consolidation_duration_seconds", "daily_files_count",
    "disk_usage_bytes", "disk_usage_percent", "done", "embedding_index_size_bytes", "embeddings", "last_consolidation",
    "malformed_lines", "memory_md_lines", "pending_jobs", "quality_probe", "redactions", "session_files_count", "state",
    "total_facts", "vectors", "waiting",
    # the audit's witness, problems
    "hash", "line", "problems", "secret", "seq", "severity", "texts", "verified", "what",
))  # fmt: skip
"""Names that the daemon gives. A memory is not purged because one of these is what a purge asks for."""
GIVEN = frozenset(("data", "metadata", "value"))
"""Fields in which names are given by who wrote the memory."""
_ENTRY_KINDS = ("entry", "section")
_VALUES = {
    "audience": ("private", "group", "shared"),
    "event": ("open", "lease", "release", "done"),
    "kind": _ENTRY_KINDS,
    "reason": ("user request", "critical", "sync", "new layer", "re-access", "deleted by hand"),
    "role": ("user", "assistant", "system", "tool"),
    "source": ("user-stated", "import", "untrusted"),
    "tier": ("ACTIVE", "RECENT", "ARCHIVED", "EXPIRED"),
}


def is_own_element(relpath: str, value: object) -> bool:
    """Whether an element of a list is one that the daemon gives: the kind of a note in what is known of its layer."""
    return relpath.startswith(".memoryd/notes/") and value in _ENTRY_KINDS


def is_own_value(name: str, value: str) -> bool:
    """Whether the value of a field is one that the daemon gives."""
    return value in _VALUES.get(name, ())
