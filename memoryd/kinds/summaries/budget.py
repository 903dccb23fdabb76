"""Which summaries go into a conversation: a budget a level; what one leaves flows down (004 §Memory injection). Pure.

What is shown is to begin as it did before, so that a model's cache holds: the oldest give way in groups whose bounds
never move, and a summary above comes only when something that it was made of gives way.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal, NamedTuple, get_args

Level = Literal["L1", "L2", "L3"]
LEVELS: tuple[Level, ...] = get_args(Level)
DOWNWARD: tuple[Level, ...] = ("L3", "L2", "L1")

GROUPS = 1.0
"""A full level lets go of at most its room divided by this at once, and of at least half of that.

With eight to twenty-five summaries in a budget .96 to .98 of the tokens before the newest stay where they were, and the
budgets are filled to .72 to .80; by 1.33 it was .93 to .97 and .80 to .86, by .8 .94 to .98.
"""


class Sized(NamedTuple):
    """A summary as it would be shown: its tokens, and what it was made of."""

    id: str
    size: int
    sources: Sequence[str] = ()


class Choice(NamedTuple):
    """The ids that are chosen of each level, oldest first, and the tokens that each level uses, titles included."""

    chosen: dict[Level, list[str]]
    used: dict[Level, int]


def waterfall(
    levels: Mapping[Level, Sequence[Sized]],
    budgets: Mapping[Level, int],
    heads: Mapping[Level, int] | None = None,
) -> Choice:
    """What is chosen of each level; each comes oldest first. `heads` is what the title of a level costs."""
    filling = _Waterfall(levels, budgets, heads or {})
    # What is told twice is no loss while there is room for all of it (rule 20).
    return filling.whole() or filling.fill(0, frozenset())


class _Waterfall:
    def __init__(
        self, levels: Mapping[Level, Sequence[Sized]], budgets: Mapping[Level, int], heads: Mapping[Level, int]
    ) -> None:
        self._levels, self._budgets, self._heads = levels, budgets, heads

    def whole(self) -> Choice | None:
        """Everything, if it fits."""
        used: dict[Level, int] = {}
        left = 0
        for level in DOWNWARD:
            size = sum(one.size for one in self._levels.get(level, ()))
            used[level] = size + (self._heads.get(level, 0) if size else 0)
            left += self._budgets[level] - used[level]
            if left < 0:
                return None
        return Choice({level: [one.id for one in self._levels.get(level, ())] for level in DOWNWARD}, used)

    def fill(self, at: int, told: frozenset[str]) -> Choice:
        """`LEVELS[at]` and those above it, beside what the levels below tell already."""
        if at == len(LEVELS):
            return Choice({}, {})
        level = LEVELS[at]
        ours = self._levels.get(level, ())
        hidden = frozenset(one.id for one in ours if one.sources and told.issuperset(one.sources))
        most = sum(self._budgets[one] for one in LEVELS[at:]) - self._heads.get(level, 0)
        fitting = [one for one in ours if one.size <= most and one.id not in hidden]
        least = max(1, int(self._budgets[level] / (2 * GROUPS)))
        for start, group in _starts(fitting, most, least):
            choice, room = self._with(at, fitting[start:], hidden)
            if room >= 0 and choice.chosen[level] and 2 * group * GROUPS > room + choice.used[level]:
                return choice
        # No group leaves anything that fits: the newest that do, whatever the bounds.
        none, room = self._with(at, [], hidden)
        fitting = [one for one in fitting if one.size <= room - self._heads.get(level, 0)]
        for start, _ in _starts(fitting, most, 1):
            choice, room = self._with(at, fitting[start:], hidden)
            if room >= 0:
                return choice
        return none

    def _with(self, at: int, kept: Sequence[Sized], hidden: frozenset[str]) -> tuple[Choice, int]:
        """The choice when these are taken of the level, and the room that is left; under 0 when they do not fit."""
        level, ids = LEVELS[at], [one.id for one in kept]
        choice = self.fill(at + 1, hidden.union(ids))
        room = sum(self._budgets[one] for one in LEVELS[at:]) - sum(choice.used.values())
        choice.chosen[level] = ids
        choice.used[level] = sum(one.size for one in kept) + (self._heads.get(level, 0) if kept else 0)
        return choice, room - choice.used[level]


def _starts(sized: Sequence[Sized], most: int, least: int) -> Iterator[tuple[int, int]]:
    """Where a level may begin, the oldest place first, and the size of the group that ends there.

    Groups are `least` tokens, twice that, four times and so on, counted from the very first, so that they stay.
    """
    total = sum(one.size for one in sized)
    before = 0
    for place, one in enumerate(sized):
        if total - before <= most:
            if place == 0:
                yield 0, max(1, most)
            else:
                group = least
                former = before - sized[place - 1].size
                while before // (2 * group) > former // (2 * group):
                    group *= 2
                if before // group > former // group:
                    yield place, group
        before += one.size
