"""Which summaries go into a conversation: a budget a level; what one leaves flows down (004 §Memory injection)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, TypeVar, get_args

Level = Literal["L1", "L2", "L3"]
LEVELS: tuple[Level, ...] = get_args(Level)
DOWNWARD: tuple[Level, ...] = ("L3", "L2", "L1")

T = TypeVar("T")


def select(sizes: Iterable[tuple[T, int]], budget: int) -> list[T]:
    """The newest that fit into the budget, oldest first; `sizes` come oldest first. One that never fits is left out."""
    chosen: list[T] = []
    left = budget
    for item, size in reversed(list(sizes)):
        if size > budget:
            continue
        if size > left:
            break
        chosen.append(item)
        left -= size
    return chosen[::-1]


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
        chosen[level] = select(sizes, effective[level] - head)
        kept = {id(item) for item in chosen[level]}
        used[level] = sum(size for item, size in sizes if id(item) in kept) + (head if kept else 0)
        left = effective[level] - used[level]
    return chosen, used, effective
