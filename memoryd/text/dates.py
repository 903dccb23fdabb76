"""Dates and relative dates in queries and memories: "7 May 2023", "last March", "two weeks ago". Pure.

A query's dates are read against today, a memory's against the day on which it was said, so that "yesterday" in a
message of 8 May answers a question about 7 May. Reading a text costs more than ranking it, so a memory's is read once,
when it is indexed, and what was read is put into days by each query that asks for some.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date, timedelta

import msgspec

from memoryd.patterns import pattern as lazy_pattern
from memoryd.text import chinese
from memoryd.text.calendar_names import DAYS, FRENCH_MONTHS, GERMAN_MONTHS, MONTHS

_SEASONS = {"spring": (3, 3), "summer": (6, 3), "autumn": (9, 3), "fall": (9, 3), "winter": (12, 3)}
_NUMBERS = {
    word: value
    for value, words in enumerate(
        ("", "a an one", "two couple", "three few", "four several", "five", "six", "seven", "eight", "nine", "ten")
    )
    for word in words.split()
} | {"eleven": 11, "twelve": 12}
_FOREIGN = GERMAN_MONTHS | FRENCH_MONTHS
_LONGEST_YEARS = 200
Words = Mapping[str, str]
"""The groups of a match that matched."""


class Span(msgspec.Struct, frozen=True):
    """Days from `start` to before `end`; `yearly`: of any year."""

    start: date
    end: date
    yearly: bool = False

    @property
    def days(self) -> int:
        """How many."""
        return (self.end - self.start).days

    def overlaps(self, other: Span) -> bool:
        """Whether they share a day."""
        if self.yearly or other.yearly:
            return any(a.start < b.end and b.start < a.end for a in self._near(other) for b in other._near(self))
        return self.start < other.end and other.start < self.end

    def _near(self, other: Span) -> list[Span]:
        """Itself, or for a yearly one the same days of the years about `other`."""
        if not self.yearly:
            return [self]
        found = []
        for year in range(other.start.year - 1, other.end.year + 2):
            try:
                start = self.start.replace(year=year)
            except ValueError:  # 29 February, or past year 9999
                continue
            found.append(Span(start, start + timedelta(days=self.days)))
        return found


_month = "|".join([*MONTHS, *(name[:3] for name in MONTHS), "sept", *_FOREIGN])
_whole_month = "|".join([*MONTHS, *_FOREIGN])
_number = rf"\d{{1,4}}|{'|'.join(_NUMBERS)}|a couple of|a few"
_unit = r"day|week|weekend|month|year|night"
_named = rf"week|weekend|month|year|night|{'|'.join(DAYS)}|{'|'.join(MONTHS)}|{'|'.join(_SEASONS)}"

_PATTERNS: tuple[tuple[str, str], ...] = (
    ("iso", r"(?<![\d.\-/])(?P<y>\d{4})[-/](?P<m>\d{1,2})[-/](?P<d>\d{1,2})(?!\d)"),
    ("iso", r"(?<![\d.\-/])(?P<y>\d{4})-(?P<m>\d{2})(?![\d-])"),
    ("iso", r"(?<![\d.])(?P<d>\d{1,2})\.\s?(?P<m>\d{1,2})\.(?P<y>\d{4})(?!\d)"),
    ("named", rf"\b(?P<d>\d{{1,2}})(?:st|nd|rd|th|\.)?(?: of)? (?P<n>{_month})\b\.?(?:,? (?P<y>(?:19|20)\d\d)\b)?"),
    ("named", rf"\b(?P<n>{_month})\b\.? (?P<d>\d{{1,2}})(?:st|nd|rd|th)?\b(?!:)(?:,? (?P<y>(?:19|20)\d\d)\b)?"),
    ("named", rf"\b(?P<n>{_month})\b\.?(?: of)?,? (?P<y>(?:19|20)\d\d)\b"),
    ("ago", rf"\b(?P<k>{_number})(?: of)? (?P<u>{_unit})s? ago\b"),
    ("lately", rf"\b(?:last|past|previous) (?P<k>{_number}) (?P<u>{_unit})s?\b"),
    ("which", rf"\b(?P<w>last|past|previous|this|next|coming) (?P<n>{_named})\b"),
    (
        "word",
        r"\b(?P<n>the day before yesterday|yesterday|today|tonight|tomorrow|gestern|heute|hier soir|vorgestern)\b",
    ),
    ("word", r"\b(?P<n>this (?:morning|afternoon|evening))\b"),
    ("month", rf"\b(?:in|since|during|by|until|of|im|en) (?:early |mid[- ]|late )?(?P<n>{_whole_month})\b"),
    ("year", r"\b(?:in|since|during|of|year|from|until|by|before|after|en|im jahr) (?P<y>(?:19|20)\d\d)\b"),
    ("weekday", rf"\b(?:on|this past) (?P<n>{'|'.join(DAYS)})\b"),
)
_FIGURES = lazy_pattern(r"\d{4}|\d\.\s?\d")
_PIECE = re.compile(r"[^\W\d_]+|\d")
_DIGITS = frozenset("0123456789")
_TAB = "\t"
_PLAIN = {ord(one): one.lower() if one.isalpha() else _TAB if one.isdigit() else " " for one in map(chr, range(128))}
"""Letters in lower case, digits as tabs, all else as spaces."""
_LAST = ("last", "past", "previous", "this", "next", "coming")
_DAY_WORDS = ("ago", "yesterday", "today", "tonight", "tomorrow", "gestern", "heute", "hier", "vorgestern")
_DATE_WORDS = frozenset((*_LAST, *_DAY_WORDS, *_month.split("|"), *DAYS))
_WORDS = {"yesterday": -1, "gestern": -1, "hier soir": -1, "the day before yesterday": -2, "vorgestern": -2}
_WORDS["tomorrow"] = 1
_TEXT_LIMIT = 20_000
_CHINESE = "chinese"
_SOME_DAY = date(2024, 2, 29)


def _pieces(text: str) -> list[str]:
    """The words of the text, folded, and a digit if it has one: a twentieth of the cost of one pattern for all."""
    if not text.isascii():
        return _PIECE.findall(text.lower())
    plain = text.translate(_PLAIN)
    words = plain.split()
    if _TAB in plain:
        words.append("0")
    return words


class DateMention(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A date as a text names it, which may be relative: which of the patterns, and the words of its groups."""

    pattern: str
    words: dict[str, str]

    def on(self, today: date) -> Span | None:
        """The days that are meant by it on that day; None when there are none in the calendar."""
        try:
            return _READERS[self.pattern](self.words, today)
        except (ValueError, OverflowError):
            return None


class TimeWords(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """What a text says of time: all that ranking wants to know of it."""

    dates: tuple[DateMention, ...] = ()
    tells_time: bool = False
    """As `tells_time` has it."""


def read_time_words(text: str) -> TimeWords:
    """Read a text once."""
    text = text[:_TEXT_LIMIT]
    pieces = _pieces(text)
    dates, tells = tuple(_dates_in(text, pieces)), _tells_time(text, pieces)
    tells = tells or any(one.pattern == _CHINESE for one in dates)
    return TimeWords(dates, tells) if dates or tells else NO_TIME_WORDS


NO_TIME_WORDS = TimeWords()


def spans(text: str, today: date) -> list[Span]:
    """The days that the text names, as of `today`; ordered by pattern and then as in the text, none twice."""
    text = text[:_TEXT_LIMIT]
    return _spans_of(_dates_in(text, _pieces(text)), today)


def _spans_of(dates: Iterable[DateMention], today: date) -> list[Span]:
    return list(dict.fromkeys(span for one in dates if (span := one.on(today)) is not None))


def _dates_in(text: str, pieces: list[str]) -> list[DateMention]:
    """The dates that the text names; of overlapping ones the first pattern's."""
    if not text.isascii() and (of_chinese := _dates_in_chinese(text)):
        return of_chinese
    if _DATE_WORDS.isdisjoint(pieces) and (_DIGITS.isdisjoint(pieces) or not _FIGURES.search(text)):
        return []
    found: list[DateMention] = []
    taken: list[tuple[int, int]] = []
    for kind, trigger, pattern in _COMPILED:
        if _NEEDED[kind].isdisjoint(pieces) or not trigger.search(text):
            continue
        for match in pattern.finditer(text):
            begin, end = match.span()
            if any(begin < b and a < end for a, b in taken):
                continue
            mention = DateMention(kind, {name: word for name, word in match.groupdict().items() if word is not None})
            if mention.on(_SOME_DAY) is not None:  # what is no date on one day is none on any other
                taken.append((begin, end))
                found.append(mention)
    return found


def _dates_in_chinese(text: str) -> list[DateMention]:
    found = (match.groupdict() for match in chinese.DATE.finditer(text))
    mentions = [DateMention(_CHINESE, {name: word for name, word in one.items() if word is not None}) for one in found]
    return [one for one in mentions if one.on(_SOME_DAY) is not None]


def closeness(asked: Sequence[Span], said: date, dates: Iterable[DateMention]) -> float:
    """From 0 to 1: how well a text of that day, which names these dates, matches the wanted days.

    1: it was said then, or names such a day. 0.5: said shortly after, when people tell what they did.
    """
    if not asked:
        return 0.0
    day = Span(said, said + timedelta(days=1))
    if any(span.overlaps(day) for span in asked) or names(asked, said, dates):
        return 1.0
    return 0.5 if any(_shortly_after(span, day) for span in asked) else 0.0


def names(asked: Sequence[Span], said: date, dates: Iterable[DateMention]) -> bool:
    """Whether a text of that day names one of the wanted days, and not only a much longer time."""
    named = _spans_of(dates, said)
    return any(span.overlaps(other) for span in asked for other in named if other.days <= max(31, 2 * span.days))


def _shortly_after(span: Span, day: Span) -> bool:
    slack = 3 if span.days <= 3 else 7
    return Span(span.start, span.end + timedelta(days=slack), span.yearly).overlaps(day)


_WHEN = lazy_pattern(
    r"\b(?:when|how long ago|since when|(?:what|which) (?:date|day|month|year|time|weekday)|wann|quand|cuándo|когда)\b",
    re.IGNORECASE,
)
_WORDS_OF_TIME = frozenset(("yesterday", "today", "tonight", "tomorrow", "ago", "last", "next", "gestern")).union(
    ("week", "weekend", "month", "months", "year", "years", "recently", "soon"),
    DAYS,
    (name for name in MONTHS if name != "may"),
)
_NUMBERS_OF_TIME = r"(?:19|20)\d\d|\d{1,2}(?:st|nd|rd|th)|\d{1,2}:\d\d"
_TEMPORAL = lazy_pattern(rf"\b(?:{'|'.join(sorted(_WORDS_OF_TIME))}|{_NUMBERS_OF_TIME})\b", re.IGNORECASE)
_TEMPORAL_NUMBER = lazy_pattern(rf"\b(?:{_NUMBERS_OF_TIME})\b", re.IGNORECASE)
_FIGURE = lazy_pattern(r"\d+")

_TEMPORAL_WORDS = _WORDS_OF_TIME | _DIGITS


def asks_when(query: str) -> bool:
    """Whether the answer to the query is a time."""
    return _WHEN.search(query) is not None or (not query.isascii() and chinese.ASKS_WHEN.search(query) is not None)


def tells_time(text: str) -> bool:
    """Whether the text has a word of time, which the answer to a "when" question is likely to have."""
    text = text[:_TEXT_LIMIT]
    return _tells_time(text, _pieces(text))


def _tells_time(text: str, pieces: list[str]) -> bool:
    if _TEMPORAL_WORDS.isdisjoint(pieces):
        return False
    if text.isascii() and "_" not in text and "0" not in pieces:  # no digit: it is a word
        return not _WORDS_OF_TIME.isdisjoint(pieces)
    if text.isascii() and _WORDS_OF_TIME.isdisjoint(pieces):
        # To look at each figure takes a tenth of looking at each word, and lets go of the interpreter in between.
        return any(_TEMPORAL_NUMBER.match(text, figure.start()) for figure in _FIGURE.finditer(text))
    return _TEMPORAL.search(text) is not None


def _month_number(name: str) -> int:
    name = name.casefold()
    if name in _FOREIGN:
        return _FOREIGN[name]
    return next(i for i, month in enumerate(MONTHS, 1) if month.startswith(name[:3]))


def _month_span(year: int, month: int, months: int = 1, yearly: bool = False) -> Span:
    year, month = year + (month - 1) // 12, (month - 1) % 12 + 1
    after = year * 12 + month - 1 + months
    return Span(date(year, month, 1), date(after // 12, after % 12 + 1, 1), yearly)


def _day_span(day: date, days: int = 1, yearly: bool = False) -> Span:
    return Span(day, day + timedelta(days=days), yearly)


def _iso(words: Words, _today: date) -> Span:
    year, month = int(words["y"]), int(words["m"])
    return _day_span(date(year, month, int(words["d"]))) if words.get("d") else _month_span(year, month)


def _named_day(words: Words, today: date) -> Span | None:
    if words["n"].islower() and words["n"] in ("may", "mar", "march", "mars", "dec", "sep") and not words.get("y"):
        return None  # a verb ("may 2 people come") or another language's word
    month = _month_number(words["n"])
    year = int(words["y"]) if words.get("y") else None
    if not words.get("d"):
        return _month_span(year or today.year, month)
    day = date(year or 2024, month, int(words["d"]))  # a leap year knows every day
    return _day_span(day, yearly=year is None)


def _chinese_day(words: Words, today: date) -> Span:
    return _day_span(*chinese.days_of(words, today))


def _count(text: str) -> int:
    text = text.casefold().removeprefix("a ").removesuffix(" of")
    return int(text) if text.isdigit() else _NUMBERS[text]


def _ago(words: Words, today: date) -> Span:
    """As vague as people are: a week ago is about a week."""
    count, unit = _count(words["k"]), words["u"].casefold()
    if unit in ("day", "night"):
        return _day_span(today - timedelta(days=count))
    if unit in ("week", "weekend"):
        return _day_span(today - timedelta(days=7 * count + 3), 7)
    if unit == "month":
        return _month_span(today.year, today.month - count)
    if count > _LONGEST_YEARS:
        return _day_span(today)
    return Span(date(today.year - count, 1, 1), date(today.year - count + 1, 1, 1))


def _lately(words: Words, today: date) -> Span:
    days = {"day": 1, "night": 1, "week": 7, "weekend": 7, "month": 31, "year": 366}[words["u"].casefold()]
    return Span(today - timedelta(days=days * _count(words["k"])), today + timedelta(days=1))


def _which(words: Words, today: date) -> Span:
    name, word = words["n"].casefold(), words["w"].casefold()
    step = {"this": 0, "next": 1, "coming": 1}.get(word, -1)
    if name == "night":
        return _day_span(today + timedelta(days=step))
    if name in ("week", "weekend"):
        monday = today - timedelta(days=today.weekday()) + timedelta(days=7 * step)
        return _day_span(monday, 7) if name == "week" else _day_span(monday + timedelta(days=4), 3)
    if name == "month":
        return _month_span(today.year, today.month + step)
    if name == "year":
        return Span(date(today.year + step, 1, 1), date(today.year + step + 1, 1, 1))
    if name in DAYS:
        return _day_span(_weekday(today, DAYS.index(name), step))
    month, months = _SEASONS.get(name) or (_month_number(name), 1)
    year = today.year
    if step < 0 and date(year, month, 1) >= today.replace(day=1):
        year -= 1
    if step > 0 and date(year, month, 1) <= today:
        year += 1
    return _month_span(year, month, months)


def _weekday(today: date, weekday: int, step: int) -> date:
    """The last one before today, the next one after it, or this week's."""
    if step == 0:
        return today + timedelta(days=weekday - today.weekday())
    away = (today.weekday() - weekday) % 7 or 7
    return today - timedelta(days=away) if step < 0 else today + timedelta(days=7 - away or 7)


def _word(words: Words, today: date) -> Span:
    return _day_span(today + timedelta(days=_WORDS.get(words["n"].casefold(), 0)))


def _month_alone(words: Words, _today: date) -> Span | None:
    if words["n"].islower() and words["n"] in ("may", "march", "mars"):
        return None
    return _month_span(2024, _month_number(words["n"]), yearly=True)


def _year(words: Words, _today: date) -> Span:
    year = int(words["y"])
    return Span(date(year, 1, 1), date(year + 1, 1, 1))


def _weekday_alone(words: Words, today: date) -> Span:
    return _day_span(_weekday(today, DAYS.index(words["n"].casefold()), -1))


_READERS: dict[str, Callable[[Words, date], Span | None]] = {
    "iso": _iso,
    "named": _named_day,
    "ago": _ago,
    "lately": _lately,
    "which": _which,
    "word": _word,
    "month": _month_alone,
    "year": _year,
    "weekday": _weekday_alone,
    _CHINESE: _chinese_day,
}


_TRIGGERS = {
    "iso": r"\d{4}[-/]|\d\.",
    "named": r"\d",
    "ago": r"\bago\b",
    "lately": r"\b(?:last|past|previous) ",
    "which": r"\b(?:last|past|previous|this|next|coming) ",
    "month": r"\b(?:in|since|during|by|until|of|im|en) (?:early |mid|late )?[jfmasondé]",
    "year": r"\b(?:19|20)\d\d\b",
    "weekday": r"(?:on|past) \w+day",
}
"""What a text must contain for a pattern to be worth trying: five times faster than trying all."""

_NEEDED = {
    "iso": _DIGITS,
    "year": _DIGITS,
    "named": frozenset(_month.split("|")),
    "ago": frozenset(("ago",)),
    "lately": frozenset(_LAST),
    "which": frozenset(_LAST),
    "word": frozenset((*_DAY_WORDS, "this")),
    "month": frozenset((*MONTHS, *_FOREIGN)),
    "weekday": frozenset(DAYS),
}
"""The words of which a text must contain one for a pattern to match."""

_COMPILED = tuple(
    (kind, lazy_pattern(_TRIGGERS.get(kind, pattern), re.IGNORECASE), lazy_pattern(pattern, re.IGNORECASE))
    for kind, pattern in _PATTERNS
)
