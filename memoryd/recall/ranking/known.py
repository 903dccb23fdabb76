"""Whether memory knows anything that answers a query, as its whole list of results tells. Pure.

What each result looks like by itself cannot tell it: where memory is small, one of its texts is always the nearest. So
nothing here is compared with the memory's own statistics alone: words are weighed by how rare they are anywhere, and
the cosines of a few documents are taken together with those that unrelated texts have.
`python -m tests.bench.confidence --fit` prints the table.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp, log, log1p, sqrt
from typing import NamedTuple

import msgspec

_UNRELATED, _SPREAD = 0.1, 0.1
"""The cosine of unrelated texts, and its spread."""
_AS_MANY = 4
"""Documents that these count as much as."""
_NEAREST = 3
"""Of the cosines, how many are not of the background that an answer stands out from."""
_NARROW = 0.03


class Sign(NamedTuple):
    """What one result says of whether anything is known."""

    cosine: float
    words: float
    """MaxSim, each word by its rarity anywhere."""
    rest: float
    """The same of the words that the result does not have itself: of "the tribe of Najib" without Najib."""
    outstanding: float
    """How far the cosine is over the background, in its standard deviations."""
    odds: float
    """The log odds that it answers, judged by itself."""
    share: float
    """Of the query's words, those that it has."""
    missing_names: float
    other_speaker: float
    score: float = 0.0


_FOREIGN = Sign(_UNRELATED, 0.25, 0.2, 0.0, -4.0, 0.0, 0.0, 0.0)
"""What the fourth result looks like where memory has more: it stands for those that a memory of one or two lacks."""


class KnownModel(msgspec.Struct, frozen=True):
    """The weights; the log odds are their sum with what they weigh."""

    constant: float = 0.0
    best_cosine: float = 0.0
    mean_cosine: float = 0.0
    """Of the three best, as with the others."""
    best_words: float = 0.0
    mean_words: float = 0.0
    best_rest: float = 0.0
    mean_rest: float = 0.0
    best_outstanding: float = 0.0
    mean_outstanding: float = 0.0
    best_odds: float = 0.0
    mean_odds: float = 0.0
    best_share: float = 0.0
    mean_share: float = 0.0
    nearest_share: float = 0.0
    """Of the result with the highest cosine."""
    nearest_rest: float = 0.0
    nearest_odds: float = 0.0
    nearest_missing_names: float = 0.0
    nearest_other_speaker: float = 0.0
    first_missing_names: float = 0.0
    first_other_speaker: float = 0.0
    first_score: float = 0.0
    own_cosine: float = 0.0
    """Where the query names who said it: of the best that they said, over the best that somebody else did."""
    own_words: float = 0.0
    length: float = 0.0
    """Logarithm of how many words the query has, without function words."""


STATED = KnownModel(
    constant=1.394,
    best_cosine=4.203,
    mean_cosine=-0.251,
    best_words=-0.898,
    mean_words=-4.980,
    best_rest=3.260,
    mean_rest=0.372,
    best_outstanding=0.199,
    mean_outstanding=-1.018,
    best_odds=0.428,
    mean_odds=1.279,
    best_share=0.743,
    mean_share=1.141,
    nearest_share=-1.058,
    nearest_rest=2.501,
    nearest_odds=0.004,
    nearest_missing_names=0.614,
    nearest_other_speaker=0.402,
    first_missing_names=-0.408,
    first_other_speaker=-1.497,
    length=0.898,
)
"""Of statements, fitted with the stores of three writers. Fitted with five it tells less of the sixth's (AUROC .68;
this one .74 of three others') and more of facts: writers ask for what is known in other words than it has, and for
what is not in words that it has. Fitted with nothing but stores it tells .84 of three other writers', and .45 of facts:
that is how such questions are written, their length alone tells .71, and nothing that a reader of texts would see."""

SAID = KnownModel(
    constant=-9.119,
    best_cosine=0.666,
    mean_cosine=-0.653,
    best_words=4.305,
    mean_words=-0.827,
    best_rest=-1.183,
    mean_rest=2.450,
    best_outstanding=0.520,
    mean_outstanding=-0.293,
    best_odds=-0.095,
    mean_odds=1.019,
    best_share=-0.257,
    mean_share=-0.195,
    nearest_share=0.180,
    nearest_rest=0.537,
    nearest_odds=-0.451,
    nearest_missing_names=-0.404,
    nearest_other_speaker=-1.328,
    first_missing_names=0.066,
    first_other_speaker=-2.402,
    first_score=2.639,
    own_cosine=-4.073,
    own_words=3.888,
    length=0.412,
)
"""Of messages. What is asked about them is told by who said it and, in the first's score, by the texts around it: of
LoCoMo's adversarial questions the odds tell .81 (AUROC, each conversation left out), those of STATED .74."""


def background(cosines: Sequence[float]) -> tuple[float, float]:
    """Mean and spread of the cosines that an answer stands out from; those of few documents are hardly a sample.

    `cosines`: the largest first.
    """
    rest = cosines[_NEAREST:]
    count = len(rest) + _AS_MANY
    mean = (sum(rest) + _AS_MANY * _UNRELATED) / count
    spread = sqrt((sum([(one - mean) ** 2 for one in rest]) + _AS_MANY * _SPREAD**2) / count)
    return mean, spread + _NARROW


def told(words: int, signs: Sequence[Sign]) -> Mapping[str, float]:
    """What KnownModel weighs, by name. `words`: how many the query has; `signs`: of one or more results."""
    found: dict[str, float] = {}
    for name in ("cosine", "words", "rest", "outstanding", "odds", "share"):
        values = sorted([getattr(one, name) for one in signs], reverse=True)
        head = (values + [getattr(_FOREIGN, name)] * _NEAREST)[:_NEAREST]
        found[f"best_{name}"], found[f"mean_{name}"] = values[0], sum(head) / len(head)
    nearest = max(signs, key=lambda one: one.cosine)
    others = [one for one in signs if one.other_speaker]
    own = [one for one in signs if not one.other_speaker] if others else []
    for name in ("cosine", "words"):
        found[f"own_{name}"] = _best(own, name) - _best(others, name)
    return found | {
        "nearest_share": nearest.share,
        "nearest_rest": nearest.rest,
        "nearest_odds": nearest.odds,
        "nearest_missing_names": nearest.missing_names,
        "nearest_other_speaker": nearest.other_speaker,
        "first_missing_names": signs[0].missing_names,
        "first_other_speaker": signs[0].other_speaker,
        "first_score": signs[0].score,
        "length": log1p(words),
    }


def _best(signs: Sequence[Sign], name: str) -> float:
    return max([getattr(one, name) for one in signs], default=0.0)


def odds_of(model: KnownModel, features: Mapping[str, float]) -> float:
    """The log odds that anything is known."""
    weighted: list[float] = [getattr(model, name) * value for name, value in features.items()]
    return model.constant + sum(weighted)


def logit(likely: float) -> float:
    """The log odds of a probability between 0 and 1."""
    kept = min(1.0 - 1e-6, max(1e-6, likely))
    return log(kept / (1.0 - kept))


def logistic(odds: float) -> float:
    """The probability of these log odds."""
    return 1.0 / (1.0 + exp(-max(-30.0, min(30.0, odds))))
