"""Facts without their lines, while an editor may be writing facts.jsonl in pieces (rule 8)."""

from __future__ import annotations

from memoryd.times import SECOND

STILL = SECOND // 2
"""Microseconds for which others must have written nothing before missing lines count as deleted or saved over."""
PATIENCE = 10 * SECOND
"""The same when they write on and on."""


class Parted:
    """Facts whose lines were missing at the last look, which stay as they are until the file is still."""

    def __init__(self) -> None:
        self.facts: set[int] = set()
        self.owed: set[int] = set()
        """Those of them whose lines are to be put back, whatever else becomes of the file."""
        self._begun = 0
        self._since = 0

    def __bool__(self) -> bool:
        return bool(self.facts)

    def note(self, now: int, *, is_still: bool) -> None:
        """The file was looked at; `is_still`: as it was the last time, but for lines of ours."""
        if not self.facts:
            self._begun = self._since = now
        elif not is_still:
            self._since = now

    def has_ended(self, now: int) -> bool:
        """Whether nobody seems to be writing the file any more."""
        return not (0 <= now - self._since < STILL and 0 <= now - self._begun < PATIENCE)

    def take(self, facts: set[int], owed: set[int]) -> None:
        """Just these wait."""
        self.facts, self.owed = facts, facts & (self.owed | owed)

    def clear(self) -> None:
        """It was decided what becomes of them."""
        self.facts, self.owed = set(), set()
