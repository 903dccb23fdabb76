"""What was written into layer files in the last minutes: an editor may save an older version over it (rule 8)."""

from __future__ import annotations

from collections import deque

import msgspec

from memoryd.kinds.notes.archive import Archived
from memoryd.kinds.notes.entry import Entry
from memoryd.storage.recent_lines import KEPT

_MOST = 10_000
_MOST_ARCHIVED = 100


class _Writing(msgspec.Struct, frozen=True):
    at: int
    digest: str
    before: frozenset[str]
    """What the note said before, by digest; nothing of a new one."""


class RecentNotes:
    """The notes that were written on request, by key. Writer's thread."""

    def __init__(self) -> None:
        self._writings: dict[str, _Writing] = {}
        self._archived: deque[tuple[int, Archived]] = deque(maxlen=_MOST_ARCHIVED)

    def note(self, key: str, entry: Entry, before: Entry | None, now: int) -> None:
        """The note says this now; `before` is what it said, None for a new one."""
        last = self._writings.pop(key, None)
        said: frozenset[str] = frozenset() if before is None else frozenset((before.digest,))
        if last is not None and before is not None and last.digest == before.digest and 0 <= now - last.at < KEPT:
            said |= last.before
        self._writings[key] = _Writing(now, entry.digest, said - {entry.digest})
        if len(self._writings) > _MOST:
            del self._writings[next(iter(self._writings))]

    def is_as_written(self, key: str, entry: Entry, now: int) -> bool:
        """Whether the note says what was written in the last 10 minutes."""
        found = self._writings.get(key)
        return found is not None and found.digest == entry.digest and 0 <= now - found.at < KEPT

    def is_older(self, key: str, entry: Entry, after: Entry, now: int) -> bool:
        """Whether `after` is what the note said before that."""
        return self.is_as_written(key, entry, now) and after.digest in self._writings[key].before

    def note_archived(self, note: Archived, now: int) -> None:
        """The note went to its file of the archive."""
        self._archived.append((now, note))

    def archived_to(self, path: str, now: int) -> list[Archived]:
        """What went to that file in the last 10 minutes."""
        return [note for at, note in self._archived if note.path == path and 0 <= now - at < KEPT]

    def clear(self) -> None:
        """Know of none: what is missing from now on was taken out on purpose."""
        self._writings.clear()
        self._archived.clear()
