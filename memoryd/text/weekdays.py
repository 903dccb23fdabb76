# ruff: noqa: E501 - tables of words read better unbroken
"""On which date a day of the week is that somebody names, as far as what they say leaves no doubt. Pure."""

from __future__ import annotations

import re
from datetime import date, timedelta

from memoryd.patterns import pattern as lazy_pattern
from memoryd.text.calendar_names import DAYS, GERMAN_DAYS

_DAYS = {name: at for names in (DAYS, GERMAN_DAYS) for at, name in enumerate(names)} | {"sonnabend": 5}
_NUMBERS = {
    "one": 1, "a": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
    "einem": 1, "einer": 1, "zwei": 2, "drei": 3, "vier": 4, "fünf": 5, "sechs": 6, "sieben": 7, "acht": 8, "neun": 9, "zehn": 10,
}  # fmt: skip
_DAY = "|".join(_DAYS)
_NUMBER = "|".join(_NUMBERS)
_DATED = r"(?!\w)(?! \(\d{4}-)(?!,? (?:the |den |dem )?\d)(?! (?:of|in|im|des)\b)(?!,? (?:jan|feb|mar|mär|apr|may|mai|jun|jul|aug|sep|oct|okt|nov|dec|dez)\w*\b)"
_ONE = lazy_pattern(
    rf"(?<!every )(?<!each )(?<!the )(?<!jeden )(?<!den )\b(?P<which>next|this(?: coming)?|coming|last|past|by|until|bis(?: zum| spätestens)?|nächste[nrs]?|kommende[nrs]?|diese[nrs]?|letzte[nrs]?|vergangene[nrs]?|vorige[nrs]?)"
    rf" (?P<day>{_DAY}){_DATED}"
    rf"|\b(?P<ago>\d{{1,2}}|{_NUMBER}) (?P<unit>days?|weeks?) ago\b(?! \()"
    rf"|\bvor (?P<vor>\d{{1,2}}|{_NUMBER}) (?P<einheit>tag(?:en)?|wochen?)\b(?! (?:vor|nach|dem|der|den)\b)(?! \()",
    re.IGNORECASE,
)
_BACK = ("last", "past", "letzte", "vergangene", "vorige")
_NEXT = ("next", "nächste")
_DUE = ("by", "until", "bis")
_THIS = ("this", "diese", "diesen", "dieser", "dieses")


def with_weekdays(text: str, day: date) -> str:
    """`by Friday` → `by Friday (2026-05-22)`; `next Friday`, said on a Monday, may be this week's or the next one's."""

    def with_date(match: re.Match[str]) -> str:
        try:
            at = _at(match, day)
        except OverflowError:  # on the last days that there are
            at = None
        return match[0] if at is None else f"{match[0]} ({at.isoformat()})"

    return _ONE.sub(with_date, text)


def _at(match: re.Match[str], day: date) -> date | None:
    if match["day"] is None:
        number = (match["ago"] or match["vor"]).casefold()
        unit = (match["unit"] or match["einheit"]).casefold()
        count = _NUMBERS.get(number) or int(number)
        return day - timedelta(days=count * (7 if unit.startswith("w") else 1))
    which, ahead = match["which"].casefold(), (_DAYS[match["day"].casefold()] - day.weekday()) % 7
    if which.startswith(_BACK):
        return day - timedelta(days=7 - ahead if ahead else 7)
    is_later_this_week = 0 < ahead < 7 - day.weekday()
    if which in _THIS:
        return day + timedelta(days=ahead) if is_later_this_week or not ahead else None
    if (which.startswith(_NEXT) and is_later_this_week) or (which.startswith(_DUE) and not ahead):
        return None
    return day + timedelta(days=ahead or 7)
