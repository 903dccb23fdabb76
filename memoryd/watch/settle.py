"""The debounce rule: a path is taken in when nobody has touched it for a moment, or when that goes on for too long."""

from __future__ import annotations

import math
from dataclasses import dataclass

QUIET = 0.05
"""Seconds without a hint after which a path has settled."""
LATEST = 0.4
"""Seconds after its first hint at which a path is taken in although it is still being written."""


@dataclass(slots=True)
class _Pending:
    first: float
    last: float
    not_before: float = -math.inf


class Settle:
    """Paths that somebody touched, and when each is due. Times are monotonic seconds, given by the caller."""

    def __init__(self, quiet: float = QUIET, latest: float = LATEST) -> None:
        self.quiet = quiet
        self._latest = latest
        self._pending: dict[str, _Pending] = {}

    def hint(self, path: str, at: float) -> None:
        """The path was touched at that time. It is due even if it was deferred."""
        entry = self._pending.get(path)
        if entry is None:
            self._pending[path] = _Pending(at, at)
        else:
            entry.first = min(entry.first, at)
            entry.last = max(entry.last, at)
            entry.not_before = -math.inf

    def defer(self, path: str, until: float) -> None:
        """The path stays pending and is due at that time, or when it is touched again."""
        self._pending[path] = _Pending(until - self._latest, until - self.quiet, not_before=until)

    def due(self, now: float) -> list[str]:
        """Take out what has settled, in the order of the first hints."""
        ready = [(entry.first, path) for path, entry in self._pending.items() if self._due_at(entry) <= now]
        for _, path in ready:
            del self._pending[path]
        return [path for _, path in sorted(ready)]

    def next_due(self) -> float | None:
        """When `due` will next give something, if nothing else is touched."""
        return min(map(self._due_at, self._pending.values()), default=None)

    def pending(self) -> set[str]:
        """All that has been touched and not yet taken out."""
        return set(self._pending)

    def _due_at(self, entry: _Pending) -> float:
        return max(entry.not_before, min(entry.last + self.quiet, entry.first + self._latest))
