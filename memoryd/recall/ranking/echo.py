"""Questions that were asked before: the nearest texts of all, and they answer nothing. Pure."""

from __future__ import annotations

import re
from typing import Final

from memoryd.text.stopwords import STOP_WORDS
from memoryd.types import Document

_WORD: Final = re.compile(r"\w+")


class Echo:
    """Tells the messages in which a query was asked before."""

    def __init__(self, query: str) -> None:
        self._words = _WORD.findall(query.casefold())
        self._telling = frozenset(self._words) - STOP_WORDS

    def is_in(self, document: Document) -> bool:
        """Whether a user said the same, or asked without a word that the query does not have."""
        if document.kind != "message" or document.role != "user":
            return False
        words = _WORD.findall(document.text.casefold())
        is_question = document.text.rstrip().endswith("?")
        return words == self._words or (is_question and self._telling.issuperset(set(words) - STOP_WORDS))
