"""How many files the data directory has, and how many bytes."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import NamedTuple

from memoryd.storage import beneath
from memoryd.times import SECOND

_TEXTS = "history/"
"""Below it are tens of thousands of files, each of which is written once."""
_SETTLED = 2 * SECOND
"""A directory that was changed less than this before it was listed may change again without another time of change."""


class Size(NamedTuple):
    """Of all files."""

    files: int = 0
    bytes: int = 0

    def plus(self, other: Size) -> Size:
        """Both."""
        return Size(self.files + other.files, self.bytes + other.bytes)


class DataSize:
    """Measured anew each time, but for the texts of the history: of these a directory that is as it was. Any thread."""

    def __init__(self, root: str) -> None:
        self._root = root
        self._known: dict[str, tuple[tuple[int, int, int], Size]] = {}
        """Directories of texts, as they were listed."""

    def measure(self, now: int) -> Size:
        """As of now; what cannot be listed is passed over."""
        texts: list[str] = []

        def enter(relpath: str) -> bool:
            if relpath.startswith(_TEXTS):
                texts.append(relpath)
                return False
            return True

        size = _sum(self._root, enter)
        known: dict[str, tuple[tuple[int, int, int], Size]] = {}
        for relpath in texts:
            size = size.plus(self._of_texts(relpath, now, known))
        self._known = known
        return size

    def _of_texts(self, relpath: str, now: int, known: dict[str, tuple[tuple[int, int, int], Size]]) -> Size:
        path = os.path.join(self._root, relpath)
        try:
            status = beneath.lstat(path)
        except OSError:
            return Size()
        mark = status.st_dev, status.st_ino, status.st_mtime_ns
        before = self._known.get(relpath)
        if before is not None and before[0] == mark:
            known[relpath] = before
            return before[1]
        deeper: list[str] = []

        def enter(below: str) -> bool:
            deeper.append(below)
            return True

        size = _sum(path, enter)
        if not deeper and status.st_mtime_ns // 1000 + _SETTLED < now:
            known[relpath] = mark, size
        return size


def _sum(path: str, enter: Callable[[str], bool]) -> Size:
    files = total = 0
    for _, status in beneath.walk(path, enter):
        files += 1
        total += status.st_size
    return Size(files, total)
