"""An editor saves an older version with a line of its own over what was acknowledged, right before the end (rule 8)."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from memoryd.client import Client
from tests.support.daemon import Daemon
from tests.support.rest import part
from tests.support.wait import until

_MESSAGE = {"session_id": "s1", "role": "user", "content": "by hand", "at": "2026-11-23T20:00:00+00:00"}


def save_in_place(path: Path, text: str) -> None:
    path.write_text(text)


def save_anew(path: Path, text: str) -> None:
    swap = path.with_name("swap")
    swap.write_text(text)
    swap.rename(path)


def save_as_vim_does(path: Path, text: str) -> None:
    path.rename(f"{path}~")
    path.write_text(text)
    Path(f"{path}~").unlink()


WAYS = (save_in_place, save_anew, save_as_vim_does)


def ways(quick: int) -> pytest.MarkDecorator:
    """Each way to save, one of them in `make test`."""
    return pytest.mark.parametrize("save", part(1, [*WAYS[quick:], *WAYS[:quick]]))


def write(client: Client, word: str) -> None:
    client.sessions.append(session_id="s1", messages=[{"role": "user", "content": f"The {word} message"}])
    client.notes.write(layer="knowledge", text=f"The {word} note tells of {word}berries")
    client.items.put(namespace=["app"], key=word, value=word)
    client.contexts.save(project="p", content=f"The {word} context")
    client.facts.add(subject=word, predicate="is", object="there")


def kept(client: Client) -> dict[str, list[str]]:
    return {
        "messages": sorted(each["content"] for each in client.sessions.read(session_id="s1")["messages"]),
        "notes": sorted(each["text"] for each in client.notes.list(layer="knowledge")["notes"]),
        "items": sorted(each["key"] for each in client.items.list(prefix=["app"])["items"]),
        "contexts": sorted(each["content"] for each in client.contexts.load(project="p", limit=9)["contexts"]),
        "facts": sorted(each["subject"] for each in client.facts.find()["facts"]),
    }


def type_over(daemon: Daemon, save: Callable[[Path, str], None], between: Callable[[], object]) -> None:
    """An editor opens each file, `second` is written, `between` happens, and the editor saves a line of its own."""
    with Client(daemon.socket) as client:
        client.sessions.start(session_id="s1", agent="a")
        write(client, "first")
        typed = {
            next((daemon.data / "sessions").glob("*.jsonl")): json.dumps(_MESSAGE),
            daemon.data / "memory" / "knowledge.md": "- Something typed of quite another matter",
            daemon.data / "items" / "app.jsonl": '{"namespace": ["app"], "key": "typed", "value": 1}',
            daemon.data / "contexts" / "p.jsonl": '{"project": "p", "content": "typed"}',
            daemon.data / "knowledge-graph" / "facts.jsonl": '{"subject": "typed", "predicate": "is", "object": "x"}',
        }
        stale = {path: path.read_text() for path in typed}
        write(client, "second")
    between()
    for path, line in typed.items():
        save(path, f"{stale[path]}{line}\n")


ALL_OF_IT = {
    "messages": ["The first message", "The second message", "by hand"],
    "notes": [
        "Something typed of quite another matter",
        "The first note tells of firstberries",
        "The second note tells of secondberries",
    ],
    "items": ["first", "second", "typed"],
    "contexts": ["The first context", "The second context", "typed"],
    "facts": ["first", "second", "typed"],
}


ONLY_THE_FIRST = {
    "messages": ["The first message"], "notes": ["The first note tells of firstberries"], "items": ["first"],
    "contexts": ["The first context"], "facts": ["first"],
}  # fmt: skip


def delete_second(daemon: Daemon) -> None:
    """A person takes the lines of `second` out of all files."""
    for path in [*daemon.data.glob("*/*.jsonl"), daemon.data / "memory" / "knowledge.md"]:
        lines = path.read_text().splitlines(keepends=True)
        save_anew(path, "".join(line for line in lines if "second" not in line))


@ways(0)
def test_what_was_acknowledged_outlives_an_orderly_end(daemon: Daemon, save: Callable[[Path, str], None]) -> None:
    type_over(daemon, save, lambda: None)
    assert daemon.stop() == 0
    daemon.start()
    with Client(daemon.socket) as client:
        assert kept(client) == ALL_OF_IT


@ways(1)
@pytest.mark.parametrize("is_dead", [False, True], ids=["killed behind the save", "killed before the save"])
def test_what_was_acknowledged_outlives_a_kill(
    daemon: Daemon, save: Callable[[Path, str], None], is_dead: bool
) -> None:
    type_over(daemon, save, daemon.kill if is_dead else lambda: None)
    daemon.kill()
    for _ in range(2):  # what was put back is not put back again
        daemon.start()
        with Client(daemon.socket) as client:
            until(lambda: kept(client) == ALL_OF_IT)
            assert len(kept(client)["messages"]) == 3
        daemon.kill()


def test_behind_an_orderly_end_what_a_save_lacks_stands_again_or_in_the_archive(daemon: Daemon) -> None:
    type_over(daemon, save_anew, daemon.stop)
    daemon.start()
    with Client(daemon.socket) as client:
        found = kept(client)
        assert [found[kind] for kind in ("messages", "items", "contexts")] == [
            ALL_OF_IT[kind] for kind in ("messages", "items", "contexts")
        ]
        assert [fact["subject"] for fact in client.facts.find(include_archived=True)["facts"] if fact["archived"]] == [
            "second"
        ]
        key = "memory/knowledge.md:the-second-note-tells-of-secondberries"
        until(lambda: client.notes.list(layer="knowledge", archived=True)["notes"])
        assert client.recall.get(key=key)["text"] == "The second note tells of secondberries"


@ways(2)
@pytest.mark.parametrize("end", [Daemon.kill, Daemon.stop])
def test_what_an_earlier_run_acknowledged_outlives_a_save(
    daemon: Daemon, save: Callable[[Path, str], None], end: Callable[[Daemon], object]
) -> None:
    def restart() -> None:
        end(daemon)
        daemon.start()

    type_over(daemon, save, restart)
    with Client(daemon.socket) as client:
        until(lambda: kept(client) == ALL_OF_IT)


@ways(1)
def test_a_correction_of_a_fact_outlives_an_orderly_end(daemon: Daemon, save: Callable[[Path, str], None]) -> None:
    path = daemon.data / "knowledge-graph" / "facts.jsonl"
    with Client(daemon.socket) as client:
        fact = client.facts.add(subject="Ada", predicate="likes", object="tea")["id"]
        stale = path.read_text()
        client.facts.edit(id=fact, object="coffee")
        save(path, stale + '{"subject": "Bob", "predicate": "likes", "object": "milk"}\n')
    assert daemon.stop() == 0
    daemon.start()
    with Client(daemon.socket) as client:
        assert client.facts.get(id=fact)["object"] == "coffee"


def test_what_a_person_deleted_right_before_an_orderly_end_stays_deleted(daemon: Daemon) -> None:
    with Client(daemon.socket) as client:
        client.sessions.start(session_id="s1", agent="a")
        write(client, "first")
        write(client, "second")
        for folder in ("sessions", "items", "contexts", "knowledge-graph"):
            for path in (daemon.data / folder).glob("*.jsonl"):
                lines = path.read_text().splitlines(keepends=True)
                save_anew(path, "".join(line for line in lines if "second" not in line))
    assert daemon.stop() == 0
    daemon.start()
    with Client(daemon.socket) as client:
        found = kept(client)
    del found["notes"]
    assert found == {
        "messages": ["The first message"], "items": ["first"], "contexts": ["The first context"], "facts": ["first"],
    }  # fmt: skip


def test_what_a_person_deleted_behind_an_orderly_end_stays_deleted(daemon: Daemon) -> None:
    with Client(daemon.socket) as client:
        client.sessions.start(session_id="s1", agent="a")
        write(client, "first")
        write(client, "second")
    assert daemon.stop() == 0
    delete_second(daemon)
    daemon.start()
    with Client(daemon.socket) as client:
        assert kept(client) == ONLY_THE_FIRST


@pytest.mark.parametrize("is_late", [False, True], ids=["at once", "when more than the files tell of it"])
def test_copies_that_a_loss_of_power_left_behind_bring_nothing_back(daemon: Daemon, is_late: bool) -> None:
    copies = daemon.data / ".memoryd" / "recent.bin"
    snapshot = daemon.data / ".memoryd" / "notes" / "knowledge.json"
    with Client(daemon.socket) as client:
        client.sessions.start(session_id="s1", agent="a")
        write(client, "first")
        write(client, "second")
        on_the_disk = copies.read_bytes()
        client.items.delete(namespace=["app"], key="second")
        client.notes.archive(key="memory/knowledge.md:the-second-note-tells-of-secondberries")
        client.facts.archive(id=client.facts.find(subject="second")["facts"][0]["id"])
        known = kept(client)
        if is_late:
            until(lambda: snapshot.exists() and "archived" in json.loads(snapshot.read_text())["stubs"])
    daemon.kill()
    copies.write_bytes(on_the_disk)
    daemon.start()
    with Client(daemon.socket) as client:
        assert kept(client) == known


@pytest.mark.parametrize("end", part(1, [Daemon.kill, Daemon.stop]))
def test_what_a_person_deletes_after_a_restart_stays_deleted(daemon: Daemon, end: Callable[[Daemon], object]) -> None:
    with Client(daemon.socket) as client:
        client.sessions.start(session_id="s1", agent="a")
        write(client, "first")
        write(client, "second")
    end(daemon)
    daemon.start()
    delete_second(daemon)
    with Client(daemon.socket) as client:
        until(lambda: client.notes.list(layer="knowledge", archived=True)["notes"])
        assert kept(client) == ONLY_THE_FIRST


@ways(2)
@pytest.mark.parametrize("is_dead", [False, True], ids=["killed behind the save", "killed before the save"])
def test_what_was_archived_outlives_a_kill(daemon: Daemon, save: Callable[[Path, str], None], is_dead: bool) -> None:
    def archive(client: Client, word: str) -> None:
        key = client.notes.write(layer="knowledge", text=f"The {word} note tells of {word}berries")["key"]
        client.notes.archive(key=key)

    with Client(daemon.socket) as client:
        archive(client, "first")
        (path,) = (daemon.data / "memory" / "archive").glob("knowledge-*.md")
        stale = path.read_text()
        archive(client, "second")
    if is_dead:
        daemon.kill()
    save(path, stale)
    daemon.kill()
    for _ in range(2):  # what was put back is not put back again
        daemon.start()
        until(lambda: path.read_text().count("The second note") == 1)
        with Client(daemon.socket) as client:
            found = client.notes.list(layer="knowledge", archived=True)["notes"]
            assert sorted(one["text"][:10] for one in found) == ["The first ", "The second"]
        daemon.kill()
