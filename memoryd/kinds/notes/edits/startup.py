"""The start: everything is read, and what was edited while the daemon was down is taken in (000 §Recovery)."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from contextlib import suppress

from msgspec.structs import replace

from memoryd.errors import ReadOnly
from memoryd.kinds.notes.changes.hot_cache import HotCache
from memoryd.kinds.notes.changes.tasks import MISSING, SNAPSHOTS
from memoryd.kinds.notes.changes.transactions import NoteTransactions
from memoryd.kinds.notes.disk.layer_snapshots import LayerSnapshots
from memoryd.kinds.notes.edits.hand_edits import HandEdits
from memoryd.kinds.notes.edits.recovery import drop_lost, load_hygiene, rebuild_hot, rebuild_hygiene
from memoryd.kinds.notes.formats.layer_file import LayerFile, layer_of, note_key, path_of
from memoryd.kinds.notes.formats.memory_md import MEMORY_PATH
from memoryd.kinds.notes.formats.note_copies import Written
from memoryd.kinds.notes.known.index_feed import IndexFeed
from memoryd.kinds.notes.known.state import Layer
from memoryd.kinds.notes.known.vanished import Vanished
from memoryd.storage.atomic import ABSENT, Identity
from memoryd.storage.batch import Batch
from memoryd.storage.listing import names_in
from memoryd.types import Problem

_AT_ONCE = 256
"""Layers that one batch takes in: each batch is waited for."""


class Startup:
    """Runs once, when the writer runs and nothing else uses the notes."""

    def __init__(
        self,
        transactions: NoteTransactions,
        hot: HotCache,
        edits: HandEdits,
        snapshots: LayerSnapshots,
        feed: IndexFeed,
    ) -> None:
        self._transactions = transactions
        self._state = transactions.state
        self._files = transactions.files
        self._hot = hot
        self._edits = edits
        self._snapshots = snapshots
        self._feed = feed
        self._written: list[tuple[str, str]] = []
        """Layers and slugs that the last run wrote."""

    def run(self, states: Mapping[str, bytes]) -> None:
        """Read everything and bring the index up to it; `states` is what the index committed last."""
        state, run = self._state, self._transactions.run
        state.layers.update(self._snapshots.load())
        self._edits.load_archive()
        knows_hot = self._files.memory.load_hot()
        has_hygiene = load_hygiene(self._transactions)
        self._transactions.past.remember(state.hot)
        layers = sorted({*state.layers, *self._layers_on_disk(), *self._transactions.copies.layers_left()})
        for start in range(0, len(layers), _AT_ONCE):
            run(functools.partial(self._begin_layers, layers[start : start + _AT_ONCE]))
        self._edits.put_back()
        run(self._note_gone)
        run(self._edits.put_back_archived)
        run(lambda batch: self._begin_memory(knows_hot, has_hygiene, batch))
        self._feed.bring_up(self._transactions.snapshot, states)
        self._transactions.ask(SNAPSHOTS)

    def _layers_on_disk(self) -> list[str]:
        names = names_in(self._files.disk.path("memory"))
        return [layer for name in names if (layer := layer_of(f"memory/{name}"))]

    def _begin_layers(self, layers: list[str], batch: Batch) -> None:
        begun = []
        for layer in layers:  # before the first change, so that none of it counts as one
            version, copies = self._files.disk.identity(path_of(layer)), self._transactions.copies
            is_closed = copies.is_closed(layer)
            intended, written = copies.resume(layer, version[2] // 1000, batch.now)
            if not is_closed:
                self._restore_written(layer, written, intended)
            begun.append((layer, version, is_closed, written))
        for layer, version, is_closed, written in begun:
            self._take_in(layer, version, batch)
            self._written += ((layer, one.entry.slug) for one in written)
            for at, entry, before, _ in written if is_closed else ():
                here = self._state.entry(key := note_key(layer, entry.slug))
                if here is not None and here.digest == entry.digest:
                    self._transactions.recent.note(key, entry, before, at)

    def _note_gone(self, batch: Batch) -> None:
        """What left a layer right before a kill is not put back by the copies at a later start."""
        for layer, slug in self._written:
            key = note_key(layer, slug)
            if self._state.entry(key) is None and key not in self._state.vanished:
                self._transactions.copies.left(layer, slug, batch.now)
        self._written.clear()

    def _restore_written(self, layer: str, written: list[Written], intended: frozenset[bytes]) -> None:
        """What the last run wrote is known, also where the snapshot does not have it yet."""
        state, recent = self._state, self._transactions.recent
        known = state.layers.get(layer) or Layer()
        file = known.file
        for at, entry, before, is_back in written:
            here = file.get(entry.slug)
            if here is None and not is_back and note_key(layer, entry.slug) in self._transactions.archive:
                continue  # a loss of power may take the copy that says so
            if here is None:
                file = LayerFile((*file.pieces, entry))
            elif before is not None and here.digest == before.digest:
                file = file.with_entry(entry)
            elif here.digest != entry.digest:
                continue  # a person changed it since, or it was written again
            recent.note(note_key(layer, entry.slug), entry, before, at)
        if written:
            state.layers[layer] = replace(known, file=file, intended=intended)

    def _take_in(self, layer: str, version: Identity, batch: Batch) -> None:
        state = self._state
        if version != ABSENT:
            # One that cannot be read stays as it was known, and health says so.
            with suppress(ReadOnly):
                self._edits.take_in(path_of(layer), batch)
            return
        if layer not in state.layers:
            return
        with self._transactions.changing(batch):
            for entry in state.layers[layer].file.entries():
                state.vanished[f"{path_of(layer)}:{entry.slug}"] = Vanished(layer, entry, batch.now)
            state.layers[layer] = Layer()
        self._transactions.ask(MISSING)

    def _begin_memory(self, knows_hot: bool, has_hygiene: bool, batch: Batch) -> None:
        state, board = self._state, self._transactions.board
        version = self._files.disk.identity(MEMORY_PATH)
        with self._transactions.changing(batch):
            drop_lost(state)
            if not has_hygiene:
                rebuild_hygiene(state, board, was_there=knows_hot)
            if version[1] > 0:
                # What was typed for a layer that cannot be read waits in it, and health names the layer.
                with suppress(ReadOnly):
                    self._edits.take_in(MEMORY_PATH, batch)
            elif not knows_hot and state.entry_count():
                count = rebuild_hot(self._transactions, self._hot, batch)
                what = f"MEMORY.md was not there; {count} notes were made hot again"
                board.happened(Problem(path=MEMORY_PATH, what=what, action="demote what is not needed"))
            elif knows_hot and version == ABSENT and state.hot:
                what = "the file was missing; its hot bullets were written again"
                board.happened(Problem(path=MEMORY_PATH, what=what, action="nothing needs to be done"))
            if version[1] == 0:
                self._files.memory.took("", version)
            for key in list(state.hot):
                self._hot.resync(key, batch)  # its note may have another anchor now
            state.hygiene.keep_rows_of(state.hot)
            self._files.staged.memory = bool(state.layers or state.hot or version != ABSENT)
            self._files.staged.hygiene = True
