"""What is written by and by: the readable files behind the memory, rewrites of truth files, the last ones at a stop."""

from __future__ import annotations

import functools
import os
import time
from collections.abc import Callable
from dataclasses import dataclass

import structlog

from memoryd.errors import Busy, MemorydError
from memoryd.kinds.contexts.files import ContextKeeper
from memoryd.kinds.facts.census_files import CensusFiles
from memoryd.kinds.facts.fact import FACTS_PATH
from memoryd.kinds.facts.files import FactKeeper
from memoryd.kinds.notes.notes import TASKS, Notes
from memoryd.kinds.sessions.store import SessionStore
from memoryd.maintenance.flusher import Flusher
from memoryd.maintenance.runner import Nights
from memoryd.problems import ProblemBoard
from memoryd.recall.lexical.index import Index
from memoryd.storage.writer import GroupWriter
from memoryd.types import Change, Problem

_log = structlog.get_logger("memoryd")

JOURNAL_SECONDS = 0.4
REWRITE_SECONDS = 0.5
METADATA_PATIENCE = 0.5
DERIVED_PATIENCE = 10.0
"""So much longer they may wait while requests come in fast, in seconds."""
SESSIONS_SECONDS = 30.0
"""A session that was heard of is not taken for idle after kill -9; idleness counts in hours."""
EMPTY_SECONDS = 1.0
"""An editor may truncate a file and write it a moment later; only then is an empty one restored."""
SNAPSHOT_FACTS = 20_000
_ROOM_SECONDS = 1.0
_BREATH_SECONDS = 0.001
"""A pause behind each slice of a readable file, .2 s for 20,000 facts: every use of a fact makes it due again, and
whoever recalls then competes with it for the interpreter."""
SNAPSHOTS, REWRITES, FEEDING = "snapshots", "rewrites", "feeding"
"""Lanes of the flusher: of a million facts each takes seconds."""


@dataclass(slots=True, kw_only=True)
class Upkeep:
    """The flusher's tasks over every memory."""

    flusher: Flusher
    writer: GroupWriter
    board: ProblemBoard
    index: Index
    keeper: FactKeeper
    sessions: SessionStore
    contexts: ContextKeeper
    notes: Notes
    nights: Nights
    census_files: CensusFiles
    replace_sessions: Callable[[list[bytes]], os.stat_result]
    """Puts other lines in the place of the log of sessions."""
    derived_version: int = -1
    """The version of the facts that entities.jsonl and relations.jsonl show."""

    def begin(self) -> None:
        """Name the tasks and who asks for them; nothing runs yet."""
        flusher, store = self.flusher, self.keeper.store
        flusher.add("journal", self.keeper.write_journal, lambda: JOURNAL_SECONDS)
        flusher.add("metadata", self._write_metadata, self._snapshot_seconds, METADATA_PATIENCE, lane=SNAPSHOTS)
        flusher.add("derived", self._write_derived, self._snapshot_seconds, DERIVED_PATIENCE, lane=SNAPSHOTS)
        flusher.add("rewrite", self._rewrite, lambda: REWRITE_SECONDS, lane=REWRITES)
        flusher.add("restore", self.keeper.edits.restore, lambda: EMPTY_SECONDS)
        flusher.add("link", store.table.link, lambda: 0.0, lane=SNAPSHOTS)
        flusher.add("remember", self.keeper.remember_metadata, lambda: 0.0)
        flusher.add("contexts", self._write_contexts, lambda: REWRITE_SECONDS, lane=REWRITES)
        flusher.add("sessions", self._write_requests, lambda: SESSIONS_SECONDS)
        flusher.add("feed", self._feed, lambda: 0.0, lane=FEEDING)
        for name, task in self.notes.tasks().items():
            flusher.add(name, task, functools.partial(TASKS.__getitem__, name))
        flusher.on_failure = self._failed
        flusher.is_pressed = lambda: self.index.is_busy
        self.contexts.store.on_dirty = lambda: flusher.ask("contexts")
        self.sessions.on_request = lambda: flusher.ask("sessions")
        store.on_change = self.facts_changed
        store.on_rewrite_due = lambda: flusher.ask("rewrite")
        self.keeper.edits.on_empty = lambda: flusher.ask("restore")

    def catch_up(self) -> None:
        """Ask for what the daemon before us left undone."""
        store = self.keeper.store
        self.flusher.ask("remember")
        if store.unfed:
            what = f"the index is being made anew: {len(store.unfed):,} older facts are found as they come in"
            self.board.set("facts:feed", [Problem(path=FACTS_PATH, what=what, action="nothing; it ends by itself")])
            self.flusher.ask("feed")
        if self.contexts.store.dirty:
            self.flusher.ask("contexts")
        if self.keeper.rewriter.due:
            self.flusher.ask("rewrite")
        if store.activations.has_changed:
            self.facts_changed()
        # A daemon that was killed may have left the derived files behind.
        self.flusher.ask("derived" if self._is_small else "metadata")

    def facts_changed(self) -> None:
        """A fact came, went or was used."""
        self.flusher.ask("journal")
        self.flusher.ask("metadata")
        self.flusher.ask("derived")

    def end(self) -> None:
        """Write at a stop what the next start would have to do; if that fails, it does."""
        try:
            self.keeper.rewriter.rewrite()
            self._write_requests()
        except Exception as error:
            _log.warning("rewrite_postponed", error=str(error))

    def settle(self) -> None:
        """The readable files as of the end, when the writer has stopped."""
        store = self.keeper.store
        waiting = self.flusher.is_due("metadata") or self.flusher.is_due("derived")
        if waiting or store.activations.has_changed or self.keeper.journal_has_records:
            self.keeper.write_metadata(copied=True)
            if store.table.version != self.derived_version:
                self.keeper.write_derived()
        self.index.apply(Change(source=FACTS_PATH, state=store.index_state()))
        self.keeper.let_go()

    @property
    def _is_small(self) -> bool:
        return self.keeper.store.active_count <= SNAPSHOT_FACTS

    def _snapshot_seconds(self) -> float:
        """The readable file follows within 2 s up to 20,000 facts, within 5 minutes above (rule 1)."""
        return 1.0 if self._is_small else 270.0

    def _write_metadata(self) -> None:
        """Of many facts, a child writes all readable files: done here it would hold up requests for seconds."""
        if self._is_small:
            self.keeper.write_metadata(_breathe)
            return
        if self.nights.under_way is not None:
            raise Busy("a consolidation writes these files, too; they follow behind it")
        version = self.keeper.store.table.version
        try:
            self.census_files.write(lambda stage, done, total: None, derived=version != self.derived_version)
        finally:
            self.census_files.clear()
        self.derived_version = version

    def _write_derived(self) -> None:
        """Only when facts came or went: a use changes nothing in them."""
        version = self.keeper.store.table.version
        if self._is_small and version != self.derived_version:
            self.keeper.write_derived(_breathe)
            self.derived_version = version

    def _feed(self) -> None:
        """Bring the next facts to an index that was made anew, when it has room for them."""
        if self.index.wait_for_room(_ROOM_SECONDS) and not self.writer.run(lambda _batch: self.keeper.feed_more()):
            self.board.clear("facts:feed")
        else:
            self.flusher.ask("feed")

    def _rewrite(self) -> None:
        if self.nights.facts.is_pruning:
            return  # it asks again
        if not self.keeper.rewriter.rewrite():
            self.flusher.ask("rewrite")
        self.keeper.edits.append_strangers()

    def _write_requests(self) -> None:
        """When each session was last heard of; the log of sessions is cut to what counts when it has grown."""
        self.writer.run(self.sessions.keep_requests)
        if self.sessions.log_is_long:
            self.writer.run_alone(functools.partial(self.sessions.rewrite_log, self.replace_sessions))

    def _write_contexts(self) -> None:
        if not self.contexts.write_lines():
            self.flusher.ask("contexts")

    def _failed(self, name: str, error: Exception | None) -> None:
        if error is None:
            self.board.clear(f"flush:{name}")
            return
        what = error.sentence if isinstance(error, MemorydError) else str(error)
        problem = Problem(
            path=".",
            what=f"{name} could not be written: {what}",
            action="see to it that the disk has room and can be written; it is tried again by itself",
            severity="critical",
        )
        self.board.set(f"flush:{name}", [problem])


def _breathe() -> None:
    time.sleep(_BREATH_SECONDS)
