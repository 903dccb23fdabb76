"""How likely each result answers the question, from 0 to 1, and where a list of results stops answering. Pure.

A score orders the results of one question; it does not say whether any of them answers it. Two small logistic models
do, one for results with a vector and one for those without. `python -m tests.bench.confidence --fit` prints their
weights, made on collections of every shape, and measures them on collections that were left out. Where there are
vectors, the list as a whole tells more (memoryd.recall.ranking.known), and more still where it was read again
(memoryd.recall.ranking.answered).
"""

from __future__ import annotations

import re
from collections import ChainMap
from collections.abc import Callable, Mapping, Sequence
from math import sqrt
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from memoryd.recall.lexical.bm25 import Term, idf
from memoryd.recall.lexical.tokens import fold_word, query_words
from memoryd.recall.ranking import known
from memoryd.recall.ranking.answered import answered, features
from memoryd.recall.ranking.fusion import Candidate, Question
from memoryd.text.dates import asks_when
from memoryd.types import fold

if TYPE_CHECKING:
    from memoryd.recall.vectors.alignment import Aligned

LEAST = 0.1
"""Confidence of the first result below which nothing is known, where there are no vectors to tell it."""
NOTHING = -1.5
"""Log odds of anything being known below which nothing is. Of answerable questions .05 are below it, of others with
results .51 in stores of 35 beliefs and .61 in conversations, each writer and conversation left out of the fitting
(`python -m tests.bench.answered`); by the scores alone .17 and .59."""
SHARE = 0.4
"""Of the first result's confidence, below which a further one does not answer."""

TOGETHER = 10
"""Results that tell together whether anything is known."""
_READ = 3_000
"""Characters of a text that are compared with the query's words."""
_NEAREST = 3
"""Of the cosines, how many are not of the background that an answer stands out from."""
_SPREAD = 0.03
"""Least spread of the background: that of a handful of documents is often nothing."""
_FEW, _FEW_SPREAD = 6, 0.1
"""Documents that are too few to tell by them what is rare, or what being the first means; and their spread."""
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
    """One over the place in the list; less where there are few documents, of which one is always the first."""
    no_time: float = 0.0
    """The query asks when, and the text has no word of time."""
    no_number: float = 0.0
    """The query asks how many, and the text has no number."""
    asks: float = 0.0
    """The text is a question itself."""


WITH_VECTOR = Model(
    constant=-2.35,
    cosine=0.468,
    maxsim=0.571,
    coverage=0.028,
    unknown=-1.917,
    unknown_cosine=5.448,
    outstanding=0.238,
    outstanding_first=0.076,
    missing_names=-0.740,
    other_speaker=-2.497,
    behind=-1.501,
    first=0.412,
    no_time=-0.430,
    no_number=-1.564,
    asks=-0.409,
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


def _weights_of(model: Model) -> dict[str, float]:
    """By name; what weighs nothing is left out."""
    return {name: weight for name in model.__struct_fields__[1:] if (weight := getattr(model, name))}


_OF_VECTOR, _OF_WORDS = _weights_of(WITH_VECTOR), _weights_of(BY_WORDS)


class Judged(msgspec.Struct, frozen=True):
    """How both log odds make one."""

    constant: float
    own: float
    """Of the result by itself."""
    known: float
    """That anything is known (memoryd.recall.ranking.known)."""
    sure: float
    """Of what of `own` is over even odds: what looks sure by itself is less so."""

    def odds(self, own: float, known: float) -> float:
        """The log odds that it answers."""
        return self.constant + self.own * own + self.known * known + self.sure * max(0.0, own)


class Together(NamedTuple):
    """What the list as a whole tells."""

    known: known.KnownModel
    judged: Judged


STATED = Together(known.STATED, Judged(constant=0.038, own=1.087, known=0.014, sure=-0.396))
SAID = Together(known.SAID, Judged(constant=0.067, own=1.296, known=0.236, sure=-0.179))
"""Where most results are messages."""


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
    documents: int
    query: str


def sought(question: Question, plan: Sequence[Term], documents: int) -> Sought:
    """Reads the query. `plan`: the terms that memory has; `documents`: how many it has."""
    found: dict[str, float] = {}
    for term in plan:
        found[term.word] = max(found.get(term.word, 0.0), term.weight)
    rarest = idf(documents, 0)
    alike = rarest * max(0.0, 1.0 - documents / _FEW)  # of a few documents, rarity tells little
    weights: dict[str, float] = {}
    missing = 0.0
    for word in query_words(question.text):
        if word.stop:
            continue
        name = word.variants[0] if word.variants else word.prefix
        weight = found.get(name)
        if weight is None:
            missing += rarest + alike
        weights[_beginning(word.folded or name)] = alike + (rarest if weight is None else weight)
    total = sum(weights.values()) or 1.0
    spoken = [token for token in _TOKEN.findall(question.text)[1:] if len(token) > 1 and token[0].isupper()]
    return Sought(
        tuple((word, weight / total) for word, weight in weights.items()),
        min(1.0, missing / total),
        tuple({fold_word(token) for token in spoken}),
        question.speakers | {name.partition(" ")[0] for name in question.speakers},
        asks_when(question.text),
        _NUMBER_ASKED.search(question.text) is not None,
        documents,
        question.text,
    )


def _beginning(word: str) -> str:
    """What its other forms have, too: `deploys`, `deployed`."""
    return word[: max(3, len(word) - 2)] if len(word) > 4 else word


def confidences(
    asked: Sought,
    results: Sequence[Placed],
    candidates: Sequence[Candidate],
    heads: Sequence[Placed] = (),
    read: Callable[[Sequence[Candidate]], Sequence[Aligned] | None] | None = None,
) -> list[tuple[float, Mapping[str, float]]]:
    """Of each result, best first, how likely it answers, and what that was told by.

    `candidates`: all that the results were chosen from, the background that an answer stands out from; `heads`: the
    best results when fewer were asked for, which tell whether anything is known; `read`: how each of these meets the
    query's words, where that is known, which tells more.
    """  # fmt: skip
    found = alone(asked, results, candidates)
    if not results or any(one.candidate.cosine is None for one in results):
        return [*found]
    best = heads if len(heads) > len(results) else results
    first = alone(asked, best, candidates) if best is heads else found
    signs = [_sign(*told, one.score) for told, one in zip(first[:TOGETHER], best[:TOGETHER], strict=True)]
    about = known.told(len(asked.words), signs)
    model, weights = _together(best)
    odds = known.odds_of(model, about)
    together = {f"known:{name}": value for name, value in about.items()}
    silence = odds
    aligned = None if read is None else read([one.candidate for one in best[:TOGETHER]])
    if aligned is not None:
        rows = [
            {**told, "own": known.logit(likely), "score": one.score}
            for (likely, told), one in zip(first[:TOGETHER], best, strict=False)
        ]
        texts = [one.candidate.text for one in best[:TOGETHER]]
        cosines = [one.cosine for one in candidates if one.cosine is not None]
        values = features(asked.query, len(asked.words), texts, rows, aligned, cosines)
        silence = answered(values, said=_are_mostly_messages(best))
    judged: list[tuple[float, Mapping[str, float]]] = []
    for likely, told in found:
        own = known.logit(likely)
        again = known.logistic(weights.odds(own, odds))
        judged.append((again, ChainMap(told, {"own": own, "known": silence}, together)))
    return judged


def alone(
    asked: Sought, results: Sequence[Placed], candidates: Sequence[Candidate]
) -> list[tuple[float, dict[str, float]]]:
    """Of each result by itself, best first, how likely it answers, and what that was told by."""
    cosines = sorted([one.cosine for one in candidates if one.cosine is not None], reverse=True)
    background, spread = _background(cosines)
    mean, wide = known.background(cosines)
    best = max((one.score for one in results), default=0.0)
    chosen = min(1.0, asked.documents / _FEW)
    found: list[tuple[float, dict[str, float]]] = []
    for place, one in enumerate(results, start=1):
        told = _told(asked, one, best, chosen / place)
        cosine = one.candidate.cosine
        if cosine is not None:
            outstanding = (cosine - background) / spread
            told |= {
                "cosine": cosine,
                "maxsim": one.candidate.maxsim or 0.0,
                "unknown_cosine": asked.unknown * cosine,
                "outstanding": outstanding,
                "outstanding_first": outstanding / place,
                "words": one.candidate.plain,
                "rest": one.candidate.rest,
                "over": (cosine - mean) / wide,
            }
        model, weights = (BY_WORDS, _OF_WORDS) if cosine is None else (WITH_VECTOR, _OF_VECTOR)
        likely = known.logistic(model.constant + sum([weights[name] * told[name] for name in told if name in weights]))
        found.append((likely, told))
    return found


def _together(results: Sequence[Placed]) -> Together:
    return SAID if _are_mostly_messages(results) else STATED


def _are_mostly_messages(results: Sequence[Placed]) -> bool:
    return sum([one.candidate.role is not None for one in results]) * 2 > len(results)


def _sign(likely: float, told: Mapping[str, float], score: float) -> known.Sign:
    return known.Sign(
        cosine=told.get("cosine", 0.0),
        words=told.get("words", 0.0),
        rest=told.get("rest", 0.0),
        outstanding=told.get("over", 0.0),
        odds=known.logit(likely),
        share=told["share"],
        missing_names=told["missing_names"],
        other_speaker=told["other_speaker"],
        score=score,
    )


def _background(cosines: Sequence[float]) -> tuple[float, float]:
    """Mean and spread of the cosines, the largest first."""
    if not cosines:
        return 0.0, _FEW_SPREAD
    if len(cosines) <= _FEW:
        return sum(cosines) / len(cosines), _FEW_SPREAD
    rest = cosines[_NEAREST:]
    mean = sum(rest) / len(rest)
    return mean, sqrt(sum([(one - mean) ** 2 for one in rest]) / len(rest)) + _SPREAD


def _told(asked: Sought, one: Placed, best: float, first: float) -> dict[str, float]:
    text = one.candidate.text[:_READ]
    plain = text.lower() if text.isascii() else text.casefold()
    who = fold(one.candidate.who) if one.candidate.who else ""
    there = plain if not who else f"{who} {plain}"
    has = [word in there for word, _ in asked.words]
    is_other = bool(asked.speakers and who) and all(name not in who for name in asked.speakers)
    return {
        "coverage": sum([share for (_, share), is_there in zip(asked.words, has, strict=True) if is_there]),
        "share": sum(has) / (len(has) or 1),
        "unknown": asked.unknown,
        "missing_names": float(min(2, sum([name not in there for name in asked.names]))),
        "other_speaker": float(is_other),
        "behind": best - one.score,
        "first": first,
        "no_time": float(asked.when and not one.candidate.time_words.tells_time),
        "no_number": float(asked.number and _NUMBER.search(text) is None),
        "asks": float(text.rstrip().endswith(("?", "？"))),
    }


def answering(confident: Sequence[float], known: float | None = None) -> list[int]:
    """The places of the results that are likely to answer; none when nothing is known.

    `known`: the log odds that anything is; None where there are no vectors.
    """
    best = max(confident, default=0.0)
    if known is None and best < LEAST:
        return []
    if known is not None and known < NOTHING:
        return []
    least = SHARE * best if known is not None else max(LEAST, SHARE * best)
    return [place for place, value in enumerate(confident) if value >= least]
