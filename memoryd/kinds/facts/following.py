"""MEMORY.md follows its facts: it does not go on saying until the night what holds no more."""

from __future__ import annotations

from memoryd.kinds.facts.known.store import FactStore
from memoryd.kinds.facts.memory_section import MemorySection
from memoryd.services import MEMORY_MD, Services

ENDS = "ends"
"""The task of the flusher: the first of the facts in MEMORY.md has ended."""
MOST_SECONDS = 3600.0
"""Until it is looked again whether a fact has ended: meanwhile the clock may be set, and the machine sleep."""


class Following:
    """Flusher's thread."""

    def __init__(self, services: Services, facts: FactStore, section: MemorySection) -> None:
        self._flusher, self._clock = services.flusher, services.clock
        self._facts = facts
        self._section = section
        self._followed = -1
        """The version of the facts that MEMORY.md was compared with."""

    def follow(self) -> None:
        """Have MEMORY.md written anew if a fact there was superseded, corrected or archived; wait for the next end."""
        version = self._facts.table.version
        if version != self._followed and self._section.is_behind():
            self._flusher.ask(MEMORY_MD)
        self._followed = version
        end = self._section.next_end()
        if end is not None:
            self._flusher.ask_within(ENDS, min(MOST_SECONDS, (end - self._clock.now()) / 1e6))

    def follow_end(self) -> None:
        """A fact may have ended by its time alone."""
        self._followed = -1
        self.follow()
