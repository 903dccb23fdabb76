"""What was written into layer files in the last minutes: an editor may save an older version over it (rule 8)."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection

import msgspec

from memoryd.kinds.notes.formats.archive import Archived
from memoryd.kinds.notes.formats.entry import Entry
from memoryd.storage.recent_copies import KEPT
from memoryd.storage.recent_lines import MOST_BYTES

_MOST = 10_000
"""Digests that are held together."""
_OF_ONE = 64
"""Versions of one note: an editor that has an older one open has long been told to load it again."""


class _Writing(msgspec.Struct, frozen=True):
    at: int
    digest: str
    before: tuple[str, ...]
    """What the note said before, by digest, the newest last; nothing of a new one."""


class RecentNotes:
    """The notes that were written on request, by key. Writer's thread."""

    def __init__(self) -> None:
        self._writings: dict[str, _Writing] = {}
        self._digests = 0
        self._archived: deque[tuple[int, Archived]] = deque()
        self._characters = 0

    def note(self, key: str, entry: Entry, before: Entry | None, now: int) -> None:
        """The note says this now; `before` is what it said, None for a new one."""
        last = self._drop(key)
        said = () if before is None else (before.digest,)
        if last is not None and before is not None and last.digest == before.digest and 0 <= now - last.at < KEPT:
            said = (*last.before, *said)[-_OF_ONE:]
        made = self._writings[key] = _Writing(now, entry.digest, tuple(one for one in said if one != entry.digest))
        self._digests += 1 + len(made.before)
        while self._digests > _MOST:
            self._drop(next(iter(self._writings)))

    def _drop(self, key: str) -> _Writing | None:
        found = self._writings.pop(key, None)
        if found is not None:
            self._digests -= 1 + len(found.before)
        return found

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
        self._characters += len(note.raw)
        while self._characters > MOST_BYTES:
            self._characters -= len(self._archived.popleft()[1].raw)

    def archived_to(self, path: str, now: int) -> list[Archived]:
        """What went to that file in the last 10 minutes."""
        return [note for at, note in self._archived if note.path == path and 0 <= now - at < KEPT]

    def forget_archived(self, notes: Collection[Archived]) -> None:
        """A person deleted these from the archive."""
        self._archived = deque((at, note) for at, note in self._archived if note not in notes)
        self._characters = sum(len(note.raw) for _, note in self._archived)

    def clear(self) -> None:
        """Know of none: what is missing from now on was taken out on purpose."""
        self._writings.clear()
        self._archived.clear()
        self._digests = self._characters = 0
