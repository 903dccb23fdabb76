"""Files that are no text, no files, or not what their names say: reported, left alone, and nobody waits for them."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psutil
import pytest

from memoryd.client import Client
from memoryd.errors import NotFound
from memoryd.maintenance.archive_file import members
from tests.support.daemon import WITHOUT_CAPABILITIES, Daemon
from tests.support.rest import part
from tests.support.wait import until
from tests.support.wire import RpcError


def problems_of(client: Client, path: str) -> list[dict[str, Any]]:
    return [each for each in client.system.health()["problems"] if each["path"] == path]


@pytest.mark.parametrize("path", part(1, ["memory/layer.md", "MEMORY.md", "elsewhere.md"]))
def test_bytes_that_are_no_text_are_named_until_they_are_mended(daemon: Daemon, path: str) -> None:
    odd = b"# Title\n\n- whole line\n- broken \xff\xfe bytes\n"
    file = daemon.data / path
    file.parent.mkdir(exist_ok=True)
    file.write_bytes(odd)
    with Client(daemon.socket) as client:
        until(lambda: problems_of(client, path))
        assert [(each["line"], "not valid UTF-8" in each["what"]) for each in problems_of(client, path)] == [(4, True)]
        until(lambda: client.recall.search(query="whole line")["results"])
        assert b"broken \xff\xfe bytes" in file.read_bytes()
        file.write_bytes(file.read_bytes().replace(b"\xff\xfe", b"mended"))
        until(lambda: not problems_of(client, path))


def test_bytes_that_are_no_utf8_get_into_no_key_and_no_origin(daemon: Daemon) -> None:
    odd = b"- Wasps nest <!-- #\xff-wasps -->\n- Hornets hum <!-- memoryd: private project=caf\xff -->\n"
    file = daemon.data / "memory" / "insects.md"
    file.write_bytes(odd)
    with Client(daemon.socket) as client:
        until(lambda: client.recall.search(query="hornets hum")["results"])
        keys = [one["key"] for one in client.call("notes.list", {"layer": "insects"})["notes"]]
        assert [client.call("recall.get", {"key": key})["key"] for key in keys] == keys
        assert len(keys) == 2
        assert client.call("audit.verify")["problems"] == []
    assert daemon.stop() == 0
    assert file.read_bytes() == odd
    assert [line for line in daemon.tail(1000).splitlines() if '"level":"error"' in line or "critical" in line] == []


def test_a_byte_order_mark_hides_no_line(daemon: Daemon) -> None:
    """Some editors put one before each file that they save."""

    def found(client: Client) -> tuple[list[str], list[str], list[str]]:
        return (
            [one["content"] for one in client.contexts.load(project="web")["contexts"]],
            [one["key"] for one in client.items.list()["items"]],
            [one["content"] for one in client.sessions.read(session_id="s")["messages"]],
        )

    with Client(daemon.socket) as client:
        client.contexts.save(project="web", content="Login works")
        client.items.put(namespace=["a"], key="theme", value="dark")
        client.sessions.start(session_id="s")
        client.sessions.append(session_id="s", messages=[{"role": "user", "content": "hello"}])
        before = found(client)
        for file in [
            path for folder in ("contexts", "items", "sessions") for path in (daemon.data / folder).glob("*.jsonl")
        ]:
            new = file.with_name(".new")
            new.write_bytes(b"\xef\xbb\xbf" + file.read_bytes())
            new.rename(file)
        hygiene = daemon.data / "memory" / "hygiene.json"
        client.notes.write(layer="skills", text="Tie knots", pin=True)
        until(hygiene.exists)
    assert daemon.stop() == 0
    hygiene.write_bytes(b"\xef\xbb\xbf" + hygiene.read_bytes())
    canaries = daemon.data / "knowledge-graph" / "canary-facts.json"
    canaries.write_bytes(b'\xef\xbb\xbf[{"query": "knots", "expected_contains": "knots"}]')
    with Client(daemon.start().socket) as client:
        assert client.maintenance.run(action="quality-probe")["steps"][0]["counts"]["canaries"] == 1
        assert not hygiene.with_name("hygiene.json.broken").exists()
        assert before == found(client) == (["Login works"], ["theme"], ["hello"])
        assert client.system.health()["problems"] == []


PLACES = (
    "sessions/a.jsonl",
    "contexts/a.jsonl",
    "contexts/archive/a.jsonl",
    "memory/a.md",
    "memory/2026-01-02.md",
    "memory/archive/a-2026-01-01.md",
    "daily/2026-01-01.md",
    "summaries/L1/0001.md",
    "knowledge-graph/canary-facts.json",
    "other.md",
)


@pytest.mark.parametrize("make", part(1, [os.mkfifo, Path.mkdir]))
def test_what_is_no_file_is_named_and_stops_nothing(daemon: Daemon, make: Callable[[Path], None]) -> None:
    daemon.stop()
    for path in PLACES:
        (daemon.data / path).parent.mkdir(parents=True, exist_ok=True)
        make(daemon.data / path)
    daemon.start()
    late = daemon.data / "memory" / "late.md"
    with Client(daemon.socket) as client:
        assert client.facts.add(subject="a", predicate="b", object="c")["status"] == "added"
        client.sessions.start(session_id="s")
        assert client.sessions.append(session_id="s", messages=[{"role": "user", "content": "x"}])["appended"] == 1
        assert client.contexts.save(project="p", content="x")["status"] == "saved"
        assert client.notes.write(layer="b", text="x")["status"] == "written"
        until(lambda: all(problems_of(client, path) for path in PLACES))
        make(late)
        until(lambda: problems_of(client, "memory/late.md"))
        problems = [each for path in (*PLACES, "memory/late.md") for each in problems_of(client, path)]
        assert {("not a regular file" in each["what"], each.get("severity", "warning")) for each in problems} == {
            (True, "warning")
        }
        assert len(problems) == len(PLACES) + 1
        client.maintenance.run(action="consolidate")
        late.rmdir() if late.is_dir() else late.unlink()
        until(lambda: not problems_of(client, "memory/late.md"))
        (daemon.data / "other.md").rename(daemon.data / "other")
        until(lambda: not problems_of(client, "other.md"))
    assert not any((daemon.data / path).is_file() for path in PLACES if path != "other.md")


@pytest.mark.parametrize("path", ["knowledge-graph/facts.jsonl", ".memoryd/jobs.jsonl"])
def test_a_fifo_in_the_place_of_a_file_of_ours_is_set_aside(daemon: Daemon, path: str) -> None:
    daemon.stop()
    (daemon.data / path).unlink(missing_ok=True)
    os.mkfifo(daemon.data / path)
    daemon.start()
    with Client(daemon.socket) as client:
        assert client.facts.add(subject="a", predicate="b", object="c")["status"] == "added"
        (problem,) = problems_of(client, path)
        assert "it is a FIFO" in problem["what"] and ".broken" in problem["action"]
    assert (daemon.data / f"{path}.broken").is_fifo()


@pytest.mark.parametrize(
    "path", part(2, ["daily", "embeddings/index.bin", "history", "backups/a.tar.zst", "history/ab"])
)
def test_a_fifo_where_only_memoryd_writes_is_named_at_once(daemon: Daemon, path: str) -> None:
    there = daemon.data / path
    if there.exists():
        there.rename(daemon.data / "elsewhere")
    there.parent.mkdir(exist_ok=True)
    os.mkfifo(there)
    with Client(daemon.socket) as client:
        (problem,) = problems_of(client, str(there))
        assert "it is a FIFO" in problem["what"]
        client.maintenance.run(action="consolidate")


def test_an_index_that_was_made_anew_is_told_at_every_look(daemon: Daemon) -> None:
    with Client(daemon.socket) as client:
        client.facts.add(subject="sky", predicate="is", object="blue")
    assert daemon.stop() == 0
    (daemon.data / ".memoryd" / "index" / "meta.json").write_text("{")
    daemon.start()
    with Client(daemon.socket) as client:
        for _ in range(2):
            (problem,) = problems_of(client, ".memoryd/index")
            assert "rebuilt" in problem["what"]
        assert client.recall.search(query="sky")["results"]


def test_a_layer_of_many_bullets_that_say_the_same_is_read(daemon: Daemon) -> None:
    daemon.stop()
    layer: Path = daemon.data / "memory" / "same.md"
    layer.parent.mkdir(exist_ok=True)
    layer.write_text("- x\n" * 10_000)
    daemon.start()
    with Client(daemon.socket) as client:
        assert [one["notes"] for one in client.notes.layers()["layers"]] == [10_000]
    assert layer.read_text() == "- x\n" * 10_000


GIANT = 4 << 30
MOST_RSS = 300 << 20


def make_sparse(path: Path, before: bytes = b"", behind: bytes = b"") -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        file.write(before)
        file.truncate(len(before) + GIANT)
        file.seek(0, os.SEEK_END)
        file.write(behind)


def test_names_and_links_that_stopped_a_start_are_named(daemon: Daemon) -> None:
    daemon.stop()
    (daemon.data / "memory/dangling.md").symlink_to("nowhere")
    (daemon.data / "memory/self.md").symlink_to("self.md")
    (daemon.data / "sessions/2026-01-01-000000.jsonl").symlink_to("nowhere")
    (daemon.data / os.fsdecode(b"sessions/caf\xe9.jsonl")).write_text("{}\n")
    (daemon.data / os.fsdecode(b"contexts/caf\xe9.jsonl")).write_text("{}\n")
    (daemon.data / ".memoryd/index/meta.json").unlink()
    os.mkfifo(daemon.data / ".memoryd/index/meta.json")
    paths = (
        "memory/dangling.md",
        "memory/self.md",
        "sessions/2026-01-01-000000.jsonl",
        "sessions/caf\\xe9.jsonl",
        "contexts/caf\\xe9.jsonl",
        ".memoryd/index/meta.json",
    )
    daemon.start()
    with Client(daemon.socket) as client:
        for path in paths:
            [one] = until(lambda path=path: problems_of(client, path))  # type: ignore[misc]
            assert one["what"]
            assert ("link" in one["action"]) == path.startswith(("memory/", "sessions/2026"))


@pytest.mark.parametrize("seconds", part(2, [-(10**11), 10**12, -(10**10)]))
def test_files_of_another_age_stop_neither_a_start_nor_a_search(daemon: Daemon, seconds: int) -> None:
    """Who plants a file gives it any time: of the years before 1 and behind 9999 no date has a name."""
    facts = daemon.data / "knowledge-graph/facts.jsonl"
    texts = {"memory/garden.md": "# Garden\n\n- A crane stands there\n", "journal.md": "The crane came.\n"}
    daemon.stop()
    facts.write_text('{"subject": "crane", "predicate": "is", "object": "green"}\n')
    for path, text in texts.items():
        (daemon.data / path).write_text(text)
    for _ in range(2):
        for file in (facts, *(daemon.data / path for path in texts)):
            os.utime(file, (seconds, seconds))
        daemon.start()
        with Client(daemon.socket) as client:
            assert [one["object"] for one in client.facts.find(subject="crane")["facts"]] == ["green"]
            until(lambda: texts.keys() <= {one["path"] for one in client.recall.search(query="crane")["results"]})
            assert [one["what"] for one in client.system.health()["problems"]] == []
        assert daemon.stop() == 0


@pytest.mark.parametrize("late", [False, True])
def test_a_giant_file_is_named_and_takes_no_memory(daemon: Daemon, late: bool) -> None:
    markdown = ("memory/giant.md", "memory/2026-01-02.md", "daily/2026-01-02.md", "summaries/L1/0001.md", "other.md")
    line = b'{"session_id": "s", "role": "user", "content": "%s", "at": "2026-01-01T00:00:00+00:00"}\n'
    context = b'{"id": "context-%s", "project": "p", "content": "%s", "created": "2026-01-01T00:00:00+00:00"}\n'
    if not late:
        daemon.stop()
    for path in markdown:
        make_sparse(daemon.data / path)
    make_sparse(daemon.data / "sessions/2026-01-01-000000.jsonl", line % b"before", b"\n" + line % b"behind")
    make_sparse(daemon.data / "contexts/p.jsonl", context % (b"1", b"before"), b"\n" + context % (b"2", b"behind"))
    if not late:
        daemon.start()
    with Client(daemon.socket) as client:
        for path in markdown:
            assert "4,294,967,296 bytes" in until(lambda path=path: problems_of(client, path))[0]["what"]  # type: ignore[misc]
        messages = until(lambda: messages_of(client))
        assert messages == ["before", "behind"]
        until(lambda: contents_of(client) == {"before", "behind"})
        for path in ("sessions/2026-01-01-000000.jsonl", "contexts/p.jsonl"):
            assert any("longer than any memory" in one["what"] for one in problems_of(client, path)), path
            # It is the only copy of what it says: nobody is told to remove it as a second name.
            assert problems_of(client, f"{path}.broken") == []
            assert (daemon.data / f"{path}.broken").stat().st_size > GIANT
        assert client.recall.grep(pattern="behind")["matches"][0]["path"] == "contexts/p.jsonl"
        assert daemon.rss() < MOST_RSS
    assert daemon.stop() == 0


def test_a_hole_that_comes_into_the_facts_is_not_read(daemon: Daemon) -> None:
    facts = daemon.data / "knowledge-graph/facts.jsonl"
    with Client(daemon.socket) as client:
        before = client.facts.add(subject="tea", predicate="is", object="green")["id"]
        os.truncate(facts, GIANT)
        with facts.open("ab") as file:
            file.write(b'\n{"subject": "cocoa", "predicate": "is", "object": "brown"}\n')
        until(lambda: any("longer than any memory" in one["what"] for one in client.system.health()["problems"]))
        until(lambda: client.facts.find(subject="cocoa")["facts"])
        after = client.facts.add(subject="coffee", predicate="is", object="black")["id"]
        assert [client.facts.get(id=one)["subject"] for one in (before, after)] == ["tea", "coffee"]
    assert psutil.Process(daemon.pid).io_counters().read_chars < GIANT / 4


def test_a_hole_of_a_terabyte_ends_no_night_and_no_backup(daemon: Daemon, tmp_path: Path) -> None:
    huge = daemon.data / "memory/huge.md"
    with daemon.connect() as wire:
        wire.call("notes.write", {"layer": "knowledge", "text": "Tea is green"})
        huge.touch()
        os.truncate(huge, 1 << 40)
        steps = wire.call("maintenance.run", {"action": "consolidate"})["steps"]
        assert {step["status"] for step in steps} == {"ok"}
        (problem,) = [one for one in wire.call("system.health")["problems"] if one["path"] == str(huge)]
        assert "backups leave it out" in problem["what"]
        wire.call("system.backup", {"path": str(tmp_path / "backup.tar.zst")})
    with (tmp_path / "backup.tar.zst").open("rb") as file:
        names = {member.name for member, _ in members(file)}
    assert "memory/knowledge.md" in names
    assert "memory/huge.md" not in names


def messages_of(client: Client) -> list[str]:
    try:
        return [one["content"] for one in client.sessions.read(session_id="s")["messages"]]
    except NotFound:
        return []


def contents_of(client: Client) -> set[str]:
    return {one["content"] for one in client.contexts.load(project="p", limit=9)["contexts"]}


ODD = b"  \xfe\x8f of rust\n\n## Caf\xe9\n\n- Espresso is served\n"


def test_bytes_that_are_no_utf8_in_a_hot_note_and_in_a_heading_stop_no_start(daemon: Daemon) -> None:
    with Client(daemon.socket) as client:
        client.notes.write(layer="knowledge", text="The ferry leaves at nine", slug="ferry", pin=True)
    assert daemon.stop() == 0
    file = daemon.data / "memory" / "knowledge.md"
    file.write_bytes(file.read_bytes().rstrip(b"\n") + b"\n" + ODD)
    for _ in range(2):
        daemon.start()
        with Client(daemon.socket) as client:
            assert client.notes.read(key="memory/knowledge.md:ferry")["hot"]
            assert len(client.notes.list(layer="knowledge")["notes"]) == 2
        assert daemon.stop() == 0
    assert file.read_bytes().endswith(ODD)


@pytest.mark.parametrize(
    "name", part(2, ["knowledge-graph/archived-facts.jsonl", "a.md", "MEMORY.md", ".memoryd/removed-facts.jsonl"])
)
def test_a_second_name_of_the_facts_stops_no_start(daemon: Daemon, name: str) -> None:
    with daemon.connect() as wire:
        wire.call("facts.add", {"subject": "pier", "predicate": "has", "object": "planks"})
    assert daemon.stop() == 0
    second = daemon.data / name
    second.unlink(missing_ok=True)
    os.link(daemon.data / "knowledge-graph/facts.jsonl", second)
    daemon.start()
    with daemon.connect() as wire:
        (fact,) = wire.call("facts.find", {"subject": "pier"})["facts"]
        assert [one["path"] for one in wire.call("system.health")["problems"] if "hard link" in one["what"]]
        assert wire.call("facts.archive", {"id": fact["id"]})["status"] == "archived"


def test_directories_in_each_other_are_walked_so_far_and_the_rest_is_named(daemon: Daemon) -> None:
    daemon.stop()
    here = daemon.data / "memory"
    (here / "near").mkdir()
    (here / "near" / "note.md").write_text("- Cocoa is near\n")
    for _ in range(100):
        here = here / "d"
    here.mkdir(parents=True)
    (here / "note.md").write_text("- Cocoa is far\n")
    daemon.start()
    with daemon.connect() as wire:
        found = until(lambda: wire.call("recall.search", {"query": "cocoa"})["results"])
        assert [result["text"] for result in found] == ["- Cocoa is near"]
        matches = wire.call("recall.grep", {"pattern": "Cocoa"})["matches"]
        assert [match["path"] for match in matches] == ["memory/near/note.md"]
        (problem,) = wire.call("system.health")["problems"]
        assert problem["path"] == "memory" + "/d" * 63
        assert "nothing in it is read" in problem["what"]
        with pytest.raises(RpcError, match="not_found"):
            wire.call("recall.get", {"key": str(here.relative_to(daemon.data) / "note.md")})
        steps = wire.call("maintenance.run", {"action": "consolidate"})["steps"]
        assert {step["status"] for step in steps} == {"ok"}


def test_a_start_that_could_not_read_all_says_what(daemon: Daemon) -> None:
    layer = daemon.data / "memory" / "knowledge.md"
    with Client(daemon.socket) as client:
        client.notes.write(layer="knowledge", text="Tea is green")
    daemon.stop()
    layer.unlink()
    os.mkfifo(layer)
    with Client(daemon.start().socket) as client:
        (whole,) = until(lambda: problems_of(client, "."))
        assert "memory/knowledge.md cannot be read" in whole["what"]


def test_health_answers_however_many_problems_there_are(daemon: Daemon) -> None:
    daemon.stop()
    for number in range(1_200):
        (daemon.data / "history" / f"{number:04}").mkdir(parents=True)
        os.mkfifo(daemon.data / "history" / f"{number:04}" / "odd")
    os.rename(daemon.data / "daily", daemon.data / "aside")
    os.symlink("aside", daemon.data / "daily")
    daemon.start()
    with Client(daemon.socket) as client:
        problems = client.system.health()["problems"]
        assert len(problems) == 1_001
        assert [one["path"].rpartition("/")[2] for one in problems if one.get("severity") == "critical"] == ["daily"]
        assert "not listed beside these" in problems[-1]["what"]


@pytest.mark.skipif(os.geteuid() != 0, reason="only root gives files away")
def test_a_file_of_another_user_is_put_back_as_health_says(daemon_folder: Path) -> None:
    daemon = Daemon(daemon_folder, through=WITHOUT_CAPABILITIES).start()
    facts = daemon.data / "knowledge-graph/facts.jsonl"
    try:
        with Client(daemon.socket) as client:
            client.facts.add(subject="boat", predicate="lies_at", object="pier 4")
            until(facts.exists)
        assert daemon.stop() == 0
        os.chown(facts, 65534, 65534)
        facts.chmod(0o600)
        daemon.start()
        with Client(daemon.socket) as client:
            found = problems_of(client, "knowledge-graph/facts.jsonl")
            (problem,) = (one for one in found if "set aside" in one["what"])
            client.facts.add(subject="quay", predicate="is", object="wet")
        assert daemon.stop() == 0
        command = problem["action"].partition("as root: ")[2].partition(";")[0]
        subprocess.run(command, shell=True, check=True)
        daemon.start()
        with Client(daemon.socket) as client:
            assert [one["subject"] for one in client.facts.find(predicate="lies_at")["facts"]] == ["boat"]
        assert "quay" in facts.with_name("facts.jsonl~").read_text()
    finally:
        daemon.kill()
