"""Keys of messages that the lines of a session file take out of their sessions, and how these are kept in few words."""

from __future__ import annotations

import bisect
from collections.abc import Iterable

import msgspec

_MOST_DIGITS = 15
"""Of the number of a line; who writes by hand may write any."""
Runs = list[tuple[int, int]]
"""The first and the last line of each run, in order."""


class KeptKeys(msgspec.Struct, gc=False):
    """Such keys as the index keeps them: a session that was cleared has very many, line after line."""

    runs: dict[str, Runs] = {}
    """By path."""
    others: list[str] = []
    """What names no line."""

    def keys(self) -> RemovedKeys:
        """All of them."""
        lines = (f"{path}:{line}" for path, runs in self.runs.items() for a, b in runs for line in range(a, b + 1))
        return RemovedKeys([*self.others, *lines])


class RemovedKeys(set[str]):
    """The keys; changed by `add`, `discard` and `update` alone."""

    def __init__(self, keys: Iterable[str] = ()) -> None:
        super().__init__()
        self._runs: dict[str, Runs] = {}
        self._others: set[str] = set()
        self.update(keys)

    def add(self, key: str) -> None:
        """One more."""
        if key not in self:
            super().add(key)
            if (place := _place_of(key)) is None:
                self._others.add(key)
            else:
                _add(self._runs.setdefault(place[0], []), place[1])

    def discard(self, key: object) -> None:
        """Not this one."""
        if isinstance(key, str) and key in self:
            super().discard(key)
            if (place := _place_of(key)) is None:
                self._others.discard(key)
            else:
                _discard(self._runs[place[0]], place[1])

    def update(self, *keys: Iterable[str]) -> None:
        """More of them."""
        for each in keys:
            for key in each:
                self.add(key)

    def kept(self) -> KeptKeys:
        """As the index keeps them."""
        return KeptKeys({path: [*runs] for path, runs in self._runs.items() if runs}, sorted(self._others))


def _place_of(key: str) -> tuple[str, int] | None:
    path, colon, line = key.rpartition(":")
    if colon and line.isdecimal() and len(line) <= _MOST_DIGITS and line == str(int(line)):
        return path, int(line)
    return None


def _add(runs: Runs, line: int) -> None:
    at = bisect.bisect(runs, (line,))
    is_behind, is_before = at > 0 and runs[at - 1][1] == line - 1, at < len(runs) and runs[at][0] == line + 1
    begin = runs[at - 1][0] if is_behind else line
    end = runs[at][1] if is_before else line
    runs[at - is_behind : at + is_before] = [(begin, end)]


def _discard(runs: Runs, line: int) -> None:
    at = bisect.bisect(runs, (line + 1,)) - 1
    begin, end = runs[at]
    runs[at : at + 1] = [run for run in ((begin, line - 1), (line + 1, end)) if run[0] <= run[1]]
