"""What is read of a text for the overlay: of a long one its beginning, by the thread that brings it.

No search has to read it then, nor waits for more than so much of another's texts. The rest of a long text is read when
its layer is committed, between queries.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import NamedTuple

from memoryd.recall.lexical.tokens import terms_of
from memoryd.recall.pacing import (
    AT_ONCE_CHANGE_CHARS,
    AT_ONCE_LEAST_CHARS,
    AT_ONCE_TEXT_CHARS,
    PREPARED_TEXT_CHARS,
    PREPARED_TOTAL_CHARS,
)
from memoryd.text.dates import TimeWords, read_time_words
from memoryd.types import Document


class TextTerms(NamedTuple):
    """What is read of a text once, when it is indexed."""

    terms: list[str]
    time_words: TimeWords


def _go_on() -> None:
    pass


def at_once(count: int) -> int:
    """Of each of so many texts in one change, how many characters the next search finds it by."""
    return max(AT_ONCE_LEAST_CHARS, min(AT_ONCE_TEXT_CHARS, AT_ONCE_CHANGE_CHARS // max(1, count)))


def beginning(text: str, length: int) -> str:
    """The first `length` characters, without the word that they would cut."""
    if len(text) <= length:
        return text
    part = text[:length]
    return part if text[length].isspace() else part[: max(part.rfind(" "), part.rfind("\n")) + 1] or part


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

    def prepare(self, texts: Sequence[str], between: Callable[[], object] = _go_on) -> None:
        """Make the terms of long texts, on the caller's thread; of short ones, too, where they are much together.

        `between` is called before each.
        """
        is_much = sum(map(len, texts)) > AT_ONCE_TEXT_CHARS
        least = AT_ONCE_LEAST_CHARS if is_much else PREPARED_TEXT_CHARS
        for text in texts:
            if len(text) < least:
                continue
            between()
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
        if len(text) >= AT_ONCE_LEAST_CHARS:
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


def prepare_terms(texts: Sequence[str], between: Callable[[], object] = _go_on) -> None:
    """Read, on the caller's thread, what the next search finds the texts of one request by.

    `between` is called before each that takes a while.
    """
    length = at_once(len(texts))
    _prepared.prepare([beginning(text, length) for text in texts], between)


def indexed(document: Document, length: int) -> TextTerms:
    """What is indexed of a document: the terms of its text, its headings and its speaker, and its words of time.

    Of its text only the first `length` characters are read.
    """
    terms, time_words = _prepared.take(beginning(document.text, length))
    return TextTerms(terms + terms_around(document), time_words)


def terms_around(document: Document) -> list[str]:
    """The terms of its headings and its speaker."""
    return [term for text in (document.title, document.who) if text for term in terms_of(text)]
