"""An editor that empties a file first, and writes it a moment later: requests that write it wait (rule 8)."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from memoryd.client import Client
from tests.support.daemon import Daemon
from tests.support.wait import until

Request = Callable[[Client, str], object]
STATED = {"subject": "mole", "predicate": "is", "object": "red"}
IMPORTED = {
    **STATED, "id": "fact-1", "source": "user-stated", "created": "2026-05-01T00:00:00+00:00", "activation": 1.0,
}  # fmt: skip


CONTEXT = {
    "id": "context-1", "project": "p", "content": "red", "created": "2026-05-01T00:00:00+00:00", "last_accessed": None,
    "access_count": 0, "source": "", "metadata": {}, "tags": [], "causality": None,
}  # fmt: skip
FACTS, CONTEXTS, ITEMS = "knowledge-graph/facts.jsonl", "contexts/p.jsonl", "items/a.jsonl"
REQUESTS: dict[str, tuple[str, Request]] = {
    "facts.add": (FACTS, lambda client, _key: client.facts.add(**STATED)),
    "facts.add_many": (FACTS, lambda client, _key: client.facts.add_many(facts=[STATED])),
    "facts.edit": (FACTS, lambda client, key: client.facts.edit(id=key, object="red")),
    "facts.restore": (FACTS, lambda client, key: client.facts.restore(id=key)),
    "facts.import_many": (FACTS, lambda client, _key: client.facts.import_many(facts=[IMPORTED])),
    "contexts.save": (CONTEXTS, lambda client, _key: client.contexts.save(project="p", content="red")),
    "contexts.import_many": (CONTEXTS, lambda client, _key: client.contexts.import_many(contexts=[CONTEXT])),
    "items.put": (ITEMS, lambda client, _key: client.items.put(namespace=["a"], key="mole", value="red")),
    "items.delete": (ITEMS, lambda client, _key: client.items.delete(namespace=["a"], key="red")),
}


def prepared(client: Client, method: str) -> str:
    """The key of what the request is about; each file has two memories."""
    for number in range(2):
        client.contexts.save(project="p", content=f"lighthouse {number}")
        client.items.put(namespace=["a"], key=["white", "red"][number], value=number)
    client.facts.add(subject="lighthouse", predicate="is", object="white")
    fact_id: str = client.facts.add(subject="windmill", predicate="is", object="white")["id"]
    if method == "facts.restore":
        client.facts.archive(id=fact_id)
    return fact_id


def problems(client: Client) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = client.system.health()["problems"]
    return found


@pytest.mark.parametrize("method", REQUESTS)
def test_a_request_waits_for_an_editor_that_has_emptied_the_file(daemon: Daemon, method: str) -> None:
    path, request = REQUESTS[method]
    file = daemon.data / path
    with Client(daemon.socket) as client, Client(daemon.socket) as other, ThreadPoolExecutor(1) as pool:
        key = prepared(client, method)
        if method == "facts.restore":
            until(lambda: key not in file.read_text())
        text = file.read_text()
        with file.open("w") as editor:
            waiting = pool.submit(request, client, key)
            until(lambda: other.system.metrics()["writer"]["waiting"])
            editor.write(text)
        waiting.result()
        assert file.read_text().startswith(text)
        assert "red" in file.read_text() or method == "facts.restore"
        assert problems(other) == []


def keys(client: Client) -> list[str]:
    return sorted(each["key"] for each in client.items.list(prefix=["a"])["items"])


@pytest.mark.parametrize("cut", [0, 30, 200])
def test_items_that_an_editor_writes_in_pieces_stand_once(daemon: Daemon, cut: int) -> None:
    file = daemon.data / ITEMS
    with Client(daemon.socket) as client, Client(daemon.socket) as other, ThreadPoolExecutor(1) as pool:
        prepared(client, "items.put")
        text = file.read_text() + '{"namespace": ["a"], "key": "typed", "value": 1}\n'
        client.items.put(namespace=["a"], key="not seen", value=1)
        with file.open("w") as editor:
            editor.write(text[:cut])
            editor.flush()
            waiting = pool.submit(client.items.put, namespace=["a"], key="meanwhile", value=1)
            until(lambda: other.system.metrics()["writer"]["waiting"])
            editor.write(text[cut:])
        waiting.result()
        assert keys(other) == ["meanwhile", "not seen", "red", "typed", "white"]
        assert len(file.read_text().splitlines()) == 5
        assert all("put back" in one["what"] for one in problems(other))


@pytest.mark.parametrize("is_killed", [False, True])
def test_what_an_editor_left_of_a_line_of_an_item_leaves_and_a_persons_half_line_stays(
    daemon: Daemon, is_killed: bool
) -> None:
    file = daemon.data / ITEMS
    with Client(daemon.socket) as client:
        prepared(client, "items.put")
    if is_killed:
        daemon.kill()
    first, second = file.read_text().splitlines()
    file.write_text(f"{first}\n{second}\n{second}\n{second[20:]}\n{{half of a person's\n")
    if is_killed:
        daemon.start()
    with Client(daemon.socket) as client:
        until(lambda: sorted(file.read_text().splitlines()) == sorted([first, second, "{half of a person's"]))
        assert keys(client) == ["red", "white"]
        assert len(problems(client)) == 1
