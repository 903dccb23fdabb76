"""Terms of long texts are made by the thread that brings them, handed out once, and bounded."""

from __future__ import annotations

import pytest

from memoryd.recall.lexical.prepared_terms import PreparedTerms
from memoryd.recall.lexical.tokens import terms_of

TEXT = " ".join(f"word{number}" for number in range(2000))


@pytest.fixture
def prepared() -> PreparedTerms:
    return PreparedTerms(3 * len(TEXT))


def test_prepared_terms_are_handed_out_once(prepared: PreparedTerms) -> None:
    prepared.prepare([TEXT, "short"])
    kept = prepared._terms[TEXT]
    assert kept.terms == terms_of(TEXT)
    assert prepared.take(TEXT) is kept
    assert (prepared._terms, prepared._size) == ({}, 0)


def test_other_terms_are_made_when_they_are_needed(prepared: PreparedTerms) -> None:
    assert prepared.take(TEXT + " more").terms == terms_of(TEXT + " more")
    assert prepared.take("short text").terms == terms_of("short text")


def test_the_oldest_are_dropped_beyond_the_limit(prepared: PreparedTerms) -> None:
    texts = [f"{TEXT} {letter}" for letter in "abcdef"]
    prepared.prepare(texts)
    assert texts[-1] in prepared._terms
    assert texts[0] not in prepared._terms
    assert prepared._size == sum(map(len, prepared._terms)) <= 3 * len(TEXT)


def test_the_same_text_of_two_is_read_once_and_handed_out_to_both(prepared: PreparedTerms) -> None:
    prepared.prepare([TEXT])
    prepared.prepare([TEXT])
    kept = prepared._terms[TEXT]
    first = prepared.take(TEXT)
    first.terms.append("a title")  # who takes them adds to them
    assert prepared.take(TEXT) is kept
    assert kept.terms == terms_of(TEXT)
    assert (prepared._terms, prepared._size) == ({}, 0)


def test_others_may_have_their_turn_before_each_text(prepared: PreparedTerms) -> None:
    turns: list[int] = []
    prepared.prepare([TEXT, "short", "other " * 2000], lambda: turns.append(1))
    assert len(turns) == 2


def test_short_texts_are_read_too_where_they_are_much_together(prepared: PreparedTerms) -> None:
    texts = [f"{number} {'green tea ' * 40}" for number in range(100)]
    prepared.prepare(texts[:2])
    assert not prepared._terms

    prepared.prepare(texts)
    kept = prepared._terms[texts[7]]

    assert prepared.take(texts[7]) is kept
