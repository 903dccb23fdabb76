"""Edits of facts.jsonl by other hands: read, compared with the version they extend, and taken in (rule 8)."""

from __future__ import annotations

import functools
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, Literal

from memoryd.graph.activations import State
from memoryd.graph.decay import FULL
from memoryd.graph.fact import (
    FACTS_PATH,
    HAND_SOURCE,
    BadLine,
    Fact,
    FactLine,
    decode_line,
    document,
    encode_line,
    filled_in,
    from_line,
    is_complete,
)
from memoryd.graph.lines import BLOCK, NO_FACT, Difference, Reading, checksum, compare, split_lines
from memoryd.graph.load import bad_line, duplicate
from memoryd.graph.store import FactStore
from memoryd.problems import ProblemBoard
from memoryd.storage.append_log import AppendLog
from memoryd.storage.atomic import replace_file
from memoryd.storage.files import Files
from memoryd.storage.writer import Batch
from memoryd.times import SECOND
from memoryd.types import Document, Problem

RECENT = 600 * SECOND
"""Our own lines of the last 10 minutes are put back when an editor saved over them (rule 8)."""
TAIL_LIMIT = 4 * 1024 * 1024
ATTEMPTS = 8
DELETED_BY_HAND = "deleted by hand"

Run = Callable[[Callable[[Batch], Any]], Any]
"""Runs an operation on the writer thread and waits for it."""
Outcome = Literal["done", "again", "empty"]


@dataclass(slots=True)
class Seen:
    """The file as a look at it found it, and what it was compared with."""

    version: int
    known: int
    inode: int
    reading: Reading
    difference: Difference


@dataclass(slots=True)
class Plan:
    """What an edit means for the facts."""

    new: list[tuple[int, Fact, float, bytes | None]] = field(default_factory=list)
    """(index of the line, fact, activation, the line filled in or None)"""
    changed: list[tuple[int, int, Fact, float | None, bytes | None]] = field(default_factory=list)
    """(index, ordinal, new text, activation if the line gives one, the line filled in or None)"""
    repeated: list[tuple[int, int, bytes]] = field(default_factory=list)
    gone: list[int] = field(default_factory=list)
    put_back: list[int] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)


class HandEdits:
    """Takes in what other hands did to facts.jsonl. `absorb` runs on the watcher's thread."""

    def __init__(self, store: FactStore, root: str, files: Files, gid: int, run: Run, board: ProblemBoard) -> None:
        self._store = store
        self._path = os.path.join(root, FACTS_PATH)
        self._files = files
        self._gid = gid
        self.run = run
        self._board = board
        self.vanished: list[Document] = []
        """Facts that were deleted by hand while the daemon was down, as the index remembers them."""
        self._mtime_ns = 0
        self.strangers: list[bytes] = []
        """Lines that others wrote to a version of the file that was replaced meanwhile."""
        self.on_empty: Callable[[], None] = lambda: None
        """The file is missing or empty: `restore` is to be called in a moment, if it still is."""

    # --- absorbing ----------------------------------------------------------------------------------------

    def absorb(self) -> Outcome:
        """Bring the facts up to what the file says. `empty`: it vanished or is empty; call `restore` soon."""
        for _ in range(ATTEMPTS):
            if self.run(self._is_ours):
                return "done"
            seen = self._look()
            if seen is None:
                self.on_empty()
                return "empty"
            if self.run(functools.partial(self._apply, seen)):
                return "done"
        return "again"

    def _is_ours(self, _batch: Batch) -> bool:
        """On the writer's thread nothing of ours is under way: any difference is somebody else's."""
        stat = self._stat()
        log = self._store.facts_log
        if stat is None or stat.st_size == 0:
            return not self._store.table
        return (stat.st_ino, stat.st_size, stat.st_mtime_ns) == (log.inode, log.size, self._mtime_ns)

    def wrote(self) -> None:
        """We appended: the file's time is ours. Called on the writer's thread, behind the sync."""
        stat = self._stat()
        if stat is not None and (stat.st_ino, stat.st_size) == (
            self._store.facts_log.inode,
            self._store.facts_log.size,
        ):
            self._mtime_ns = stat.st_mtime_ns

    def _stat(self) -> os.stat_result | None:
        try:
            return self._files.stat(self._path)
        except FileNotFoundError:
            return None

    def _look(self) -> Seen | None:
        version, known = self._store.lines.version, len(self._store.lines)
        try:
            file = open(self._path, "rb", buffering=0)
        except FileNotFoundError:
            return None
        with file:
            stat = os.fstat(file.fileno())
            if stat.st_size == 0 and self._store.table:
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
        if stat.st_ino != store.facts_log.inode:
            self._read_old_inode(store.facts_log)
        plan = self._plan(seen.difference, batch.now)
        self._take_in(plan, seen, batch)
        store.facts_log.adopt(stat)
        self._mtime_ns = stat.st_mtime_ns
        batch.on_commit(lambda: self._publish_state(store))
        return True

    def _publish_state(self, store: FactStore) -> None:
        store.publish_state()
        self.wrote()

    def _complete(self, seen: Seen, stat: os.stat_result) -> bool:
        """Lines that we appended while the file was being read: in the reading, or behind it."""
        store, reading, difference = self._store, seen.reading, seen.difference
        own: dict[int, list[int]] = {}
        for index in range(seen.known, len(store.lines)):
            own.setdefault(store.lines.hashes[index], []).append(store.lines.owners[index])
        tail = b""
        if stat.st_size > reading.size:
            with open(self._path, "rb", buffering=0) as file:
                tail = os.pread(file.fileno(), stat.st_size - reading.size, reading.size)
        joined = _last_line_open(self._path, reading.size)
        if tail and joined:
            # The reading ended in the middle of a line: look again.
            return False
        for index in list(difference.added):
            owners = own.get(reading.hashes[index])
            if owners:
                difference.owners[index] = owners.pop(0)
                del difference.added[index]
        for raw in split_lines((tail,)):
            code = hash(raw)
            owners = own.get(code)
            reading.hashes.append(code)
            if owners:
                difference.owners.append(owners.pop(0))
            else:
                difference.owners.append(NO_FACT)
                difference.added[len(difference.owners) - 1] = raw
        # Ours that are nowhere were saved over: they count as missing lines of the old version.
        for index in range(seen.known, len(store.lines)):
            if store.lines.owners[index] in own.get(store.lines.hashes[index], ()):
                difference.missing.append(index)
        reading.size = stat.st_size
        reading.crc = checksum(tail, reading.crc)
        return True

    def archive_vanished(self) -> None:
        """Archive what a person deleted while the daemon was down (rule 6)."""
        lost, self.vanished = self.vanished, []
        if lost:
            self.run(functools.partial(self._archive_documents, lost))

    def _archive_documents(self, lost: list[Document], batch: Batch) -> None:
        store = self._store
        for doc in lost:
            if doc.key in store.table or doc.key in store.archive:
                continue
            fact = Fact(doc.key, doc.subject or "", doc.predicate or "", doc.object or "", HAND_SOURCE, doc.created)
            store.take_in(fact, State(FULL, doc.created, doc.created, 0), FULL)
            store.archive_gone(fact, DELETED_BY_HAND, batch)

    # --- what it means ------------------------------------------------------------------------------------

    def _plan(self, difference: Difference, now: int) -> Plan:
        store, plan = self._store, Plan()
        standing = set(difference.owners)
        missing = {store.lines.owners[index] for index in difference.missing} - standing - {NO_FACT}
        missing -= set(store.removed.values())
        others_gone = any(store.lines.owners[index] == NO_FACT for index in difference.missing)
        taken: set[int] = set()
        for index, raw in difference.added.items():
            if raw.strip():
                self._plan_line(plan, index, raw, missing, taken, now)
        left = missing - taken
        recent = {o for o in left if now - store.appended_at.get(o, -RECENT) < RECENT}
        something_else = bool(difference.added) or bool(left - recent) or others_gone
        plan.put_back = sorted(recent) if something_else else []
        plan.gone = sorted(left - set(plan.put_back))
        return plan

    def _plan_line(self, plan: Plan, index: int, raw: bytes, missing: set[int], taken: set[int], now: int) -> None:
        store = self._store
        try:
            line = decode_line(raw)
        except BadLine as error:
            plan.problems.append(bad_line(FACTS_PATH, index + 1, str(error)))
            return
        fact = from_line(line, now)
        by_id = store.table.ordinal(line.id) if line.id is not None else None
        if by_id is not None and by_id in missing and by_id not in taken:
            taken.add(by_id)
            self._plan_change(plan, index, raw, line, by_id)
            return
        twin = store.table.same(fact)
        if by_id is None and twin is not None:
            by_triple = store.table.ordinal(twin.id)
            if by_triple is not None and by_triple in missing and by_triple not in taken and line.id is None:
                taken.add(by_triple)
                self._plan_change(plan, index, raw, line, by_triple)
                return
        known = by_id if by_id is not None else (None if twin is None else store.table.ordinal(twin.id))
        if known is None:
            known = self._among_new(plan, fact)
        if known is not None:
            plan.repeated.append((index, known, raw))
            owner = store.table[known] if known >= 0 else None
            plan.problems.append(duplicate(index + 1, owner.id if owner is not None else fact.id))
            return
        value = FULL if line.activation is None else line.activation
        plan.new.append((index, fact, value, None if is_complete(line) else filled_in(raw, fact, value)))

    @staticmethod
    def _among_new(plan: Plan, fact: Fact) -> int | None:
        """-1 when an earlier new line of the same edit states the same."""
        from memoryd.graph.fact import same_triple

        return -1 if any(same_triple(fact, other) or fact.id == other.id for _, other, _, _ in plan.new) else None

    def _plan_change(self, plan: Plan, index: int, raw: bytes, line: FactLine, ordinal: int) -> None:
        old = self._store.table[ordinal]
        assert old is not None
        given = from_line(line, old.created)
        fact = Fact(old.id, given.subject, given.predicate, given.object, line.source or old.source, given.created)
        filled = (
            None if is_complete(line) else filled_in(raw, fact, FULL if line.activation is None else line.activation)
        )
        plan.changed.append((index, ordinal, fact, line.activation, filled))

    # --- taking it in -------------------------------------------------------------------------------------

    def _take_in(self, plan: Plan, seen: Seen, batch: Batch) -> None:
        store, owners = self._store, seen.difference.owners
        put: list[Fact] = []
        for index, ordinal, fact, activation, filled in plan.changed:
            owners[index] = ordinal
            store.table.replace(ordinal, fact)
            if activation is not None and activation != store.line_activation(ordinal):
                state = store.activations.state(ordinal)
                store.activations.put(ordinal, State(activation, batch.now, state.last_accessed, state.access_count))
                store.set_line_activation(ordinal, activation)
            put.append(fact)
            if filled is not None:
                store.filled[seen.reading.hashes[index]] = filled
        for index, fact, value, filled in plan.new:
            owners[index] = store.take_in(fact, State(value, batch.now, batch.now, 0), value)
            put.append(fact)
            if filled is not None:
                store.filled[seen.reading.hashes[index]] = filled
        for index, ordinal, raw in plan.repeated:
            owners[index] = ordinal if ordinal >= 0 else NO_FACT
            store.duplicates[seen.reading.hashes[index]] = raw
        store.lines.hashes, store.lines.owners = seen.reading.hashes, owners
        store.lines.version += 1
        store.crc = seen.reading.crc
        for ordinal in plan.gone:
            fact_gone = store.table[ordinal]
            if fact_gone is not None:
                store.archive_gone(fact_gone, DELETED_BY_HAND, batch)
        self._put_back(plan, batch)
        store.publish_documents([document(fact) for fact in put], batch)
        self._report(plan)
        if store.filled:
            batch.on_commit(store.on_rewrite_due)
        store.enforce_cap(batch)

    def _put_back(self, plan: Plan, batch: Batch) -> None:
        store = self._store
        for ordinal in plan.put_back:
            fact = store.table[ordinal]
            if fact is None:
                continue
            store.append_again(ordinal, encode_line(fact, store.line_activation(ordinal)), batch)
            plan.problems.append(
                Problem(
                    path=FACTS_PATH,
                    what=f"an editor saved over the line of {fact.id}, which was written meanwhile; it was put back",
                    action="reload the file in the editor before you save it again",
                )
            )

    def _report(self, plan: Plan) -> None:
        """Reports of moments are kept; those of lines are counted afresh from the whole file."""
        moments = [problem for problem in plan.problems if problem.line is None]
        for problem in moments:
            self._board.add("facts:moments", problem)
        self.report_lines()

    def report_lines(self) -> None:
        """Every line of the file that is no fact or repeats one."""
        store = self._store
        problems: list[Problem] = []
        suspicious = [
            index
            for index, owner in enumerate(store.lines.owners)
            if owner == NO_FACT or store.lines.hashes[index] in store.duplicates
        ]
        if suspicious:
            problems = self._explain(set(suspicious))
        self._board.set("facts:lines", problems)

    def _explain(self, suspicious: set[int]) -> list[Problem]:
        store = self._store
        problems: list[Problem] = []
        try:
            file = open(self._path, "rb")
        except FileNotFoundError:
            return problems
        with file:
            for index, line in enumerate(file):
                if index not in suspicious or not line.strip():
                    continue
                raw = line.rstrip(b"\n")
                if hash(raw) in store.duplicates:
                    owner = store.table[store.lines.owners[index]] if index < len(store.lines) else None
                    problems.append(duplicate(index + 1, owner.id if owner is not None else "a fact"))
                    continue
                try:
                    decode_line(raw)
                except BadLine as error:
                    problems.append(bad_line(FACTS_PATH, index + 1, str(error)))
        return problems

    # --- vanished files, old inodes -----------------------------------------------------------------------

    def on_foreign(self, log: AppendLog) -> None:
        """The log found the file changed before an append of ours (writer's thread)."""
        stat = self._stat()
        if stat is None or (stat.st_size == 0 and self._store.table):
            if self._store.table:
                self._restore_now(log)
            return
        if stat.st_ino != log.inode:
            self._read_old_inode(log)

    def restore(self) -> None:
        """The file is still missing or empty: write it back, and say so (rule 8)."""

        def operation(_batch: Batch) -> None:
            stat = self._stat()
            if self._store.table and (stat is None or stat.st_size == 0):
                self._restore_now(self._store.facts_log)

        self.run(operation)

    def _restore_now(self, log: AppendLog) -> None:
        store = self._store
        data = _whole(log)
        stat = replace_file(self._files, self._path, data or store.regenerate(), gid=self._gid)
        log.adopt(stat)
        self._mtime_ns = stat.st_mtime_ns
        if data is None:
            store.relearn()
        store.publish_state()
        self._board.add(
            "facts:moments",
            Problem(
                path=FACTS_PATH,
                what=f"the file had vanished or was empty; its {len(store.table)} facts were written back",
                action="use facts.archive to remove facts, and find out what removed the file",
                severity="critical",
            ),
        )

    def _read_old_inode(self, log: AppendLog) -> None:
        """An editor's rename may have come between somebody's append and our look at it."""
        offset = log.size
        rest = b""
        while block := log.read(BLOCK, offset):
            rest += block
            offset += len(block)
        self.strangers.extend(raw for raw in rest.split(b"\n") if raw.strip())

    def append_strangers(self) -> None:
        """Lines from an old inode go to the end of the present file, and are then absorbed like any edit."""
        if not self.strangers:
            return
        lines = self.strangers[:]
        del self.strangers[: len(lines)]
        self.run(lambda batch: batch.append(self._store.facts_log, b"".join(raw + b"\n" for raw in lines)))
        self.absorb()


def _whole(log: AppendLog) -> list[bytes] | None:
    """All that the held inode still has; None when it was truncated."""
    blocks: list[bytes] = []
    offset = 0
    while offset < log.size and (block := log.read(min(BLOCK, log.size - offset), offset)):
        blocks.append(block)
        offset += len(block)
    return blocks if offset == log.size and offset else None


def _last_line_open(path: str, size: int) -> bool:
    if size == 0:
        return False
    with open(path, "rb", buffering=0) as file:
        return os.pread(file.fileno(), 1, size - 1) != b"\n"
