# ruff: noqa: E501 - patterns read better unbroken
"""What takes back what its speaker said before: `Scratch that: the green ones`. In English and German. Pure."""

from __future__ import annotations

from typing import NamedTuple

from memoryd.patterns import pattern as lazy_pattern

TAKES_BACK = lazy_pattern(
    r"(?i)(?:(?:hm+|oh|ah|ach|okay|ok|no|nope|nein|nee|wait|warte|halt|actually|sorry|moment|eigentlich)[,.!:…– —-]+)*"
    r"(?:on second thoughts?\b|(?:(?:scratch|strike) (?:that|this)|forget (?:that|what (?:I|we)(?: just)? said)|(?:I|we)(?:['’]ve| have)?(?: just)? changed (?:my|our) minds?"
    r"|change of (?:plans?|mind)|I(?:['’]ll)? take (?:that|it) back|kommando zurück|quatsch|streich(?:e|t|en wir)? (?:das|es)|vergiss (?:das|es)|doch nicht|(?:das )?nehme? ich (?:wieder )?zurück"
    r"|(?:ich hab|wir haben)(?:e)? (?:es mir|uns|es uns|mich) anders (?:überlegt|entschieden)|planänderung)(?=\s*(?:[:;,.!…–—-]|$)))"
)
_BETWEEN = " :;,.!…–—-"


class TakenBack(NamedTuple):
    """The words that take something back, and what is told in its place; that may be empty."""

    back: str
    told: str


def taken_back(text: str) -> TakenBack | None:
    """None of a text that does not begin by taking back what was said before it."""
    match = TAKES_BACK.match(text)
    return None if match is None else TakenBack(match[0], text[match.end() :].lstrip(_BETWEEN))
