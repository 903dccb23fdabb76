"""facts.jsonl as we know it: what stands in which line, and whether the disk is still at that version (rule 8)."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable, Sequence

from memoryd.kinds.facts.file.line_copies import Block, LineCopies
from memoryd.kinds.facts.file.lines import ForeignLines, KnownFile, Lines
from memoryd.kinds.facts.file.parted import Parted
from memoryd.kinds.facts.file.recent import RecentAppends
from memoryd.kinds.facts.model.fact import FACTS_PATH, Fact, brought_up, encode_line
from memoryd.storage.append_log import UNKNOWN, AppendLog
from memoryd.storage.batch import Batch
from memoryd.storage.being_written import BeingWritten
from memoryd.storage.files import Files
from memoryd.storage.recent_copies import KEPT
from memoryd.storage.recent_lines import StaleSaves

_NEAR = 1000
"""Lines; a look among so many takes ten microseconds."""


class FactsFile:
    """The lines of facts.jsonl, in the version that `known` describes. Changed by the writer thread only."""

    def __init__(
        self,
        files: Files,
        log: AppendLog,
        guard: LineCopies,
        being_written: BeingWritten,
        on_empty: Callable[[], None],
    ) -> None:
        """`on_empty`: the file may be missing or empty."""
        self._files = files
        self.path = log.path
        self.log = log
        self.guard = guard
        self.being_written = being_written
        self._on_empty = on_empty
        self.lines = Lines()
        self.foreign = ForeignLines()
        self.known = KnownFile()
        self.recent = RecentAppends()
        self.stale = StaleSaves()
        self.parted = Parted()
        self.leaving: dict[int, None] = {}
        """Facts whose lines somebody deleted, and which have yet to go to the archive, in order."""
        self.undecided: dict[int, bytes] = {}
        """Lines that somebody added, by index in `lines`, and which have yet to be taken in, in order."""
        self.typed = 0
        """When these were added."""
        self.awaiting: set[int] = set()
        """Facts whose changed lines are among these: they are as they were until then."""
        self.filled: dict[int, bytes] = {}
        """Lines, by hash, that the next rewrite replaces: a person's line with the missing fields filled in.

        By nothing: a line that was corrected, or the end of one of ours whose beginning an editor wrote over.
        """
        self.duplicates: dict[int, bytes] = {}
        """Raw lines, by hash, that repeat the id or triple of another line."""
        self.doubled: set[int] = set()
        """Hashes of lines of ours that stand twice, since an editor had read them before we wrote them again."""
        self._latest: dict[int, int] = {}
        """Facts that were stated again since the last rewrite, by ordinal, and the hash of their latest line."""
        self._corrected: dict[int, tuple[int, int]] = {}
        """Lines, by hash, that were corrected on request: the fact's ordinal, and when; the latest last."""
        self._staged: list[Block] = []
        """Whole lines on their way into the file."""
        self._staged_at = 0
        self.staged_lines = 0
        """How many lines these have: the last ones of `lines`."""
        self._edited_from: int | None = None
        """How many lines there were when an edit was noticed: later ones of ours stand behind it."""
        self._looked_for = 0

    def begin_again(self) -> None:
        """Forget what was read."""
        self.lines, self.foreign, self.undecided, self.awaiting = Lines(), ForeignLines(), {}, set()
        self.filled, self.duplicates, self._latest = {}, {}, {}
        self.doubled = set()

    # --- whose version it is ------------------------------------------------------------------------------

    def stat(self) -> os.stat_result | None:
        """As the file is on the disk; None when there is none."""
        try:
            return self._files.stat(self.path)
        except FileNotFoundError:
            return None

    def is_current(self) -> bool:
        """Whether the file is as our last append left it. On the writer's thread: nothing of ours is under way."""
        stat = self.stat()
        if stat is None or stat.st_size == 0:
            return not self.lines
        return not (self.parted or self.leaving or self.undecided) and self.is_unedited(stat)

    def is_unedited(self, stat: os.stat_result) -> bool:
        """Whether nobody wrote into it since it was read, though what it says may not be taken in yet."""
        return self._edited_from is None and self.known.is_at(stat)

    def leaves(self, ordinal: int, batch: Batch) -> bool:
        """The fact goes to the archive; whether its line had left before it."""
        if ordinal not in self.leaving:
            return False
        del self.leaving[ordinal]
        batch.on_abort(lambda: self.leaving.setdefault(ordinal))
        return True

    def check(self) -> None:
        """Before a request stages anything. Raises NotYet while an editor may be writing the file."""
        self.being_written.check(FACTS_PATH, self.known.stamp)

    def distrust(self) -> None:
        """The file was edited, and then we appended: its time says nothing any more."""
        if self._edited_from is None:
            self._edited_from = len(self.lines) - self.staged_lines

    def trust(self) -> None:
        """The file is what we know."""
        self._edited_from = None

    def forget(self) -> None:
        """The file has gone, and no fact with it: no write waits for an editor that is to bring it back."""
        self.lines, self.known = Lines(version=self.lines.version + 1), KnownFile()
        self.undecided, self.awaiting = {}, set()
        self.trust()

    @property
    def lines_before_edit(self) -> int:
        """How many lines were there before an edit that was noticed, or now."""
        return len(self.lines) if self._edited_from is None else self._edited_from

    # --- our own lines ------------------------------------------------------------------------------------

    def append(self, block: bytes, ordinals: Sequence[int], batch: Batch, corrects: bytes = b"") -> None:
        """Stage whole lines that state the facts at these ordinals, which follow each other."""
        batch.append(self.log, block)
        self._staged.append((block, corrects))
        self._staged_at = batch.now
        if self.leaving:
            for ordinal in ordinals:
                self.leaving.pop(ordinal, None)
        self.staged_lines += len(ordinals)
        if len(ordinals) == 1:
            self.lines.append(block[:-1], ordinals[0])
        else:
            self.lines.extend(block[:-1].split(b"\n"), ordinals)
        self.recent.note_all(ordinals[0], ordinals[-1], batch.now)

    def take_back(self) -> None:
        """The last line was not written after all."""
        self.lines.pop()

    def drop_staged(self) -> None:
        """Nothing of the batch was written."""
        self._staged, self.staged_lines = [], 0

    def note_appended(self) -> bool:
        """What was staged is on disk; whether there was anything."""
        if not self._staged:
            return False
        staged = self._staged
        block = b"".join([block for block, _ in staged])
        if self.log.stamp_behind(self.known.stamp) == UNKNOWN:
            self.distrust()  # a change that came before must not pass for ours
        self.drop_staged()
        if self.known.size == 0:
            self.known.inode = self.log.inode
        self.known.extend(block)
        self.guard.keep(staged if any(corrects for _, corrects in staged) else [(block, b"")], self._staged_at)
        return True

    def note_written(self) -> None:
        """We appended: the file's time is ours. Behind the sync."""
        known, (inode, size, mtime_ns) = self.known, self.log.stamp
        if self._edited_from is None and (inode, size) == (known.inode, known.size):
            known.mtime_ns = mtime_ns
        if known.inode != self._looked_for:
            # A file that vanishes right after we made it was never seen by the watcher: look once ourselves.
            self._looked_for = known.inode
            self._on_empty()

    def append_again(self, ordinal: int, line: bytes, batch: Batch, corrects: bytes) -> None:
        """Stage another line of a fact, which counts from now on; the next rewrite leaves out the one before.

        `corrects`: what that says.
        """
        before, code = self._latest.get(ordinal), self.code_of(ordinal)
        replaced = None if code is None else self.filled.get(code)
        self.append(line, (ordinal,), batch, corrects)
        self.stated_again(ordinal, line[:-1])
        if code is not None:
            self._correct(code, ordinal, batch)

        def abort() -> None:
            self.take_back()
            self._latest.pop(ordinal, None)
            if before is not None:
                self._latest[ordinal] = before
            if code is not None:
                self.filled.pop(code, None)
                if replaced is not None:
                    self.filled[code] = replaced

        batch.on_abort(abort)

    def _correct(self, code: int, ordinal: int, batch: Batch) -> None:
        """Keep in mind that the line was corrected now; what is too old to be asked for goes."""
        corrected = self._corrected
        before = corrected.pop(code, None)
        corrected[code] = ordinal, batch.now
        while not 0 <= batch.now - corrected[oldest := next(iter(corrected))][1] < KEPT:
            del corrected[oldest]

        def abort() -> None:
            corrected.pop(code, None)
            if before is not None:
                corrected[code] = before

        batch.on_abort(abort)

    def rewritten(self) -> None:
        """Each fact has one line again."""
        self._latest.clear()

    def restate(self, ordinal: int, fact: Fact, activation: float) -> None:
        """The fact's line is behind: the next rewrite brings it up to this; other keys of a person's stay."""
        code = self.code_of(ordinal)
        if code is not None:
            foreign = self.foreign.get(code)
            self.filled[code] = (
                encode_line(fact, activation) if foreign is None else brought_up(foreign, fact, activation)
            )

    def stated_again(self, ordinal: int, raw: bytes) -> None:
        """This later line of the fact counts; the next rewrite leaves out the one before."""
        code = self.code_of(ordinal)
        if code is None:
            self._latest[ordinal] = hash(raw)
        else:
            self.corrected(code, ordinal, hash(raw))

    def corrected(self, code: int, ordinal: int, by: int) -> None:
        """The fact's line of hash `by` counts; the next rewrite leaves out that of hash `code`."""
        self.filled[code] = b""
        self._latest[ordinal] = by
        if self.filled.get(by) == b"":
            del self.filled[by]  # the correction was taken back word for word: the line counts again

    def was_corrected(self, code: int, ordinal: int, now: int) -> bool:
        """Whether the line of that hash was the fact's, before a correction of the last 10 minutes."""
        found = self._corrected.get(code)
        return found is not None and found[0] == ordinal and 0 <= now - found[1] < KEPT

    def corrections_among(self, codes: Collection[int]) -> set[int]:
        """Facts of which the line that counts, behind one that it corrects, has one of these hashes."""
        return {ordinal for ordinal, code in self._latest.items() if code in codes}

    def code_of(self, ordinal: int) -> int | None:
        """The hash of the fact's line; lines stand about where their ordinals say."""
        owners, latest = self.lines.owners, self._latest.get(ordinal)
        if latest is not None:
            return latest
        for begin, end in ((max(0, ordinal - _NEAR), min(len(owners), ordinal + _NEAR)), (0, len(owners))):
            try:
                return self.lines.hashes[owners.index(ordinal, begin, end)]
            except ValueError:
                continue
        return None

    def retain(self, codes: Iterable[int]) -> None:
        """Only lines of these hashes still stand in the file."""
        self.retain_duplicates(codes)
        if self._latest:
            standing = set(codes)
            self._latest = {ordinal: code for ordinal, code in self._latest.items() if code in standing}

    # --- lines that repeat a fact -------------------------------------------------------------------------

    def retain_duplicates(self, codes: Iterable[int]) -> None:
        """Only lines of these hashes still stand in the file."""
        if self.duplicates:
            standing = self.duplicates.keys() & set(codes)
            self.duplicates = {code: raw for code, raw in self.duplicates.items() if code in standing}
