"""Which results go before which where later ones bring them up to date, whatever the trees say of a pair."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from msgspec.structs import replace

from memoryd.recall.ranking import updating
from memoryd.recall.ranking.confidence import Sought
from memoryd.recall.ranking.fusion import Candidate, Ranked
from memoryd.recall.ranking.updating import Result, Said, in_front, said_in, up_to_date
from memoryd.types import Document

ASKED = Sought(
    (("standup", 1.0),), 0.0, (), frozenset(), when=False, number=False, documents=3, query="When is standup?"
)


def document(day: int) -> Document:
    text = f"standup is at {day}"
    return Document(key=f"{day}", kind="message", text=text, path="sessions/a.jsonl", source="a", created=day)


def results(*days: int) -> list[Result]:
    """Texts of these days, in the order in which they were found."""
    told = {"missing_names": 0.0, "asks": 0.0}
    return [
        Result(one, Candidate(key=one.key, text=one.text, cosine=0.5), 1.0, 0.5, told, np.ones(2, dtype=np.float32))
        for one in map(document, days)
    ]


@pytest.fixture(autouse=True)
def every_pair_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(updating, "odds", lambda values, _which: [1.0] * len(values))


def order(*days: int) -> list[int]:
    found = results(*days)
    ranked = [Ranked(at, 1.0 - at / 10, {}) for at in range(len(days))]
    moves = ((Said([later], later), Said([former], former)) for later, former in up_to_date(found, ASKED))
    return [days[one.position] for one in in_front(ranked, [one.document for one in found], moves, {})]


@pytest.mark.parametrize(
    ("found", "told"),
    [
        ([1, 2], [2, 1]),
        ([2, 1], [2, 1]),
        ([1, 2, 3], [3, 1, 2]),
        ([1, 3, 2], [3, 1, 2]),
        ([5, 4, 3, 1, 2], [5, 4, 3, 1, 2]),  # not among the first three
        ([1], [1]),
        ([], []),
    ],
)
def test_the_newest_comes_first(found: Sequence[int], told: Sequence[int]) -> None:
    assert order(*found)[: len(told)] == [*told]


def test_of_several_the_newest_goes_before_what_both_overtake() -> None:
    found = results(1, 2, 3)
    assert {former: later for later, former in up_to_date(found, ASKED)}[0] == 2


def test_what_goes_before_gets_the_score_and_answers_as_surely() -> None:
    instead: dict[str, str] = {}
    ranked = [Ranked(0, 1.0, {}), Ranked(1, 0.5, {}, {"trees": 0.1})]
    first, second = in_front(ranked, [document(1), document(2)], [(Said([1], 1), Said([0], 0))], instead)
    assert (first.position, first.score, first.more) == (1, 1.0, {"trees": 0.1, "newest": 0.5})
    assert second == ranked[0]
    assert instead == {"2": "1"}


def test_what_was_made_of_a_message_is_what_was_said() -> None:
    message, other = document(1), document(2)
    fact = replace(other, key="fact-9", kind="fact", sources=("2#abcdef012345",))
    note = replace(other, key="memory/knowledge.md:x", kind="note", sources=("1#abcdef012345",))
    several = replace(fact, key="fact-8", sources=("1#abcdef012345", "2#abcdef012345"))
    assert said_in([fact, note, several, message]) == [Said([0], 0), Said([1, 3], 3), Said([2], 2)]


def test_all_that_was_made_of_the_later_message_answers_as_surely() -> None:
    instead: dict[str, str] = {}
    ranked = [Ranked(at, 1.0 - at / 10, {}) for at in range(3)]
    ordered = in_front(ranked, [*map(document, (1, 2, 3))], [(Said([1, 2], 2), Said([0], 0))], instead)
    assert [one.position for one in ordered] == [1, 0, 2]
    assert instead == {"2": "1", "3": "1"}
