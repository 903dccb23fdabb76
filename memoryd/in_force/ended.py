"""Which lines of a brief later messages end, by what `ending` tells of each pair that can meet (rules 23, 26). Pure.

The weights are data, written by tests/in_force/fit_ending.py.
"""

from __future__ import annotations

import functools
import heapq
import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple, TypeVar

from memoryd.in_force.ending import content_of, signs_among, signs_of
from memoryd.in_force.lines import Line, Message, are_apart
from memoryd.in_force.looks import ASKS_ONLY, COMMON, Looks, Pair, beginnings
from memoryd.in_force.nearness import Vector
from memoryd.in_force.trees import Trees, trees_in
from memoryd.in_force.updated import news_by, shown_by, with_news
from memoryd.in_force.wordings import INTRODUCES, OF_ONESELF
from memoryd.patterns import pattern as lazy_pattern
from memoryd.weights import Weights

VERSION = 6
"""Of the signs and features."""
_MOST_MET = 12
"""Lines that one message is held against, those that share its rarest words."""
_NO_THING = frozenset(("jetzt", "schon", "euro"))
"""Words that many lines share which speak of different things."""
_HERE = lazy_pattern(r"\W*(?:\w+[,!.]? )?[A-ZÄÖÜ]\w+ (?:here|hier)\b")
"""So people begin, too, who say who they are."""
_AT_ONCE = 32
"""Pairs of which is found ahead what they show, without a rest: about 4 ms."""
_ROWS_AT_ONCE = 128
"""Rows that the trees judge without a rest: about 4 ms."""
_KEPT = 8_192
"""Pairs of which it is kept what they show. The brief of a large memory looks at some 4,700, and of fewer that are kept
the next one would find none, since each is gone when its turn comes again."""
_FEWEST_SAID_BACK, _SAID_BACK = 2, 0.5
"""Words, and so much of the shorter one's, that a line has of what it says back."""
_POSSIBLE = -0.5
"""Odds from which on it may be one."""
_UNLIKELY = -2.5
"""Odds against which a rule tells no end."""
_UNMET = -3.0
"""The odds of a line that nothing later speaks of."""
_MARGIN = 0.5
"""By so much more must look like an end what shares no word with the line, which is less likely merely alike to it."""
FEW = 12
"""Messages; where fewer were said only what brings a line up to date ends it."""
LEAST_NEWS = 0.5
"""Log odds from which on it does: leaving out what holds is worse than telling what is over."""
_One = TypeVar("_One")


def messages_of(lines: Iterable[Line]) -> list[Message]:
    """The messages of these lines, which hold each at its first line, in the order of time."""
    found = sorted((line for line in lines if line.whole), key=lambda line: line.at)
    said: list[Message] = []
    last: dict[str, int] = {}
    for line in found:
        before = last.get(line.session)
        answers = ""
        by_agent = line.who == "assistant"
        if by_agent and before is not None and not said[before].by_agent:
            said[before] = said[before]._replace(reply=line.whole)
            answers = said[before].key
        last[line.session] = len(said)
        said.append(Message(line.key, line.at, line.session, line.whole, "", answers, by_agent, line.project))
    return said


def meeting(lines: Sequence[Line], messages: Iterable[Message]) -> Iterator[tuple[int, int]]:
    """Which lines each message may end, both by number, in order of time: those before it that share its rare words."""
    by_word: dict[str, list[int]] = defaultdict(list)
    may_end = set(may_be_over(lines))
    number = 0
    for which, message in enumerate(messages):
        while number < len(lines) and lines[number].at < message.at:
            if number in may_end:
                for word in _words_of(lines[number].text):
                    by_word[word].append(number)
            number += 1
        if ASKS_ONLY.fullmatch(message.text):
            continue
        worth: dict[int, float] = defaultdict(float)
        for word in sorted(by_word.keys() & _words_of(f"{message.text} {message.reply}")):
            found = by_word[word]
            for at in found if len(found) <= COMMON else ():
                if not are_apart(lines[at], message):
                    worth[at] += 1 / len(found)
        if message.answers:
            worth = {at: of for at, of in worth.items() if message.answers not in (lines[at].key, lines[at].source)}
        for at in sorted(heapq.nsmallest(_MOST_MET, worth, key=lambda one: (-worth[one], one))):
            yield at, which


def may_be_over(lines: Sequence[Line]) -> list[int]:
    """The numbers of those that may be over by what is merely said.

    What is told by another, and who the user is, is not ended by what somebody says beside it; nor is what was made of
    the message that was first of all, by which people introduce themselves.
    """
    introduced = next((line.source for line in lines if line.source), None)
    return [
        at
        for at, line in enumerate(lines)
        if line.part != "context"
        and INTRODUCES.match(line.text) is None
        and (_is_said(line) or (line.part != "user" and line.source != introduced))
    ]


def _is_said(line: Line) -> bool:
    """Whether it only stands in a conversation, and does not tell who somebody is."""
    if line.key != line.source or _HERE.match(line.text):
        return False
    return line.part != "user" or OF_ONESELF.search(line.text) is None


class End(NamedTuple):
    """What looks most like the end of a line, and how much."""

    message: Message
    odds: float
    is_met: bool
    """Whether the message shares words of the line."""
    over: float = math.inf
    """The odds by the trees that know what is merely alike, which are asked last."""

    @property
    def is_certain(self) -> bool:
        """Whether it is enough by itself."""
        return is_over(self.odds, self.over, fitted().least, is_met=self.is_met)

    @property
    def is_possible(self) -> bool:
        """Whether it ends what an agent said long ago, which few want to know."""
        return self.odds >= _POSSIBLE

    @property
    def is_unlikely(self) -> bool:
        """Whether not even what a rule tells makes it one."""
        return self.is_met and self.odds < _UNLIKELY


def ends_of(
    lines: Sequence[Line],
    messages: Iterable[Message],
    vectors: Mapping[str, Vector],
    pause: Callable[[], object] = int,
) -> dict[int, End]:
    """By the number of each line of which a later message speaks, or of what was said beside it; both in order of time.

    `vectors`: of what was said, by key, as far as they are known; `pause` is called after some milliseconds each.
    """
    said, may_end = list(messages), may_be_over(lines)
    looks, pairs = Looks(lines, said, vectors), list(pairs_of(lines, said, pause))

    def news_of(wanted: Iterable[int]) -> dict[int, list[tuple[float, int]]]:
        shown = list(_with_rests(shown_by(lines, said, looks.nearness, pairs, wanted), pause))
        return news_by(shown, _odds(fitted().pairs, [one.features for one in shown], pause))

    if len(said) < FEW:
        return dict(_ends_by(news_of(may_end), said))
    of_lines = {at: look for at, look in _with_rests(looks.of(pairs, may_end), pause) if look.message >= 0}
    told = _odds(fitted().ends, [look.features for look in of_lines.values()], pause)
    found = {
        at: End(said[look.message], each, look.is_met)
        for (at, look), each in zip(of_lines.items(), told, strict=True)
        if not are_apart(lines[at], said[look.message])
    }
    for answer, asked in said_back(lines, said):
        known = [found[at] for at in (answer, asked) if at in found]
        if known:
            both = (sum(end.odds for end in known) + _UNMET * (2 - len(known))) / 2
            found |= {at: found.get(at, known[0])._replace(odds=both) for at in (answer, asked)}
    likely = [at for at, end in found.items() if end.is_certain and at in of_lines]
    news = news_of(likely)
    over = _odds(fitted().over, [with_news(of_lines[at].features, news.get(at, ())) for at in likely], pause)
    return found | {at: found[at]._replace(over=each) for at, each in zip(likely, over, strict=True)}


def is_over(odds: float, over: float, least: float, *, is_met: bool) -> bool:
    """Whether both kinds of trees say that a line is over; what shares no word with it is less likely merely alike."""
    return over >= 0 and odds >= least if is_met else over >= -_MARGIN and odds >= least + _MARGIN


def _ends_by(news: Mapping[int, Sequence[tuple[float, int]]], said: Sequence[Message]) -> Iterator[tuple[int, End]]:
    """What brings a line up to date, as odds from which on an end is certain."""
    for at, ((odds, which), *_) in news.items():
        if odds >= LEAST_NEWS:
            yield at, End(said[which], fitted().least + odds - LEAST_NEWS, is_met=True)


def _with_rests(some: Iterable[_One], pause: Callable[[], object]) -> Iterator[_One]:
    for count, one in enumerate(some):
        if count % _AT_ONCE == 0:
            pause()
        yield one


def _odds(trees: Trees, rows: Sequence[Sequence[float]], pause: Callable[[], object]) -> Iterator[float]:
    for begin in range(0, len(rows), _ROWS_AT_ONCE):
        pause()
        yield from trees.odds(rows[begin : begin + _ROWS_AT_ONCE])


def said_back(lines: Sequence[Line], messages: Iterable[Message]) -> Iterator[tuple[int, int]]:
    """Lines with which an agent says back at once what somebody said, and what that was: both are over, or none."""
    answers = {message.key: message.answers for message in messages if message.answers}
    of_message: dict[str, list[int]] = defaultdict(list)
    for at, line in enumerate(lines):
        of_message[line.source or line.key].append(at)
    for key, answered in answers.items():
        for answer in of_message.get(key, ()):
            mine = beginnings(lines[answer].text)
            for asked in of_message.get(answered, ()):
                theirs = beginnings(lines[asked].text)
                if len(mine & theirs) >= max(_FEWEST_SAID_BACK, _SAID_BACK * min(len(mine), len(theirs))):
                    yield answer, asked


def pairs_of(lines: Sequence[Line], messages: Sequence[Message], pause: Callable[[], object] = int) -> Iterator[Pair]:
    """What each pair that can meet shows."""
    counts = counts_of(lines)
    weights = fitted().weights
    for count, (at, number) in enumerate(meeting(lines, messages)):
        if count % _AT_ONCE == 0:
            pause()
        line, message = lines[at], messages[number]
        met = _met(line.text, message.text, message.reply, (line.who == "assistant", message.by_agent))
        if met is not None:
            signs = signs_among(line.text, met.words, counts, together=line.session == message.session)
            yield Pair(at, number, met.sum + sum(weights.get(sign, 0) for sign in signs))


def get_to_know(lines: Iterable[Line]) -> Iterator[None]:
    """Find what is kept of the pairs among these lines before anybody waits for it, some milliseconds at a time."""
    known = sorted(lines, key=lambda line: line.at)
    said = messages_of(known)
    for number, (at, which) in enumerate(meeting(known, said)):
        if number % _AT_ONCE == 0:
            yield
        message = said[which]
        _met(known[at].text, message.text, message.reply, (known[at].who == "assistant", message.by_agent))


def counts_of(lines: Iterable[Line]) -> Counter[str]:
    """How many lines have each word."""
    return Counter(word for line in lines for word in content_of(line.text))


class _Met(NamedTuple):
    """What a line and a message show whatever else was said: its sum, and the words of the line that both have."""

    sum: int
    words: frozenset[str]


def _words_of(text: str) -> Iterator[str]:
    return (word for word in beginnings(text) if not word[0].isdigit() and word not in _NO_THING)


@functools.lru_cache(maxsize=_KEPT)
def _met(line: str, text: str, reply: str, by_agents: tuple[bool, bool]) -> _Met | None:
    weights = fitted().weights
    signs, words = signs_of(line, text, reply, by_agents=by_agents)
    return _Met(sum(weights.get(sign, 0) for sign in signs), frozenset(words)) if signs else None


class Fitted(NamedTuple):
    """What was fitted."""

    least: float
    """Log odds from which on an end is certain."""
    weights: dict[str, int]
    """Of pairs, by sign, in hundredths."""
    ends: Trees
    """Over all that was said after a line, as scripted projects tell what of them is past;"""
    over: Trees
    """the same, mostly as small memories do, that tell what is merely alike;"""
    pairs: Trees
    """and of a line and a message, by what `updated` tells of them."""


@functools.cache
def fitted() -> Fitted:
    """The data."""
    data = Weights(Path(__file__).with_name("ending.safetensors"), VERSION)
    signs = data.words("signs")
    weights = dict(zip(signs, data.array("weights", len(signs)).tolist(), strict=True))
    return Fitted(float(data.array("least")), weights, *(trees_in(data, of) for of in ("ends", "over", "pairs")))
