from __future__ import annotations

from memoryd.recall.query import Hit
from memoryd.recall.ranking.fusion import Ranked
from memoryd.recall.ranking.present import newest_first
from memoryd.types import Document


def order(query: str, *said: str) -> list[str]:
    """The texts as they come out, which were said in their order and are equally relevant."""
    hits = [
        Hit(Document(key=f"{n}", kind="message", text=text, path="sessions/a.jsonl", source="a", created=n + 1), 1.0)
        for n, text in enumerate(said)
    ]
    ranked = [Ranked(n, 1.0, {}) for n in range(len(said))]
    return [said[one.position] for one in newest_first(ranked, hits, query)]


def test_of_two_values_of_one_thing_the_newer_comes_first() -> None:
    said = "the port of staging is 8080", "the sky over Lund is grey", "the port of staging is 9090"
    assert order("port of staging", *said) == [said[2], said[0], said[1]]


def test_a_change_overrules_what_it_shares_no_attribute_with() -> None:
    said = "we deploy with Jenkins", "the sky over Lund is grey", "we switched from Jenkins to Drone to deploy"
    assert order("how do we deploy", *said) == [said[2], said[0], said[1]]


def test_different_things_stay_in_their_order() -> None:
    said = "the port of staging is 8080", "the owner of staging is Ann"
    assert order("staging", *said) == [*said]
