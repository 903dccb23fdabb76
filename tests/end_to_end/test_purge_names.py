"""What a matter is called by leaves with it, and what only sounds like it stays (rule 6)."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from memoryd.maintenance.restore import restore
from tests.support.consolidation import run_action
from tests.support.daemon import Daemon
from tests.support.everywhere import places, wait_until_nowhere
from tests.support.wait import until
from tests.support.wire import RpcError, Wire

CONFIG = "[schedule]\nconsolidate = 'off'\nsummarize = 'off'\n"
WORDS = ["Zörbelwick", "Vella Mond", "龘靐齾"]


@pytest.fixture
def daemon(daemon_folder: Path) -> Iterator[Daemon]:
    running = Daemon(daemon_folder, CONFIG).start()
    yield running
    running.kill()


def plant(daemon: Daemon, wire: Wire, word: str) -> None:
    """Memories that have the word in their names only, or whose values are no texts."""
    wire.call("sessions.start", {"session_id": f"with {word}", "agent": word, "project": f"{word} pond"})
    said = [{"role": "user", "content": text} for text in ("The pump is blue.", "yes")]
    wire.call("sessions.append", {"session_id": f"with {word}", "messages": said})
    wire.call("contexts.save", {"project": word, "content": "a heron"})
    for namespace, key, value in (([word], "age", 41), ([word, "b"], "on", True), (["a"], word, [12345, 2])):
        wire.call("items.put", {"namespace": namespace, "key": key, "value": value})
    wire.call("items.put", {"namespace": ["a"], "key": "k", "value": f"{word} came"})
    wire.call("items.put", {"namespace": ["a"], "key": "k", "value": "nobody came"})
    gone = wire.call("facts.add", {"subject": word, "predicate": "eats", "object": "grass"})["id"]
    wire.call("facts.archive", {"id": gone, "reason": f"{word} left"})
    old = wire.call("notes.write", {"layer": "decisions", "text": f"{word} gets the blue van"})["key"]
    wire.call("notes.archive", {"key": old, "reason": f"{word} left"})
    wire.call("notes.write", {"layer": "decisions", "text": "Paint the hall green"})
    memory = daemon.data / "memory"
    (memory / f"{word.lower().replace(' ', '-')}.md").write_text(f"# {word}\n\n- feeds the ducks at noon\n")
    (memory / "topic.md").write_text(f"# {word}\n\nFeeds the geese.\n\n## Other\n\n- swans are white\n")
    (daemon.data / f"{quote(word)}.md").write_text("# Ducks\n\nFeed them early.\n")
    (daemon.data / "plans.md").write_text(f"# Plans\n\nSell the boat of\n**{word}**\nbefore May.\n")
    (daemon.data / ".plans.md.swp").write_bytes(b"b0VIM 9.0\0\0- " + word.encode() + b" swims\0- ducks swim\0")
    until(lambda: wire.call("recall.get", {"key": "plans.md:1"})["text"] != "", 30)


def plant_others(wire: Wire) -> None:
    """What others say in the same few words."""
    wire.call("sessions.start", {"session_id": "other"})
    wire.call("sessions.append", {"session_id": "other", "messages": [{"role": "user", "content": "yes"}]})
    wire.call("contexts.save", {"project": "other", "content": "a heron"})
    for key, value in (("age", 41), ("on", True), ("list", [12345, 2])):
        wire.call("items.put", {"namespace": ["other"], "key": key, "value": value})


def still_there(wire: Wire) -> None:
    said = [one["content"] for one in wire.call("sessions.read", {"session_id": "other"})["messages"]]
    contexts = [one["content"] for one in wire.call("contexts.load", {"project": "other"})["contexts"]]
    items = wire.call("items.list", {"prefix": ["other"]})["items"]
    assert (said, contexts, sorted(one["key"] for one in items)) == (["yes"], ["a heron"], ["age", "list", "on"])


def test_all_that_is_called_by_it_leaves_and_the_same_words_of_others_stay(daemon: Daemon, daemon_folder: Path) -> None:
    archive, kept = daemon_folder / "before.tar.zst", daemon_folder / "kept"
    with daemon.connect(timeout=120) as wire:
        plant_others(wire)
        for word in WORDS:
            plant(daemon, wire, word)
        run_action(wire, "hygiene")
        wire.call("system.backup", {"path": str(archive)})
        wire.call("system.backup", {"path": str(daemon.data / "backups" / "mine.tar.zst")})
        shutil.copytree(daemon.data, kept, ignore=shutil.ignore_patterns(".memoryd", "backups", "history", "*.tmp"))
        receipts = [wire.call("facts.purge", {"subject": word}) for word in WORDS]
        assert [one.get("left") for one in receipts] == [None] * len(WORDS)
        assert b"ducks swim" in (daemon.data / ".plans.md.swp").read_bytes()
        leaves_nothing(daemon)
        still_there(wire)
        bring_back(daemon, kept)
        leaves_nothing(daemon)
        still_there(wire)
        put = {"namespace": [WORDS[0]], "key": "age", "value": 41}
        with pytest.raises(RpcError, match="conflict: it was purged"):
            wire.call("items.put", {**put, "updated": "2026-03-01"})
        assert wire.call("items.put", put)["status"] == "added"
        wire.call("items.put", {**put, "updated": "2026-03-01"})  # it has been stated anew
        wire.call("items.delete", {"namespace": [WORDS[0]], "key": "age"})
        assert wire.call("audit.verify")["problems"] == []
    daemon.stop()
    stones = daemon.data / ".memoryd" / "tombstones.jsonl"
    assert all(word.encode() not in stones.read_bytes() for word in WORDS)
    other = Daemon(daemon_folder / "o", CONFIG)
    restore(str(archive), str(other.data), [str(stones)])
    other.start()
    try:
        until(lambda: not (other.data / ".memoryd" / "restored").exists(), 120)
        leaves_nothing(other)
        with other.connect() as there:
            still_there(there)
            assert there.call("audit.verify")["problems"] == []
    finally:
        other.kill()


def bring_back(daemon: Daemon, kept: Path) -> None:
    """Copies that somebody kept, of every file but those that no memory is read from."""
    derived = ("audit", "embeddings", "health.json", "activation-metadata.json", ".plans")
    for path in sorted(kept.rglob("*")):
        relpath = path.relative_to(kept)
        if path.is_file() and not str(relpath).startswith(derived):
            (daemon.data / relpath).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, daemon.data / relpath)


def leaves_nothing(daemon: Daemon) -> None:
    left: list[Any] = []

    def is_gone() -> bool:
        left[:] = [(word, found) for word in WORDS if (found := places(daemon.data, word))]
        return not left

    try:
        until(is_gone, 60)
    except AssertionError:
        assert left == []


def test_a_directory_that_was_unpacked_by_hand_is_cleared_by_the_receipt(daemon: Daemon, daemon_folder: Path) -> None:
    kept = daemon_folder / "o" / "data"
    with daemon.connect(timeout=120) as wire:
        plant_others(wire)
        for word in WORDS:
            plant(daemon, wire, word)
        shutil.copytree(daemon.data, kept, ignore=shutil.ignore_patterns("lock", "run", "*.tmp"))
        stones = [wire.call("facts.purge", {"query": word})["tombstones"] for word in WORDS]
    other = Daemon(daemon_folder / "o", CONFIG).start()
    try:
        with other.connect(timeout=120) as there:
            there.call("facts.purge", {"tombstones": stones})
            leaves_nothing(other)
            still_there(there)
    finally:
        other.kill()


def test_notes_that_are_stated_while_a_purge_is_under_way_stay(daemon: Daemon) -> None:
    word, receipts, written = "Vellamond", list[dict[str, Any]](), dict[str, str]()
    with daemon.connect(timeout=60) as wire, daemon.connect(timeout=120) as purging:
        old = [wire.call("notes.write", {"layer": "knowledge", "text": f"{word} was {n}"})["key"] for n in range(20)]
        edited = wire.call("notes.write", {"layer": "knowledge", "text": "The pond is cold"})["key"]
        asking = threading.Thread(
            target=lambda: receipts.append(purging.call("facts.purge", {"subject": word})), daemon=True
        )
        asking.start()
        until(lambda: (daemon.data / ".memoryd" / "purge.json").exists(), 30)
        number = 0
        while asking.is_alive() and number < 300:  # what is listed at once
            number += 1
            text = f"{word} is {number}\nand stays"
            written[
                wire.call("notes.write", {"layer": f"l{number % 3}", "text": text, "remember": number < 4})["key"]
            ] = text
        asking.join()
        wire.call("notes.edit", {"key": edited, "text": f"{word} was 3"})  # what has been purged is stated anew
        assert receipts[0].get("left") is None and len(written) > 3
        written[edited] = f"{word} was 3"
        until(lambda: not (daemon.data / ".memoryd" / "restated").exists(), 60)
        for _ in range(2):
            with daemon.connect(timeout=60) as again:
                assert {key: again.call("notes.read", {"key": key})["text"] for key in written} == written
                listed = {one["key"] for one in again.call("notes.list", {"limit": 1000})["notes"]}
                assert written.keys() <= listed and listed.isdisjoint(set(old) - written.keys())
                found = again.call("recall.search", {"query": f"{word} is 3", "k": 50})["results"]
                assert {one["key"] for one in found} & written.keys()
            daemon.stop()
            daemon.start()


def test_notes_that_an_editor_saved_over_leave_too(daemon: Daemon) -> None:
    word, layer = "Vellamond", daemon.data / "memory" / "knowledge.md"
    with daemon.connect(timeout=60) as wire:
        wire.call("notes.write", {"layer": "knowledge", "text": "The hall is green"})
        before = layer.read_text()
        wire.call("notes.write", {"layer": "knowledge", "text": f"{word} keeps a heron"})
        layer.write_text(before + "\n- typed by hand\n")
        until(lambda: "typed by hand" in str(wire.call("notes.list", {"layer": "knowledge"})), 30)
        wire.call("facts.purge", {"query": word})
        wait_until_nowhere(daemon.data, word)
        assert "typed by hand" in layer.read_text()
        with pytest.raises(RpcError, match="not_found"):
            wire.call("facts.purge", {"query": word})


@pytest.mark.parametrize("kind", ["note", "fact", "context", "message"])
@pytest.mark.parametrize("in_place", [False, True])
def test_what_a_person_has_deleted_a_moment_ago_leaves_too(daemon: Daemon, kind: str, in_place: bool) -> None:
    word = "Vellamond"
    with daemon.connect(timeout=60) as wire:
        for text in ("The hall is green", f"{word} keeps a heron"):
            if kind == "note":
                wire.call("notes.write", {"layer": "knowledge", "text": text})
            elif kind == "fact":
                wire.call("facts.add", {"subject": text.split()[0], "predicate": "keeps", "object": "heron"})
            elif kind == "context":
                wire.call("contexts.save", {"project": "p", "content": text})
            else:
                wire.call("sessions.start", {"session_id": "s"})
                wire.call("sessions.append", {"session_id": "s", "messages": [{"role": "user", "content": text}]})
        patterns = ("memory/knowledge.md", "knowledge-graph/facts.jsonl", "contexts/*.jsonl", "sessions/*.jsonl")
        (path,) = (file for pattern in patterns for file in daemon.data.glob(pattern) if word in file.read_text())
        left = "".join(line for line in path.read_text().splitlines(keepends=True) if word not in line)
        if in_place:
            path.write_text(left)
        else:
            path.with_name(".new").write_text(left)
            path.with_name(".new").rename(path)
        assert wire.call("facts.purge", {"query": word})["status"] == "purged"
        # What was only known to have been deleted a second later stood in the archive from then on.
        assert [one["content"] for one in wire.call("contexts.load", {"project": "p"})["contexts"]] == (
            ["The hall is green"] if kind == "context" else []
        )
        until(lambda: not wire.call("recall.search", {"query": word, "boost": False})["results"])
        wait_until_nowhere(daemon.data, word)
        with pytest.raises(RpcError, match="not_found"):
            wire.call("facts.purge", {"query": word})


def test_what_has_just_been_deleted_and_what_only_the_audit_names_leaves(daemon: Daemon) -> None:
    word, audit = "Vellamond", daemon.data / "audit.jsonl"
    at = {"namespace": ["a"], "key": word}
    with daemon.connect(timeout=120) as wire:
        wire.call("items.put", {**at, "value": f"{word} has a heron"})
        wire.call("items.delete", at)
        assert wire.call("facts.purge", {"query": word})["status"] == "purged"
        assert [one for one in places(daemon.data, word) if not one.startswith(".memoryd/index/")] == []
        wire.call("items.put", {**at, "value": 5})
        wire.call("items.delete", at)
        until(lambda: word in audit.read_text(), 30)
        shutil.rmtree(daemon.data / "history")
        (daemon.data / "items" / "a.jsonl").unlink()
        with pytest.raises(RpcError, match="not_found"):
            wire.call("facts.purge", {"query": word})
        assert word not in audit.read_text()


@pytest.mark.parametrize("gone", range(3))
def test_notes_archived_one_behind_the_other_are_purged_alone(daemon: Daemon, gone: int) -> None:
    texts = ["Mara moved the anvils", "Tom painted the ladder", "Ada mended the kettle"]
    with daemon.connect() as wire:
        keys = [wire.call("notes.write", {"layer": "user", "text": text})["key"] for text in texts]
        wire.call("notes.write", {"layer": "user", "text": "The attic is cold"})
        for key in keys:
            wire.call("notes.archive", {"key": key})
        layer = daemon.data / "memory/user.md"
        until(lambda: layer.read_text().count("<!-- archived") == 3)
        wire.call("facts.purge", {"query": texts[gone].split()[-1]})
        kept = [key for key in keys if key != keys[gone]]
        assert [wire.call("recall.get", {"key": key})["text"] for key in kept] == [
            one for one in texts if one != texts[gone]
        ]
        assert layer.read_text().count("<!-- archived") == 2
        assert not [path for path in daemon.data.rglob("*.md") if texts[gone].split()[-1] in path.read_text()]


def test_what_was_taken_out_stays_so_when_what_came_with_it_is_purged(daemon: Daemon) -> None:
    with daemon.connect() as wire:
        wire.call("sessions.start", {"session_id": "s"})
        said = [{"role": "user", "content": f"The {thing} is red."} for thing in ("anvil", "ladder", "kettle")]
        keys = wire.call("sessions.append", {"session_id": "s", "messages": said})["keys"]
        for _ in range(2):
            wire.call("sessions.pop", {"session_id": "s"})
        wire.call("facts.purge", {"query": "anvil"})
        (new,) = wire.call("sessions.append", {"session_id": "s", "messages": [{"role": "user", "content": "Yes."}]})[
            "keys"
        ]
        assert [one["key"] for one in wire.call("sessions.read", {"session_id": "s"})["messages"]] == [new]
    daemon.kill()
    daemon.start()
    with daemon.connect() as wire:
        assert [one["key"] for one in wire.call("sessions.read", {"session_id": "s"})["messages"]] == [new]
        assert not wire.call("recall.search", {"query": "ladder kettle", "boost": False})["results"]
        path, lines = daemon.data / keys[0].partition(":")[0], [int(key.partition(":")[2]) for key in keys]
        standing = path.read_text().split("\n")
        assert [word in standing[line - 1] for line, word in zip(lines[1:], ("ladder", "kettle"), strict=True)] == [
            True
        ] * 2


def test_a_layer_that_is_called_as_what_was_purged_can_be_used_again(daemon: Daemon) -> None:
    memory_md = daemon.data / "MEMORY.md"

    def clears() -> int:
        return daemon.log.read_text().count('"path":"MEMORY.md","what":"something of it had been purged')

    with daemon.connect() as wire:
        wire.call("notes.write", {"layer": "zebra", "text": "it grazes at noon"})
        until(lambda: "Zebra: memory/zebra.md" in memory_md.read_text())
        wire.call("facts.add", {"subject": "zebra", "predicate": "eats", "object": "grass"})
        wire.call("facts.purge", {"subject": "zebra"})
        wire.call("notes.write", {"layer": "zebra", "text": "the van is blue"})
        # Twice: what came back was taken out of MEMORY.md within a second, which was written anew within another.
        for word in ("heron", "swan"):
            wire.call("facts.add", {"subject": word, "predicate": "eats", "object": "fish"})
            wire.call("facts.purge", {"subject": word})
        until(lambda: "Zebra: memory/zebra.md" in memory_md.read_text() or clears())
        assert (clears(), "## 📁 Zebra (Hot Cache)" in memory_md.read_text()) == (0, True)
