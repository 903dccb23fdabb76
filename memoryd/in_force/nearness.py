"""How near in meaning what was said later comes to a line of a brief, as numbers by which `ended` judges. Pure.

Words may be others for the same thing: "freezer no. 2 is broken", and "180 for a relay, and it hums again".
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from memoryd.in_force.lines import Line, Message

FEATURES = (
    "nearest", "nearest report", "nearest change", "nearest of person", "nearest of agent", "stands out",
    "lines as near", "nearer than to lines", "nearest from both",
)  # fmt: skip
"""Of each line, in this order."""
UNKNOWN = (-1.0,) * len(FEATURES)
"""Where there is no vector of it, or nothing was said in later sessions."""
OF_PAIR = 4
"""Numbers that `of_pair` tells."""
_SMALL = 1e-6
_NEAR = 0.3
"""From there on a message may speak of the line."""
Vector = NDArray[np.float32]
Tells = Callable[[str], bool]


class Nearness:
    """Of the lines of a project to all that was said, both in the order of time."""

    def __init__(
        self, lines: Sequence[Line], messages: Sequence[Message], vectors: Mapping[str, Vector], wanted: Sequence[Tells]
    ) -> None:
        """`vectors`: of what was said and of memories, by key; `wanted`: that a message asks, reports, tells a change.

        A line counts as the message that tells it: what stands beside it tells what it is about.
        """
        self._number = {number: at for at, number in enumerate(_known(map(key_of, lines), vectors))}
        self._said = _known((message.key for message in messages), vectors)
        mine = [vectors[key_of(lines[number])] for number in self._number]
        theirs = [vectors[messages[number].key] for number in self._said]
        shape = len(mine), len(theirs)
        near = np.array(mine) @ np.array(theirs).T if mine and theirs else np.zeros(shape)
        self._near: NDArray[np.float32] = np.asarray(near, np.float32)
        self._lines, self._at = lines, np.array([messages[number].at for number in self._said])
        self._session = np.array([messages[number].session for number in self._said])
        asks, reports, changes = (np.array([tells(messages[at].text) for at in self._said], bool) for tells in wanted)
        by_agent = np.array([messages[at].by_agent for at in self._said], bool)
        self._tells = ~asks
        self._among = np.array((self._tells, reports, changes, ~by_agent, by_agent))
        earlier = np.searchsorted([lines[number].at for number in self._number], self._at)
        self._column = {number: at for at, number in enumerate(self._said)}
        keys = {messages[number].key: at for at, number in enumerate(self._said)}
        self._own = [keys.get(key_of(lines[number]), -1) for number in self._number]
        """Of each line, which of these messages tells it."""
        by_message = np.ascontiguousarray(self._near.T)
        self._before = before = [near[:count] for near, count in zip(by_message, earlier.tolist(), strict=True)]
        """Of each message, how near the lines before it come; the nearest, and what is usual."""
        self._nearest_line = np.array([near.max(initial=-1.0) for near in before])
        self._usual = np.array([np.median(near) if len(near) else 0.0 for near in before])
        self._mean: NDArray[np.float32] = self._near.mean(axis=1) if before else np.zeros(0, np.float32)
        self._spread: NDArray[np.float32] = self._near.std(axis=1) if before else np.zeros(0, np.float32)

    def of(self, number: int) -> tuple[tuple[float, ...], int]:
        """The features of that line, and the number of the nearest later message; -1 where none is near."""
        at = self._number.get(number)
        if at is None or not self._said:
            return UNKNOWN, -1
        line, near = self._lines[number], self._near[at]
        later: NDArray[np.bool_] = (self._at > line.at) & self._tells & (self._session != line.session)
        if not later.any():
            return UNKNOWN, -1
        which = later.nonzero()[0]
        theirs = near[which]
        nearest = int(which[theirs.argmax()])
        most = float(near[nearest])
        features = (
            *np.where(self._among[:, which], theirs, -1.0).max(axis=1).tolist(),
            (most - float(self._mean[at])) / (float(self._spread[at]) + _SMALL),
            float(np.count_nonzero(self._before[nearest] > most + _SMALL)),
            most - float(self._usual[nearest]),
            float(theirs.max(initial=0.0, where=theirs >= self._nearest_line[which] - _SMALL)),
        )
        return features, self._said[nearest] if most >= _NEAR else -1

    def nearest(self, number: int, count: int) -> list[int]:
        """The numbers of so many of the messages after that line, the nearest first."""
        at = self._number.get(number)
        if at is None or not self._said:
            return []
        later = np.flatnonzero(self._at > self._lines[number].at)
        first = later[np.argsort(-self._near[at, later], kind="stable")[:count]]
        return [self._said[one] for one in first.tolist()]

    def of_pair(self, number: int, which: int) -> tuple[float, ...]:
        """How near that message comes to the line; and by how much more than the nearest other one, than to the nearest
        other line before it, and than messages do on the whole."""
        at, column = self._number.get(number), self._column.get(which)
        if at is None or column is None:
            return (-1.0,) * OF_PAIR
        near = float(self._near[at, column])
        others = np.delete(self._near[at], [column, *(own for own in (self._own[at],) if own >= 0)])
        before = self._before[column]
        behind = before[np.abs(before - near) > _SMALL]  # what the same message tells is as near
        return (
            near,
            near - float(others.max(initial=0.0)),
            near - float(behind.max(initial=0.0)),
            near - float(others.mean() if len(others) else 0.0),
        )


def key_of(line: Line) -> str:
    """By which its vector is found."""
    return line.source or line.key


def _known(keys: Iterable[str], vectors: Mapping[str, Vector]) -> list[int]:
    return [number for number, key in enumerate(keys) if key in vectors]
