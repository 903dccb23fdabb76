"""Notes go to the archive within a transaction; nothing is ever deleted (rule 6)."""

from __future__ import annotations

from memoryd.kinds.notes.changes.hot_cache import HotCache
from memoryd.kinds.notes.changes.transactions import NoteTransactions
from memoryd.kinds.notes.disk.files import archived_now
from memoryd.kinds.notes.formats.entry import Entry, marked
from memoryd.kinds.notes.formats.hygiene import DELETED, Queued
from memoryd.kinds.notes.formats.layer_file import REREAD, LayerFile, note_key, parse_layer
from memoryd.kinds.notes.formats.matching import match
from memoryd.kinds.notes.known.state import split_key
from memoryd.storage.batch import Batch


class Archiving:
    """Called within `NoteTransactions.changing`."""

    def __init__(self, transactions: NoteTransactions, hot: HotCache) -> None:
        self._transactions = transactions
        self._hot = hot

    def archive(self, key: str, reason: str, batch: Batch) -> str:
        """A note out of its layer, a comment in its place; the path it went to."""
        transactions = self._transactions
        entry, place = transactions.state.entry(key), split_key(key)
        assert entry is not None and place is not None
        bare = marked(entry, pinned=False, critical=False)
        path = self.keep(place[0], bare, reason, batch)
        file = transactions.state.layers[place[0]].file.archived(entry.slug, transactions.day(batch), path)
        transactions.put_layer(place[0], _read_again(file, entry.slug, batch.now))
        return path

    def keep(self, layer: str, entry: Entry, reason: str, batch: Batch) -> str:
        """The text and the records of a note that leaves its layer, or has left it; the path it went to."""
        transactions, state, staged = self._transactions, self._transactions.state, self._transactions.files.staged
        key, day = note_key(layer, entry.slug), transactions.day(batch)
        self.forget(layer, entry.slug, batch)
        batch.on_commit(lambda: transactions.copies.left(layer, entry.slug, batch.now))
        note = archived_now(layer, entry.slug, entry.raw, day, reason)
        if not any(row.entry == key and row.archived_at == day and reason == DELETED for row in state.hygiene.queue):
            state.hygiene.queue = [row for row in state.hygiene.queue if row.entry != key]
            state.hygiene.queue.append(Queued(key, day, reason))
        state.hygiene.totals.archived += 1
        newest = transactions.archive.get(key)
        if newest is None or newest.raw.strip() != note.raw.strip() or newest.path != note.path:
            staged.archived.append(note)
            transactions.recent.note_archived(note, batch.now)
            batch.on_commit(lambda: transactions.copies.archived(note, batch.now))
            transactions.archive.add(note)
        staged.daily.append((day, f"Archived {key} → {note.path} ({reason})"))
        return note.path

    def forget(self, layer: str, slug: str, batch: Batch) -> None:
        """The records of a note that is in the archive: its uses and its place in the hot cache."""
        state, staged, key = self._transactions.state, self._transactions.files.staged, note_key(layer, slug)
        if key in state.hot:
            self._hot.demote(key, "archived", batch, reference=False)
        state.hygiene.forget(key)
        state.refs[layer] = tuple(ref for ref in state.refs.get(layer, ()) if ref != key)
        staged.memory = staged.hygiene = True


def _read_again(file: LayerFile, gone: str, now: int) -> LayerFile:
    # Without its bullet, text under a heading may be a note of its own.
    text = file.render()
    return file if len(text) > REREAD else match(file, parse_layer(text), now, (gone,)).file
