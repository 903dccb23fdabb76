"""Edits of facts.jsonl by other hands: read, compared with the version they extend, and taken in (rule 8)."""

from __future__ import annotations

import functools
import os
from collections.abc import Callable, Collection, Iterator
from typing import Any, Literal

import msgspec

from memoryd.kinds.facts.decay import FULL, State
from memoryd.kinds.facts.fact import FACTS_PATH, BadLine, Fact, decode_line, encode_line, from_document
from memoryd.kinds.facts.lines import BLOCK, NO_FACT, Difference, Lines, Reading, checksum, compare, split_lines
from memoryd.kinds.facts.load import bad_line, blocks_of, duplicate, read_between
from memoryd.kinds.facts.plan import ChangedFact, FileChanged, Plan, Planner
from memoryd.kinds.facts.store import FactStore, encode_removal
from memoryd.kinds.facts.vanished import VanishedFile
from memoryd.problems import ProblemBoard
from memoryd.storage.append_log import AppendLog
from memoryd.storage.files import Files
from memoryd.storage.regular import regular
from memoryd.storage.writer import Batch
from memoryd.types import Document, Problem

TAIL_LIMIT = 4 * 1024 * 1024
ATTEMPTS = 8
DELETED_BY_HAND = "deleted by hand"

Run = Callable[[Callable[[Batch], Any]], Any]
"""Runs an operation on the writer thread, in a batch of its own, and waits for it."""
Outcome = Literal["done", "again", "empty"]


class Seen(msgspec.Struct):
    """The file as a look at it found it, and what it was compared with."""

    version: int
    known: int
    inode: int
    reading: Reading
    difference: Difference


class HandEdits:
    """Takes in what other hands did to facts.jsonl. `absorb` runs on the watcher's thread."""

    def __init__(self, store: FactStore, root: str, files: Files, gid: int, run: Run, board: ProblemBoard) -> None:
        self._store = store
        self._path = os.path.join(root, FACTS_PATH)
        self._files = files
        self.run = run
        self._board = board
        self._older: int | None = None
        """How many lines there were when that was noticed: later ones of ours stand behind what they wrote."""
        self._suspect = False
        """Somebody wrote to the file right before an append of ours: its time says nothing any more."""
        self._looked_for = 0
        self.lost: list[Document] = []
        """Facts that were deleted by hand while the daemon was down, as the index remembers them."""
        self.strangers: list[bytes] = []
        """Lines that others wrote to a version of the file that was replaced meanwhile."""
        self.file = VanishedFile(store, self._path, files, gid, board, self.strangers)
        self.on_empty: Callable[[], None] = lambda: None
        """The file is missing or empty: `restore` is to be called in a moment, if it still is."""

    # --- whose version it is ------------------------------------------------------------------------------

    def is_current(self) -> bool:
        """Whether the file is as our last append left it. On the writer's thread: nothing of ours is under way."""
        stat = self._stat()
        if stat is None or stat.st_size == 0:
            return not self._store.table and not self._store.lines
        return not self._suspect and self._store.known.is_at(stat)

    def will_write(self) -> None:
        """We are about to append: a change that came before must not pass for ours (writer's thread)."""
        stat, known = self._stat(), self._store.known
        if known.size > 0 and (stat is None or not known.is_at(stat)):
            self._distrust()

    def _distrust(self) -> None:
        if not self._suspect:
            self._suspect, self._older = True, len(self._store.lines) - self._store.staged_lines

    def _trust(self) -> None:
        self._suspect, self._older = False, None

    def wrote(self) -> None:
        """We appended: the file's time is ours. Called on the writer's thread, behind the sync."""
        stat, known = self._stat(), self._store.known
        if not self._suspect and stat is not None and (stat.st_ino, stat.st_size) == (known.inode, known.size):
            known.mtime_ns = stat.st_mtime_ns
        if known.inode != self._looked_for:
            # A file that vanishes right after we made it was never seen by the watcher: look once ourselves.
            self._looked_for = known.inode
            self.on_empty()

    def _stat(self) -> os.stat_result | None:
        try:
            return self._files.stat(self._path)
        except FileNotFoundError:
            return None

    # --- absorbing ----------------------------------------------------------------------------------------

    def absorb(self) -> Outcome:
        """Bring the facts up to what the file says. `empty`: it vanished or is empty; call `restore` soon."""
        for _ in range(ATTEMPTS):
            if self.run(lambda _batch: self.is_current()):
                return "done"
            seen = self._look()
            if seen is None:
                self.on_empty()
                return "empty"
            if self.run(functools.partial(self._apply, seen)):
                self.run(self._store.enforce_cap)
                self.report_lines()
                self.append_strangers()
                return "done"
        return "again"

    def _look(self) -> Seen | None:
        version, known = self._store.lines.version, len(self._store.lines)
        try:
            file = open(self._path, "rb", buffering=0, opener=regular)
        except FileNotFoundError:
            return None
        with file:
            stat = os.fstat(file.fileno())
            if self._store.table and self.file.is_blank(file.fileno(), stat.st_size):
                return None
            size = crc = 0

            def blocks() -> Iterator[bytes]:
                nonlocal size, crc
                while size < stat.st_size and (block := file.read(min(BLOCK, stat.st_size - size))):
                    size += len(block)
                    crc = checksum(block, crc)
                    yield block

            reading, difference = compare(self._store.lines, known, split_lines(blocks()))
        reading.size, reading.crc = size, crc
        return Seen(version, known, stat.st_ino, reading, difference)

    def _apply(self, seen: Seen, batch: Batch) -> bool:
        """On the writer's thread: complete the picture with what was appended since, and take it in."""
        store = self._store
        stat = self._stat()
        stale = stat is None or stat.st_ino != seen.inode or store.lines.version != seen.version
        if stale or stat is None or not 0 <= stat.st_size - seen.reading.size <= TAIL_LIMIT:
            return False
        if not self._complete(seen, stat):
            return False
        older = len(store.lines) if self._older is None else self._older
        raw_lines = functools.partial(self._raw_lines, seen.reading)
        try:
            plan = Planner(store, seen.reading, seen.difference, batch.now, older, raw_lines).make()
        except FileChanged:
            return False
        if stat.st_ino != store.facts_log.inode:
            self.read_old_inode(store.facts_log)
        store.facts_log.adopt(stat)
        for ordinal in plan.gone:
            fact = store.table[ordinal]
            if fact is not None:
                store.archive_gone(fact, DELETED_BY_HAND, batch)
        for fact_id in [*plan.revived, *(change.fact.id for change in plan.changed if change.revived)]:
            batch.append(store.removals_log, encode_removal(fact_id, cancelled=True))
        again = [(ordinal, raw) for ordinal in plan.put_back if (raw := self._line_of(ordinal)) is not None]
        for _, raw in again:
            batch.append(store.facts_log, raw)
        batch.on_commit(lambda: self._take_in(plan, seen, stat, again, batch.now))
        return True

    def _raw_lines(self, reading: Reading, wanted: Collection[int]) -> dict[int, bytes]:
        lines = enumerate(split_lines(blocks_of(self._path, (), reading.size)))
        found = {index: raw for index, raw in lines if index in wanted}
        if len(found) < len(wanted) or any(hash(raw) != reading.hashes[index] for index, raw in found.items()):
            raise FileChanged
        return found

    def _line_of(self, ordinal: int) -> bytes | None:
        fact = self._store.table[ordinal]
        return None if fact is None else encode_line(fact, self._store.line_activation(ordinal))

    def _complete(self, seen: Seen, stat: os.stat_result) -> bool:
        """Lines that we appended while the file was being read: in the reading, or behind it."""
        store, reading, difference = self._store, seen.reading, seen.difference
        own: dict[int, list[int]] = {}
        for index in range(seen.known, len(store.lines)):
            own.setdefault(store.lines.hashes[index], []).append(index)
        tail = b""
        if stat.st_size > reading.size:
            tail = read_between(self._path, reading.size, stat.st_size)
            if reading.size and not _ends_line(self._path, reading.size):
                # The reading ended in the middle of a line: look again.
                return False
        for raw in split_lines((tail,)):
            difference.added[len(difference.owners)] = raw
            difference.owners.append(NO_FACT)
            reading.hashes.append(hash(raw))
        for index in list(difference.added):
            found = own.get(reading.hashes[index])
            if found:
                difference.owners[index] = store.lines.owners[found.pop(0)]
                del difference.added[index]
        # Ours that are nowhere were saved over: they count as missing lines of the old version.
        difference.missing.extend(sorted(index for indexes in own.values() for index in indexes))
        reading.size = stat.st_size
        reading.crc = checksum(tail, reading.crc)
        return True

    # --- taking it in -------------------------------------------------------------------------------------

    def _take_in(self, plan: Plan, seen: Seen, stat: os.stat_result, again: list[tuple[int, bytes]], now: int) -> None:
        """What was archived and put back is on disk: know the new version (writer's thread)."""
        store, owners, hashes = self._store, seen.difference.owners, seen.reading.hashes
        put = [self._change(change, now) for change in plan.changed]
        for change in plan.changed:
            owners[change.index] = change.ordinal
            if change.filled is not None:
                store.filled[hashes[change.index]] = change.filled
        for new in plan.new:
            owners[new.index] = store.take_in(new.fact, State(new.activation, now, now, 0), new.activation)
            put.append(new.fact)
            if new.filled is not None:
                store.filled[hashes[new.index]] = new.filled
        put += self._revive(plan, now)
        for repeated in plan.repeated:
            ordinal = store.table.ordinal(repeated.fact_id)
            owners[repeated.index] = store.removed.get(repeated.fact_id, NO_FACT) if ordinal is None else ordinal
            store.duplicates[hashes[repeated.index]] = repeated.raw
        self._know(seen, stat, again, now)
        self._keep_foreign(seen)
        store.put_documents(put)
        store.publish_state()
        self._report_put_back(again)
        if store.filled:
            store.on_rewrite_due()
        store.on_change()

    def _change(self, change: ChangedFact, now: int) -> Fact:
        store, ordinal, value = self._store, change.ordinal, change.activation
        if change.revived:
            count = store.activations.state(ordinal).access_count
            store.take_back_in(change.fact, ordinal, State(FULL if value is None else value, now, now, count))
            store.set_line_activation(ordinal, FULL if value is None else value)
            return change.fact
        store.table.replace(ordinal, change.fact)
        if value is not None and value != store.line_activation(ordinal):
            state = store.activations.state(ordinal)
            store.activations.put(ordinal, State(value, now, state.last_accessed, state.access_count))
            store.set_line_activation(ordinal, value)
            store.weaken(ordinal)
        return change.fact

    def _revive(self, plan: Plan, now: int) -> list[Fact]:
        """Facts on their way out whose line was typed again while it still stood."""
        store, back = self._store, []
        for fact_id in plan.revived:
            ordinal, known = store.removed.get(fact_id), store.archive.get(fact_id)
            if ordinal is not None and known is not None:
                store.take_back_in(known[0], ordinal, State(FULL, now, now, known[1].access_count))
                back.append(known[0])
        return back

    def _know(self, seen: Seen, stat: os.stat_result, again: list[tuple[int, bytes]], now: int) -> None:
        store = self._store
        lines = Lines(seen.reading.hashes, seen.difference.owners, store.lines.version + 1)
        store.known.take(stat, seen.reading.crc)
        for ordinal, raw in again:
            lines.append(raw[:-1], ordinal)
            store.recent.note(ordinal, now)
            store.known.extend(raw)
        store.lines = lines
        self._trust()
        if again:
            self.wrote()

    def _keep_foreign(self, seen: Seen) -> None:
        store, difference = self._store, seen.difference
        if difference.missing:
            store.foreign.retain(seen.reading.hashes)
            store.retain_duplicates(seen.reading.hashes)
        for index, raw in difference.added.items():
            if seen.reading.hashes[index] in store.duplicates or seen.reading.hashes[index] in store.filled:
                store.foreign.keep_always(raw)
            else:
                store.foreign.keep(raw, difference.owners[index])

    # --- deleted while nobody watched ---------------------------------------------------------------------

    def archive_lost(self) -> None:
        """Archive what a person deleted while the daemon was down (rule 6)."""
        lost, self.lost = self.lost, []
        for start in range(0, len(lost), 500):
            self.run(functools.partial(self._archive_documents, lost[start : start + 500]))

    def _archive_documents(self, lost: list[Document], batch: Batch) -> None:
        store = self._store
        for doc in lost:
            if doc.key in store.table or doc.key in store.archive:
                continue
            fact = from_document(doc)
            store.take_in(fact, State(FULL, doc.created, doc.created, 0), FULL)
            store.archive_gone(fact, DELETED_BY_HAND, batch)

    # --- reports ------------------------------------------------------------------------------------------

    def _report_put_back(self, again: list[tuple[int, bytes]]) -> None:
        for ordinal, _ in again:
            fact = self._store.table[ordinal]
            name = "a fact" if fact is None else fact.id
            what = f"an editor saved over the line of {name}, which was written meanwhile; it was put back"
            action = "reload the file in the editor before you save it again"
            self._board.add("facts:moments", Problem(path=FACTS_PATH, what=what, action=action))

    def report_lines(self) -> None:
        """Every line of the file that is no fact or repeats one."""
        store, lines = self._store, self._store.lines
        first: set[int] = set()
        suspicious: dict[int, int] = {}
        for index in range(len(lines)):
            owner = lines.owners[index]
            if owner == NO_FACT:
                suspicious[index] = owner
            elif store.duplicates and lines.hashes[index] in store.duplicates:
                if owner in first:
                    suspicious[index] = owner
                first.add(owner)
            elif store.duplicates:
                first.add(owner)
        self._board.set("facts:lines", self._explain(suspicious) if suspicious else [])

    def _explain(self, suspicious: dict[int, int]) -> list[Problem]:
        problems: list[Problem] = []
        try:
            file = open(self._path, "rb", opener=regular)
        except FileNotFoundError:
            return problems
        with file:
            for index, line in enumerate(file):
                if index not in suspicious or not line.strip():
                    continue
                raw = line.rstrip(b"\n")
                try:
                    decode_line(raw)
                except BadLine as error:
                    problems.append(bad_line(FACTS_PATH, index + 1, str(error)))
                    continue
                owner = self._store.table[suspicious[index]]
                problems.append(duplicate(index + 1, owner.id if owner is not None else "a fact"))
        return problems

    # --- vanished files, old inodes -----------------------------------------------------------------------

    def on_foreign(self, log: AppendLog) -> None:
        """The log found the file changed before an append of ours (writer's thread)."""
        self._distrust()
        stat = self._stat()
        if stat is None or stat.st_size == 0:
            if self._store.table:
                self.file.write_back(log)
                self._trust()
                self.on_empty()
            return
        if stat.st_ino != log.inode:
            self.read_old_inode(log)

    def restore(self) -> None:
        """If the file is still missing or empty, write it back, and say so (rule 8)."""

        def operation(_batch: Batch) -> None:
            if self._store.table and self.file.is_gone():
                self.file.write_back(self._store.facts_log)
                self._trust()
                self.on_empty()

        self.file.read_emptied()
        self.run(operation)
        self.append_strangers()

    def read_old_inode(self, log: AppendLog) -> None:
        """An editor's rename may have come between somebody's append and our look at it."""
        offset = log.size
        rest = bytearray()
        while block := log.read(BLOCK, offset):
            rest += block
            offset += len(block)
        self.strangers.extend(raw for raw in bytes(rest).split(b"\n") if raw.strip())

    def append_strangers(self) -> None:
        """Lines from an old inode go to the end of the present file, and are then absorbed like any edit."""
        if not self.strangers:
            return
        lines = self.strangers[:]
        del self.strangers[: len(lines)]
        standing = set(self._store.lines.hashes)
        missed = [raw for raw in lines if hash(raw) not in standing]
        if missed:
            data = b"".join(raw + b"\n" for raw in missed)
            self.run(lambda batch: batch.append(self._store.facts_log, data))
            self.absorb()


def _ends_line(path: str, size: int) -> bool:
    with open(path, "rb", buffering=0, opener=regular) as file:
        return os.pread(file.fileno(), 1, size - 1) == b"\n"
