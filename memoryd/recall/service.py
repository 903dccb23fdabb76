"""Recall as the API asks for it: candidates of every list, scored by one function over one table of weights."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Protocol

from memoryd.recall.late import DEEPER, LateBoost, lifted, may_be_lifted
from memoryd.recall.query import Hit, LexicalQuery
from memoryd.recall.weights import FUSION, FusionWeights
from memoryd.types import Document


class Searches(Protocol):
    """What recall asks of an index."""

    def search(self, query: LexicalQuery) -> list[Hit]: ...

    def document(self, key: str) -> Document | None: ...


@dataclass(frozen=True, slots=True)
class Found:
    """A memory that was recalled: its score, and what each part added to it."""

    document: Document
    score: float
    why: dict[str, float] = field(default_factory=dict)
    lexical: float = 0.0
    """BM25 as the index gave it; 0 when no word matched."""


class Recall:
    """Searches every list and puts their candidates into one order."""

    def __init__(self, index: Searches, weights: FusionWeights = FUSION) -> None:
        self._index = index
        self._weights = weights
        self.late_boost: LateBoost | None = None
        """What contexts get on top, by their tier (rule 19)."""

    def search(self, query: LexicalQuery) -> list[Found]:
        """The best `query.limit` memories, best first; [] when nothing matches."""
        boost = self.late_boost if may_be_lifted(query) else None
        depth = query.limit if boost is None else max(query.limit, DEEPER)
        found = fuse({"lexical": self._index.search(replace(query, limit=depth))}, self._weights)
        return (found if boost is None else lifted(found, boost))[: query.limit]

    def document(self, key: str) -> Document | None:
        """The memory of a key, as results show it."""
        return self._index.document(key)

    def explain_absent(self, query: LexicalQuery, key: str) -> dict[str, float] | None:
        """The parts of the score that the memory `key` has for the query, filters aside; None when no word matches."""
        alone = LexicalQuery(text=query.text, limit=1, keys=frozenset({key}), explain=True)
        hits = self._index.search(alone)
        return dict(hits[0].parts) if hits else None


def fuse(lists: Mapping[str, Iterable[Hit]], weights: FusionWeights) -> list[Found]:
    """One order of several lists: the weighted sum of each list's score over its best one."""
    scores: dict[str, dict[str, float]] = {}
    documents: dict[str, Document] = {}
    lexical: dict[str, float] = {}
    for name, hits in lists.items():
        ranked = list(hits)
        best = max((hit.score for hit in ranked), default=0.0)
        weight = float(getattr(weights, name))
        for hit in ranked:
            key = hit.document.key
            documents.setdefault(key, hit.document)
            parts = scores.setdefault(key, {})
            parts[name] = weight * hit.score / best if best > 0 else 0.0
            if name == "lexical":
                lexical[key] = hit.score
                parts.update({f"word:{word}": share for word, share in hit.parts.items()})
    found = [Found(documents[key], _total(parts), parts, lexical.get(key, 0.0)) for key, parts in scores.items()]
    found.sort(key=lambda one: (-one.score, -one.document.created, one.document.key))
    return found


def _total(parts: Mapping[str, float]) -> float:
    # Words say what the lexical part is made of; they are not added a second time.
    return sum(share for name, share in parts.items() if not name.startswith("word:"))
