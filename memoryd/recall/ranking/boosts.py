"""Boosts that a kind of memory adds to a score last, shown apart from its other parts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import msgspec
from msgspec.structs import replace

from memoryd.recall.query import Found, LexicalQuery
from memoryd.types import Document

BOOSTED_DEPTH = 50
"""Candidates that are looked at when a boost may lift one of them into the results."""


class Boost(msgspec.Struct, frozen=True):
    """What is added to the scores of one kind's documents."""

    part: str
    """What `why` calls it."""
    of: Callable[[Document], float]


Boosts = Mapping[str, Boost]
"""By kind."""


def may_apply(boosts: Boosts, query: LexicalQuery) -> bool:
    """Whether the results may hold documents with a boost."""
    return bool(boosts) and (query.kinds is None or not query.kinds.isdisjoint(boosts))


def boosted(found: Sequence[Found], boosts: Boosts) -> list[Found]:
    """The same documents in their order after the boosts."""
    after = [_boosted(one, boosts.get(one.document.kind)) for one in found]
    after.sort(key=lambda one: (-one.score, -one.document.created, one.document.key))
    return after


def _boosted(one: Found, boost: Boost | None) -> Found:
    if boost is None:
        return one
    extra = boost.of(one.document)
    return replace(one, score=one.score + extra, why={**one.why, boost.part: extra})
