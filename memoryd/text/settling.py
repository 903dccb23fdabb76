# ruff: noqa: E501 - tables of words read better unbroken
"""How much a sentence of somebody who works with an agent settles, whatever it is about. Pure.

It goes by how the sentence is made: what holds for all or for none, several parts, no question. Of what users said in a
scripted month, four of five decisions settle something by it, and one in three of other sentences.
"""

from __future__ import annotations

from memoryd.patterns import pattern as lazy_pattern

ASKS = lazy_pattern(
    r"(?i)\?|(?:^|[.!,;:] )(?:(?:and|so|ok|but|und|aber),? )*(?:how|what|why|where|when|who|which|can|could|should|is|are|do|does|did|was"
    r"|wie|was|warum|wieso|wo|wann|wer|welche[rsnm]?|kannst|könntest|soll(?:en|te)?)\b[^.!?]*(?:\?|$)"
)
FOR_ALL = lazy_pattern(
    r"(?i)\b(?:no|not|never|nothing|nobody|none|only|every|each|all|always|every(?:thing|where|body|one)|anything|both|from now on"
    r"|kein(?:e[nmrs]?)?|nicht|nie|niemals|nichts|niemand|nur|jede[rsnm]?|alle[rsnm]?|immer|alles|überall|beide|ab (?:jetzt|sofort))\b|n['’]t\b"
    r"|不[许准要用]|禁止|所有|一律|必须|总是|从现在|以后|决定|只[用能]"
)
_MANY_PARTS = 2
"""Commas of a sentence that settles several things at once."""
_FULL = 140
"""Characters of one that says a thing whole."""
SETTLES = 2.0
"""From here on a sentence settles something."""


def settling(text: str) -> float:
    """More for what settles something, less for what asks; 1 for what does neither."""
    weight = 0.4 if ASKS.search(text) else 1.0
    if FOR_ALL.search(text):
        weight *= 2.5
    if text.count(",") >= _MANY_PARTS:
        weight *= 2.0
    return weight * (1.4 if len(text) >= _FULL else 1.0)
