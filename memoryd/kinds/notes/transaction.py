"""The desk with its files: what a batch changes is taken back whole when it fails, and seen by all when it is on disk.

What takes a batch runs on the writer's thread; `view` may be read from any.
"""

from __future__ import annotations

import copy
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import tzinfo
from typing import Any

from memoryd.kinds.notes.archive import ArchiveTable
from memoryd.kinds.notes.documents import change_between
from memoryd.kinds.notes.files import DeskFiles, KnownFiles, Staged
from memoryd.kinds.notes.memory_md import FactsSection
from memoryd.kinds.notes.state import Desk, HotSettings, split_key
from memoryd.problems import ProblemBoard, text_problems
from memoryd.storage.atomic import Identity
from memoryd.storage.files import Files
from memoryd.storage.regular import NotRegular
from memoryd.storage.trouble import mending_command
from memoryd.storage.writer import Batch
from memoryd.times import local_date
from memoryd.types import ChangeSink, Problem

Run = Callable[[Callable[[Batch], Any]], Any]


class DeskKeeper:
    """The notes with their files. `view` is the state as of the last commit: never changed, only replaced."""

    def __init__(
        self,
        root: str,
        files: Files,
        gid: int,
        settings: HotSettings,
        zone: tzinfo,
        run: Run,
        board: ProblemBoard,
        terms: Callable[[str], Iterable[str]],
        ask: Callable[[str], object],
        facts: FactsSection,
        on_written: Callable[[str, os.stat_result], object],
    ) -> None:
        """`ask` wakes the flusher; `facts` fills that section of MEMORY.md; for `on_written` see DeskFiles."""
        self.settings = settings
        self.zone = zone
        self.run = run
        self.board = board
        self.desk = Desk()
        self.view = Desk()
        self.ask = ask
        self.files = DeskFiles(root, files, gid, self.desk, facts, on_written, lambda: ask("notes:behind"))
        self.archive = ArchiveTable(terms)
        self.sink: ChangeSink | None = None
        self.needs_fresh: Callable[[str, Batch], None] = lambda relpath, batch: None
        """Takes in a file that other hands changed, before it is written (writer's thread)."""
        self.on_publish: Callable[[], None] = lambda: None
        self._before: tuple[Desk, KnownFiles] | None = None

    def read(self, relpath: str) -> tuple[bytes, Identity] | None:
        """A file's bytes and version; None when we may not read it, which health says. Raises FileNotFoundError."""
        topic = f"notes:unread:{relpath}"
        try:
            found = self.files.read(relpath)
        except FileNotFoundError:
            self.board.clear(topic)
            raise
        except NotRegular:
            self.board.clear(topic)  # the watcher says so, also when that has changed
            return None
        except OSError as error:
            self.board.set(topic, [_unread(relpath, self.files.path(relpath), error, self.files.gid)])
            return None
        self.board.set(topic, text_problems(relpath, found[0]))
        return found

    # --- batches ------------------------------------------------------------------------------------------

    def day(self, now: int) -> str:
        """Today in the configured zone."""
        return local_date(now, self.zone).isoformat()

    @contextmanager
    def changing(self, batch: Batch) -> Iterator[None]:
        """Change the desk within; if that raises, nothing has changed."""
        if self._before is None:
            self._before = self.desk.copy(), self.files.known()
            batch.append(self.files, b"")
            batch.on_commit(self._committed)
            batch.on_abort(self._aborted)
        desk, staged, known = self.desk.copy(), self._staged_copy(), self.files.known()
        added = len(self.files.staged.archived)
        try:
            yield
        except BaseException:
            self._forget_archived(added)
            self.desk.take(desk)
            self.files.recall(known)
            self.files.staged = staged
            raise

    def _staged_copy(self) -> Staged:
        staged = copy.copy(self.files.staged)
        staged.layers, staged.archived = set(staged.layers), list(staged.archived)
        staged.daily = list(staged.daily)
        return staged

    def _forget_archived(self, start: int) -> None:
        for note in self.files.staged.archived[start:]:
            self.archive.remove(note)

    def _committed(self) -> None:
        before, self._before = self._before, None
        if before is not None:
            self.publish(before[0])

    def publish(self, before: Desk) -> None:
        """What readers see, and what the index has, is the desk as it is now."""
        self.view = self.desk.copy()
        self.on_publish()
        if before.vanished.keys() != self.desk.vanished.keys():
            self.ask("notes:shadow")
        hot_layers = set(before.hot.keys() ^ self.desk.hot.keys())
        touched = {place[0] for key in hot_layers if (place := split_key(key))}
        for name in sorted({*before.layers, *self.desk.layers}):
            same = before.layers.get(name) is self.desk.layers.get(name)
            if same and name not in touched:
                continue
            self.ask("notes:shadow")
            change = None if self.sink is None else change_between(name, before, self.view)
            if change is not None and self.sink is not None:
                self.sink.apply(change)
        if before.hygiene.access != self.desk.hygiene.access or before.hygiene.hot != self.desk.hygiene.hot:
            self.ask("notes:hygiene")
        if self.files.old_inodes:
            self.ask("notes:late")

    def _aborted(self) -> None:
        before, self._before = self._before, None
        if before is not None:
            self._forget_archived(0)
            self.desk.take(before[0])
            if self.files.recall(before[1]):
                self.ask("notes:behind")
        self.files.staged = Staged()


def _unread(relpath: str, path: str, error: OSError, gid: int) -> Problem:
    return Problem(
        path=relpath,
        what=f"it cannot be read ({error.strerror}), so what it says is not known, and it is not written",
        action=f"run: {mending_command(path, gid=gid)}",
        severity="critical",
    )
