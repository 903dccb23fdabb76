"""facts.jsonl as we know it: what stands in which line, and whether the disk is still at that version (rule 8)."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence

from memoryd.kinds.facts.lines import ForeignLines, KnownFile, Lines
from memoryd.kinds.facts.recent import RecentAppends
from memoryd.kinds.facts.recent_lines import RecentLines
from memoryd.storage.append_log import AppendLog
from memoryd.storage.files import Files
from memoryd.storage.writer import Batch


class FactsFile:
    """The lines of facts.jsonl, in the version that `known` describes. Changed by the writer thread only."""

    def __init__(self, files: Files, log: AppendLog, guard: RecentLines, on_empty: Callable[[], None]) -> None:
        """`on_empty`: the file may be missing or empty."""
        self._files = files
        self.path = log.path
        self.log = log
        self.guard = guard
        self._on_empty = on_empty
        self.lines = Lines()
        self.foreign = ForeignLines()
        self.known = KnownFile()
        self.recent = RecentAppends()
        self.filled: dict[int, bytes] = {}
        """Lines, by hash, that the next rewrite replaces: a person's line with the missing fields filled in."""
        self.duplicates: dict[int, bytes] = {}
        """Raw lines, by hash, that repeat the id or triple of another line."""
        self._staged: list[bytes] = []
        """Blocks of whole lines on their way into the file."""
        self.staged_lines = 0
        """How many lines these have: the last ones of `lines`."""
        self._edited_from: int | None = None
        """How many lines there were when an edit was noticed: later ones of ours stand behind it."""
        self._looked_for = 0

    def begin_again(self) -> None:
        """Forget what was read."""
        self.lines, self.foreign = Lines(), ForeignLines()
        self.filled, self.duplicates = {}, {}

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
        return self._edited_from is None and self.known.is_at(stat)

    def distrust(self) -> None:
        """The file was edited, and then we appended: its time says nothing any more."""
        if self._edited_from is None:
            self._edited_from = len(self.lines) - self.staged_lines

    def trust(self) -> None:
        """The file is what we know."""
        self._edited_from = None

    @property
    def lines_before_edit(self) -> int:
        """How many lines were there before an edit that was noticed, or now."""
        return len(self.lines) if self._edited_from is None else self._edited_from

    # --- our own lines ------------------------------------------------------------------------------------

    def append(self, block: bytes, ordinals: Sequence[int], batch: Batch) -> None:
        """Stage whole lines that state the facts at these ordinals, which follow each other."""
        if not self._staged:
            self._look_before_writing()
        batch.append(self.log, block)
        self._staged.append(block)
        self.staged_lines += len(ordinals)
        if len(ordinals) == 1:
            self.lines.append(block[:-1], ordinals[0])
        else:
            self.lines.extend(block[:-1].split(b"\n"), ordinals)
        self.recent.note_all(ordinals[0], ordinals[-1], batch.now)

    def _look_before_writing(self) -> None:
        """A change that came before must not pass for ours."""
        stat = self.stat()
        if self.known.size > 0 and (stat is None or not self.known.is_at(stat)):
            self.distrust()

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
        block = b"".join(self._staged)
        self.drop_staged()
        if self.known.size == 0:
            self.known.inode = self.log.inode
        self.known.extend(block)
        self.guard.keep(block)
        return True

    def note_written(self) -> None:
        """We appended: the file's time is ours. Behind the sync."""
        stat, known = self.stat(), self.known
        is_ours = stat is not None and (stat.st_ino, stat.st_size) == (known.inode, known.size)
        if self._edited_from is None and stat is not None and is_ours:
            known.mtime_ns = stat.st_mtime_ns
        if known.inode != self._looked_for:
            # A file that vanishes right after we made it was never seen by the watcher: look once ourselves.
            self._looked_for = known.inode
            self._on_empty()

    # --- lines that repeat a fact -------------------------------------------------------------------------

    def retain_duplicates(self, codes: Iterable[int]) -> None:
        """Only lines of these hashes still stand in the file."""
        if self.duplicates:
            standing = self.duplicates.keys() & set(codes)
            self.duplicates = {code: raw for code, raw in self.duplicates.items() if code in standing}
