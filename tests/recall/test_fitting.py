"""Results that fit a prompt, and filters (rule 25): on the real daemon."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from memoryd.client import Client
from tests.support.daemon import Daemon

LONG = "Nothing of note was said here. " * 25_000
ANSWER = "The ferry to Amrum leaves at noon."


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    daemon = Daemon(tmp_path_factory.mktemp("fitting"))
    daemon.start()
    with Client(daemon.socket) as connected:
        for session, agent in (("a", "anna"), ("b", "bert")):
            connected.sessions.start(session_id=session, agent=agent)
        connected.sessions.append(
            session_id="a",
            messages=[
                {"role": "user", "content": f"{ANSWER} {LONG}{ANSWER} It takes two hours."},
                {"role": "assistant", "content": "The ferry takes cars, too."},
            ],
        )
        connected.sessions.append(session_id="b", messages=[{"role": "user", "content": "Is the ferry late?"}])
        connected.notes.write(layer="knowledge", text="The ferry has two decks and a kiosk")
        connected.notes.write(layer="decisions", text="We take the ferry on Monday")
        connected.facts.add(subject="the ferry", predicate="is called", object="Adler")
        yield connected
    daemon.kill()


def found(client: Client, **params: Any) -> list[dict[str, Any]]:
    return list(client.recall.search(query="ferry", boost=False, **params)["results"])


def test_a_long_text_comes_as_the_passage_that_answers(client: Client) -> None:
    (long,) = [one for one in found(client, k=20) if one.get("truncated")]
    assert ANSWER in long["text"]
    assert len(long["text"]) <= 1200
    span = long["range"]
    assert span["length"] > 700_000
    whole = client.recall.get(key=long["key"], **{"from": span["line"]})["text"]
    assert whole[span["start"] : span["end"]].rstrip() == long["text"]
    again = found(client, k=20, max_chars=60)
    assert all(len(one["text"]) <= 60 for one in again)
    assert long["key"] in [one["key"] for one in again]


def test_all_texts_together_fit_the_tokens(client: Client) -> None:
    everything = found(client, k=20)
    some = client.recall.search(query="ferry", k=20, boost=False, max_tokens=20)
    texts = [one["text"] for one in (*some["results"], *some.get("archived", []))]
    assert 0 < sum(-(-len(text) // 4) for text in texts) <= 20
    assert len(some["results"]) < len(everything)
    assert [one["key"] for one in found(client, k=2, offset=2)] == [one["key"] for one in everything[2:4]]


@pytest.mark.parametrize(
    ("filters", "expected"),
    [
        ({"role": "assistant"}, {"The ferry takes cars, too."}),
        ({"agent": "bert"}, {"Is the ferry late?"}),
        ({"agent": "nobody"}, set()),
        ({"in_session": "b"}, {"Is the ferry late?"}),
        ({"in_session": "b", "agent": "anna"}, set()),
        ({"layers": ["decisions"]}, {"We take the ferry on Monday"}),
        ({"paths": ["memory/decisions.md"]}, {"We take the ferry on Monday"}),
        ({"paths": ["knowledge-graph"]}, {"the ferry is called Adler"}),
    ],
)
def test_filters(client: Client, filters: dict[str, Any], expected: set[str]) -> None:
    assert {one["text"] for one in found(client, **filters)} == expected


def test_what_a_filter_leaves_out_is_explained(client: Client) -> None:
    (key,) = [one["key"] for one in found(client, layers=["decisions"])]
    said = client.recall.explain_absent(query="ferry", key=key, layers=["knowledge"], role="user")
    assert (said["reason"], sorted(said["filters"])) == ("filtered", ["layers", "role"])
