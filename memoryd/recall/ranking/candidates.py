"""Gathers what may answer a query: the best of each list and what stands beside them, each judged by the filters."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from typing import TYPE_CHECKING, Protocol

import msgspec
from msgspec.structs import replace

from memoryd.recall.backpressure import Courtesy
from memoryd.recall.lexical.index import Ranking
from memoryd.recall.query import Hit, LexicalQuery, Living
from memoryd.recall.ranking.fusion import Candidate, speakers_in, without_names
from memoryd.types import Document

if TYPE_CHECKING:
    from memoryd.recall.vectors.semantic import Likeness, Meaning, Semantic

DEPTH = 24
"""Memories taken from the head of each list; more when more results are asked for. On short turns recall@10 is .802
with 20 as with 50, at two fifths of the cost."""
_BESIDE = 10
"""Of how many of each list the neighbours are candidates, too; .802 with 8, 10 and 30."""
_DEEPER = 4
"""How much deeper the vectors are asked when a filter that they do not know may throw most of their hits out."""
_FEW = 4_000
"""Of so few memories that pass such a filter the vectors are asked at once."""
_FADED_DEEPER = 16
"""How much deeper when faded facts were among the nearest; they are compared anyway."""


Judge = Callable[[list[str]], list[str]]


class Searches(Protocol):
    """What recall asks of an index."""

    courtesy: Courtesy

    def rank(self, query: LexicalQuery) -> Ranking: ...

    def scored(self, ranking: Ranking, query: LexicalQuery, keys: Sequence[str]) -> list[Hit]: ...

    def passing(self, query: LexicalQuery, keys: Sequence[str]) -> list[str]: ...

    def marks(self, query: LexicalQuery, most: int | None = None) -> list[int] | None: ...

    def speakers(self) -> frozenset[str]: ...

    def document(self, key: str) -> Document | None: ...


class Gathered(msgspec.Struct):
    """The candidates side by side with their hits, and what was found out about the query."""

    hits: list[Hit] = msgspec.field(default_factory=list)
    candidates: list[Candidate] = msgspec.field(default_factory=list)
    speakers: frozenset[str] = frozenset()
    is_semantic: bool = False
    """Whether the vectors had a word in it."""


class Gatherer:
    """Asks both lists, at the same time."""

    def __init__(self, index: Searches, semantic: Semantic | None) -> None:
        self._index = index
        self._semantic = semantic
        # Encoding and the scan over the codes let the GIL go, so that the words are looked up meanwhile.
        self._pool = ThreadPoolExecutor(4, "memoryd-encode") if semantic is not None else None

    def close(self) -> None:
        """End the threads."""
        if self._pool is not None:
            self._pool.shutdown(wait=False)

    def gather(self, query: LexicalQuery, among: Sequence[str] = ()) -> Gathered:
        """The candidates; those of `among` that pass the filters are always with them."""
        depth = max(DEPTH, query.limit)
        speakers = speakers_in(query.text, self._index.speakers())
        understanding = self._understand(query, speakers, depth)
        meaning: Meaning | None = None
        ranking = self._index.rank(replace(query, limit=depth))
        hits = {hit.document.key: hit for hit in ranking.hits}
        heads = list(hits)[:_BESIDE]
        known = [*among, *_lines_beside(heads)]
        near: list[str] = []
        if understanding is not None:
            self._add(hits, ranking, query, known)  # while it is being encoded
            meaning, near = understanding.result()
            known = [*near, *_lines_beside(near[:_BESIDE])]
        self._add(hits, ranking, query, known)
        heads += near[:_BESIDE]
        self._add(hits, ranking, query, _siblings(hits[key].document for key in dict.fromkeys(heads) if key in hits))
        likeness = self._likeness(meaning, hits)
        found = list(hits.values())
        candidates = _candidates(found, likeness)
        return Gathered(found, candidates, speakers, meaning is not None)

    def _understand(
        self, query: LexicalQuery, speakers: frozenset[str], depth: int
    ) -> Future[tuple[Meaning | None, list[str]]] | None:
        semantic, pool = self._semantic, self._pool
        if semantic is None or pool is None or not semantic.is_ready:
            return None
        text = without_names(query.text, _spoken(speakers))

        def understand() -> tuple[Meaning | None, list[str]]:
            meaning = semantic.meaning(text)
            return meaning, self._nearest(query, meaning, depth)

        return pool.submit(understand)

    def _nearest(self, query: LexicalQuery, meaning: Meaning | None, depth: int) -> list[str]:
        if meaning is None or self._semantic is None or query.keys is not None:
            return []
        kinds = query.kinds
        if kinds is not None and "hot" in kinds:
            kinds = kinds | {"note"}
        ask = partial(
            self._semantic.nearest,
            meaning,
            kinds=kinds,
            project=query.project,
            since=query.since,
            until=query.until,
        )
        if _is_judged(query):
            marks = self._index.marks(replace(query, living=None), _FEW)
            return self._passing(ask, query, depth, lambda keys: self._index.passing(query, keys), marks)
        if query.living is None:
            return ask(depth)
        return self._passing(ask, query, depth, partial(_not_faded, query.living), None)

    def _passing(
        self, ask: Callable[..., list[str]], query: LexicalQuery, depth: int, judged: Judge, marks: list[int] | None
    ) -> list[str]:
        """The nearest that pass filters that the vectors do not know: when too many do not, those that do are named."""
        is_judged = _is_judged(query)
        asked = depth * _DEEPER if is_judged and marks is None else depth
        deepest = depth * (_DEEPER if is_judged else _FADED_DEEPER)
        while True:
            near = ask(asked, marks=marks)
            found = judged(near)
            if len(found) >= depth or len(found) == len(near) < asked:
                return found[:depth]
            if marks is not None:
                if asked >= len(marks):
                    return found[:depth]
                asked *= _DEEPER
            elif asked < deepest:
                asked = deepest
            else:
                marks = self._index.marks(query) or []
                asked = depth

    def _likeness(self, meaning: Meaning | None, hits: Mapping[str, Hit]) -> dict[str, Likeness]:
        if meaning is None or self._semantic is None:
            return {}
        return self._semantic.likeness(meaning, list(hits))

    def _add(self, hits: dict[str, Hit], ranking: Ranking, query: LexicalQuery, keys: Iterable[str]) -> None:
        wanted = [key for key in dict.fromkeys(keys) if key not in hits]
        for hit in self._index.scored(ranking, query, wanted):
            hits[hit.document.key] = hit


def _not_faded(living: Living, keys: Sequence[str]) -> list[str]:
    return [key for key in keys if not living.faded(key)]


def _is_judged(query: LexicalQuery) -> bool:
    """Whether it has filters that the vectors do not know, besides that on faded facts."""
    is_hot = query.kinds is not None and "hot" in query.kinds
    named = (query.subject, query.predicate, query.object)
    return (
        query.visibility.group
        or query.bears
        or is_hot
        or query.layers is not None
        or any(name is not None for name in named)
    )


def _spoken(speakers: frozenset[str]) -> frozenset[str]:
    """Whole names and first names."""
    return speakers | {name.partition(" ")[0] for name in speakers}


def _lines_beside(keys: Iterable[str]) -> list[str]:
    """The keys of the turns before and after each message: the lines around it in its session's file."""
    return [turn for key in keys if key.startswith("sessions/") for turn in turns_beside(key) if turn is not None]


def turns_beside(key: str) -> tuple[str | None, str | None]:
    """The keys of the messages before and after a message."""
    path, _, line = key.rpartition(":")
    if not line.isdigit():
        return None, None
    number = int(line)
    return f"{path}:{number - 1}" if number > 1 else None, f"{path}:{number + 1}"


def beside(document: Document) -> tuple[str | None, str | None]:
    """The keys of what stands before and after a memory."""
    if document.kind != "message":
        return document.before, document.after
    path, line = document.path, document.line
    return f"{path}:{line - 1}" if line > 1 else None, f"{path}:{line + 1}"


def _siblings(documents: Iterable[Document]) -> list[str]:
    return [key for one in documents for key in (one.before, one.after) if key is not None]


def _candidates(hits: Sequence[Hit], likeness: Mapping[str, Likeness]) -> list[Candidate]:
    places = {hit.document.key: place for place, hit in enumerate(hits)}
    found = []
    for hit in hits:
        document, near = hit.document, likeness.get(hit.document.key)
        before, after = beside(document)
        found.append(
            Candidate(
                key=document.key,
                text=document.text,
                bm25=hit.score,
                cosine=near.cosine if near is not None else None,
                mean=near.mean if near is not None else None,
                maxsim=near.maxsim if near is not None else None,
                at=document.at or document.created,
                who=document.who,
                role=document.role,
                before=places.get(before, -1) if before is not None else -1,
                after=places.get(after, -1) if after is not None else -1,
            )
        )
    return found
