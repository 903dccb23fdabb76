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


FACTS = "knowledge-graph/facts.jsonl"
REQUESTS: dict[str, tuple[str, Request]] = {
    "facts.add": (FACTS, lambda client, _key: client.facts.add(**STATED)),
    "facts.add_many": (FACTS, lambda client, _key: client.facts.add_many(facts=[STATED])),
    "facts.edit": (FACTS, lambda client, key: client.facts.edit(id=key, object="red")),
    "facts.restore": (FACTS, lambda client, key: client.facts.restore(id=key)),
    "facts.import_many": (FACTS, lambda client, _key: client.facts.import_many(facts=[IMPORTED])),
}


def prepared(client: Client, method: str) -> str:
    """The key of what the request is about."""
    client.facts.add(subject="lighthouse", predicate="is", object="white")
    fact_id: str = client.facts.add(subject="windmill", predicate="is", object="white")["id"]
    if method == "facts.restore":
        client.facts.archive(id=fact_id)
    return fact_id


def health(client: Client) -> list[dict[str, Any]]:
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
        assert [one for one in health(other) if one["severity"] == "critical"] == []
