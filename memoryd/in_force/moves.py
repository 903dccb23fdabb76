"""What moves: things to another day or price, and people away from what they did. For briefs (rules 23, 26). Pure."""

from __future__ import annotations

import re
from functools import lru_cache

from memoryd.extraction.ends import NOTHING, words_of
from memoryd.in_force.lines import Line
from memoryd.in_force.wordings import DOES, DUTY, LEAVES, STOOD_IN_FOR
from memoryd.patterns import pattern as lazy_pattern
from memoryd.text.calendar_names import MONTH
from memoryd.text.stopwords import STOP_WORDS

_KEPT = 4_096
"""Texts of which it is kept what they tell."""
_NEAR = 100
"""Letters before a day or price in which it is looked for what has it;"""
_MOST_BETWEEN = 7
"""and words that may stand between them."""
_SHORTEST = 4
"""Letters of the stem of a thing: shorter ones are too common."""
_DAY = lazy_pattern(
    rf"(?i)\b(?:(?P<day>\d{{1,2}})(?:st|nd|rd|th|\.)? ?(?:of )?(?P<month>{MONTH})"
    rf"|(?P<month_before>{MONTH}) (?P<day_behind>\d{{1,2}})(?:st|nd|rd|th)?"
    r"|(?<=the )(?P<alone>\d{1,2})(?:st|nd|rd|th)"
    r"(?= of (?:the|each|every) month| ?[,.;:!?)]| (?:and|at|so|as|since)\b|$))\b"
)
_AMOUNT = lazy_pattern(
    r"(?i)[$€£] ?(?P<before>\d[\d.,]{0,12})|\b(?P<behind>\d[\d.,]{0,12}) ?(?:€|(?:eur|euros?|dollars?|pounds?|quid)\b)"
)
"""Money."""
_FOR = lazy_pattern(r" (?:(?:for|für) (?:the |den |die |das )?)?(?P<thing>[^\W\d_]+)")
"""What it is paid for."""
_MONTHS = {"mär": "mar", "mai": "may", "okt": "oct", "dez": "dec"}
"""One name for both languages."""
_MORE_BEHIND = lazy_pattern(
    r"(?i) ?(?:[-–] ?|(?:to|until|and|or|bis|und|oder|\+|&) )(?:(?:the|den|dem|zum) )?(?:\w{3,6}day |\w{4,7}tag,? )?\d"
)
"""There are several days: `9 to 20 April`."""
_WORD = lazy_pattern(r"[^\W_][\w'’-]*")
_EDGES = {
    **dict.fromkeys(("by", "until", "till", "before", "due", "bis", "vor"), "by"),
    **dict.fromkeys(("from", "since", "after", "ab", "seit", "nach"), "from"),
}
"""Which side of a day is meant."""
_BETWEEN = frozenset(
    word
    for line in (
        "is are was be on for the a of at in to moved now then set it's it still stays will",
        "starts start begins ends opens closes under over about around above below",
        "beginnt endet öffnet schließt startet unter über um für circa etwa rund",
        "has have been were back forward moves changed changes shifted postponed rescheduled pushed delayed brought",
        "monday tuesday wednesday thursday friday saturday sunday mon tue wed thu fri sat sun",
        "ist sind war am auf den dem der die das für zum vom jetzt dann nun wird verschoben bleibt steht doch",
        "wurde wurden werden worden verlegt geändert vorgezogen verschiebt",
        "montag dienstag mittwoch donnerstag freitag samstag sonntag mo di mi do fr sa so",
        "costs cost pays pay only kostet kosten beträgt bei nur",
    )
    for word in line.split()
)
"""What stands between a thing and its day or price."""
_DOERS = frozenset(
    word
    for line in ("to i we you they he she it will can shall must should would", "ich wir er sie es man zu")
    for word in line.split()
)
"""Behind these stands what is done, which is no thing."""
_NOBODY = frozenset(
    word
    for line in (
        "The This That They She There Who What Nobody Someone Everyone",
        "Das Die Der Sie Wer Niemand Jemand Alle Rest",
    )
    for word in line.split()
)
"""No names, though they begin like one."""


def fills_anew(later: str, former: str) -> bool:
    """Whether both give a day or a price to the same thing, and not the same one: the newest holds."""
    ours, theirs = slots_of(later), slots_of(former)
    return any(not ours[of] & theirs[of] for of in ours.keys() & theirs.keys())


def is_duty_of_leaving(later: Line, former: Line) -> bool:
    """Whether the former line tells what somebody does, or to ask them, of whom the later one says that they left."""
    if former.part == "context":
        return False
    told = f"{former.before} {former.text}"
    away = stood_in_for(later.text)
    if any(who in told and _does(who, DUTY).search(told) is not None for who in away):
        return True
    return any(who in told and _does(who, DOES).search(told) is not None for who in leaving(later.text) - away)


@lru_cache(maxsize=_KEPT)
def leaving(text: str) -> frozenset[str]:
    """Who no longer does what they did, by name."""
    found = (match["who"] for pattern in LEAVES for match in pattern.finditer(text))
    return (frozenset(found) | stood_in_for(text)) - _NOBODY or NOTHING


@lru_cache(maxsize=_KEPT)
def stood_in_for(text: str) -> frozenset[str]:
    """Who is away for a time while another does what they did, by name: they still want what they wanted."""
    return frozenset(match["who"] for match in STOOD_IN_FOR.finditer(text)) - _NOBODY or NOTHING


@lru_cache(maxsize=_KEPT)
def _does(who: str, pattern: str) -> re.Pattern[str]:
    return re.compile(pattern.replace("{who}", re.escape(who)))


@lru_cache(maxsize=_KEPT)
def slots_of(text: str) -> dict[tuple[str, str], frozenset[str]]:
    """The days and prices of things, by their stems and what is given: the day itself, the last, the first, a price."""
    found: dict[tuple[str, str], set[str]] = {}
    for match in _DAY.finditer(text):
        near = text[max(0, match.start() - _NEAR) : match.start()]
        if _MORE_BEHIND.match(text, match.end()):
            continue
        if (thing := _thing_before(near)) is not None:
            # Of which month a day is, may be told in one of the two only.
            of = (thing[0], f"{thing[1]}, of a month") if match["alone"] else thing
            found.setdefault(of, set()).add(match["alone"] or _day(match))
    for match in _AMOUNT.finditer(text):
        near = text[max(0, match.start() - _NEAR) : match.start()]
        behind = _FOR.match(text, match.end())
        for thing in (_thing_before(near), None if behind is None else _thing_before(behind["thing"])):
            if thing is not None:
                found.setdefault((thing[0], "costs"), set()).add((match["before"] or match["behind"]).strip(".,"))
    return {of: frozenset(given) for of, given in found.items()}


def _thing_before(near: str) -> tuple[str, str] | None:
    """The stem of what has the day or price that follows, and which side of a day is meant."""
    edge = "at"
    words = [word.casefold() for word in _WORD.findall(near.rpartition(". ")[2])][::-1]
    for number, word in enumerate(words[:_MOST_BETWEEN]):
        if word in _EDGES:
            edge = _EDGES[word]
        elif word not in _BETWEEN:
            stem = min(words_of(word), default="")
            is_done = number + 1 < len(words) and words[number + 1] in _DOERS
            return None if len(stem) < _SHORTEST or is_done or word in STOP_WORDS else (stem, edge)
    return None


def _day(match: re.Match[str]) -> str:
    number, month = match["day"] or match["day_behind"], match["month"] or match["month_before"]
    short = month.casefold()[:3]
    return f"{int(number)} {_MONTHS.get(short, short)}"
