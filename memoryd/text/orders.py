"""What a user orders the memory to do, in brackets (000 §Manual Tag Triggers) or in words, and no one else. Pure."""

from __future__ import annotations

import re

from memoryd.patterns import pattern as lazy_pattern
from memoryd.text.word_order import main_clause

_FEWEST_WORDS = 2
_ORDER = lazy_pattern(
    r"(?:\brestore and pin\b:? ?)?"
    r"\[\[\s*+(?:memory_health|(?:forget keyword|pin|promote|forget|restore(?: and pin)?):[^\[\]\n]*+)\]\]"
    r"(?: and pin\b)?",
    re.IGNORECASE,
)


def without_orders(text: str) -> str:
    """The text with blanks in place of bracketed directives: they name memories, and state nothing themselves."""
    return _ORDER.sub(lambda order: " " * len(order[0]), text) if "[[" in text else text


_ASKS_TO_REMEMBER = lazy_pattern(
    r"(?:(?:please|pls|plz|bitte|and|und|also|ok(?:ay)?|oh|ach|(?:can|could|would) you|hey),? )*"
    r"(?:(?:remember|keep in mind|(?:do not|don['’]t) forget|note)(?: please)?"
    r"(?: that |: |,? (?=(?:I|we|he|she|they|my|our|his|her|their|the [\w ]{2,30} (?:is|are))\b))"
    r"|(?:(?:merke?|notiere?) (?:dir|euch)|nicht vergessen|notiere?)(?: bitte| mal| auch| noch)*: "
    r"|(?:(?:merke?|notiere?) (?:dir|euch)|denke?|(?:vergiss|vergesst))(?: bitte| mal| auch| noch)*"
    r"(?: (?:dr|dar)an| nicht)?(?: bitte)?, (?P<dass>dass) )",
    re.IGNORECASE,
)


def without_asking(sentence: str) -> str:
    """What it asks to remember, by itself: `Pls remember I'm vegan` → `I'm vegan`."""
    asked = _ASKS_TO_REMEMBER.match(sentence)
    told = sentence[asked.end() :] if asked else ""
    if asked is None or len(told.split()) < _FEWEST_WORDS:
        return sentence
    return main_clause(told) if asked["dass"] else told


_DROPS = lazy_pattern(
    r"(?:(?:please|pls|ok(?:ay)?|now|also|and|(?:can|could|would|will) you|bitte|(?:kannst|könntest|würdest) du)[, ]+)*"
    r"(?:(?:delete|remove|forget|erase|drop|discard|archive|purge|lösche?|entferne?|vergiss|streiche?|archiviere?) )?"
    r"(?:bitte )?(?:the|that|this|your|my|those|these|all|die|den|das|diese[nrs]?|deine?n?|meine?n?) (?:[\w-]+ ){0,2}?"
    r"(?:notes?|facts?|memories|notiz(?:en)?|fakt(?:en)?|erinnerung(?:en)?)\b"
    r"(?=\W*$|\s+(?:about|on|saying|concerning|über|zu[mr]?|vo[nm])\b(?!.* (?:and|then|und|dann) ))",
    re.IGNORECASE,
)
_DROPPING = lazy_pattern(
    r"\b(?:delete|remove|forget|erase|drop|discard|archive|purge|lösch|entfern|vergiss|streich|archivier)",
    re.IGNORECASE,
)


def drops_a_memory(sentence: str) -> bool:
    """Whether it only asks to let go of what is remembered: `Delete the note about the old VPN`."""
    return _DROPS.match(sentence) is not None and _DROPPING.search(sentence) is not None
