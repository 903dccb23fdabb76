"""Everything around the fact store that touches files: loading, the activation journal, snapshots, rewrites, edits."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from memoryd.graph.activations import State
from memoryd.graph.archive import Archive
from memoryd.graph.edits import HandEdits, Run
from memoryd.graph.fact import ARCHIVE_PATH, FACTS_PATH, document
from memoryd.graph.find import entities_of, relations_of
from memoryd.graph.load import FactsLoader, load_archive, load_removals
from memoryd.graph.metadata import METADATA_PATH, MetadataWriter, decode_entries, journal_record, state_of_record
from memoryd.graph.rewrite import FactsRewriter
from memoryd.graph.settings import FactSettings
from memoryd.graph.store import FactStore, IndexState
from memoryd.ledger.journal import AccessJournal
from memoryd.problems import ProblemBoard
from memoryd.storage.append_log import AppendLog, repair_tail
from memoryd.storage.atomic import current_identity, replace_file
from memoryd.storage.files import Files
from memoryd.types import Change, ChangeSink, Document, Problem

REMOVALS_PATH = ".memoryd/removed-facts.jsonl"
ENTITIES_PATH = "knowledge-graph/entities.jsonl"
RELATIONS_PATH = "knowledge-graph/relations.jsonl"
SLICE = 500


class FactKeeper:
    """The facts with their files. `store` is what the methods work on."""

    def __init__(
        self,
        root: str,
        files: Files,
        gid: int,
        settings: FactSettings,
        journal: AccessJournal,
        run: Run,
        board: ProblemBoard,
    ) -> None:
        self._root = root
        self._files = files
        self._gid = gid
        self._board = board
        self._journal = journal
        facts_log = AppendLog(files, self._path(FACTS_PATH), gid=gid, on_foreign=self._on_foreign)
        archive_log = AppendLog(files, self._path(ARCHIVE_PATH), gid=gid)
        removals_log = AppendLog(files, self._path(REMOVALS_PATH), gid=gid)
        archive = Archive(lambda offset, length: _read_at(self._path(ARCHIVE_PATH), offset, length))
        self.store = FactStore(settings, facts_log, archive_log, removals_log, archive)
        self.edits = HandEdits(self.store, root, files, gid, run, board)
        self.rewriter = FactsRewriter(self.store, root, files, gid, run, self.edits.strangers)
        self._metadata = MetadataWriter(self.store)
        self._metadata_stamp: Any = None
        self.journal_has_records = False
        self.store.on_written = self.edits.wrote

    def _path(self, relpath: str) -> str:
        return os.path.join(self._root, relpath)

    def _on_foreign(self, log: AppendLog) -> None:
        self.edits.on_foreign(log)

    # --- at start -----------------------------------------------------------------------------------------

    def load(self, now: int, index: Mapping[str, bytes]) -> int | None:
        """Read everything; returns from which line on the index lacks facts, None when it must be fed anew."""
        for relpath in (FACTS_PATH, ARCHIVE_PATH, REMOVALS_PATH):
            report = repair_tail(self._files, self._path(relpath), now)
            if report is not None:
                self._board.add("tails", report.problem)
        states = self._load_states()
        removed, purged = load_removals(self._root, REMOVALS_PATH)
        for log in (self.store.facts_log, self.store.archive_log, self.store.removals_log):
            log.check()
        self._board.set("facts:archive", load_archive(self.store, self._root))
        loader = FactsLoader(self.store, states, removed, now, self._edited_at())
        state = _index_state(index.get(FACTS_PATH))
        loaded = loader.load(self._root, () if state is None else (state.size,))
        self._board.set("facts:lines", loaded.problems)
        self.store.recount_archived()
        self.store.purged |= {fact_id for fact_id in purged if fact_id in self.store.archive}
        for fact_id in purged:
            self.store.archive.forget(fact_id)
        if removed - set(self.store.removed):
            # Their lines have left facts.jsonl already: a restored fact must not be taken for a removed one.
            self.rewriter.keep_removals()
        self.edits.wrote()
        if state is None:
            return None
        if state.size == 0 and state.crc == 0:
            return 0
        mark = loaded.marks.get(state.size)
        return mark[1] if mark is not None and mark[0] == state.crc else None

    def _load_states(self) -> dict[str, State]:
        path = self._path(METADATA_PATH)
        states: dict[str, State] = {}
        try:
            with open(path, "rb") as file:
                states = decode_entries(file.read())
        except FileNotFoundError:
            pass
        except (ValueError, OSError) as error:
            self._set_aside(path, str(error))
        for record in self._journal.replay():
            self.journal_has_records = True
            found = state_of_record(list(record))
            if found is not None:
                states[found[0]] = found[1]
        self._metadata_stamp = current_identity(self._files, path)
        return states

    def _set_aside(self, path: str, why: str) -> None:
        broken = f"{path}.broken"
        try:
            self._files.rename(path, broken)
            action = f"look at {broken} and remove it; the journal and the facts' own lines were used instead"
        except OSError as error:
            action = f"it could not be set aside ({error.strerror}); mend it or remove it"
        self._board.add("facts:metadata", Problem(path=METADATA_PATH, what=f"not read: {why}", action=action))

    def _edited_at(self) -> int | None:
        try:
            return self._files.stat(self._path(FACTS_PATH)).st_mtime_ns // 1000
        except FileNotFoundError:
            return None

    def feed(self, sink: ChangeSink, known_from: int | None, index_keys: Iterator[Document]) -> None:
        """Bring the index up to the facts: what it lacks, or all of it."""
        store = self.store
        if known_from is not None:
            ordinals = [o for o in store.lines.owners[known_from:] if store.table[o] is not None and o >= 0]
            self._put(sink, ordinals)
            if store.removed or store.purged:
                gone = [*store.removed, *store.purged]
                sink.apply(Change(source=FACTS_PATH, remove=[key for key in gone if key not in store.table]))
        else:
            for doc in index_keys:
                self._archive_vanished(doc)
            sink.apply(Change(source=FACTS_PATH, remove_source=True))
            self._put(sink, list(store.table.ordinals()))
        store.sink = sink
        store.publish_state()

    def _put(self, sink: ChangeSink, ordinals: list[int]) -> None:
        for start in range(0, len(ordinals), SLICE):
            facts = [self.store.table[o] for o in ordinals[start : start + SLICE]]
            sink.apply(Change(source=FACTS_PATH, put=[document(fact) for fact in facts if fact is not None]))

    def _archive_vanished(self, doc: Document) -> None:
        """A fact that the index knows and the files do not: its line was deleted while nobody watched (rule 6)."""
        store = self.store
        if doc.key in store.table or doc.key in store.archive or doc.key in store.removed or doc.key in store.purged:
            return
        self.edits.vanished.append(doc)

    # --- the journal and the readable files ---------------------------------------------------------------

    def write_journal(self) -> bool:
        """Sync what was used since the last time; whether there was anything."""
        changed = self.store.activations.take_changed()
        records = []
        for ordinal, state in changed:
            fact = self.store.table[ordinal]
            if fact is not None:
                records.append(journal_record(fact.id, state))
        try:
            self._journal.append(records)
        except BaseException:
            self.store.activations.give_back(changed)
            raise
        self.journal_has_records = self.journal_has_records or bool(records)
        return bool(records)

    def write_metadata(self) -> None:
        """Bring activation-metadata.json up to date, and drop the journal that it covers."""
        self.write_journal()
        number = self._journal.rotate()
        path = self._path(METADATA_PATH)
        if self._metadata_stamp is not None and current_identity(self._files, path) != self._metadata_stamp:
            self.absorb_metadata()
        stat = replace_file(self._files, path, self._metadata.chunks(), gid=self._gid)
        self._metadata_stamp = (stat.st_ino, stat.st_size, stat.st_mtime_ns)
        self._journal.drop_before(number)
        self.journal_has_records = False

    def remember_metadata(self) -> None:
        """Know what the file says, so that a person's edit of it can be told from our own writing."""
        self._metadata.remember()

    def absorb_metadata(self) -> None:
        """A person edited activation-metadata.json: their values count as given there."""
        path = self._path(METADATA_PATH)
        try:
            stamp = current_identity(self._files, path)
            if stamp == self._metadata_stamp:
                return
            with open(path, "rb") as file:
                entries = decode_entries(file.read())
        except FileNotFoundError:
            self._metadata_stamp = None
            return
        except (ValueError, OSError) as error:
            self._set_aside(path, str(error))
            self._metadata_stamp = None
            return
        for ordinal, state in self._metadata.edited(entries):
            self.store.activations.put(ordinal, state)
        self._metadata_stamp = stamp

    def write_derived(self) -> None:
        """entities.jsonl and relations.jsonl (002 §1)."""
        encode = msgspec.json.Encoder().encode
        entities = (encode(one.view()) + b"\n" for one in entities_of(self.store).values())
        replace_file(self._files, self._path(ENTITIES_PATH), entities, gid=self._gid)
        relations = (encode(one) + b"\n" for one in relations_of(self.store))
        replace_file(self._files, self._path(RELATIONS_PATH), relations, gid=self._gid)

    # --- the watcher --------------------------------------------------------------------------------------

    @staticmethod
    def claims(relpath: str) -> bool:
        """Whether the file is one of the facts' files that people may edit."""
        return relpath in (FACTS_PATH, ARCHIVE_PATH, METADATA_PATH)

    def absorb(self, relpath: str, stamp: object) -> None:
        """One of the files changed; our own writing is told from others' (watcher's thread)."""
        if relpath == FACTS_PATH:
            self.edits.absorb()
        elif relpath == METADATA_PATH:
            self.absorb_metadata()
        else:
            self.edits.run(self._absorb_archive)

    def _absorb_archive(self, _batch: object) -> None:
        log = self.store.archive_log
        try:
            stat = self._files.stat(log.path)
            if (stat.st_ino, stat.st_size) == (log.inode, log.size):
                return
            log.adopt()
        except FileNotFoundError:
            pass
        self._board.set("facts:archive", load_archive(self.store, self._root))
        self.store.recount_archived()

    def rescan(self, found: Mapping[str, object]) -> None:
        """A scan has ended; if facts.jsonl is gone, that is noticed here."""
        if FACTS_PATH not in found:
            self.edits.absorb()


def _index_state(state: bytes | None) -> IndexState | None:
    if not state:
        return None
    try:
        return msgspec.json.decode(state, type=IndexState)
    except msgspec.DecodeError:
        return None


def _read_at(path: str, offset: int, length: int) -> bytes:
    try:
        fd = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return b""
    try:
        return os.pread(fd, length, offset)
    finally:
        os.close(fd)
