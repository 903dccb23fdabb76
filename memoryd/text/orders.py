"""What a user orders the memory to do in brackets (000 §Manual Tag Triggers), apart from what is said. Pure."""

from __future__ import annotations

import re

from memoryd.patterns import pattern as lazy_pattern

_ORDER = lazy_pattern(
    r"(?:\brestore and pin\b:? ?)?"
    r"\[\[\s*+(?:memory_health|(?:forget keyword|pin|promote|forget|restore(?: and pin)?):[^\[\]\n]*+)\]\]"
    r"(?: and pin\b)?",
    re.IGNORECASE,
)


def without_orders(text: str) -> str:
    """The text with blanks in place of bracketed directives: they name memories, and state nothing themselves."""
    return _ORDER.sub(lambda order: " " * len(order[0]), text) if "[[" in text else text
