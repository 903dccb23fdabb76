"""Which memories tell an agent about to act what is preferred and what was decided."""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from memoryd.patterns import pattern as lazy_pattern
from memoryd.recall.query import LexicalQuery
from memoryd.types import Document

Bearing = Literal["preference", "decision"]

LAYERS = frozenset({"preferences", "decisions", "user"})
DEPTH = 50
"""Memories of each sort that are looked at."""

_PREFERENCE = lazy_pattern(
    r"prefer|like|love|hate|enjoy|want|wish|favou?rite|avoid|never|always|allerg|intoleran|habit|style|opinion|"
    r"bevorzug|mag\b|préf|aime|предпоч|любит"
)
_DECISION = lazy_pattern(
    r"deci[ds]|chos|choos|choice|agreed|approv|reject|adopt|settled|policy|rule|must|should|require|forb|allow|"
    r"standard|convention|plan|entschied|beschloss|décid|реш"
)


def searches(query: LexicalQuery) -> list[LexicalQuery]:
    """What is asked of recall: notes of the layers that tell, all facts, and the daily summaries."""
    return [
        replace(query, limit=DEPTH, kinds=frozenset({"note"}), layers=LAYERS),
        replace(query, limit=DEPTH, kinds=frozenset({"fact"})),
        replace(query, limit=DEPTH, kinds=frozenset({"daily"})),
    ]


def bearing_of(document: Document) -> Bearing | None:
    """Whether it tells a preference or a decision; None when neither."""
    if document.kind == "note":
        if document.layer not in LAYERS:
            return None
        return "decision" if document.layer == "decisions" else "preference"
    said = (document.predicate if document.kind == "fact" else document.title) or ""
    said = said.replace("_", " ").casefold()
    if _DECISION.search(said):
        return "decision"
    return "preference" if _PREFERENCE.search(said) else None
