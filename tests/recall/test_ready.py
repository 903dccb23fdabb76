"""Terms of long texts are made by who brings them, once, and nothing is kept that nobody fetches."""

from __future__ import annotations

from memoryd.recall.lexical import prepared_terms as ready
from memoryd.recall.lexical.tokens import terms_of

TEXT = " ".join(f"word{number}" for number in range(2000))


def test_what_was_made_ready_is_handed_over_once() -> None:
    ready.make_ready([TEXT, "short"])
    kept = ready._ready[TEXT]

    assert kept == terms_of(TEXT)
    assert ready.ready_terms(TEXT) is kept
    assert TEXT not in ready._ready
    assert ready._size == sum(map(len, ready._ready))


def test_what_was_not_made_ready_is_made_when_it_is_needed() -> None:
    assert ready.ready_terms(TEXT + " more") == terms_of(TEXT + " more")
    assert ready.ready_terms("short text") == terms_of("short text")


def test_the_oldest_gives_way_when_too_much_is_kept() -> None:
    before = ready._MOST
    ready._MOST = 3 * len(TEXT)
    try:
        texts = [f"{TEXT} {letter}" for letter in "abcdef"]
        ready.make_ready(texts)

        assert texts[-1] in ready._ready
        assert texts[0] not in ready._ready
        assert ready._size <= ready._MOST
    finally:
        ready._MOST = before
        for text in list(ready._ready):
            ready.ready_terms(text)
