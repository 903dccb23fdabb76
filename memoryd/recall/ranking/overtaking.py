"""What a memory said that was superseded since comes behind what superseded it (rule 23)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from memoryd.origin import read_source
from memoryd.recall.lexical.index import Index
from memoryd.recall.query import Hit, LexicalQuery, moment_of
from memoryd.recall.ranking.candidates import Gathered
from memoryd.recall.ranking.fusion import Candidate, Ranked
from memoryd.recall.ranking.present import NEARLY, raised
from memoryd.recall.ranking.updating import asks_for_former
from memoryd.types import Document, fold

_PAST = 0.5
"""So much of its score counts of what holds no more, where nothing that ended it is there."""
_DEPTH = 20
"""Places that are looked at, besides as many as are wanted."""

Later = Callable[[Document, int], Mapping[str, str]]
"""The keys of what holds at that time in place of all that a memory says, and of what part of it; none while that
holds."""


def overtaken_behind(
    order: Sequence[Ranked], gathered: Gathered, query: LexicalQuery, later: Later, index: Index
) -> list[Ranked]:
    """The same order, but each memory that was superseded stands behind what superseded it, which gets its score.

    What is no candidate becomes one. Where the query's filters leave it out, what it was made of stands in its place.
    """
    ordered, asked = list(order), _words(query.text)
    for old in order[: query.limit + _DEPTH]:
        instead = later(gathered.hits[old.position].document, query.now)
        key = max(instead, key=lambda one: len(asked & _words(instead[one])), default=None)
        position = None if key is None else _position(key, gathered, query, index)
        if position is None or position == old.position:
            continue
        at = next(n for n, one in enumerate(ordered) if one.position == old.position)
        place = next((n for n, one in enumerate(ordered) if one.position == position), None)
        if place is not None and place < at:
            continue
        new = Ranked(position, 0.0, {}) if place is None else ordered.pop(place)
        ordered.insert(at, raised(new, old.score))
        gathered.instead.setdefault(gathered.candidates[position].key, gathered.candidates[old.position].key)
    return ordered


def ended_behind(order: Sequence[Ranked], gathered: Gathered, query: LexicalQuery) -> list[Ranked]:
    """The same order, but what holds no more stands behind what ended it, or was made of that, and is as near to it."""
    if not query.over or asks_for_former(query.text):
        return list(order)
    head, ordered = order[: query.limit + _DEPTH], list(order)
    documents = [gathered.hits[one.position].document for one in head]
    made: dict[str, Ranked] = {}
    """What says it in short, by its message, which says all of it, and goes first where it is as near."""
    for one, document in zip(head, documents, strict=True):
        if len(document.sources) == 1 and document.key not in query.over:
            made.setdefault(read_source(document.sources[0]).key, one)
    said = {document.key: one for one, document in zip(head, documents, strict=True) if document.key not in query.over}
    for old, document in zip(head, documents, strict=True):
        enders = [by[key] for key in query.over.get(document.key, ()) for by in (said, made) if key in by]
        near = [one for one in enders if one.score >= NEARLY * old.score]
        if not near:
            continue
        new, key = near[0], document.key
        positions = [one.position for one in ordered]
        at, place = positions.index(old.position), positions.index(new.position)
        if place > at:
            ordered.insert(at, raised(ordered.pop(place), ordered[at].score))
            gathered.instead.setdefault(gathered.hits[new.position].document.key, key)
    return ordered


def past_lowered(
    results: Iterable[dict[str, Any]], over: Mapping[str, Sequence[str]], sources_of: Callable[[str], Iterable[str]]
) -> list[dict[str, Any]]:
    """Results by their scores, but what holds no more behind what ended it, and before what is far less relevant.

    `over`: by key, the messages that ended it; `sources_of`: the messages that a memory was made of.
    """

    def counted(one: dict[str, Any]) -> float:
        score: float = one["score"]
        return score * _PAST if one["key"] in over else score

    ordered = sorted(results, key=counted, reverse=True)
    for old in [one for one in ordered if one["key"] in over]:
        ended_by = set(over[old["key"]])
        at = ordered.index(old)
        for place, one in enumerate(ordered[at + 1 :], at + 1):
            if one["key"] not in over and not ended_by.isdisjoint((one["key"], *sources_of(one["key"]))):
                ordered.insert(place, ordered.pop(at))
                break
    return ordered


def _words(text: str) -> frozenset[str]:
    return frozenset(fold(text).split())


def _position(key: str, gathered: Gathered, query: LexicalQuery, index: Index) -> int | None:
    """The place among the candidates of that memory, or else of the one that it was made of; None without any."""
    document = index.document(key)
    if document is None:
        return None
    made_of = (index.document(read_source(source).key) for source in document.sources)
    for one in (document, *made_of):
        if one is not None and not index.failed_filters(query, one):
            return _place_of(one, gathered)
    return None


def _place_of(document: Document, gathered: Gathered) -> int:
    known = next((at for at, one in enumerate(gathered.candidates) if one.key == document.key), None)
    if known is not None:
        return known
    gathered.hits.append(Hit(document, 0.0))
    gathered.candidates.append(Candidate(key=document.key, text=document.text, at=moment_of(document)))
    return len(gathered.candidates) - 1
