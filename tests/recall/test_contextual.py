"""How close texts come to the tokens of a query, as the encoder sees them within their texts."""

from __future__ import annotations

from threading import Barrier, current_thread, main_thread
from typing import Any

import numpy as np
import pytest

from memoryd.recall.models.model import ModelUnusable
from memoryd.recall.vectors.contextual import contextual
from memoryd.recall.vectors.serving import EncodedQuery, Serving
from memoryd.recall.vectors.text_states import TextStates

DIRECTIONS = {"bank": [1, 0, 0], "river": [0, 1, 0], "money": [0, 0, 1], "shore": [0.6, 0.8, 0]}
WORDS = list(DIRECTIONS)
RARITY = {"bank": 1.0, "river": 3.0, "money": 1.0, "shore": 1.0}


class _Encoder:
    def __init__(self, tells: bool = True) -> None:
        self._tells = tells

        self.read: list[list[int]] = []

    def query_tokens(self, text: str) -> list[int]:
        return [WORDS.index(word) for word in text.split()]

    def pieces(self, ids: list[int]) -> list[str]:
        return [WORDS[one] for one in ids]

    def token_states(self, ids: list[int]) -> Any:
        self.read.append(ids)
        return np.array([DIRECTIONS[WORDS[one]] for one in ids], dtype=np.float32) if self._tells else None


class _Together(_Encoder):
    """Reads a text only while another one is read."""

    def __init__(self) -> None:
        super().__init__()
        self._meeting = Barrier(2)

    def token_states(self, ids: list[int]) -> Any:
        self._meeting.wait(timeout=10)
        return super().token_states(ids)


class _Words:
    vocabulary = len(WORDS)

    def rarity(self, tokens: Any, frequency: Any, documents: int) -> Any:
        del frequency, documents
        return np.array([RARITY[WORDS[one]] for one in tokens])


class _Store:
    frequency = np.zeros(len(WORDS), dtype=np.int32)
    rows = 4


def asked(text: str, encoder: _Encoder, texts: TextStates | None = None) -> EncodedQuery:
    serving: Any = Serving(encoder, _Store(), _Words(), 1.0, "", "", texts or TextStates(0, 0))  # type: ignore[arg-type]
    return EncodedQuery(np.zeros(3, dtype=np.float32), encoder.query_tokens(text), serving)


def test_each_token_of_the_query_finds_its_closest_and_counts_by_its_rarity() -> None:
    encoder = _Encoder()
    read = contextual(asked("bank river", encoder), ["shore money", "money", ""]) or []
    near, far, empty = (one.near for one in read)
    assert near.maxsim == pytest.approx((1 * 0.6 + 3 * 0.8) / 4)
    assert near.least == pytest.approx(0.6)
    assert near.back == pytest.approx((0.8 + 0.0) / 2)
    assert far == pytest.approx((0, 0, 0))
    assert empty == (0, 0, 0)


def test_the_query_is_not_read_again_where_its_states_came_with_its_vector() -> None:
    encoder = _Encoder()
    query = asked("bank river", encoder)
    found = contextual(query._replace(states=encoder.token_states(query.tokens)), ["shore money"])
    assert found == contextual(query, ["shore money"])
    of_query, of_text = [0, 1], [3, 2]
    assert encoder.read == [of_query, of_text, of_query, of_text]


def test_a_model_that_tells_nothing_of_its_tokens_or_a_query_without_any_is_left_alone() -> None:
    assert contextual(asked("bank", _Encoder(tells=False)), ["river"]) is None
    assert contextual(asked("", _Encoder()), ["river"]) is None


def asked_with_states(text: str, encoder: _Encoder, texts: TextStates | None = None) -> EncodedQuery:
    query = asked(text, encoder, texts)
    return query._replace(states=_Encoder().token_states(query.tokens))


def test_a_text_is_read_once_for_many_questions() -> None:
    encoder, texts, questions = _Encoder(), TextStates(helpers=0), ("bank river", "money bank", "bank river")
    found = [contextual(asked_with_states(text, encoder, texts), ["shore money", "river"]) for text in questions]
    alone = [contextual(asked_with_states(text, _Encoder()), ["shore money", "river"]) for text in questions]
    assert found == alone
    assert encoder.read == [[3, 2], [1]]


def test_what_was_read_longest_ago_is_read_again() -> None:
    encoder, of_two_words = _Encoder(), 2 * 3 * 4
    query = asked_with_states("bank river", encoder, TextStates(2 * of_two_words, 0))
    for text in ("shore money", "river bank", "shore money", "money money", "shore money", "river bank"):
        contextual(query, [text])
    assert encoder.read == [[3, 2], [1, 0], [2, 2], [1, 0]]


def test_texts_are_read_beside_each_other_and_told_in_their_order() -> None:
    texts = ["shore money", "river", "money bank", "shore"]
    found = contextual(asked_with_states("bank river", _Together(), TextStates(helpers=1)), texts)
    assert found == [one for text in texts for one in contextual(asked_with_states("bank river", _Encoder()), [text])]


def test_what_ails_an_encoder_is_told_by_whichever_thread_reads() -> None:
    class Ailing(_Together):
        def token_states(self, ids: list[int]) -> Any:
            super().token_states(ids)
            if current_thread() is not main_thread():
                raise ModelUnusable("It gives no numbers.")

    with pytest.raises(ModelUnusable):
        contextual(asked_with_states("bank river", Ailing(), TextStates(helpers=1)), ["river", "bank"])
