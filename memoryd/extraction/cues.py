"""What a sentence has that is worth keeping: a cue, and where and by whom it counts. Pure."""

from __future__ import annotations

import re
from typing import Literal

import msgspec

from memoryd.patterns import pattern as lazy_pattern

Section = Literal["decisions", "preferences", "action_items", "facts"]
THIRD_PERSON = "{verb in the third person}"
"""The predicate that the speaker's verb is, as others say it: `play` → `plays`."""
_APOSTROPHES = tuple((written, written.replace("'", "['’]?")) for written in ("n't", "'m", "'ve", "let's"))
"""Where who types fast leaves the apostrophe out, and what is meant is plain: `dont`; not `well`, `were`."""


class Cue(msgspec.Struct, frozen=True):
    """One way to say something worth keeping."""

    section: Section
    pattern: re.Pattern[str]
    weight: float = 1.0
    starts: bool = False
    """Only where a clause begins."""
    anyone: bool = False
    """It counts from an assistant without a name, too; all others state nothing of themselves."""
    asks: bool = False
    """It counts in a question, too."""
    firm: bool = False
    """It stands in spite of `I think` and `maybe`."""
    at_work: bool = False
    """Only where the sentence names a thing of work: people tell of their day in the same form."""
    predicate: str = ""
    """Makes a fact of the speaker and the group `object`."""

    def find(self, text: str, starts: list[int]) -> re.Match[str] | None:
        """Where the cue is in the text."""
        if not self.starts:
            return self.pattern.search(text)
        return next((match for start in starts if (match := self.pattern.match(text, start))), None)


def cue(
    section: Section,
    pattern: str,
    weight: float = 1.0,
    *,
    starts: bool = False,
    anyone: bool = False,
    asks: bool = False,
    firm: bool = False,
    at_work: bool = False,
    predicate: str = "",
) -> Cue:
    """A cue; its pattern is compiled at its first use, and case does not matter but in `(?-i:…)`.

    Its `don't` is the `dont` of who types fast, too.
    """
    for written, typed in _APOSTROPHES:
        pattern = pattern.replace(written, typed)
    return Cue(section, lazy_pattern(pattern, re.IGNORECASE), weight, starts, anyone, asks, firm, at_work, predicate)


class Tongue(msgspec.Struct, frozen=True):
    """What the extractor knows of a language."""

    cues: tuple[Cue, ...]
    """The first that fits counts."""
    outcome: re.Pattern[str]
    """A clause that says what was done or found."""
    outcome_head: re.Pattern[str]
    """A whole sentence that says that the next one tells what was done or found."""
    personal: tuple[Cue, ...]
    """Facts about the speaker; each clause may have one."""
    telling: re.Pattern[str]
    """Verbs that say how something is, with no names or numbers beside them."""
    kin: re.Pattern[str]
    """A clause about somebody close to the speaker."""
    vague: re.Pattern[str]
    """A subject, or a whole object, that says nothing."""
    talk: re.Pattern[str]
    """Words to the listener, praise and feelings: what has them tells something only with names and numbers."""
    unreal: re.Pattern[str]
    """What would be."""
    fleeting: re.Pattern[str]
    """What is only so at the moment of speaking."""
    negated: re.Pattern[str]
    """It was not decided."""
    at_work: re.Pattern[str]
    """A thing of work."""
