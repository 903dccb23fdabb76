"""What a query names and only another memory explains."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import pytest

from memoryd.recall.lexical.tokens import terms_of
from memoryd.recall.query import Hit
from memoryd.recall.ranking.fusion import Ranked
from memoryd.recall.ranking.hops import PART, follow, is_nested
from memoryd.recall.vectors.serving import Cover
from tests.recall.helpers import document

QUERY = "In which city was the author of Emma born?"
TEXTS = (
    "The author of Emma is Jane Austen.",
    "The author of Dracula is Bram Stoker.",
    "Jane Austen was born in the city of Steventon.",
    "Bram Stoker was born in the city of Dublin.",
    "Jane Austen was born in the city of Bath.",
    "Jane Austen liked long walks.",
)
STEVENTON, BATH = 2, 4


def hits() -> list[Hit]:
    return [Hit(document(f"t{n}", text, line=n, created=n + 1), 1.0) for n, text in enumerate(TEXTS)]


def followed(query: str, first: Sequence[int], best: float = 0.4) -> list[Ranked]:
    words = terms_of(query)

    def more(text: str) -> tuple[list[int], Mapping[str, float]]:
        wanted = set(terms_of(text))
        shared = [len(wanted & set(terms_of(one))) for one in TEXTS]
        found = [n for n in sorted(range(len(TEXTS)), key=lambda n: -shared[n]) if shared[n]]
        return found, dict.fromkeys(wanted, 1.0)

    def cover(positions: Sequence[int]) -> Cover:
        rows = {f"t{n}": np.array([float(word in terms_of(TEXTS[n])) for word in words], np.float32) for n in positions}
        return Cover(np.full(len(words), 1 / len(words), np.float32), rows)

    order = [Ranked(n, 1.0 - place / 10, {}) for place, n in enumerate(first)]
    return follow(query, order, hits(), best, more, cover)


def test_the_end_of_a_trail_comes_first_and_the_newest_of_them() -> None:
    order = followed(QUERY, [0, 1])
    assert order[0].position == BATH
    assert order[0].parts[PART] > 1.0
    assert STEVENTON not in {one.position for one in order[:2]}
    assert {0, 1} <= {one.position for one in order}
    scores = [one.score for one in order]
    assert scores == sorted(scores, reverse=True)


def test_what_one_text_answers_stays_as_it_was() -> None:
    assert [one.position for one in followed(QUERY, [0, 1], best=0.8)] == [0, 1]


def test_a_text_that_states_nothing_leads_nowhere() -> None:
    assert [one.position for one in followed(QUERY, [5])] == [5]


@pytest.mark.parametrize(
    ("query", "nested"),
    [
        (QUERY, True),
        ("Who is the wife of the man who wrote Emma?", True),
        ("Where was Emma's author born", True),
        ("Who leads the firm that makes Kestrel?", True),
        ("when did Caroline go to the parade", False),
        ("of", False),
        ("", False),
    ],
)
def test_the_form_of_a_query_that_may_need_it(query: str, nested: bool) -> None:
    assert is_nested(query) == nested
