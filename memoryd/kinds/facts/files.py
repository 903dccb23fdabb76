"""The facts with their files: everything behind one store, made, loaded and fed to the index in order."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping

from memoryd.errors import Busy, ReadOnly
from memoryd.kinds.facts.changes.edits import HandEdits
from memoryd.kinds.facts.changes.requested import FactChanges
from memoryd.kinds.facts.changes.rewrite import FactsRewriter
from memoryd.kinds.facts.file.facts_file import FactsFile
from memoryd.kinds.facts.file.feed import Feeding, IndexFeed, IndexState
from memoryd.kinds.facts.file.line_copies import LineCopies
from memoryd.kinds.facts.file.load import FactsLoader, Loaded, load_archive
from memoryd.kinds.facts.file.metadata import METADATA_PATH
from memoryd.kinds.facts.file.readable import ReadableFiles
from memoryd.kinds.facts.file.removals import REMOVALS_PATH, Removals, load_removals
from memoryd.kinds.facts.known.archive import Archive
from memoryd.kinds.facts.known.store import FactEvents, FactStore
from memoryd.kinds.facts.model.decay import State
from memoryd.kinds.facts.model.fact import ARCHIVE_PATH, FACTS_PATH
from memoryd.recall.feeding import decode_state
from memoryd.services import Services
from memoryd.storage.append_log import AppendLog
from memoryd.storage.atomic import identity
from memoryd.storage.batch import Batch
from memoryd.storage.blocks import blocks_of
from memoryd.storage.lines import split_lines
from memoryd.storage.recent_lines import lost_behind, put_back, put_back_problem
from memoryd.storage.regular import regular
from memoryd.storage.roots import Linked
from memoryd.storage.trouble import check_transient
from memoryd.times import nearest
from memoryd.types import ChangeSink, Document, Problem


class FactFiles:
    """The facts with their files. `store` is what is known, `changes` changes it; the others keep files beside it."""

    def __init__(self, services: Services, events: FactEvents, feeding: Feeding) -> None:
        self._root, self._files, self._board = services.root, services.files, services.board
        self._path, self._run = services.path, services.writer.run_alone
        facts_log = services.log(FACTS_PATH, self._on_foreign)
        self._archive_log = archive_log = services.log(ARCHIVE_PATH)
        removals_log = services.log(REMOVALS_PATH)
        self._logs = facts_log, archive_log, removals_log
        self._guard = LineCopies(services.recent, services.files, services.root)
        self._repair_tail = services.repair_tail
        archive, oracle = Archive(self._read_archive), services.settings.now.memory_oracle
        self.store = store = FactStore(oracle, archive, events, services.guard.stamp)
        being_written = services.being_written
        self.file = file = FactsFile(services.files, facts_log, self._guard, being_written, events.unfinished)
        self.feeder = feeder = IndexFeed(store, file, feeding)
        self.changes = FactChanges(store, file, feeder, archive_log, removals_log, events)
        self.edits = HandEdits(services, store, self.changes, file, feeder, removals_log, events)
        self.rewriter = FactsRewriter(services, store, self.edits, file, feeder, archive_log, removals_log)
        self.readable = ReadableFiles(services, store, events)
        self._removals = Removals()
        self._started = 0
        self._linked = False
        self._known_from: int | None = None
        """From which line on the index lacks facts; None when it must be compared with all of them."""
        self._indexed: bytes | None = None
        """The state that the index committed last."""
        self._states: dict[str, State] = {}
        """What is known of the activations of facts that are not there."""
        self._put_back: list[tuple[str, int]] = []
        """Facts that stand in the file again and were not read, and when they were written."""
        self._is_unread = False
        """The file has lines that were put back behind its reading."""

    def _on_foreign(self, log: AppendLog) -> None:
        self.edits.on_foreign(log)

    def _read_archive(self, offset: int, length: int) -> bytes:
        return _read_at(self._path(ARCHIVE_PATH), offset, length)

    # --- at start -----------------------------------------------------------------------------------------

    def load(self, now: int, index: Mapping[str, bytes]) -> None:
        """Read everything; `index` is what the index committed last, by source."""
        self._indexed, self._started = index.get(FACTS_PATH), now
        for relpath in (FACTS_PATH, ARCHIVE_PATH, REMOVALS_PATH):
            self._repair_tail(relpath, now)
        self._removals = removals = load_removals(self._root)
        self._put_back_archived(now)
        self._put_back_lost(now, is_last=False)
        self._linked = self._check_logs()
        if self._linked:
            return
        self._board.set("facts:archive", load_archive(self.store, self._root))
        state = decode_state(self._indexed, IndexState)
        loaded = self._load_facts(removals, now, state)
        self._board.set("facts:lines", loaded.problems)
        self._settle_removals(removals)
        self._known_from = _known_from(state, loaded)

    def _check_logs(self) -> bool:
        """Whether a symbolic link keeps us from a file: then nothing is known of it, and it does not count as gone."""
        found = []
        for log in self._logs:
            try:
                log.check()
            except ReadOnly as error:
                if not isinstance(error.__cause__, Linked):
                    raise
                what = f"facts are neither read nor written: {error.sentence}"
                action = "when the file is in its place again, restart the daemon"
                relpath = os.path.relpath(log.path, self._root)
                found.append(Problem(path=relpath, what=what, action=action, severity="critical"))
        self._board.set("facts:linked", found)
        return bool(found)

    def _put_back_lost(self, now: int, *, is_last: bool) -> None:
        """Lines that an editor saved over right before the daemon was killed stand again (rule 8)."""
        try:
            stat = self.file.stat()
        except OSError:
            return  # a link, which is told below
        saved = 0 if stat is None else stat.st_mtime_ns // 1000
        lost = self._guard.lost(self._removals.removed | self._removals.forgotten, saved, now, is_last=is_last)
        if not lost or not put_back(self.file.log, lost):
            return
        self._is_unread = is_last
        what = f"an editor saved over {len(lost)} of our lines right before a kill; they were put back at the start"
        self._board.happened(Problem(path=FACTS_PATH, what=what, action="archive those that should not be"))

    def _put_back_archived(self, now: int) -> None:
        """The same of the archive: a line was deleted there only if a later one of ours stands."""
        recent = self._guard.recent
        if ours := recent.left_in(ARCHIVE_PATH, now, now):
            wanted, lines = {one.raw for one in ours}, split_lines(blocks_of(self._path(ARCHIVE_PATH)))
            lost = lost_behind(ours, {whole for raw in lines if (whole := raw + b"\n") in wanted})
            if lost and put_back(self._archive_log, [one.raw for one in lost]):
                self._board.happened(put_back_problem(ARCHIVE_PATH, len(lost)))
        recent.resume(ARCHIVE_PATH, now)

    def _load_facts(self, removals: Removals, now: int, state: IndexState | None) -> Loaded:
        store, file = self.store, self.file
        # A removal is durable only behind its line in the archive; one without was never acknowledged.
        removed = {fact_id for fact_id in removals.removed if fact_id in removals.purged or fact_id in store.archive}
        stat = file.stat()
        edited = now if stat is None else nearest(min(stat.st_mtime_ns // 1000, now))
        loader = FactsLoader(store, file, removed, removals.purged, edited, self._guard.lines)
        loaded = loader.load(state)
        if stat is not None:
            file.known.inode, file.known.mtime_ns = stat.st_ino, stat.st_mtime_ns
        self._states = self.readable.load(edited, now)
        loader.fill_in()
        store.recount_archived()
        return loaded

    def _settle_removals(self, removals: Removals) -> None:
        store = self.store
        store.forgotten = {fact_id for fact_id in removals.forgotten if fact_id not in store.table}
        store.purged |= {fact_id for fact_id in removals.purged if fact_id in store.archive}
        for fact_id in removals.purged:
            store.archive.forget(fact_id)
        if removals.removed - set(store.removed):
            # Their lines have left facts.jsonl already: a line typed later must not be taken for a removed one.
            self.rewriter.keep_removals()

    def feed(self, sink: ChangeSink, indexed: Callable[[], Iterator[Document]]) -> None:
        """Bring the index up to the facts; `indexed` gives what it has of them, and is asked only if it has to be."""
        if self._linked:
            self.readable.keep()
            self.feeder.begin(sink, self._indexed)
            return
        if self._known_from is not None:
            self.feeder.feed_lines(sink, self._known_from, self._removals.kept)
        else:
            self.feeder.feed_differences(sink, indexed(), self._meet_lost)
        self._states = {}
        self._put_back_lost(self._started, is_last=True)  # into a file that was gone and has been written anew
        for fact_id, at in self._guard.resume(self._started, self.store.table):
            if (ordinal := self.store.table.ordinal(fact_id)) is not None:
                self.file.recent.note(ordinal, at)
            else:
                self._put_back.append((fact_id, at))
        self.feeder.begin(sink, self._indexed)

    def begin(self) -> None:
        """What was put back into a file that had been written anew is known before anybody asks, and as ours."""
        if self._is_unread:
            self.edits.absorb()
            self._run(self._note_put_back)

    def _note_put_back(self, _batch: Batch) -> None:
        for fact_id, at in self._put_back:
            if (ordinal := self.store.table.ordinal(fact_id)) is not None:
                self.file.recent.note(ordinal, at)
        self._put_back.clear()

    def _meet_lost(self, lost: list[Document]) -> None:
        if lost and not self.store.table and self.edits.vanished.is_gone():
            # The whole file is gone or empty: that archives nothing (rule 8).
            self.edits.vanished.write_from_index(lost, self._states, self._started)
        else:
            self.edits.gone.lost += lost

    def stop(self) -> None:
        """The last requests have been served."""
        self.edits.finish()
        self.rewriter.rewrite()

    def stopped(self) -> None:
        """A clean stop: all that we wrote stands in the files."""
        if self.file.is_current():
            self._guard.close()

    # --- the watcher --------------------------------------------------------------------------------------

    @staticmethod
    def claims(relpath: str) -> bool:
        """Whether the file is one of the facts' files that people may edit."""
        return relpath in (FACTS_PATH, ARCHIVE_PATH, METADATA_PATH)

    def absorb(self, relpath: str) -> None:
        """One of the files changed; our own writing is told from others' (watcher's thread)."""
        if relpath == FACTS_PATH:
            if self.edits.absorb() == "again":
                raise Busy("facts.jsonl changes faster than it can be read in")
        elif relpath == METADATA_PATH:
            self.readable.absorb_metadata()
        else:
            self._run(self._absorb_archive)

    def _absorb_archive(self, batch: Batch) -> None:
        log = self._archive_log
        try:
            stat = self._files.stat(log.path)
        except FileNotFoundError:
            pass
        else:
            if identity(stat) == log.stamp and stat.st_size == self.store.archive.size:
                return
            log.adopt()
        is_behind = self.store.archive.is_behind
        self._board.set("facts:archive", load_archive(self.store, self._root))
        if count := self.changes.archiving.archive_again(is_behind, batch):
            self._board.happened(put_back_problem(ARCHIVE_PATH, count))

    def rescan(self, found: Mapping[str, object]) -> None:
        """A scan has ended; if facts.jsonl is gone, that is noticed here."""
        if FACTS_PATH not in found:
            self.edits.absorb()


def _known_from(state: IndexState | None, loaded: Loaded) -> int | None:
    if state is None or loaded.others_count:
        return None
    if state.size == 0 and state.crc == 0:
        return 0
    mark = loaded.marks.get(state.size)
    return mark[1] if mark is not None and mark[0] == state.crc else None


def _read_at(path: str, offset: int, length: int) -> bytes:
    try:
        fd = regular(path, os.O_RDONLY)
    except OSError as error:
        check_transient(error)
        return b""
    try:
        return os.pread(fd, length, offset)
    finally:
        os.close(fd)
