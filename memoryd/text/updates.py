"""How two texts are put of which the later may bring the earlier up to date, as numbers. Pure.

Most people say how it is now without repeating what they said before: "standup is at 9:30", "from Monday on we meet at
10:15". Trees judge by these numbers and others, of results (`recall/ranking/updating.py`) and of what a brief may tell
(`in_force/updated.py`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from itertools import pairwise
from math import log1p
from typing import NamedTuple

from memoryd.text.calendar_names import DAYS, GERMAN_DAYS, GERMAN_MONTHS, MONTHS
from memoryd.text.stopwords import STOP_WORDS

LONGEST = 800
"""Characters of a text that are looked at."""
_MOST = 4
"""Words from which on more tell nothing."""
_SHORT = 80
"""Characters of a text that is neither long nor short."""
_STEM = 5
"""Letters by which two words are one."""
_KEPT = 4_096
"""Texts of which it is kept what they show."""
_WORD = re.compile(r"[^\W_]+")
_SENTENCE = re.compile(r"(?<=[.!?\n;])\s+")
_NUMBER = re.compile(r"\d+(?:[.,:]\d+)*")
_NAME = re.compile(r"(?<=\w\s)[A-ZÄÖÜ][\w-]+|\w*\d[\w.:-]*")
_FORMS = ("new", "maybe", "else", "done", "no")
"""What a sentence tells: a change, what is only thought of, something besides, an end, a negation."""
_WHEN = (
    *DAYS, *GERMAN_DAYS, *MONTHS, *GERMAN_MONTHS, "now", "today", "tomorrow", "next", "the", "sofort", "jetzt", "heute",
    "morgen", "dem", "nächste", "nächsten", "nächster", "diese", "diesem", "dieser",
)  # fmt: skip
"""What follows a `from` or `ab` that tells since when something holds."""
_WORDS = {
    word: form
    for form, words in {
        "new": "now instead anymore starting new switched moved moves changed replaced upgraded migrated since actually"
        " gone finally just jetzt nun neue neuen neuer neues statt stattdessen inzwischen mittlerweile seit gewechselt"
        " doch endgültig übernimmt übernommen",
        "maybe": "should could would maybe perhaps plan plans planned planning want wants wanted wish consider"
        " considering thinking if might may asked asks wonder wondered idea rejected declined sollte sollten könnte"
        " könnten würde würden hätte hätten vielleicht vorgeschlagen falls wenn fragt fragte gefragt abgelehnt"
        " eventuell",
        "else": "too also another other both second auch ebenfalls zweite zweiter zweites weitere weiterer",
        "done": "done fixed solved shipped merged deployed works finished resolved arrived paid booked erledigt fertig"
        " behoben gelöst bezahlt gebucht da läuft",
        "no": "not no never without stopped quit dropped off removed deleted closed dead ended left expired t kein"
        " keine keinen keiner keinem nicht ohne abgesagt gestrichen gekündigt weg vorbei aus geschlossen beendet",
    }.items()
    for word in words.split()
}
_BEGINNINGS = (
    ("umge", "new"), ("propos", "maybe"), ("suggest", "maybe"), ("hypothetical", "maybe"), ("überleg", "maybe"),
    ("vorschlag", "maybe"), ("additional", "else"), ("ander", "else"), ("zusätzlich", "else"), ("cancel", "no"),
)  # fmt: skip
_MAY_BEGIN = tuple(beginning for beginning, _ in _BEGINNINGS)
_PAIRS = {
    ("any", "more"): "new", ("any", "longer"): "new", ("no", "longer"): "new", ("as", "of"): "new",
    ("after", "all"): "new", ("back", "to"): "new", ("turned", "out"): "new", ("took", "over"): "new",
    ("takes", "over"): "new", ("further", "notice"): "new", ("went", "up"): "new", ("went", "down"): "new",
    ("went", "live"): "new", ("nicht", "mehr"): "new", ("turned", "down"): "maybe", ("voted", "down"): "maybe",
    ("it", "down"): "maybe", ("said", "no"): "maybe", ("not", "yet"): "maybe", ("noch", "nicht"): "maybe",
    ("next", "year"): "maybe", ("next", "quarter"): "maybe", ("as", "well"): "else",
} | {(before, when): "new" for before in ("from", "ab") for when in _WHEN}  # fmt: skip


def stems_of(words: Iterable[str]) -> frozenset[str]:
    """By which words are one, of folded ones."""
    return frozenset([word[:_STEM] for word in words])


def how_put(former: str, later: str, about: frozenset[str] | None = None) -> list[float]:
    """What both texts show, and their sentences that speak of what has these stems: of all that the former says."""
    mine, theirs = _read(former[:LONGEST]), _read(later[:LONGEST])
    asked = mine.stems if about is None else about
    was = max(mine.sentences, key=lambda one: len(one.stems & asked))
    now = max(theirs.sentences, key=lambda one: 2 * len(one.stems & asked) + len(one.stems & was.stems))
    again = len(was.stems & now.stems)
    shared = len(mine.stems & theirs.stems)
    return [
        *(float(form in now.forms) for form in _FORMS),
        *(float(form in theirs.forms) for form in _FORMS),
        float("maybe" in was.forms), float("no" in was.forms),
        float(min(_MOST, again)), again / max(1, len(was.stems)), float(min(_MOST, len(now.stems) - again)),
        float(bool(was.numbers)), float(bool(now.numbers - mine.numbers)), float(bool(was.numbers & now.numbers)),
        float(min(_MOST, shared)), shared / max(1, len(mine.stems)),
        log1p(len(later) / _SHORT), log1p(len(former) / _SHORT),
        float(min(_MOST, len(theirs.names - mine.names))), float(min(_MOST, len(mine.names - theirs.names))),
    ]  # fmt: skip


class _Sentence(NamedTuple):
    stems: frozenset[str]
    forms: frozenset[str]
    numbers: frozenset[str]


_NOTHING = _Sentence(frozenset(), frozenset(), frozenset())


class _Text(NamedTuple):
    stems: frozenset[str]
    sentences: tuple[_Sentence, ...]
    forms: frozenset[str]
    """Of all sentences."""
    numbers: frozenset[str]
    names: frozenset[str]


@lru_cache(maxsize=_KEPT)
def _read(text: str) -> _Text:
    sentences = tuple(_sentence(one) for one in _SENTENCE.split(text) if one) or (_NOTHING,)
    return _Text(
        frozenset().union(*(one.stems for one in sentences)),
        sentences,
        frozenset().union(*(one.forms for one in sentences)),
        frozenset().union(*(one.numbers for one in sentences)),
        frozenset(match[0].casefold() for match in _NAME.finditer(text)),
    )


def _sentence(text: str) -> _Sentence:
    words = _WORD.findall(text.casefold())
    forms = {form for word in words if (form := _form_of(word))}
    forms.update(_PAIRS[pair] for pair in pairwise(words) if pair in _PAIRS)
    if "?" in text:
        forms.add("maybe")
    stems = stems_of(word for word in words if (len(word) > 1 or word.isdigit()) and word not in STOP_WORDS)
    return _Sentence(stems, frozenset(forms), frozenset(_NUMBER.findall(text)))


def _form_of(word: str) -> str | None:
    form = _WORDS.get(word)
    if form is None and word.startswith(_MAY_BEGIN):
        return next(form for beginning, form in _BEGINNINGS if word.startswith(beginning))
    return form
