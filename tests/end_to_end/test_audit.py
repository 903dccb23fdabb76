"""Who changed what: every line of the audit by every way in, through kills, edits and purges."""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from tests.requests.test_every_method import MAY_FAIL, REQUESTS
from tests.support.audit import add, changes, entries, lines, verdict
from tests.support.daemon import Daemon
from tests.support.wait import until
from tests.support.wallclock import WallClock
from tests.support.wire import RpcError

CHANGES: dict[str, list[tuple[str, str]]] = {
    "contexts.import_many": [("added", "context")],
    "contexts.save": [("added", "context")],
    "facts.add": [("added", "fact")],
    "facts.add_many": [("added", "fact")],
    "facts.archive": [("removed", "fact")],
    "facts.edit": [("changed", "fact")],
    "facts.import_many": [("added", "fact")],
    "facts.purge": [("purged", "fact")],
    "facts.restore": [("restored", "fact")],
    "items.delete": [("removed", "item")],
    "items.put": [("added", "item")],
    "notes.archive": [("removed", "note")],
    "notes.edit": [("changed", "note")],
    "notes.restore": [("restored", "note")],
    "notes.write": [("added", "note")],
    "projects.move": [("changed", "fact")],
    "sessions.append": [("added", "message")],
    "sessions.clear": [("removed", "message")],
    "sessions.pop": [("removed", "message")],
}
NO_CHANGE = {
    "contexts.load", "contexts.prune_expired", "contexts.recalculate_tiers", "contexts.restore", "items.renew",
    "jobs.claim", "jobs.list", "jobs.release", "jobs.renew", "jobs.submit", "maintenance.canary_add", "maintenance.run",
    "notes.add_layer",
    "notes.demote", "notes.forget_keyword", "notes.pin", "notes.promote", "notes.unpin",
    "quarantine.release", "sessions.end", "sessions.start",
    "summaries.import_many",  # which takes none over where something was purged before
    "system.backup", "system.config", "system.reload", "system.verify",
}  # fmt: skip
"""What changes no memory's text: accesses, tiers, what is hot, jobs without a text of their own, the daemon itself."""


# --- what makes a line -----------------------------------------------------------------------------------------


def test_every_method_is_judged() -> None:
    """A new one that writes is named in CHANGES or NO_CHANGE."""
    assert sorted([*CHANGES, *NO_CHANGE]) == sorted(REQUESTS)


def test_each_method_makes_the_lines_of_its_changes_and_no_others(daemon: Daemon) -> None:
    with daemon.connect() as wire:
        for method in sorted(REQUESTS):
            params = REQUESTS[method](wire)
            before = entries(wire)[-1]["seq"]
            try:
                wire.call(method, params)
            except RpcError as error:
                assert error.code == MAY_FAIL.get(method), error
            made = [one for one in entries(wire, after=str(before)) if one["by"] not in ("memoryd", "file")]
            assert [(one["change"], one["kind"], one["method"]) for one in made] == [
                (change, kind, method) for change, kind in CHANGES.get(method, [])
            ]
            assert all(one["by"]["uid"] == os.getuid() and one["by"]["pid"] == os.getpid() for one in made)
        assert verdict(wire)["status"] == "ok"


def test_a_line_names_the_agent_and_the_session(daemon: Daemon) -> None:
    with daemon.connect() as wire:
        session = wire.call("sessions.start", {"agent": "claude"})["session_id"]
        key = wire.call("notes.write", {"layer": "knowledge", "text": "The quay is long", "session_id": session})["key"]
        (line,) = entries(wire, key=key)
    assert line["by"] == {"uid": os.getuid(), "pid": os.getpid(), "agent": "claude", "session": session}


def test_reading_decay_and_a_repeated_statement_make_no_line(daemon: Daemon) -> None:
    with daemon.connect() as wire:
        add(wire, "tea")
        before = entries(wire)
        assert (
            wire.call("facts.add", {"subject": "ada", "predicate": "likes", "object": "TEA"})["status"] == "reinforced"
        )
        wire.call("recall.search", {"query": "tea"})
        wire.call("recall.query", {"query": "tea"})
        for action in ("decay", "tiers", "index", "hygiene"):
            wire.call("maintenance.run", {"action": action})
        assert entries(wire) == before


def test_requests_that_share_a_batch_are_told_apart(daemon: Daemon) -> None:
    """Many clients at once: the writer does their requests together, and each line names who asked."""
    wires = [daemon.connect() for _ in range(24)]
    sessions = [wire.call("sessions.start", {"agent": f"agent-{at}"})["session_id"] for at, wire in enumerate(wires)]
    kinds: list[Callable[[int], tuple[str, dict[str, Any]]]] = [
        lambda at: ("facts.add", {"subject": f"S{at}", "predicate": "is", "object": "x", "session_id": sessions[at]}),
        lambda at: ("notes.write", {"layer": "knowledge", "text": f"note no {at}", "session_id": sessions[at]}),
        lambda at: ("contexts.save", {"project": "p", "content": f"c{at}", "session_id": sessions[at]}),
    ]
    for request in kinds:
        for at, wire in enumerate(wires):
            wire.send(*request(at))
        made = {at: (reply.get("id") or reply["key"]) for at, wire in enumerate(wires) for reply in (wire.answer(),)}
        until(lambda made=made: {*made.values()} <= {key for _, key, _ in changes(wires[0])})
        found = {one["key"]: one["by"] for one in entries(wires[0]) if "key" in one}
        assert {at: found[key]["agent"] for at, key in made.items()} == {at: f"agent-{at}" for at in made}
    for wire in wires:
        wire.close()


def test_a_hand_edit_of_each_kind_makes_one_line(daemon: Daemon) -> None:
    with daemon.connect() as wire:
        fact = add(wire, "tea")
        note = wire.call("notes.write", {"layer": "knowledge", "text": "Standup at nine"})["key"]
        context = wire.call("contexts.save", {"project": "p", "content": "half done"})["id"]
        log = daemon.data / "memory" / "2026-01-02.md"
        log.write_text("# Day\n\nrain\n")
        until(lambda: entries(wire, key="memory/2026-01-02.md"))
        before = entries(wire)[-1]["seq"]
        for path, old, new in (
            ("knowledge-graph/facts.jsonl", "tea", "coffee"),
            ("memory/knowledge.md", "at nine", "at ten"),
            ("contexts/p.jsonl", "half", "all"),
            ("memory/2026-01-02.md", "rain", "sun"),
        ):
            file = daemon.data / path
            file.write_text(file.read_text().replace(old, new))
        wire.call("maintenance.run", {"action": "reconcile"})
        until(lambda: len(entries(wire, after=str(before))) >= 4)
        made = entries(wire, after=str(before))
    assert sorted((one["key"], one["change"], one["by"]) for one in made) == sorted(
        (key, "changed", "file") for key in (fact, note, context, "memory/2026-01-02.md")
    )


def test_an_edit_of_a_message_that_an_append_takes_in_is_of_the_file(daemon: Daemon) -> None:
    with daemon.connect() as wire:
        wire.call("sessions.start", {"session_id": "s"})

        def say(content: str) -> str:
            said = {"session_id": "s", "messages": [{"role": "user", "content": content}]}
            (key,) = wire.call("sessions.append", said)["keys"]
            return str(key)

        first = say("Standup at nine")
        until(lambda: entries(wire, key=first))
        file = daemon.data / first.rpartition(":")[0]
        saved = file.with_name("saved.new")
        saved.write_text(file.read_text().replace("at nine", "at ten"))
        saved.rename(file)
        second = say("And a review")
        until(lambda: len(entries(wire, key=first)) == 2 and entries(wire, key=second))
        made, added = entries(wire, key=first)[-1], entries(wire, key=second)[-1]
    assert (made["change"], made["by"]) == ("changed", "file")
    assert (added["change"], added["by"]["uid"]) == ("added", os.getuid())


def test_a_hand_edit_that_a_request_takes_in_is_of_the_file(daemon: Daemon) -> None:
    """What is appended right behind an edit reads that first: who asked did not make it."""
    with daemon.connect() as wire:
        context = wire.call("contexts.save", {"project": "p", "content": "half done"})["id"]
        until(lambda: entries(wire, key=context))
        file = daemon.data / "contexts" / "p.jsonl"
        saved = file.with_name("p.jsonl.new")
        saved.write_text(file.read_text().replace("half", "all"))
        saved.rename(file)
        other = wire.call("contexts.save", {"project": "p", "content": "another plan"})["id"]
        until(lambda: len(entries(wire, key=context)) == 2 and entries(wire, key=other))
        made, added = entries(wire, key=context)[-1], entries(wire, key=other)[-1]
    assert (made["change"], made["by"]) == ("changed", "file")
    assert (added["change"], added["by"]["uid"]) == ("added", os.getuid())


def test_edits_while_the_daemon_is_down_are_of_a_file_and_nothing_else_is_told_again(daemon: Daemon) -> None:
    with daemon.connect() as wire:
        edited = add(wire, "tea")
        add(wire, "cocoa")
        wire.call("notes.write", {"layer": "knowledge", "text": "Standup at nine"})
        wire.call("contexts.save", {"project": "p", "content": "work"})
        session = wire.call("sessions.start", {})["session_id"]
        wire.call("sessions.append", {"session_id": session, "messages": [{"role": "user", "content": "hello"}]})
    assert daemon.stop() == 0
    before = lines(daemon)[-1]["seq"]
    facts = daemon.data / "knowledge-graph" / "facts.jsonl"
    facts.write_text(facts.read_text().replace("tea", "chai"))
    daemon.start()
    with daemon.connect() as wire:
        (made,) = until(lambda: entries(wire, after=str(before)))
        wire.call("maintenance.run", {"action": "reconcile"})
        assert (made["key"], made["by"], made["change"]) == (edited, "file", "changed")
        assert entries(wire, after=str(before)) == [made]
        assert verdict(wire)["status"] == "ok"


def test_what_maintenance_does_names_its_step(daemon_folder: Path) -> None:
    clock = WallClock(daemon_folder)
    daemon = Daemon(daemon_folder, env=clock.env).start()
    try:
        with daemon.connect() as wire:
            key = add(wire, "tea")
            clock.set(datetime(2026, 12, 2, 12, tzinfo=UTC))
            wire.call("maintenance.run", {"action": "prune"})
            removed = entries(wire, key=key)[-1]
        assert (removed["change"], removed["method"]) == ("removed", "maintenance:prune")
        assert removed["by"]["uid"] == os.getuid()
    finally:
        daemon.kill()


# --- texts ----------------------------------------------------------------------------------------------------


def test_every_replaced_text_can_be_read_again(daemon: Daemon) -> None:
    with daemon.connect() as wire:
        key = wire.call("notes.write", {"layer": "knowledge", "text": "Standup at nine", "slug": "standup"})["key"]
        wire.call("notes.edit", {"key": key, "text": "Standup at ten"})
        file = daemon.data / "memory" / "knowledge.md"
        until(lambda: len(entries(wire, key=key)) == 2)
        file.write_text(file.read_text().replace("ten", "eleven"))
        until(lambda: len(entries(wire, key=key)) == 3)
        shown = wire.call("audit.show", {"key": key})
        texts = [one["text"] for one in shown["versions"]]
        assert texts == ["Standup at nine", "Standup at ten", "Standup at eleven"]
        for version in shown["versions"]:
            assert wire.call("audit.show", {"key": key, "at": version["at"]})["text"] == version["text"]
        assert wire.call("audit.show", {"key": key, "at": "2001-01-01T00:00:00Z"})["text"] is None
        kept = [path for path in (daemon.data / "history").rglob("*") if path.is_file()]
        assert {path.name for path in kept} == {one["before"] for one in shown["versions"] if "before" in one}
        assert "Standup at nine" in "".join(path.read_text() for path in kept)


def test_a_deleted_log_keeps_its_text(daemon: Daemon) -> None:
    log = daemon.data / "memory" / "2026-01-02.md"
    with daemon.connect() as wire:
        tea = add(wire, "tea")
        until(lambda: entries(wire, key=tea))  # the audit has begun: what it finds then makes no line
        log.write_text("# Day\n\nrain all day\n")
        until(lambda: entries(wire, key="memory/2026-01-02.md"))
        log.unlink()
        until(lambda: len(entries(wire, key="memory/2026-01-02.md")) == 2)
        shown = wire.call("audit.show", {"key": "memory/2026-01-02.md"})
    assert shown["text"] is None
    assert "rain all day" in shown["versions"][0]["text"]


def test_a_purge_drops_text_and_key_and_the_chain_still_verifies(daemon: Daemon) -> None:
    with daemon.connect() as wire:
        key = add(wire, "quinine")
        other = add(wire, "tea")
        facts = daemon.data / "knowledge-graph" / "facts.jsonl"
        facts.write_text(facts.read_text().replace("quinine", "quinoline"))
        until(lambda: len(entries(wire, key=key)) == 2)
        assert "quinine" in wire.call("audit.show", {"key": key})["versions"][0]["text"]
        keys = (daemon.data / ".memoryd" / "audit-keys").read_bytes()
        salt = _keys_of(keys)
        wire.call("facts.purge", {"id": key})
        until(lambda: len(entries(wire, key=key)) == 3)
        until(lambda: not [path for path in (daemon.data / "history").rglob("*") if path.is_file()])
        assert entries(wire, key=key)[-1]["change"] == "purged"
        assert verdict(wire)["status"] == "ok"
        assert [one["change"] for one in entries(wire, key=other)] == ["added"]
    until(lambda: len(_keys_of((daemon.data / ".memoryd" / "audit-keys").read_bytes())) == len(salt) - 1)
    assert daemon.stop() == 0
    left = b"".join(path.read_bytes() for path in daemon.data.rglob("*") if path.is_file())
    assert b"quinine" not in left
    daemon.start()
    with daemon.connect() as wire:
        assert verdict(wire)["status"] == "ok"
        assert [one["change"] for one in entries(wire, key=key)] == ["added", "changed", "purged"]


def test_no_byte_of_what_is_purged_stays_in_the_index(daemon: Daemon) -> None:
    """Also of what it said before, in a part of the index that holds other memories, too."""
    # In letters that no id has, each of them once: the store is compressed, and would cut four that come again.
    token = "".join(random.sample("ghjkmnpqrstvwxyz", k=16))
    earlier = token[::-1]

    def found(text: str) -> list[str]:
        files = (path for path in daemon.data.rglob("*") if path.is_file())
        return [path.name for path in files if text.encode() in _read(path)]

    with daemon.connect() as wire:
        facts = [{"subject": f"S{at}", "predicate": "is", "object": f"o{at}"} for at in range(50)]
        wire.call("facts.add_many", {"facts": [*facts, {"subject": "x", "predicate": "is", "object": earlier}]})
        key = wire.call("facts.find", {"subject": "x"})["facts"][0]["id"]
        until(lambda: any(name.endswith(".store") for name in found(earlier)))
        file = daemon.data / "knowledge-graph" / "facts.jsonl"
        file.write_text(file.read_text().replace(earlier, token))
        until(lambda: any(name.endswith(".store") for name in found(token)))
        wire.call("facts.purge", {"id": key})
        until(lambda: not found(token) and not found(earlier))
        assert len(wire.call("recall.search", {"query": "o7"})["results"]) > 0
        assert len(wire.call("facts.find", {"limit": 100})["facts"]) == 50
    assert daemon.stop() == 0
    daemon.start()
    with daemon.connect() as wire:
        assert any(one["object"] == "o7" for one in wire.call("recall.search", {"query": "o7"})["results"])
        assert wire.call("system.verify", {})["status"] == "ok"


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except FileNotFoundError:  # it is gone meanwhile
        return b""


def _keys_of(content: bytes) -> set[bytes]:
    """The keys in the keyring, without heads."""
    records = [content[at : at + 48] for at in range(0, len(content), 48)]
    return {one[16:32] for one in records if one[:8] not in (b"\0" * 8, b"\xff" * 8)}


# --- kills and faults ---------------------------------------------------------------------------------------------


def test_what_a_kill_left_unwritten_is_added_as_unknown(daemon: Daemon) -> None:
    with daemon.connect() as wire:
        early = add(wire, "tea")
        until(lambda: entries(wire, key=early))
    for round_ in range(3):
        with daemon.connect() as wire:
            late = {add(wire, f"cocoa {round_} {at}") for at in range(40)}
        daemon.kill()
        daemon.start()
        with daemon.connect() as wire:
            until(lambda late=late, wire=wire: late <= {key for _, key, _ in changes(wire)})
            found = [key for _, key, _ in changes(wire)]
            assert len(found) == len(set(found))
            others = {one["by"] for one in entries(wire) if isinstance(one["by"], str)}
            assert others <= {"unknown", "memoryd"}
            assert verdict(wire)["status"] == "ok"


def test_a_line_is_on_disk_within_a_second(daemon: Daemon) -> None:
    """Killed as soon as the line stands in the file: no start adds it again."""
    with daemon.connect() as wire:
        key = add(wire, "tea")
    until(lambda: key in (daemon.data / "audit.jsonl").read_text(), timeout=10)
    daemon.kill()
    daemon.start()
    with daemon.connect() as wire:
        (line,) = until(lambda: entries(wire, key=key))
    assert line["method"] == "facts.add"


def test_an_index_that_is_lost_adds_nothing(daemon: Daemon) -> None:
    with daemon.connect() as wire:
        add(wire, "tea")
        wire.call("notes.write", {"layer": "knowledge", "text": "Standup at nine"})
        (daemon.data / "memory" / "2026-01-02.md").write_text("rain\n")
        until(lambda: entries(wire, key="memory/2026-01-02.md"))
    assert daemon.stop() == 0
    before = lines(daemon)
    os.rename(daemon.data / ".memoryd" / "index", daemon.data.parent / "index")
    daemon.start()
    with daemon.connect() as wire:
        wire.call("maintenance.run", {"action": "rebuild"})
        wire.call("maintenance.run", {"action": "reconcile"})
        assert verdict(wire)["lines"] == len(before)


def test_a_session_file_of_which_the_index_has_an_unknown_part_adds_nothing(daemon: Daemon) -> None:
    """As after an upgrade that cannot read how far the index has come: nobody has taken a message out of the file."""
    with daemon.connect() as wire:
        session = wire.call("sessions.start")["session_id"]
        said = [{"role": "user", "content": f"crate {n} is on the quay"} for n in range(3)]
        wire.call("sessions.append", {"session_id": session, "messages": said})
        until(lambda: len(entries(wire)) == 1 + 3)
        before = entries(wire)
    assert daemon.stop() == 0
    (daemon.data / ".memoryd/sessions.jsonl").unlink()
    daemon.start()
    with daemon.connect() as wire:
        add(wire, "tea")
        until(lambda: entries(wire)[-1].get("kind") == "fact")
        assert entries(wire)[:-1] == before
        assert len(wire.call("recall.search", {"query": "crate on the quay"})["results"]) == 3


def test_the_audit_of_an_older_memory_begins_with_a_count(daemon: Daemon) -> None:
    with daemon.connect() as wire:
        key = add(wire, "tea")
        add(wire, "cocoa")
    assert daemon.stop() == 0
    for name in ("audit.jsonl", ".memoryd/audit-keys", ".memoryd/audit.json"):
        (daemon.data / name).unlink()
    os.rename(daemon.data / ".memoryd" / "index", daemon.data.parent / "index")
    daemon.start()
    with daemon.connect() as wire:
        counted = until(lambda: [one for one in entries(wire) if one["change"] == "counted"])
        assert counted[0]["count"] == 2
        assert changes(wire) == []
        wire.call("facts.archive", {"id": key})
        assert [change for change, _, _ in changes(wire)] == ["removed"]


# --- who may know -----------------------------------------------------------------------------------------------------


def test_a_group_session_learns_nothing_of_what_is_private(daemon: Daemon) -> None:
    with daemon.connect() as wire, daemon.connect() as group:
        private = wire.call("sessions.start", {"agent": "mine"})["session_id"]
        wire.call("sessions.append", {"session_id": private, "messages": [{"role": "user", "content": "my pin is 7"}]})
        fact = add(wire, "tea")
        (daemon.data / "memory" / "2026-01-02.md").write_text("private day\n")
        until(lambda: entries(wire, key="memory/2026-01-02.md"))
        group.call("sessions.start", {"session_id": "ours", "audience": "group", "project": "p"})
        group.call(
            "sessions.append", {"session_id": "ours", "messages": [{"role": "user", "content": "hello all of you"}]}
        )
        told = group.call("audit.list", {"session_id": "ours"})["entries"]
        kinds = {one["kind"] for one in told}
        assert kinds <= {"fact", "message"}
        assert not {"seq", "session", "agent", "pid"} & {name for one in told for name in (*one, *one["by"])}
        keys = [one["key"] for one in entries(wire) if one.get("kind") == "message"]
        hidden = [keys[0], "memory/2026-01-02.md", "fact-unknown"]
        for key in hidden:
            assert group.call("audit.list", {"session_id": "ours", "key": key})["entries"] == []
            with pytest.raises(RpcError) as refused:
                group.call("audit.show", {"session_id": "ours", "key": key})
            assert refused.value.code == "not_found"
        assert keys[1] in {one["key"] for one in told}
        assert fact in {one["key"] for one in told}
        assert "pin is 7" not in str(group.call("recall.grep", {"pattern": "pin is 7"}))
        assert group.call("audit.verify", {"session_id": "ours"})["lines"] == 0


def test_grep_leaves_the_audit_out_unless_it_is_named(daemon: Daemon) -> None:
    with daemon.connect() as wire:
        key = wire.call("notes.write", {"layer": "knowledge", "text": "Standup at nine"})["key"]
        wire.call("notes.edit", {"key": key, "text": "Standup at ten"})
        until(lambda: len(entries(wire, key=key)) == 2)
        assert wire.call("recall.grep", {"pattern": "at nine"})["matches"] == []
        named = wire.call("recall.grep", {"pattern": "at nine", "paths": ["history"]})["matches"]
        assert [one["text"] for one in named] == ["Standup at nine"]
