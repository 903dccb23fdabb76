"""How much of a query a text has that no index knows any more: what was archived or reworded since (rule 23). Pure."""

from __future__ import annotations

import re

from memoryd.text.stopwords import STOP_WORDS

_WORD = re.compile(r"[^\W_]{2,}")
_STEM = 5
_LEAST = 0.5
"""Of the query's words, how many a text of then must have, since it has no vector and no BM25 any more."""


class AskedWords:
    """The words of a query that say something, by how they begin."""

    def __init__(self, query: str) -> None:
        self._stems = {word[:_STEM] for word in _WORD.findall(query.casefold()) if word not in STOP_WORDS}

    def share(self, text: str) -> float:
        """How many of them the text has, from 0 to 1."""
        folded = text.casefold()
        return sum(stem in folded for stem in self._stems) / len(self._stems) if self._stems else 0.0

    def are_in(self, text: str) -> bool:
        """Whether enough of them are for the text to answer."""
        return self.share(text) >= _LEAST
