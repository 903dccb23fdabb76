from __future__ import annotations

from collections.abc import Sequence

import pytest

from memoryd.recall.query import Hit
from memoryd.recall.ranking.fusion import Ranked
from memoryd.recall.ranking.present import newest_first
from memoryd.types import Document


def order(query: str, *said: str, scores: Sequence[float] = (), instead: dict[str, str] | None = None) -> list[str]:
    """The texts as they come out, which were said in their order and are equally relevant but for `scores`."""
    hits = [
        Hit(Document(key=f"{n}", kind="message", text=text, path="sessions/a.jsonl", source="a", created=n + 1), score)
        for n, (text, score) in enumerate(zip(said, scores or [1.0] * len(said), strict=True))
    ]
    ranked = [Ranked(n, hit.score, {}) for n, hit in enumerate(hits)]
    return [said[one.position] for one in newest_first(ranked, hits, query, {} if instead is None else instead)]


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
        ("staging port", "staging port is 8081, prod is 443", "staging moved to 9090 because it was taken"),
        ("which port is staging on", "staging port is 8081, prod is 443", "staging moved to 9090 because it was taken"),
        ("is Tom allergic to cats", "Tom is allergic to cats.", "Tom isn't allergic to cats after all."),
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


@pytest.mark.parametrize(
    ("query", "former", "later"),
    [
        ("when is the standup", "The standup is at nine.", "The standup moved to ten."),
        ("when is the standup", "standup is at nine", "standup moved to ten"),
        (
            "what do I drink in the morning",
            "I drink coffee in the morning.",
            "I no longer drink coffee, I drink tea in the morning.",
        ),
        ("which issue tracker is ours", "Our issue tracker is Jira.", "We switched from Jira to Linear."),
        ("what is the client called", "The client is called Acme.", "The client was renamed from Acme to Zenith."),
        ("wo wohne ich", "Ich wohne in Köln.", "Ich bin nach Bonn gezogen."),
    ],
)
def test_what_names_what_it_replaces_need_not_be_as_relevant(query: str, former: str, later: str) -> None:
    instead: dict[str, str] = {}
    assert order(query, former, "the sky over Lund is grey", later, scores=(1.0, 0.9, 0.1), instead=instead)[0] == later
    assert instead == {"2": "0"}


def test_what_is_merely_newer_has_to_be_as_relevant() -> None:
    said = "the port of staging is 8080", "the port of staging is 9090"
    assert order("port of staging", *said, scores=(1.0, 0.1)) == [*said]


def test_what_only_begins_alike_has_to_be_as_relevant() -> None:
    said = "The build takes five minutes.", "The build takes down the wiki now."
    assert order("how long does the build take", *said, scores=(1.0, 0.1)) == [*said]


def test_of_what_others_moved_nothing_is_overruled() -> None:
    said = "Anna lives in Bern.", "The office moved from Bern to Basel."
    assert order("where does Anna live", *said, scores=(1.0, 0.1)) == [*said]


def test_what_the_query_names_and_the_later_does_not_is_meant() -> None:
    said = "The build uses Node 18 and signs with minisign.", "We switched the build from Node 18 to Node 20."
    assert order("what signs the build, minisign", *said) == [*said]


def test_different_things_stay_in_their_order() -> None:
    said = "the port of staging is 8080", "the owner of staging is Ann"
    assert order("staging", *said) == [*said]


def test_what_comes_first_keeps_what_else_its_score_is_made_of() -> None:
    said = "the port of staging is 8080", "the port of staging is 9090"
    hits = [
        Hit(Document(key=text, kind="message", text=text, path="sessions/a.jsonl", source="a", created=n), 1.0)
        for n, text in enumerate(said)
    ]
    ranked = [Ranked(0, 1.0, {}, {"trees": -0.5}), Ranked(1, 0.9, {}, {"trees": 0.25})]
    first, second = newest_first(ranked, hits, "port of staging", {})
    assert (first.position, first.score, second) == (1, 1.0, ranked[0])
    assert first.more == {"trees": 0.25, "newest": pytest.approx(0.1)}
