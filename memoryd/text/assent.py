# ruff: noqa: E501 - tables of words read better unbroken
"""Whether somebody agrees to what was said before, and whether that proposes something. English and German. Pure."""

from __future__ import annotations

import re

from memoryd.patterns import pattern as lazy_pattern

YES = lazy_pattern(
    r"(?:(?:yes|yep|yeah|yup|sure|ok(?:ay)?|do (?:it|that|so)|go (?:ahead|for it)|sounds (?:good|great)|agreed|exactly|please(?: do(?! (?:it|that|so)\b))?|absolutely|definitely|perfect|fine(?: by me| with me)?|works for me|make it so|let's do (?:it|that)|good|that one|thanks|"
    r"ja|jo|jap|jawohl|genau|mach(?:en wir(?:'s)?)?(?: das| es)?|machs so|gerne?|passt|einverstanden|klar|perfekt|gut|bitte|unbedingt|auf jeden fall|danke|so)[,.! ]*)+",
    re.IGNORECASE,
)
_HEDGED = lazy_pattern(r"(?i)\?|\b(?:but|no|not|except|instead|aber|nicht|nein|sondern|statt|kein\w*)\b|n['’]t\b")
_PROPOSES = lazy_pattern(
    r"(?i)\b(?:suggest\w*|propos\w*|recommend\w*|would|could|should|shall|I['’]d|how about|let['’]s|vorschlag\w*|vorschlage|schlage|empfehl\w*"
    r"|empfiehlt|würde|würden|wäre|wären|könnten?|sollten?|soll|dann)\b"
)
_LONGEST = 8
"""Words of an answer that only agrees."""


def agrees(text: str) -> bool:
    """Whether it agrees, and says no more: `yes, do that`, `ok, so machen wir's mit der Kasse`."""
    said = text.strip()
    return len(said.split()) <= _LONGEST and YES.match(said) is not None and _HEDGED.search(said) is None


def proposes(sentence: str) -> bool:
    """Whether the sentence of somebody who advises proposes something."""
    return _PROPOSES.search(sentence) is not None
