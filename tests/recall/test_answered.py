"""Whether the first results answer: how each meets the query's words, and what trees make of it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoryd.client import Client
from memoryd.recall.ranking.answered import TOLD, answered, features
from memoryd.recall.vectors.alignment import Aligned, Asked, Words, align, words_of
from tests.recall.test_confidence import METHODS, _are_vectors_made, ask
from tests.support.bundled_model import with_bundled_model
from tests.support.daemon import Daemon
from tests.support.wait import until

DIRECTIONS = {"what": [0, 0, 0, 1], "does": [0, 0, 0, 1], "the": [0, 0, 0, 1], "boiler": [1, 0, 0, 0],
              "cost": [0, 1, 0, 0], "price": [0, 0.8, 0.6, 0], "leaks": [0, 0, 1, 0]}  # fmt: skip


def states(words: Sequence[str]) -> Any:
    return np.array([DIRECTIONS[word] for word in words], dtype=np.float32)


def asked(text: str, *, known: Sequence[str] = ("boiler",)) -> Asked:
    words = text.split()
    rarity = np.array([3.0 if word == "cost" else 1.0 for word in words])
    return Asked(words_of(words), states(words), rarity, np.array([int(word in known) for word in words]))


def met(text: str, query: str = "what does the boiler cost") -> Aligned:
    words, sought = text.split(), asked(query)
    return align(sought, sought.states @ states(words).T, states(words), words_of(words))


def test_tokens_make_words_of_which_some_ask_and_some_say_something() -> None:
    words = words_of(["what", "does", "the", "boil", "##er", "cost", "?"])
    assert words == Words(["what", "does", "the", "boil", "cost", "?"], [[0], [1], [2], [3, 4], [5], [6]], [3, 4], [0])


def test_words_that_a_text_lacks_are_told_apart_from_those_that_it_has() -> None:
    near, answer = met("the boiler leaks"), met("the boiler price")
    assert near.had == answer.had == 0.5
    assert near.lacked == near.least == near.last == near.unknown == 0.0
    assert answer.lacked == answer.lacked_least == pytest.approx(0.8)
    assert answer.rare == pytest.approx((1.0 + 3 * 0.8) / 4)
    assert (near.left, near.left_most, near.left_mean) == (0.0, 0.0, 0.0)
    assert answer.left == answer.left_mean == pytest.approx(0.8)
    assert met("boiler cost").lacked == met("boiler cost").left == 1.0


def test_a_query_without_content_is_aligned_by_what_it_has() -> None:
    assert met("the boiler", "what does the").had == pytest.approx(1 / 3)


ALIGNED = st.builds(Aligned, *[st.floats(-1, 1)] * len(Aligned._fields))
TELLING = st.dictionaries(st.sampled_from(TOLD), st.floats(-5, 5))


@given(st.text(max_size=60), st.lists(st.tuples(st.text(max_size=40), TELLING, ALIGNED), min_size=1, max_size=10),
       st.lists(st.floats(-1, 1), min_size=1, max_size=40), st.booleans())  # fmt: skip
def test_any_results_have_odds(query: str, rows: list[Any], cosines: list[float], said: bool) -> None:
    texts, told, aligned = zip(*rows, strict=True)
    values = features(query, 3, texts, told, aligned, cosines)
    assert values.shape == features("a?", 1, ["b"], [{}], [Aligned()], [0.0]).shape
    assert np.isfinite(values).all() and np.isfinite(answered(values, said=said))


@pytest.mark.parametrize(
    ("query", "having", "lacking"),
    [
        ("what does the boiler cost", "the boiler was 900 euros", "the boiler leaks since May"),
        ("how many boilers are there", "there are two boilers", "all boilers leak"),
        ("when is the boiler checked", "the boiler is checked on Friday", "the boiler is checked by a firm"),
        ("who checks the boiler", "the boiler is checked by Brandt", "the boiler is checked"),
        ("wie heißt der Installateur", "der Installateur ist Kranz", "er kommt im mai"),
    ],
)
def test_a_value_of_the_kind_that_is_asked_for_is_looked_for(query: str, having: str, lacking: str) -> None:
    has, lacks = (features(query, 3, [text], [{}], [Aligned()], [0.5])[0] for text in (having, lacking))
    assert lacks[len(Aligned._fields)] > has[len(Aligned._fields)] == 0.0


@pytest.mark.long
def test_what_is_near_does_not_pass_for_an_answer(tmp_path: Path) -> None:
    daemon = Daemon(tmp_path, with_bundled_model()).start()
    with Client(daemon.socket) as client:
        for text in (
            "The boiler in the cellar leaks at the left valve", "A plumber named Kranz looks after the boiler",
            "The boiler is switched off in May", "Kranz wants to be paid in cash", "The cellar key hangs in the hall",
            "The landlady lives in Vienna and hates phone calls", "Bicycles must not stand in the hall",
            "The stairs are cleaned by turns", "The roof was mended by a firm from Linz", "Dogs need a permit",
            "Glass is collected on Fridays", "The attic is full of old paintings",
        ):  # fmt: skip
            client.notes.write(layer="knowledge", text=text)
        until(lambda: _are_vectors_made(client.system.info()["embeddings"]))
        precise: dict[str, Any] = {"precision": "high", "kinds": ["note"]}
        assert ask(client, *METHODS[0], "who takes care of the heating", **precise)
        assert ask(client, *METHODS[0], "what is the landlady's phone number", **precise) == []
    daemon.kill()
