# ruff: noqa: E501 - tables of patterns read better unbroken
"""How people say in English and German that something is left to be done: what is missing, blocked or half done."""

from __future__ import annotations

import re
from collections.abc import Mapping

from memoryd.extraction.cues import Cue, cue
from memoryd.patterns import pattern as lazy_pattern
from memoryd.text.clauses import Language

_SOMETHING = r"(?<!\bnothing )(?<!\bnobody )(?<!\bno one )(?<!\bnichts )(?<!\bniemand )(?<!\bkeiner )"

OPEN_ENDS: Mapping[Language, tuple[Cue, ...]] = {
    "en": (
        cue("action_items", rf"\b{_SOMETHING}(?:is|are|'s|'re|remains?|stays?) (?:still |yet |currently )?(?:missing|blocked|pending|outstanding|unresolved|unfinished|undone|half[- ](?:done|finished|way))\b|\bstill (?:missing|pending|blocked|outstanding|unfinished|unsolved|to be (?:\w+ed|done|written|built))\b|(?:^|[,;:–] )blocked (?:on|by) \S", 1.3, anyone=True),
        cue("action_items", r"\b(?:have|has|am|is|are|did)(?:n't| not) (?:yet )?(?:started|begun|begin|finish(?:ed)?|tested|got(?:ten)? (?:to|round|around))\b", 1.3, anyone=True),
        cue("action_items", rf"\b{_SOMETHING}(?:is|are|'m|am|'re)(?: still)? waiting (?:for|on) (?:the |an? )?(?!you\b|me\b|it\b)\S", 1.3, anyone=True),
        cue("action_items", r"\bwe (?:should|must|need to|have to) (?:also |still |then )(?!(?:be|keep|remember|note|know|say|thank|catch|hang|meet|stay|try|do) )\w+ (?:the|at|into|a|an|our|\w+ing)\b", 1.3),
    ),
    "de": (
        cue("action_items", rf"\b{_SOMETHING}(?:ist|sind|bleibt|bleiben)\b[^.,;]{{0,40}}? (?:noch )?(?:offen|blockiert|unvollständig|ausstehend|(?:erst )?(?:zur Hälfte|halb) fertig)\b|\bsteh(?:t|en) noch aus\b|\bes fehl(?:t|en) (?:noch )?(?:der|die|das|ein|eine|uns|\d|nur)\b", 1.3, anyone=True),
        cue("action_items", r"\bnoch nicht (?:angefangen|begonnen|fertig|getestet|gemacht|erledigt|dazu gekommen)\b", 1.3, anyone=True),
        cue("action_items", r"\bwart(?:e|en|et) (?:noch )?auf (?!dich\b|mich\b|sie\b)\S", 1.3, anyone=True),
        cue("action_items", r"\bbis (?:morgen|übermorgen|heute abend|(?:nächsten? )?\w+tag|mittwoch|\d{1,2}\.|ende (?:der|des|april|mai|juni|juli))\b.{0,20}\b(?:muss|müssen)\b|\b(?:muss|müssen)\b.{1,60}\bbis (?:morgen|\w+tag|mittwoch|\d{1,2}\.)", 1.3),
    ),
}  # fmt: skip
"""What tells of an open end, by language."""

NOTHING_OPEN = lazy_pattern(
    r"(?i)\W*(?:nothing|nobody|no one|nichts|niemand) (?:is|ist)(?: still| noch| mehr)? (?:missing|blocked|open|pending|waiting|left|offen|blockiert)\b"
)
"""A sentence that says that nothing is left to be done."""


def open_end(language: Language, judged: str, starts: list[int], *, is_person: bool) -> re.Match[str] | None:
    """Where the sentence says that something is left to be done."""
    for one in OPEN_ENDS[language]:
        if (is_person or one.anyone) and (match := one.find(judged, starts)) is not None:
            return match
    return None
