"""Gathers the candidates for an answer: the best of each list and their neighbours, all of which pass the filters."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from memoryd.recall.lexical.bm25 import Term
from memoryd.recall.lexical.index import Index, LexicalResult
from memoryd.recall.query import HOT, Hit, KindFilter, LexicalQuery, moment_of
from memoryd.recall.ranking.fusion import Candidate, speakers_in, without_names
from memoryd.recall.vectors.serving import Beside, Similarities

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from memoryd.recall.vectors.contextual import Reading
    from memoryd.recall.vectors.semantic import Semantic
    from memoryd.recall.vectors.serving import Cover, EncodedQuery

DEPTH = 24
"""Documents taken from the head of each list, or more when more results are asked for. On short turns recall@10 is
.802 with 20 as with 50, at two fifths of the cost."""
_WITH_NEIGHBOURS = 8
"""Of how many of each list two texts before and two after are candidates, too. Of short turns .943 of the evidence is
among the 64 candidates with six, .948 among the 80 with ten, .929 among as many as with six but one step from ten. On
chats recall@10 is .971 with eight, .957 with six."""
_WITH_SIBLINGS = 10
"""Of how many of each list what stands next to them in a file is a candidate, too."""
_DEEPER = 4
"""How much deeper the vectors are searched when a filter that they do not know may drop most of their hits."""
_FEW = 4_000
"""When no more documents than this pass such a filter, the vectors search among them at once."""
_EXCLUDED_DEEPER = 16
"""How much deeper the vectors are searched when the kind filter dropped some of the nearest."""

Neighbours = Callable[[str], tuple[str | None, str | None]]
"""The keys before and after a key, where the key alone tells them; else None."""
_Judge = Callable[[list[str]], list[str]]


class Gathered(msgspec.Struct):
    """The candidates side by side with their hits, and what the query says: speakers and words."""

    hits: list[Hit]
    candidates: list[Candidate]
    speakers: frozenset[str]
    plan: list[Term]
    """The query's words as they were looked up."""
    documents: int
    """How many there are to be found."""
    encoded: EncodedQuery | None = None
    readings: dict[int, Reading] = msgspec.field(default_factory=dict)
    """Of the candidates that were read again, by position."""
    instead: dict[str, str] = msgspec.field(default_factory=dict)
    """Keys of what stands before something that it superseded, with the key of that: it answers as surely."""

    @property
    def is_spelled(self) -> bool:
        """Whether the model has most words of the query in pieces only, as of a language that it does not know."""
        return self.encoded is not None and self.encoded.is_spelled


class Gatherer:
    """Index both lists, one after the other.

    A query runs on one thread from its start to its end. The vectors on a second one meanwhile gave a single client
    nothing, and of several clients at once made twice as many threads that fight for the interpreter.
    """

    def __init__(self, index: Index, semantic: Semantic | None, neighbours: Neighbours) -> None:
        self._index = index
        self._semantic = semantic
        self._neighbours = neighbours

    def gather(self, query: LexicalQuery, among: Sequence[str] = ()) -> Gathered:
        """The candidates, always with those of `among` that pass the filters."""
        depth = max(DEPTH, query.limit)
        result = self._index.rank(replace(query, limit=depth))
        speakers = speakers_in(query.text, result.speakers)
        encoded = self._encode(query, speakers)
        near = self._nearest(query, encoded, depth)
        hits = {hit.document.key: hit for hit in result.hits}
        heads = [*list(hits)[:_WITH_NEIGHBOURS], *near[:_WITH_NEIGHBOURS]]
        named = [*list(hits)[:_WITH_SIBLINGS], *near[:_WITH_SIBLINGS]]
        next_to = self._neighbours_of(heads)
        self._add(hits, result, query, [*among, *near, *next_to, *self._neighbours_of(next_to)])
        self._add(hits, result, query, _siblings(hits, named))
        found = list(hits.values())
        beside = self._beside(found)
        candidates = _candidates(found, beside, self._similarities(encoded, [*hits], beside))
        return Gathered(found, candidates, speakers, result.plan, result.documents, encoded)

    def more(
        self, query: LexicalQuery, gathered: Gathered, text: str, limit: int
    ) -> tuple[list[int], dict[str, float]]:
        """Index the words for `text` instead: adds what it finds to the candidates, and tells their positions.

        The dict has the weight of each term of the text.
        """
        result = self._index.rank(replace(query, text=text, limit=limit, explain=False))
        places = {hit.document.key: place for place, hit in enumerate(gathered.hits)}
        found = []
        for hit in result.hits:
            document = hit.document
            place = places.get(document.key)
            if place is None:
                place = len(gathered.hits)
                gathered.hits.append(replace(hit, score=0.0))
                gathered.candidates.append(Candidate(key=document.key, text=document.text, at=moment_of(document)))
            found.append(place)
        return found, {term.text: term.weight for term in result.plan}

    def cover(self, gathered: Gathered, positions: Sequence[int]) -> Cover | None:
        """How close these candidates come to each word of the query; None where that cannot be told."""
        if gathered.encoded is None or self._semantic is None:
            return None
        return self._semantic.cover(gathered.encoded, [gathered.hits[at].document.key for at in positions])

    def contextual(self, gathered: Gathered, positions: Sequence[int]) -> list[Reading] | None:
        """How close these candidates come to the query's tokens within their texts; None where that cannot be told."""
        if gathered.encoded is None or self._semantic is None:
            return None
        known = gathered.readings
        new = [at for at in positions if at not in known]
        if new:
            read = self._semantic.contextual(gathered.encoded, [gathered.candidates[at].text for at in new])
            if read is None:
                return None
            known.update(zip(new, read, strict=True))
        return [known[at] for at in positions]

    def beginnings(self, keys: Sequence[str]) -> dict[str, NDArray[np.float32]]:
        """The vectors of how these begin, by key, as far as they are known."""
        return {} if self._semantic is None else self._semantic.known_beginnings(keys)

    def _encode(self, query: LexicalQuery, speakers: frozenset[str]) -> EncodedQuery | None:
        if self._semantic is None or not self._semantic.is_ready:
            return None
        return self._semantic.encode(without_names(query.text, _whole_and_first(speakers)), precise=query.precise)

    def _nearest(self, query: LexicalQuery, encoded: EncodedQuery | None, depth: int) -> list[str]:
        if encoded is None or self._semantic is None or query.keys is not None:
            return []
        search = partial(
            self._semantic.nearest,
            encoded,
            kinds=None if query.kinds is not None and HOT in query.kinds else query.kinds,
            project=query.project,
            since=query.since,
            until=query.until,
        )
        if _needs_index(query):
            hashes = self._index.key_hashes(replace(query, kind_filter=None), _FEW)
            return self._passing(search, query, depth, lambda keys: self._index.passing(query, keys), hashes)
        if query.kind_filter is None:
            return search(depth)
        return self._passing(search, query, depth, partial(_not_excluded, query.kind_filter), None)

    def _passing(
        self, search: Callable[..., list[str]], query: LexicalQuery, depth: int, judge: _Judge, hashes: list[int] | None
    ) -> list[str]:
        """The nearest that pass the filters; searches deeper, and at last among the hashes of all that pass."""
        needs_index = _needs_index(query)
        limit = depth * _DEEPER if needs_index and hashes is None else depth
        deepest = depth * (_DEEPER if needs_index else _EXCLUDED_DEEPER)
        while True:
            near = search(limit, hashes=hashes)
            found = judge(near)
            if len(found) >= depth or len(found) == len(near) < limit:
                return found[:depth]
            if hashes is not None:
                if limit >= len(hashes):
                    return found[:depth]
                limit *= _DEEPER
            elif limit < deepest:
                limit = deepest
            else:
                hashes = self._index.key_hashes(query) or []
                limit = depth

    def _similarities(self, encoded: EncodedQuery | None, keys: Sequence[str], beside: Beside) -> Similarities:
        if encoded is None or self._semantic is None:
            return Similarities.nothing(len(keys))
        return self._semantic.similarities(encoded, keys, beside)

    def _add(self, hits: dict[str, Hit], result: LexicalResult, query: LexicalQuery, keys: Iterable[str]) -> None:
        wanted = [key for key in dict.fromkeys(keys) if key not in hits]
        for hit in self._index.scored(result, query, wanted):
            hits[hit.document.key] = hit

    def _neighbours_of(self, keys: Iterable[str]) -> list[str]:
        return [neighbour for key in keys for neighbour in self._neighbours(key) if neighbour is not None]

    def _beside(self, hits: Sequence[Hit]) -> Beside:
        documents = [hit.document for hit in hits]
        keys = [one.key for one in documents]
        around = [*map(self._neighbours, keys)]
        before = [one.before or pair[0] for one, pair in zip(documents, around, strict=True)]
        after = [one.after or pair[1] for one, pair in zip(documents, around, strict=True)]
        places: dict[str | None, int] = {key: place for place, key in enumerate(keys)}
        return Beside(
            [places.get(key, -1) for key in before],
            [places.get(key, -1) for key in after],
            [one is not None or two is not None for one, two in zip(before, after, strict=True)],
        )


def _candidates(hits: Sequence[Hit], beside: Beside, similar: Similarities) -> list[Candidate]:
    documents = [hit.document for hit in hits]
    # By place, and not by name, which would take four times as long: of each query some eighty are made.
    return [
        *map(
            Candidate,
            [one.key for one in documents],
            [one.text for one in documents],
            [hit.time_words for hit in hits],
            [hit.score for hit in hits],
            *similar,
            *beside,
            [one.at or one.created for one in documents],
            [one.who for one in documents],
            [one.role for one in documents],
        )
    ]


def _not_excluded(kind_filter: KindFilter, keys: Sequence[str]) -> list[str]:
    return [key for key in keys if not kind_filter.excludes(key)]


def _needs_index(query: LexicalQuery) -> bool:
    """Whether it has filters that the vectors do not know, besides the kind filter."""
    return (
        query.visibility.group
        or query.label is not None
        or query.layers is not None
        or query.paths is not None
        or query.sessions is not None
        or query.role is not None
        or (query.kinds is not None and HOT in query.kinds)
        or any(name is not None for name in (query.subject, query.predicate, query.object))
    )


def _whole_and_first(names: frozenset[str]) -> frozenset[str]:
    """Whole names and first names."""
    return names | {name.partition(" ")[0] for name in names}


def _siblings(hits: Mapping[str, Hit], keys: Iterable[str]) -> list[str]:
    """The keys that the documents of these keys name as their neighbours."""
    found = [hits[key].document for key in dict.fromkeys(keys) if key in hits]
    return [key for one in found for key in (one.before, one.after) if key is not None]
