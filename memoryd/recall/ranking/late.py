"""What is added to a score last, and shown apart: the tier of a context (rule 19)."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from memoryd.recall.query import Found, LexicalQuery
from memoryd.types import Document

DEEPER = 50
"""Candidates that are looked at when a boost may lift one of them into the results."""
TIER = "tier"

LateBoost = Callable[[Document], float]
"""What a document's score gets on top."""


def may_be_lifted(query: LexicalQuery) -> bool:
    """Whether the results may hold memories that get a late boost."""
    return query.kinds is None or "context" in query.kinds


def lifted(found: list[Found], boost: LateBoost) -> list[Found]:
    """The same memories in their order after the boosts."""
    if not any(one.document.kind == "context" for one in found):
        return found
    after = [_lifted(one, boost) if one.document.kind == "context" else one for one in found]
    after.sort(key=lambda one: (-one.score, -one.document.created, one.document.key))
    return after


def _lifted(one: Found, boost: LateBoost) -> Found:
    extra = boost(one.document)
    return replace(one, score=one.score + extra, why={**one.why, TIER: extra})
