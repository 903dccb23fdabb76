# ruff: noqa: E501 - tables of words read better unbroken
"""How likely a sentence of somebody who works with an agent decides something: by its form, its place and the reply. Pure.

A logistic sum, fitted to 1,248 sentences of five scripted months of different writers, in English and German
(`tests/bench/data/month*_dev.json`, by `tests/kinds/summaries/fit_deciding.py`). No feature is a subject matter.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from memoryd.kinds.summaries.telling import DECIDED, NUMBER, QUOTED
from memoryd.patterns import pattern as lazy_pattern
from memoryd.text.settling import ASKS, FOR_ALL

_TAKES_ON = lazy_pattern(
    r"(?i)\A(?:(?:ok(?:ay)?|fine|good|right|understood|noted|agreed|done|then|so|sure|both|all right|gut|verstanden|notiert|erledigt|dann|in ordnung|gern|beides|alles klar)(?![\w'’-])[,.:;! –—-]*)*"
    r"(?:I(?:['’]ll|['’]ve| will| have|['’]d set| am|['’]m)\b|I (?:just )?\w+ed\b|I (?:put|set|made|wrote|took|sent)\b|(?:set|saved|written|booked|changed|moved|added|switched|removed|ordered|cancelled|imported|deployed|updated|refunded|recorded|draft\w*)\b"
    r"|ich \w{2,}e\b(?! (?:nicht|keine?n?)\b)|\w{2,}e ich\b|(?:ich )?(?:habe?|bin)\b|ist \w+t\b|wird \w+t\b|\w{2,}(?:ge\w+|iert|t|en)[,.] )"
)
"""A reply by whoever does the work: `I'll set it up`, `Saved.`, `Ich ändere es im Kalender.`"""
_DECIDED = lazy_pattern(rf"{DECIDED}|以后|从现在|决定|一律|必须|今后")
_OPEN = lazy_pattern(
    r"(?i)\b(?:todo|to do|open|still|missing|next|remaining|blocked|waiting|pending|deadline|due|please|can you|could you|remind|offen|noch|fehlt|fehlen|als nächstes|blockiert|warten|frist|bitte|kannst du|könntest du)\b"
)
_TELLS = lazy_pattern(
    r"(?i)\b(?:said|says|wrote|writes|called|asked|asks|maybe|perhaps|I (?:think|guess|wonder)|not sure|haha|lol|sagt|sagte|fragt|fragte|schreibt|schrieb|vielleicht|ich glaub\w*|weiß nicht|keine ahnung)\b"
)
"""It tells what others said, or wavers."""
_THEN = lazy_pattern(r"(?i)\b(?:then|dann)\b")
_SO = lazy_pattern(r"(?i)(?:so|also|ok|okay|right|gut|doch|no|nein|yes|ja|exactly|agreed)\b")
_COLON = lazy_pattern(r":\s")
_OF_ONESELF = lazy_pattern(r"(?i)(?:and |und |but |aber )?(?:I|ich|my|mein\w*)\b")
_OF_OTHERS = lazy_pattern(r"(?i)\b(?:he|she|they|him|her|er|sie|says|said|sagt|meint)\b")
_SHALL = lazy_pattern(
    r"(?i)\b(?:must|should|will|gets?|goes|go|stays?|use|take|keep|make|put|leave|have to|muss|müssen|soll|sollen|wird|werden|kommt|kommen|geht|gehen|bekommt|bleibt|nehmen|machen)\b"
)
_SHORT, _FULL = 25, 140
"""Characters of a sentence that says little, and of one that says a thing whole."""
_IDEOGRAPH = lazy_pattern(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_PER_IDEOGRAPH = 3
"""Letters that say as much."""
_MANY_PARTS = 2
"""Commas of a sentence that settles several things at once."""
_SHORT_REPLY, _LONG_REPLY = 250, 700
"""Characters of a reply that confirms, and of one that explains."""


class Around(NamedTuple):
    """What stands around a sentence of a user."""

    reply: str = ""
    """The last message of the reply;"""
    letters: int = 0
    """and how long all of it is."""
    opens: bool = False
    """It stands in the first message of the session,"""
    is_first: bool = False
    is_last: bool = False
    """and is the first or last sentence of its message."""
    is_known: bool = True


NOWHERE = Around(is_known=False)
"""Nothing is known of what stood around it."""


def signs_of(text: str, around: Around) -> tuple[bool, ...]:
    """What the sum is made of."""
    length = len(text) + (_PER_IDEOGRAPH - 1) * len(_IDEOGRAPH.findall(text))
    return (
        ASKS.search(text) is not None,
        text.rstrip().endswith("?"),
        FOR_ALL.search(text) is not None,
        text.count(",") >= _MANY_PARTS,
        length >= _FULL,
        length < _SHORT,
        _DECIDED.search(text) is not None,
        NUMBER.search(text) is not None,
        QUOTED.search(text) is not None,
        _OPEN.search(text) is not None,
        _TELLS.search(text) is not None,
        _THEN.search(text) is not None,
        _SO.match(text) is not None,
        _COLON.search(text) is not None,
        _OF_ONESELF.match(text) is not None,
        _OF_OTHERS.search(text) is not None,
        _SHALL.search(text) is not None,
        bool(around.reply) and _TAKES_ON.match(around.reply) is not None,
        0 < around.letters <= _SHORT_REPLY,
        around.letters >= _LONG_REPLY,
        around.is_known and not around.letters,
        around.opens,
        around.is_first,
        around.is_last,
    )


WEIGHTS = (
    -0.86,
    -0.23,
    0.44,
    2.05,
    1.39,
    -1.72,
    0.92,
    0.91,
    -0.74,
    -0.15,
    -0.29,
    1.09,
    0.99,
    1.11,
    -0.33,
    -0.73,
    0.42,
    1.47,
    0.31,
    0.98,
    -0.63,
    -1.91,
    -0.43,
    0.67,
)
BIAS = -3.66


def decides(text: str, around: Around = NOWHERE) -> float:
    """How likely it decides something, from 0 to 1."""
    total = BIAS + sum(weight for weight, sign in zip(WEIGHTS, signs_of(text, around), strict=True) if sign)
    return 1 / (1 + math.exp(-total))
