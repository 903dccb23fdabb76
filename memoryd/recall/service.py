"""Recall as a whole: the candidates of all lists in one order, by one table of weights."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import tzinfo
from functools import partial
from typing import TYPE_CHECKING, Literal

import msgspec
from msgspec.structs import replace

from memoryd.recall.lexical.index import Index
from memoryd.recall.query import Found, LexicalQuery
from memoryd.recall.ranking.boosts import BOOSTED_DEPTH, Boosts, applies, boosted, may_apply
from memoryd.recall.ranking.candidates import Gathered, Gatherer, Neighbours
from memoryd.recall.ranking.confidence import TOGETHER, Placed, Sought, alone, answering, confidences, sought
from memoryd.recall.ranking.echo import Echo
from memoryd.recall.ranking.folding import PART, statements
from memoryd.recall.ranking.fusion import WEIGHTS, Candidate, Question, Ranked, Weights, fuse, least_similarity
from memoryd.recall.ranking.hops import WIDTH, follow, is_nested
from memoryd.recall.ranking.overtaking import Later, ended_behind, overtaken_behind
from memoryd.recall.ranking.present import newest_first
from memoryd.recall.ranking.trees import reorder
from memoryd.recall.ranking.updating import DEPTH as COMPARED
from memoryd.recall.ranking.updating import MADE_OF_THEM, Result, in_front, is_said, said_in, up_to_date
from memoryd.text.assent import names_nothing
from memoryd.times import local_date
from memoryd.types import NOW, Document

if TYPE_CHECKING:
    from memoryd.recall.vectors.alignment import Aligned
    from memoryd.recall.vectors.contextual import Reading
    from memoryd.recall.vectors.semantic import Semantic


_OUTSTANDING = 2.0
"""How many times the words of the best result a document must have to be added for its words alone. Costs no recall on
any shape of memory: there it happens for 19 of 1,555 questions."""

CONFIDENCE = "confidence"
"""What `why` calls what confidence was told by, with the name of each behind it; no part of the score."""

Reason = Literal["unknown", "filtered", "folded", "unlike", "no_candidate", "ranked_below", "present"]


class Absence(msgspec.Struct, frozen=True):
    """Why a document is not among the results, in numbers."""

    reason: Reason
    filters: list[str] = msgspec.field(default_factory=list)
    """The filters that it does not pass."""
    lexical: float = 0.0
    similarity: float | None = None
    min_similarity: float = 0.0
    rank: int | None = None
    score: float | None = None
    last_score: float | None = None
    """Of the last result; None when there were fewer than asked for."""
    parts: dict[str, float] = msgspec.field(default_factory=dict)
    head: str | None = None
    """The key of what states the same and is shown in its place; then rank, score and parts are of that."""


class Recall:
    """Index every list and puts their candidates into one order."""

    def __init__(
        self,
        index: Index,
        semantic: Semantic | None,
        *,
        neighbours: Neighbours,
        boosts: Boosts,
        later: Later,
        weights: Mapping[str, float],
        min_similarity: float,
        zone: tzinfo,
    ) -> None:
        """`boosts` is read at each query, so that kinds of memory may still be added to it."""
        self._index = index
        self._gatherer = Gatherer(index, semantic, neighbours)
        self._boosts = boosts
        self._later = later
        self.reconfigure(weights, min_similarity, zone)

    def reconfigure(self, weights: Mapping[str, float], min_similarity: float, zone: tzinfo) -> None:
        """Use other settings from now on; `weights` override the built-in ones. Raises TypeError for an unknown one."""
        self._weights = replace(WEIGHTS, **weights)
        self._min_similarity = min_similarity
        self._zone = zone

    @property
    def weights(self) -> Weights:
        """The table in use."""
        return self._weights

    def search(self, query: LexicalQuery) -> list[Found]:
        """The best `query.limit` documents, best first; [] when nothing matches."""
        if query.limit <= 0:
            return []
        depth = max(query.limit, BOOSTED_DEPTH) if may_apply(self._boosts, query) else query.limit
        gathered = self._gatherer.gather(query)
        asked = self.sought(query, gathered)
        order = self._ranked(query, gathered, asked)
        if query.precise:
            echo = Echo(query.text)
            order = [one for one in order if not echo.is_in(gathered.hits[one.position].document)]
        found = self._boosted(order[:depth], gathered, query, query.limit)
        found = self._with_outstanding(found, order, gathered, query)
        return self._with_confidence(found, order, gathered, query, asked)

    def _boosted(self, head: list[Ranked], gathered: Gathered, query: LexicalQuery, limit: int) -> list[Found]:
        hits = gathered.hits
        if not applies(self._boosts, query, [hits[one.position].document for one in head]):
            return [_found(gathered, ranked, query.explain) for ranked in head[:limit]]
        return boosted([_found(gathered, ranked, query.explain) for ranked in head], self._boosts, query)[:limit]

    def _with_outstanding(
        self, found: list[Found], order: list[Ranked], gathered: Gathered, query: LexicalQuery
    ) -> list[Found]:
        """Puts in the last place the best document by words, if no result has half as much of them.

        A vector says little about a name, a number, or a language that the model does not know.
        """
        if not found or len(order) <= len(found) or query.limit < 2:
            return found
        least = _OUTSTANDING * max(one.lexical for one in found)
        if max([one.bm25 for one in gathered.candidates]) <= least:
            return found
        best = max(order, key=lambda one: _words_of(gathered, one))
        if _words_of(gathered, best) <= least:
            return found
        return [*found[:-1], _found(gathered, best, query.explain)]

    def _with_confidence(
        self, found: list[Found], order: list[Ranked], gathered: Gathered, query: LexicalQuery, asked: Sought
    ) -> list[Found]:
        """Each with how likely it answers; of a precise query only those that are likely to."""
        if query.precise and names_nothing(query.text):  # it is near to much, and only its words tell
            found = [one for one in found if one.lexical]
        if not found:
            return found
        by_key = {one.key: one for one in gathered.candidates}
        placed = [Placed(by_key[_judged_as(one, gathered.instead)], one.score) for one in found]
        heads = [Placed(gathered.candidates[one.position], one.score) for one in order[:TOGETHER]]
        read = partial(self._aligned, gathered) if query.precise else None
        told = confidences(asked, placed, gathered.candidates, heads, read)
        known = told[0][1].get("known")
        places = answering([one for one, _ in told], known) if query.precise else range(len(found))
        return [_confident(found[at], *told[at], query.explain) for at in places]

    def _aligned(self, gathered: Gathered, some: Sequence[Candidate]) -> list[Aligned] | None:
        """How these meet the query's words; None where most are facts, whose few words tell less so."""
        places = {one.key: at for at, one in enumerate(gathered.candidates)}
        positions = [places[one.key] for one in some]
        if sum([gathered.hits[at].document.kind == "fact" for at in positions]) * 2 > len(positions):
            return None
        read = self._gatherer.contextual(gathered, positions)
        return None if read is None else [one.aligned for one in read]

    def sought(self, query: LexicalQuery, gathered: Gathered) -> Sought:
        """What the query asks for."""
        return sought(self._question(query, gathered), gathered.plan, gathered.documents)

    def _question(self, query: LexicalQuery, gathered: Gathered) -> Question:
        return Question(query.text, local_date(query.now, self._zone), gathered.speakers, self._zone)

    def summed(self, query: LexicalQuery) -> tuple[Gathered, list[Ranked]]:
        """All candidates, and their order by the sum of their parts alone."""
        gathered = self._gatherer.gather(query)
        return gathered, self._summed(query, gathered)

    def _summed(self, query: LexicalQuery, gathered: Gathered) -> list[Ranked]:
        return fuse(self._question(query, gathered), gathered.candidates, self._weights, self._min_similarity)

    def contextual(self, gathered: Gathered, head: Sequence[Ranked]) -> list[Reading] | None:
        """How close each comes to the query's tokens within their texts; None where the model does not tell."""
        return self._gatherer.contextual(gathered, [one.position for one in head])

    def by_statements(self, query: LexicalQuery, gathered: Gathered) -> list[Ranked]:
        """The order of candidates by the trees, and by what their texts state."""
        order = self._summed(query, gathered)
        nested = is_nested(query.text)
        if not nested and not gathered.is_spelled:  # the first hop of a nested one is found by words, not what answers
            read = partial(self.contextual, gathered) if query.precise else None
            order = reorder(order, gathered.candidates, self._weights.trees, read)
        return newest_first(order, gathered.hits, query.text, gathered.instead)

    def _ranked(self, query: LexicalQuery, gathered: Gathered, asked: Sought) -> list[Ranked]:
        order = self.by_statements(query, gathered)
        nested = is_nested(query.text)
        if not nested:
            order = self._up_to_date(order, gathered, asked)
        if query.when == NOW:
            order = overtaken_behind(order, gathered, query, self._later, self._index)
            order = ended_behind(order, gathered, query)
        if nested:
            order = self._followed(order, gathered, query)
        return self._folded(order, gathered, query.apart)

    def _up_to_date(self, order: list[Ranked], gathered: Gathered, asked: Sought) -> list[Ranked]:
        """The same order, but what a later one of the first results brings up to date stands behind it (rule 23)."""
        documents = [hit.document for hit in gathered.hits]
        head = [documents[one.position] for one in order[:MADE_OF_THEM]]
        if sum(map(is_said, head)) < 2:
            return order
        said = said_in(head)[:COMPARED]
        spoken = [replace(order[one.message], score=order[one.places[0]].score) for one in said]
        moves = up_to_date(self.first_results(spoken, gathered, asked), asked)
        pairs = [(said[later], said[former]) for later, former in moves]
        return in_front(order, documents, pairs, gathered.instead) if pairs else order

    def first_results(self, order: Sequence[Ranked], gathered: Gathered, asked: Sought) -> list[Result]:
        """What is known of the first results; empty where some have no vector."""
        head = order[:COMPARED]
        some = [gathered.candidates[one.position] for one in head]
        if len(head) < 2 or any(one.cosine is None for one in some):
            return []
        placed = [Placed(candidate, one.score) for candidate, one in zip(some, head, strict=True)]
        told = alone(asked, placed, gathered.candidates)
        vectors = self._gatherer.beginnings([one.key for one in some])
        return [
            Result(gathered.hits[one.position].document, candidate, one.score, *signs, vectors.get(candidate.key))
            for one, candidate, signs in zip(head, some, told, strict=True)
        ]

    def _followed(self, order: list[Ranked], gathered: Gathered, query: LexicalQuery) -> list[Ranked]:
        return follow(
            query.text,
            order,
            gathered.hits,
            max((one.maxsim or 0.0 for one in gathered.candidates), default=1.0),
            lambda text: self._gatherer.more(query, gathered, text, WIDTH),
            lambda positions: self._gatherer.cover(gathered, positions),
        )

    def _folded(self, order: list[Ranked], gathered: Gathered, apart: Collection[str]) -> list[Ranked]:
        """Each statement once, in the place and with the score of its best (rule 24)."""
        stated = statements([gathered.hits[one.position].document for one in order], self.text_of, apart)
        if len(stated) == len(order):
            return order
        folded = []
        for one in stated:
            head, best = order[one.head], order[one.place]
            more = {**head.more, PART: best.score - head.score} if one.head != one.place else head.more
            also = tuple(order[at].position for at in one.also)
            folded.append(replace(head, score=best.score, more=more, also=also))
        return folded

    def fold(self, found: Sequence[Found], apart: Collection[str] = ()) -> list[Found]:
        """What several searches found, best first: each statement once (rule 24), but for the keys of `apart`."""
        folded = []
        for one in statements([one.document for one in found], self.text_of, apart):
            head, best = found[one.head], found[one.place]
            why = {**head.why, PART: best.score - head.score} if one.head != one.place else head.why
            also = (*head.also, *(key for at in one.also for key in (found[at].document.key, *found[at].also)))
            folded.append(replace(head, score=best.score, confidence=best.confidence, why=why, also=also))
        return folded

    def text_of(self, key: str) -> str | None:
        """What the memory of a key says; None when there is none."""
        document = self._index.document(key)
        return None if document is None else document.text

    def explain_absent(self, query: LexicalQuery, key: str) -> Absence:
        """Why the document of `key` is not among the best `query.limit`, in numbers."""
        document = self._index.document(key)
        if document is None:
            return Absence("unknown")
        filters = self._index.failed_filters(query, document)
        if filters:
            return Absence("filtered", filters=filters)
        found = self.search(query)
        gathered = self._gatherer.gather(query, among=[key])
        candidate = next((one for one in gathered.candidates if one.key == key), None)
        if candidate is None:
            return Absence("unknown")
        head = self._head_of(query, gathered, key)
        shown = head or key
        place, score, parts = _place_of(shown, found) or self._place_below(query, gathered, shown) or (None, None, {})
        is_found = place is not None and place < len(found) and found[place].document.key == key
        absence = Absence(
            "unlike" if place is None else "present" if is_found else "ranked_below",
            lexical=candidate.bm25,
            similarity=candidate.cosine,
            min_similarity=least_similarity(gathered.candidates, self._min_similarity),
            rank=None if place is None else place + 1,
            score=score,
            parts=parts,
            last_score=found[-1].score if len(found) >= query.limit else None,
            head=head,
        )
        if head is not None:
            return replace(absence, reason="folded")
        if absence.reason == "ranked_below" and all(one.key != key for one in self._gatherer.gather(query).candidates):
            is_near = place is not None and place < query.limit
            return replace(absence, reason="no_candidate") if is_near else absence
        if absence.reason == "ranked_below" and place is not None:
            return replace(absence, rank=max(place, len(found)) + 1)
        return absence

    def _head_of(self, query: LexicalQuery, gathered: Gathered, key: str) -> str | None:
        """The key of what is shown in its place; None when it is shown itself."""
        for one in self._ranked(query, gathered, self.sought(query, gathered)):
            if any(gathered.candidates[at].key == key for at in one.also):
                return gathered.candidates[one.position].key
        return None

    def _place_below(
        self, query: LexicalQuery, gathered: Gathered, key: str
    ) -> tuple[int, float, dict[str, float]] | None:
        """The place of the document when the order continues after the results."""
        order = self._ranked(query, gathered, self.sought(query, gathered))
        depth = max(query.limit, BOOSTED_DEPTH)
        all_found = self._boosted(order[:depth], gathered, query, depth)
        all_found += [_found(gathered, one, query.explain) for one in order[depth:]]
        return _place_of(key, all_found)

    def document(self, key: str) -> Document | None:
        """The document of a key."""
        return self._index.document(key)


def _place_of(key: str, found: Sequence[Found]) -> tuple[int, float, dict[str, float]] | None:
    return next(((n, one.score, one.why) for n, one in enumerate(found) if one.document.key == key), None)


def _judged_as(one: Found, instead: Mapping[str, str]) -> str:
    """The key of the candidate that tells how surely it answers."""
    key = one.document.key
    return next((instead[name] for name in (key, *one.also) if name in instead), key) if instead else key


def _confident(one: Found, confidence: float, told: Mapping[str, float], explain: bool) -> Found:
    why = one.why | {f"{CONFIDENCE}:{name}": value for name, value in told.items() if value} if explain else one.why
    return replace(one, confidence=confidence, why=why)


def _words_of(gathered: Gathered, ranked: Ranked) -> float:
    """BM25 of the statement: the best of its places."""
    return max(gathered.candidates[at].bm25 for at in (ranked.position, *ranked.also))


def _found(gathered: Gathered, ranked: Ranked, explain: bool) -> Found:
    hit, candidate = gathered.hits[ranked.position], gathered.candidates[ranked.position]
    why = dict(ranked.parts)
    if explain:  # what the parts are made of; not added to the score again
        why["bm25"] = candidate.bm25
        why.update({f"word:{word}": share for word, share in hit.parts.items()})
        if candidate.cosine is not None:
            why["cosine"] = candidate.cosine
        if candidate.maxsim is not None:
            why["maxsim"] = candidate.maxsim
    also = tuple(gathered.candidates[at].key for at in ranked.also)
    return Found(hit.document, ranked.score, why, _words_of(gathered, ranked), candidate.cosine, also)
