"""Tables of words, as they are written down."""

from __future__ import annotations


def word_set(words: str) -> frozenset[str]:
    """The words, which spaces part."""
    return frozenset(words.split())
