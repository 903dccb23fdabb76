"""Edits made outside the daemon: as the watcher tells of them, and before one of the files is written."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence

from memoryd.errors import Busy
from memoryd.kinds.notes.changes.tasks import MISSING
from memoryd.kinds.notes.changes.transactions import NoteTransactions
from memoryd.kinds.notes.disk.disk import LateEdit
from memoryd.kinds.notes.edits.hygiene_edits import HygieneEdits
from memoryd.kinds.notes.edits.layer_edits import LayerEdits
from memoryd.kinds.notes.edits.memory_edits import MemoryEdits
from memoryd.kinds.notes.formats.archive import ARCHIVE_DIRECTORY, Archived, is_archive, parse_archive
from memoryd.kinds.notes.formats.hygiene import HYGIENE_PATH
from memoryd.kinds.notes.formats.layer_file import layer_of, path_of
from memoryd.kinds.notes.formats.memory_md import MEMORY_PATH
from memoryd.storage.batch import Batch
from memoryd.storage.listing import is_text, names_in
from memoryd.storage.recent_lines import put_back_problem

_ATTEMPTS = 50


def is_of_notes(relpath: str) -> bool:
    """Whether the file is a layer, MEMORY.md, hygiene.json or an archive of notes."""
    return relpath in (MEMORY_PATH, HYGIENE_PATH) or layer_of(relpath) is not None or is_archive(relpath)


class HandEdits:
    """Knows which file is taken in by whom."""

    def __init__(
        self, transactions: NoteTransactions, layers: LayerEdits, memory: MemoryEdits, hygiene: HygieneEdits
    ) -> None:
        self._transactions = transactions
        self._layers = layers
        self._memory = memory
        self._hygiene = hygiene

    # --- the watcher --------------------------------------------------------------------------------------

    def absorb(self, relpath: str) -> None:
        """The file changed, perhaps because we wrote it (watcher's thread)."""
        if relpath == MEMORY_PATH:
            self._until_done(self._memory.absorb)
        elif relpath == HYGIENE_PATH:
            self._until_done(self._hygiene.absorb)
        elif is_archive(relpath):
            self._transactions.run(lambda batch: self._absorb_archive(relpath, batch))
        else:
            self._layers.absorb(relpath)

    def _until_done(self, operation: Callable[[Batch], bool]) -> None:
        for _ in range(_ATTEMPTS):
            if self._transactions.run(operation):
                return
        raise Busy("the file is being written all the time; it is looked at again")

    def rescan(self, found: Mapping[str, object]) -> None:
        """A scan has ended: layers that are not in it are gone."""
        for layer in list(self._transactions.snapshot.layers):
            if path_of(layer) not in found:
                self._layers.absorb(path_of(layer))

    # --- writer's thread ----------------------------------------------------------------------------------

    def take_in(self, relpath: str, batch: Batch) -> None:
        """Take in hand edits of MEMORY.md, hygiene.json or a layer file at once: it is about to be written."""
        if relpath == MEMORY_PATH:
            self._memory.absorb(batch)
        elif relpath == HYGIENE_PATH:
            self._hygiene.absorb(batch)
        else:
            self._layers.absorb_now(relpath, batch)

    def take_in_layers(self, batch: Batch) -> None:
        """Take in hand edits of every layer file."""
        for layer in list(self._transactions.state.layers):
            self._layers.absorb_now(path_of(layer), batch)

    def take_in_and_rewrite(self, batch: Batch) -> None:
        """Take in hand edits of MEMORY.md and hygiene.json, and write both again."""
        self._memory.absorb(batch)
        self._hygiene.absorb(batch)
        self._transactions.rewrite(batch, memory=True, hygiene=True)

    def take_in_hygiene(self, batch: Batch) -> None:
        """Take in hand edits of hygiene.json, and write it again."""
        if self._hygiene.absorb(batch):
            self._transactions.rewrite(batch, hygiene=True)

    def take_in_late(self, edit: LateEdit, batch: Batch) -> None:
        """Take in what was written into a version that had been replaced."""
        if edit.relpath == MEMORY_PATH:
            self._memory.add_late(edit, batch)
        else:
            self._layers.add_late(edit, batch)

    # --- what is missing ----------------------------------------------------------------------------------

    def resolve_missing(self) -> None:
        """Notes that vanished are archived or have moved; MEMORY.md and hygiene.json are made again when lost."""
        run = self._transactions.run
        if not run(self._layers.resolve_vanished):
            self._transactions.ask(MISSING)
        run(self._memory.restore)
        run(self._hygiene.restore)

    def resolve_at_once(self) -> None:
        """Notes that vanished are archived or have moved, and what an editor saved over stands again."""
        self._transactions.run(self._layers.resolve_at_once)

    def put_back(self) -> None:
        """What an editor saved over stands again at once: the daemon ends."""
        self._transactions.run(self._layers.put_back)

    def purge_vanished(self, is_of_it: Callable[[str], bool], batch: Batch) -> None:
        """Of what has left its file, a purged text goes to no archive."""
        self._layers.purge_vanished(is_of_it, batch)

    # --- the archive --------------------------------------------------------------------------------------

    def load_archive(self) -> None:
        """Read what is in the archive."""
        for name in names_in(self._transactions.files.disk.path(ARCHIVE_DIRECTORY)):
            self._read_archive(f"{ARCHIVE_DIRECTORY}/{name}")

    def put_back_archived(self, batch: Batch) -> None:
        """At start: what an editor saved over in the archive since our last look stands again."""
        transactions, lost = self._transactions, list[Archived]()
        for path, ours in transactions.copies.resume_archived(batch.now).items():
            for at, note in ours:
                transactions.recent.note_archived(note, at)
            standing = _texts(transactions.archive.in_file(path))
            here = [at for at, (_, note) in enumerate(ours) if _text(note) in standing]
            behind = [note for _, note in ours[max(here, default=-1) + 1 :]]
            if missing := [note for note in behind if transactions.state.entry(note.key) is None]:
                lost += missing
                transactions.board.happened(put_back_problem(path, len(missing)))
        self._archive_again(lost, batch)

    def _archive_again(self, lost: Sequence[Archived], batch: Batch) -> None:
        transactions = self._transactions
        if lost:
            with transactions.changing(batch):
                transactions.files.staged.archived += lost
                for note in lost:
                    transactions.archive.add(note)

    def _absorb_archive(self, relpath: str, batch: Batch) -> None:
        """Read the file again; what an editor's older version of it lacks is put back (rules 6 and 8).

        A person deleted one only where a later one of ours stands behind it, which tells that the editor had seen it.
        """
        transactions = self._transactions
        found = transactions.recent.archived_to(relpath, batch.now)
        known, state = transactions.archive, transactions.state
        before = _texts(known.in_file(relpath))
        self._read_archive(relpath)
        standing = _texts(known.in_file(relpath))
        gone, come = before - standing, standing - before
        missing = _some_of(found, gone)
        if not missing:
            return
        rest = _some_of(found, _texts(found) - gone)
        until = max((at for at, one in enumerate(found) if any(one is other for other in rest)), default=-1)
        behind = {id(one) for one in found[until + 1 :]}
        deleted = [one for one in missing if id(one) not in behind]
        transactions.recent.forget_archived(deleted)
        missing = [one for one in missing if id(one) in behind]
        lost: list[Archived] = []
        for key in dict.fromkeys(one.key for one in missing if state.entry(one.key) is None):
            # As many as are missing may have been reworded.
            reworded = sum(count for (of, _), count in come.items() if of == key)
            lost += [one for one in missing if one.key == key][reworded:]
        self._archive_again(lost, batch)
        if lost:
            transactions.board.happened(put_back_problem(relpath, len(lost)))

    def _read_archive(self, relpath: str) -> None:
        if not is_archive(relpath) or not is_text(relpath):
            return
        try:
            found = self._transactions.files.disk.read(relpath)
        except FileNotFoundError:
            data = b""
        else:
            if found is None:
                return
            data, _ = found
        notes = parse_archive(relpath, data.decode("utf-8", "surrogateescape"))
        # What this batch archives is about to be appended.
        notes += [note for note in self._transactions.files.staged.archived if note.path == relpath]
        self._transactions.archive.set_file(relpath, notes)


def _some_of(notes: Iterable[Archived], texts: Counter[tuple[str, str]]) -> list[Archived]:
    """Those with one of the texts, each as often as it is there."""
    left = texts.copy()
    found = []
    for note in notes:
        if left[_text(note)]:
            left[_text(note)] -= 1
            found.append(note)
    return found


def _text(note: Archived) -> tuple[str, str]:
    return note.key, note.raw.strip()


def _texts(notes: Iterable[Archived]) -> Counter[tuple[str, str]]:
    return Counter(map(_text, notes))
