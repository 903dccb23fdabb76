"""The lines that were appended to files in the last minutes: an editor may save an older version over them (rule 8)."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Hashable, Iterable
from typing import NamedTuple

from memoryd.times import SECOND
from memoryd.types import Problem

KEPT = 600 * SECOND
"""A line of ours that is missing so soon, with other changes, was saved over and not deleted."""
MOST_BYTES = 2 << 20
"""Of a large import only the last lines are held, lest it takes much memory."""

_MOST_SAVES = 100


class RecentLine(NamedTuple):
    """A line as it was appended, newline included."""

    at: int
    path: str
    raw: bytes
    key: str
    """The memory's, or empty."""
    offset: int = 0
    """Where it stands in the file, as far as the kind of memory wants to know."""


class RecentLines:
    """The last lines of several files, oldest first. Added to by one thread; `of` may be asked by any."""

    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        self._lines: deque[RecentLine] = deque()
        self._bytes = 0
        self._most_bytes = most_bytes

    def note(self, path: str, raw: bytes, now: int, key: str = "", offset: int = 0) -> None:
        """The line was appended to the file."""
        lines = self._lines
        lines.append(RecentLine(now, path, raw, key, offset))
        self._bytes += len(raw)
        while self._bytes > self._most_bytes or now - lines[0].at >= KEPT:
            self._bytes -= len(lines.popleft().raw)
            if not lines:
                return

    def of(self, path: str, now: int) -> list[RecentLine]:
        """Those of one file, appended in the last 10 minutes."""
        return [one for one in list(self._lines) if one.path == path and 0 <= now - one.at < KEPT]

    def keep(self, path: str, standing: Iterable[tuple[bytes, int]]) -> None:
        """The file was edited: of its lines, know only those that stand in it now, and at which offset."""
        offsets: defaultdict[bytes, deque[int]] = defaultdict(deque)
        for raw, offset in standing:
            offsets[raw].append(offset)
        lines: deque[RecentLine] = deque()
        for one in self._lines:
            if one.path != path:
                lines.append(one)
            elif found := offsets.get(one.raw):
                lines.append(one._replace(offset=found.popleft()))
        self._lines, self._bytes = lines, sum(len(one.raw) for one in lines)

    def clear(self) -> None:
        """Know of none: what is missing from now on was taken out on purpose."""
        self._lines.clear()
        self._bytes = 0


class StaleSaves:
    """Versions that an editor saved over our last lines. Saved again, such a version deletes nothing this time either:

    nothing else is changed then, but the editor has not seen what was put back. For any thread.
    """

    def __init__(self) -> None:
        self._marks: dict[tuple[str, Hashable], None] = {}

    def note(self, path: str, mark: Hashable) -> None:
        """This version of the file, by a mark of its content, lacked lines that were put back."""
        self._marks[path, mark] = None
        if len(self._marks) > _MOST_SAVES:
            del self._marks[next(iter(self._marks))]

    def has(self, path: str, mark: Hashable) -> bool:
        """Whether the file is such a version again."""
        return (path, mark) in self._marks


def put_back_problem(path: str, count: int) -> Problem:
    """That an editor did so, and that the lines were put back."""
    what = f"an editor saved over {count} of the last lines, which were written meanwhile; they were put back"
    return Problem(path=path, what=what, action="reload the file in the editor before you save it again")
