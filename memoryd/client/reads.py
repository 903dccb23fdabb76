# Made of rpc.describe by packaging/generate/client.py (make generated); do not edit.

"""Which methods only read, and which take long."""

from __future__ import annotations

READS = frozenset(
    (
        "audit.list",
        "audit.show",
        "audit.verify",
        "contexts.predict",
        "contexts.search",
        "contexts.stats",
        "facts.entities",
        "facts.find",
        "facts.get",
        "facts.neighbors",
        "facts.relations",
        "jobs.list",
        "maintenance.canary_history",
        "maintenance.status",
        "notes.layers",
        "notes.list",
        "notes.read",
        "recall.check",
        "recall.explain_absent",
        "recall.get",
        "recall.grep",
        "recall.query",
        "recall.search",
        "rpc.describe",
        "rpc.hello",
        "rpc.ping",
        "sessions.list",
        "sessions.read",
        "summaries.assemble",
        "summaries.inspect",
        "summaries.status",
        "system.config",
        "system.health",
        "system.info",
        "system.metrics",
    )
)
"""Methods that may be sent again when a connection dropped before the answer: twice does no harm."""
LONG = frozenset(
    (
        "audit.verify",
        "contexts.prune_expired",
        "facts.add_many",
        "maintenance.run",
        "system.backup",
        "system.verify",
    )
)
"""Methods that take a token by which they tell how far they are."""
