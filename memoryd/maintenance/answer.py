"""Whether a text holds what a canary expects; dates are compared by value, however they are written. Pure."""

from __future__ import annotations

import re
from datetime import date

from memoryd.patterns import pattern as lazy_pattern
from memoryd.text.calendar_names import DAYS, FRENCH_MONTHS, GERMAN_DAYS, GERMAN_MONTHS, MONTHS
from memoryd.text.dates import Span, spans
from memoryd.types import fold

_FIGURES = lazy_pattern(r"(?<![\d/\-.])(?P<a>\d{1,2})(?P<by>[/-])(?P<b>\d{1,2})(?P=by)(?P<y>(?:19|20)\d\d)(?![\d/-])")
_OTHERS = (
    "jan feb mar apr jun jul aug sep sept oct nov dec mon tue tues wed thu thur thurs fri sat sun "
    "sonnabend lundi mardi mercredi jeudi vendredi samedi dimanche the of on in at le am im"
)
_DATE_WORDS = frozenset(map(fold, (*MONTHS, *GERMAN_MONTHS, *FRENCH_MONTHS, *DAYS, *GERMAN_DAYS, *_OTHERS.split())))
"""What is left of a date without its numbers."""


def holds(text: str, expected: str, today: date) -> bool:
    """Whether `text` has what is expected, dates compared by value: `May 15, 2026` is 2026-05-15."""
    text, expected = _plain(text), _plain(expected)
    if fold(expected) in fold(text):
        return True
    wanted = spans(expected, today)
    if not wanted:
        return False
    said = spans(text, today)
    if not all(any(_is_within(span, each) for span in said) for each in wanted):
        return False
    words = _words(text)
    return all(word in words for word in _without_dates(expected))


def _plain(text: str) -> str:
    """Dates in figures as ISO writes them: `5/15/2026`, `15/05/2026`. `5/6/2026` may be May or June, and stays so."""
    return _FIGURES.sub(_iso, text)


def _iso(match: re.Match[str]) -> str:
    a, b = int(match["a"]), int(match["b"])
    if a != b and a <= 12 and b <= 12:
        return f"{a}/{b}/{match['y']}"
    month, day = sorted((a, b))
    return f"{match['y']}-{month:02}-{day:02}"


def _is_within(said: Span, wanted: Span) -> bool:
    if said.yearly or wanted.yearly:
        return said.days <= wanted.days and said.overlaps(wanted)
    return wanted.start <= said.start and said.end <= wanted.end


def _words(text: str) -> set[str]:
    return {word.strip(".,;:!?()[]\"'") for word in fold(text).split()}


def _without_dates(expected: str) -> list[str]:
    """The words of what is expected that are no part of a date."""
    return [
        word
        for word in _words(expected)
        if word and word not in _DATE_WORDS and not any(char.isdigit() for char in word)
    ]
