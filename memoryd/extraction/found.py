"""What the extractor reads and what it has found: messages, sentences, and each statement once."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Set
from datetime import date
from itertools import islice
from typing import NamedTuple

import msgspec

from memoryd.extraction.cues import Section
from memoryd.extraction.ends import is_done_by
from memoryd.extraction.result import DailyFact, DailyResult
from memoryd.patterns import pattern as lazy_pattern
from memoryd.text.clauses import Language
from memoryd.text.weekdays import with_weekdays
from memoryd.types import fold

MOST_FACTS = 60
MOST_LINES = 30
"""Lines of each other section."""
_MARKS = ".,;:!?\"'()"
"""Around a word."""
SURE = 1.9
"""The weight of a cue from which a decision or preference becomes a note."""
_SECRET = lazy_pattern(
    r"\W*(?:\[redacted:\w+\](?:\W|(?:and|und|the|my|der|die|das|mein|is|ist|api|key|token|secret|password|passwort)\b)*)+",
    re.IGNORECASE,
)
"""What is left of secrets, and says nothing."""
_NOTED: tuple[Section, ...] = ("decisions", "preferences")


class Said(msgspec.Struct, frozen=True):
    """A message as the extractor sees it: who said what, in which session, on which day."""

    session_id: str
    role: str
    who: str | None
    text: str
    day: date

    @property
    def is_person(self) -> bool:
        """Whether it is no assistant without a name."""
        return self.role == "user" or self.who is not None


_SAYS_BACK = lazy_pattern(
    r"(?i)^(?:noted|got it|understood|recorded|written down|saved"
    r"|notiert|vermerkt|aufgeschrieben|festgehalten|verstanden|gemerkt)\s*[:–—]\s+(?=\S+ \S)"
    r"|(?<=\w),? (?:noted|notiert|vermerkt|gemerkt)[.!]*$"
)
"""With what an assistant says back what it was told."""


def as_line(said: Said, sentence: str) -> str:
    """The sentence as a line of a daily, with who said it."""
    told = with_weekdays(sentence if said.is_person else _SAYS_BACK.sub("", sentence), said.day)
    return f"{said.who}: {told}" if said.who else told


class Line(msgspec.Struct):
    """A line of a section, and how much it weighs."""

    order: int
    weight: float
    text: str
    cue: float
    """How sure its cue is."""


class Candidate(msgspec.Struct, frozen=True):
    """A line of a section, or a fact, that a sentence may be worth."""

    section: Section | None
    """None: no cue found it, and what it is its words tell."""
    weight: float
    text: str = ""
    cue: float = 0.0
    """How sure its cue is; of a fact, the form in which it was said."""
    spoken: str = ""
    """Its sentence, where the line has more than that."""
    fact: DailyFact | None = None

    @property
    def said(self) -> str:
        """What would be kept."""
        return self.text if self.fact is None else self.fact.sentence


Weigh = Callable[[Set[str], Candidate], bool]


class Candidates:
    """What the cues find in one sentence, in order."""

    def __init__(self, *, with_facts: bool = True) -> None:
        self.with_facts = with_facts
        self.all: list[Candidate] = []

    def line(self, section: Section, text: str, weight: float, cue: float = 0.0, spoken: str = "") -> None:
        """`spoken`: its sentence, where the line has more than that."""
        self.all.append(Candidate(section, weight, text, cue, spoken))

    def fact(self, fact: DailyFact, weight: float, cue: float = 0.0) -> None:
        """A triple of the sentence; none whose object was a secret and nothing else."""
        if _SECRET.fullmatch(fact.object) is None:
            self.all.append(Candidate("facts", weight, cue=cue, fact=fact))


class Sentence(msgspec.Struct):
    """A sentence, and what is known of how it is meant."""

    text: str
    judged: str
    """Its quotes and what others said in it made meaningless; as long as `text`."""
    starts: list[int]
    language: Language
    asks: bool
    supposed: bool
    unsure: bool
    tells_outcome: bool
    """The sentence before announced it."""
    people: Mapping[str, str] = {}
    """Whom its pronouns mean, as far as others were named before it."""
    in_talk: bool = False
    """Several messages of its session were heard before it."""


class Heard(msgspec.Struct, frozen=True):
    """What was said in a session up to a message."""

    speaker: str = ""
    text: str = ""
    """The last sentence."""
    said: tuple[str, ...] = ()
    """The last sentences of the last message."""
    by_worker: bool = False
    """Whoever does the work said it."""
    whole: str = ""
    offers: Mapping[str, str] = {}
    """Speaker → what they last left to be chosen or agreed to."""
    asked: bool = False
    """The last message left something so."""
    language: Language = "en"
    at_work: bool = False
    """A tool or code has been spoken of."""
    explained: bool = False
    """The last message told how the world is, or was a text that was asked for: nobody agrees to that."""
    requests: tuple[str, ...] = ()
    """Lines of the last message that ask for a text, which the next one may be."""
    people: Mapping[str, Mapping[str, str]] = {}
    """Speaker → whom their pronouns mean."""
    last_lines: Mapping[str, str] = {}
    """Speaker → the line of their last sentence."""
    count: int = 0
    """Messages heard so far."""


AT_FIRST = Heard()


class Agreed(NamedTuple):
    """What an answer decided, as a line, and which of its words did."""

    text: str
    words: str


class Told(NamedTuple):
    """What one session told: sections by folded sentence, and what the messages of these numbers agreed to."""

    sections: Mapping[str, Section]
    agreed: Mapping[int, Agreed]
    heard: Heard
    """By which the messages behind these are judged."""
    explained: Set[int]
    """By number, long messages of an assistant that tell how the world is, or are a text that was asked for."""


class Found:
    """What has been found, each statement once, in the order in which it was said."""

    def __init__(self, weigh: Weigh, *, with_facts: bool = True) -> None:
        """`weigh` tells by the signs of its sentence whether a candidate is kept."""
        self.weigh = weigh
        self.with_facts = with_facts
        self._spoken: dict[Section, set[str]] = {"decisions": set(), "preferences": set(), "action_items": set()}
        """What was said of each line, as it stands in its message."""
        self.lines: dict[Section, dict[str, Line]] = {"decisions": {}, "preferences": {}, "action_items": {}}
        self.facts: dict[tuple[str, str, str], tuple[int, float, DailyFact]] = {}
        self.agreed: dict[int, Agreed] = {}
        """By its number among those given, what a message decided that agrees to the one before."""
        self.explained: set[int] = set()
        """By number, long messages of an assistant that tell how the world is, or are a text that was asked for."""
        self._order = 0
        self._ended: list[tuple[int, str]] = []
        self.failed: dict[int, str] = {}
        """Messages that could not be judged, by their number among those given: the error's name and words."""

    def end(self, text: str) -> None:
        """It tells that something is done: what was asked for before may be open no more."""
        self._ended.append((self._order, text))

    def line(self, section: Section, text: str, weight: float, cue: float = 0.0, spoken: str = "") -> None:
        """`spoken`: its sentence, where the line has more than that."""
        self._order += 1
        self.lines[section].setdefault(_key(text), Line(self._order, weight, text, cue))
        self._spoken[section].add(_key(spoken or text))

    def take(self, one: Candidate) -> None:
        """Keep what a sentence is worth."""
        if one.fact is not None:
            self.fact(one.fact, one.weight)
        elif one.section is not None:
            self.line(one.section, one.text, one.weight, one.cue, one.spoken)

    def told(self) -> dict[str, Section]:
        """Section by folded sentence; what is in several is a decision rather than a preference or an action item."""
        sections: tuple[Section, ...] = ("action_items", "preferences", "decisions")
        return {key: section for section in sections for key in self._spoken[section]}

    def drop(self, text: str) -> None:
        """Its speaker took it back."""
        end = _key(text)
        for section, lines in self.lines.items():
            self._spoken[section].discard(end)
            for key in [key for key in lines if key.endswith(end)]:
                del lines[key]

    def fact(self, fact: DailyFact, weight: float) -> None:
        self._order += 1
        key = (fold(fact.subject), fold(fact.predicate), fold(fact.object))
        self.facts.setdefault(key, (self._order, weight, fact))

    def result(self) -> DailyResult:
        facts = sorted(self.facts.values(), key=lambda found: (-found[1], found[0]))[:MOST_FACTS]
        return DailyResult(
            facts=[fact for _, _, fact in sorted(facts, key=lambda found: found[0])],
            decisions=[line.text for line in self._best("decisions")],
            preferences=[line.text for line in self._best("preferences")],
            action_items=[line.text for line in self._best("action_items")],
        )

    def sure(self) -> list[str]:
        """The decisions and preferences that leave no doubt."""
        return [line.text for name in _NOTED for line in self._best(name) if line.cue >= SURE]

    def _is_open(self, line: Line) -> bool:
        return not any(line.order <= order and is_done_by(line.text, text) for order, text in self._ended)

    def _best(self, section: Section) -> list[Line]:
        lines = [one for one in self.lines[section].values() if section != "action_items" or self._is_open(one)]
        texts = {_spaced(line.text) for line in lines}
        by_weight = sorted(lines, key=lambda line: (-line.weight, line.order))
        whole = (one for one in by_weight if not _is_part(_spaced(one.text), texts))
        best = islice(whole, MOST_LINES)
        return sorted(best, key=lambda line: line.order)


def _is_part(text: str, texts: Iterable[str]) -> bool:
    return any(text in one and text != one for one in texts)


def _spaced(text: str) -> str:
    """Its words with spaces around each: `call Ann` is no part of `call Anna back`."""
    return f" {' '.join(word.strip(_MARKS) for word in fold(text).split())} "


def _key(text: str) -> str:
    return fold(text).strip(".! ")
