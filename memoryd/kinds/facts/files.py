"""Everything around the fact store that touches files: loading, the activation journal, snapshots, rewrites, edits."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import msgspec

from memoryd.errors import Busy
from memoryd.kinds.facts.activations import StateArrays
from memoryd.kinds.facts.archive import Archive
from memoryd.kinds.facts.edits import HandEdits, Run
from memoryd.kinds.facts.fact import ARCHIVE_PATH, FACTS_PATH, document
from memoryd.kinds.facts.find import EntityList, relations_of, rows_of
from memoryd.kinds.facts.load import FactsLoader, Loaded, Removals, load_archive, load_removals
from memoryd.kinds.facts.metadata import METADATA_PATH, MetadataWriter, decode_columns, journal_record
from memoryd.kinds.facts.recent_lines import HeldLines
from memoryd.kinds.facts.rewrite import FactsRewriter
from memoryd.kinds.facts.settings import FactSettings
from memoryd.kinds.facts.snapshot import Decayed, Snapshot
from memoryd.kinds.facts.states import StatesLoader
from memoryd.kinds.facts.states_copy import Content, ids_of, read_copy, write_copy
from memoryd.kinds.facts.store import FactStore, IndexState
from memoryd.ledger.journal import AccessJournal
from memoryd.problems import ProblemBoard
from memoryd.storage.append_log import AppendLog, repair_tail
from memoryd.storage.atomic import current_identity, replace_file
from memoryd.storage.files import Files
from memoryd.storage.pacing import Pause, no_pause, paced
from memoryd.storage.regular import regular
from memoryd.storage.trouble import check_descriptors
from memoryd.types import Change, ChangeSink, Document, Problem

REMOVALS_PATH = ".memoryd/removed-facts.jsonl"
ENTITIES_PATH = "knowledge-graph/entities.jsonl"
RELATIONS_PATH = "knowledge-graph/relations.jsonl"
SLICE = 500
_SAME, _OTHER = 1, 2
"""What the index has of a fact; 0 is nothing."""
ROWS = 100
"""Rows of the derived files between two pauses."""
AT_ONCE = 100_000
"""So many facts that the index lacks are found as soon as the daemon is ready; the others follow behind it."""


class Settled(msgspec.Struct, frozen=True):
    """What a pass over a snapshot made: the readable file's content, and the states that it shows."""

    metadata: Iterable[bytes]
    decayed: Decayed


class FactFiles:
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
        self.rewriter = FactsRewriter(self.store, self.edits, files, gid)
        self._metadata = MetadataWriter(self.store)
        self._metadata_stamp: Any = None
        self._metadata_lock = threading.Lock()
        self._journal_lock = threading.Lock()
        self._kept: set[str] = set()
        self._held = HeldLines(files, root)
        self._removals = Removals()
        self.journal_has_records = False
        self.store.on_stage = self.edits.will_write
        self.store.on_written = self.edits.wrote
        self.store.on_lines = self._held.keep
        self.store.on_purge = self._held.drop

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
        removals = load_removals(self._root, REMOVALS_PATH)
        self._removals = removals
        self._put_back_held(removals)
        for log in (self.store.facts_log, self.store.archive_log, self.store.removals_log):
            log.check()
        self._board.set("facts:archive", load_archive(self.store, self._root))
        state = _index_state(index.get(FACTS_PATH))
        loaded = self._load_facts(removals, now, state)
        self._board.set("facts:lines", loaded.problems)
        self._settle_removals(removals)
        if state is None or loaded.others_count:
            return None
        if state.size == 0 and state.crc == 0:
            return 0
        mark = loaded.marks.get(state.size)
        return mark[1] if mark is not None and mark[0] == state.crc else None

    def _put_back_held(self, removals: Removals) -> None:
        """Lines that an editor saved over right before the daemon was killed stand again (rule 8)."""
        lost = self._held.lost(removals.removed | removals.forgotten)
        if not lost:
            return
        self._held.put_back(lost)
        what = f"an editor saved over {len(lost)} of our lines right before a kill; they were put back at the start"
        self._board.add("facts:moments", Problem(path=FACTS_PATH, what=what, action="archive those that should not be"))

    def let_go(self) -> None:
        """A clean stop: all that we wrote stands in the files."""
        if self.edits.is_current():
            self._held.drop()

    def _load_facts(self, removals: Removals, now: int, state: IndexState | None) -> Loaded:
        store = self.store
        # A removal is durable only behind its line in the archive; one without was never acknowledged.
        removed = {fact_id for fact_id in removals.removed if fact_id in removals.purged or fact_id in store.archive}
        stat = self._stat_of(FACTS_PATH)
        edited = now if stat is None else min(stat.st_mtime_ns // 1000, now)
        loader = FactsLoader(store, removed, removals.purged, edited, self._held.lines)
        loaded = loader.load(self._root, state)
        if stat is not None:
            store.known.inode, store.known.mtime_ns = stat.st_ino, stat.st_mtime_ns
        self._load_states(edited, now)
        loader.fill_in()
        store.recount_archived()
        return loaded

    def _settle_removals(self, removals: Removals) -> None:
        store = self.store
        store.forgotten = {fact_id for fact_id in removals.forgotten if fact_id not in store.table}
        store.purged |= {fact_id for fact_id in removals.purged if fact_id in store.archive}
        for fact_id in removals.purged:
            store.archive.forget(fact_id)
        self._kept = removals.kept
        if removals.removed - set(store.removed):
            # Their lines have left facts.jsonl already: a line typed later must not be taken for a removed one.
            self.rewriter.keep_removals()

    def _stat_of(self, relpath: str) -> os.stat_result | None:
        try:
            return self._files.stat(self._path(relpath))
        except FileNotFoundError:
            return None

    def _load_states(self, edited: int, now: int) -> None:
        path = self._path(METADATA_PATH)
        states = StatesLoader(self.store)
        copy = read_copy(self._root, path, self.store.table)
        try:
            if copy is not None:
                states.take_first(copy)
            else:
                with open(path, "rb", opener=regular) as file:
                    states.read(file)
        except FileNotFoundError:
            pass
        except (ValueError, OSError) as error:
            states = StatesLoader(self.store)
            self._set_aside(path, str(error))
        self.journal_has_records = states.replay(self._journal.replay())
        states.finish(edited, now)
        self._metadata_stamp = current_identity(self._files, path)
        self._states = states.others

    def _set_aside(self, path: str, why: str) -> None:
        broken = f"{path}.broken"
        try:
            self._files.rename(path, broken)
            action = f"look at {broken} and remove it; the journal and the facts' own lines were used instead"
        except OSError as error:
            action = f"it could not be set aside ({error.strerror}); mend it or remove it"
        self._board.add("facts:metadata", Problem(path=METADATA_PATH, what=f"not read: {why}", action=action))

    def feed(self, sink: ChangeSink, known_from: int | None, indexed: Iterator[Document]) -> None:
        """Bring the index up to the facts: what it lacks, or, with None, whatever differs from what is `indexed`."""
        store = self.store
        if known_from is not None:
            self._put_missing(sink, [o for o in store.lines.owners[known_from:] if store.table[o] is not None])
            self._put(sink, [o for key in self._kept if (o := store.table.ordinal(key)) is not None])
            gone = [key for key in {*store.removed, *store.forgotten} if key not in store.table]
            if gone:
                sink.apply(Change(source=FACTS_PATH, remove=gone))
        else:
            self._compare(sink, indexed)
        self._states = {}
        self._put_back_held(self._removals)  # into a file that was gone and has been written anew
        self._held.drop()
        store.sink = sink
        store.publish_state()

    def _compare(self, sink: ChangeSink, indexed: Iterator[Document]) -> None:
        table = self.store.table
        seen, lost, surplus = bytearray(table.next_ordinal), [], []
        for doc in indexed:
            ordinal = table.ordinal(doc.key)
            fact = None if ordinal is None else table[ordinal]
            if ordinal is None or fact is None:
                surplus.append(doc.key)
                if self._is_lost(doc.key):
                    lost.append(doc)
            else:
                seen[ordinal] = _SAME if doc == document(fact) else _OTHER
        self._meet_lost(lost)
        gone = [key for key in surplus if key not in table]
        for start in range(0, len(gone), SLICE):
            sink.apply(Change(source=FACTS_PATH, remove=gone[start : start + SLICE]))
        self._put(sink, [o for o, state in enumerate(seen) if state == _OTHER])
        self._put_missing(sink, [o for o in table.ordinals() if o >= len(seen) or not seen[o]])

    def _put_missing(self, sink: ChangeSink, ordinals: list[int]) -> None:
        """Facts that the index does not have: the youngest wait in it at once, the others come by `feed_more`."""
        self._put(sink, ordinals[-AT_ONCE:], fresh=True)
        self.store.unfed = ordinals[:-AT_ONCE]

    def feed_more(self) -> int:
        """Bring the next facts to the index, on the writer's thread; how many are left."""
        store = self.store
        if store.sink is not None and store.unfed:
            part = store.unfed[-SLICE:]
            del store.unfed[-SLICE:]
            self._put(store.sink, part, fresh=True)
            if not store.unfed:
                store.publish_state()
        return len(store.unfed)

    def _put(self, sink: ChangeSink, ordinals: list[int], *, fresh: bool = False) -> None:
        for start in range(0, len(ordinals), SLICE):
            facts = [self.store.table[o] for o in ordinals[start : start + SLICE]]
            put = [document(fact) for fact in facts if fact is not None]
            sink.apply(Change(source=FACTS_PATH, put=put, fresh=fresh))

    def _is_lost(self, key: str) -> bool:
        """Whether the index knows a fact that the files do not: its line was deleted while nobody watched (rule 6)."""
        store = self.store
        return not (key in store.table or key in store.archive or key in store.removed or key in store.forgotten)

    def _meet_lost(self, lost: list[Document]) -> None:
        if lost and not self.store.table and self.edits.file.is_gone():
            # The whole file is gone or empty: that archives nothing (rule 8).
            self.edits.file.write_from_index(lost, self._states)
        else:
            self.edits.lost += lost

    # --- the journal and the readable files ---------------------------------------------------------------

    def write_journal(self) -> bool:
        """Sync what was used since the last time; whether there was anything."""
        # Taken and written as one: a state that somebody else has overtaken must not come behind the newer one.
        with self._journal_lock:
            return self._write_journal()

    def _write_journal(self) -> bool:
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

    def write_metadata(self, pause: Pause = no_pause, *, copied: bool = False) -> None:
        """Bring activation-metadata.json up to date, and drop the journal that it covers; `pause` between slices.

        `copied`: also what makes a start quick; call it so when no more facts come or go.
        """
        with self._metadata_lock:
            self._write_metadata(pause, copied)

    def _write_metadata(self, pause: Pause, copied: bool) -> None:
        self.write_journal()
        number = self._journal.rotate()
        path = self._path(METADATA_PATH)
        if self._metadata_stamp is not None and current_identity(self._files, path) != self._metadata_stamp:
            self._absorb_metadata()
        content = Content(paced(self._metadata.chunks(), pause))
        stat = replace_file(self._files, path, content, gid=self._gid)
        self._metadata_stamp = (stat.st_ino, stat.st_size, stat.st_mtime_ns)
        if copied:
            written = self._metadata.written
            write_copy(self._files, self._root, self._gid, content, ids_of(self.store.table, len(written)), written)
        self._journal.drop_before(number)
        self.journal_has_records = False

    def settle(self, work: Callable[[Snapshot], Settled]) -> Settled:
        """Bring activation-metadata.json up to date with what `work` makes of a snapshot outside this interpreter."""
        with self._metadata_lock:
            self.write_journal()
            number = self._journal.rotate()
            path = self._path(METADATA_PATH)
            if self._metadata_stamp is not None and current_identity(self._files, path) != self._metadata_stamp:
                self._absorb_metadata()
            snapshot = Snapshot.take(self.store)
            settled = work(snapshot)
            if self._metadata_stamp is not None and current_identity(self._files, path) != self._metadata_stamp:
                raise Busy(f"{METADATA_PATH} was edited while the decay was written down; it is done again later")
            content = Content(settled.metadata)
            stat = replace_file(self._files, path, content, gid=self._gid)
            self._metadata_stamp = (stat.st_ino, stat.st_size, stat.st_mtime_ns)
            self._adopt(snapshot, settled)
            write_copy(self._files, self._root, self._gid, content, snapshot.ids(), self._metadata.written)
            self._journal.drop_before(number)
        return settled

    def _adopt(self, snapshot: Snapshot, settled: Settled) -> None:
        before, decayed = snapshot.states, settled.decayed
        shown = StateArrays()
        shown.value, shown.as_of, shown.last, shown.count = decayed.value, decayed.as_of, before.last, before.count
        self._metadata.wrote(shown)
        start = 0
        while start < len(decayed.value):
            start = self.store.activations.settle(start, before, decayed.value, decayed.as_of)

    def remember_metadata(self) -> None:
        """Know what the file says, so that a person's edit of it can be told from our own writing."""
        self._metadata.remember()

    def absorb_metadata(self) -> None:
        """A person edited activation-metadata.json: their values count as given there."""
        with self._metadata_lock:
            self._absorb_metadata()
        self.store.on_change()

    def _absorb_metadata(self) -> None:
        path = self._path(METADATA_PATH)
        try:
            stamp = current_identity(self._files, path)
            if stamp == self._metadata_stamp:
                return
            with open(path, "rb", opener=regular) as file:
                entries = decode_columns(file.read())
        except FileNotFoundError:
            self._metadata_stamp = None
            return
        except (ValueError, OSError) as error:
            self._set_aside(path, str(error))
            self._metadata_stamp = None
            return
        edited = []
        for ordinal, state in self._metadata.edited(entries):
            self.store.activations.put(ordinal, state)
            self.store.weaken(ordinal)
            edited.append((ordinal, state.as_of))
        self._metadata_stamp = stamp
        for ordinal, as_of in edited:
            self.store.note_risen([ordinal], as_of)

    def put_derived(self, entities: Iterable[bytes], relations: Iterable[bytes]) -> None:
        """entities.jsonl and relations.jsonl as they were made elsewhere."""
        replace_file(self._files, self._path(ENTITIES_PATH), entities, gid=self._gid)
        replace_file(self._files, self._path(RELATIONS_PATH), relations, gid=self._gid)

    def write_derived(self, pause: Pause = no_pause) -> None:
        """entities.jsonl and relations.jsonl (002 §1); `pause` between slices."""
        entities = rows_of("name", (one.view() for _, one in EntityList(self.store).current()))
        replace_file(self._files, self._path(ENTITIES_PATH), paced(entities, pause, ROWS), gid=self._gid)
        relations = rows_of("predicate", relations_of(self.store))
        replace_file(self._files, self._path(RELATIONS_PATH), paced(relations, pause, ROWS), gid=self._gid)

    # --- the watcher --------------------------------------------------------------------------------------

    @staticmethod
    def claims(relpath: str) -> bool:
        """Whether the file is one of the facts' files that people may edit."""
        return relpath in (FACTS_PATH, ARCHIVE_PATH, METADATA_PATH)

    def absorb(self, relpath: str, stamp: object) -> None:
        """One of the files changed; our own writing is told from others' (watcher's thread)."""
        if relpath == FACTS_PATH:
            if self.edits.absorb() == "again":
                raise Busy("facts.jsonl changes faster than it can be read in")
        elif relpath == METADATA_PATH:
            self.absorb_metadata()
        else:
            self.edits.run(self._absorb_archive)

    def _absorb_archive(self, _batch: object) -> None:
        log, stat = self.store.archive_log, self._stat_of(ARCHIVE_PATH)
        if stat is not None:
            if (stat.st_ino, stat.st_size) == (log.inode, self.store.archive_size):
                return
            log.adopt()
        self._board.set("facts:archive", load_archive(self.store, self._root))

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
        fd = regular(path, os.O_RDONLY)
    except OSError as error:
        check_descriptors(error)
        return b""
    try:
        return os.pread(fd, length, offset)
    finally:
        os.close(fd)
