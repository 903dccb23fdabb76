"""The ingest queue: changes on their way into the index, those that searches wait for before those they do not."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Collection, Iterable
from typing import NamedTuple

from msgspec.structs import replace

from memoryd.types import Change, Document

Numbered = tuple[int, Change]


class Queued(NamedTuple):
    """What changes that are not ingested make of some keys."""

    documents: dict[str, Document | None]
    """None: it is removed. A key that they do not touch is missing."""
    dropped: set[str]
    """The sources of which they drop every older document."""

    def note(self, key: str, document: Document) -> None:
        """An older change puts it there."""
        self.documents.setdefault(key, None if document.source in self.dropped else document)


def queued_of(keys: Collection[str], changes: Iterable[tuple[int, Change]]) -> Queued:
    """What the changes, the newest first, make of the keys. Reads them all."""
    found = Queued({}, set())
    wanted = frozenset(keys)
    for _, change in changes:
        for document in reversed(change.put):
            if document.key in wanted:
                found.note(document.key, document)
        for key in change.remove:
            if key in wanted:
                found.documents.setdefault(key, None)
        if change.remove_source:
            found.dropped.add(change.source)
    return found


class ChangeQueue:
    """Changes that are ingested in order."""

    def __init__(self) -> None:
        self.pending: deque[Numbered] = deque()
        self.current: Numbered | None = None
        """The change that is being ingested."""
        self.next = 0
        """Position of its first document that has not been."""

    def first(self) -> int | None:
        """The number of the first change that is not wholly ingested."""
        current = self.current
        if current is not None:
            return current[0]
        try:
            return self.pending[0][0]
        except IndexError:
            return None

    def is_past(self, number: int) -> bool:
        """Whether every change up to that number is ingested."""
        first = self.first()
        return first is None or first > number


class IngestQueue:
    """A foreground queue, and a background queue for changes marked so and for later changes of their sources.

    Changes of one source keep their order, but for new keys that none of them removes: theirs tells nothing. Those of
    two sources need not. Not thread-safe: guarded by Ingest's locks.
    """

    def __init__(self) -> None:
        self.foreground, self.background = ChangeQueue(), ChangeQueue()
        self._background_sources: Counter[str] = Counter()
        self._removed: dict[str, set[str] | None] = {}
        """What changes in the background queue remove, by source, while it has any of that source; None: everything."""
        self._required: deque[int] = deque()
        """Numbers of the changes in the background queue that searches wait for."""
        self.documents = self.characters = 0
        """How many are queued."""

    def put(self, number: int, change: Change) -> None:
        """Queue a change."""
        self._count(change, 1)
        source = change.source
        if not change.background and source not in self._background_sources:
            self.foreground.pending.append((number, change))
            return
        if change.fresh and not change.background and not self._may_remove(change):
            # Whoever wrote them need not wait for what a big file has before them; only the state does.
            self.foreground.pending.append((number, replace(change, state=None)))
            if change.state is None:
                return
            change = Change(source=source, state=change.state, background=True)
        self._background_sources[source] += 1
        self._note_removed(change)
        if not change.background and (change.put or change.remove or change.remove_source):
            self._required.append(number)
        self.background.pending.append((number, change))

    def _may_remove(self, change: Change) -> bool:
        """Whether a change in the background queue removes what this one brings."""
        removed = self._removed.get(change.source, frozenset[str]())
        return removed is None or not removed.isdisjoint([one.key for one in change.put])

    def _note_removed(self, change: Change) -> None:
        if change.remove_source:
            self._removed[change.source] = None
        elif change.remove:
            removed = self._removed.setdefault(change.source, set())
            if removed is not None:
                removed.update(change.remove)

    def _count(self, change: Change, sign: int) -> None:
        self.documents += sign * len(change.put)
        self.characters += sign * sum([len(document.text) for document in change.put])

    def shorten(self, queue: ChangeQueue, number: int, gone: Change, left: Change) -> None:
        """A part of the queue's current change waits elsewhere."""
        self._count(gone, -1)
        queue.current = number, left

    def finish(self, queue: ChangeQueue) -> None:
        """The queue's current change is ingested."""
        assert queue.current is not None
        number, change = queue.current
        queue.current = None
        self._count(change, -1)
        if queue is self.foreground:
            return
        self._background_sources[change.source] -= 1
        if not self._background_sources[change.source]:
            del self._background_sources[change.source]
            self._removed.pop(change.source, None)
        if self._required and self._required[0] <= number:
            self._required.popleft()

    def is_settled(self, target: int) -> bool:
        """Whether everything is ingested that a search must see which comes after change `target`."""
        if not self.foreground.is_past(target):
            return False
        current = self.foreground.current
        if current is not None and current[1].remove_source:
            # Of a source that is being replaced a search sees either the old documents or the new ones.
            return False
        required = max((number for number in self._required if number <= target), default=0) if self._required else 0
        return not required or self.background.is_past(required)

    def first(self) -> int | None:
        """The number of the first change of either queue that is not wholly ingested."""
        return min((n for n in (self.foreground.first(), self.background.first()) if n is not None), default=None)

    def waiting(self) -> list[tuple[int, Change]]:
        """The changes that are not wholly ingested, the newest first."""
        changes = [
            one
            for queue in (self.foreground, self.background)
            for one in (*queue.pending, *(() if queue.current is None else (queue.current,)))
        ]
        return sorted(changes, key=lambda one: one[0], reverse=True)

    def background_keys(self, source: str) -> set[str]:
        """Keys that the background queue brings to a source and that may not be ingested yet."""
        if source not in self._background_sources:
            return set()
        current = self.background.current
        queued = [*([current] if current is not None else ()), *self.background.pending]
        return {one.key for _, change in queued if change.source == source for one in change.put}
