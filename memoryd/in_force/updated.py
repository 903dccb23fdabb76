"""What a line and a message said later show of whether that brings the line up to date, as numbers. Pure.

`ended` judges by trees over these whether "from Monday on we meet at 10:15" is the end of "standup is at 9:30".
"""

from __future__ import annotations

import heapq
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from memoryd.in_force.lines import Line, Message, are_apart
from memoryd.in_force.looks import ASKS_ONLY, Pair, beginnings
from memoryd.in_force.nearness import Nearness
from memoryd.text.updates import how_put

_NEAREST, _MOST_SHARED = 4, 4
"""Messages that a line is held against: those that come nearest in meaning, and those that share most words."""
OF_NEWS, _NO_NEWS = 2, -5.0
"""How many of the likeliest messages count for a line, and what counts where there are fewer."""


class Shown(NamedTuple):
    """Of a line and a message, by numbers."""

    line: int
    message: int
    features: list[float]


def shown_by(
    lines: Sequence[Line],
    messages: Sequence[Message],
    nearness: Nearness,
    pairs: Iterable[Pair],
    wanted: Iterable[int],
) -> Iterator[Shown]:
    """What each of these lines shows with the messages that may speak of it; `pairs` are those that share words."""
    met: dict[int, list[int]] = defaultdict(list)
    for pair in pairs:
        met[pair.line].append(pair.message)
    for number in wanted:
        line = lines[number]
        mine = beginnings(line.text)
        shared = {which: len(mine & beginnings(messages[which].text)) for which in met[number]}
        most = heapq.nsmallest(_MOST_SHARED, shared, key=lambda which: (-shared[which], -which))
        for which in dict.fromkeys((*most, *nearness.nearest(number, _NEAREST))):
            message = messages[which]
            if are_apart(line, message):
                continue
            theirs = beginnings(message.text)
            both = len(mine & theirs)
            features = [
                *nearness.of_pair(number, which),
                float(line.who == "assistant"), float(message.by_agent),
                float(both), both / max(1, len(mine)), both / max(1, len(theirs)),
                float(ASKS_ONLY.fullmatch(message.text) is not None),
                *how_put(line.text, message.text),
            ]  # fmt: skip
            yield Shown(number, which, features)


def news_by(shown: Iterable[Shown], odds: Iterable[float]) -> dict[int, list[tuple[float, int]]]:
    """By the number of a line how much each message looks like news of it, the likeliest first, and its number."""
    found: dict[int, list[tuple[float, int]]] = defaultdict(list)
    for one, each in zip(shown, odds, strict=True):
        found[one.line].append((each, one.message))
    for news in found.values():
        news.sort(key=lambda one: (-one[0], one[1]))
    return found


def with_news(features: Sequence[float], news: Sequence[tuple[float, int]]) -> tuple[float, ...]:
    """Those of a line, and the odds of its likeliest news."""
    odds = [each for each, _ in news[:OF_NEWS]]
    return *features, *odds, *[_NO_NEWS] * (OF_NEWS - len(odds))
