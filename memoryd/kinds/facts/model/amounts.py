"""How much something is: `is 20 Euro`, `liegt jetzt bei 80 %`. Pure (rule 23).

Of one thing several amounts may hold (a ticket is 12 Euro, or 8 for children; a run is 5 km, or 10): only words that
say that it is another one now supersede.
"""

from __future__ import annotations

from typing import NamedTuple

from memoryd.kinds.facts.model.validity import plain
from memoryd.patterns import pattern as lazy_pattern
from memoryd.text.stopwords import NOW_WORDS
from memoryd.types import fold

_IS = frozenset((
    "is", "are", "ist", "sind", "at", "bei", "auf", "set to", "beträgt", "betragen", "liegt bei", "liegen bei",
    "amounts to", "costs", "cost", "kostet", "kosten",
))  # fmt: skip
_ROSE = frozenset((
    "rose to", "went up to", "was raised to", "raised to", "increased to", "was increased to", "fell to", "dropped to",
    "went down to", "was lowered to", "was reduced to", "was cut to", "changed to", "was changed to",
    "steigt auf", "stieg auf", "sinkt auf", "sank auf", "wurde auf",
))  # fmt: skip
"""Predicates, as `plain` spells them, that say that it was another one before."""
_NOW = "|".join(NOW_WORDS)
_AMOUNT = lazy_pattern(
    rf"(?P<now>(?:{_NOW}) )?(?:only |about |nur |rund |ca\. )?"
    rf"(?P<before>[$€£])?\d[\d.,]*(?: ?(?!(?:{_NOW})\b)(?P<unit>(?:[%°€$£]|[^\W\d_]{{1,14}})"
    r"(?: (?:per|a|an|pro|im) [^\W\d_]+)?))?"
    rf"(?P<since>,? (?:{_NOW})|,? (?:since|seit) .*"
    r"|, (?:as|wie) .* (?:decided|agreed|entschied|entschieden|beschloss|beschlossen)"
    r"| (?:gesetzt|erhöht|gesenkt|angehoben|reduziert|geändert))?",
)
_TIMES = frozenset(("uhr", "am", "pm"))
"""What is at two times of a day is so at both."""


class Amount(NamedTuple):
    """Of which unit it is, and whether its words say that it was another one before."""

    unit: str
    is_new: bool


def amount_of(predicate: str, object_: str) -> Amount | None:
    """How much of what it says something is; None where it does not."""
    said = plain(predicate)
    if not (said in _IS or said in _ROSE):
        return None
    match = _AMOUNT.fullmatch(fold(object_))
    unit = "" if match is None else " ".join(filter(None, (match["before"], match["unit"])))
    # Of a bare number nobody knows what it counts.
    if match is None or not unit or unit in _TIMES:
        return None
    return Amount(unit, said in _ROSE or match["now"] is not None or match["since"] is not None)
