"""How a line of a brief stands to all that was said after it, as numbers by which `ended` judges. Pure."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from functools import lru_cache
from typing import NamedTuple

from memoryd.extraction.ends import tells_end, tells_open
from memoryd.in_force import course, nearness
from memoryd.in_force.course import Course
from memoryd.in_force.ending import content_of, first_met, kinds_of
from memoryd.in_force.filled import promises, task_in, trouble_in, wanted_in
from memoryd.in_force.lines import Line, Message
from memoryd.in_force.nearness import Nearness, Vector
from memoryd.in_force.new_values import values_of
from memoryd.in_force.pairs import drops_topic, tells_change, tells_choice, tells_closed, tells_problem
from memoryd.in_force.wanting import MENDED
from memoryd.in_force.wordings import OF_ONESELF
from memoryd.patterns import pattern as lazy_pattern
from memoryd.text.settling import settling

COMMON = 40
"""Lines with a word by which none of them is found."""
_BEGINNING = 5
"""Letters by which a line is found, since words have endings."""
_KEPT = 4096
"""Texts of which it is kept what they show."""
_NONE = -5.0
"""Where no message is met."""
_UNMET = (0.0, 0.0, 0.0, -1.0)
"""What is shared then."""
_SMOOTHING = 1.5
"""So that a word is worth something where little was said."""
_NAMED = 0.35
"""So much of a line's worth names it again."""
_SPOKEN_OF = 0.1
"""So much of the worth of what it is about speaks of that again."""
_BESIDE = 200
"""Letters of a message beside a line that may tell what that is about."""
_LITTLE = 6
"""A line with fewer words leaves it to what was said before."""
_PARTS = ("user", "open", "decisions", "rules")
_DAY = 86_400_000_000
"""Microseconds."""
FOR_NOW = lazy_pattern(
    r"(?i)\b(?:until|till|for now|for the moment|at the moment|right now|at present|currently|meanwhile|in the meantime"
    r"|for (?:a|two|three|four|five|six|\d+) (?:days?|weeks?|months?)|(?:this|next) (?:week|month)|today|tonight"
    r"|tomorrow|temporar\w+|while (?:\w+ )?(?:is|are)|vorerst|erst ?mal|fürs erste|zurzeit|zur zeit|derzeit|momentan"
    r"|im moment|gerade|solange|so lange|einstweilen|vorübergehend|vorläufig"
    r"|bis (?:\w+ )?(?:\w*tag|mittwoch|ende|anfang|mitte|\d)|(?:noch |für )?(?:ein|zwei|drei|vier|\d+) (?:tage?|wochen?"
    r"|monate?)|(?:diese|nächste) woche|heute|morgen)\b"
)
"""It may hold only for a while."""
ASKS_ONLY = lazy_pattern(r"[^.!?\n]*\?\s*")
"""A message that only asks ends nothing."""
FEATURES = (
    "sum", "second sum", "third sum", "messages", "covered", "covered of message", "rarest", "first",
    "sessions between", "sessions since", "sessions since named", "named", "named in last session", "named behind",
    "sessions since line", "age", "place", "agent", "worth", "words", "numbers", "names", "settles", "asks", "number",
    "plan", "rule", "task", "choice", "state", "date", "open", "end", "change", "chosen", "problem", "wanted",
    "unknown", "trouble", "to do", "promised", "of oneself", "about", "about again", "most about again",
    "about in report", "about in change", "named by person", "user", "part open", "decided", "ruled", "days", "for now",
    *course.FEATURES, *nearness.FEATURES,
)  # fmt: skip
"""Of each line, in this order."""


class Pair(NamedTuple):
    """A line, a message that may end it, by numbers, and how much looks like that, in hundredths."""

    line: int
    message: int
    sum: int


class Look(NamedTuple):
    """The message that looks most like its end, by number, -1 where none may speak of it; its `FEATURES`."""

    message: int
    features: tuple[float, ...]
    is_met: bool
    """Whether that shares words of its own, and not only of what was said beside it."""


@lru_cache(maxsize=_KEPT)
def beginnings(text: str) -> frozenset[str]:
    """By which a line is met again: how its words begin, and its numbers."""
    return frozenset(word if word[0].isdigit() else word[:_BEGINNING] for word in content_of(text))


class Looks:
    """What all messages of a project show of its lines, both in the order of time."""

    def __init__(self, lines: Sequence[Line], messages: Sequence[Message], vectors: Mapping[str, Vector]) -> None:
        """`vectors`: of messages and memories, by key, as far as they are known."""
        self._lines, self.messages = lines, messages
        self.nearness = Nearness(lines, messages, vectors, (_asks_only, _reports, _changes))
        counts = Counter(word for message in messages for word in beginnings(message.text))
        self._unsaid = math.log(len(messages) + _SMOOTHING)
        self._worth = {word: self._unsaid - math.log(1 + count) for word, count in counts.items()}
        """More of a word that few messages have."""
        self._number = {session: at for at, session in enumerate(dict.fromkeys(one.session for one in messages))}
        self._session_of = [self._number[message.session] for message in messages]
        self._place = {message.key: at for at, message in enumerate(messages)}
        self._course = Course(messages, _reports)

    def of(self, pairs: Iterable[Pair], wanted: Iterable[int] = ()) -> Iterator[tuple[int, Look]]:
        """The number of each line of these pairs, and of others that are wanted, and what holds of it."""
        by_line: dict[int, list[Pair]] = {number: [] for number in wanted}
        for pair in pairs:
            by_line.setdefault(pair.line, []).append(pair)
        besides = {number: self._beside(self._lines[number]) for number in by_line}
        own = {number: beginnings(self._lines[number].text) for number in by_line}
        named = self._named(own, {}, range(len(self.messages)))
        about = {number: self._about(self._lines[number].text, *beside) for number, beside in besides.items()}
        replies = {number: behind.key for number, (_, behind) in besides.items() if behind}
        told = [at for at, message in enumerate(self.messages) if ASKS_ONLY.fullmatch(message.text) is None]
        spoken_of = self._named(about, replies, told)
        for number, met in by_line.items():
            met.sort(key=lambda pair: (-pair.sum, pair.message))
            again = spoken_of[number]
            most = max(again, key=lambda at: (again[at], -at), default=-1)
            features = self._features(number, met, named[number])
            more = self._about_features(number, about[number], again, named[number])
            is_again = most >= 0 and again[most] >= _SPOKEN_OF * more[0]
            near, nearest = self.nearness.of(number)
            line = self._lines[number]
            place = self._place.get(line.source or line.key)
            features = (*features, *more, *self._kept_features(line), *self._course.of(place), *near)
            ending = met[0].message if met else most if is_again else nearest
            yield number, Look(ending if ending >= 0 else self._course.reported_behind(place), features, bool(met))

    def _beside(self, line: Line) -> tuple[Message | None, Message | None]:
        """What the other side said in its session just before and just behind its message."""
        place = self._place.get(line.source or line.key)
        if place is None:
            return None, None
        own = self.messages[place]
        before, behind = (
            other
            if 0 <= at < len(self.messages)
            and (other := self.messages[at]).session == own.session
            and other.by_agent != own.by_agent
            else None
            for at in (place - 1, place + 1)
        )
        return before, behind

    @staticmethod
    def _about(text: str, before: Message | None, behind: Message | None) -> frozenset[str]:
        """How the words begin of what it is about."""
        beside = (before if len(content_of(text)) < _LITTLE else None, behind)
        return beginnings(text).union(*(beginnings(one.text[:_BESIDE]) for one in beside if one))

    def _named(
        self, wanted: Mapping[int, Set[str]], but: Mapping[int, str], among: Iterable[int]
    ) -> dict[int, dict[int, float]]:
        """The worth of what each of these messages after a line has of its wanted words; `but`: not of that one."""
        by_word: dict[str, list[int]] = defaultdict(list)
        for number, words in wanted.items():
            for word in words:
                by_word[word].append(number)
        found: dict[int, dict[int, float]] = defaultdict(lambda: defaultdict(float))
        for at in among:
            message = self.messages[at]
            for word in sorted(beginnings(message.text) & by_word.keys()):
                numbers = by_word[word]
                for number in numbers if len(numbers) <= COMMON else ():
                    line = self._lines[number]
                    if line.at < message.at and message.key not in (line.key, line.source, but.get(number)):
                        found[number][at] += self._worth[word]
        return found

    def _features(self, number: int, met: Sequence[Pair], named: Mapping[int, float]) -> tuple[float, ...]:
        line = self._lines[number]
        words = beginnings(line.text)
        whole = math.fsum(self._worth.get(word, self._unsaid) for word in words) or 1.0
        again = [(value / whole, at) for at, value in named.items()]
        return (
            *(met[at].sum / 100 if at < len(met) else _NONE for at in range(3)),
            float(len(met)),
            *(self._shared(line.text, words, whole, met[0].message) if met else _UNMET),
            *self._session_features(line, met[0].message if met else None, again),
            number / len(self._lines),
            float(line.who == "assistant"),
            whole,
            *_text_features(line.text),
        )

    def _shared(self, text: str, words: Set[str], whole: float, ending: int) -> tuple[float, ...]:
        """How much of the line and of the message they share, the rarest word of that, and where the first stands."""
        message = self.messages[ending]
        told = beginnings(f"{message.text} {message.reply}")
        shared = [self._worth.get(word, 0.0) for word in sorted(words & told)]
        covered = math.fsum(shared)
        return (
            covered / whole,
            covered / (math.fsum(self._worth.get(word, 0.0) for word in told) or 1.0),
            max(shared, default=0.0),
            float(first_met(text, message.text, message.reply)),
        )

    def _about_features(
        self, number: int, words: Set[str], again: Mapping[int, float], named: Mapping[int, float]
    ) -> tuple[float, ...]:
        """What all of it is worth, and how much of that is spoken of again: by whom, and beside what."""
        whole = math.fsum(self._worth.get(word, self._unsaid) for word in words) or 1.0
        session, said = self._lines[number].session, self.messages
        by_person = (worth for at, worth in named.items() if self._is_by_person(said[at], session))
        most, in_report, in_change = (
            max((worth for at, worth in again.items() if tells(said[at].text)), default=0.0)
            for tells in (bool, _reports, _changes)
        )
        return whole, most / whole, most, in_report, in_change, max(by_person, default=0.0)

    def _kept_features(self, line: Line) -> tuple[float, ...]:
        """As what it stands in a brief, and whether it was said for a while, and how long ago."""
        parts = (float(line.part == part) for part in _PARTS)
        days = (self.messages[-1].at - line.at) / _DAY if self.messages else 0.0
        return (*parts, days, float(FOR_NOW.search(line.text) is not None))

    @staticmethod
    def _is_by_person(message: Message, session: str) -> bool:
        """Whether somebody told it in another session."""
        return not message.by_agent and message.session != session and ASKS_ONLY.fullmatch(message.text) is None

    def _session_features(
        self, line: Line, ending: int | None, again: Sequence[tuple[float, int]]
    ) -> tuple[float, ...]:
        last = len(self._number) - 1
        own = self._number.get(line.session)
        if own is None:
            before = (at for at, one in enumerate(self.messages) if one.at <= line.at)
            own = max((self._session_of[at] for at in before), default=0)
        ends = own if ending is None else self._session_of[ending]
        last_named = max((self._session_of[at] for share, at in again if share >= _NAMED), default=own)
        behind = len(self.messages) if ending is None else ending + 1
        return (
            float(ends - own),
            float(last - ends),
            float(last - last_named),
            max((share for share, _ in again), default=0.0),
            max((share for share, at in again if self._session_of[at] == last), default=0.0),
            max((share for share, at in again if at > behind), default=0.0),
            float(last - own),
            (last - own) / max(1, last),
        )


@lru_cache(maxsize=_KEPT)
def _text_features(text: str) -> tuple[float, ...]:
    words, kinds, wanted = text.split(), kinds_of(text), wanted_in(text)
    return (
        float(len(words)),
        float(sum(any(char.isdigit() for char in word) for word in words)),
        float(sum(word[:1].isupper() for word in words[1:])),
        settling(text),
        *(float(kind in kinds) for kind in ("asks", "number", "plan", "rule", "task", "choice", "state")),
        float("date" in values_of(text)),
        *(float(told(text)) for told in (tells_open, tells_end, tells_change, tells_choice, tells_problem)),
        float(wanted is not None),
        float(wanted is not None and wanted.is_unknown),
        float(bool(trouble_in(text))),
        float(task_in(text) is not None),
        float(promises(text)),
        float(OF_ONESELF.search(text) is not None),
    )


def _asks_only(text: str) -> bool:
    return ASKS_ONLY.fullmatch(text) is not None


@lru_cache(maxsize=_KEPT)
def _reports(text: str) -> bool:
    """Whether it tells that something is done or as it should be, and nothing open."""
    return (tells_end(text) or MENDED.search(text) is not None) and not tells_open(text)


@lru_cache(maxsize=_KEPT)
def _changes(text: str) -> bool:
    """Whether it tells that something is no longer as it was."""
    return tells_change(text) or drops_topic(text) or tells_closed(text)
