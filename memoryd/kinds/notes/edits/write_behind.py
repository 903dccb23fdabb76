"""What follows the notes in memory later, and what is tried again (`tasks`)."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress

from memoryd.background import WriteBehind
from memoryd.errors import MemorydError
from memoryd.kinds.notes.changes.tasks import DELAYS, HYGIENE, LATE_EDITS, MISSING, RETRY, SNAPSHOTS, UNREAD
from memoryd.kinds.notes.changes.transactions import NoteTransactions
from memoryd.kinds.notes.disk.layer_snapshots import LayerSnapshots
from memoryd.kinds.notes.edits.hand_edits import HandEdits
from memoryd.kinds.notes.formats.layer_file import path_of
from memoryd.services import MEMORY_MD
from memoryd.storage.batch import Batch


class NoteWriteBehind:
    """Flusher's thread."""

    def __init__(self, transactions: NoteTransactions, edits: HandEdits, snapshots: LayerSnapshots) -> None:
        self._transactions = transactions
        self._edits = edits
        self._snapshots = snapshots

    def files(self) -> Iterable[WriteBehind]:
        """The tasks, with how long each may wait."""
        for name, task in self.tasks().items():
            yield WriteBehind(name, task, functools.partial(DELAYS.__getitem__, name))

    def tasks(self) -> Mapping[str, Callable[[], object]]:
        """What the flusher runs, by name."""
        run, edits = self._transactions.run, self._edits
        return {
            SNAPSHOTS: lambda: self._snapshots.write(self._transactions.snapshot),
            HYGIENE: lambda: run(edits.take_in_hygiene),
            MISSING: edits.resolve_missing,
            LATE_EDITS: self._take_in_late,
            RETRY: self._retry,
            UNREAD: self._look_again,
            MEMORY_MD: lambda: run(functools.partial(self._transactions.rewrite, memory=True)),
        }

    def _take_in_late(self) -> None:
        disk = self._transactions.files.disk

        def take_in(batch: Batch) -> None:
            for edit in disk.late_edits():
                self._edits.take_in_late(edit, batch)
            batch.on_commit(disk.have_late_edits)

        try:
            self._transactions.run(take_in)
            disk.keep_long()
        finally:
            if disk.has_replaced:
                self._transactions.ask(LATE_EDITS)

    def _retry(self) -> None:
        files = self._transactions.files
        files.take_failure()
        self._transactions.run(self._edits.take_in_and_rewrite)
        if (failure := files.take_failure()) is not None:
            raise failure

    def _look_again(self) -> None:
        for relpath in sorted(self._transactions.files.disk.unread):
            with suppress(MemorydError):  # health says so, and it asks for the next look
                self._edits.absorb(relpath)

    def close(self) -> None:
        """Write what is still to be written; the writer has stopped."""
        files = self._transactions.files
        for write in (files.memory.write, files.hygiene.write):
            # What was edited in this very moment is taken in at the next start.
            with suppress(MemorydError, OSError):
                write()
        self._snapshots.write(self._transactions.snapshot)
        layers = self._transactions.snapshot.layers.items()
        self._transactions.copies.close(
            layer for layer, known in layers if files.disk.identity(path_of(layer)) == known.identity
        )
        files.disk.close()
