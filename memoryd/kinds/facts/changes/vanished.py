"""facts.jsonl when it has vanished or was emptied: nothing is archived, it is written back and reported (rule 8)."""

from __future__ import annotations

import os
from collections.abc import Iterator

from memoryd.kinds.facts.file.facts_file import FactsFile
from memoryd.kinds.facts.file.feed import IndexFeed
from memoryd.kinds.facts.file.late_lines import LateLines
from memoryd.kinds.facts.file.lines import Lines
from memoryd.kinds.facts.known.store import FactStore
from memoryd.kinds.facts.model.decay import FULL, State
from memoryd.kinds.facts.model.fact import FACTS_PATH, encode_line, from_document
from memoryd.services import Services
from memoryd.storage.append_log import AppendLog
from memoryd.storage.atomic import identity, replace_file
from memoryd.storage.being_written import Stillness
from memoryd.storage.blocks import BLOCK, checksum
from memoryd.times import SECOND
from memoryd.types import Document, Problem

_BLANK_LIMIT = 64 * 1024
_PATIENCE = 10 * SECOND
"""Who writes on into an emptied file that ours has replaced is waited for no longer."""


class VanishedFile:
    """Writes the file back from the inode that is still open, or from memory."""

    def __init__(
        self, services: Services, store: FactStore, file: FactsFile, feed: IndexFeed, late_lines: LateLines
    ) -> None:
        self._files, self._gid, self._board = services.files, services.data.gid, services.board
        self._store = store
        self._file = file
        self._feed = feed
        self._path = file.path
        self._late_lines = late_lines
        self._emptied: list[tuple[int, Stillness]] = []
        """Descriptors of files that were emptied: the program that did it may be about to write the rest."""

    def is_blank(self, fd: int, size: int) -> bool:
        """Whether the file has nothing but white space."""
        return size == 0 or (size <= _BLANK_LIMIT and not os.pread(fd, size, 0).strip())

    def is_gone(self) -> bool:
        """Whether there is no file, or nothing in it."""
        try:
            fd = self._files.open(self._path, os.O_RDONLY)
        except FileNotFoundError:
            return True
        try:
            return self.is_blank(fd, self._files.fstat(fd).st_size)
        finally:
            self._files.close(fd)

    def write_back(self, log: AppendLog, now: int) -> None:
        """On the writer's thread: the file as it was, under its name again."""
        known = self._file.known
        self._keep_open(now)
        whole = _whole(log) if log.size == known.size and log.inode == known.inode else None
        if whole is not None:
            stat = replace_file(self._files, self._path, whole, gid=self._gid)
            known.take(stat, known.crc)
        else:
            self._regenerate()
        log.adopt(self._files.stat(self._path))
        self._feed.publish_state()
        self._report()

    def _regenerate(self) -> None:
        """Line by line from memory, in the order in which they stood; what is staged is still to be written."""
        file = self._file
        lines, crc = Lines(version=file.lines.version + 1), 0
        undecided: dict[int, bytes] = {}

        def chunks() -> Iterator[bytes]:
            nonlocal crc
            for index, raw, owner in self._standing():
                if index in file.undecided:
                    undecided[len(lines)] = raw
                lines.append(raw, owner)
                crc = checksum(raw + b"\n", crc)
                yield raw + b"\n"

        stat = replace_file(self._files, self._path, chunks(), gid=self._gid)
        staged = file.staged_lines
        if staged:
            lines.hashes.extend(file.lines.hashes[-staged:])
            lines.owners.extend(file.lines.owners[-staged:])
        file.lines, file.undecided = lines, undecided
        file.known.take(stat, crc)

    def _standing(self) -> Iterator[tuple[int, bytes, int]]:
        file = self._file
        leaving = {ordinal: fact_id for fact_id, ordinal in self._store.removed.items()}
        for index in range(len(file.lines) - file.staged_lines):
            code, owner = file.lines.hashes[index], file.lines.owners[index]
            raw = file.undecided.get(index) or file.duplicates.get(code, file.foreign.get(code))
            if raw is None:
                raw = self._line_of(owner, leaving)
            if raw is not None:
                yield index, raw, owner

    def _line_of(self, owner: int, leaving: dict[int, str]) -> bytes | None:
        store = self._store
        fact = store.table[owner]
        if fact is None and owner in leaving:
            archived = store.archive.get(leaving[owner])
            fact = None if archived is None else archived[0]
        return None if fact is None else encode_line(fact, store.line_activation(owner))[:-1]

    def write_from_index(self, lost: list[Document], states: dict[str, State], now: int) -> None:
        """At start: the whole file is gone, and the index remembers what was in it."""
        store = self._store
        self._keep_open(now)
        for doc in lost:
            fact = from_document(doc)
            ordinal = store.take_in(fact, states.get(fact.id) or State(FULL, doc.created, doc.created, 0), FULL)
            self._file.lines.append(encode_line(fact, FULL)[:-1], ordinal)
        self._regenerate()
        self._file.log.adopt(self._files.stat(self._path))
        self._report()

    def _report(self) -> None:
        what = f"the file had vanished or was empty; its {len(self._store.table)} facts were written back"
        action = "use facts.archive to remove facts, and find out what removed the file"
        self._board.happened(Problem(path=FACTS_PATH, what=what, action=action, severity="critical"))

    # --- an editor that empties the file first and writes a moment later ------------------------------------

    def _keep_open(self, now: int) -> None:
        try:
            fd = self._files.open(self._path, os.O_RDONLY)
        except OSError:
            return
        self._emptied.append((fd, Stillness(identity(self._files.fstat(fd)), now, now)))

    def read_emptied(self, now: int | None) -> bool:
        """What comes into an emptied file after ours has taken its name goes to the late lines, once it is still.

        Without `now` at once. Whether there is one that is to be looked at again, since nothing may have come yet.
        """
        for one in list(self._emptied):
            fd, stillness = one
            stat = self._files.fstat(fd)
            if now is None or not stillness.may_go_on(identity(stat), now, _PATIENCE, has_begun=stat.st_size > 0):
                self._emptied.remove(one)
                try:
                    self._late_lines.read(fd, 0)
                finally:
                    self._files.close(fd)
        return bool(self._emptied)


def _whole(log: AppendLog) -> list[bytes] | None:
    """All that the open inode still has; None when it was truncated."""
    blocks: list[bytes] = []
    offset = 0
    while offset < log.size and (block := log.read(min(BLOCK, log.size - offset), offset)):
        blocks.append(block)
        offset += len(block)
    return blocks if offset == log.size and offset else None
