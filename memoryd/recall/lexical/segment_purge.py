"""Takes what was purged out of the index's files (rule 6).

tantivy takes a segment's files away when nothing is left in it; else a purged text would stand in them until a merge,
perhaps for ever. So what shares a segment with removed documents is written anew, some at a time.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from memoryd.recall.lexical.disk import Disk
from memoryd.recall.lexical.layout import FORGET
from memoryd.recall.lexical.writing import Commit
from memoryd.recall.pacing import COMMIT_DOCUMENTS
from memoryd.recall.query import Labels
from memoryd.types import Document


class SegmentPurge:
    """How far that is. On the indexer's thread; `is_due` may be read by any."""

    def __init__(self, is_due: bool) -> None:
        self.is_due = is_due
        """Something was purged, and its text may still stand in the files."""
        self._unwritten: Iterator[Document] | None = None
        """What is still to be written again; None before it begins."""

    def next_commit(self, disk: Disk, labels: Labels) -> Commit:
        """The next of it. Raises IndexDamaged."""
        states: dict[str, bytes | None] = {}
        if self._unwritten is None:
            old, segments = disk.half_dead()
            now = disk.view.states()
            states |= {one: state for one, state in old.states_in(segments).items() if now.get(one) == state}
            self._unwritten = old.documents_in(segments)
        some = list(islice(self._unwritten, COMMIT_DOCUMENTS))
        if not (some or states):
            states[FORGET] = None  # last, so that a run that is killed begins again
        still = [one for one in some if disk.view.document(one.key) == one]
        return Commit(sources=[], keys=[], states=states, documents=[(one, tuple(labels(one))) for one in still])

    def written(self, commit: Commit) -> None:
        """That commit is on disk."""
        if FORGET in commit.states and commit.states[FORGET] is None:
            self.is_due = False

    def begin_again(self) -> None:
        """A commit of it has failed."""
        self._unwritten = None
