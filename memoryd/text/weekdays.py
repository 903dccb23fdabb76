# ruff: noqa: E501 - tables of words read better unbroken
"""On which date a day of the week is that somebody names, as far as what they say leaves no doubt. Pure."""

from __future__ import annotations

import re
from datetime import date, timedelta

from memoryd.patterns import pattern as lazy_pattern
from memoryd.text.calendar_names import DAYS, GERMAN_DAYS
from memoryd.text.sentences import dated

_DAYS = {name: at for names in (DAYS, GERMAN_DAYS) for at, name in enumerate(names)} | {"sonnabend": 5}
_NUMBERS = {
    "one": 1, "a": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
    "einem": 1, "einer": 1, "zwei": 2, "drei": 3, "vier": 4, "fünf": 5, "sechs": 6, "sieben": 7, "acht": 8, "neun": 9, "zehn": 10,
}  # fmt: skip
_DAY = "|".join(_DAYS)
_NUMBER = "|".join(_NUMBERS)
_WEEK = r"(?:next|this|coming|last|past|nächste[rn]?|kommende[rn]?|diese[rn]?|letzte[rn]?|vergangene[rn]?|vorige[rn]?)"
_DATED = r"(?!\w)(?! \(\d{4}-)(?!,? (?:the |den |dem )?\d)(?! (?:of|in|im|des)\b)(?!,? (?:jan|feb|mar|mär|apr|may|mai|jun|jul|aug|sep|oct|okt|nov|dec|dez)\w*\b)"
_FROM = rf"from(?= (?:{_DAY}) on(?:wards?)?\b)|(?:^|(?<=[.,!?;:] ))from(?! (?:{_DAY})['’]s\b)"
"""What begins then, not what came then: `the notes from Monday`."""
_ONE = lazy_pattern(
    rf"(?<!every )(?<!each )(?<!the )(?<!jeden )(?<!den )\b(?P<which>next|this(?: coming)?|coming|last|past|by|until|{_FROM}|starting(?: on)?|as of|since|bis(?: zum| spätestens)?|ab|seit|nächste[nrs]?|kommende[nrs]?|diese[nrs]?|letzte[nrs]?|vergangene[nrs]?|vorige[nrs]?)"
    rf" (?P<day>{_DAY}){_DATED}(?!,? {_WEEK} (?:week|woche)\b)(?! ?(?:to|till|until|through|and|bis|und|-|–) ?(?:{_DAY})\b)"
    rf"|\b(?P<ago>\d{{1,2}}|{_NUMBER}) (?P<unit>days?|weeks?) ago\b(?! \()"
    rf"|\bvor (?P<vor>\d{{1,2}}|{_NUMBER}) (?P<einheit>tag(?:en)?|wochen?)\b(?! (?:vor|nach|dem|der|den)\b)(?! \()",
    re.IGNORECASE,
)
_OF_A_WEEK = lazy_pattern(
    rf"(?<!every )(?<!each )(?<!jeden )\b(?:(?P<day>{_DAY}),? (?P<which>{_WEEK}) (?:week|woche)"
    rf"|(?P<which_before>{_WEEK}) (?:week|woche)(?: on| am|,)? (?P<day_behind>{_DAY})){_DATED}",
    re.IGNORECASE,
)
"""`on Tuesday next week`, `nächste Woche Dienstag`."""
_ON = lazy_pattern(
    rf"(?<!or )(?<!and )(?<!oder )(?<!und )\b(?:on|am) (?P<day>{_DAY}){_DATED}(?!,? {_WEEK} (?:week|woche)\b)(?! ?(?:to|till|until|through|and|or|bis|und|oder|-|–|/) ?(?:(?:on|am) )?(?:{_DAY})\b)",
    re.IGNORECASE,
)
_WHO = r"(?:klempner|elektriker|techniker|monteur|handwerker|gutachter|\w*prüfer|mdk|schornsteinfeger|glaser|schlosser|installateur|dachdecker|spedition|sachverständiger?)(?:in)?"
_ONCE = lazy_pattern(
    r"\b(?:interview|appointment|exam|viewing|inspection|hearing|surgery|operation|funeral|wedding|audit"
    r"|(?:plumber|electrician|technician|repairman|fitter|surveyor|appraiser|inspector|locksmith|glazier|roofer|movers|chimney sweep) (?:(?:is|are) coming|comes?|will come|can come)"
    r"|\w*termin|vorstellungsgespräch|\w*prüfung|klausur|\w*besichtigung|begutachtung|beerdigung|hochzeit|elternabend|abnahme"
    rf"|kommt (?:(?:am|um) \w+ |(?:der|die|das|ein|eine|unser) )*{_WHO}|{_WHO} kommt)\b",
    re.IGNORECASE,
)
"""What is once, and ahead unless it is told as past: `Am Donnerstag kommt der Klempner`."""
_AGAIN = lazy_pattern(
    r"\b(?:every|each|always|usually|weekly|never|was|were|came|had|went|did|happened|cancel\w*|jede[nrs]?|immer|meistens|wöchentlich|nie|war|waren|kam|kamen|hatte|hatten|ging|wurde|wurden|abgesagt)\b"
    r"|\b(?:habe?n?|hat|ist|sind)\b.*\b\w*ge\w{2,}(?:t|en)\W*$",
    re.IGNORECASE,
)
"""It is so again and again, was so, or will not be."""
_BACK = ("last", "past", "letzte", "vergangene", "vorige")
_NEXT = ("next", "nächste")
_DUE = ("by", "until", "bis", "from", "starting", "as of", "ab")
_SINCE = ("since", "seit")
_THIS = ("this", "diese", "diesen", "dieser", "dieses")


def with_dates(text: str, day: date) -> str:
    """With the date behind each word that tells a day from that one: `tomorrow`, `by Friday`, `Tuesday next week`."""
    return with_weekdays(dated(text, day), day)


def with_weekdays(text: str, day: date) -> str:
    """`by Friday` → `by Friday (2026-05-22)`; `next Friday`, said on a Monday, may be this week's or the next one's."""

    def with_date(match: re.Match[str]) -> str:
        try:
            at = _at(match, day)
        except OverflowError:  # on the last days that there are
            at = None
        return match[0] if at is None else f"{match[0]} ({at.isoformat()})"

    def with_date_of_week(match: re.Match[str]) -> str:
        which = (match["which"] or match["which_before"]).casefold()
        weeks = -1 if which.startswith(_BACK) else 0 if which in _THIS else 1
        of_week = _DAYS[(match["day"] or match["day_behind"]).casefold()] - day.weekday()
        try:
            return f"{match[0]} ({(day + timedelta(days=of_week + 7 * weeks)).isoformat()})"
        except OverflowError:
            return match[0]

    def with_coming(match: re.Match[str]) -> str:
        ahead = (_DAYS[match["day"].casefold()] - day.weekday()) % 7
        try:
            return f"{match[0]} ({(day + timedelta(days=ahead)).isoformat()})" if ahead else match[0]
        except OverflowError:
            return match[0]

    told = _ONE.sub(with_date, _OF_A_WEEK.sub(with_date_of_week, text))
    is_once = _ON.search(told) is not None and _ONCE.search(told) is not None and _AGAIN.search(told) is None
    return _ON.sub(with_coming, told) if is_once else told


def _at(match: re.Match[str], day: date) -> date | None:
    if match["day"] is None:
        number = (match["ago"] or match["vor"]).casefold()
        unit = (match["unit"] or match["einheit"]).casefold()
        count = _NUMBERS.get(number) or int(number)
        return day - timedelta(days=count * (7 if unit.startswith("w") else 1))
    which, ahead = match["which"].casefold(), (_DAYS[match["day"].casefold()] - day.weekday()) % 7
    if which in _SINCE:
        return day - timedelta(days=7 - ahead) if ahead else None
    if which.startswith(_BACK):
        return day - timedelta(days=7 - ahead if ahead else 7)
    is_later_this_week = 0 < ahead < 7 - day.weekday()
    if which in _THIS:
        return day + timedelta(days=ahead) if is_later_this_week or not ahead else None
    if (which.startswith(_NEXT) and is_later_this_week) or (which.startswith(_DUE) and not ahead):
        return None
    return day + timedelta(days=ahead or 7)
