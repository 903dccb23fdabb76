"""The readable files behind the facts, and the journal of activations in front of them (rule 1)."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable

import msgspec

from memoryd.errors import Busy, MemorydError
from memoryd.kinds.facts.file.metadata import METADATA_PATH, MetadataWriter, journal_record, read_columns
from memoryd.kinds.facts.file.snapshot import Decayed, Snapshot
from memoryd.kinds.facts.file.states import StatesLoader
from memoryd.kinds.facts.file.states_copy import Content, read_copy, write_copy
from memoryd.kinds.facts.known.find import EntityList, relations_of, rows_of
from memoryd.kinds.facts.known.store import FactEvents, FactStore
from memoryd.kinds.facts.model.activations import StateArrays
from memoryd.kinds.facts.model.decay import State
from memoryd.services import Services
from memoryd.storage.aside import aside_name
from memoryd.storage.atomic import Identity, current_identity, identity, replace_file
from memoryd.storage.pacing import Pause, no_pause, paced
from memoryd.storage.regular import LARGEST_STATE, read_whole, regular
from memoryd.types import Problem

ENTITIES_PATH = "knowledge-graph/entities.jsonl"
RELATIONS_PATH = "knowledge-graph/relations.jsonl"
ROWS = 100
"""Rows of the derived files between two pauses."""


class Settled(msgspec.Struct, frozen=True):
    """What a pass over a snapshot made: the readable file's content, and the states that it shows."""

    metadata: Iterable[bytes]
    decayed: Decayed


class ReadableFiles:
    """activation-metadata.json with its journal, entities.jsonl and relations.jsonl. Safe for any thread."""

    def __init__(self, services: Services, store: FactStore, events: FactEvents) -> None:
        self._root, self._files, self._gid = services.root, services.files, services.data.gid
        self._path, self._journal, self._board = services.path, services.journal, services.board
        self._store, self._events = store, events
        self._metadata = MetadataWriter(store)
        self._metadata_stamp: Identity | None = None
        self._metadata_lock = threading.Lock()
        self._journal_lock = threading.Lock()
        self.journal_has_records = False
        self._are_kept = False

    # --- at start -----------------------------------------------------------------------------------------

    def load(self, edited: int, now: int) -> dict[str, State]:
        """Give the facts the states that are known of them; returns those of facts that are not there.

        `edited` is when facts.jsonl was last changed.
        """
        path = self._path(METADATA_PATH)
        states = StatesLoader(self._store)
        copy = read_copy(self._root, path, self._store.table)
        try:
            if copy is not None:
                states.take_first(copy)
            else:
                with open(path, "rb", opener=regular) as file:
                    odd = states.read(file)
                if odd:
                    self._copy_aside(path, odd)
        except FileNotFoundError:
            pass
        except (ValueError, OSError) as error:
            states = StatesLoader(self._store)
            self._set_aside(path, str(error))
        self.journal_has_records = states.replay(self._journal.replay())
        states.finish(edited, now)
        self._metadata_stamp = current_identity(path)
        return states.others

    def _set_aside(self, path: str, why: str) -> None:
        broken = aside_name(path)
        try:
            self._files.rename(path, broken)
            action = f"look at {broken} and remove it; the journal and the facts' own lines were used instead"
        except OSError as error:
            action = f"it could not be set aside ({error.strerror}); fix it or remove it"
        self._board.happened(Problem(path=METADATA_PATH, what=f"not read: {why}", action=action))

    def _copy_aside(self, path: str, odd: list[str]) -> None:
        """Keep what a person wrote into entries that cannot be read: the next write of the file leaves them out."""
        count = f"{len(odd)} entries cannot" if len(odd) > 1 else "an entry cannot"
        try:
            broken = aside_name(path)
            replace_file(self._files, broken, [read_whole(path, LARGEST_STATE)[0]], gid=self._gid)
            action = f"look at {broken}, where the file is kept, and remove it; the other entries count"
        except (MemorydError, OSError) as error:
            action = f"fix the file before it is rewritten: no copy of it could be kept ({error}); the others count"
        problem = Problem(path=METADATA_PATH, what=f"{count} be read: {odd[0]}", action=action)
        self._board.happened(problem)

    # --- the journal and the metadata -------------------------------------------------------------------------

    def write_journal(self) -> bool:
        """Sync what was used since the last time; whether there was anything."""
        # Taken and written as one: an older state must not be written after a newer one.
        with self._journal_lock:
            return self._write_journal()

    def _write_journal(self) -> bool:
        changed = self._store.activations.take_changed()
        records = []
        for ordinal, state in changed:
            fact = self._store.table[ordinal]
            if fact is not None:
                records.append(journal_record(fact.id, state))
        try:
            self._journal.append(records)
        except BaseException:
            self._store.activations.give_back(changed)
            raise
        self.journal_has_records = self.journal_has_records or bool(records)
        return bool(records)

    def keep(self) -> None:
        """Leave the files as they are: the facts that they are about could not be read."""
        self._are_kept = True

    def write_metadata(self, pause: Pause = no_pause, *, copied: bool = False) -> None:
        """Bring activation-metadata.json up to date, and drop the journal that it covers; `pause` between slices.

        `copied`: also what makes a start quick; call it so when no more facts come or go.
        """
        with self._metadata_lock:
            if not self._are_kept:
                self._write_metadata(pause, copied)

    def _write_metadata(self, pause: Pause, copied: bool) -> None:
        self.write_journal()
        number = self._journal.rotate()
        path = self._path(METADATA_PATH)
        if self._metadata_stamp is not None and current_identity(path) != self._metadata_stamp:
            self._absorb_metadata()
        content = Content(paced(self._metadata.chunks(), pause))
        stat = replace_file(self._files, path, content, gid=self._gid)
        self._metadata_stamp = identity(stat)
        if copied:
            write_copy(self._files, self._root, self._gid, content, self._metadata.ids(), self._metadata.written)
        self._journal.drop_before(number)
        self.journal_has_records = False

    def settle(self, work: Callable[[Snapshot], Settled]) -> Settled:
        """Bring activation-metadata.json up to date with what `work` makes of a snapshot outside this interpreter."""
        with self._metadata_lock:
            self.write_journal()
            number = self._journal.rotate()
            path = self._path(METADATA_PATH)
            if self._metadata_stamp is not None and current_identity(path) != self._metadata_stamp:
                self._absorb_metadata()
            snapshot = Snapshot.take(self._store)
            settled = work(snapshot)
            if self._metadata_stamp is not None and current_identity(path) != self._metadata_stamp:
                raise Busy(f"{METADATA_PATH} was edited while the decay was written down; it is done again later")
            content = Content(settled.metadata)
            stat = replace_file(self._files, path, content, gid=self._gid)
            self._metadata_stamp = identity(stat)
            self._adopt(snapshot, settled)
            write_copy(self._files, self._root, self._gid, content, snapshot.ids(), self._metadata.written)
            self._journal.drop_before(number)
        return settled

    def _adopt(self, snapshot: Snapshot, settled: Settled) -> None:
        before, decayed = snapshot.states, settled.decayed
        shown = StateArrays()
        shown.value, shown.as_of, shown.last, shown.count = decayed.value, decayed.as_of, before.last, before.count
        there = bytearray()
        for part in snapshot.ids():
            there += bytes(map(bool, part))
        self._metadata.wrote(shown, there)
        start = 0
        while start < len(decayed.value):
            start = self._store.activations.settle(start, before, decayed.value, decayed.as_of)

    def remember(self) -> None:
        """Know what the file says, so that a person's edit of it can be told from our own writing."""
        self._metadata.remember()

    def absorb_metadata(self) -> None:
        """A person edited activation-metadata.json: their values count as given there."""
        with self._metadata_lock:
            is_ours = self._absorb_metadata()
        if not is_ours:  # the watcher tells of our own version, too: to write it again for that would never end
            self._events.changed()

    def _absorb_metadata(self) -> bool:
        """Whether the file is as we wrote it."""
        path = self._path(METADATA_PATH)
        try:
            stamp = current_identity(path)
            if stamp == self._metadata_stamp:
                return True
            entries, odd = read_columns(read_whole(path, LARGEST_STATE)[0])
            if odd:
                self._copy_aside(path, odd)
        except FileNotFoundError:
            self._metadata_stamp = None
            return False
        except (ValueError, OSError) as error:
            self._set_aside(path, str(error))
            self._metadata_stamp = None
            return False
        edited = []
        for ordinal, state in self._metadata.edited(entries):
            self._store.activations.put(ordinal, state)
            self._store.weaken(ordinal)
            edited.append((ordinal, state.as_of))
        self._metadata_stamp = stamp
        for ordinal, as_of in edited:
            self._store.note_risen([ordinal], as_of)
        return False

    def put_derived(self, entities: Iterable[bytes], relations: Iterable[bytes]) -> None:
        """entities.jsonl and relations.jsonl as they were made elsewhere."""
        replace_file(self._files, self._path(ENTITIES_PATH), entities, gid=self._gid)
        replace_file(self._files, self._path(RELATIONS_PATH), relations, gid=self._gid)

    def write_derived(self, pause: Pause = no_pause) -> None:
        """entities.jsonl and relations.jsonl (002 §1); `pause` between slices."""
        if self._are_kept:
            return
        entities = rows_of("name", (one.view() for _, one in EntityList(self._store).current()))
        replace_file(self._files, self._path(ENTITIES_PATH), paced(entities, pause, ROWS), gid=self._gid)
        relations = rows_of("predicate", relations_of(self._store))
        replace_file(self._files, self._path(RELATIONS_PATH), paced(relations, pause, ROWS), gid=self._gid)
