"""Takes what was purged out of the index's files (rule 6).

tantivy takes a segment's files away when nothing is left in it; else a purged text would stand in them until a merge,
perhaps for ever. So what shares a segment with such removed documents is written anew, some at a time.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from itertools import islice

from memoryd.recall.lexical.disk import Disk
from memoryd.recall.lexical.layout import FORGET
from memoryd.recall.lexical.writing import Commit, Labelled
from memoryd.recall.pacing import COMMIT_DOCUMENTS, GIL_PAUSE_SECONDS, RECONCILE_SLICE
from memoryd.recall.query import Labels
from memoryd.text.dates import TimeWords
from memoryd.types import Document


def anything(_payload: bytes) -> bool:
    """After a start nobody knows any more what was purged."""
    return True


_MOST_ROUNDS = 4
"""So often what is in the files again is taken out; few merges are under way at once."""


class SegmentPurge:
    """How far that is. On the indexer's thread; `is_due` may be read by any."""

    def __init__(self, is_due: bool, may_have: Callable[[bytes], bool]) -> None:
        """`may_have`: whether a removed document may have something of what was purged."""
        self._may_have = may_have
        self.is_due = is_due
        """Something was purged, and its text may still stand in the files."""
        self._unwritten: Iterator[tuple[Document, TimeWords]] | None = None
        """What is still to be written again; None before it begins."""
        self._rounds = 0

    def next_commit(self, disk: Disk, labels: Labels) -> Commit:
        """The next of it. Raises IndexDamaged."""
        states: dict[str, bytes | None] = {}
        if self._unwritten is None:
            old, segments = disk.half_dead(self._may_have)
            if disk.merge(segments):
                old, segments = disk.half_dead(self._may_have)
            now = disk.view.states()
            states |= {one: state for one, state in old.states_in(segments).items() if now.get(one) == state}
            self._unwritten = old.documents_in(segments)
        is_any, still = False, list[Labelled]()
        for number, (one, time_words) in enumerate(islice(self._unwritten, COMMIT_DOCUMENTS)):
            is_any = True
            if disk.view.document(one.key) == one:
                still.append(Labelled(one, tuple(labels(one)), time_words))
            if number % RECONCILE_SLICE == 0:
                time.sleep(GIL_PAUSE_SECONDS)  # requests come first
        if not (is_any or states):
            if self._is_back(disk):
                return self.next_commit(disk, labels)
            states[FORGET] = None  # last, so that a run that is killed begins again
        return Commit(sources=[], keys=[], states=states, documents=still)

    def _is_back(self, disk: Disk) -> bool:
        """Whether it stands in files again: of a merge that had begun before it was removed, and ended since."""
        self._rounds += 1
        if self._may_have is anything or self._rounds >= _MOST_ROUNDS or not disk.half_dead(self._may_have)[1]:
            return False
        self._unwritten = None
        return True

    def written(self, commit: Commit) -> None:
        """That commit is on disk."""
        if FORGET in commit.states and commit.states[FORGET] is None:
            self.is_due = False

    def begin_again(self) -> None:
        """A commit of it has failed."""
        self._unwritten = None
