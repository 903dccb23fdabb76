# Made of rpc.describe by packaging/generate/client.py (make generated); do not edit.

"""Which methods only read, and which take long."""

from __future__ import annotations

READS = frozenset(
    (
        "audit.list",
        "audit.show",
        "audit.verify",
        "contexts.list",
        "contexts.predict",
        "contexts.search",
        "contexts.stats",
        "facts.conflicts",
        "facts.entities",
        "facts.find",
        "facts.get",
        "facts.neighbors",
        "facts.relations",
        "items.get",
        "items.list",
        "items.namespaces",
        "items.search",
        "jobs.list",
        "maintenance.canary_history",
        "maintenance.status",
        "notes.layers",
        "notes.list",
        "notes.read",
        "projects.list",
        "quarantine.list",
        "recall.check",
        "recall.explain_absent",
        "recall.get",
        "recall.grep",
        "recall.query",
        "recall.search",
        "recall.why",
        "rpc.describe",
        "rpc.hello",
        "rpc.ping",
        "sessions.brief",
        "sessions.list",
        "sessions.read",
        "summaries.assemble",
        "summaries.inspect",
        "summaries.status",
        "system.config",
        "system.health",
        "system.info",
        "system.metrics",
        "system.subscribe",
    )
)
"""Methods that may be sent again when a connection dropped before the answer: twice does no harm."""
LONG = frozenset(
    (
        "audit.verify",
        "contexts.prune_expired",
        "facts.add_many",
        "facts.purge",
        "maintenance.run",
        "projects.move",
        "system.backup",
        "system.verify",
    )
)
"""Methods that take a token by which they tell how far they are."""
