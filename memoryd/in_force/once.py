# ruff: noqa: E501 - patterns read better unbroken
"""What is so once leaves what is so always: `Rita can't do the pick-up next Monday`. For briefs (rules 23, 26). Pure."""

from __future__ import annotations

from functools import lru_cache

from memoryd.extraction.ends import words_of
from memoryd.in_force.lines import Line
from memoryd.patterns import pattern as lazy_pattern
from memoryd.text.calendar_names import DAYS, GERMAN_DAYS
from memoryd.text.sentences import sentences

_KEPT = 4_096
"""Texts of which it is kept what they tell."""
_DAY = "|".join((*DAYS, *GERMAN_DAYS))
_ALWAYS = lazy_pattern(
    rf"(?i)\b(?:every|each|always|never|usually|(?:bi-?)?weekly|daily|nightly|monthly|from now on|going forward|runs? at|(?:{'|'.join(DAYS)})s"
    rf"|per (?:day|week|month)|immer|jede[nrsm]?|stets|nie(?:mals)?|täglich|wöchentlich|monatlich|(?:{'|'.join(GERMAN_DAYS)})s|ab (?:jetzt|sofort)|von (?:jetzt|nun) an|künftig|in zukunft|grundsätzlich|in der regel|laufen um|läuft um)\b"
)
"""It holds again and again."""
_ONCE = lazy_pattern(
    rf"(?i)\b(?:(?:next|this|last|coming) (?:{_DAY}|week|weekend|month|night|time|morning|evening|afternoon)|today|tonight|tomorrow|yesterday|just (?:this )?once|(?:on )?(?:{_DAY}) \(?\d"
    rf"|(?:nächste[nrs]?|diese[nrs]?|letzte[nrs]?|kommende[nrs]?) (?:{_DAY}|woche|wochenende|monat|nacht|mal)|heute|gestern|vorgestern|übermorgen|(?<!guten )morgen|diesmal|ausnahmsweise)\b"
)
"""It tells of one occasion,"""
_LASTING = lazy_pattern(
    rf"(?i)\b(?:no longer|any ?more|always|never|every|each|permanently|for good|until further notice|instead of|mov(?:e|es|ed|ing) to|chang\w+|switch\w*|replac\w+|now|(?:from|starting|beginning|as of|since) (?:next|this|now|today|tomorrow|{_DAY})"
    rf"|nicht mehr|immer|nie(?:mals)?|jede[nrsm]?|dauerhaft|bis auf weiteres|verschoben auf|geändert|gewechselt|umgestellt|jetzt|ab (?:heute|morgen|jetzt|sofort|nächste\w*|kommende\w*|{_DAY})|seit (?:heute|gestern)|künftig|in zukunft)\b"
)
"""and not of what holds from it on."""


def is_exception(later: str, former: Line) -> bool:
    """Whether what the text says of the same tells of one occasion only, and the line, which is no task, of many."""
    if former.part == "open" or not _is_always(former.text):
        return False
    about = words_of(former.text)
    told = [one for one in sentences(later) if words_of(one) & about]
    return bool(told) and all(map(_is_once, told))


@lru_cache(maxsize=_KEPT)
def _is_always(text: str) -> bool:
    return _ALWAYS.search(text) is not None


@lru_cache(maxsize=_KEPT)
def _is_once(text: str) -> bool:
    return _ONCE.search(text) is not None and _LASTING.search(text) is None
