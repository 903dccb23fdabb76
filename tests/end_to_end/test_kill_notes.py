"""kill -9 right after notes were archived and others, very like them, were written: each key shows its own text."""

from __future__ import annotations

import json

import pytest

from tests.support.daemon import Daemon
from tests.support.wait import until
from tests.support.wire import RpcError


def test_an_archived_note_does_not_lend_its_key_to_one_that_is_alike(daemon: Daemon) -> None:
    snapshot = daemon.data / ".memoryd/notes/decisions.json"
    with daemon.connect() as wire:
        nine = wire.call("notes.write", {"layer": "decisions", "text": "Standup at nine"})["key"]
        until(snapshot.exists)
        wire.call("notes.edit", {"key": nine, "text": "Standup at nine sharp"})
        wire.call("notes.archive", {"key": nine})
        ten = wire.call("notes.write", {"layer": "decisions", "text": "Standup at ten"})["key"]
    daemon.kill()
    daemon.start()
    with daemon.connect() as wire:
        assert wire.call("notes.read", {"key": ten})["text"] == "Standup at ten"
        with pytest.raises(RpcError, match="is archived") as raised:
            wire.call("notes.read", {"key": nine})
        assert raised.value.code == "not_found"
        wire.call("notes.restore", {"key": nine})
        assert wire.call("notes.read", {"key": nine})["text"] == "Standup at nine sharp"
        assert wire.call("notes.read", {"key": ten})["text"] == "Standup at ten"


def test_a_line_that_repeats_an_id_with_other_words_reaches_the_archive_with_its_fact(daemon: Daemon) -> None:
    path = daemon.data / "knowledge-graph/facts.jsonl"
    with daemon.connect() as wire:
        fact = wire.call("facts.add", {"subject": "ferry", "predicate": "leaves", "object": "at nine"})["id"]
        line = json.loads(path.read_text())
        with path.open("a") as file:
            file.write(json.dumps(line | {"object": "from the airport"}) + "\n")
        until(lambda: [one for one in wire.call("system.health")["problems"] if "the first counts" in one["what"]])
        wire.call("facts.archive", {"id": fact})
        until(lambda: path.read_text() == "")
        found = wire.call("facts.find", {"subject": "ferry", "include_archived": True})["facts"]
        assert {one["object"] for one in found} == {"at nine", "from the airport"}
        assert wire.call("facts.get", {"id": fact})["object"] == "at nine"
    daemon.kill()
    daemon.start()
    with daemon.connect() as wire:
        for one in found:
            wire.call("facts.restore", {"id": one["id"]})
            assert wire.call("facts.get", {"id": one["id"]})["object"] == one["object"]


def test_when_a_session_was_heard_of_last_outlives_a_kill(daemon: Daemon) -> None:
    with daemon.connect() as wire:
        session = wire.call("sessions.start")["session_id"]
        wire.call("recall.search", {"query": "anything", "session_id": session})
        (heard,) = [one["last_request"] for one in wire.call("sessions.list")["sessions"]]
        # Well before the 30 s that it once took; the wait is for the daemon's own promise of a second.
        until(lambda: heard in (daemon.data / ".memoryd/sessions.jsonl").read_text(), 20)
    daemon.kill()
    daemon.start()
    with daemon.connect() as wire:
        assert [one["last_request"] for one in wire.call("sessions.list")["sessions"]] == [heard]
