"""When a note becomes hot (000 §Triggers, rules 11 and 13). Pure."""

from __future__ import annotations

from collections.abc import Collection

import msgspec

from memoryd.config.sections import Layers


class Needs(msgspec.Struct):
    """How often one session needed one note."""

    count: int = 0
    found: bool = False
    """A search returned it and it was not read since: the next read is one with that search."""

    def searched(self, came_first: bool) -> None:
        """A search returned the note; it needed it when it came first."""
        if came_first:
            self.count += 1
            self.found = True

    def read(self) -> None:
        """The note was read."""
        if not self.found:
            self.count += 1
        self.found = False


def by_sessions(sessions: Collection[str], numbers: Layers) -> bool:
    """Whether enough different sessions have used it."""
    return len(sessions) >= numbers.promote_after_sessions


def by_needs(needs: Needs, numbers: Layers) -> bool:
    """Whether one session needed it often enough."""
    return needs.count >= numbers.promote_after_reads
