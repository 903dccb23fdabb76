"""Edits of facts.jsonl made outside the daemon: read, compared with the version they extend, taken in (rule 8)."""

from __future__ import annotations

import bisect
import functools
import os
from collections.abc import Collection, Iterator
from typing import Literal

from memoryd.kinds.facts.changes.added import Seen, all_said, next_of, put_off
from memoryd.kinds.facts.changes.gone import SLICE, GoneFacts, Run
from memoryd.kinds.facts.changes.plan import ChangedFact, FileChanged, Plan, Planner
from memoryd.kinds.facts.changes.requested import FactChanges
from memoryd.kinds.facts.changes.vanished import VanishedFile
from memoryd.kinds.facts.file.facts_file import FactsFile
from memoryd.kinds.facts.file.feed import IndexFeed
from memoryd.kinds.facts.file.late_lines import LateLines
from memoryd.kinds.facts.file.lines import NO_FACT, Lines, Reading, compare
from memoryd.kinds.facts.file.load import bad_line, duplicate
from memoryd.kinds.facts.file.removals import encode_removal
from memoryd.kinds.facts.known.store import FactEvents, FactStore
from memoryd.kinds.facts.model.bad_line import BadLine
from memoryd.kinds.facts.model.decay import FULL, State
from memoryd.kinds.facts.model.fact import (
    FACTS_PATH,
    Fact,
    decode_line,
    encode_line,
    from_line,
    has_other_keys,
)
from memoryd.services import Services
from memoryd.storage.append_log import UNKNOWN, AppendLog
from memoryd.storage.atomic import ABSENT, Identity, identity
from memoryd.storage.batch import Batch
from memoryd.storage.blocks import BLOCK, blocks_of, checksum, read_between
from memoryd.storage.lines import split_lines
from memoryd.storage.recent_lines import put_back_problem
from memoryd.storage.regular import regular
from memoryd.types import Problem

TAIL_LIMIT = 4 * 1024 * 1024
ATTEMPTS = 8
_NOTICED_WITHIN = 60_000_000
"""Microseconds; a time longer ago is not when the file was edited: programs set it as they like."""
Outcome = Literal["done", "again", "empty", "waits"]


class HandEdits:
    """Takes in edits of facts.jsonl made outside the daemon. `absorb` runs on the watcher's thread."""

    def __init__(
        self,
        services: Services,
        store: FactStore,
        changes: FactChanges,
        file: FactsFile,
        feed: IndexFeed,
        removals_log: AppendLog,
        events: FactEvents,
    ) -> None:
        self._store = store
        self._changes = changes
        self._file = file
        self._feed = feed
        self._removals_log = removals_log
        self.run: Run = services.writer.run_alone
        self._board = services.board
        self._events = events
        self._emptied: Identity | None = None
        """The version of the file that has lost all but lines that we wrote into it since."""
        self._corrected: list[Fact] = []
        """What lines said before an edit that changed what they say."""
        self.late_lines = LateLines(services.files, file.path, services.board)
        self.gone = GoneFacts(store, file, feed, changes.archiving, self.run)
        self.vanished = VanishedFile(services, store, file, feed, self.late_lines)

    # --- absorbing ----------------------------------------------------------------------------------------

    def absorb(self, *, is_last: bool = False) -> Outcome:
        """Bring the facts up to what the file says; `is_last`: nobody looks again, and what stands counts.

        `empty`: it vanished or was emptied, `waits`: it may be being written; `look_again` is to follow.
        """
        for _ in range(ATTEMPTS):
            self.gone.archive_leaving()
            if self.run(lambda _batch: self._file.is_current()):
                self.append_late_lines()
                return "done"
            seen = self._look()
            is_last = is_last or self._file.being_written.has_ended(FACTS_PATH)
            is_taken_in = seen is not None and self.run(functools.partial(self._apply, seen, is_last))
            if (seen is None or self._emptied) and self.run(functools.partial(self._restore, is_last)):
                return "empty"
            if is_taken_in:
                self.gone.archive_leaving()
                self.run(self._changes.archiving.enforce_cap)
                while self.run(functools.partial(self._take_more, is_last)):
                    self.run(self._changes.archiving.enforce_cap)
                while self.run(self._settle_corrected):
                    pass
                self.report_lines()
                self.append_late_lines()
                if self._file.undecided:
                    continue  # somebody edited the file again, or we wrote it anew
                if not self._file.parted:
                    return "done"
                self._events.unfinished()
                return "waits"
        return "again"

    def finish(self) -> None:
        """The daemon ends: no longer wait for what may be being written."""
        self.vanished.read_emptied(None)
        if self._file.parted or self.late_lines:
            self.absorb(is_last=True)
        self.append_late_lines(is_last=True)

    def _settle_corrected(self, batch: Batch) -> bool:
        """Some of what was corrected; whether more is left, for which others' writes do not wait."""
        corrected, self._corrected = self._corrected[:SLICE], self._corrected[SLICE:]
        for before in corrected:
            self._changes.corrected_by_hand(before, batch)
        return bool(self._corrected)

    def _look(self) -> Seen | None:
        lines = self._file.lines
        version, known = lines.version, len(lines)
        try:
            file = open(self._file.path, "rb", buffering=0, opener=regular)
        except FileNotFoundError:
            return None
        with file:
            stat = os.fstat(file.fileno())
            if self._store.table and self.vanished.is_blank(file.fileno(), stat.st_size):
                return None
            size = crc = 0

            def blocks() -> Iterator[bytes]:
                nonlocal size, crc
                while size < stat.st_size and (block := file.read(min(BLOCK, stat.st_size - size))):
                    size += len(block)
                    crc = checksum(block, crc)
                    yield block

            reading, difference = compare(lines, known, split_lines(blocks()), self._file.undecided)
        reading.size, reading.crc = size, crc
        return Seen(version, known, identity(stat), reading, difference, all_said(difference.added))

    def _apply(self, seen: Seen, is_last: bool, batch: Batch) -> bool:
        """On the writer's thread: complete the picture with what was appended since, and take it in."""
        store, file = self._store, self._file
        stat = file.stat()
        stale = stat is None or stat.st_ino != seen.stamp[0] or file.lines.version != seen.version
        if stale or stat is None or not 0 <= stat.st_size - seen.reading.size <= TAIL_LIMIT:
            return False
        if stat.st_size == seen.stamp[1] and identity(stat) != seen.stamp:
            return False  # written in place while it was read, to the same length
        if not self._complete(seen, stat):
            return False
        if self._has_only_ours(seen):
            self._emptied = identity(stat)
            return False
        put_off(seen, store, file)
        seen.typed = _typed_at(stat, batch.now)
        return self._settle(seen, stat, is_last, batch)

    def _take_more(self, is_last: bool, batch: Batch) -> bool:
        """Some of the lines that were put off, unless the file was edited again; whether it did."""
        file = self._file
        stat = file.stat()
        if not file.undecided or stat is None or not file.is_unedited(stat):
            return False
        return self._settle(next_of(file, identity(stat)), stat, is_last, batch)

    def _settle(self, seen: Seen, stat: os.stat_result, is_last: bool, batch: Batch) -> bool:
        store, file = self._store, self._file
        raw_lines = functools.partial(self._raw_lines, seen.reading)
        try:
            plan = Planner(store, file, seen, batch.now, raw_lines).make()
        except FileChanged:
            return False
        batch.on_abort(functools.partial(file.parted.take, file.parted.facts, file.parted.owed))
        if is_last:
            file.parted.clear()
        else:
            self._wait(plan, seen, stat, batch)
        if stat.st_ino != file.log.inode:
            self._read_old_inode(file.log)
        file.log.adopt(stat)
        leaving = [one for one in plan.gone if one not in plan.ceded] if len(plan.gone) > SLICE else []
        for ordinal in plan.ceded if leaving else plan.gone:
            fact = store.table[ordinal]
            if fact is not None:
                self._changes.archiving.archive_gone(fact, batch)
        for fact_id in [*plan.revived, *plan.left, *(change.fact.id for change in plan.changed if change.revived)]:
            batch.append(self._removals_log, encode_removal(fact_id, cancelled=True))
        again = [(ordinal, raw) for ordinal in plan.put_back if (raw := self._line_of(ordinal)) is not None]
        for _, raw in again:
            file.log.note_again(raw)
            batch.append(file.log, raw)
        batch.on_commit(lambda: file.leaving.update(dict.fromkeys(leaving)))
        batch.on_commit(lambda: self._take_in(plan, seen, stat, again, batch.now))
        return True

    def _has_only_ours(self, seen: Seen) -> bool:
        """Whether somebody emptied the file, and has written nothing into it that we did not."""
        older, difference = self._file.lines_before_edit, seen.difference
        is_emptied = 0 < older == bisect.bisect_left(difference.missing, older)
        return is_emptied and bool(self._store.table) and not any(map(bytes.strip, difference.added.values()))

    def _wait(self, plan: Plan, seen: Seen, stat: os.stat_result, batch: Batch) -> None:
        """Unless others have written nothing for a moment, or write without end, nothing is lost yet."""
        file, lacks = self._file, {*plan.gone, *plan.put_back} - plan.restated - plan.ceded
        is_still = not (seen.difference.added or seen.difference.missing or seen.difference.is_reordered)
        file.parted.note(batch.now, is_still=is_still)
        is_in_place = not file.parted and stat.st_ino == file.known.inode
        if lacks and is_in_place:
            file.being_written.begin(FACTS_PATH, identity(stat))
        if lacks and (file.being_written.waits(FACTS_PATH) or not file.parted.has_ended(batch.now)):
            file.parted.take(lacks, set(plan.put_back))
            if plan.put_back:
                file.stale.note(FACTS_PATH, seen.reading.mark)
            plan.gone, plan.put_back = sorted(plan.ceded), sorted(plan.restated)
        else:
            file.parted.clear()

    def _raw_lines(self, reading: Reading, wanted: Collection[int]) -> dict[int, bytes]:
        lines = enumerate(split_lines(blocks_of(self._file.path, (), reading.size)))
        found = {index: raw for index, raw in lines if index in wanted}
        if len(found) < len(wanted) or any(hash(raw) != reading.hashes[index] for index, raw in found.items()):
            raise FileChanged
        return found

    def _line_of(self, ordinal: int) -> bytes | None:
        fact = self._store.table[ordinal]
        return None if fact is None else encode_line(fact, self._store.line_activation(ordinal))

    def _complete(self, seen: Seen, stat: os.stat_result) -> bool:
        """Lines that we appended while the file was being read: in the reading, or behind it."""
        lines, reading, difference = self._file.lines, seen.reading, seen.difference
        own: dict[int, list[int]] = {}
        for index in range(seen.known, len(lines)):
            own.setdefault(lines.hashes[index], []).append(index)
        tail = b""
        if stat.st_size > reading.size:
            tail = read_between(self._file.path, reading.size, stat.st_size)
            if reading.size and not _ends_line(self._file.path, reading.size):
                # The reading ended in the middle of a line: look again.
                return False
        for raw in split_lines((tail,)):
            difference.added[len(difference.owners)] = raw
            difference.owners.append(NO_FACT)
            reading.hashes.append(hash(raw))
        for index in list(difference.added):
            found = own.get(reading.hashes[index])
            if found:
                difference.owners[index] = lines.owners[found.pop(0)]
                del difference.added[index]
        # Ours that are nowhere were saved over: they count as missing lines of the old version.
        difference.missing.extend(sorted(index for indexes in own.values() for index in indexes))
        reading.size = stat.st_size
        reading.crc = checksum(tail, reading.crc)
        return True

    # --- taking it in -------------------------------------------------------------------------------------

    def _take_in(self, plan: Plan, seen: Seen, stat: os.stat_result, again: list[tuple[int, bytes]], now: int) -> None:
        """What was archived and put back is on disk: know the new version (writer's thread)."""
        store, file, owners, hashes = self._store, self._file, seen.difference.owners, seen.reading.hashes
        put = [self._change(change, now) for change in plan.changed]
        for change in plan.changed:
            owners[change.index] = change.ordinal
            if change.filled is not None:
                file.filled[hashes[change.index]] = change.filled
        for new in plan.new:
            owners[new.index] = store.take_in(new.fact, State(new.activation, now, now, 0), new.activation)
            put.append(new.fact)
            if new.filled is not None:
                file.filled[hashes[new.index]] = new.filled
        put += self._revive(plan, now)
        for fact_id in plan.left:
            # Whoever brings it back must not count on a line of it.
            store.removed.pop(fact_id, None)
        for repeated in plan.repeated:
            ordinal = store.table.ordinal(repeated.fact_id)
            owners[repeated.index] = store.removed.get(repeated.fact_id, NO_FACT) if ordinal is None else ordinal
            file.duplicates[hashes[repeated.index]] = repeated.raw
        for line in plan.corrected:
            ordinal = store.table.ordinal(line.fact_id)
            if ordinal is not None:
                owners[line.index] = ordinal
                file.corrected(hash(line.raw), ordinal, hash(line.by))
        for index, ordinal in (plan.older | plan.doubled).items():
            owners[index] = ordinal
        file.doubled |= {hashes[index] for index in plan.doubled}
        file.filled |= {hashes[index]: b"" for index in plan.torn}
        file.awaiting = plan.awaiting
        is_of_many = bool(seen.later or file.undecided)
        self._know(seen, stat, again, now)
        self._keep_foreign(seen)
        self._correct_again(plan, again)
        self._feed.put(put, is_of_many=is_of_many)
        self._feed.publish_state()
        if again:
            file.stale.note(FACTS_PATH, seen.reading.mark)
            self._board.happened(put_back_problem(FACTS_PATH, len(again)))
        if file.filled or plan.restated or file.doubled:
            self._events.rewrite_due()
        self._events.changed()

    def _change(self, change: ChangedFact, now: int) -> Fact:
        store, ordinal, value = self._store, change.ordinal, change.activation
        store.chains.note(change.fact.id, change.fact.validity)
        if change.revived:
            count = store.activations.state(ordinal).access_count
            store.forgotten.discard(change.fact.id)
            store.put_back(change.fact, ordinal, State(FULL if value is None else value, now, now, count))
            store.set_line_activation(ordinal, FULL if value is None else value)
            return change.fact
        before = store.table[ordinal]
        if before is not None:
            self._corrected.append(before)
        store.table.replace(ordinal, change.fact)
        store.single.note(change.fact, ordinal)
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
                store.forgotten.discard(fact_id)
                store.put_back(known[0], ordinal, State(FULL, now, now, known[1].access_count))
                back.append(known[0])
        return back

    def _know(self, seen: Seen, stat: os.stat_result, again: list[tuple[int, bytes]], now: int) -> None:
        file = self._file
        lines = Lines(seen.reading.hashes, seen.difference.owners, file.lines.version + 1)
        file.known.take(stat, seen.reading.crc)
        for ordinal, raw in again:
            lines.append(raw[:-1], ordinal)
            file.recent.note(ordinal, now)
            file.known.extend(raw)
        file.lines, file.undecided, file.typed = lines, seen.later, seen.typed
        for index in seen.difference.added:
            file.undecided.pop(index, None)
        file.trust()
        if again and file.log.stamp_behind(identity(stat)) == UNKNOWN:
            file.distrust()
        elif again:
            file.note_written()

    def _keep_foreign(self, seen: Seen) -> None:
        file, difference = self._file, seen.difference
        if difference.missing:
            file.foreign.retain(seen.reading.hashes)
            file.retain(seen.reading.hashes)
        for index, raw in difference.added.items():
            if seen.reading.hashes[index] in file.filled:
                file.foreign.keep_always(raw)
            elif seen.reading.hashes[index] not in file.duplicates:
                file.foreign.keep(raw, difference.owners[index])

    def _correct_again(self, plan: Plan, again: list[tuple[int, bytes]]) -> None:
        for ordinal, raw in again:
            if ordinal in plan.restated:
                self._file.stated_again(ordinal, raw[:-1])

    # --- reports ------------------------------------------------------------------------------------------

    def report_lines(self) -> None:
        """Every line of the file that is no fact or repeats one."""
        file, lines = self._file, self._file.lines
        first: set[int] = set()
        suspicious: dict[int, int] = {}
        for index in range(len(lines)):
            owner = lines.owners[index]
            if owner == NO_FACT and file.filled.get(lines.hashes[index]) != b"":
                suspicious[index] = owner
            elif file.duplicates and lines.hashes[index] in file.duplicates:
                if owner in first:
                    suspicious[index] = owner
                first.add(owner)
            elif file.duplicates:
                first.add(owner)
        self._board.set("facts:lines", self._explain(suspicious) if suspicious else [])

    def _explain(self, suspicious: dict[int, int]) -> list[Problem]:
        problems: list[Problem] = []
        try:
            file = open(self._file.path, "rb", opener=regular)
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
        self._file.distrust()
        stat = self._file.stat()
        if stat is None or stat.st_size == 0:
            if self._store.table and not self._is_waited_for(stat):
                self._events.unfinished()
            return
        if stat.st_ino != log.inode:
            self._read_old_inode(log)

    def _is_waited_for(self, stat: os.stat_result | None) -> bool:
        return self._file.being_written.begin(FACTS_PATH, ABSENT if stat is None else identity(stat))

    def _restore(self, is_last: bool, batch: Batch) -> bool:
        """Write a file back that is gone or emptied, if nobody is writing it; whether it is one (rule 8)."""
        emptied, self._emptied, stat = self._emptied, None, self._file.stat()
        if not self.vanished.is_gone() and (stat is None or identity(stat) != emptied):
            return False
        if not self._store.table:
            self._file.forget()
        elif not self._is_waited_for(stat):
            if is_last:
                self.vanished.write_back(self._file.log, batch.now)
                self._file.trust()
            self._events.unfinished()
        return True

    def look_again(self) -> Outcome:
        """What may have been half written, or may have vanished, a second ago."""
        if self.vanished.read_emptied(self._file.being_written.now()):
            self._events.unfinished()
        return self.absorb()

    def _read_old_inode(self, log: AppendLog) -> None:
        """An editor's rename may have come between an append by others and our look at it."""
        log.read_behind(self.late_lines.read)

    def append_late_lines(self, *, is_last: bool = False) -> None:
        """Lines from an old inode go to the end of the present file, and are then absorbed like any edit.

        Not before what stands there is known, since whoever saved it may have read them; `is_last`: nobody looks again.
        """
        if not self.late_lines or self._file.being_written.waits(FACTS_PATH):
            return
        lines = self.run(lambda _batch: self.late_lines.take() if is_last or self._file.is_current() else [])
        if not lines:
            self._events.unfinished()
            return
        standing = set(self._file.lines.hashes)
        missed = [raw for raw in lines if hash(raw) not in standing and not self._stands(raw)]
        if missed:
            data = b"".join(raw + b"\n" for raw in missed)
            try:
                self.run(lambda batch: batch.append(self._file.log, data))
            except BaseException:
                self.late_lines.give_back(missed)
                raise
            self.absorb()

    def _stands(self, raw: bytes) -> bool:
        """Whether a line says what is known already: it was written anew meanwhile, in our way."""
        try:
            line = decode_line(raw)
        except BadLine:
            return False
        known = self._store.table.get(line.id) if line.id else None
        return known is not None and from_line(line, known.created, known) == known and not has_other_keys(raw)


def _typed_at(stat: os.stat_result, now: int) -> int:
    """When a file was edited that is looked at now: a purge in between is behind that."""
    edited = stat.st_mtime_ns // 1000
    return edited if now - _NOTICED_WITHIN <= edited < now else now


def _ends_line(path: str, size: int) -> bool:
    with open(path, "rb", buffering=0, opener=regular) as file:
        return os.pread(file.fileno(), 1, size - 1) == b"\n"
