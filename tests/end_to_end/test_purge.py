"""A purged matter is in no byte below the data directory, and does not come back (rule 6)."""

from __future__ import annotations

import io
import itertools
import tarfile
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
import zstandard

from memoryd.maintenance.restore import restore
from tests.support.consolidation import run_action
from tests.support.daemon import Daemon, running_daemon
from tests.support.everywhere import places, wait_until_nowhere
from tests.support.rest import part
from tests.support.wait import until
from tests.support.wallclock import WallClock
from tests.support.wire import RpcError, Wire

CONFIG = """[summaries]
summarizer_fallback_after = 0
chunk_tokens = 200
summary_target_tokens = 60
pruning_boundary_tokens = 0
[schedule]
consolidate = 'off'
summarize = 'off'
"""


@pytest.fixture
def clock(daemon_folder: Path) -> WallClock:
    return WallClock(daemon_folder, datetime(2026, 3, 2, 12, tzinfo=UTC))


@pytest.fixture
def daemon(daemon_folder: Path, clock: WallClock) -> Iterator[Daemon]:
    running = Daemon(daemon_folder, CONFIG, clock.env).start()
    yield running
    running.kill()


def clear(daemon: Daemon, word: str) -> None:
    """Of the truth there is nothing left at the answer; the index takes a moment."""
    assert [one for one in places(daemon.data, word) if not one.startswith(".memoryd/index/")] == []
    wait_until_nowhere(daemon.data, word)


def plant(wire: Wire, word: str, number: int) -> dict[str, Any]:
    """The matter, in every kind of memory; what else is there stays."""
    said = [
        f"Please note that {word} lives in Malmö with two cats.",
        "The kiln needs a new thermostat.",
        f"We decided to give {word} the blue van.",
        "We decided to paint the hall green.",
    ]
    session = f"s{number}"
    wire.call("sessions.start", {"session_id": session})
    keys = wire.call(
        "sessions.append", {"session_id": session, "messages": [{"role": "user", "content": one} for one in said]}
    )["keys"]
    wire.call("sessions.end", {"session_id": session})
    fact = wire.call("facts.add", {"subject": word, "predicate": "lives_in", "object": "Malmö"})["id"]
    gone = wire.call("facts.add", {"subject": word, "predicate": "likes", "object": "cats"})["id"]
    wire.call("facts.archive", {"id": gone})
    stays = wire.call("facts.add", {"subject": f"Kiln {number}", "predicate": "needs", "object": "a thermostat"})["id"]
    note = wire.call("notes.write", {"layer": "knowledge", "text": f"{word} keeps two cats", "remember": True})["key"]
    wire.call("notes.edit", {"key": note, "text": f"{word} keeps three cats"})
    other = wire.call("notes.write", {"layer": "knowledge", "text": f"Cats number {number} eat at nine"})["key"]
    old = wire.call("notes.write", {"layer": "decisions", "text": f"{word} gets the blue van"})["key"]
    wire.call("notes.archive", {"key": old})
    wire.call("contexts.save", {"project": "garage", "content": f"{word} asked about the van"})
    kept = wire.call("contexts.save", {"project": "garage", "content": f"tyres number {number} are worn"})["id"]
    return {"keys": keys, "fact": fact, "stays": stays, "other": other, "kept": kept, "said": said}


def still_there(wire: Wire, planted: dict[str, Any], number: int) -> None:
    assert wire.call("facts.get", {"id": planted["stays"]})["object"] == "a thermostat"
    assert wire.call("notes.read", {"key": planted["other"]})["text"] == f"Cats number {number} eat at nine"
    found = wire.call("contexts.search", {"query": f"tyres number {number}"})["contexts"]
    assert planted["kept"] in [one["id"] for one in found]
    read = wire.call("sessions.read", {"session_id": f"s{number}"})["messages"]
    assert [(one["key"], one["content"]) for one in read] == [
        (planted["keys"][at], planted["said"][at]) for at in (1, 3)
    ]


def mature(daemon: Daemon, wire: Wire, clock: WallClock) -> None:
    """Everything is made of it that is made of memories: dailies, summaries, archives, a backup."""
    clock.move(days=1)
    run_action(wire, "consolidate")
    wire.call("system.backup", {"path": str(daemon.data / "backups" / f"mine-{time.monotonic_ns()}.tar.zst")})


def found_summaries(wire: Wire) -> set[str]:
    """The keys of summaries that recall finds."""
    asked = {"query": "summarised: the kiln, the hall, the van, the cats", "kinds": ["summary"], "k": 50}
    return {one["key"] for one in wire.call("recall.search", asked)["results"]}


LAGS = {".memoryd", "embeddings", "contexts", "audit.jsonl", "health.json"}
"""What is written behind the answers."""


def truth(data: Path) -> dict[str, bytes]:
    files = [path for path in data.rglob("*") if not LAGS & set(path.parts) and path.suffix != ".tmp"]
    files = [path for path in files if path.is_file()]
    return {str(path.relative_to(data)): path.read_bytes() for path in files}


@pytest.mark.parametrize("by", part(1, ["query", "subject"]))
def test_a_purge_leaves_no_byte(daemon: Daemon, clock: WallClock, by: str) -> None:
    with daemon.connect() as wire:
        planted = plant(wire, "Zorbelwick", 0)
        mature(daemon, wire, clock)
        assert "Zorbelwick" in wire.call("sessions.brief")["text"]
        until(lambda: found_summaries(wire))
        summaries = found_summaries(wire)
        assert any("Zorbelwick" in (daemon.data / key).read_text() for key in summaries)
        before = truth(daemon.data)
        dry = wire.call("facts.purge", {by: "Zorbelwick", "dry_run": True})
        assert dry["status"] == "planned" and planted["fact"] in dry["keys"]
        assert truth(daemon.data) == before
        receipt = wire.call("facts.purge", {by: "Zorbelwick"})
        assert (receipt["status"], receipt.get("left")) == ("purged", None)
        planned = {name: value for name, value in dry.items() if name not in ("status", "keys", "tombstones")}
        assert {name: receipt[name] for name in planned} == planned
        assert len(receipt["tombstones"]["facts"]) == len(dry["tombstones"]["facts"])
        clear(daemon, "Zorbelwick")
        still_there(wire, planted, 0)
        assert wire.call("audit.verify")["problems"] == []
        assert wire.call("recall.search", {"query": "Zorbelwick"})["results"] == []
        assert found_summaries(wire) == summaries
    assert daemon.stop() == 0
    clear(daemon, "Zorbelwick")  # what the brief knew is kept at a stop
    daemon.start()
    with daemon.connect() as wire:
        still_there(wire, planted, 0)
        clear(daemon, "Zorbelwick")
        assert wire.call("audit.verify")["problems"] == []


def test_what_is_written_of_facts_that_were_stated_later_is_left_alone(daemon: Daemon, clock: WallClock) -> None:
    entities = daemon.data / "knowledge-graph" / "entities.jsonl"
    with daemon.connect() as wire:
        wire.call("items.put", {"namespace": ["boats"], "key": "k", "value": "Zorbelwick"})
        wire.call("notes.write", {"layer": "knowledge", "text": "Zorbelwick"})
        old = {"subject": "Zorbelwick", "predicate": "likes", "object": "cats", "created": "2026-01-01"}
        wire.call("facts.add", old)
        wire.call("facts.purge", {"query": "Zorbelwick"})
        clear(daemon, "Zorbelwick")
        clock.move(minutes=1)
        wire.call("facts.add", {"subject": "the rope", "predicate": "belongs_to", "object": "Zorbelwick"})
    for _ in range(2):
        daemon.stop()
        daemon.start()
        with daemon.connect() as wire:
            run_action(wire, "consolidate")
            until(lambda: "Zorbelwick" in entities.read_text())
            wire.call("facts.add", {"subject": "the rope", "predicate": "measures", "object": str(time.monotonic_ns())})
            until(lambda: "measures" in (daemon.data / "knowledge-graph" / "relations.jsonl").read_text())
            assert "Zorbelwick" in entities.read_text()
            assert wire.call("system.health")["problems"] == []
    with daemon.connect() as wire:
        wire.call("facts.add", old)
        until(lambda: "came back" in repr(wire.call("system.health")["problems"]))
        assert wire.call("facts.find", {"subject": "Zorbelwick"})["facts"] == []
        assert "Zorbelwick" in entities.read_text()


def test_what_a_summary_alone_tells_of_it_is_made_again_from_what_was_said(daemon: Daemon, clock: WallClock) -> None:
    with daemon.connect() as wire:
        wire.call("facts.add", {"subject": "Zorbelwick", "predicate": "likes", "object": "cats"})
        wire.call("sessions.start", {"session_id": "s"})
        said = [f"We decided that the kiln number {n} gets a new thermostat from the hall." for n in range(3)]
        messages = [{"role": "user", "content": one} for one in said]
        wire.call("sessions.append", {"session_id": "s", "messages": messages})
        wire.call("sessions.end", {"session_id": "s"})
        clock.move(days=1)
        run_action(wire, "compress")
        job = until(lambda: wire.call("jobs.claim", {"kinds": ["leaf"]}))
        text = f"{said[0]} {said[1]} It was Zorbelwick who said so."
        assert wire.call("jobs.submit", {"job_id": job["job_id"], "text": text})["status"]
        (key,) = until(lambda: found_summaries(wire))
        assert "Zorbelwick" in (daemon.data / key).read_text()
        wire.call("facts.purge", {"query": "Zorbelwick"})
        clear(daemon, "Zorbelwick")
        whole = (daemon.data / key).read_text()
        assert "thermostat" in whole
        assert found_summaries(wire) == {key}
        # One whose text somebody removed is no memory either.
        (daemon.data / key).write_text(whole.partition("-->")[0] + "-->\n")
        until(lambda: found_summaries(wire) == set())
        with pytest.raises(RpcError, match="not_found"):
            wire.call("recall.why", {"key": key})


def test_a_summary_of_which_nothing_is_left_is_not_found(daemon: Daemon, clock: WallClock) -> None:
    with daemon.connect() as wire:
        planted = plant(wire, "Zorbelwick", 0)
        wire.call("sessions.start", {"session_id": "all"})
        said = [
            {"role": "user", "content": f"Zorbelwick wants the van, the hall and {what}."} for what in ("tea", "a kiln")
        ]
        wire.call("sessions.append", {"session_id": "all", "messages": said})
        wire.call("sessions.end", {"session_id": "all"})
        mature(daemon, wire, clock)
        until(lambda: len(found_summaries(wire)) == 2)
        wire.call("facts.purge", {"query": "Zorbelwick"})
        until(lambda: len(found_summaries(wire)) == 1)
        run_action(wire, "rebuild")
        assert len(found_summaries(wire)) == 1
        still_there(wire, planted, 0)


@pytest.mark.parametrize("running", [True, False])
def test_what_a_person_wrote_into_a_summary_outlives_a_purge(daemon: Daemon, clock: WallClock, running: bool) -> None:
    with daemon.connect() as wire:
        plant(wire, "Zorbelwick", 0)
        mature(daemon, wire, clock)
        (key,) = until(lambda: found_summaries(wire))
    summary = daemon.data / key
    if not running:
        daemon.stop()
    own = "- The fuse box was replaced in March.\n- Zorbelwick paid for it."
    summary.write_text(summary.read_text() + own + "\n")
    if not running:
        daemon.start()
    with daemon.connect() as wire:
        until(lambda: wire.call("recall.search", {"query": "fuse box", "kinds": ["summary"]})["results"])
        wire.call("facts.purge", {"query": "Zorbelwick"})
        clear(daemon, "Zorbelwick")
        assert "- The fuse box was replaced in March.\n" in summary.read_text()
        assert "thermostat" in summary.read_text()
        (found,) = wire.call("recall.search", {"query": "fuse box", "kinds": ["summary"]})["results"]
        assert found["key"] == key
        # Nor does an agent's or the built-in's next version take it away.
        run_action(wire, "compress")
        assert wire.call("jobs.claim", {"kinds": ["leaf"]}) is None


def test_what_was_purged_does_not_come_back(daemon: Daemon, clock: WallClock, daemon_folder: Path) -> None:
    kept = {}
    with daemon.connect() as wire:
        planted = plant(wire, "Zorbelwick", 0)
        mature(daemon, wire, clock)
        for path in sorted(daemon.data.rglob("*")):
            if (path.is_file() and path.name in ("facts.jsonl", "knowledge.md")) or path.parent.name == "sessions":
                kept[path] = path.read_bytes() if path.is_file() else b""
        old = next((daemon.data / "backups").glob("mine-*.tar.zst")).read_bytes()
        receipt = wire.call("facts.purge", {"subject": "Zorbelwick"})
        clear(daemon, "Zorbelwick")
        # Copies that somebody kept.
        for path, content in kept.items():
            if content:
                path.write_bytes(content)
        lines = [b"- Zorbelwick keeps three cats\n", b"- Zorbelwick keeps two cats\n"]  # the note, and before its edit
        (daemon.data / "memory" / "skills.md").write_bytes(b"# Skills\n\n" + b"".join(lines))
        wait_until_nowhere(daemon.data, "Zorbelwick", 120)
        still_there(wire, planted, 0)
        said = next(content for path, content in kept.items() if path.parent.name == "sessions" and content)
        archive = daemon.data / "sessions" / "archive"
        archive.mkdir(exist_ok=True)
        (archive / "2026-01-02-030405.jsonl.zst").write_bytes(zstandard.compress(said))
        (daemon.data / "sessions" / "2026-01-02-030406.jsonl").write_bytes(said)
        wait_until_nowhere(daemon.data, "Zorbelwick", 120)
        with pytest.raises(RpcError, match="not_found: nothing in memory matches"):
            wire.call("facts.purge", {"subject": "Zorbelwick"})
        imported = {"subject": "Zorbelwick", "predicate": "lives_in", "object": "Malmö", "source": "import"}
        with pytest.raises(RpcError, match="conflict: it was purged"):
            wire.call("facts.add", imported)
        again = wire.call(
            "facts.add_many",
            {"facts": [{"subject": "zorbelwick", "predicate": "Lives_in", "object": "Malmö", "source": "import"}]},
        )
        assert [one["index"] for one in again["rejected"]] == [0] and again["added"] == 0
        assert places(daemon.data, "Zorbelwick") == []
        # Put back elsewhere, from a backup that is older than the purge.
        other = Daemon(daemon_folder / "o", CONFIG, clock.env)
        other.data.mkdir(parents=True)
        text = zstandard.ZstdDecompressor().stream_reader(io.BytesIO(old)).read()
        with tarfile.open(fileobj=io.BytesIO(text)) as tar:
            tar.extractall(other.data, filter="fully_trusted")
        other.start()
        try:
            with other.connect() as there:
                assert there.call("facts.find", {"subject": "Zorbelwick"})["facts"]
                there.call("facts.purge", {"tombstones": [receipt["tombstones"]]})
                clear(other, "Zorbelwick")
                still_there(there, planted, 0)
        finally:
            other.kill()
        # A plain new statement is another matter.
        clock.move(days=1)
        fact = wire.call("facts.add", {"subject": "Zorbelwick", "predicate": "lives_in", "object": "Malmö"})
        assert fact["status"] == "added"
        note = wire.call("notes.write", {"layer": "knowledge", "text": "Zorbelwick keeps two cats"})["key"]
        wire.call("sessions.start", {"session_id": "later"})
        said = {"role": "user", "content": planted["said"][0]}
        (key,) = wire.call("sessions.append", {"session_id": "later", "messages": [said]})["keys"]
        results = wire.call("recall.search", {"query": "Zorbelwick", "k": 20})["results"]
        found = {key for one in results for key in (one["key"], *one.get("also", ()))}
        assert {fact["id"], note, key} <= found
    daemon.stop()
    daemon.start()
    with daemon.connect() as wire:
        results = wire.call("recall.search", {"query": "Zorbelwick", "k": 20})["results"]
        found = {key for one in results for key in (one["key"], *one.get("also", ()))}
        assert {fact["id"], note, key} <= found


@pytest.mark.long
def test_a_purge_goes_on_where_a_kill_ended_it(daemon: Daemon, clock: WallClock) -> None:
    for number, wait in enumerate((0.05, 0.4, 0.8, 1.2, 1.8, 2.5, 3.5, 5.0)):
        word = f"Quibblet{number}ax"
        with daemon.connect() as wire:
            planted = plant(wire, word, number)
            mature(daemon, wire, clock)
            asking = threading.Thread(target=ask_for, args=(daemon, word))
            asking.start()
            time.sleep(wait)
            daemon.kill()
            asking.join()
        daemon.start()
        with daemon.connect() as wire:
            if not (daemon.data / ".memoryd" / "purge.json").exists() and places(daemon.data, word):
                wire.call("facts.purge", {"subject": word})  # it had not begun
            until(lambda: not (daemon.data / ".memoryd" / "purge.json").exists(), 60)
            wait_until_nowhere(daemon.data, word, 120)
            still_there(wire, planted, number)
            assert wire.call("audit.verify")["problems"] == []


def test_a_purge_that_the_audit_refuses_goes_on_by_itself(daemon: Daemon, clock: WallClock) -> None:
    word, keys = "Quarleben", daemon.data / ".memoryd" / "audit-keys"
    with daemon.connect() as wire:
        planted = plant(wire, word, 1)
        assert wire.call("audit.verify")["problems"] == []
        keys.rename(keys.with_name("kept"))
        keys.mkdir()
        with pytest.raises(RpcError) as caught:
            wire.call("facts.purge", {"subject": word})
        assert (caught.value.code, "goes on when it can" in str(caught.value)) == ("busy", True)
        keys.rmdir()
        until(lambda: not (daemon.data / ".memoryd" / "purge.json").exists(), 60)
        keys.with_name("kept").unlink()
        wait_until_nowhere(daemon.data, word, 120)
        still_there(wire, planted, 1)
        assert wire.call("audit.verify")["problems"] == []


def test_what_is_stated_anew_before_a_kill_outlives_the_purge_that_goes_on(daemon: Daemon) -> None:
    keys, said = daemon.data / ".memoryd" / "audit-keys", {"subject": "Zorbel", "predicate": "keeps", "object": "cats"}
    with daemon.connect() as wire:
        wire.call("facts.add", said)
        assert wire.call("audit.verify")["problems"] == []
        keys.rename(keys.with_name("kept"))
        keys.mkdir()  # the audit refuses, so that the purge is not finished
        with pytest.raises(RpcError, match="goes on when it can"):
            wire.call("facts.purge", {"subject": "Zorbel"})
        assert wire.call("facts.add", said)["status"] == "added"
    entombed = (daemon.data / ".memoryd" / "tombstones.jsonl").read_bytes()
    daemon.kill()
    keys.rmdir()
    keys.with_name("kept").rename(keys)
    for _ in range(2):
        daemon.start()
        until(lambda: not (daemon.data / ".memoryd" / "purge.json").exists(), 60)
        with daemon.connect() as wire:
            assert len(wire.call("facts.find", {"subject": "Zorbel"})["facts"]) == 1
        daemon.stop()
        assert (daemon.data / ".memoryd" / "tombstones.jsonl").read_bytes() == entombed


@pytest.mark.long
def test_a_kill_while_what_came_back_is_taken_out(daemon: Daemon, clock: WallClock) -> None:
    word, keys = "Ostrabeck", daemon.data / ".memoryd" / "audit-keys"
    returned = daemon.data / ".memoryd" / "returned.jsonl"
    with daemon.connect() as wire:
        planted = plant(wire, word, 1)
        wire.call("facts.purge", {"subject": word})
        clear(daemon, word)
        keys.rename(keys.with_name("kept"))
        keys.mkdir()  # the audit refuses, so that the work is not finished
        with (daemon.data / "memory" / "skills.md").open("a") as file:
            file.write(f"- {word} keeps three cats\n")
        until(lambda: returned.exists() and word not in (daemon.data / "memory" / "skills.md").read_text(), 60)
        daemon.kill()
    assert word.lower().encode() not in returned.read_bytes().replace(b"skills.md:" + word.lower().encode(), b"")
    keys.rmdir()
    keys.with_name("kept").rename(keys)
    daemon.start()
    until(lambda: not returned.exists(), 60)
    wait_until_nowhere(daemon.data, word, 120)
    with daemon.connect() as wire:
        still_there(wire, planted, 1)
        assert wire.call("audit.verify")["problems"] == []


def test_the_only_memory_of_each_kind_leaves(daemon: Daemon) -> None:
    word = "Vellamond"
    with daemon.connect() as wire:
        wire.call("contexts.save", {"project": "pond", "content": f"{word} asked for a heron"})
        wire.call("facts.add", {"subject": word, "predicate": "keeps", "object": "a heron"})
        wire.call("notes.write", {"layer": "birds", "text": f"{word} keeps a heron", "remember": True})
        item = {"namespace": ["a"], "key": "k", "value": {"text": f"{word} keeps a heron", "of": [1]}}
        wire.call("items.put", item)
        wire.call("items.put", {**item, "key": "other", "value": "a duck"})
        (path,) = (daemon.data / "items").iterdir()
        kept = path.read_bytes()
        assert "left" not in wire.call("facts.purge", {"query": word})
        assert wire.call("contexts.load", {"project": "pond"})["contexts"] == []
        clear(daemon, word)
        path.write_bytes(kept)  # a copy that somebody kept
        wait_until_nowhere(daemon.data, word, 120)
        with pytest.raises(RpcError, match="conflict: it was purged"):
            wire.call("items.put", {**item, "updated": "2026-03-01"})
        wire.call("items.put", item)
        assert wire.call("items.get", {"namespace": ["a"], "key": "k"})["value"] == item["value"]
        assert wire.call("items.get", {"namespace": ["a"], "key": "other"})["value"] == "a duck"


def test_what_is_stated_while_a_purge_is_under_way_stays(daemon: Daemon) -> None:
    word, receipts = "Vellamond", list[dict[str, Any]]()
    with daemon.connect() as wire, daemon.connect(timeout=120) as purging:
        wire.call("sessions.start", {"session_id": "live"})
        said = itertools.count()

        def say() -> str:
            message = {"role": "user", "content": f"{word} asked for {next(said)} herons"}
            return str(wire.call("sessions.append", {"session_id": "live", "messages": [message]})["keys"][0])

        keys = [say() for _ in range(20)]
        facts = [wire.call("facts.add", {"subject": word, "predicate": "keeps", "object": "a heron"})]
        asking = threading.Thread(
            target=lambda: receipts.append(purging.call("facts.purge", {"subject": word})), daemon=True
        )
        asking.start()
        for _ in range(30):
            keys.append(say())
            facts.append(
                wire.call("facts.add", {"subject": word, "predicate": "keeps", "object": f"a heron in {keys[-1]}"})
            )
            wire.call("items.put", {"namespace": ["a"], "key": f"{len(keys)}", "value": f"{word} keeps a heron"})
        asking.join()
        assert "left" not in receipts[0]
        # What is written from memory tells of what was stated anew: it is not cleared as by an editor.
        assert word in (daemon.data / "knowledge-graph/entities.jsonl").read_text()
        asked = receipts[0]["tombstones"]["at"]
        items = {
            one["key"]: one["updated"] for one in wire.call("items.list", {"prefix": ["a"], "limit": 100})["items"]
        }
        assert f"{len(keys)}" in items and all(updated > asked for updated in items.values())
        read = wire.call("sessions.read", {"session_id": "live", "limit": 1000})["messages"]
        assert all(one["at"] > asked for one in read)
        left = [one["key"] for one in read]
        assert left == keys[-len(left) :] and 0 < len(left) <= len(keys) - 20
        kept = {one["id"]: one["created"] for one in wire.call("facts.find", {"subject": word})["facts"]}
        assert facts[0]["id"] not in kept and facts[-1]["id"] in kept
        assert all(created > asked for created in kept.values())
        daemon.stop()
        daemon.start()
    with daemon.connect() as wire:
        again = wire.call("sessions.read", {"session_id": "live", "limit": 1000})["messages"]
        assert [one["key"] for one in again] == left
        assert {one["id"] for one in wire.call("facts.find", {"subject": word})["facts"]} == kept.keys()


def test_what_is_called_by_it_leaves_with_its_name(daemon: Daemon) -> None:
    word = "Vellamond"
    with daemon.connect(timeout=60) as wire:
        whose = {"session_id": f"with-{word}", "agent": f"{word}'s", "project": f"{word} pond"}
        wire.call("sessions.start", whose)
        said = {"role": "user", "content": "The pump is blue."}
        wire.call("sessions.append", {"session_id": whose["session_id"], "messages": [said]})
        wire.call("sessions.end", {"session_id": whose["session_id"]})
        context = wire.call("contexts.save", {"project": word, "content": "a heron"})["id"]
        wire.call("items.put", {"namespace": [word], "key": "k", "value": "a duck"})
        wire.call("notes.write", {"layer": f"{word.lower()}-birds", "text": "feed at noon", "remember": True})
        memory = daemon.data / "MEMORY.md"
        until(lambda: memory.exists() and "feed at noon" in memory.read_text(), 60)
        memory.write_text(memory.read_text() + f"\n## Mine\n\nRing {word} on Friday\n")
        run_action(wire, "compress")
        assert wire.call("summaries.status")["last_entry"] is not None
        until(lambda: (daemon.data / ".memoryd" / "notes" / f"{word.lower()}-birds.json").exists())
        wire.call("system.backup", {"path": str(daemon.data / "backups" / "mine.tar.zst")})
        assert context and "left" not in wire.call("facts.purge", {"query": word})
        clear(daemon, word)
        assert wire.call("sessions.list")["sessions"] == []
        assert wire.call("audit.verify")["problems"] == []
    daemon.stop()
    daemon.start()
    clear(daemon, word)


@pytest.mark.parametrize("record", part(1, [True, False]))
def test_a_session_that_goes_on_outlives_the_purge_of_its_agents_name(daemon: Daemon, record: bool) -> None:
    word = "Zemmerick"
    with daemon.connect(timeout=60) as wire, daemon.connect(timeout=60) as other:
        wire.call("sessions.start", {"session_id": "live", "agent": word, "project": "pond", "record": record})
        other.call("facts.add", {"subject": word, "predicate": "eats", "object": "grass"})
        assert "left" not in other.call("facts.purge", {"query": word})
        clear(daemon, word)
        (session,) = wire.call("sessions.list")["sessions"]
        assert (session["agent"], session["project"]) == ("purged", "pond")
        if record:
            said = {"role": "user", "content": "The pump is blue."}
            wire.call("sessions.append", {"session_id": "live", "messages": [said]})
        assert wire.call("sessions.end", {"session_id": "live"})["status"] == "ended"
        assert len(other.call("sessions.list")["sessions"]) == record
    daemon.stop()
    daemon.start()
    clear(daemon, word)


def test_a_restore_with_tombstones_brings_nothing_into_archives(daemon: Daemon, daemon_folder: Path) -> None:
    word, archive = "Quarleben", daemon_folder / "mine.tar.zst"
    with daemon.connect(timeout=60) as wire:
        planted = plant(wire, word, 1)
        wire.call("system.backup", {"path": str(archive)})
        wire.call("facts.purge", {"subject": word})
    other = Daemon(daemon_folder / "o", CONFIG)
    restore(str(archive), str(other.data), [str(daemon.data / ".memoryd" / "tombstones.jsonl")])
    other.start()
    try:
        clear(other, word)
        with other.connect() as there:
            still_there(there, planted, 1)
        assert not (other.data / ".memoryd" / "restored").exists()
    finally:
        other.kill()


def test_what_a_daily_finds_stays_away_until_it_is_said_later(daemon: Daemon, clock: WallClock) -> None:
    word, decision = "Ferrowick", "We decided to give Ferrowick the blue van."
    with daemon.connect(timeout=60) as wire:
        planted = plant(wire, word, 0)
        clock.move(days=1)
        run_action(wire, "consolidate")
        (path,) = (daemon.data / "sessions").glob("*.jsonl")
        said = path.read_bytes()
        assert "left" not in wire.call("facts.purge", {"subject": word})
        clear(daemon, word)
        # The daily is made again while what came back is still in its file.
        (daemon.data / "sessions" / "2026-03-02-130000.jsonl").write_bytes(said)
        run_action(wire, "consolidate")
        wait_until_nowhere(daemon.data, word, 120)
        until(lambda: not (daemon.data / ".memoryd" / "returned.jsonl").exists(), 60)
        still_there(wire, planted, 0)
        wire.call("sessions.start", {"session_id": "later"})
        wire.call("sessions.append", {"session_id": "later", "messages": [{"role": "user", "content": decision}]})
        wire.call("sessions.end", {"session_id": "later"})
        clock.move(days=1)
        run_action(wire, "consolidate")
        assert decision in (daemon.data / "memory" / "decisions.md").read_text()
        run_action(wire, "health-check")
        assert decision in (daemon.data / "memory" / "decisions.md").read_text()


def ask_for(daemon: Daemon, word: str) -> None:
    with suppress(ConnectionError, RpcError), daemon.connect() as wire:
        wire.call("facts.purge", {"subject": word})


@pytest.mark.long
def test_a_hundred_purges(daemon: Daemon, clock: WallClock, long_seconds: float) -> None:
    end = time.monotonic() + long_seconds
    done = 0
    with daemon.connect(timeout=300) as wire:  # a purge goes through everything, and others use the machine, too
        for number in range(100):
            word = f"Brimlo{number}zan"
            planted = plant(wire, word, number)
            if number % 10 == 0:
                mature(daemon, wire, clock)
            wire.call("facts.purge", {("subject", "query")[number % 2]: word})
            clear(daemon, word)
            still_there(wire, planted, number)
            again = [{"subject": word, "predicate": "lives_in", "object": "Malmö"}]
            assert wire.call("facts.add_many", {"facts": again})["added"] == 0
            with (daemon.data / "memory" / "skills.md").open("a") as file:
                file.write(f"- {word} keeps three cats\n")
            wait_until_nowhere(daemon.data, word, 120)
            done += 1
            if time.monotonic() > end:
                break
        assert wire.call("audit.verify")["problems"] == []
    assert done == 100 or time.monotonic() > end


@pytest.mark.parametrize(
    "object_", ["Malmö", "Vantaa " + "in the house behind the long wall of the old brick yard " * 5]
)
def test_a_facts_line_leaves_memory_md_with_the_fact(daemon: Daemon, object_: str) -> None:
    with daemon.connect() as wire:
        asked = {"subject": "Ondrej", "predicate": "lives_in", "object": object_}
        fact = wire.call("facts.add", asked)["id"]
        wire.call("facts.add", {"subject": "kiln", "predicate": "is_fired_at", "object": "1,240 degrees"})
        run_action(wire, "reconcile")
        memory = daemon.data / "MEMORY.md"
        assert "Ondrej lives in" in memory.read_text()
        assert "MEMORY.md" in wire.call("facts.purge", {"id": fact})["files"]
        assert ("Ondrej" in memory.read_text(), "kiln is fired at" in memory.read_text()) == (False, True)
    daemon.kill()
    daemon.start()
    clear(daemon, "Ondrej")


@pytest.mark.parametrize("count", [1, 1_000])
def test_what_was_typed_right_before_is_no_new_statement(count: int) -> None:
    """Very many lines are taken in in slices, of which the last come behind the purge's beginning."""
    with running_daemon(CONFIG) as daemon, daemon.connect() as wire:  # by the clock that gives files their times
        wire.call("facts.add", {"subject": "the kiln", "predicate": "is", "object": "cold"})
        with (daemon.data / "knowledge-graph/facts.jsonl").open("a") as file:
            for number in range(1, count):
                print(f'{{"subject": "shelf {number}", "predicate": "holds", "object": "pots"}}', file=file)
            print('{"subject": "quillon", "predicate": "lives in", "object": "Malm\\u00f6"}', file=file)
        assert wire.call("facts.purge", {"subject": "quillon"})["status"] == "purged"
        assert wire.call("facts.find", {"subject": "quillon"})["facts"] == []
        clear(daemon, "quillon")
