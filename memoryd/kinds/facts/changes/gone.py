"""Facts whose lines somebody deleted go to the archive, so many in a batch: no write waits for all of them (rule 6)."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from memoryd.kinds.facts.changes.archiving import FactArchiving
from memoryd.kinds.facts.file.facts_file import FactsFile
from memoryd.kinds.facts.file.feed import IndexFeed
from memoryd.kinds.facts.known.store import FactStore
from memoryd.kinds.facts.model.decay import FULL, State
from memoryd.kinds.facts.model.fact import from_document
from memoryd.storage.batch import Batch
from memoryd.types import Document

SLICE = 100
"""So many facts in one batch."""

Run = Callable[[Callable[[Batch], Any]], Any]
"""Runs an operation on the writer thread, in a batch of its own, and waits for it."""


class GoneFacts:
    """Until its turn comes, such a fact is as it was; a kill in between leaves it to the next start. Not the writer."""

    def __init__(self, store: FactStore, file: FactsFile, feed: IndexFeed, archiving: FactArchiving, run: Run) -> None:
        self._store, self._file, self._feed, self._archiving, self._run = store, file, feed, archiving, run
        self.lost: list[Document] = []
        """Facts whose lines were deleted while the daemon was down, as the index remembers them."""

    def archive_leaving(self) -> None:
        """Archive what a person deleted while the daemon runs."""
        if self._file.leaving:
            while self._run(functools.partial(self._archiving.archive_some_leaving, SLICE)):
                pass
            self._run(lambda _batch: self._feed.publish_state())

    def archive_lost(self) -> None:
        """Archive what a person deleted while the daemon was down."""
        lost, self.lost = self.lost, []
        for start in range(0, len(lost), SLICE):
            self._run(functools.partial(self._archive_documents, lost[start : start + SLICE]))

    def _archive_documents(self, lost: list[Document], batch: Batch) -> None:
        store = self._store
        for doc in lost:
            if doc.key in store.table or doc.key in store.archive:
                continue
            fact = from_document(doc)
            store.take_in(fact, State(FULL, doc.created, doc.created, 0), FULL)
            self._archiving.archive_gone(fact, batch)
