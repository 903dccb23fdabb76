"""Which lines of a brief later messages end, by what `ending` tells of each pair that can meet (rules 23, 26). Pure."""

from __future__ import annotations

import functools
import heapq
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from memoryd.brief import ending_weights
from memoryd.brief.ending import AMONG, content_of, signs_among, signs_of
from memoryd.brief.lines import Line

_MOST_MET = 12
"""Lines that one message is held against, those that share its rarest words."""
_COMMON = 40
"""Lines with a word by which none of them is found."""
_BEGINNING = 5
"""Letters by which a line is found, since words have endings."""
_AT_ONCE = 32
"""Pairs of which is found ahead what they show, without a rest: about 4 ms."""
_KEPT = 16_384
"""Pairs of which it is kept what they show."""
_NEVER = ("context", "user")
"""What is told by another, and who the user is, is not ended by what somebody says beside it."""


class Message(NamedTuple):
    """What was said after a line."""

    key: str
    at: int
    session: str
    text: str
    reply: str
    """What an agent answered at once;"""
    answers: str
    """the key of the message that it answers, of an agent's."""
    by_agent: bool


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
        said.append(Message(line.key, line.at, line.session, line.whole, "", answers, by_agent))
    return said


def meeting(lines: Sequence[Line], messages: Iterable[Message]) -> Iterator[tuple[int, Message]]:
    """Which lines, by number, each message may end, in order of time: those before it that share its rare words."""
    by_word: dict[str, list[int]] = defaultdict(list)
    number = 0
    for message in messages:
        while number < len(lines) and lines[number].at < message.at:
            if lines[number].part not in _NEVER:
                for word in _beginnings(lines[number].text):
                    by_word[word].append(number)
            number += 1
        worth: dict[int, float] = defaultdict(float)
        for word in sorted(_beginnings(f"{message.text} {message.reply}") & by_word.keys()):
            found = by_word[word]
            for at in found if len(found) <= _COMMON else ():
                worth[at] += 1 / len(found)
        if message.answers:
            worth = {at: of for at, of in worth.items() if message.answers not in (lines[at].key, lines[at].source)}
        for at in sorted(heapq.nsmallest(_MOST_MET, worth, key=lambda one: (-worth[one], one))):
            yield at, message


def ended(lines: Sequence[Line], messages: Iterable[Message]) -> dict[int, Message]:
    """The first message that ends it, by the number of each line that one does; lines and messages in order of time."""
    counts = counts_of(lines)
    found: dict[int, Message] = {}
    for at, message in meeting(lines, messages):
        if at not in found and _is_end(lines[at], message, counts):
            found[at] = message
    return found


def get_to_know(lines: Iterable[Line]) -> Iterator[None]:
    """Find what is kept of the pairs among these lines before anybody waits for it, some milliseconds at a time."""
    known = sorted(lines, key=lambda line: line.at)
    for number, (at, message) in enumerate(meeting(known, messages_of(known))):
        if number % _AT_ONCE == 0:
            yield
        _met(known[at].text, message.text, message.reply, (known[at].who == "assistant", message.by_agent))


@functools.lru_cache(maxsize=_KEPT)
def _beginnings(text: str) -> frozenset[str]:
    return frozenset(word[:_BEGINNING] for word in content_of(text) if not word[0].isdigit())


def counts_of(lines: Iterable[Line]) -> Counter[str]:
    """How many lines have each word."""
    return Counter(word for line in lines for word in content_of(line.text))


def _is_end(line: Line, message: Message, counts: Mapping[str, int]) -> bool:
    weights, most = _weights()
    met = _met(line.text, message.text, message.reply, (line.who == "assistant", message.by_agent))
    if met is None or met.sum + most < ending_weights.LEAST:
        return False
    signs = signs_among(line.text, met.words, counts, together=line.session == message.session)
    return met.sum + sum(weights.get(sign, 0) for sign in signs) >= ending_weights.LEAST


class _Met(NamedTuple):
    """What a line and a message show whatever else was said: its sum, and the words of the line that both have."""

    sum: int
    words: frozenset[str]


@functools.lru_cache(maxsize=_KEPT)
def _met(line: str, text: str, reply: str, by_agents: tuple[bool, bool]) -> _Met | None:
    weights, _ = _weights()
    signs, words = signs_of(line, text, reply, by_agents=by_agents)
    return _Met(sum(weights.get(sign, 0) for sign in signs), frozenset(words)) if signs else None


@functools.cache
def _weights() -> tuple[dict[str, int], int]:
    """Hundredths, by sign; and the most that those may add which tell of other lines."""
    pairs = (pair.rpartition("=") for pair in ending_weights.ENDING.split())
    weights = {sign: int(weight) for sign, _, weight in pairs}
    most = {name: max((of for sign, of in weights.items() if sign[:-1] == name), default=0) for name in AMONG}
    return weights, sum(max(0, of) for of in most.values())
