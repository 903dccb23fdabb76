# ruff: noqa: E501 - tables of words read better unbroken
"""What was settled, in fewer words, where there is no room for all of it. English and German. Pure."""

from __future__ import annotations

from memoryd.kinds.summaries.telling import WEAK
from memoryd.patterns import pattern as lazy_pattern
from memoryd.text.assent import AGREED
from memoryd.text.sentences import without_opening
from memoryd.text.stopwords import STOP_WORDS

_CLAUSE = lazy_pattern(r"(?<=[,;:.!?])\s+|\s+[-–—]+\s+")
_ASIDE = lazy_pattern(
    r"(?i)(?:and |und )?(?:because|since|so that|otherwise|I mean|you know|to be honest|of course|I guess|I think|as (?:I )?said"
    r"|weil|damit|sonst|ehrlich|glaub ich|wie gesagt)\b"
)
"""A clause that gives the reason for another one, or nothing."""
_IN_BRACKETS = lazy_pattern(r"\s*\([^()\d]*\)")
_FILLER = lazy_pattern(
    r"(?<![-\w'’])(?i:just|really|actually|simply|basically|quite|very|please|btw|halt|eben|mal|einfach|bitte|eigentlich) (?=\w)"
)
"""Words without which it says the same. Articles are none: a sentence without them is a telegram, and German loses its
cases."""
_WORD = lazy_pattern(r"[^\W_]+(?:['’.:/-][^\W_]+)*")


def shortened(text: str) -> str:
    """The sentence without openings, asides and clauses that name nothing. That another proposed it stays."""
    agreed = next(filter(text.startswith, AGREED), "")
    clauses = _CLAUSE.split(_IN_BRACKETS.sub("", without_opening(text.removeprefix(agreed))))
    telling = [one for one in clauses if _ASIDE.match(one) is None and any(map(_names, _WORD.findall(one)))]
    short = agreed + _FILLER.sub("", " ".join(telling or clauses)).strip(" ,;")
    return short + text[-1] if text[-1:] in ".!?" and short[-1:] not in ".!?" else short


def _names(word: str) -> bool:
    folded = word.casefold()
    return folded.isdigit() or (len(folded) > 2 and folded not in STOP_WORDS and folded not in WEAK)
