"""BM25 as tantivy computes it, for documents that are not on disk yet and for explaining a score."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from memoryd.recall.lexical.prepared_terms import indexed
from memoryd.recall.query import Hit, LexicalQuery
from memoryd.types import Document

K1 = 1.2
B = 0.75
MAX_SATURATION = K1 + 1


class Term(NamedTuple):
    """One term of a planned query: `weight` is its idf times the worth of its similarity to the query's word."""

    text: str
    weight: float
    boost: float
    """`weight` divided by the idf that tantivy gives to the term."""
    word: str
    """The query's word that it stands for."""


def idf(documents: int, frequency: int) -> float:
    """The weight of a term that `frequency` of `documents` have."""
    documents = max(documents, frequency)
    return math.log(1 + (documents - frequency + 0.5) / (frequency + 0.5))


def saturation(count: int, length: int, average: float) -> float:
    """The share of a term that occurs `count` times in a text of `length` terms, 0 to K1 + 1."""
    return (K1 + 1) * count / (count + K1 * (1 - B + B * length / average))


def shares(plan: Sequence[Term], counts: Mapping[str, int], length: int, average: float) -> dict[str, float]:
    """The share of each of the query's words in a document's score."""
    found: dict[str, float] = {}
    for term in plan:
        count = counts.get(term.text, 0)
        if count:
            share = term.weight * saturation(count, length, average)
            found[term.word] = found.get(term.word, 0.0) + share
    return found


def explained(found: list[Hit], plan: list[Term], average: float, query: LexicalQuery) -> list[Hit]:
    """The hits, if asked for with the share of each word."""
    if not query.explain:
        return found
    return [replace(one, parts=_parts(plan, one.document, average)) if one.score else one for one in found]


def _parts(plan: list[Term], document: Document, average: float) -> dict[str, float]:
    terms = indexed(document, len(document.text)).terms
    return shares(plan, Counter(terms), len(terms), average)
