"""The raw conversation as the hierarchy reads it: the messages of each session that no leaf holds yet."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from memoryd.sessions.session import Session, is_finished
from memoryd.sessions.store import SessionStore
from memoryd.summaries.chunking import Chunk, Rules, Turn, next_chunk, tokens_of
from memoryd.summaries.prompt import Said
from memoryd.summaries.store import Reading, range_of
from memoryd.times import HOUR


@dataclass(slots=True)
class _Scan:
    """What was read of a file: its version, and the turns of each session behind what leaves hold."""

    stamp: tuple[int, int] = (0, 0)
    lines: int = 0
    turns: dict[str, list[Turn]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Piece:
    """A chunk of one session: the turns of `path` from line `first` to `last`, behind line `after`."""

    path: str
    session: Session
    after: int
    turns: tuple[Turn, ...]
    chunk: Chunk

    @property
    def sources(self) -> list[str]:
        """The lines as ranges."""
        return [f"{self.path}:{first}-{last}" for first, last in _runs([turn.line for turn in self.turns])]


class Conversation:
    """Reads session files, each line once; call it under one lock."""

    def __init__(self, root: str, sessions: SessionStore) -> None:
        self._root = root
        self._sessions = sessions
        self._scans: dict[str, _Scan] = {}

    def pieces(self, consumed: Mapping[Reading, int], rules: Rules, now: int) -> list[Piece]:
        """The next chunk of each session that has one, what became eligible first in front."""
        found = []
        for path, session, turns in self.waiting(consumed):
            piece = self._piece(path, session, turns, consumed, rules, now)
            if piece is not None:
                found.append(piece)
        found.sort(key=lambda p: (p.chunk.eligible_at, p.session.started, p.path, p.turns[0].line))
        return found

    def waiting(
        self, consumed: Mapping[Reading, int], only: str | None = None
    ) -> Iterator[tuple[str, Session, list[Turn]]]:
        """The turns of each session that no leaf holds; of one file with `only`."""
        known = self._sessions.files.copy()
        for path in [path for path in self._scans if path not in known]:
            del self._scans[path]
        for path in sorted(known) if only is None else [only]:
            scan = self._scan(path, consumed)
            for session_id, held in list(scan.turns.items()):
                after = consumed.get((path, session_id), 0)
                turns = held
                if held and held[0].line <= after:
                    turns = scan.turns[session_id] = [turn for turn in held if turn.line > after]
                session = self._sessions.sessions.get(session_id)
                if turns and session is not None:
                    yield path, session, turns

    def _piece(
        self, path: str, session: Session, turns: list[Turn], consumed: Mapping[Reading, int], rules: Rules, now: int
    ) -> Piece | None:
        idle = self._sessions.idle_hours
        finished_at = None
        if is_finished(session, now, idle):
            finished_at = session.last_request + (0 if session.ended else round(idle * HOUR))
        chunk = next_chunk(turns, rules, finished_at)
        if chunk is None:
            return None
        after = consumed.get((path, session.id), 0)
        return Piece(path, session, after, tuple(turns[: chunk.length]), chunk)

    def _scan(self, path: str, consumed: Mapping[Reading, int]) -> _Scan:
        scan = self._scans.setdefault(path, _Scan())
        full = os.path.join(self._root, path)
        try:
            stat = os.stat(full)
        except FileNotFoundError:
            return _Scan()
        stamp = (stat.st_ino, stat.st_size)
        if stamp == scan.stamp:
            return scan
        known = self._sessions.files.get(path)
        if known is None or known.size != stat.st_size:
            # What is being written has not been acknowledged, and may yet be taken back.
            return scan
        if stamp[0] != scan.stamp[0] or stamp[1] < scan.stamp[1]:
            scan = self._scans[path] = _Scan()
        fresh: dict[str, list[Turn]] = {}
        last = scan.lines
        for line, message in self._sessions.messages_of(path, scan.lines + 1):
            last = line
            if line > consumed.get((path, message.session_id), 0):
                turn = Turn(line, message.role, tokens_of(message.content), message.received)
                fresh.setdefault(message.session_id, []).append(turn)
        if os.stat(full).st_size == stat.st_size:
            for session_id, turns in fresh.items():
                scan.turns.setdefault(session_id, []).extend(turns)
            scan.lines, scan.stamp = last, stamp
        return scan

    def said(self, sources: list[str] | tuple[str, ...], session_id: str) -> list[Said]:
        """The messages of a leaf's sources; [] when the file is no more."""
        found = []
        for source in sources:
            path, first, last = range_of(source)
            for line, message in self._sessions.messages_of(path, first):
                if line > last:
                    break
                if message.session_id == session_id:
                    found.append(Said(message.role, message.content, message.at, message.name))
        return found

    def exists(self, sources: list[str] | tuple[str, ...]) -> bool:
        """Whether the files of a leaf's sources are still there."""
        return all(range_of(source)[0] in self._sessions.files for source in sources)


def _runs(lines: list[int]) -> Iterator[tuple[int, int]]:
    """Line numbers as ranges of neighbours."""
    first = last = lines[0]
    for line in lines[1:]:
        if line != last + 1:
            yield first, last
            first = line
        last = line
    yield first, last
