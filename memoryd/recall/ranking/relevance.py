"""Which memories tell an agent about to act what is preferred and what was decided."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Literal

from msgspec.structs import replace

from memoryd.patterns import pattern as lazy_pattern
from memoryd.types import Document

if TYPE_CHECKING:
    from memoryd.recall.query import LexicalQuery

Bearing = Literal["preference", "decision"]

LAYERS = frozenset({"preferences", "decisions", "user"})
DEPTH = 50
"""Memories of each sort that are looked at."""

_PREFERENCE = lazy_pattern(
    r"prefer|like(?!l)|love|hate|enjoy|want|wish|favou?rite|avoid|never|always|allerg|intoleran|habit|style|opinion|"
    r"bevorzug|mag\b|préf|aime|предпоч|любит"
)
_DECISION = lazy_pattern(
    r"deci[ds]|chos|choos|choice|agreed|approv|reject|adopt|settled|policy|rule|must|should|require|forb|allow|"
    r"standard|convention|plan(?![te])|entschied|beschloss|décid|реш"
)


def searches(query: LexicalQuery) -> list[LexicalQuery]:
    """What is asked of recall: notes of the layers that tell, and the facts and daily summaries that do."""
    return [
        replace(query, limit=DEPTH, kinds=frozenset({"note"}), layers=LAYERS),
        replace(query, limit=DEPTH, kinds=frozenset({"fact"}), bears=True),
        replace(query, limit=DEPTH, kinds=frozenset({"daily"}), bears=True),
    ]


def bearing_of(document: Document) -> Bearing | None:
    """Whether it tells a preference or a decision; None when neither. What is said so here, the index keeps."""
    if document.kind == "note":
        if document.layer not in LAYERS:
            return None
        return "decision" if document.layer == "decisions" else "preference"
    if document.kind not in ("fact", "daily"):
        return None
    return _said_bearing((document.predicate if document.kind == "fact" else document.title) or "")


@lru_cache(maxsize=4096)
def _said_bearing(said: str) -> Bearing | None:
    said = said.replace("_", " ").casefold()
    if _DECISION.search(said):
        return "decision"
    return "preference" if _PREFERENCE.search(said) else None
