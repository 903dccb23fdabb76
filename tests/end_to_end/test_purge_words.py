"""What a purge may be asked for: words that name something, and tombstones that a purge made (rule 6)."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from memoryd.maintenance.restore import restore
from tests.support.daemon import Daemon
from tests.support.rest import part
from tests.support.wait import until
from tests.support.wire import RpcError, Wire


@pytest.fixture
def daemon(daemon_folder: Path) -> Iterator[Daemon]:
    running = Daemon(daemon_folder).start()
    yield running
    running.kill()


def refused(wire: Wire, method: str, params: dict[str, Any]) -> tuple[str, str]:
    """Code of the refusal, and the parameter that it names."""
    with pytest.raises(RpcError) as error:
        wire.call(method, params)
    return error.value.code, error.value.data.get("param", "")


@pytest.mark.parametrize("blank", part(4, [" ", "_ -", "…", "\u00ad\u200b", "\n\t", "-", "?", "*", "\u202e"]))
def test_a_subject_without_a_word_names_nothing_else(daemon: Daemon, blank: str) -> None:
    with daemon.connect() as wire:
        kept = wire.call("facts.add", {"subject": "Ada", "predicate": "likes", "object": "tea - * ? … green"})["id"]
        note = wire.call("notes.write", {"layer": "knowledge", "text": "The kiln is cold … * ?"})["key"]
        if blank.split():
            gone = wire.call("facts.add", {"subject": blank, "predicate": "stands for", "object": "nobody"})["id"]
            assert wire.call("facts.purge", {"subject": blank, "dry_run": True})["keys"] == [gone]
            assert wire.call("facts.purge", {"subject": blank})["status"] == "purged"
            assert refused(wire, "facts.get", {"id": gone}) == ("not_found", "")
        else:
            assert refused(wire, "facts.purge", {"subject": blank}) == ("invalid_params", "subject")
        assert wire.call("facts.get", {"id": kept})["object"] == "tea - * ? … green"
        assert wire.call("notes.read", {"key": note})["text"] == "The kiln is cold … * ?"


@pytest.mark.parametrize("word", part(1, ["Hot Cache", "knowledge", "memory", "user"]))
def test_a_word_of_our_own_headings_names_facts_only(daemon: Daemon, word: str) -> None:
    with daemon.connect() as wire:
        kept = wire.call("notes.write", {"layer": "knowledge", "text": "The kiln is cold", "remember": True})["key"]
        gone = wire.call("facts.add", {"subject": word, "predicate": "fills", "object": "the attic"})["id"]
        until(lambda: "Layer Index" in (daemon.data / "MEMORY.md").read_text())
        assert refused(wire, "facts.purge", {"query": f"the {word}"}) == ("invalid_params", "query")
        assert wire.call("facts.purge", {"subject": word, "dry_run": True})["keys"] == [gone]
        assert wire.call("facts.purge", {"subject": word})["status"] == "purged"
        assert [one["key"] for one in wire.call("notes.list")["notes"]] == [kept]
        assert "## 🧠 Knowledge (Hot Cache)\n- The kiln is cold" in (daemon.data / "MEMORY.md").read_text()


@pytest.mark.parametrize(
    ("wrong", "param"),
    [
        ({"at": "yesterday"}, "tombstones[0]"),
        ({"salt": "zz"}, "tombstones[0].salt"),
        ({"salt": ""}, "tombstones[0].salt"),
        ({"salt": "ab" * 65}, "tombstones[0].salt"),
        ({"names": ["0:ab"]}, "tombstones[0].names[0]"),
        ({"names": ["²:ab"]}, "tombstones[0].names[0]"),
        ({"names": ["99999999999999999999:ab"]}, "tombstones[0].names[0]"),
    ],
)
def test_tombstones_that_nobody_made_are_refused_and_not_kept(
    daemon: Daemon, wrong: dict[str, Any], param: str
) -> None:
    with daemon.connect() as wire:
        stone = {"at": "2026-03-01T00:00:00.000000+00:00", "salt": "ab" * 16, **wrong}
        assert refused(wire, "facts.purge", {"tombstones": [stone]}) == ("invalid_params", param)
    assert not (daemon.data / ".memoryd" / "tombstones.jsonl").exists()


def test_a_line_of_tombstones_that_cannot_be_read_keeps_no_daemon_down(daemon: Daemon) -> None:
    with daemon.connect() as wire:
        wire.call("facts.add", {"subject": "Ada", "predicate": "likes", "object": "tea"})
        wire.call("facts.purge", {"subject": "Ada"})
    daemon.stop()
    file = daemon.data / ".memoryd" / "tombstones.jsonl"
    whole = file.read_text()
    file.write_text('{"at":"yesterday","salt":"zz"}\n' + whole + '{"at":"2026-03-01","salt":"ab","names":["0:x"]}\n')
    daemon.start()
    with daemon.connect() as wire:
        made = {"id": "fact-1", "subject": "Ada", "predicate": "likes", "object": "tea", "source": "x"}
        made["created"] = "2026-01-01T00:00:00+00:00"
        assert wire.call("facts.import_many", {"facts": [made]})["facts"][0]["status"] == "rejected"


@pytest.mark.parametrize(
    "word", part(3, ["{day}", "created", "session_id", "{year}", "user", "stated", "shared", "private", "request"])
)
def test_when_and_by_whom_it_was_said_names_no_memory(daemon: Daemon, word: str) -> None:
    word = datetime.now(UTC).strftime(word.format(year="%Y", day="%d"))
    with daemon.connect() as wire:
        fact = wire.call("facts.add", {"subject": "invoice", "predicate": "is", "object": "paid"})["id"]
        named = wire.call("facts.add", {"subject": "invoice", "predicate": "is_of", "object": f"them {word} too"})["id"]
        context = wire.call("contexts.save", {"project": "bills", "content": "an invoice"})["id"]
        wire.call("items.put", {"namespace": ["bills"], "key": "k", "value": {"a": "invoice"}})
        note = wire.call("notes.write", {"layer": "knowledge", "text": "The invoice is blue", "remember": True})["key"]
        wire.call("sessions.start", {"session_id": "s1"})
        said = [{"role": "user", "content": "an invoice came"}]
        key = wire.call("sessions.append", {"session_id": "s1", "messages": said})["keys"][0]
        assert wire.call("facts.purge", {"query": f"invoice {word}", "dry_run": True})["keys"] == [named]
        wire.call("facts.purge", {"query": f"invoice {word}"})
        assert wire.call("facts.get", {"id": fact})["object"] == "paid"
        assert [one["id"] for one in wire.call("contexts.list")["contexts"]] == [context]
        assert wire.call("items.get", {"namespace": ["bills"], "key": "k"})["value"] == {"a": "invoice"}
        assert [(one["key"], one["hot"]) for one in wire.call("notes.list")["notes"]] == [(note, True)]
        assert [one["key"] for one in wire.call("sessions.read", {"session_id": "s1"})["messages"]] == [key]


def test_a_start_that_takes_out_what_was_purged_says_so(daemon: Daemon, daemon_folder: Path) -> None:
    backup = daemon_folder / "b.tar.zst"
    with daemon.connect() as wire:
        wire.call("facts.add", {"subject": "Zorbelwick", "predicate": "likes", "object": "tea"})
        wire.call("system.backup", {"path": str(backup)})
        stones = wire.call("facts.purge", {"subject": "Zorbelwick"})
    (daemon_folder / "receipt.json").write_text(json.dumps(stones))
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(str(daemon_folder / "notify"))
        manager.settimeout(60)
        other = Daemon(daemon_folder / "other", env={"NOTIFY_SOCKET": str(daemon_folder / "notify")})
        restore(str(backup), str(other.data), (str(daemon_folder / "receipt.json"),))
        other.start()
        try:
            told = [""]
            while "READY=1" not in told[-1]:
                told.append(manager.recv(4096).decode())
            assert any(one.startswith("STATUS=Taking out") for one in told[:-1])
            assert any(one.startswith("EXTEND_TIMEOUT_USEC=") for one in told[:-1])
            assert "seeking_purged" in other.tail()
            with other.connect() as wire:
                assert wire.call("facts.find")["facts"] == []
        finally:
            other.stop()
