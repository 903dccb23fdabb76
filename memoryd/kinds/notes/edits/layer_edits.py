"""Hand edits of layer files: what changed, what vanished, what moved (rule 14). Nothing that was typed is lost."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable
from itertools import islice

import msgspec
from msgspec.structs import replace

from memoryd.errors import Busy, LimitExceeded, ReadOnly
from memoryd.kinds.notes.changes.archiving import Archiving
from memoryd.kinds.notes.changes.hot_cache import HotCache
from memoryd.kinds.notes.changes.tasks import MISSING
from memoryd.kinds.notes.changes.transactions import NoteTransactions
from memoryd.kinds.notes.disk.disk import LateEdit
from memoryd.kinds.notes.formats.entry import Entry, belonging
from memoryd.kinds.notes.formats.hygiene import DELETED, hot_key
from memoryd.kinds.notes.formats.layer_file import LayerFile, Loose, layer_of, note_key, parse_with_loose, path_of
from memoryd.kinds.notes.formats.matching import Matched
from memoryd.kinds.notes.formats.note_copies import mark_of
from memoryd.kinds.notes.formats.removed_layers import RemovedLayers
from memoryd.kinds.notes.formats.rereading import read_again
from memoryd.kinds.notes.formats.tags import CRITICAL, USER_REQUEST
from memoryd.kinds.notes.known.state import Layer, NoteState
from memoryd.kinds.notes.known.vanished import Vanished
from memoryd.storage.atomic import ABSENT, Identity
from memoryd.storage.batch import Batch
from memoryd.storage.recent_lines import StaleSaves, put_back_problem
from memoryd.text.slugs import unique_slug
from memoryd.times import SECOND

GONE_FOR_GOOD = SECOND * 9 // 10
"""Microseconds after which a text that is gone is not being moved, or saved in two steps."""
STILL_WRITTEN = 10 * SECOND
"""The same while its layer is being written in pieces."""
RESOLVED_AT_ONCE = 200
RECENT = 600 * SECOND
ATTEMPTS = 50


class Reading(msgspec.Struct):
    """A layer file as a look at it found it, and the state it was compared with."""

    layer: str
    version: int
    identity: Identity
    matched: Matched
    loose: tuple[Loose, ...]
    mark: bytes
    """Of its content."""


class LayerEdits:
    """Takes in hand edits of layer files."""

    def __init__(
        self, transactions: NoteTransactions, hot: HotCache, archiving: Archiving, now: Callable[[], int]
    ) -> None:
        self._transactions = transactions
        self._state = transactions.state
        self._files = transactions.files
        self._hot = hot
        self._archiving = archiving
        self._now = now
        self._stale = StaleSaves()
        self._recent: dict[str, tuple[str, int]] = {}
        """Key and time of recent additions by digest: a vanished note may have moved there."""
        self._removed = RemovedLayers(transactions.board)

    # --- looking ------------------------------------------------------------------------------------------

    def absorb(self, relpath: str) -> None:
        """Bring a layer up to its file; the reading is done on the caller's thread."""
        run = self._transactions.run
        for _ in range(ATTEMPTS):
            if run(lambda batch: self._is_known(relpath)):
                self._files.disk.is_as_known(relpath)
                return
            reading = self._look(relpath, self._transactions.snapshot, self._now())
            if run(functools.partial(self._apply_and_show, reading)):
                return
        raise Busy(f"{relpath} is being written all the time; it is looked at again")

    def absorb_now(self, relpath: str, batch: Batch) -> None:
        """The same on the writer's thread, at once: the file is about to be written."""
        if not self._is_known(relpath) and layer_of(relpath) not in self._files.staged.layers:
            self._apply(self._look(relpath, self._state, batch.now), batch)

    def _is_known(self, relpath: str) -> bool:
        """Whether the file is as we know it (writer's thread)."""
        layer = layer_of(relpath) or ""
        known = self._state.layers.get(layer)
        identity = known.identity if known else ABSENT
        self._removed.seen(layer, is_there=identity != ABSENT)
        return identity == self._files.disk.identity(relpath)

    def _look(self, relpath: str, state: NoteState, now: int) -> Reading:
        layer = layer_of(relpath)
        assert layer is not None
        known = state.layers.get(layer)
        number = known.version if known else -1
        try:
            found = self._files.disk.read(relpath)
        except FileNotFoundError:
            found = b"", ABSENT
        if found is None:
            raise ReadOnly(f"{relpath} cannot be read; system.health has the command that fixes it", path=relpath)
        data, version = found
        vanished = [one.entry for one in list(state.vanished.of(layer).values())]
        known = known or Layer()
        text = data.decode("utf-8", "surrogateescape")
        matched, loose = read_again(known.file, known.loose, vanished, text, now)
        return Reading(layer, number, version, matched, loose, mark_of(data))

    # --- taking in ----------------------------------------------------------------------------------------

    def _apply_and_show(self, reading: Reading, batch: Batch) -> bool:
        """The bullets of hot notes that have another anchor say what these say now; a start sees to that by itself."""
        if not self._apply(reading, batch):
            return False
        with self._transactions.changing(batch):
            for _, after in reading.matched.renamed:
                self._hot.resync(note_key(reading.layer, after.slug), batch)
        return True

    def _apply(self, reading: Reading, batch: Batch) -> bool:
        layer = reading.layer
        known = self._state.layers.get(layer)
        stale = (known.version if known else -1) != reading.version
        if stale or self._files.disk.identity(path_of(layer)) != reading.identity:
            return False
        if layer in self._files.staged.layers:
            return False
        # What comes back from the archive is no other note under a new name, and what is typed beside what was just
        # written, without an anchor, is none either: its editor may not have seen that. In a version of our own, which
        # a kill left, an unknown anchor is one that we gave.
        matched, archive, recent = reading.matched, self._transactions.archive, self._transactions.recent
        is_ours = known is not None and _is_ours(reading, known)
        matched.renamed = [
            (before, after)
            for before, after in matched.renamed
            if not is_ours
            and note_key(layer, after.slug) not in archive
            and (after.anchor or not recent.is_as_written(note_key(layer, before.slug), before, batch.now))
        ]
        with self._transactions.changing(batch):
            self._take(reading, known, batch)
        return True

    def _take(self, reading: Reading, known: Layer | None, batch: Batch) -> None:
        state, layer, matched = self._state, reading.layer, reading.matched
        if (known is None or known.identity == ABSENT) != (reading.identity == ABSENT):
            self._files.staged.memory = True
        state.layers[layer] = Layer(matched.file, reading.loose, reading.identity, reading.version + 1)
        self._removed.seen(layer, is_there=reading.identity != ABSENT)
        here = matched.file.slugs()
        for key in [key for key, gone in state.vanished.of(layer).items() if gone.entry.slug in here]:
            del state.vanished[key]
        if known is not None and _is_ours(reading, known):
            self._tell_archived(reading)
        ours = self._lost_to_a_save(reading, known, batch.now)
        for entry in matched.vanished:
            key = note_key(layer, entry.slug)
            gone = state.vanished.get(key) or Vanished(layer, entry, batch.now)
            state.vanished[key] = replace(gone, comes_back=key in ours)
        for entry in matched.archived:
            # Archived since the last snapshot, before a crash: its text stands in the archive, perhaps a newer one.
            key = note_key(layer, entry.slug)
            if key in self._transactions.archive:
                self._archiving.forget(layer, entry.slug, batch)
            else:
                state.vanished.setdefault(key, Vanished(layer, entry, batch.now))
        if matched.vanished or state.vanished:
            self._transactions.ask(MISSING)
        for before, after in matched.changed:
            self._changed(layer, before, before if note_key(layer, after.slug) in ours else after, batch)
        self._forget_old(batch.now)
        origins = self._origins(matched.added)
        for entry in matched.added:
            self._added(layer, entry, origins, batch)
        for before, after in matched.renamed:
            self._rename(layer, before, after, batch)

    def _rename(self, layer: str, before: Entry, after: Entry, batch: Batch) -> None:
        old = note_key(layer, before.slug)
        if old not in self._state.vanished:
            return
        self._move(old, note_key(layer, after.slug), batch)
        if before.digest != after.digest:
            # They may be two notes, of which the editor had not seen the first (rule 6).
            self._archiving.keep(layer, before, DELETED, batch)

    def _forget_old(self, now: int) -> None:
        while self._recent:
            digest, (_, at) = next(iter(self._recent.items()))
            if 0 <= now - at < RECENT:
                return
            del self._recent[digest]

    def _tell_archived(self, reading: Reading) -> None:
        """Of what our own version lacks, that is archived of which the archive has the text and the file says so.

        Its comment may have stood there before: it was restored since the last snapshot, and archived again.
        """
        matched, stubs = reading.matched, reading.matched.file.stubs()
        for entry in matched.vanished.copy():
            versions = self._transactions.archive.versions(note_key(reading.layer, entry.slug))
            if entry.slug in stubs and any(one.raw.strip() == entry.raw.strip() for one in versions):
                matched.vanished.remove(entry)
                matched.archived.append(entry)

    def _lost_to_a_save(self, reading: Reading, known: Layer | None, now: int) -> set[str]:
        """Keys of what was written meanwhile, which an older version that an editor saved lacks or has as it was.

        Where nothing else was changed, a person deleted it or took it back (rule 8).
        """
        matched, recent, layer = reading.matched, self._transactions.recent, reading.layer
        if known is None or reading.identity == ABSENT or _is_ours(reading, known):
            return set()
        renamed = {before.slug for before, _ in matched.renamed}
        left = [one for one in matched.vanished if one.slug not in renamed]
        lost = {key for one in left if recent.is_as_written(key := note_key(layer, one.slug), one, now)}
        older = {
            key
            for before, after in matched.changed
            if recent.is_older(key := note_key(layer, after.slug), before, after, now)
        }
        if not lost and not older:
            return set()
        others = len(matched.vanished) - len(lost) - len(older)
        others += sum(before.raw != after.raw for before, after in matched.changed)
        is_edited = others or matched.added or matched.archived or (lost and older)
        is_edited = is_edited or _order(known.file, matched.file) != _order(matched.file, known.file)
        is_edited = is_edited or known.intended is not None or self._stale.has(layer, reading.mark)
        around = known.file.around() if known.around is None else known.around
        if not is_edited and around == matched.file.around():
            return set()
        self._stale.note(layer, reading.mark)
        self._transactions.board.happened(put_back_problem(path_of(layer), len(lost | older)))
        return lost | older

    def _changed(self, layer: str, before: Entry, after: Entry, batch: Batch) -> None:
        if before is after:
            self._transactions.put_entry(layer, before)
            return
        key = note_key(layer, after.slug)
        self._keep_origin(layer, before, after)
        self._hot.resync(key, batch)
        if before.pinned != after.pinned or before.critical != after.critical:
            row = self._state.hygiene.hot.get(hot_key(key))
            if row is not None:
                row.pinned = after.pinned
                self._files.staged.memory = self._files.staged.hygiene = True
            elif after.pinned or after.critical:
                self._make_hot(key, after, batch)

    def _keep_origin(self, layer: str, before: Entry, after: Entry) -> None:
        """What is private stays so until the file says otherwise, whatever an editor left out (rule 17)."""
        if after.stated_origin is None and before.stated_origin is not None:
            self._transactions.put_entry(layer, belonging(after, before.stated_origin))

    def _added(self, layer: str, entry: Entry, origins: dict[str, list[str]], batch: Batch) -> None:
        key = note_key(layer, entry.slug)
        if origin := origins.get(entry.digest):
            self._move(origin.pop(0), key, batch)
        elif entry.pinned or entry.critical:
            self._make_hot(key, entry, batch)
        if len(self._recent) < 50_000:
            self._recent.pop(entry.digest, None)  # the newest stand last
            self._recent[entry.digest] = (key, batch.now)

    def _make_hot(self, key: str, entry: Entry, batch: Batch) -> None:
        try:
            if key not in self._state.hot:
                with self._transactions.changing(batch):
                    self._hot.promote(key, CRITICAL if entry.critical else USER_REQUEST, None, batch)
        except LimitExceeded:
            return  # health says so

    def _origins(self, added: list[Entry]) -> dict[str, list[str]]:
        """Of what was added, by its digest: the keys of vanished notes that said the same."""
        vanished = self._state.vanished
        found: dict[str, list[str]] = {entry.digest: [] for entry in added} if vanished else {}
        for key, gone in vanished.items() if found else ():
            if gone.entry.digest in found:
                found[gone.entry.digest].append(key)
        return found

    def _move(self, old: str, new: str, batch: Batch) -> None:
        """A note has another layer or anchor: its uses, its age and its place in the hot cache go with it."""
        state = self._state
        gone, entry = state.vanished.pop(old), state.entry(new)
        batch.on_commit(lambda: self._transactions.copies.left(gone.layer, gone.entry.slug, batch.now))
        assert entry is not None
        layer = layer_of(new.partition(":")[0])
        assert layer is not None
        file = state.layers[layer].file.with_entry(entry.named(entry.slug, gone.entry.seen))
        state.put_file(layer, file)
        self._keep_origin(layer, gone.entry, entry.named(entry.slug, gone.entry.seen))
        state.hygiene.renamed(old, new)
        if old in state.refs.get(gone.layer, ()):
            state.refs[gone.layer] = tuple(ref for ref in state.refs[gone.layer] if ref != old)
            state.refs[layer] = (*state.refs.get(layer, ()), new)
        if old in state.hot:
            state.hot.pop(new, None)  # its pin may have made it hot before it was known to be the same
            moved = replace(state.hot[old], layer=layer, slug=entry.slug)
            state.hot = dict((new, moved) if key == old else (key, note) for key, note in state.hot.items())
        if new in state.hot:
            state.hygiene.access.pop(new, None)
            state.hygiene.kept.discard(new)
        memory = self._files.memory
        memory.renamed(old, new)
        if old in memory.shown:
            memory.shows(memory.shown | {new})
        self._files.staged.memory = self._files.staged.hygiene = True

    # --- what vanished ------------------------------------------------------------------------------------

    def resolve_vanished(self, batch: Batch) -> bool:
        """What has been gone for a moment has moved, or goes to the archive; False while some must be waited for."""
        state = self._state
        due = (key for key, gone in state.vanished.items() if batch.now - gone.at >= self._patience(gone))
        if part := list(islice(due, RESOLVED_AT_ONCE)):
            self._resolve_all(part, batch)
        for layer in [name for name, known in state.layers.items() if known.identity == ABSENT]:
            if state.vanished.of(layer) or layer in self._files.staged.layers:
                continue
            with self._transactions.changing(batch):
                del state.layers[layer]
                self._files.staged.memory = True
            self._removed.is_gone(layer)
        return not state.vanished

    def _patience(self, gone: Vanished) -> int:
        """What an editor is still writing into a version that was replaced may have it."""
        waits = not gone.comes_back and self._files.disk.is_written_into(path_of(gone.layer))
        return STILL_WRITTEN if waits else GONE_FOR_GOOD

    def resolve_at_once(self, batch: Batch) -> None:
        """What has been gone for a moment goes where it is to stand, and no move is waited for."""
        self._resolve_all(list(self._state.vanished), batch)

    def put_back(self, batch: Batch) -> None:
        """What an editor saved over stands again at once: the daemon ends, and waits for no move."""
        self._resolve_all([key for key, gone in self._state.vanished.items() if gone.comes_back], batch)

    def _resolve_all(self, keys: Iterable[str], batch: Batch) -> None:
        with self._transactions.changing(batch):
            for key in keys:
                self._resolve(key, batch)

    def _resolve(self, key: str, batch: Batch) -> None:
        state = self._state
        gone = state.vanished[key]
        found = self._recent.get(gone.entry.digest)
        if found is not None and found[0] != key and state.entry(found[0]) is not None:
            self._move(key, found[0], batch)
            return
        del state.vanished[key]
        known = state.layers.get(gone.layer)
        if gone.comes_back and known is not None and known.identity != ABSENT:
            self._transactions.put_layer(gone.layer, known.file.added(gone.entry))
            return
        if known is None or known.identity == ABSENT:
            self._removed.archived(gone.layer)
        self._archiving.keep(gone.layer, gone.entry, DELETED, batch)

    def purge_vanished(self, is_of_it: Callable[[str], bool], batch: Batch) -> None:
        """Of what has left its file, a purged text goes to no archive."""
        for key, gone in list(self._state.vanished.items()):
            if is_of_it(gone.entry.text):
                del self._state.vanished[key]
                self._archiving.forget(gone.layer, gone.entry.slug, batch)

    # --- late edits ---------------------------------------------------------------------------------------

    def add_late(self, edit: LateEdit, batch: Batch) -> None:
        """Add the entries that were written into a version after it had been replaced."""
        layer = layer_of(edit.relpath)
        assert layer is not None
        self.absorb_now(edit.relpath, batch)
        known = {entry.raw.strip() for entry in parse_with_loose(edit.base)[0].entries()}
        present = {entry.raw.strip() for entry in self._state.layers[layer].file.entries()}
        for entry in parse_with_loose(edit.text)[0].entries():
            if entry.raw.strip() in known | present:
                continue
            with self._transactions.changing(batch):
                file = self._state.layers[layer].file
                raw = entry.raw if entry.raw.endswith("\n") else entry.raw + "\n"
                slug = unique_slug(entry.slug, file.slugs())
                gone = self._state.vanished.get(note_key(layer, slug))
                if gone is not None and gone.entry.digest == entry.digest:
                    del self._state.vanished[note_key(layer, slug)]
                fresh = Entry(slug, raw, entry.kind, entry.title, batch.now)
                self._transactions.put_layer(layer, file.added(fresh))
                self._transactions.wrote(layer, fresh, None, batch)  # an editor has not seen that it stands there again


def _is_ours(reading: Reading, known: Layer) -> bool:
    """At start: whether the last run left the file so."""
    return known.intended is not None and reading.mark in known.intended


def _order(file: LayerFile, other: LayerFile) -> list[str]:
    """The slugs of the notes that are in both, as they stand in the first."""
    return [entry.slug for entry in file.entries() if entry.slug in other]
