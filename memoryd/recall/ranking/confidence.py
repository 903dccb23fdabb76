"""How likely each result answers the question, from 0 to 1, and where a list of results stops answering. Pure.

A score orders the results of one question; it does not say whether any of them answers it. Two small logistic models
do, one for results with a vector and one for those without. `python -m tests.bench.confidence --fit` prints their
weights, made on collections of every shape, and measures them on collections that were left out.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from math import exp, sqrt
from statistics import fmean
from typing import NamedTuple

import msgspec

from memoryd.recall.lexical.bm25 import Term, idf
from memoryd.recall.lexical.tokens import fold_word, query_words
from memoryd.recall.ranking.fusion import Candidate, Question
from memoryd.text.dates import asks_when
from memoryd.types import fold

LEAST = 0.1
"""Confidence of the first result below which nothing is known."""
SHARE = 0.3
"""Of the first result's confidence, below which a further one does not answer."""

_READ = 3_000
"""Characters of a text that are compared with the query's words."""
_NEAREST = 3
"""Of the cosines, how many are not of the background that an answer stands out from."""
_SPREAD = 0.03
"""Least spread of the background: that of a handful of documents is often nothing."""
_FEW, _FEW_SPREAD = 6, 0.1
_NUMBER_ASKED = re.compile(
    r"\bhow (?:many|much|long|old|often|far|big|large)\b|\bwie (?:viele?|lange?|alt|oft|groß|weit)\b", re.IGNORECASE
)
_NUMBER = re.compile(
    r"\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|twice|half|dozen|hundred|thousand|zwei|drei|vier|fünf|"
    r"sechs|sieben|acht|neun|zehn)\b",
    re.IGNORECASE,
)
_TOKEN = re.compile(r"[^\W_]+")


class Model(msgspec.Struct, frozen=True):
    """The weights of one model; the log odds are their sum with what they weigh."""

    constant: float
    cosine: float = 0.0
    """Of the nearest passage."""
    maxsim: float = 0.0
    coverage: float = 0.0
    """Share of the query's words, weighted by rarity, that the text has."""
    unknown: float = 0.0
    """Share of the query's words that nothing in memory has."""
    unknown_cosine: float = 0.0
    """Both together: a word that nothing has matters less where the meaning is near."""
    outstanding: float = 0.0
    """How far the cosine is over those of the other candidates, in their standard deviations."""
    outstanding_first: float = 0.0
    """The same over the place in the list."""
    missing_names: float = 0.0
    """Capitalised words of the query, two at most, that the text and its speaker lack."""
    other_speaker: float = 0.0
    """The query names a speaker, and somebody else said it."""
    behind: float = 0.0
    """How far the score is behind the best."""
    first: float = 0.0
    """One over the place in the list."""
    no_time: float = 0.0
    """The query asks when, and the text has no word of time."""
    no_number: float = 0.0
    """The query asks how many, and the text has no number."""
    asks: float = 0.0
    """The text is a question itself."""


WITH_VECTOR = Model(
    constant=-3.60,
    cosine=-0.834,
    maxsim=2.665,
    coverage=-0.356,
    unknown=-2.466,
    unknown_cosine=5.538,
    outstanding=0.235,
    outstanding_first=0.213,
    missing_names=-0.531,
    other_speaker=-2.421,
    behind=-0.881,
    first=1.439,
    no_time=-0.646,
    no_number=-0.802,
    asks=-0.443,
)
BY_WORDS = Model(
    constant=-3.56,
    coverage=2.346,
    unknown=-0.237,
    missing_names=-0.630,
    other_speaker=-2.723,
    behind=-0.479,
    first=2.483,
    no_time=-1.345,
    no_number=-1.062,
    asks=-0.992,
)


class Placed(NamedTuple):
    """A result: its candidate and its score."""

    candidate: Candidate
    score: float


class Sought(NamedTuple):
    """What the query asks for."""

    words: tuple[tuple[str, float], ...]
    """The beginning of each word, and its share of their rarity."""
    unknown: float
    names: tuple[str, ...]
    speakers: frozenset[str]
    """The names, and their first names."""
    when: bool
    number: bool


def sought(question: Question, plan: Sequence[Term], documents: int) -> Sought:
    """Reads the query. `plan`: the terms that memory has; `documents`: how many it has."""
    found: dict[str, float] = {}
    for term in plan:
        found[term.word] = max(found.get(term.word, 0.0), term.weight)
    rarest = idf(documents, 0)
    weights: dict[str, float] = {}
    missing = 0.0
    for word in query_words(question.text):
        if word.stop:
            continue
        name = word.variants[0] if word.variants else word.prefix
        weight = found.get(name)
        if weight is None:
            missing += rarest
        weights[_beginning(word.folded or name)] = rarest if weight is None else weight
    total = sum(weights.values()) or 1.0
    spoken = [token for token in _TOKEN.findall(question.text)[1:] if len(token) > 1 and token[0].isupper()]
    return Sought(
        tuple((word, weight / total) for word, weight in weights.items()),
        min(1.0, missing / total),
        tuple({fold_word(token) for token in spoken}),
        question.speakers | {name.partition(" ")[0] for name in question.speakers},
        asks_when(question.text),
        _NUMBER_ASKED.search(question.text) is not None,
    )


def _beginning(word: str) -> str:
    """What its other forms have, too: `deploys`, `deployed`."""
    return word[: max(3, len(word) - 2)] if len(word) > 4 else word


def confidences(
    asked: Sought, results: Sequence[Placed], candidates: Sequence[Candidate]
) -> list[tuple[float, Mapping[str, float]]]:
    """Of each result, best first, how likely it answers, and what that was told by.

    `candidates`: all that the results were chosen from, the background that an answer stands out from.
    """
    background, spread = _background(candidates)
    best = max((one.score for one in results), default=0.0)
    found: list[tuple[float, Mapping[str, float]]] = []
    for place, one in enumerate(results, start=1):
        told = _told(asked, one, best, 1.0 / place)
        cosine = one.candidate.cosine
        if cosine is not None:
            outstanding = (cosine - background) / spread
            told |= {
                "cosine": cosine,
                "maxsim": one.candidate.maxsim or 0.0,
                "unknown_cosine": asked.unknown * cosine,
                "outstanding": outstanding,
                "outstanding_first": outstanding / place,
            }
        found.append((_likely(BY_WORDS if cosine is None else WITH_VECTOR, told), told))
    return found


def _background(candidates: Sequence[Candidate]) -> tuple[float, float]:
    cosines = sorted([one.cosine for one in candidates if one.cosine is not None], reverse=True)
    if not cosines:
        return 0.0, _FEW_SPREAD
    if len(cosines) <= _FEW:
        return fmean(cosines), _FEW_SPREAD
    rest = cosines[_NEAREST:]
    mean = fmean(rest)  # statistics.pstdev sums fractions, which took longer than all else here
    return mean, sqrt(fmean([(one - mean) ** 2 for one in rest])) + _SPREAD


def _told(asked: Sought, one: Placed, best: float, first: float) -> dict[str, float]:
    text = one.candidate.text[:_READ]
    plain = text.lower() if text.isascii() else text.casefold()
    who = fold(one.candidate.who) if one.candidate.who else ""
    there = plain if not who else f"{who} {plain}"
    coverage = sum([share for word, share in asked.words if word in there])
    is_other = bool(asked.speakers and who) and all(name not in who for name in asked.speakers)
    return {
        "coverage": coverage,
        "unknown": asked.unknown,
        "missing_names": float(min(2, sum([name not in there for name in asked.names]))),
        "other_speaker": float(is_other),
        "behind": best - one.score,
        "first": first,
        "no_time": float(asked.when and not one.candidate.time_words.tells_time),
        "no_number": float(asked.number and _NUMBER.search(text) is None),
        "asks": float(text.rstrip().endswith(("?", "？"))),
    }


def _likely(model: Model, told: Mapping[str, float]) -> float:
    odds = model.constant
    for name, value in told.items():
        odds += getattr(model, name) * value
    return 1.0 / (1.0 + exp(-max(-30.0, min(30.0, odds))))


def answering(confident: Sequence[float]) -> list[int]:
    """The places of the results that are likely to answer; none when the best of them is not."""
    best = max(confident, default=0.0)
    if best < LEAST:
        return []
    least = max(LEAST, SHARE * best)
    return [place for place, value in enumerate(confident) if value >= least]
