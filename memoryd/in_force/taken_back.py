# ruff: noqa: E501 - patterns read better unbroken
"""What somebody takes back in the talk in which they chose it, and wants to be forgotten. For briefs. Pure."""

from __future__ import annotations

from functools import lru_cache

from memoryd.extraction.ends import NOTHING, words_of
from memoryd.in_force.lines import Line
from memoryd.in_force.wordings import CHOICE
from memoryd.patterns import pattern as lazy_pattern
from memoryd.text.taking_back import TAKES_BACK, taken_back

_KEPT = 4_096
"""Texts of which it is kept what they tell."""
_FORGETS = lazy_pattern(
    r"(?i)(?:(?:please|bitte|and|so|ok(?:ay)?|also|und|can you|could you|kannst du),? )*"
    r"(?:(?:delete|remove|erase|forget|drop|discard|clear) (?:(?:the|my|your|that|our|any|all|every) )*(?:notes?|facts?|entry|entries|memor(?:y|ies)|reminders?) (?:about|on|of|that|with|regarding|for)"
    r"|(?:forget|disregard) (?:(?:all|everything) )?(?:what )?(?:I|you) (?:said|told you|know|have|noted|remember|mentioned) (?:about|on|of)"
    r"|(?:lösche?|entferne?|streiche?|vergiss)(?: bitte| mal)* (?:(?:die|den|das|deine[nr]?|meine[nr]?|alle) )*(?:notiz(?:en)?|eintr(?:ag|äge)|fakt(?:en)?|erinnerung(?:en)?) (?:über|zum|zur|zu|von|vom|mit|für|dass)"
    r"|(?:die|den|meine[n]?|deine[n]?|alle) (?:notiz(?:en)?|eintr(?:ag|äge)|erinnerung(?:en)?) (?:über|zum|zur|zu|von|vom|mit|für)(?=.* (?:löschen|entfernen|streichen|vergessen)\b))"
    r" (?P<what>(?!.*\b(?:in|from|on|im|aus|vom) (?:(?:the|my|our|der|dem|meine[rm]) )?(?:readme|wiki|code|file|docs?|table|database|jira|notion|obsidian|datei|tabelle|datenbank|\w+\.\w+)\b)[^.!?\n]{2,60}?)"
    r"(?:,? (?:löschen|entfernen|streichen|vergessen|please|bitte|again|wieder|any ?more|(?:from|out of) (?:your |the )?(?:memory|notes)|aus (?:dem|deinem) gedächtnis))*\s*(?:[.!?]|$)"
)
_CHOOSING = words_of(
    "let's go going with use uses using take takes taking pick picked choose chose decide decided decision now instead then"
    " we want plan nehmen nehme nimm nutzen verwenden machen doch jetzt lieber stattdessen entschieden entscheidung"
)


def chosen_anew(line: Line) -> frozenset[str]:
    """The stems of what a person's line is about that takes back what was chosen before; else nothing."""
    # A note and a day's line lack the words that take something back.
    among_others = bool(line.refused) and TAKES_BACK.search(line.heard) is not None
    is_back = among_others or taken_back(line.text) is not None or taken_back(line.heard) is not None
    return _things(line.text) if is_back and line.who != "assistant" else frozenset()


def takes_back(later: Line, former: Line) -> bool:
    """Whether it takes back what was chosen in the same session: in the message before it, or of the same thing."""
    anew = chosen_anew(later)
    is_right_behind = bool(former.source) and later.refused == former.source
    is_of_one_talk = bool(later.session) and later.session == former.session
    if not anew or not (is_right_behind or is_of_one_talk) or later.source == former.source:
        return False
    if former.part != "decisions" and CHOICE.search(former.text) is None:
        return False
    return is_right_behind or not anew.isdisjoint(_things(former.text))


@lru_cache(maxsize=_KEPT)
def _things(text: str) -> frozenset[str]:
    back = taken_back(text)
    return words_of(text if back is None else back.told) - _CHOOSING


@lru_cache(maxsize=_KEPT)
def forgotten_by(text: str) -> frozenset[str]:
    """The stems of what it asks a memory to forget: `delete my note about the locker`; else nothing."""
    match = _FORGETS.match(text)
    return words_of(match["what"]) if match else NOTHING


def is_forgotten(later: Line, former: Line) -> bool:
    """Whether somebody asks to forget what the former line tells."""
    gone = forgotten_by(later.text)
    return bool(gone) and gone <= words_of(former.text)
