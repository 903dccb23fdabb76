"""A table by name whose copies cost little: they share what neither has changed."""

from __future__ import annotations

from collections.abc import Iterator, MutableMapping
from typing import TypeVar

V = TypeVar("V")
_PARTS = 256
"""A copy copies as many references; a change the names of one part."""


class Table(MutableMapping[str, V]):
    """Tells its names in their order."""

    __slots__ = ("_parts",)

    def __init__(self, parts: list[dict[str, V]] | None = None) -> None:
        self._parts: list[dict[str, V]] = [{}] * _PARTS if parts is None else parts

    def copy(self) -> Table[V]:
        """As it is now."""
        return Table(self._parts.copy())

    def __getitem__(self, name: str) -> V:
        return self._parts[hash(name) % _PARTS][name]

    def __setitem__(self, name: str, value: V) -> None:
        part = hash(name) % _PARTS
        self._parts[part] = {**self._parts[part], name: value}

    def __delitem__(self, name: str) -> None:
        left = self._parts[hash(name) % _PARTS].copy()
        del left[name]
        self._parts[hash(name) % _PARTS] = left

    def __iter__(self) -> Iterator[str]:
        return iter(sorted(name for part in self._parts for name in part))

    def __len__(self) -> int:
        return sum(map(len, self._parts))

    def differs(self, other: Table[V]) -> set[str]:
        """The names under which either has something else."""
        pairs = [(ours, theirs) for ours, theirs in zip(self._parts, other._parts, strict=True) if ours is not theirs]
        return {name for ours, theirs in pairs for name in {**ours, **theirs} if ours.get(name) is not theirs.get(name)}
