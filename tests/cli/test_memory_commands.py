"""contexts, summaries, jobs and import: what each asks the daemon, and what it prints on a pipe."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import zstandard

from memoryd.cli.openclaw import files, transcripts
from memoryd.cli.snapshot import Unreadable
from tests.cli.conftest import Run, RunOnTerminal
from tests.cli.fake_daemon import FakeDaemon

CONTEXT = {
    "id": "context-1", "project": "web", "content": "Login\tworks", "source": "", "metadata": {}, "tags": [],
    "causality": None, "tier": "RECENT", "created": "2026-05-15T14:30:00.000000+00:00",
    "last_accessed": "2026-05-15T14:30:00.000000+00:00", "access_count": 2,
}  # fmt: skip
SUMMARY = {
    "key": "summaries/L1/0001.md", "level": "L1", "version": 1, "text": "I remember tea.", "sources": ["s:1-2"],
    "sessions": ["s"], "first": "2026-05-15T14:30:00.000000+00:00", "last": "2026-05-16T14:30:00.000000+00:00",
    "written": "2026-05-16T14:30:00.000000+00:00", "tokens": 4, "source_tokens": 9, "by": "agent",
    "merged_into": None, "stale": False,
}  # fmt: skip
JOB = {
    "job_id": "job-1", "kind": "leaf", "level": "L1", "messages": [{"role": "user", "content": "Hello"}],
    "target_tokens": 20, "expires": "2026-05-15T14:40:00.000000+00:00",
}  # fmt: skip
OPEN = {
    "kind": "leaf", "state": "open", "slot": "tree", "target_tokens": 20, "tokens": 700, "redo": False,
    "since": "2026-05-15T14:30:00.000000+00:00", "level": "L1",
}  # fmt: skip


@pytest.mark.parametrize(
    ("words", "method", "params", "result", "lines"),
    [
        (
            ["contexts", "save", "--project", "web", "Login", "works", "--tag", "auth"], "contexts.save",
            {"project": "web", "content": "Login works", "tags": ["auth"]}, {**CONTEXT, "status": "saved"},
            "context-1\tsaved\n",
        ),
        (
            ["contexts", "load", "--project", "web", "--limit", "3"], "contexts.load", {"project": "web", "limit": 3},
            {"contexts": [CONTEXT]},
            "context-1\tRECENT\t2026-05-15T14:30:00.000000+00:00\t2\tweb\tLogin works\n",
        ),
        (["contexts", "search", "OAuth"], "contexts.search", {"query": "OAuth"}, {"contexts": []}, ""),
        (
            ["contexts", "stats"], "contexts.stats", {},
            {"tiers": {"ACTIVE": 15, "RECENT": 42, "ARCHIVED": 128, "EXPIRED": 23}, "total": 208, "indicators": []},
            "ACTIVE\t15\nRECENT\t42\nARCHIVED\t128\nEXPIRED\t23\ntotal\t208\n",
        ),
        (
            ["contexts", "save", "--project", "web"], "contexts.save",
            {"project": "web", "content": "from stdin"}, {**CONTEXT, "status": "saved"}, "context-1\tsaved\n",
        ),
        (
            ["contexts", "predict", "--project", "web"], "contexts.predict", {"project": "web"},
            {"contexts": [{**CONTEXT, "score": 0.85, "why": {}, "reasons": ["recently_accessed", "decision_node"]}]},
            "context-1\tRECENT\t2026-05-15T14:30:00.000000+00:00\t2\t0.8500\trecently_accessed,decision_node\tweb\t"
            "Login works\n",
        ),
        (["contexts", "recalculate"], "contexts.recalculate_tiers", {}, {"updated": 7}, "updated\t7\n"),
        (
            ["contexts", "prune", "--limit", "50", "--dry-run"], "contexts.prune_expired",
            {"limit": 50, "dry_run": True}, {"pruned": 0, "ids": ["context-1"]}, "context-1\n",
        ),
        (
            ["contexts", "restore", "context-1"], "contexts.restore", {"id": "context-1"},
            {"id": "context-1", "status": "restored"}, "context-1\trestored\n",
        ),
        (["summaries", "status"], "summaries.status", {}, {"last_entry": "s:9"}, "last_entry\ts:9\n"),
        (
            ["summaries", "inspect", "--level", "l1", "--limit", "10"], "summaries.inspect",
            {"level": "L1", "limit": 10}, {"summaries": [SUMMARY]},
            "summaries/L1/0001.md\t1\t2026-05-15T14:30:00.000000+00:00\t2026-05-16T14:30:00.000000+00:00\t4\tagent\t"
            "I remember tea.\n",
        ),
        (
            ["summaries", "assemble"], "summaries.assemble", {},
            {"message": {"role": "assistant", "content": "I remember tea."}, "used": {}, "keys": []},
            "I remember tea.\n",
        ),
        (
            ["jobs"], "jobs.list", {}, {"jobs": [OPEN]},
            "leaf\topen\ttree\t700\t20\t2026-05-15T14:30:00.000000+00:00\t\n",
        ),
        (
            ["jobs", "claim", "--kind", "leaf", "--lease", "60"], "jobs.claim",
            {"kinds": ["leaf"], "lease_seconds": 60.0}, JOB,
            "job-1\tleaf\t20\t2026-05-15T14:40:00.000000+00:00\nuser:\nHello\n",
        ),
        (
            ["jobs", "renew", "job-1", "--lease", "60"], "jobs.renew", {"job_id": "job-1", "lease_seconds": 60.0},
            {"job_id": "job-1", "expires": "2026-05-15T14:40:00.000000+00:00"},
            "job-1\t2026-05-15T14:40:00.000000+00:00\n",
        ),
        (
            ["jobs", "submit", "job-1"], "jobs.submit", {"job_id": "job-1", "text": "from stdin"},
            {"key": "summaries/L1/0001.md", "status": "accepted"}, "summaries/L1/0001.md\taccepted\n",
        ),
        (
            ["jobs", "release", "job-1"], "jobs.release", {"job_id": "job-1"},
            {"job_id": "job-1", "status": "released"}, "job-1\treleased\n",
        ),
    ],
)  # fmt: skip
def test_command(
    words: list[str], method: str, params: Any, result: Any, lines: str, daemon: FakeDaemon, memoryctl: Run
) -> None:
    daemon.answers[method] = result
    done = memoryctl(*words, stdin="from stdin")
    assert (done.returncode, done.stdout.replace("\t-\n", "\t\n")) == (0, lines), done.stderr
    asked = daemon.asked(method)
    asked.pop("progress", None)
    assert asked == params
    as_json = memoryctl(*words, "--json", stdin="from stdin")
    assert (json.loads(as_json.stdout), as_json.returncode) == (result, 0)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["contexts", "load"], "--project"),
        (["contexts", "save", "--project", "p"], "content"),
        (["contexts", "stats", "word"], "no words"),
        (["jobs", "submit"], "id of a job"),
        (["jobs", "claim", "job-1"], "no id"),
        (["import", "openclaw", "nowhere.jsonl"], "does not exist"),
    ],
)
def test_what_is_missing_is_said(words: list[str], said: str, daemon: FakeDaemon, memoryctl: Run) -> None:
    done = memoryctl(*words)
    assert done.returncode == 64 and said in done.stderr


AT = "2026-05-15T14:30:01.000000+00:00"


def test_on_a_terminal(daemon: FakeDaemon, terminal: RunOnTerminal) -> None:
    daemon.answers |= {"contexts.load": {"contexts": [CONTEXT]}, "summaries.inspect": {"summaries": [SUMMARY]}}
    code, text = terminal("contexts", "load", "--project", "web")
    assert code == 0 and "RECENT" in text and "context-1" in text
    code, text = terminal("summaries", "inspect")
    assert code == 0 and "I remember tea." in text and "2026-05-15 – 2026-05-16" in text


def test_the_tree_of_summaries_reads_from_top_to_bottom(
    daemon: FakeDaemon, memoryctl: Run, terminal: RunOnTerminal
) -> None:
    def node(key: str, first: str, **more: Any) -> dict[str, Any]:
        fields = {"sources": [], "merged_into": None, "source_tokens": 9, "stale": False, "open": False}
        return {**SUMMARY, **fields, "key": f"summaries/{key}.md", "first": f"{first}T00:00:00+00:00", **more}

    found = [
        node("L1/0002", "2026-05-02", merged_into="L2/0001", by="builtin", open=True),
        node("L1/0003", "2026-05-03"),
        node("L1/0001", "2026-05-01", merged_into="L2/0001"),
        node("L2/0001", "2026-05-01", sources=["L1/0001", "L1/0002"], stale=True, open=True),
    ]
    daemon.answers["summaries.inspect"] = lambda params, _notify: {
        "summaries": [one for one in found if params["level"] in one["key"]]
    }
    daemon.answers["summaries.status"] = {"waiting": {"messages": 7, "tokens": 900, "unread_bytes": 0}}
    rows = [line.split("\t") for line in memoryctl("summaries").stdout.splitlines()]
    assert [(row[0], row[1][10:17], row[6]) for row in rows] == [
        ("0", "L2/0001", "out of date"), ("1", "L1/0001", "-"), ("1", "L1/0002", "an agent may do it better"),
        ("0", "L1/0003", "-"),
    ]  # fmt: skip
    _, text = terminal("summaries", "--text")
    assert text.count("\n  I remember tea.") == 2 == text.count("\nI remember tea.")
    assert "7 messages (900 tokens) wait" in text.splitlines()[-1]


def event(number: int, role: str, content: Any, **more: Any) -> dict[str, Any]:
    record = {"type": "message", "id": f"m{number}", "timestamp": f"2026-05-15T14:30:0{number}.000Z", **more}
    return {**record, "message": {"role": role, "content": content}}


EVENTS = [
    {"type": "session", "id": "s1"},
    event(1, "user", "Hello"),
    event(2, "assistant", [{"type": "text", "text": "Hi"}, {"type": "toolCall", "name": "ls"}]),
    event(3, "toolResult", [{"type": "text", "text": "a.txt"}]),
    event(4, "assistant", [{"type": "toolCall", "name": "ls"}]),
    event(5, "user", "Bye", timestamp="at noon"),
]
EXPECTED = [
    {"role": "user", "content": "Hello", "id": "m1", "at": "2026-05-15T14:30:01.000000+00:00"},
    {"role": "assistant", "content": "Hi", "id": "m2", "at": "2026-05-15T14:30:02.000000+00:00"},
    {"role": "tool", "content": "a.txt", "id": "m3", "at": "2026-05-15T14:30:03.000000+00:00"},
    {"role": "user", "content": "Bye", "id": "m5"},
]


def write_lines(folder: Path) -> Path:
    path = folder / "agents/main/sessions/abc.jsonl"
    path.parent.mkdir(parents=True)
    path.write_text("\n".join([*(json.dumps(one) for one in EVENTS), "torn {"]))
    return path


def plain(record: Any) -> tuple[str | None, bytes | None]:
    return json.dumps(record), None


def packed(record: Any) -> tuple[str | None, bytes | None]:
    """As OpenClaw stores a long record."""
    return None, zstandard.ZstdCompressor().compress(json.dumps(record).encode())


def write_database(folder: Path, stored: Callable[[Any], tuple[str | None, bytes | None]] = plain) -> Path:
    path = folder / "agents/main/agent/openclaw-agent.sqlite"
    path.parent.mkdir(parents=True)
    base = sqlite3.connect(path)
    base.execute("CREATE TABLE transcript_events (session_id, seq, event_json, event_zstd, created_at)")
    for session in ("s1", "s2"):
        rows = [(session, number, *stored(one), 0) for number, one in reversed(list(enumerate(EVENTS)))]
        base.executemany("INSERT INTO transcript_events VALUES (?, ?, ?, ?, ?)", rows)
    base.commit()
    base.close()
    return path


def test_old_transcripts(tmp_path: Path) -> None:
    path = write_lines(tmp_path)
    assert list(files(str(tmp_path))) == [str(path)]
    assert list(transcripts(str(path))) == [("openclaw-main-abc", "main", EXPECTED, 1, 1)]


@pytest.mark.parametrize("stored", [plain, packed])
def test_the_database_is_read_and_not_touched(tmp_path: Path, stored: Any) -> None:
    path = write_database(tmp_path, stored)
    before = path.read_bytes()
    path.chmod(0o444)
    found = list(transcripts(str(path)))
    assert [(one.session_id, one.messages) for one in found] == [
        ("openclaw-main-s1", EXPECTED), ("openclaw-main-s2", EXPECTED),
    ]  # fmt: skip
    assert path.read_bytes() == before and [p.name for p in path.parent.iterdir()] == [path.name]


def everything(folder: Path) -> dict[str, tuple[int, bytes]]:
    return {path.name: (path.stat().st_mtime_ns, path.read_bytes()) for path in folder.iterdir()}


def test_a_live_database_in_wal_mode_is_not_touched(tmp_path: Path) -> None:
    path = write_database(tmp_path)
    live = sqlite3.connect(path)
    live.execute("PRAGMA journal_mode=WAL")
    live.execute("PRAGMA wal_autocheckpoint=0")
    live.execute("INSERT INTO transcript_events VALUES ('s3', 1, ?, NULL, 0)", (json.dumps(EVENTS[1]),))
    live.commit()
    live.execute("INSERT INTO transcript_events VALUES ('s4', 1, ?, NULL, 0)", (json.dumps(EVENTS[1]),))
    before = everything(path.parent)
    assert len(before) == 3
    assert [one.session_id[-2:] for one in transcripts(str(path))] == ["s1", "s2", "s3"]
    assert everything(path.parent) == before
    live.commit()
    live.close()
    closed = everything(path.parent)
    assert len(closed) == 1
    assert [one.session_id[-2:] for one in transcripts(str(path))] == ["s1", "s2", "s3", "s4"]
    assert everything(path.parent) == closed


def test_torn_rows_are_counted_and_do_no_harm(tmp_path: Path) -> None:
    def torn(record: Any) -> tuple[str | None, bytes | None]:
        data = packed(record)[1] or b""
        return None, {"m1": data[:-4], "m2": b"no zstd"}.get(record.get("id"), data)

    found = list(transcripts(str(write_database(tmp_path, torn))))
    assert [(one.messages, one.skipped, one.unreadable) for one in found] == [(EXPECTED[2:], 1, 2)] * 2


def test_what_the_daemon_would_refuse_is_mended(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    records = [
        event(1, "user", "a\0b\ud800c", timestamp="2026-05-15T14:30:00"),
        event(2, "user", "early", timestamp="0001-01-01T00:00:00Z"),
        event(3, "user", "late", timestamp=1e300),
        event(4, "user", "number", timestamp=1778855400000),
    ]
    path.write_text("\n".join(json.dumps(one) for one in records))
    (found,) = transcripts(str(path))
    assert found.messages == [
        {"role": "user", "content": "a b\ufffdc", "id": "m1", "at": "2026-05-15T14:30:00.000000+00:00"},
        {"role": "user", "content": "early", "id": "m2"},
        {"role": "user", "content": "late", "id": "m3"},
        {"role": "user", "content": "number", "id": "m4", "at": "2026-05-15T14:30:00.000000+00:00"},
    ]


@pytest.mark.parametrize(
    ("name", "content", "reason"),
    [
        ("broken.db", b"no database", "cannot be read"),
        ("torn.sqlite", b"SQLite format 3\0" + b"\1" * 200, "cannot be read"),
        ("foreign.jsonl", b'{"level": "info"}\n[1, 2]\n', "no transcript"),
        ("binary.jsonl", bytes(range(256)), "no transcript"),
    ],
)
def test_what_is_no_transcript_is_said(tmp_path: Path, name: str, content: bytes, reason: str) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(Unreadable, match=reason):
        list(transcripts(str(tmp_path / name)))


def test_another_programs_database_is_said(tmp_path: Path) -> None:
    sqlite3.connect(tmp_path / "other.sqlite").execute("CREATE TABLE t (x)").connection.close()
    with pytest.raises(Unreadable, match="no database of OpenClaw's"):
        list(transcripts(str(tmp_path / "other.sqlite")))
    with pytest.raises(Unreadable, match="does not exist"):
        list(files(str(tmp_path / "nowhere")))


def test_import_says_what_was_new(tmp_path: Path, daemon: FakeDaemon, memoryctl: Run) -> None:
    write_lines(tmp_path)
    (tmp_path / "agents/main/other.jsonl").write_text("{}\n")
    daemon.answers |= {
        "sessions.start": {"session_id": "x", "resumed": False}, "sessions.end": {"status": "ended"},
        "sessions.append": {"appended": 3, "keys": [], "directives": [], "redacted": []},
    }  # fmt: skip
    done = memoryctl("import", "openclaw", str(tmp_path), "--project", "home")
    assert done.stdout == "messages\t3\t1\n"
    assert "openclaw-main-abc: 1 records without text" in done.stderr
    assert "other.jsonl has no line that is a record" in done.stderr
    assert daemon.asked("sessions.start") == {"session_id": "openclaw-main-abc", "agent": "main", "project": "home"}
    assert daemon.asked("sessions.append")["messages"] == [{"source": "import", **one} for one in EXPECTED]
    alone = memoryctl("import", "openclaw", str(tmp_path / "agents/main/other.jsonl"))
    assert alone.returncode == 64 and "no transcript" in alone.stderr


def test_items_are_kept_read_and_found(daemon: FakeDaemon, memoryctl: Run) -> None:
    item = {"namespace": ["app", "ada"], "key": "k", "value": {"a": 1}, "created": AT, "updated": AT}
    daemon.answers |= {
        "items.put": {"key": "items/app.jsonl:ada/k", "status": "added", "updated": AT, "redacted": []},
        "items.get": item, "items.search": {"items": [item]}, "items.list": {"items": [item]},
        "items.delete": {"key": "items/app.jsonl:ada/k", "status": "deleted"},
    }  # fmt: skip
    put = memoryctl("items", "put", "app/ada", "k", '{"a": 1}', "--parse", "--ttl", "60", "--if-absent", "--no-index")
    assert put.stdout == "items/app.jsonl:ada/k\tadded\n"
    at = {"namespace": ["app", "ada"], "key": "k"}
    asked = {**at, "value": {"a": 1}, "ttl_seconds": 60.0, "if_absent": True, "index": False}
    assert daemon.asked("items.put") == asked
    daemon.requests.clear()
    assert memoryctl("items", "put", "app/ada", "k", "-", stdin="text\n").returncode == 0
    assert daemon.asked("items.put") == {**at, "value": "text\n"}
    assert memoryctl("items", "get", "app/ada", "k").stdout == '{"a": 1}\n'
    assert daemon.asked("items.get") == at
    found = memoryctl("items", "search", "app", "dark", "colours", "--filter", '{"a": 1}', "--offset", "2")
    assert found.stdout == f'app/ada\tk\t{AT}\t{{"a": 1}}\n'
    assert daemon.asked("items.search") == {"prefix": ["app"], "query": "dark colours", "filter": {"a": 1}, "offset": 2}
    assert memoryctl("items", "list").returncode == 0
    assert daemon.asked("items.list") == {"prefix": []}
    assert memoryctl("items", "delete", "app/ada", "k").stdout == "items/app.jsonl:ada/k\tdeleted\n"
    for wrong in (["put", "app", "k"], ["get", "app"], ["put", "app", "k", "{", "--parse"]):
        assert memoryctl("items", *wrong).returncode == 64


def test_a_search_is_narrowed_and_fits_a_prompt(daemon: FakeDaemon, memoryctl: Run) -> None:
    daemon.answers["recall.search"] = daemon.answers["recall.query"] = {"results": [], "took_ms": 1.0}
    memoryctl("search", "tea", "--path", "daily/*", "--layer", "decisions", "--in-session", "s", "--agent", "ada",
              "--role", "user", "--max-chars", "400", "--max-tokens", "500", "--offset", "3", "--as-of", "2026-05-15",
              "--include-superseded")  # fmt: skip
    asked = {"query": "tea", "paths": ["daily/*"], "layers": ["decisions"], "in_session": "s", "agent": "ada",
             "role": "user", "max_chars": 400, "max_tokens": 500, "offset": 3, "as_of": "2026-05-15",
             "include_superseded": True}  # fmt: skip
    assert daemon.asked("recall.search") == asked
    memoryctl("recall", "tea", "--project", "p", "--as-of", "2026-05-15", "--include-superseded")
    recalled = {"query": "tea", "project": "p", "as_of": "2026-05-15", "include_superseded": True}
    assert daemon.asked("recall.query") == recalled


def test_a_session_is_read_from_its_end_popped_and_cleared(daemon: FakeDaemon, memoryctl: Run) -> None:
    message = {"role": "user", "content": "Ahoy", "at": AT}
    daemon.answers |= {
        "sessions.read": {"messages": [message]}, "sessions.pop": {"message": message},
        "sessions.clear": {"session_id": "s", "status": "cleared", "cleared": 3},
    }  # fmt: skip
    assert memoryctl("sessions", "s", "--last", "2", "--role", "user").returncode == 0
    assert daemon.asked("sessions.read") == {"session_id": "s", "last": 2, "roles": ["user"]}
    assert "Ahoy" in memoryctl("sessions", "s", "--pop").stdout
    assert memoryctl("sessions", "s", "--clear").stdout == "s\tcleared\t3\n"
    daemon.answers["sessions.pop"] = {"message": None}
    assert memoryctl("sessions", "s", "--pop").stdout == ""
    assert memoryctl("sessions", "--pop").returncode == 64
