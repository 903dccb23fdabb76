# ruff: noqa: E501 - tables of patterns read better unbroken
"""Which sentences of a message are its speaker's own, and mean what they say; and those that are two in one. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from memoryd.extraction.marks import TELLS_AND_ASKS
from memoryd.extraction.talk import GOES_BACK, MADE_UP
from memoryd.patterns import pattern as lazy_pattern
from memoryd.text.taking_back import taken_back

_ASKS = r"(?:(?:please|pls|hey|hi|ok(?:ay)?|now|and|then|can|could|would|you|bitte|kannst|könntest|würdest|du|mir|uns|mal|jetzt|und|dann)\b,? )*"
_OTHERS = lazy_pattern(
    r"(?:From|Von): \S|(?:begin )?forwarded message\b|weitergeleitete (?:nachricht|e-?mail)\b|fwd?: \S|wg: \S"
    r"|on .{6,60} wrote:|am .{6,60} schrieb\b.{1,60}:"
    r"|(?:.{0,80}\b)?(?:e-?mail|message|letter|text|note|sms|reply|review|nachricht|mail|brief|antwort|rezension)\b (?:(?:I|we|ich|wir|just|gerade|today|heute|got|received|bekam) ){0,4}(?:from|by|von|vom)\b[^.:?!]{1,60}:(?:\s|$)"
    rf"|{_ASKS}(?:translate|proof-?read|rewrite|re-?phrase|paraphrase|summari[sz]e|shorten|(?:correct|improve|polish|edit) (?:this|that|these|the|my|our|following)|fix the (?:grammar|spelling|tone)|übersetze?|korrigiere?|formuliere?|verbessere?|kürze?|fasse?)\b[^:?!.]{{0,80}}:(?:\s|$)"
    rf"|{_ASKS}(?:write|compose|continue|schreibe?|erfinde|dichte)\b (?:me |us |mir |uns |bitte )*(?:an?|the|this|my|eine?n?|die|das|den|meine?n?) (?:[\w-]+ ){{0,3}}?(?:story|poem|song|lyrics|dialogue?|scene|essay|novel|joke|fairy ?tale|geschichte|gedicht|lied|dialog|szene|aufsatz|roman|witz|märchen)\b[^:?!.]{{0,60}}:(?:\s|$)",
    re.IGNORECASE,
)
"""So begins a forwarded mail, a text to be translated, a story to be written: others' words, to the end."""


_DRAFT = lazy_pattern(r"^[ \t]*(?:\"[^\"]{40,}\"|[„“][^“”„]{40,}[“”])[ \t]*$", re.MULTILINE)


def without_drafts(reply: str) -> str:
    """A reply without texts in quotes that stand by themselves, which it wrote for somebody else to send."""
    return _DRAFT.sub("", reply)


def own_sentences(spoken: Iterable[str]) -> Iterator[str]:
    """The sentences without those that a person only supposes, from `Imagine I had …` to `Anyway, …`, or passes on."""
    supposes = False
    for sentence in spoken:
        if _OTHERS.match(sentence) is not None:
            return
        supposes = MADE_UP.match(sentence) is not None or (supposes and GOES_BACK.match(sentence) is None)
        if not supposes:
            yield sentence


def told_apart(spoken: Iterable[str]) -> Iterator[str]:
    """The sentences; what one tells before it asks, or behind what it takes back, stands by itself: `We have $1,800, is
    that enough?`, `Scratch that: let's use Valkey`."""
    for sentence in spoken:
        if both := TELLS_AND_ASKS.fullmatch(sentence):
            yield from both.group("told", "asks")
        elif (back := taken_back(sentence)) is not None:
            yield from filter(None, back)
        else:
            yield sentence
