"""What a day gave: facts, decisions, preferences, action items. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import msgspec

from memoryd.origin import PRIVATE, Origin, with_comment
from memoryd.types import fold


class DailyFact(msgspec.Struct, frozen=True):
    """A triple that was learned that day, and the session it comes from.

    Without a predicate it is what the subject said, which no verb cuts in three: a line of the day, and no fact.
    """

    subject: str
    predicate: str
    object: str
    source: str = ""
    at: int = 0
    """When it was said, microseconds."""
    origin: Origin = PRIVATE
    heard: int = 0
    """When that was received or imported, microseconds; 0: not known."""

    @property
    def sentence(self) -> str:
        """As people read it."""
        return f"{self.subject} {self.predicate.replace('_', ' ')} {self.object}" if self.predicate else self.object


class DailyNote(msgspec.Struct, frozen=True):
    """A decision or preference that becomes a note of that layer."""

    layer: Literal["decisions", "preferences"]
    text: str
    origin: Origin = PRIVATE
    at: int = 0
    """When it was said, microseconds; 0: not known."""


class DailyResult(msgspec.Struct):
    """What a day gave: the content of the four sections."""

    facts: list[DailyFact] = msgspec.field(default_factory=list)
    decisions: list[str] = msgspec.field(default_factory=list)
    preferences: list[str] = msgspec.field(default_factory=list)
    action_items: list[str] = msgspec.field(default_factory=list)
    notes: list[DailyNote] = msgspec.field(default_factory=list)
    """Those of its decisions and preferences that are sure."""
    origins: dict[str, Origin] = msgspec.field(default_factory=dict)
    """Whose its lines are, by their folded text; one that is not here is private."""

    def line(self, bullet: str) -> str:
        """A bullet as the file has it, with its origin behind it."""
        known = next((fact.origin for fact in self.facts if fact.origin.sources and fact.sentence == bullet), None)
        return with_comment(f"- {bullet}", known or self.origins.get(fold(bullet), PRIVATE))

    def bullets(self) -> dict[str, list[str]]:
        """The lines of each section, each once, in order."""
        return {
            "facts": _once(fact.sentence for fact in self.facts),
            "decisions": _once(self.decisions),
            "preferences": _once(self.preferences),
            "action_items": _once(self.action_items),
        }


def _once(texts: Iterable[str]) -> list[str]:
    found: dict[str, str] = {}
    for text in texts:
        line = " ".join(text.split())
        if line:
            found.setdefault(fold(line), line)
    return list(found.values())
