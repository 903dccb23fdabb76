"""Boosts that a kind of memory, or the session's project, adds to a score last, shown apart from its other parts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import msgspec
from msgspec.structs import replace

from memoryd.recall.query import Found, LexicalQuery
from memoryd.types import Document

BOOSTED_DEPTH = 50
"""Candidates that are looked at when a boost may lift one of them into the results."""


OWN_PROJECT = 0.15
"""A memory of the session's own project comes before those of others that are as good, not before better ones."""


class Boost(msgspec.Struct, frozen=True):
    """What is added to the scores of one kind's documents."""

    part: str
    """What `why` calls it."""
    of: Callable[[Document], float]


Boosts = Mapping[str, Boost]
"""By kind."""


def may_apply(boosts: Boosts, query: LexicalQuery) -> bool:
    """Whether the results may hold documents with a boost."""
    of_kinds = bool(boosts) and (query.kinds is None or not query.kinds.isdisjoint(boosts))
    return of_kinds or query.own_project is not None


def applies(boosts: Boosts, query: LexicalQuery, documents: Sequence[Document]) -> bool:
    """Whether one of the documents has a boost."""
    if query.own_project is not None and any(_is_own(one, query) for one in documents):
        return True
    return not boosts.keys().isdisjoint([document.kind for document in documents])


def boosted(found: Sequence[Found], boosts: Boosts, query: LexicalQuery) -> list[Found]:
    """The same documents in their order after the boosts."""
    after = [_boosted(one, boosts.get(one.document.kind)) for one in found]
    after = [_plus(one, "project", OWN_PROJECT) if _is_own(one.document, query) else one for one in after]
    after.sort(key=lambda one: (-one.score, -one.document.created, one.document.key))
    return after


def _boosted(one: Found, boost: Boost | None) -> Found:
    if boost is None:
        return one
    return _plus(one, boost.part, boost.of(one.document))


def _plus(one: Found, part: str, extra: float) -> Found:
    return replace(one, score=one.score + extra, why={**one.why, part: extra})


def _is_own(document: Document, query: LexicalQuery) -> bool:
    return query.own_project is not None and document.project == query.own_project
