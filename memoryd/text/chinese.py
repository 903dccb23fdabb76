"""Chinese as it is asked and dated: 3月5日, 三月五号, 昨天, 什么时候; and what carries no meaning in it. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date, timedelta

from memoryd.text.hanzi import simplified

_FUNCTION_CHARACTERS = frozenset("的了吗呢吧啊么什这那哪谁我你您他她们")
_FUNCTION_WORDS = frozenset(("时候", "多少", "如何", "为何", "是否"))
_DIGITS = "一二三四五六七八九十"
_NUMBER = rf"\d{{1,2}}|[{_DIGITS}]{{1,3}}"
DATE = re.compile(
    rf"(?:(?P<y>\d{{4}})年)?(?<!\d)(?P<m>{_NUMBER})月(?:(?P<d>{_NUMBER})[日号號])?"
    r"|(?P<w>今天|今日|今晚|昨天|昨日|昨晚|前天|明天|上周|上週|上星期|上个月|上個月|去年)"
)
ASKS_WHEN = re.compile("什么时候|什麼時候|何时|何時|哪一?天|几点|幾點|几号|幾號|几月|幾月|哪一?年")
_DAYS = {"今": 0, "昨": -1, "前": -2, "明": 1}


def is_function_word(pair: str) -> bool:
    """Whether two simplified characters are what a question is made of ("什么", "吃的"), not what it asks for."""
    return not _FUNCTION_CHARACTERS.isdisjoint(pair) or pair in _FUNCTION_WORDS


def days_of(words: Mapping[str, str], today: date) -> tuple[date, int, bool]:
    """First day, how many, and whether of any year, of a match of DATE. Raises ValueError for none in the calendar."""
    if "w" in words:
        return _relative(simplified(words["w"]), today)
    month = _number(words["m"])
    if "d" in words:
        year = int(words["y"]) if "y" in words else 2024  # a leap year knows every day
        return date(year, month, _number(words["d"])), 1, "y" not in words
    first = date(int(words.get("y", today.year)), month, 1)
    return first, ((first + timedelta(days=31)).replace(day=1) - first).days, False


def _relative(word: str, today: date) -> tuple[date, int, bool]:
    if word[0] in _DAYS:
        return today + timedelta(days=_DAYS[word[0]]), 1, False
    if word == "去年":
        first = date(today.year - 1, 1, 1)
        return first, (date(today.year, 1, 1) - first).days, False
    if word == "上个月":
        last = today.replace(day=1) - timedelta(days=1)
        return last.replace(day=1), last.day, False
    return today - timedelta(days=today.weekday() + 7), 7, False


def _number(text: str) -> int:
    if text.isdigit():
        return int(text)
    tens, is_over_ten, ones = text.rpartition("十")
    if not is_over_ten:
        return _DIGITS.index(text) + 1
    return (10 * (_DIGITS.index(tens) + 1) if tens else 10) + (_DIGITS.index(ones) + 1 if ones else 0)
