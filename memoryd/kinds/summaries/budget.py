"""Which summaries go into a conversation: a budget a level; what one leaves flows down (004 §Memory injection)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, TypeVar, get_args

Level = Literal["L1", "L2", "L3"]
LEVELS: tuple[Level, ...] = get_args(Level)
DOWNWARD: tuple[Level, ...] = ("L3", "L2", "L1")

T = TypeVar("T")


GROUPS = 1.33
"""A full level lets go of its budget divided by this at once; more would keep less of a model's cache."""


def select(sizes: Iterable[tuple[T, int]], budget: int, group: int = 1) -> list[T]:
    """The newest that fit into the budget, oldest first; `sizes` come oldest first. One that never fits is left out.

    The oldest give way in groups of about `group` tokens, so that what is first stays the same while more is appended.
    """
    fitting = [(item, size) for item, size in sizes if size <= budget]
    left, start = budget, len(fitting)
    while start and fitting[start - 1][1] <= left:
        start -= 1
        left -= fitting[start][1]
    if start:
        before = sum(size for _, size in fitting[:start])
        end = -(-before // group) * group
        while start < len(fitting) - 1 and before < end:
            before += fitting[start][1]
            start += 1
    return [item for item, _ in fitting[start:]]


def _newest(sizes: Iterable[tuple[T, int]], budget: int) -> list[int]:
    """The sizes of what fits when the oldest give way one by one."""
    by_place = [(place, size) for place, (_, size) in enumerate(sizes)]
    return [by_place[place][1] for place in select(by_place, budget)]


def waterfall(
    levels: Mapping[Level, Sequence[tuple[T, int]]],
    budgets: Mapping[Level, int],
    heads: Mapping[Level, int] | None = None,
) -> tuple[dict[Level, list[T]], dict[Level, int], dict[Level, int]]:
    """What is chosen of each level, what it uses, and the budget that it had with what the higher ones left.

    `heads` is what a level's title costs when anything of the level is chosen.
    """
    chosen: dict[Level, list[T]] = {}
    used: dict[Level, int] = {}
    effective: dict[Level, int] = {}
    left = 0
    for level in DOWNWARD:
        effective[level] = budgets[level] + left
        head = (heads or {}).get(level, 0)
        sizes = list(levels.get(level, ()))
        chosen[level] = select(sizes, effective[level] - head, max(1, int(budgets[level] / GROUPS)))
        kept = {id(item) for item in chosen[level]}
        used[level] = sum(size for item, size in sizes if id(item) in kept) + (head if kept else 0)
        left = effective[level] - used[level]
        if 0 < len(kept) < len(sizes):
            # The room that a group left is for this level's next summaries, not for the levels below.
            left = min(left, effective[level] - head - sum(size for size in _newest(sizes, effective[level] - head)))
    return chosen, used, effective
