# ruff: noqa: E501 - tables of patterns read better unbroken
"""What people said, cut into sentences that can be judged one by one. Pure functions."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, timedelta

from memoryd.patterns import pattern as lazy_pattern

LONGEST = 320
"""Characters of a sentence; what is longer is a paste, not a statement."""

_FENCE = lazy_pattern(r"```.*?(?:```|\Z)|~~~.*?(?:~~~|\Z)", re.DOTALL)
_BREAK = lazy_pattern(r"(?<=[.!?…])[\"')\]]*\s+(?=[\"'(\[]?[^\sa-z])|(?<!\s)\s*\n\s*")
_MARK = lazy_pattern(r"^(?:[-*+•>]|\d{1,2}[.)]|#{1,6})\s+(?:\[[ xX]\]\s+)?")
_OPENING = lazy_pattern(
    r"^(?:(?:oh|ah|well|so|and|but|yeah|yes|yep|yup|no|nope|nah|ok|okay|sure|right|also|actually|btw|by the way|anyway|"
    r"hey|hi|hello|thanks|thank you|wow|haha|lol|hmm|umm?|true|great|cool|nice|awesome|absolutely|definitely|exactly|"
    r"honestly|personally|basically|i mean|you know|fyi|for the record|please note(?: that)?|note that|remember(?: that)?(?! to\b))"
    r"(?:,? [A-Z]\w+)?[,.!:;-]*\s+)+",
    re.IGNORECASE,
)
_QUOTES = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"'})
_RELATIVE = {
    "the day before yesterday": -2, "yesterday": -1, "last night": -1, "today": 0, "tonight": 0, "this morning": 0,
    "this afternoon": 0, "this evening": 0, "tomorrow": 1, "the day after tomorrow": 2,
}  # fmt: skip
_RELATIVE_WORDS = lazy_pattern(
    r"\b(?:" + "|".join(sorted(_RELATIVE, key=len, reverse=True)) + r")\b(?! \(\d{4}-)", re.IGNORECASE
)


def sentences(text: str) -> Iterator[str]:
    """The sentences of a message, without code, list marks and openings such as `Well,`."""
    bare = _FENCE.sub("\n", text).translate(_QUOTES)
    for piece in _BREAK.split(bare):
        sentence = " ".join(_MARK.sub("", piece.strip()).split())
        opening = _OPENING.match(sentence)
        if opening and opening.end() < len(sentence):
            sentence = sentence[opening.end() :]
        if 6 <= len(sentence) <= LONGEST and any(char.isalpha() for char in sentence):
            yield sentence


def dated(text: str, day: date) -> str:
    """`yesterday` → `yesterday (2026-05-14)`: said today, it would mean nothing tomorrow."""

    def with_date(match: re.Match[str]) -> str:
        moved = day + timedelta(days=_RELATIVE[" ".join(match[0].lower().split())])
        return f"{match[0]} ({moved.isoformat()})"

    return _RELATIVE_WORDS.sub(with_date, text)


def is_question(sentence: str) -> bool:
    """Whether it asks, and so states nothing."""
    return sentence.rstrip("\"')] ").endswith("?")
