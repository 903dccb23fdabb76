"""Recall as the API asks for it: candidates of every list, put into one order over one table of weights."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, tzinfo
from typing import TYPE_CHECKING, Literal

import msgspec
from msgspec.structs import replace

from memoryd.recall.query import Found, LexicalQuery, failing
from memoryd.recall.ranking.candidates import Gathered, Gatherer, Searches
from memoryd.recall.ranking.fusion import MIN_SIMILARITY, WEIGHTS, Question, Ranked, Weights, fuse
from memoryd.recall.ranking.late import DEEPER, LateBoost, lifted, may_be_lifted
from memoryd.times import local_date
from memoryd.types import Document

if TYPE_CHECKING:
    from memoryd.recall.vectors.semantic import Semantic


_OUTSTANDING = 2.0
"""Costs nothing on any shape: there it happens for 19 of 1,555 questions."""

Reason = Literal["unknown", "filtered", "unlike", "no_candidate", "ranked_below", "present"]


class Absence(msgspec.Struct, frozen=True):
    """Why a memory did not come: the reason and what is known of it."""

    reason: Reason
    filters: list[str] = msgspec.field(default_factory=list)
    """The filters that it does not pass."""
    lexical: float = 0.0
    similarity: float | None = None
    min_similarity: float = 0.0
    rank: int | None = None
    score: float | None = None
    last_score: float | None = None
    """Of the last result that came; None when fewer came than were asked for."""
    parts: dict[str, float] = msgspec.field(default_factory=dict)


class Recall:
    """Searches every list and puts their candidates into one order."""

    def __init__(self, index: Searches, semantic: Semantic | None = None, zone: tzinfo = UTC) -> None:
        self._index = index
        self._gatherer = Gatherer(index, semantic)
        self._zone = zone
        self._weights = WEIGHTS
        self._min_similarity = MIN_SIMILARITY
        self.late_boost: LateBoost | None = None
        """What contexts get on top, by their tier (rule 19)."""

    def reconfigure(self, weights: Mapping[str, float], min_similarity: float, zone: tzinfo) -> None:
        """Use other numbers from now on; `weights` stand over the built-in ones. Raises TypeError for no such part."""
        self._weights = replace(WEIGHTS, **weights)
        self._min_similarity = min_similarity
        self._zone = zone

    @property
    def weights(self) -> Weights:
        """The table in use."""
        return self._weights

    def close(self) -> None:
        """End its threads."""
        self._gatherer.close()

    def search(self, query: LexicalQuery) -> list[Found]:
        """The best `query.limit` memories, best first; [] when nothing matches."""
        if query.limit <= 0:
            return []
        with self._index.courtesy.question():
            return self._search(query)

    def _search(self, query: LexicalQuery) -> list[Found]:
        boost = self.late_boost if may_be_lifted(query) else None
        depth = query.limit if boost is None else max(query.limit, DEEPER)
        gathered = self._gatherer.gather(query)
        order = self._ranked(query, gathered)
        found = self._lifted(order[:depth], gathered, query, boost, query.limit)
        return self._with_outstanding(found, order, gathered, query)

    def _lifted(
        self, near: list[Ranked], gathered: Gathered, query: LexicalQuery, boost: LateBoost | None, limit: int
    ) -> list[Found]:
        if boost is None or all(gathered.hits[one.position].document.kind != "context" for one in near):
            return [_found(gathered, ranked, query.explain) for ranked in near[:limit]]
        return lifted([_found(gathered, ranked, query.explain) for ranked in near], boost)[:limit]

    def _with_outstanding(
        self, found: list[Found], order: list[Ranked], gathered: Gathered, query: LexicalQuery
    ) -> list[Found]:
        """In the last place what has the query's words, when nothing that is found has half as much of them.

        A vector says little of a name, a number or another language than the model's.
        """
        if len(order) <= len(found) or query.limit < 2:
            return found
        best = max(order, key=lambda one: gathered.candidates[one.position].bm25)
        if gathered.candidates[best.position].bm25 <= _OUTSTANDING * max(one.lexical for one in found):
            return found
        return [*found[:-1], _found(gathered, best, query.explain)]

    def _ranked(
        self, query: LexicalQuery, gathered: Gathered, least: float | None = None, limit: int | None = None
    ) -> list[Ranked]:
        question = Question(query.text, local_date(query.now, self._zone), gathered.speakers, self._zone)
        least = self._min_similarity if least is None else least
        return fuse(question, gathered.candidates, self._weights, least, limit)

    def explain_absent(self, query: LexicalQuery, key: str) -> Absence:
        """Why the memory `key` is not among the best `query.limit`, in numbers."""
        document = self._index.document(key)
        if document is None:
            return Absence("unknown")
        filters = failing(query, document)
        if filters:
            return Absence("filtered", filters=filters)
        found = self.search(query)
        gathered = self._gatherer.gather(query, among=[key])
        candidate = next((one for one in gathered.candidates if one.key == key), None)
        if candidate is None:
            return Absence("unknown")
        place, score, parts = _place_of(key, found) or self._place_below(query, gathered, key) or (None, None, {})
        is_found = place is not None and place < len(found) and found[place].document.key == key
        absence = Absence(
            "unlike" if place is None else "present" if is_found else "ranked_below",
            lexical=candidate.bm25,
            similarity=candidate.cosine,
            min_similarity=self._min_similarity,
            rank=None if place is None else place + 1,
            score=score,
            parts=parts,
            last_score=found[-1].score if len(found) >= query.limit else None,
        )
        if absence.reason == "ranked_below" and all(one.key != key for one in self._gatherer.gather(query).candidates):
            is_near = place is not None and place < query.limit
            return replace(absence, reason="no_candidate") if is_near else absence
        if absence.reason == "ranked_below" and place is not None:
            return replace(absence, rank=max(place, len(found)) + 1)
        return absence

    def _place_below(
        self, query: LexicalQuery, gathered: Gathered, key: str
    ) -> tuple[int, float, dict[str, float]] | None:
        """Where the memory stands when the order goes on behind the results."""
        order = self._ranked(query, gathered)
        boost = self.late_boost if may_be_lifted(query) else None
        depth = max(query.limit, DEEPER)
        all_found = self._lifted(order[:depth], gathered, query, boost, depth)
        all_found += [_found(gathered, one, query.explain) for one in order[depth:]]
        return _place_of(key, all_found)

    def document(self, key: str) -> Document | None:
        """The memory of a key, as results show it."""
        return self._index.document(key)


def _place_of(key: str, found: Sequence[Found]) -> tuple[int, float, dict[str, float]] | None:
    return next(((n, one.score, one.why) for n, one in enumerate(found) if one.document.key == key), None)


def _found(gathered: Gathered, ranked: Ranked, explain: bool) -> Found:
    hit, candidate = gathered.hits[ranked.position], gathered.candidates[ranked.position]
    why = dict(ranked.parts)
    if explain:  # what the parts are made of; these are not added a second time
        why["bm25"] = candidate.bm25
        why.update({f"word:{word}": share for word, share in hit.parts.items()})
        if candidate.cosine is not None:
            why["cosine"] = candidate.cosine
        if candidate.maxsim is not None:
            why["maxsim"] = candidate.maxsim
    return Found(hit.document, ranked.score, why, candidate.bm25, candidate.cosine)
