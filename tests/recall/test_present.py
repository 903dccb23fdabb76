from __future__ import annotations

import pytest

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


@pytest.mark.parametrize(
    ("query", "former", "later"),
    [
        (
            "which port does the till use",
            "The port of the till is 8080.",
            "we moved the till from port 8080 to port 9090",
        ),
        ("where does Anna live", "Anna lives in Bern.", "Anna moved from Bern to Basel."),
        (
            "who maintains the parser",
            "The parser is maintained by Lee.",
            "The parser was handed over from Lee to Kim.",
        ),
        ("which node does the build use", "The build uses Node 18.", "We switched the build from Node 18 to Node 20."),
    ],
)
def test_a_change_is_told_by_another_verb_or_in_another_order(query: str, former: str, later: str) -> None:
    assert order(query, former, later) == [later, former]


def test_what_the_query_names_and_the_later_does_not_is_meant() -> None:
    said = "The build uses Node 18 and signs with minisign.", "We switched the build from Node 18 to Node 20."
    assert order("what signs the build, minisign", *said) == [*said]


def test_different_things_stay_in_their_order() -> None:
    said = "the port of staging is 8080", "the owner of staging is Ann"
    assert order("staging", *said) == [*said]
