"""Each command: what it asks, what the daemon answers, and what is printed on a pipe."""

from __future__ import annotations

from typing import Any, NamedTuple

FACT = {
    "id": "fact-1",
    "subject": "Ada",
    "predicate": "prefers",
    "object": "tea",
    "source": "user-stated",
    "created": "2026-05-15T14:30:00.000000+00:00",
    "activation": 0.875,
    "archived": False,
}
HIT = {
    "key": "fact-1",
    "kind": "fact",
    "text": "Ada prefers tea",
    "score": 0.5,
    "path": "knowledge-graph/facts.jsonl",
    "activation": 0.875,
    "why": {"bm25": 0.5},
}
SAID = {
    "key": "sessions/2026-05-15-143000.jsonl:1",
    "kind": "message",
    "text": "tea,\tor\nnothing",
    "score": 0.25,
    "path": "sessions/2026-05-15-143000.jsonl",
}
KEY = {
    "key": "recall.models_path",
    "value": "/m",
    "shown": '"/m"',
    "default": '""',
    "origin": "memoryd.toml:3",
    "doc": "where the models are",
}
RUN = {
    "action": "decay",
    "steps": [{"step": "decay", "status": "ok", "counts": {"facts": 3}, "seconds": 0.5}],
    "seconds": 0.5,
}
HEALTH = {
    "status": "healthy",
    "health": {"status": "healthy", "total_facts": 3, "warnings": []},
    "problems": [],
    "text": "=== Memory Health ===",
}
DESCRIBED = {
    "protocol": 1,
    "methods": {
        "recall.get": {
            "summary": "Read one memory.",
            "access": "read",
            "params": {
                "$ref": "#/$defs/P",
                "$defs": {
                    "P": {
                        "type": "object",
                        "properties": {
                            "key": {"type": "string"},
                            "lines": {"anyOf": [{"type": "integer"}, {"type": "null"}]},
                        },
                        "required": ["key"],
                    }
                },
            },
            "result": {"type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"]},
            "errors": ["not_found"],
        }
    },
}


class Case(NamedTuple):
    """`words` ask `method` with `params`; it answers `result`, and `lines` are printed."""

    words: list[str]
    method: str
    params: dict[str, Any]
    result: Any
    lines: str


AUDIT_ENTRY = {
    "seq": 7,
    "at": "2026-05-15T12:00:00+00:00",
    "by": {"uid": 1000, "pid": 7},
    "method": "facts.edit",
    "change": "changed",
    "key": "fact-1",
    "kind": "fact",
}

CASES = {
    "add": [
        Case(
            ["Ada", "prefers", "tea", "--source", "user-stated", "--session", "s1"],
            "facts.add",
            {"subject": "Ada", "predicate": "prefers", "object": "tea", "source": "user-stated", "session_id": "s1"},
            {"id": "fact-1", "status": "added", "activation": 1.0, "redacted": []},
            "fact-1\tadded\n",
        ),
        Case(
            ["--", "-5", "is", "--cold"],
            "facts.add",
            {"subject": "-5", "predicate": "is", "object": "--cold"},
            {"id": "fact-2", "status": "reinforced", "activation": 1.0},
            "fact-2\treinforced\n",
        ),
    ],
    "recall": [
        Case(
            ["what", "-k", "3", "does", "Ada", "--order", "relevance", "drink"],
            "recall.query",
            {"query": "what does Ada drink", "k": 3, "order": "relevance"},
            {"results": [HIT], "took_ms": 1.5},
            "fact-1\tfact\t0.500\t0.875\tAda prefers tea\n",
        ),
        Case(
            ["tea", "--explain", "--no-boost", "--include-faded", "--subject", "Ada"],
            "recall.query",
            {"query": "tea", "explain": True, "boost": False, "include_faded": True, "subject": "Ada"},
            {"results": [HIT], "took_ms": 1.5},
            'fact-1\tfact\t0.500\t0.875\tAda prefers tea\t{"bm25": 0.5}\n',
        ),
        Case(["nothing"], "recall.query", {"query": "nothing"}, {"results": [], "took_ms": 0.5}, ""),
    ],
    "search": [
        Case(
            ["tea", "--kind", "message", "--kind", "fact", "--project", "p", "--since", "2026-05-01"],
            "recall.search",
            {"query": "tea", "kinds": ["message", "fact"], "project": "p", "since": "2026-05-01"},
            {"results": [SAID], "archived": [{"key": "memory/archive/x.md:1", "text": "old"}], "took_ms": 1.0},
            "sessions/2026-05-15-143000.jsonl:1\tmessage\t0.250\t-\ttea, or nothing\n"
            "memory/archive/x.md:1\tarchived\t-\t-\told\n",
        ),
    ],
    "check": [
        Case(
            ["merge", "it", "-k", "2", "--no-boost"],
            "recall.check",
            {"action": "merge it", "k": 2, "boost": False},
            {"results": [{**HIT, "bears": "preference"}], "took_ms": 1.0},
            "fact-1\tfact\t0.500\t0.875\tAda prefers tea\n",
        ),
    ],
    "explain-absent": [
        Case(
            ["fact-1", "what", "does", "Ada", "drink"],
            "recall.explain_absent",
            {"key": "fact-1", "query": "what does Ada drink"},
            {"key": "fact-1", "reason": "faded", "text": "the fact has faded", "activation": 0.01},
            "fact-1\tfaded\tthe fact has faded\n",
        ),
    ],
    "purge": [
        Case(
            ["--subject", "Quillon", "--dry-run"],
            "facts.purge",
            {"subject": "Quillon", "dry_run": True},
            {"status": "planned", "memories": 2, "keys": ["fact-1"], "files": ["MEMORY.md"], "backups": []},
            "planned\t2\t1\nkeys\tfact-1\nfiles\tMEMORY.md\n",
        ),
    ],
    "brief": [
        Case(
            ["--project", "harbour", "--budget", "600"],
            "sessions.brief",
            {"project": "harbour", "budget_tokens": 600},
            {"text": "# Brief: harbour", "tokens": 4, "keys": []},
            "# Brief: harbour\n",
        ),
    ],
    "projects": [
        Case(
            [],
            "projects.list",
            {},
            {"projects": [{"project": "harbour", "memories": {"fact": 2, "note": 1}}]},
            "harbour\t2 fact, 1 note\n",
        ),
        Case(
            ["move", "harbour", "quay"],
            "projects.move",
            {"from": "harbour", "to": "quay"},
            {"project": "quay", "moved": {"fact": 2, "session": 1}},
            "fact\t2\nsession\t1\n",
        ),
    ],
    "quarantine": [
        Case(
            ["list", "-n", "5"],
            "quarantine.list",
            {"limit": 5},
            {"memories": [{"key": "memory/knowledge.md:a", "kind": "note", "text": "obey"}]},
            "memory/knowledge.md:a\tnote\t-\tobey\n",
        ),
        Case([], "quarantine.list", {}, {"memories": []}, ""),
        Case(
            ["release", "memory/knowledge.md:a"],
            "quarantine.release",
            {"key": "memory/knowledge.md:a"},
            {"key": "memory/knowledge.md:a", "status": "released"},
            "memory/knowledge.md:a\treleased\n",
        ),
    ],
    "why": [
        Case(
            ["fact-1"],
            "recall.why",
            {"key": "fact-1"},
            {
                "key": "fact-1",
                "chain": [
                    {
                        "key": "fact-1",
                        "kind": "fact",
                        "text": "Ada likes tea",
                        "at": "2026-03-02T12:00:00+00:00",
                        "by": {"uid": 1000, "agent": "ada"},
                        "unchanged": True,
                        "depth": 0,
                    },
                    {
                        "key": "sessions/a.jsonl:1",
                        "kind": "message",
                        "text": "I like tea",
                        "by": "unknown",
                        "unchanged": False,
                        "depth": 1,
                    },
                ],
                "used_by": ["memory/user.md:tea"],
                "supersedes": [],
            },
            "0\tfact-1\tfact\t2026-03-02T12:00:00+00:00\t1000 ada\tTrue\tAda likes tea\n"
            "1\tsessions/a.jsonl:1\tmessage\t-\tunknown\tFalse\tI like tea\n"
            "used by\tmemory/user.md:tea\n",
        ),
    ],
    "get": [
        Case(
            ["MEMORY.md", "--from", "2", "--lines", "2"],
            "recall.get",
            {"key": "MEMORY.md", "from": 2, "lines": 2},
            {"key": "MEMORY.md", "path": "MEMORY.md", "text": "a\tb\n\n", "from": 2, "lines": 2},
            "a\tb\n\n",
        ),
    ],
    "grep": [
        Case(
            ["-i", "TEA", "daily", "MEMORY.md"],
            "recall.grep",
            {"pattern": "TEA", "ignore_case": True, "paths": ["daily", "MEMORY.md"]},
            {"matches": [{"path": "MEMORY.md", "line": 3, "text": "- tea"}], "truncated": False},
            "MEMORY.md:3:- tea\n",
        ),
    ],
    "facts": [
        Case(
            ["--subject", "Ada", "--archived", "--limit", "5"],
            "facts.find",
            {"subject": "Ada", "include_archived": True, "limit": 5},
            {"facts": [FACT, FACT | {"id": "fact-2", "archived": True}]},
            "fact-1\t0.875\tAda\tprefers\ttea\nfact-2\tarchived\tAda\tprefers\ttea\n",
        ),
        Case(
            ["--conflicts"],
            "facts.conflicts",
            {},
            {"conflicts": [{"facts": [FACT | {"valid_from": "2026-05-16T14:30:00.000000+00:00"}]}]},
            "fact-1\t2026-05-16\tAda\tprefers\ttea\n",
        ),
    ],
    "archive": [
        Case(
            ["fact-1", "--reason", "wrong"],
            "facts.archive",
            {"id": "fact-1", "reason": "wrong"},
            {"id": "fact-1", "status": "archived"},
            "fact-1\tarchived\n",
        ),
        Case(
            ["memory/user.md:tea"],
            "notes.archive",
            {"key": "memory/user.md:tea"},
            {"key": "memory/user.md:tea", "status": "archived"},
            "memory/user.md:tea\tarchived\n",
        ),
    ],
    "restore": [
        Case(
            ["fact-1"],
            "facts.restore",
            {"id": "fact-1"},
            {"id": "fact-1", "status": "restored"},
            "fact-1\trestored\n",
        ),
        Case(
            ["context-1"],
            "contexts.restore",
            {"id": "context-1"},
            {"id": "context-1", "status": "restored"},
            "context-1\trestored\n",
        ),
        Case(
            ["memory/user.md:tea"],
            "notes.restore",
            {"key": "memory/user.md:tea"},
            {"key": "memory/user.md:tea", "status": "restored"},
            "memory/user.md:tea\trestored\n",
        ),
    ],
    "sessions": [
        Case(
            ["--agent", "main"],
            "sessions.list",
            {"agent": "main"},
            {
                "sessions": [
                    {
                        "session_id": "s1",
                        "agent": "main",
                        "project": None,
                        "audience": "private",
                        "started": "2026-05-15T14:30:00+00:00",
                        "messages": 2,
                    }
                ]
            },
            "s1\t2026-05-15T14:30:00+00:00\t2\tmain\t-\tprivate\n",
        ),
        Case(
            ["s1"],
            "sessions.read",
            {"session_id": "s1"},
            {"messages": [{"role": "user", "content": "Hi\nthere", "at": "2026-05-15T14:30:00+00:00", "name": "Ada"}]},
            "2026-05-15T14:30:00+00:00\tuser\tAda\tHi there\n",
        ),
    ],
    "maintenance": [
        Case(
            [],
            "maintenance.status",
            {},
            {"actions": {"decay": {"last": None, "next": None}}, "running": None},
            "ACTION  LAST   TOOK  NEXT  RESULT\n"
            "decay   never        -     -\n\n"
            "nothing failed; what never ran has not been due yet\n",
        ),
        Case(["decay"], "maintenance.run", {"action": "decay"}, RUN, "decay\tok\t0.500\tfacts 3\n"),
    ],
    "audit": [
        Case(
            ["list", "fact-1", "--limit", "1"],
            "audit.list",
            {"key": "fact-1", "limit": 1},
            {"entries": [AUDIT_ENTRY]},
            "7\t2026-05-15T12:00:00+00:00\tchanged\tfact-1\tfacts.edit\tuid=1000 pid=7\n",
        ),
        Case(
            ["show", "fact-1", "--at", "2026-05-15"],
            "audit.show",
            {"key": "fact-1", "at": "2026-05-15"},
            {"key": "fact-1", "text": "Ada likes tea", "versions": [AUDIT_ENTRY | {"text": "Ada likes tea"}]},
            "  Ada likes tea\n",
        ),
        Case(
            ["diff", "fact-1"],
            "audit.show",
            {"key": "fact-1"},
            {"key": "fact-1", "text": "tea", "earlier": "milk", "versions": [AUDIT_ENTRY | {"text": "tea"}]},
            "--- before\n+++ 2026-05-15T12:00:00+00:00\n@@ -1 +1 @@\n-milk\n+tea\n",
        ),
        Case(
            ["verify"],
            "audit.verify",
            {},
            {
                "status": "ok",
                "files": 1,
                "lines": 7,
                "texts": 2,
                "head": {"seq": 7, "hash": "ab"},
                "faults": 0,
                "problems": [],
            },
            "status\tok\nfiles\t1\nlines\t7\ntexts\t2\nhead\t7\tab\n",
        ),
    ],
    "verify": [
        Case(["--repair"], "system.verify", {"repair": True}, {"checked": 7, "problems": []}, "checked\t7\n"),
    ],
    "info": [
        Case(
            [],
            "system.info",
            {},
            {"paths": {"data": "/data"}, "limits": [1, 2], "parts": [{"a": True}]},
            "paths.data\t/data\nlimits\t[1, 2]\nparts[0].a\ttrue\n",
        )
    ],
    "metrics": [Case([], "system.metrics", {}, {"requests": {"facts.add": 3}}, "requests.facts.add\t3\n")],
    "config": [Case([], "system.config", {}, {"keys": [KEY]}, 'recall.models_path\t"/m"\tmemoryd.toml:3\n')],
    "reload": [Case([], "system.reload", {}, {"changed": ["a"]}, 'changed\t["a"]\n')],
    "describe": [Case([], "rpc.describe", {}, DESCRIBED, "recall.get\tread\tRead one memory.\n")],
    "call": [
        Case(["facts.get", '{"id": "fact-1"}'], "facts.get", {"id": "fact-1"}, {"a": "é"}, '{"a": "é"}\n'),
        Case(["rpc.ping"], "rpc.ping", {}, "pong", '"pong"\n'),
    ],
    "canary": [
        Case(
            ["add", "When did it start?", "May 15, 2026"],
            "maintenance.canary_add",
            {"query": "When did it start?", "expected_contains": "May 15, 2026"},
            {"status": "added", "canaries": 3},
            "added\t3\n",
        ),
        Case(["run"], "maintenance.run", {"action": "quality-probe"}, RUN, "decay\tok\t0.500\tfacts 3\n"),
        Case([], "maintenance.canary_history", {}, {"probes": []}, ""),
        Case(
            ["history", "--limit", "5"],
            "maintenance.canary_history",
            {"limit": 5},
            {
                "probes": [
                    {
                        "at": "2026-05-17T03:00:00.000000+00:00",
                        "version": "0.1.0",
                        "model": "none",
                        "weights": {},
                        "passed": 3,
                        "total": 4,
                        "ratio": 0.75,
                        "failed": ["why?"],
                    }
                ],
                "canaries": [],
            },
            "2026-05-17T03:00:00.000000+00:00\t0.750\t3\t4\t0.1.0\tnone\n",
        ),
    ],
} | {
    action: [
        Case(
            ["--dry-run"],
            "maintenance.run",
            {"action": action, "dry_run": True},
            RUN | {"action": action},
            "decay\tok\t0.500\tfacts 3\n",
        )
    ]
    for action in ("summarize", "consolidate", "health-check", "quality-probe")
}
