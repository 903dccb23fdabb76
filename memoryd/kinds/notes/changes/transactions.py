"""Transactions over the notes: a batch is on disk and then seen by readers as a whole, or has changed nothing.

What takes a batch runs on the writer's thread; `snapshot` may be read from any.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from memoryd.acting import Actor, actor
from memoryd.kinds.notes.changes.tasks import HYGIENE, LATE_EDITS, RETRY, SNAPSHOTS
from memoryd.kinds.notes.disk.files import NoteFiles, Staged
from memoryd.kinds.notes.disk.hygiene_file import KnownHygiene
from memoryd.kinds.notes.disk.memory_file import KnownMemory
from memoryd.kinds.notes.formats.archive import Archived, ArchiveTable
from memoryd.kinds.notes.formats.entry import Entry
from memoryd.kinds.notes.formats.layer_file import LayerFile, note_key, path_of
from memoryd.kinds.notes.formats.memory_md import title_of
from memoryd.kinds.notes.formats.note_copies import NoteCopies
from memoryd.kinds.notes.formats.recent import RecentNotes
from memoryd.kinds.notes.known.documents import changed_keys
from memoryd.kinds.notes.known.index_feed import IndexFeed
from memoryd.kinds.notes.known.past_bullets import PastBullets
from memoryd.kinds.notes.known.state import NoteState, split_key
from memoryd.kinds.notes.rules.settings import NoteSettings
from memoryd.services import Services
from memoryd.storage.atomic import ABSENT
from memoryd.storage.batch import Batch

Run = Callable[[Callable[[Batch], Any]], Any]


class NoteTransactions:
    """`state` is what the batch under way has made of the notes; `snapshot` the state as of the last commit, which is
    never changed, only replaced.
    """

    def __init__(
        self,
        services: Services,
        state: NoteState,
        files: NoteFiles,
        archive: ArchiveTable,
        settings: NoteSettings,
        feed: IndexFeed,
        past: PastBullets,
        copies: NoteCopies,
    ) -> None:
        """`files` writes `state`."""
        self.state = state
        self.files = files
        self.archive = archive
        self.settings = settings
        self.past = past
        self.recent = RecentNotes()
        self.copies = copies
        self.board, self.ask = services.board, services.flusher.ask
        self.run: Run = services.writer.run_alone
        self._feed = feed
        self._snapshot = NoteState()
        self._before: tuple[NoteState, tuple[KnownMemory, KnownHygiene]] | None = None
        self._batch: Batch | None = None
        """Of the operation that changes something now."""
        self._archived: list[Archived] = []
        """What this batch brings to the archive: of a batch that fails the files have let go by then."""
        self._acted: tuple[NoteState, Actor] | None = None
        """Who changes the notes at present, and the notes before that."""
        self._by: dict[str, Actor] = {}
        """Who of them changed which note in this batch."""

    @property
    def snapshot(self) -> NoteState:
        """The state as of the last commit."""
        return self._snapshot

    def day(self, batch: Batch) -> str:
        """The day of the batch in the configured zone."""
        return self.settings.day(batch.now)

    # --- changes ------------------------------------------------------------------------------------------

    @contextmanager
    def changing(self, batch: Batch, *, hot: bool = False) -> Iterator[None]:
        """Change the state within; if that raises, nothing has changed. `hot`: somebody asks what MEMORY.md is to say,
        so the batch fails when it cannot be written.
        """
        if self._before is None:
            self._before = self.state.copy(), self.files.known()
            batch.append(self.files, b"")
            batch.on_commit(self._committed)
            batch.on_abort(self._aborted)
        batch.touch(self.files)
        self._batch = batch
        self._attribute(actor())
        state, staged, known = self.state.copy(), self.files.staged.copy(), self.files.known()
        added = len(self.files.staged.archived)
        try:
            yield
        except BaseException:
            self._forget_archived(self.files.staged.archived[added:])
            self.state.restore(state)
            self.files.restore(known)
            self.files.staged = staged
            raise
        if hot:
            self.files.staged.memory_asked = True
        for note in self.files.staged.archived[added:]:
            self._archived.append(note)
            batch.touch(self.files, note.path)

    def _attribute(self, who: Actor | None) -> None:
        """From now on `who` changes the notes: note what whoever came before them has changed."""
        if self._acted is not None:
            before, last = self._acted
            if last is who:
                return
            for layer in before.layers.differs(self.state.layers):
                self._by.update(dict.fromkeys(changed_keys(layer, before, self.state), last))
        self._acted = None if who is None else (self.state.copy(), who)

    def put_layer(self, layer: str, file: LayerFile) -> None:
        """The layer's content is this now; within `changing`."""
        if layer not in self.state.layers:
            self.files.staged.memory = True  # the layer index names it
        self.state.put_file(layer, file)
        self.files.staged.layers.add(layer)
        if self._batch is not None:
            self._batch.touch(self.files, path_of(layer))

    def put_entry(self, layer: str, entry: Entry) -> None:
        """The note of that slug is this now; within `changing`."""
        self.put_layer(layer, self.state.layers[layer].file.with_entry(entry))

    def wrote(self, layer: str, entry: Entry, before: Entry | None, batch: Batch) -> None:
        """The note is written on request; `before` is what it said, None for a new one."""
        self.recent.note(note_key(layer, entry.slug), entry, before, batch.now)
        is_back = before is None and note_key(layer, entry.slug) in self.archive
        batch.on_commit(lambda: self.copies.wrote(layer, entry, before, batch.now, is_back=is_back))

    def file_for(self, layer: str) -> LayerFile:
        """The layer's content; of a new one its heading."""
        known = self.state.layers.get(layer)
        if known is None or (known.identity == ABSENT and not known.file.pieces):
            return LayerFile([f"# {title_of(layer)}\n\n"])
        return known.file

    def rewrite(self, batch: Batch, *, memory: bool = False, hygiene: bool = False) -> None:
        """Write MEMORY.md or hygiene.json again, though nothing may have changed."""
        with self.changing(batch):
            self.files.staged.memory = self.files.staged.memory or memory
            self.files.staged.hygiene = self.files.staged.hygiene or hygiene

    def _forget_archived(self, notes: Iterable[Archived]) -> None:
        for note in notes:
            self.archive.remove(note)

    # --- commit and abort ---------------------------------------------------------------------------------

    def _committed(self) -> None:
        before, self._before, self._batch = self._before, None, None
        self._archived.clear()
        if self._by:  # several have changed notes
            self._attribute(None)
        self._acted = None
        if before is not None:
            self._publish(before[0])
        self._by = {}

    def _publish(self, before: NoteState) -> None:
        """What readers see, and what the index has, is the state as it is now."""
        state = self.state
        self._snapshot = state.copy()
        self.past.remember(state.hot)
        if before.vanished.differ(state.vanished):
            self.ask(SNAPSHOTS)
        turned = {place[0] for key in before.hot.keys() ^ state.hot.keys() if (place := split_key(key))}
        for name in sorted(before.layers.differs(state.layers) | turned):
            self.ask(SNAPSHOTS)
            self._feed.follow(name, before, self._snapshot, self._by or None)
        if before.hygiene.access != state.hygiene.access or before.hygiene.hot != state.hygiene.hot:
            self.ask(HYGIENE)
        if self.files.disk.has_replaced:
            self.ask(LATE_EDITS)

    def _aborted(self) -> None:
        before, self._before, self._batch = self._before, None, None
        self._acted, self._by = None, {}
        if before is not None:
            self._forget_archived(self._archived)
            self.recent.forget_archived(self._archived)
            self.state.restore(before[0])
            if self.files.restore(before[1]):
                self.ask(RETRY)
        self._archived.clear()
        self.files.staged = Staged()
