"""What a query names and only another memory explains: "the country of birth of the author of X".

The first search finds who wrote X. What that text names besides leads to further texts, and a trail of texts is worth
what its texts cover of the query's words together. Its end is what was asked for.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from memoryd.recall.lexical.tokens import terms_of
from memoryd.recall.query import Hit
from memoryd.recall.ranking.fusion import Ranked
from memoryd.recall.ranking.present import may_overrule
from memoryd.text.statements import Statements, statements_of
from memoryd.text.stopwords import STOP_WORDS

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from memoryd.recall.vectors.serving import Cover

PART = "hop"
"""What `why` calls the score of the end of a trail."""
_HOPS = 2
_TRAILS = 4
"""Followed further after each search."""
WIDTH = 12
"""Documents taken of each further search."""
_LIFTED = 6
"""Ends of trails that are lifted: most of the results stay those of the query itself."""
_ANSWERED = 0.78
"""Covered by one text: then it answers. Of FactConsolidation's questions on several statements .97 have less, of those
on one statement that look nested .10."""
_GAIN = 0.02
"""Of the query, covered by a further text."""
_WORTH = 0.03
"""Of each further text, since the outermost relation of a query is often put in words that no text has."""
_LINKED = 0.5
"""Of what is new in a text, by rarity, what the next one has of it."""
_NESTED = re.compile(
    r"(?<=\w{2})(?:['’]s\b|\s(?:of|who|that|which|where|whose|whom|by|from|with|von|des|dessen|deren|wo)\b)", re.I
)
_WORD = re.compile(r"[^\W_][\w'’.-]*")

Positions = Sequence[int]
SearchMore = Callable[[str], tuple[list[int], Mapping[str, float]]]
"""Positions of hits for these words, best first, and the weights of the terms."""


TermsOf = Callable[[str], frozenset[str]]
"""The terms of a text, each read once a query."""


class _Trail(NamedTuple):
    positions: tuple[int, ...]
    covered: NDArray[np.float32] | None
    """Of each word of the query; None of the first text, until it is asked for."""
    link: float
    score: float


def is_nested(query: str) -> bool:
    """Whether it may describe something by something else."""
    return _NESTED.search(query) is not None


def follow(
    query: str,
    order: Sequence[Ranked],
    hits: Sequence[Hit],
    best: float,
    more: SearchMore,
    cover: Callable[[Positions], Cover | None],
) -> list[Ranked]:
    """The order with the ends of the best trails lifted; as it was where one text answers, or none leads on.

    `best`: what the best of the texts covers of the query.
    """
    before, stated = list(order), dict[int, Statements]()
    if best >= _ANSWERED:
        return before
    firsts = sorted(before, key=lambda one: one.part("context") - one.score)  # a trail begins at what a text says
    heads = [one.position for one in firsts[:_TRAILS] if _read(one.position, hits, stated).of]
    trails = [_Trail((at,), None, 1.0, 0.0) for at in _valid(heads, hits, stated)]
    terms = cache(_terms)
    ends: dict[int, float] = {}
    for _ in range(_HOPS):
        trails = _further(trails[:_TRAILS], terms(query), hits, stated, terms, more, cover)
        for one in trails:
            ends[one.positions[-1]] = max(one.score, ends.get(one.positions[-1], 0.0))
    return _lifted(before, ends, best)


def _further(
    trails: Sequence[_Trail],
    known: frozenset[str],
    hits: Sequence[Hit],
    stated: dict[int, Statements],
    terms_in: TermsOf,
    more: SearchMore,
    cover: Callable[[Positions], Cover | None],
) -> list[_Trail]:
    """Each trail with each text that it leads to, best first."""
    import numpy as np

    news = [_new_words(one, known, hits, terms_in) for one in trails]
    words = " ".join(dict.fromkeys(word for each in news for word in each))
    if not words:
        return []
    found, weights = more(words)
    found = _valid([at for at in found if _read(at, hits, stated).of], hits, stated)
    covers = cover([*found, *(one.positions[0] for one in trails if one.covered is None)]) if found else None
    if covers is None:
        return []
    keys = {at: hits[at].document.key for at in found}
    terms = {at: terms_in(hits[at].document.text) for at in found}
    further: list[_Trail] = []
    for trail, new in zip(trails, news, strict=True):
        leads = {term: weights.get(term, 0.0) for word in new for term in terms_in(word)}
        least = _LINKED * sum(leads.values())
        already = trail.covered if trail.covered is not None else covers.of.get(hits[trail.positions[0]].document.key)
        if already is None or not least:
            continue
        was = float(covers.weights @ already)
        for at in found:
            led = sum(leads[term] for term in terms[at] & leads.keys())
            if led < least or at in trail.positions or keys[at] not in covers.of:
                continue
            together = np.maximum(already, covers.of[keys[at]])
            now, link = float(covers.weights @ together), trail.link * led * _LINKED / least
            if now - was > _GAIN:
                score = now * link**0.5 + _WORTH * len(trail.positions)
                further.append(_Trail((*trail.positions, at), together, link, score))
    return sorted(further, key=lambda one: -one.score)


def _read(at: int, hits: Sequence[Hit], stated: dict[int, Statements]) -> Statements:
    found = stated.get(at)
    if found is None:
        found = stated[at] = statements_of(hits[at].document.text)
    return found


def _terms(text: str) -> frozenset[str]:
    return frozenset(terms_of(text))


def _valid(found: Positions, hits: Sequence[Hit], stated: Mapping[int, Statements]) -> list[int]:
    """Without those that others among them overrule: a trail goes by what holds now (rule 23)."""
    changes = [at for at in found if stated[at].is_change]
    of: dict[str, list[int]] = {}
    for at in found:
        for thing in stated[at].of:
            of.setdefault(thing, []).append(at)
    valid = []
    for old in found:
        rivals = dict.fromkeys([*changes, *(at for thing in stated[old].of for at in of[thing])])
        if not any(may_overrule(hits, stated, old, new) for new in rivals):
            valid.append(old)
    return valid


def _new_words(trail: _Trail, known: frozenset[str], hits: Sequence[Hit], terms_in: TermsOf) -> list[str]:
    """The words of the trail's last text that neither the query nor the texts before it have."""
    *earlier, last = (hits[at].document.text for at in trail.positions)
    old = known.union(*(terms_in(text) for text in earlier))
    words = dict.fromkeys(_WORD.findall(last))
    return [word for word in words if word.casefold() not in STOP_WORDS and old.isdisjoint(terms_in(word))]


def _lifted(order: list[Ranked], ends: Mapping[int, float], best: float) -> list[Ranked]:
    if not ends:
        return order
    top = order[0].score
    columns = {one.position: one for one in order}
    lifted = {}
    for at in sorted(ends, key=lambda at: -ends[at])[:_LIFTED]:
        was = columns.get(at) or Ranked(at, 0.0, {})
        score = top + ends[at] - best
        if score > was.score:
            lifted[at] = Ranked(at, score, was.columns, {**was.more, PART: score - was.score}, was.also)
    rest = [one for one in order if one.position not in lifted]
    return sorted([*lifted.values(), *rest], key=lambda one: -one.score)
