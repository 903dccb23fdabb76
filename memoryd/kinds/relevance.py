"""Which memories tell an agent that is about to act what is preferred and what was decided."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from msgspec.structs import replace

from memoryd.patterns import pattern as lazy_pattern
from memoryd.recall.query import LexicalQuery
from memoryd.types import Document

Relevance = Literal["preference", "decision"]

RELEVANT = "bears"
"""The label of these memories in the index."""
LAYERS = frozenset({"preferences", "decisions", "user"})
DEPTH = 50
"""Memories of each kind that are looked at."""

_PREFERENCE = lazy_pattern(
    r"prefer|like(?!l)|love|hate|enjoy|want|wish|favou?rite|avoid|never|always|allerg|intoleran|habit|style|opinion|"
    r"bevorzug|mag\b|préf|aime|предпоч|любит"
)
_DECISION = lazy_pattern(
    r"deci[ds]|chos|choos|choice|agreed|approv|reject|adopt|settled|policy|rule|must|should|require|forb|allow|"
    r"standard|convention|plan(?![te])|entschied|beschloss|décid|реш"
)


def searches(query: LexicalQuery) -> list[LexicalQuery]:
    """What recall is asked for: notes of these layers, and the facts and daily summaries with the label."""
    return [
        replace(query, limit=DEPTH, kinds=frozenset({"note"}), layers=LAYERS),
        replace(query, limit=DEPTH, kinds=frozenset({"fact"}), label=RELEVANT),
        replace(query, limit=DEPTH, kinds=frozenset({"daily"}), label=RELEVANT),
    ]


def labels_of(document: Document) -> tuple[str, ...]:
    """The document's labels in the index."""
    return () if relevance_of(document) is None else (RELEVANT,)


def relevance_of(document: Document) -> Relevance | None:
    """Whether it tells a preference or a decision; None when neither."""
    if document.kind == "note":
        if document.layer not in LAYERS:
            return None
        return "decision" if document.layer == "decisions" else "preference"
    if document.kind not in ("fact", "daily"):
        return None
    return _told_by((document.predicate if document.kind == "fact" else document.title) or "")


@lru_cache(maxsize=4096)
def _told_by(text: str) -> Relevance | None:
    text = text.replace("_", " ").casefold()
    if _DECISION.search(text):
        return "decision"
    return "preference" if _PREFERENCE.search(text) else None
