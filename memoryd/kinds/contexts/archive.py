"""The archives of contexts: where each line stands, and what an editor saved over stands again (rules 6 and 8)."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import suppress

import msgspec

from memoryd.kinds.contexts.context import ARCHIVE_PATH, BadLine, decode_line, without_archive_keys
from memoryd.services import Services
from memoryd.storage.append_log import UNKNOWN, AppendLog
from memoryd.storage.atomic import ABSENT, Identity, current_identity
from memoryd.storage.batch import Batch
from memoryd.storage.blocks import blocks_of
from memoryd.storage.lines import split_lines
from memoryd.storage.open_logs import OpenLogs
from memoryd.storage.recent_lines import RecentLine, lost_behind, put_back, put_back_problem
from memoryd.storage.regular import NotRegular, regular
from memoryd.storage.trouble import refusal
from memoryd.times import parse_time


class Archived(msgspec.Struct, gc=False):
    """Where an archived context's last line stands, and when it was archived."""

    path: str
    offset: int
    length: int
    at: int


class _File(msgspec.Struct):
    """One archive as we know it."""

    log: AppendLog
    stamp: Identity = ABSENT
    staged: list[tuple[str, bytes]] = msgspec.field(default_factory=list)
    """(id, line) of what a batch brings, in order."""


class ContextArchive:
    """Archived contexts by id; their texts stay on the disk. Changed by the writer's thread; any may ask."""

    def __init__(self, services: Services, open_log: Callable[[str], AppendLog], open_logs: OpenLogs) -> None:
        self._path, self._recent, self._board = services.path, services.recent, services.board
        self._open_log, self._open_logs = open_log, open_logs
        self._places: dict[str, Archived] = {}
        self._files: dict[str, _File] = {}

    def __contains__(self, context_id: str) -> bool:
        return context_id in self._places

    def __iter__(self) -> Iterator[str]:
        return iter(self._places.copy())

    def place(self, context_id: str) -> Archived | None:
        """Where its line stands."""
        return self._places.get(context_id)

    def read(self, place: Archived) -> bytes:
        """The line as it stood among the active ones. Raises BadLine, and what is UNREADABLE."""
        fd = regular(self._path(place.path), os.O_RDONLY)
        try:
            return without_archive_keys(os.pread(fd, place.length, place.offset))
        finally:
            os.close(fd)

    # --- at start -----------------------------------------------------------------------------------------

    def left_over(self) -> list[str]:
        """At start: archives to which the last run wrote; they may be gone."""
        return [path for path in self._recent.paths_left() if is_archive(path)]

    def load(self, path: str, now: int) -> None:
        """Read an archive, in which what an editor saved over since our last look stands again."""
        if ours := self._recent.left_in(path, now, now):
            wanted = {one.raw for one in ours}
            lost = lost_behind(ours, {whole for raw in self._lines(path) if (whole := raw + b"\n") in wanted})
            if lost and put_back(self._file(path).log, [one.raw for one in lost]):
                self._board.happened(put_back_problem(path, len(lost)))
        self._read(path, {one.raw for one in self._recent.resume(path, now)})

    # --- writing ------------------------------------------------------------------------------------------

    def append(self, path: str, context_id: str, raw: bytes, batch: Batch) -> None:
        """Bring a line, newline included, to the archive of that path."""
        file = self._file(path)
        if not file.staged:
            file.log.check()
            self._take_in(path, batch)
        self._stage(path, context_id, raw, batch)

    def _stage(self, path: str, context_id: str, raw: bytes, batch: Batch) -> None:
        file = self._file(path)
        if not file.staged:
            batch.on_commit(lambda: self._publish(path, batch.now))
            batch.on_abort(file.staged.clear)
        batch.append(file.log, raw)
        file.staged.append((context_id, raw))

    def _publish(self, path: str, now: int) -> None:
        file = self._file(path)
        offset, lines = file.log.written_from, list[RecentLine]()
        for context_id, raw in file.staged:
            self._places[context_id] = Archived(path, offset, len(raw), now)
            lines.append(RecentLine(now, path, raw, context_id, offset))
            offset += len(raw)
        file.staged.clear()
        self._recent.note_all(lines)
        self._open_logs.used(file.log)
        file.stamp = file.log.stamp_behind(file.stamp)

    def close(self) -> None:
        """Close every log."""
        for file in self._files.values():
            file.log.close()

    # --- edits --------------------------------------------------------------------------------------------

    def absorb(self, path: str, batch: Batch) -> None:
        """The file changed: take the edit in."""
        if not self._file(path).staged:
            self._take_in(path, batch)

    def gone(self, found: Iterable[str]) -> list[str]:
        """Archives that are not among these files any more."""
        present = set(found)
        return [path for path, file in self._files.items() if path not in present and file.stamp != ABSENT]

    def _take_in(self, path: str, batch: Batch) -> None:
        """Read the file again if it is another; what an editor's older version lacks is put back."""
        file = self._file(path)
        if file.stamp == current_identity(self._path(path)):
            return
        # Where we appended behind what an editor had saved, no line of ours tells that it had seen those before.
        was_seen = file.stamp != UNKNOWN
        recent = self._recent.of(path, batch.now)
        standing = self._read(path, {one.raw for one in recent})
        lost = lost_behind(recent, standing) if was_seen else [one for one in recent if one.raw not in standing]
        self._recent.keep(path, [(raw, 0) for raw in standing], is_settled=not lost)
        for one in lost:
            self._stage(path, one.key, one.raw, batch)
        if lost:
            batch.on_commit(lambda: self._recent.settle(path))
            self._board.happened(put_back_problem(path, len(lost)))

    # --- reading ------------------------------------------------------------------------------------------

    def _file(self, path: str) -> _File:
        file = self._files.get(path)
        if file is None:
            file = self._files[path] = _File(self._open_log(path))
        return file

    def _read(self, path: str, ours: Collection[bytes]) -> set[bytes]:
        """Know where each line stands; which of ours do."""
        stamp, offset = current_identity(self._path(path)), 0
        places = {key: place for key, place in self._places.items() if place.path != path}
        standing = set[bytes]()
        for raw in self._lines(path):
            with suppress(BadLine):
                line = decode_line(raw) if raw.strip() else None
                if line is not None and line.id is not None:
                    at = parse_time(line.archived) if line.archived else 0
                    places[line.id] = Archived(path, offset, len(raw), at)
            if ours and (whole := raw + b"\n") in ours:
                standing.add(whole)
            offset += len(raw) + 1
        self._places, self._file(path).stamp = places, stamp
        return standing

    def _lines(self, path: str) -> Iterator[bytes]:
        try:
            yield from split_lines(blocks_of(self._path(path)))
        except NotRegular as error:
            raise refusal(error, self._path(path)) from error


def is_archive(relpath: str) -> bool:
    """Whether the file is an archive of contexts."""
    head, _, name = relpath.rpartition("/")
    return head == ARCHIVE_PATH and name.endswith(".jsonl")
