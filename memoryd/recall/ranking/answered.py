"""Whether the first results answer a query, by trees over how each of them meets its words. Pure.

Where the encoder reads the first results again (memoryd/recall/vectors/alignment.py), this tells more than their
scores (memoryd/recall/ranking/known.py): a text about the boiler leaves "cost" of "what does the boiler cost" open,
and has no amount. `python -m tests.bench.answered --fit` makes the trees.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from memoryd.patterns import pattern
from memoryd.recall.ranking.trees import Which, odds
from memoryd.text.stopwords import STOP_WORDS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from memoryd.recall.vectors.alignment import Aligned

TOLD = (
    "cosine", "maxsim", "outstanding", "missing_names", "other_speaker", "behind", "words", "rest", "over", "share",
    "own", "no_time", "no_number", "score",
)  # fmt: skip
"""What confidence was told by that is looked at, too."""
_NEAREST = 3
_NEAR = 0.1
_ASKED = {
    "money": pattern(
        r"(?i)\b(?:costs?|prices?|pays?|paid|charges?|fees?|salary|rent|budget|earns?|expensive|worth|wage|how much|"
        r"kostet|kosten|preis|zahlt|zahlen|miete|gehalt)\b"
    ),
    "count": pattern(r"(?i)\b(?:how many|number of|wie viele?)\b"),
    "size": pattern(
        r"(?i)\bhow (?:old|long|tall|big|large|far|high|heavy|fast|often|wide|deep)\b|"
        r"\b(?:age|size|weight|height|length)\b|\bwie (?:alt|lang|lange|groß|weit|oft|schwer|hoch)\b"
    ),
    "when": pattern(
        r"(?i)\bwhen\b|\bwhat (?:time|day|date|year|month)\b|\bwhich (?:day|date|year|month|week)\b|\bwann\b|"
        r"\b(?:birthday|deadline)\b"
    ),
    "where": pattern(r"(?i)\bwhere\b|\baddress\b|\bwhich (?:city|town|country|street|place)\b|\bwo(?:hin)?\b"),
    "who": pattern(r"(?i)\b(?:who|whose|whom|wer|wem|wen)\b"),
    "name": pattern(r"(?i)\b(?:name|called|heißt|surname|named)\b"),
    "contact": pattern(
        r"(?i)\b(?:phone|e-?mail|mail address|telephone|mobile|password|number|code|ip|port|url|telefonnummer|nummer)\b"
    ),
    "kind": pattern(
        r"(?i)\b(?:brand|model|make|company|firm|version|breed|type|kind|supplier|vendor|colou?r|marke|firma)\b"
    ),
    "which": pattern(r"(?i)\b(?:which|welche[rsnm]?)\b"),
    "what": pattern(r"(?i)\b(?:what|was)\b"),
    "why": pattern(r"(?i)\b(?:why|warum|wieso|reasons?)\b"),
    "how": pattern(r"(?i)\bhow\b(?! (?:much|many|old|long|tall|big|large|far|high|often))|\bwie\b"),
    "yes": pattern(
        r"(?i)^(?:is|are|was|were|do|does|did|can|may|must|should|has|have|will|am|darf|kann|ist|sind|hat|gibt|muss)\b"
    ),
}
_QUESTIONS = ("who", "when", "where", "why", "how", "which", "what", "yes", "count", "size")
_JOINED = pattern(r"(?i)\b(?:and|und)\b|,")
_CAPITAL = pattern(r"(?<=\w )[A-Z]\w+")
_MONEY = pattern(
    r"(?i)[€$£]|\b(?:euros?|dollars?|pounds?|francs|kronor|cents?|usd|eur|percent|crowns|zloty|yen|franken)\b|\d k\b"
)
_NUMBER = pattern(
    r"(?i)\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|sixty|ninety|"
    r"hundred|thousand|half|once|twice|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|zwölf)\b"
)
_TIME = pattern(
    r"(?i)\b(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday|january|february|march|april|may|june|july|"
    r"august|september|october|november|december|spring|summer|autumn|winter|morning|evening|night|weeks?|months?|"
    r"years?|days?|daily|weekly|monthly|until|noon|o'clock|easter|christmas|montag|dienstag|mittwoch|donnerstag|"
    r"freitag|samstag|sonntag|januar|februar|märz|mai|juni|juli|oktober|dezember|woche|monat|jahr|uhr|yesterday|today|"
    r"tomorrow|ago)s?\b|\d\d?:\d\d"
)
_NAME = pattern(r"[A-ZÄÖÜ]\w+")
_READ = 1_000
"""Characters of a text that are looked through for a value."""


def features(
    query: str,
    words: int,
    texts: Sequence[str],
    told: Sequence[Mapping[str, float]],
    aligned: Sequence[Aligned],
    cosines: Sequence[float],
) -> NDArray[Any]:
    """(1, features): of the first result, the nearest, the best and the mean of the first three, how each meets the
    query; how the nearest stand apart; what the query asks for.

    `words`: content words of the query; `told`: what each confidence was told by; `cosines`: of all candidates.
    """  # fmt: skip
    import numpy as np

    asks = {name: one.search(query) is not None for name, one in _ASKED.items()}
    rows = np.asarray(
        [
            [*met, _missing_values(asks, text), *(one.get(name, 0.0) for name in TOLD)]
            for text, one, met in zip(texts, told, aligned, strict=True)
        ]
    )
    nearest = int(np.argmax([one.get("cosine", 0.0) for one in told]))
    ordered = np.sort(np.asarray(cosines))[::-1]
    best = ordered[0]
    behind = [best - ordered[place] if len(ordered) > place else 0.0 for place in (1, 2)]
    rest = best - ordered[3:8].mean() if len(ordered) > _NEAREST else 0.0
    apart = [best, *behind, rest, float((ordered > best - _NEAR).sum()), float(words)]
    parts = [
        rows[0],
        rows.max(axis=0),
        rows[:_NEAREST].mean(axis=0),
        rows[nearest],
        apart,
        [*_query_features(query, asks)],
    ]
    return np.concatenate(parts, dtype=np.float32)[None, :]


def answered(values: NDArray[Any], *, said: bool) -> float:
    """The log odds that any of the results answers; `said`: most of them are messages."""
    which: Which = "answered_said" if said else "answered_stated"
    return odds(values, which)[0]


def _query_features(query: str, asks: Mapping[str, bool]) -> list[float]:
    is_fragment = "?" not in query and not any(asks[name] for name in _QUESTIONS)
    return [
        *map(float, asks.values()),
        float(is_fragment),
        float(query.rstrip().endswith("?")),
        float(_JOINED.search(query) is not None),
        float(len(_CAPITAL.findall(query))),
        float(len(query.split())),
    ]


def _missing_values(asks: Mapping[str, bool], text: str) -> float:
    """How many of the values that are asked for it has none of."""
    text = text[:_READ]
    found = 0
    if asks["money"]:
        found += _MONEY.search(text) is None
    if asks["count"] or asks["size"] or asks["contact"]:
        found += _NUMBER.search(text) is None
    if asks["when"]:
        found += _TIME.search(text) is None and _NUMBER.search(text) is None
    if asks["who"] or asks["name"] or asks["where"]:
        found += _NAME.search(text[1:]) is None and not _begins_with_name(text)
    return float(found)


def _begins_with_name(text: str) -> bool:
    first = text.split(maxsplit=1)[:1]
    return bool(first) and first[0][:1].isupper() and first[0].casefold() not in STOP_WORDS
