# ruff: noqa: E501 - tables of patterns read better unbroken
"""Texts that somebody asks an assistant for: the answer is the text, and nothing is left to be done. Pure."""

from __future__ import annotations

import re

from memoryd.patterns import pattern as lazy_pattern

_SHORTEST_TEXT = 200
"""Characters of an answer that may be the text that was asked for."""
_LOOKED_AT = 200
"""Characters of an answer in which it would put off."""
_ASKS = lazy_pattern(
    r"(?:(?:please|pls|now|then|ok|okay|so|also|next|great|thanks|hi|hey|hello|and|good|(?:can|could|would|will) you|I(?:['’]d| would) like you to|bitte|jetzt|dann|und|kannst du|könntest du)\b[,.!:]? |regarding [^,.:]{1,40}[,:] )*"
    r"(?:(?:re)?write|create|come up with|provide|give|list|tell|explain|summari[sz]e|translate|generate|suggest|describe|outline|draft|compose|recommend|brainstorm|elaborate|compare|make (?:me )?(?:a|an|the) (?:list|table|outline|plan|summary|poem|story)|show me"
    r"|schreibe?|erstelle?|gib|nenne?|erkläre?|fasse?|übersetze?|schlage?|beschreibe?|zeige?|vergleiche?|formulier\w*|entwirf)\b"
    r"|(?:bitte |und )?(?:kannst|könntest|würdest|magst) du (?:mir |uns |bitte |mal )*.{1,80}\b(?:schreiben|erstellen|nennen|erklären|zusammenfassen|übersetzen|vorschlagen|beschreiben|vergleichen|formulieren|entwerfen)\b",
    re.IGNORECASE,
)
_AT_A_TIME = lazy_pattern(
    r"\b(?:(?:by|before|until|till) (?:\d|\w+day\b|tomorrow|tonight|noon|then\b|next|lunch|the (?:end|release|deadline|meeting|demo))|tomorrow|tonight|later|next (?:week|month|\w+day)|on \w+day|every|bis (?:\d|\w+tag\b|zum)|morgen|später|nächste\w*|am \w+tag|jede\w*)\b",
    re.IGNORECASE,
)
_PUTS_OFF = lazy_pattern(
    r"\b(?:I['’]ll|I will|later|tomorrow|once (?:I|we|you)|before I|can(?:no|['’])t|unable|sorry|apologi[sz]e|unfortunately|as soon as|ich werde|später|morgen|sobald|leider|kann (?:ich )?nicht)\b",
    re.IGNORECASE,
)


def asks_for_text(sentence: str) -> bool:
    """Whether it asks for something to be written or told here and now."""
    return _ASKS.match(sentence) is not None and _AT_A_TIME.search(sentence) is None


def gives_text(reply: str) -> bool:
    """Whether a reply may be the text that was asked for: long, and not put off."""
    return len(reply) >= _SHORTEST_TEXT and _PUTS_OFF.search(reply, 0, _LOOKED_AT) is None
