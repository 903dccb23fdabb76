"""What was just said that may bear on an action, before anything is made of it: for `recall.check`. Pure."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Sequence

from memoryd.in_force.lines import Line
from memoryd.text.relevance import Relevance, told_by_fact

_PARTS = ("user", "rules", "decisions")
_NEWEST = 4
"""Lines that may end others before a brief judges so, whatever they are about."""
_MOST_JUDGED = 10
"""Messages, the most relevant: to judge so many takes some 10 ms."""


class Said:
    """By message, what it prefers, rules or decides, and whether that holds."""

    def __init__(
        self,
        lines: Sequence[Line],
        past: Collection[str],
        standing: Callable[[Sequence[Line]], Iterable[Line]],
    ) -> None:
        """`lines` of conversations; `past`: the keys of what a brief judged as past; `standing`: which are in force."""
        self._lines = lines
        self._standing = standing
        self._by_key: defaultdict[str, list[Line]] = defaultdict(list)
        for line in lines:
            if line.is_told and line.text and line.part in _PARTS and line.key not in past:
                self._by_key[line.key].append(line)

    @property
    def keys(self) -> frozenset[str]:
        """Of the messages."""
        return frozenset(self._by_key)

    def count(self, key: str) -> int:
        """How many lines that message told."""
        return len(self._by_key.get(key, ()))

    def holding(self, keys: Sequence[str]) -> dict[str, Relevance]:
        """What those of these bear that hold: judged by each other, and by what was said last."""
        wanted = keys[:_MOST_JUDGED]
        if not wanted:
            return {}
        newest = sorted(self._lines, key=lambda line: line.at)[-_NEWEST:]
        about = {*wanted, *(line.key for line in newest)}
        among = [line for line in self._lines if line.key in about]
        held: dict[str, Relevance] = {}
        for line in self._standing(among):
            if line.key in wanted and line.part in _PARTS:
                held.setdefault(line.key, _relevance(line))
        return held


def _relevance(line: Line) -> Relevance:
    return told_by_fact("", line.text) or ("preference" if line.part == "user" else "decision")
