"""Conversations whose writers knew no extractor, with what a careful secretary would keep of each.

A kept line is right when it has at least half of the words that a secretary's line has in common with the messages
around the one that states it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from memoryd.extraction.cues import Section
from memoryd.extraction.extract import hear
from memoryd.extraction.found import Found, Said, Weigh
from memoryd.extraction.result import DailyFact
from memoryd.extraction.worth import is_worth
from memoryd.text.stopwords import STOP_WORDS

DATA = Path(__file__).parent / "data"
_DAY = date(2026, 5, 15)
_AROUND = 2
"""Messages around the one that states a thing, in one of which it may be kept: an answer decides what was offered."""
_ENOUGH = 0.5
_STEM = 6
SECTION_OF: Mapping[str, Section] = {
    "decision": "decisions", "preference": "preferences", "task": "action_items", "fact": "facts",
}  # fmt: skip


@dataclass(frozen=True)
class Meant:
    """One thing that is to be kept."""

    kind: str
    what: str
    message: int
    words: frozenset[str]


@dataclass(frozen=True)
class Talk:
    """A conversation."""

    writer: str
    lang: str
    said: tuple[Said, ...]
    meant: tuple[Meant, ...]

    def means(self, text: str, number: int) -> int | None:
        """Which of what is meant a line says that was kept of the message of this number."""
        words = _words(text)
        best, share = None, _ENOUGH
        for at, one in enumerate(self.meant):
            if abs(number - one.message) <= _AROUND and len(one.words & words) >= share * len(one.words):
                best, share = at, len(one.words & words) / len(one.words)
        return best


class Hearing(Found):
    """What is found, and in which message."""

    def __init__(self, weigh: Weigh) -> None:
        super().__init__(weigh)
        self.number = 0
        self.heard_in: dict[tuple[Section, str], int] = {}
        """The first message of each line."""

    def line(self, section: Section, text: str, weight: float, cue: float = 0.0, spoken: str = "") -> None:
        """As any, and where it was heard."""
        self.heard_in.setdefault((section, text), self.number)
        super().line(section, text, weight, cue, spoken)

    def fact(self, fact: DailyFact, weight: float) -> None:
        """As any, and where it was heard."""
        self.heard_in.setdefault(("facts", fact.sentence), self.number)
        super().fact(fact, weight)

    def hear(self, talk: Talk) -> None:
        """Take in what of the conversation is worth keeping."""
        hear(self, self._each(talk))
        assert not self.failed

    def _each(self, talk: Talk) -> Iterator[Said]:
        for self.number, said in enumerate(talk.said):
            yield said


def _words(text: str) -> frozenset[str]:
    found = re.findall(r"\w+", text.casefold())
    return frozenset(word[:_STEM] for word in found if word not in STOP_WORDS and (len(word) > 2 or word.isdigit()))


def read(one: dict[str, Any]) -> Talk:
    """A conversation as it stands in a file."""
    said = tuple(Said("s", each["role"], each.get("name"), each["text"], _DAY) for each in one["messages"])
    meant = []
    for each in one["keep"]:
        number = each["message"]
        around = _words(" ".join(message.text for message in said[max(0, number - _AROUND) : number + 1]))
        words = _words(each["what"])
        meant.append(Meant(each["kind"], each["what"], number, words & around or words))
    return Talk(f"talks {one.get('writer', '')}".strip(), one["language"], said, tuple(meant))


def development() -> list[Talk]:
    """Those that weights are fitted on."""
    return [read(json.loads(line)) for line in (DATA / "talks_dev.jsonl").read_text().splitlines()]


@dataclass
class TalkScore:
    """Counts of one language."""

    kept: int = 0
    right: int = 0
    meant: int = 0
    found: int = 0
    placed: int = 0
    """Right lines in the section of what they say."""

    @property
    def precision(self) -> float:
        """Of the lines that were kept, those that say what was meant."""
        return self.right / self.kept if self.kept else 1.0

    @property
    def recall(self) -> float:
        """Of what was meant, what some line says."""
        return self.found / self.meant if self.meant else 1.0


def score(talks: Iterable[tuple[Talk, Weigh]]) -> dict[str, TalkScore]:
    """The counts by language of what is kept of each conversation by its weights."""
    scores: dict[str, TalkScore] = {}
    for talk, weigh in talks:
        into = scores.setdefault(talk.lang, TalkScore())
        found = set()
        for section, text, number in lines_of(talk, weigh):
            which = talk.means(text, number)
            into.kept += 1
            if which is not None:
                into.right += 1
                into.placed += SECTION_OF[talk.meant[which].kind] == section
                found.add(which)
        into.meant += len(talk.meant)
        into.found += len(found)
    return scores


def lines_of(talk: Talk, weigh: Weigh = is_worth) -> list[tuple[Section, str, int]]:
    """Section, text and message of each line that is kept of a conversation."""
    hearing = Hearing(weigh)
    hearing.hear(talk)
    result = hearing.result()
    lines: list[tuple[Section, str]] = [("facts", fact.sentence) for fact in result.facts]
    lines += [("decisions", text) for text in result.decisions]
    lines += [("preferences", text) for text in result.preferences]
    lines += [("action_items", text) for text in result.action_items]
    return [(section, text, hearing.heard_in[section, text]) for section, text in lines]
