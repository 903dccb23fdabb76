# ruff: noqa: E501 - tables of patterns read better unbroken
"""Where in a message another's words begin: a forwarded mail, a text to be translated, a story to be written. Pure."""

from __future__ import annotations

import re

from memoryd.patterns import pattern as lazy_pattern

_ASKS = r"(?:(?:please|pls|hey|hi|ok(?:ay)?|now|and|then|can|could|would|you|bitte|kannst|könntest|würdest|du|mir|uns|mal|jetzt|und|dann)\b,? )*"
_OTHERS = lazy_pattern(
    r"(?:From|Von): \S|(?:begin )?forwarded message\b|weitergeleitete (?:nachricht|e-?mail)\b|fwd?: \S|wg: \S"
    r"|on .{6,60} wrote:|am .{6,60} schrieb\b.{1,60}:"
    r"|(?:.{0,80}\b)?(?:e-?mail|message|letter|text|note|sms|reply|review|nachricht|mail|brief|antwort|rezension)\b (?:(?:I|we|ich|wir|just|gerade|today|heute|got|received|bekam) ){0,4}(?:from|by|von|vom)\b[^.:?!]{1,60}:(?:\s|$)"
    rf"|{_ASKS}(?:translate|proof-?read|rewrite|re-?phrase|paraphrase|correct|improve|summari[sz]e|polish|shorten|edit|fix the (?:grammar|spelling|tone)|übersetze?|korrigiere?|formuliere?|verbessere?|kürze?|fasse?)\b[^:?!.]{{0,80}}:(?:\s|$)"
    rf"|{_ASKS}(?:write|compose|continue|schreibe?|erfinde|dichte)\b (?:me |us |mir |uns |bitte )*(?:an?|the|this|my|eine?n?|die|das|den|meine?n?) (?:[\w-]+ ){{0,3}}?(?:story|poem|song|lyrics|dialogue?|scene|essay|novel|joke|fairy ?tale|geschichte|gedicht|lied|dialog|szene|aufsatz|roman|witz|märchen)\b[^:?!.]{{0,60}}:(?:\s|$)",
    re.IGNORECASE,
)


def begins_anothers(sentence: str) -> bool:
    """Whether what stands in it and behind it are not the words of who sends it."""
    return _OTHERS.match(sentence) is not None
