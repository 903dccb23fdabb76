"""Our lines of the last minutes a second time, for when an editor saves an older file over them and we are killed.

Until the watcher has looked, such lines would be in memory only (rule 8). `.memoryd/recent-facts.jsonl` has them, too:
it is for the death of the process, not of the machine, and synced only before a removal is forgotten, so that no half
of it brings an archived fact back. A clean stop removes it.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress

import msgspec

from memoryd.kinds.facts.bad_line import BadLine
from memoryd.kinds.facts.compare import key_of
from memoryd.kinds.facts.fact import ARCHIVE_PATH, FACTS_PATH, Folded, decode_archived, decode_line
from memoryd.kinds.facts.recent import KEPT
from memoryd.storage.atomic import open_to_write
from memoryd.storage.files import Files, read_range, sync_directory, write_all
from memoryd.storage.lines import LineTooLong, split_lines
from memoryd.storage.regular import regular
from memoryd.times import SECOND
from memoryd.types import UNREADABLE

RECENT_PATH = ".memoryd/recent-facts.jsonl"
OLDER_PATH = ".memoryd/recent-facts-older.jsonl"
_MOST_BYTES = 32 * 1024 * 1024
_BLOCK = 1024 * 1024
_LEFT = b'{"left":'
_encode, _decode = msgspec.json.Encoder().encode, msgspec.json.Decoder(dict[str, str]).decode


class LineCopies:
    """The two files: lines go to one for ten minutes, then it becomes the older one."""

    def __init__(self, files: Files, root: str, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._monotonic = monotonic
        self._files = files
        self._root = root
        self._fd: int | None = None
        self._is_new = False
        """Its name is not synced."""
        self._since = 0.0
        self._size = 0

    def _path(self, relpath: str) -> str:
        return os.path.join(self._root, relpath)

    def keep(self, lines: bytes) -> None:
        """We appended these (writer's thread). A guard only: where it cannot be written, the append stands."""
        try:
            now = self._monotonic()
            if self._fd is not None and (now - self._since >= KEPT / SECOND or self._size >= _MOST_BYTES):
                self._turn()
            if self._fd is None:
                flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC
                self._fd = open_to_write(self._files, self._path(RECENT_PATH), flags)
                self._since, self._size, self._is_new = now, 0, True
            write_all(self._files, self._fd, lines)
            self._size += len(lines)
        except OSError:
            self._close()

    def left(self, fact_ids: Iterable[str]) -> None:
        """These facts have gone to the archive: only a line that we append later brings one back."""
        self.keep(b"".join(_LEFT + _encode(fact_id) + b"}\n" for fact_id in fact_ids))

    def sync(self) -> None:
        """Before nothing else tells who left: what `left` says comes through a loss of power, too."""
        if self._fd is None:
            return
        try:
            self._files.fdatasync(self._fd)
            if self._is_new:
                sync_directory(self._files, os.path.dirname(self._path(RECENT_PATH)))
                self._is_new = False
        except OSError:
            self.drop()

    def _turn(self) -> None:
        self.sync()
        if self._fd is None:
            return
        self._close()
        self._files.rename(self._path(RECENT_PATH), self._path(OLDER_PATH))

    def _close(self) -> None:
        fd, self._fd = self._fd, None
        if fd is not None:
            with suppress(OSError):
                self._files.close(fd)

    def __del__(self) -> None:
        with suppress(BaseException):  # at an exit, what closing needs may be gone already
            self._close()

    def drop(self) -> None:
        """They are not needed any more, or one of them was purged (writer's thread)."""
        self._close()
        for relpath in (RECENT_PATH, OLDER_PATH):
            with suppress(OSError):
                self._files.unlink(self._path(relpath))

    def lost(self, leaving: set[str]) -> list[bytes]:
        """At start: the lines, newline included, that no file has any more; `leaving` were removed on purpose."""
        ours = self._not_left()
        if not ours:
            return []
        missing = dict.fromkeys(ours)
        for raw in self._end_of_facts(sum(map(len, ours)) + len(ours)):  # where they stand, as a rule
            missing.pop(raw, None)
        if not missing:
            return []
        standing: list[bytes] = []
        for raw in self._lines(FACTS_PATH):
            if raw in missing:
                del missing[raw]
            standing.append(raw)
        if not missing or not standing:
            return []  # a file that is gone as a whole is restored otherwise
        known, said = _said(standing)
        # What was archived and has a line of ours behind that was restored.
        known |= leaving | (self._archived() - _ids(missing))
        found = []
        for raw in missing:
            try:
                line = decode_line(raw)
            except BadLine:
                continue  # torn: it was never acknowledged
            if line.id not in known and key_of(line) not in said:
                found.append(raw + b"\n")
                said.add(key_of(line))
        return found

    def lines(self) -> set[bytes]:
        """All of them, without newlines; a torn one is none that was acknowledged."""
        return set(self._all())

    def _all(self) -> list[bytes]:
        return [raw for relpath in (OLDER_PATH, RECENT_PATH) for raw in self._lines(relpath)]

    def _not_left(self) -> list[bytes]:
        """Our lines, without those of facts that have gone to the archive since."""
        found = self._all()
        if not any(raw.startswith(_LEFT) for raw in found):
            return found
        kept: list[bytes] = []
        left: set[str] = set()
        for raw in reversed(found):
            if raw.startswith(_LEFT):
                with suppress(*UNREADABLE):
                    left.add(_decode(raw)["left"])
            elif not _ids([raw]) & left:
                kept.append(raw)
        return kept[::-1]

    def put_back(self, lines: list[bytes]) -> None:
        """Append these to facts.jsonl, durably; at start, before it is read. Raises OSError."""
        fd = open_to_write(self._files, self._path(FACTS_PATH), os.O_RDWR | os.O_APPEND | os.O_CLOEXEC)
        try:
            size = self._files.fstat(fd).st_size
            ended = size == 0 or self._files.pread(fd, 1, size - 1) == b"\n"
            write_all(self._files, fd, (b"" if ended else b"\n") + b"".join(lines))
            self._files.fsync(fd)
        finally:
            self._files.close(fd)

    def _archived(self) -> set[str]:
        found = set()
        for raw in self._lines(ARCHIVE_PATH):
            with suppress(BadLine):
                found.add(decode_archived(raw).id or "")
        return found

    def _end_of_facts(self, size: int) -> list[bytes]:
        """The last lines of facts.jsonl, of about that size together."""
        try:
            fd = self._files.open(self._path(FACTS_PATH), os.O_RDONLY | os.O_CLOEXEC)
        except OSError:
            return []
        try:
            end = self._files.fstat(fd).st_size
            return b"".join(read_range(self._files, fd, max(0, end - size - _BLOCK), end)).split(b"\n")
        finally:
            self._files.close(fd)

    def _lines(self, relpath: str) -> Iterator[bytes]:
        try:
            file = open(self._path(relpath), "rb", buffering=0, opener=regular)
        except OSError:
            return
        with file, suppress(LineTooLong):
            yield from (raw for raw in split_lines(iter(lambda: file.read(_BLOCK), b"")) if raw.strip())


def _ids(raws: Iterable[bytes]) -> set[str]:
    found = set()
    for raw in raws:
        with suppress(BadLine):
            found.add(decode_line(raw).id or "")
    return found


def _said(standing: list[bytes]) -> tuple[set[str], set[Folded]]:
    """The ids and the statements of these lines."""
    known, said = set(), set()
    for raw in standing:
        with suppress(BadLine):
            line = decode_line(raw)
            known.add(line.id or "")
            said.add(key_of(line))
    return known, said
