"""What one batch changes of the facts, told to the index when it is on disk."""

from __future__ import annotations

from memoryd.acting import Actor
from memoryd.kinds.facts.file.facts_file import FactsFile
from memoryd.kinds.facts.file.feed import IndexFeed
from memoryd.kinds.facts.known.store import FactEvents, FactStore
from memoryd.kinds.facts.model.fact import Fact
from memoryd.storage.append_log import AppendLog
from memoryd.storage.batch import Batch
from memoryd.types import Document


class Staged:
    """What one batch changes, published when the batch is on disk."""

    def __init__(self, now: int) -> None:
        self.now = now
        self.put: dict[str, Document] = {}
        self.remove: list[str] = []
        self.before: dict[str, Document] = {}
        """Documents of removed facts in the index."""
        self.archived: list[tuple[Fact, bytes]] = []
        self.all_new = True
        """Whether everything put is new to the index."""
        self.purged: list[str] = []
        self.by: dict[str, Actor] = {}
        """Who changed which fact: a batch has those of several requests."""


class Staging:
    """Collects what the current batch changes, and publishes it on commit."""

    def __init__(
        self, store: FactStore, file: FactsFile, feed: IndexFeed, archive_log: AppendLog, events: FactEvents
    ) -> None:
        self._store = store
        self._file = file
        self._feed = feed
        self._archive_log = archive_log
        self._events = events
        self._staged: Staged | None = None

    def of(self, batch: Batch) -> Staged:
        """What this batch has changed so far."""
        if self._staged is None:
            self._staged = Staged(batch.now)
            batch.on_commit(self._publish)
            batch.on_abort(self._drop_staged)
        return self._staged

    def _drop_staged(self) -> None:
        self._staged = None
        self._file.drop_staged()

    def _publish(self) -> None:
        staged, self._staged = self._staged, None
        if staged is None:
            return
        appended = self._file.note_appended()
        self._store.archive.note_appended(staged.archived, self._archive_log.written_from)
        if staged.archived:
            self._file.guard.left((fact.id for fact, _ in staged.archived), staged.now)
        self._feed.bring(
            list(staged.put.values()), staged.remove,
            fresh=staged.all_new, purged=staged.purged, by=staged.by, before=staged.before,
        )  # fmt: skip
        if appended:
            self._file.note_written()
        self._events.changed()
