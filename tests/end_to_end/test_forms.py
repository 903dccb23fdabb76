"""Text that differs in how accents are encoded only (a Mac types é as two characters) means the same."""

from __future__ import annotations

import unicodedata

import pytest

from memoryd.client import Client
from memoryd.errors import Conflict
from tests.support.daemon import Daemon

ONE = unicodedata.normalize("NFC", "Café Übersee")
TWO = unicodedata.normalize("NFD", ONE)
FORMS = pytest.mark.parametrize(("stored", "asked"), [(ONE, TWO), (TWO, ONE)])


@FORMS
def test_contexts_of_a_project(client: Client, stored: str, asked: str) -> None:
    client.contexts.save(project=stored, content="opened")
    (found,) = client.contexts.load(project=asked)["contexts"]
    assert (found["content"], found["project"]) == ("opened", stored)
    client.contexts.save(project=asked, content="closed")
    for project in (stored, asked):
        assert len(client.contexts.load(project=project, limit=9)["contexts"]) == 2


@FORMS
def test_items(daemon: Daemon, client: Client, stored: str, asked: str) -> None:
    client.items.put(namespace=["app", stored], key=stored, value=1)
    client.items.put(namespace=[stored], key="k", value=2)
    assert client.items.get(namespace=["app", asked], key=asked)["value"] == 1
    assert client.items.get(namespace=[asked], key="k")["value"] == 2
    client.items.put(namespace=["app", asked], key=asked, value=3)
    for prefix in (["app", asked], ["app", stored]):
        assert [(one["key"], one["value"]) for one in client.items.search(prefix=prefix)["items"]] == [(stored, 3)]
    assert [one["key"] for one in client.items.list(prefix=[asked])["items"]] == ["k"]
    daemon.kill()
    daemon.start()
    with Client(daemon.socket) as again:
        assert again.items.get(namespace=["app", asked], key=asked)["value"] == 3
        assert again.items.delete(namespace=["app", asked], key=asked)["status"] == "deleted"


def test_items_that_were_two_stay_two(daemon: Daemon, client: Client) -> None:
    lines = [f'{{"namespace": ["app"], "key": "{key}", "value": "{key}"}}\n' for key in (ONE, TWO)]
    assert daemon.stop() == 0
    (daemon.data / "items").mkdir(exist_ok=True)
    (daemon.data / "items" / "app.jsonl").write_text("".join(lines))
    daemon.start()
    with Client(daemon.socket) as again:
        assert [again.items.get(namespace=["app"], key=key)["value"] for key in (ONE, TWO)] == [ONE, TWO]


@FORMS
def test_facts(client: Client, stored: str, asked: str) -> None:
    fact = client.facts.add(subject=stored, predicate="lies_in", object=stored)["id"]
    assert [one["id"] for one in client.facts.find(subject=asked)["facts"]] == [fact]
    assert [one["id"] for one in client.facts.find(object=asked)["facts"]] == [fact]
    assert client.facts.add(subject=asked, predicate="lies_in", object=asked)["id"] == fact
    assert client.facts.get(id=fact)["subject"] == stored


@FORMS
def test_sessions(client: Client, stored: str, asked: str) -> None:
    stored, asked = stored.replace(" ", "-"), asked.replace(" ", "-")
    client.sessions.start(session_id=stored, agent="a")
    assert client.sessions.start(session_id=asked, agent="a") == {"session_id": stored, "resumed": True}
    client.sessions.append(session_id=stored, messages=[{"role": "user", "content": "one"}])
    client.sessions.append(session_id=asked, messages=[{"role": "user", "content": "two"}])
    for session_id in (stored, asked):
        assert [one["content"] for one in client.sessions.read(session_id=session_id)["messages"]] == ["one", "two"]


@FORMS
def test_notes(client: Client, stored: str, asked: str) -> None:
    slug, other = (text.casefold().replace(" ", "-") for text in (stored, asked))
    client.notes.write(layer="knowledge", text="It opens at nine", slug=slug)
    assert client.notes.read(key=f"memory/knowledge.md:{other}")["text"] == "It opens at nine"
    with pytest.raises(Conflict, match="exists already"):
        client.notes.write(layer="knowledge", text="It closes at ten", slug=other)
