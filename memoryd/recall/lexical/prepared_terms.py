"""Terms and words of time of long texts, read by the thread that brings the text so that no search has to."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterable
from typing import NamedTuple

from memoryd.recall.lexical.tokens import terms_of
from memoryd.recall.pacing import PREPARED_TEXT_CHARS, PREPARED_TOTAL_CHARS
from memoryd.text.dates import TimeWords, read_time_words


class TextTerms(NamedTuple):
    """What is read of a text once, when it is indexed."""

    terms: list[str]
    time_words: TimeWords


def read_text(text: str) -> TextTerms:
    """The text's terms and words of time."""
    return TextTerms(terms_of(text), read_time_words(text))


class PreparedTerms:
    """Terms by text, each handed out as often as it was prepared.

    The oldest are dropped when the texts have `limit` characters together.
    """

    def __init__(self, limit: int = PREPARED_TOTAL_CHARS) -> None:
        self._limit = limit
        self._lock = threading.Lock()
        self._terms: OrderedDict[str, TextTerms] = OrderedDict()
        self._times: dict[str, int] = {}
        self._size = 0

    def prepare(self, texts: Iterable[str]) -> None:
        """Make the terms of the long texts, on the caller's thread."""
        for text in texts:
            if len(text) < PREPARED_TEXT_CHARS:
                continue
            with self._lock:
                if text in self._terms:
                    self._times[text] += 1
                    continue
            terms = read_text(text)
            with self._lock:
                self._size += len(text) if text not in self._terms else 0
                self._terms[text] = terms
                self._times[text] = self._times.get(text, 0) + 1
                while self._size > self._limit:
                    oldest, _ = self._terms.popitem(last=False)
                    del self._times[oldest]
                    self._size -= len(oldest)

    def take(self, text: str) -> TextTerms:
        """What was prepared of the text, or is read now."""
        if len(text) >= PREPARED_TEXT_CHARS:
            with self._lock:
                terms = self._terms.get(text)
                if terms is not None:
                    self._times[text] -= 1
                    if self._times[text]:
                        return TextTerms(terms.terms.copy(), terms.time_words)
                    del self._terms[text], self._times[text]
                    self._size -= len(text)
                    return terms
        return read_text(text)


_prepared = PreparedTerms()
"""One for the process: terms do not depend on the index that takes them."""

prepare_terms = _prepared.prepare
take_terms = _prepared.take
