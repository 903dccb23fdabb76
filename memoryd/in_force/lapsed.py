# ruff: noqa: E501 - patterns read better unbroken
"""What says itself until when it holds, once that day is past: `code freeze until 5 November`; and what is on a day. English and German. Pure."""

from __future__ import annotations

import re
from datetime import date
from functools import lru_cache

from memoryd.extraction.people import tells_cannot_have, tells_of_somebody
from memoryd.in_force.lines import Line
from memoryd.in_force.wordings import CLAUSE
from memoryd.patterns import pattern as lazy_pattern
from memoryd.text.calendar_names import MONTH
from memoryd.text.clauses import language_of

_KEPT = 4_096
_MONTHS = {"mär": 3, "mrz": 3, "mai": 5, "okt": 10, "dez": 12} | {
    name: number
    for number, name in enumerate("jan feb mar apr may jun jul aug sep oct nov dec".split(), 1)  # noqa: SIM905 - reads better
}
_DAY = (
    r"(?:(?:\w+ ){0,3}?\(?(?P<iso>\d{4}-\d\d-\d\d)\b"
    rf"|(?:\w{{3,10}},? (?:the |den |dem )?)?(?:(?P<day>\d{{1,2}})(?:st|nd|rd|th|\.)? ?(?:of )?(?P<month>{MONTH})|(?P<month_before>{MONTH}) (?P<day_behind>\d{{1,2}})(?:st|nd|rd|th)?)\b(?:,? (?P<year>20\d\d)\b)?"
    r"|(?P<number>\d{1,2})\.(?P<number_of_month>\d{1,2})\.(?P<full_year>20\d\d)?(?!\d))"
)
_DATED = lazy_pattern(rf"(?i){_DAY}")
_UNTIL = lazy_pattern(
    rf"(?i)\b(?:until|till|through|bis(?: zum| einschließlich)?) (?:(?:the|and including|incl\.?|dem|den) )?{_DAY}"
)
_MEETING = lazy_pattern(
    r"(?i)(?!.*\b(?:every|each|since|after|before|jede[nrs]?|seit|ab|vor|nach)\b)(?:(?!(?:in|at|of|from|on|by|beim?|im|am|aus|von|zur?|zum)\b)[\w'’-]+ ){0,5}"
    r"(?:(?:\w*-)?(?:appointment|presentation|exam|interview|meeting|viewing|inspection|demo|concert|webinar|workshop|hearing|visit)"
    r"|\w*(?:termin|präsentation|vortrag|prüfung|klausur|gespräch|besprechung|besichtigung|treffen|sitzung|konzert|besuch))"
    rf"(?: (?:with|about|at|in|for|to|by|of|mit|bei|über|im|für|zu[rm]?)\b[^,.;:!?]{{1,40}})?(?: is| ist| findet| takes place)? (?:on|am) (?:the |den )?{_DAY}\)?"
    r"(?:,? (?:at|in|from|with|um|im|bei|mit|von|statt)\b[^,.;:!?]{1,40}(?::\d\d)?)*\W*$"
)
"""What is over once its day is: `Zahnarzttermin am 9. Dezember um 14:30`."""
_AT_ITS_TIME = lazy_pattern(
    r"(?i)(?!.*\b(?:every|each|daily|nightly|weekly|from|since|after|before|starts?|starting|begins?|launch\w*|live|jede[nrs]?|täglich|wöchentlich|seit|ab|vor|nach|beginnt|startet|moved|changed|verschoben|verlegt)\b)"
    rf".*?\b{_DAY}\)?(?:,| um| at| -| –|, um|, at| ab| zwischen| between| von| from){{0,2}} (?:um |at |zwischen |between )?(?:\d{{1,2}}:\d\d\b|\d{{1,2}}(?: ?(?:am|pm|uhr)\b|h\b)|(?<=um )\d{{1,2}}\b|\d{{1,2}} (?:und|and|to|bis) \d{{1,2}}\b)"
)
"""What has a day and a time of day is over when that day is: `both kids go on the 30 June at 15:00`."""
_LASTS_ON = lazy_pattern(
    r"(?i)\b(?:valid|warranty|guarantee|contracts?|lease|licen[cs]e|permits?|certificates?|subscription|expires?|gültig\w*|garantie|\w*vertrag\w*|lizenz|genehmigung|zertifikat|abo"
    r"|deadline|due|by|frist|spätestens|muss|müssen|soll(?:en)?|bitte|brauch\w*|abgeben|einreichen|fertig|melden|zahlen|überweisen|anmelden|anmeldung)\b"
)
"""That it ended must be known, or it is what is to be done by then: `bis 5. Mai abgeben`."""
_HOLDS_ON = lazy_pattern(
    r"(?i)\b(?:always|never|every|each|from (?:now|then) on|going forward|immer|nie|niemals|jede[nrs]?|ab (?:jetzt|sofort|dann)|künftig)\b"
)
"""A clause that holds whatever day another one of its line names."""


def has_lapsed(line: Line, said: date, today: date) -> bool:
    """Whether it holds until a day that lay ahead when it was said, and is past."""
    if line.is_fixed or line.part in ("context", "open"):
        return False
    until = _until(line.text, said)
    return until is not None and said <= until < today


@lru_cache(maxsize=_KEPT)
def _until(text: str, said: date) -> date | None:
    """The last day that it names behind `until`, or of a meeting; None when it names none."""
    if _LASTS_ON.search(text) or any(map(_holds_on, CLAUSE.split(text))):
        return None
    meeting, timed = _MEETING.match(text), _AT_ITS_TIME.match(text)
    matches = [*_UNTIL.finditer(text), *((meeting,) if meeting else ())]
    found = [day for match in matches if (day := _day_of(match, said)) is not None]
    if timed and (day := _day_of(timed, said)) is not None and day > said:  # on its day it may have been already
        found.append(day)
    return max(found, default=None)


def _holds_on(clause: str) -> bool:
    """Whether it tells what is always so, or stays so of somebody."""
    language = language_of(clause)
    tells = (tells_cannot_have(clause, language), tells_of_somebody(clause, language), _HOLDS_ON.search(clause))
    return any(tells) and _DATED.search(clause) is None


def _day_of(match: re.Match[str], said: date) -> date | None:
    try:
        if match["iso"]:
            return date.fromisoformat(match["iso"])
        if match["number"]:
            day, month, year = int(match["number"]), int(match["number_of_month"]), match["full_year"]
        else:
            day = int(match["day"] or match["day_behind"])
            month = _MONTHS[(match["month"] or match["month_before"]).casefold()[:3]]
            year = match["year"]
        if year:
            return date(int(year), month, day)
        this = date(said.year, month, day)
        return this if this >= said else date(said.year + 1, month, day)
    except (KeyError, ValueError):
        return None
