"""The debounce rule: a path is taken in when it has not been touched for a moment, or has been touched for too long."""

from __future__ import annotations

import math

import msgspec

QUIET = 0.05
"""Seconds without a hint after which a path has settled."""
LATEST = 0.4
"""Seconds after its first hint at which a path is taken in although it is still being written."""


class _Pending(msgspec.Struct):
    first: float = math.inf
    last: float = -math.inf
    deferred_to: float = math.inf

    @property
    def touched(self) -> bool:
        return self.first < math.inf


class Settle:
    """Paths that were touched, and when each is due. Times are monotonic seconds, given by the caller."""

    def __init__(self, quiet: float = QUIET, latest: float = LATEST) -> None:
        self.quiet = quiet
        self._latest = latest
        self._pending: dict[str, _Pending] = {}

    def hint(self, path: str, at: float) -> None:
        """The path was touched at that time."""
        entry = self._pending.setdefault(path, _Pending())
        entry.first = min(entry.first, at)
        entry.last = max(entry.last, at)

    def defer(self, path: str, until: float) -> None:
        """The path stays pending and is due at that time, or when it has settled after another touch."""
        self._pending.setdefault(path, _Pending()).deferred_to = until

    def is_touched(self, path: str) -> bool:
        """Whether it was touched since it was due last: else it is only deferred."""
        entry = self._pending.get(path)
        return entry is not None and entry.touched

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
        if not entry.touched:
            return entry.deferred_to
        return min(entry.last + self.quiet, entry.first + self._latest, entry.deferred_to)
