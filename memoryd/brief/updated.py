"""Which lines of a brief something said later brings up to date, where little was said (rules 23, 26). Pure.

So "we upgraded db-1 to Postgres 16 last night" is the end of "we run Postgres 14 on db-1". The weights are data,
written by tests/brief/fit_updates.py.
"""

from __future__ import annotations

import functools
import heapq
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from memoryd.brief.lines import Line, Message
from memoryd.brief.looks import ASKS_ONLY, beginnings
from memoryd.brief.nearness import Vector, key_of
from memoryd.brief.trees import Trees, trees_in
from memoryd.text.updates import how_put
from memoryd.weights import Weights

PATH = Path(__file__).with_name("updated.safetensors")
VERSION = 1
"""Of the features."""
OF_VECTORS = 4
"""Features, the first ones, that vectors tell."""
_SMALL = 1e-6
_NEAREST, _MOST_SHARED = 4, 4
"""Messages that a line is held against: those that come nearest in meaning, and those that share most words."""


class Shown(NamedTuple):
    """Of a line and a message, by numbers."""

    line: int
    message: int
    features: list[float]


def best_of(shown: Iterable[Shown]) -> dict[int, tuple[int, float]]:
    """By the number of each line what looks most like news of it, by number, and its log odds."""
    found = list(shown)
    best: dict[int, tuple[int, float]] = {}
    for one, odds in zip(found, _trees().odds([one.features for one in found]), strict=True):
        if one.line not in best or odds > best[one.line][1]:
            best[one.line] = one.message, odds
    return best


@functools.cache
def _trees() -> Trees:
    return trees_in(Weights(PATH, VERSION))


def shown_by(
    lines: Sequence[Line],
    messages: Sequence[Message],
    vectors: Mapping[str, Vector],
    pairs: Iterable[tuple[int, int]],
    wanted: Iterable[int],
) -> Iterator[Shown]:
    """What each of these lines shows with the messages that may speak of it, by their numbers.

    `pairs`: of these lines and messages, those that share words.
    """
    closeness = _Closeness(lines, messages, vectors)
    met: dict[int, list[int]] = defaultdict(list)
    for number, which in pairs:
        met[number].append(which)
    for number in wanted:
        line = lines[number]
        mine = beginnings(line.text)
        shared = {which: len(mine & beginnings(messages[which].text)) for which in met[number]}
        most = heapq.nsmallest(_MOST_SHARED, shared, key=lambda which: (-shared[which], -which))
        for which in dict.fromkeys((*most, *closeness.nearest(number, _NEAREST))):
            message = messages[which]
            theirs = beginnings(message.text)
            both = len(mine & theirs)
            features = [
                *closeness.of(number, which),
                float(line.who == "assistant"), float(message.by_agent),
                float(both), both / max(1, len(mine)), both / max(1, len(theirs)),
                float(ASKS_ONLY.fullmatch(message.text) is not None),
                *how_put(line.text, message.text),
            ]  # fmt: skip
            yield Shown(number, which, features)


class _Closeness:
    """How near in meaning the messages come to the lines, of those of which there are vectors."""

    def __init__(self, lines: Sequence[Line], messages: Sequence[Message], vectors: Mapping[str, Vector]) -> None:
        self._lines, self._messages = lines, messages
        rows = [number for number, line in enumerate(lines) if key_of(line) in vectors]
        columns = [number for number, message in enumerate(messages) if message.key in vectors]
        self._row = {number: at for at, number in enumerate(rows)}
        self._column = {number: at for at, number in enumerate(columns)}
        mine = [vectors[key_of(lines[number])] for number in rows]
        theirs = [vectors[messages[number].key] for number in columns]
        both = mine and theirs
        self._near: NDArray[np.float32] = np.array(mine) @ np.array(theirs).T if both else np.zeros((0, 0), np.float32)

    def nearest(self, number: int, count: int) -> list[int]:
        """The numbers of so many of the messages after that line, the nearest first."""
        row, line = self._row.get(number), self._lines[number]
        if row is None:
            return []
        later = [which for which in self._column if self._messages[which].at > line.at]
        return heapq.nsmallest(count, later, key=lambda which: (-float(self._near[row, self._column[which]]), which))

    def of(self, number: int, which: int) -> tuple[float, ...]:
        """How near that message comes to the line; and by how much more than the nearest other one, than to the nearest
        other line before it, and than messages do on the whole; -1 each where vectors are not known."""
        row, column = self._row.get(number), self._column.get(which)
        if row is None or column is None:
            return (-1.0,) * OF_VECTORS
        line, message = self._lines[number], self._messages[which]
        near = float(self._near[row, column])
        others = [
            float(self._near[row, at])
            for other, at in self._column.items()
            if other != which and self._messages[other].key not in (line.key, line.source)
        ]
        before = [
            float(self._near[at, column])
            for other, at in self._row.items()
            if self._lines[other].at < message.at and abs(self._near[at, column] - near) > _SMALL
        ]  # what the same message tells is as near
        usual = sum(others) / len(others) if others else 0.0
        return near, near - max([0.0, *others]), near - max([0.0, *before]), near - usual
