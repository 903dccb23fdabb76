"""Every way in, with a secret on it: none of them is in any file afterwards (rule 22)."""

from __future__ import annotations

import hashlib
import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from tests.support.consolidation import run_action, write_session
from tests.support.daemon import Daemon
from tests.support.wait import until
from tests.support.wire import RpcError, Wire

CONFIG = "[summaries]\nsummarizer_fallback_after = 0\n"


class Secrets:
    """Makes a different token each time, and knows which ones there are."""

    def __init__(self) -> None:
        self.made: dict[str, str] = {
            "hunter2Xy9!": "a password by its name",
            "zzqq1234567890abcdXYZ": "a key by its name",
        }

    def __call__(self, name: str) -> str:
        token = "ghp_" + hashlib.sha256(name.encode()).hexdigest()[:36]
        self.made[token] = name
        return f"the {name} is {token}, is it not?"

    def found_in(self, folder: Path) -> list[tuple[str, str]]:
        """(what it was given as, file) of each that a file holds."""
        files = [path for path in folder.rglob("*") if path.is_file()]
        return [
            (name, str(path.relative_to(folder)))
            for path in files
            for data in (path.read_bytes() + path.name.encode(),)
            for token, name in self.made.items()
            if token.encode() in data
        ]


def test_no_secret_is_stored_whichever_way_it_comes(daemon_folder: Path) -> None:
    daemon, secret = Daemon(daemon_folder, CONFIG).start(), Secrets()
    try:
        with daemon.connect() as wire:
            tell(wire, secret)
            remember(wire, secret)
            refused(wire, secret)
            summarize(wire, secret)
            run_action(wire, "consolidate")
            counts = json.loads((daemon.data / "health.json").read_text())["redactions"]
            assert counts["token"] >= 25 and counts["password"] >= 1 and counts["api_key"] == 1
        assert daemon.stop() == 0
        assert secret.found_in(daemon_folder) == []
    finally:
        daemon.kill()


def tell(wire: Wire, secret: Secrets) -> None:
    wire.call("sessions.start", {"session_id": "s"})
    message = {"role": "user", "content": secret("message"), "name": secret("name"), "id": secret("id")}
    for appended in (1, 0):
        # The same id again is the same message, though neither is stored as it came.
        assert wire.call("sessions.append", {"session_id": "s", "messages": [message]})["appended"] == appended
    for part in ("content", "name", "id"):
        many = [{"role": "user", "content": f"{part} {number}"} for number in range(6)]
        many[3][part] = secret(f"{part} of many")
        redacted = wire.call("sessions.append", {"session_id": "s", "messages": many})["redacted"]
        assert redacted == ([] if part == "id" else [{"kind": "token", "count": 1}])
    spoken = {"role": "user", "content": f"remember this: {secret('directive')}"}
    said = wire.call("sessions.append", {"session_id": "s", "messages": [spoken]})
    assert said["directives"][0]["done"] and said["redacted"] == [{"kind": "token", "count": 1}]
    wire.call("recall.search", {"query": secret("query"), "session_id": "s"})


def remember(wire: Wire, secret: Secrets) -> None:
    fact = {"subject": secret("subject"), "predicate": secret("predicate"), "object": secret("object")}
    added = wire.call("facts.add", {**fact, "source": secret("source")})
    assert added["redacted"] == [{"kind": "token", "count": 4}]
    token = [{"kind": "token", "count": 1}]
    assert wire.call("facts.archive", {"id": added["id"], "reason": secret("reason")})["redacted"] == token
    assert wire.call("facts.restore", {"id": added["id"]})["redacted"] == []
    wire.call("facts.archive", {"id": added["id"]})
    wire.call("facts.add_many", {"facts": [{**fact, "object": secret("one of many")}]})
    wire.call("facts.add", {"subject": "user", "predicate": "has_password", "object": "hunter2Xy9!"})
    key = wire.call("notes.write", {"layer": "knowledge", "text": secret("note")})["key"]
    wire.call("notes.edit", {"key": key, "text": secret("edited note")})
    assert wire.call("notes.archive", {"key": key, "reason": secret("note's reason")})["redacted"] == token
    assert wire.call("notes.add_layer", {"layer": "ideas", "title": secret("title")})["redacted"] == token
    context: dict[str, Any] = {"content": secret("content"), "source": secret("context's source")}
    context |= {"tags": [secret("tag")], "metadata": {secret("field"): [{"deep": secret("value")}]}}
    context["metadata"]["api_key"] = "zzqq1234567890abcdXYZ"
    saved = wire.call("contexts.save", {"project": "p", **context})
    assert {"kind": "api_key", "count": 1} in saved["redacted"]
    canary = {"query": secret("canary"), "expected_contains": secret("answer")}
    assert wire.call("maintenance.canary_add", canary)["redacted"] == [{"kind": "token", "count": 2}]


def refused(wire: Wire, secret: Secrets) -> None:
    """Names stand for something: two that were redacted would become one."""
    for param in ("session_id", "agent", "project"):
        with pytest.raises(RpcError, match="holds a token"):
            wire.call("sessions.start", {param: secret(f"session's {param}")})
    with pytest.raises(RpcError, match="holds a token"):
        wire.call("contexts.save", {"project": secret("project"), "content": "x"})
    for name in ("layer", "slug"):
        called = {"layer": "knowledge", "text": "x", name: secret(name).split()[3].rstrip(",")}
        for method in ("write", "add_layer") if name == "layer" else ("write",):
            params = called if method == "write" else {"layer": called["layer"]}
            with pytest.raises(RpcError, match="holds a token"):
                wire.call(f"notes.{method}", params)


def summarize(wire: Wire, secret: Secrets) -> None:
    wire.call("sessions.append", {"session_id": "s", "messages": [{"role": "assistant", "content": "Fine."}]})
    run_action(wire, "summarize")
    job = wire.call("jobs.claim", {"kinds": ["daily"]})
    fact = {"subject": secret("daily's fact"), "predicate": "has_password", "object": "hunter2Xy9!"}
    lists = {name: [secret(f"daily's {name}")] for name in ("decisions", "preferences", "action_items")}
    submitted = wire.call("jobs.submit", {"job_id": job["job_id"], "result": {"facts": [fact], **lists}})
    assert submitted["redacted"] == [{"kind": "token", "count": 4}]
    wire.call("sessions.end", {"session_id": "s"})
    job = wire.call("jobs.claim", {"kinds": ["leaf"]})
    text = f"I was told much. {secret('leaf')}"
    assert wire.call("jobs.submit", {"job_id": job["job_id"], "text": text})["redacted"]


def test_what_hands_wrote_is_told_and_no_summary_repeats_it(daemon_folder: Path) -> None:
    daemon, secret = Daemon(daemon_folder, CONFIG), Secrets()
    (daemon.data / "sessions").mkdir(parents=True)
    yesterday = datetime.now(UTC) - timedelta(days=2)
    write_session(daemon.data, "old", yesterday, f"We decided that {secret('decision')}", "I live in Oslo.")
    daemon.start()
    try:
        with daemon.connect() as wire:
            run_action(wire, "consolidate")
            problems = wire.call("system.health")["problems"]
            assert any("sessions/" in problem["path"] and "token" in problem["what"] for problem in problems), problems
            assert wire.call("summaries.status")
        assert daemon.stop() == 0
        places = {place for _, place in secret.found_in(daemon.data) if not place.startswith(".memoryd/")}
        assert all(place.startswith(("sessions/", "backups/")) for place in places) and places
        assert list((daemon.data / "daily").glob("*.md")) and list((daemon.data / "summaries" / "L1").glob("*.md"))
    finally:
        daemon.kill()


def test_taking_a_secret_out_of_a_file_leaves_it_nowhere(daemon_folder: Path) -> None:
    daemon, secret = Daemon(daemon_folder, CONFIG).start(), Secrets()
    layer, facts = daemon.data / "memory/preferences.md", daemon.data / "knowledge-graph/facts.jsonl"
    try:
        with daemon.connect() as wire:
            wire.call("facts.add", {"subject": "Ada", "predicate": "likes", "object": "tea"})
            key = wire.call("notes.write", {"layer": "preferences", "text": "tea is fine"})["key"]
            ours, layer_before = facts.read_text(), layer.read_text()
            named = {"subject": "user", "predicate": "has_password", "object": "hunter2Xy9!"}
            typed = [
                {"subject": secret("subject"), "predicate": secret("predicate"), "object": secret("object")},
                named,
            ]
            facts.write_text(ours + "".join(json.dumps(fact) + "\n" for fact in typed))
            layer.write_text(f"{layer_before}- {secret('note')} ↑[pin]\n  {secret('detail')}\n")
            until(lambda: len(wire.call("facts.find")["facts"]) == 3 and len(wire.call("notes.list")["notes"]) == 2)
            run_action(wire, "consolidate")
            # The advice in health is followed.
            facts.write_text("".join(line for line in facts.read_text().splitlines(True) if "tea" in line))
            layer.write_text(layer_before)
            until(lambda: len(wire.call("facts.find")["facts"]) == 1 and len(wire.call("notes.list")["notes"]) == 1)
            archived = daemon.data / "knowledge-graph/archived-facts.jsonl"
            assert archived.read_text().count("deleted by hand") == 2
            until(lambda: any((daemon.data / "memory/archive").glob("preferences-*.md")))
            run_action(wire, "consolidate")
            assert wire.call("notes.read", {"key": key})["text"] == "tea is fine"
        assert daemon.stop() == 0
        kept = [
            (name, path)
            for name, path in secret.found_in(daemon.data)
            if not path.startswith((".memoryd/", "backups/"))
        ]
        assert kept == []
    finally:
        daemon.kill()
