"""The backlog of the hierarchy: the messages of each session that no leaf holds yet.

What is open is known without reading much: a file whose messages are all in leaves is not read at all, and of one with
messages that wait only what the next chunks need. No request waits for a large file: each call reads a bounded piece,
`read_on` the rest.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator

import msgspec

from memoryd.config.sections import Summaries
from memoryd.conversation.file import SessionFile
from memoryd.conversation.message import Message, mark_of
from memoryd.conversation.session import Session, is_finished
from memoryd.conversation.transcripts import Transcripts
from memoryd.kinds.summaries.chunking import Chunk, Turn, next_chunk
from memoryd.kinds.summaries.node import Node, marks_text
from memoryd.kinds.summaries.scan import Scan, sources_of
from memoryd.kinds.summaries.store import SummaryStore, file_of, range_of
from memoryd.storage.regular import regular
from memoryd.times import HOUR

CALL_BYTES = 1024 * 1024
"""What one call reads at most; about 20 ms."""
CHUNKS_AHEAD = 4


class Piece(msgspec.Struct, frozen=True):
    """A chunk of one session: turns of `path`."""

    path: str
    session: Session
    turns: tuple[Turn, ...]
    chunk: Chunk

    @property
    def order(self) -> tuple[int, int, str, int]:
        """What became eligible first comes first (rule 20)."""
        return self.chunk.eligible_at, self.session.started, self.path, self.turns[0].line

    @property
    def slot(self) -> str:
        """Its place in the queue of jobs: the key of its first message."""
        return f"{self.path}:{self.turns[0].line}"

    @property
    def messages(self) -> str:
        """The marks of its messages."""
        return marks_text(turn.mark for turn in self.turns)


class Waiting(msgspec.Struct, frozen=True):
    """What no leaf holds; the tokens of `unread` bytes are not counted."""

    messages: int
    tokens: int
    unread: int


class Backlog:
    """The messages that wait to be summarised. Call it under the store's lock."""

    def __init__(self, root: str, sessions: Transcripts, store: SummaryStore) -> None:
        self._root, self._sessions, self._store = root, sessions, store
        self._scans: dict[str, Scan] = {}
        self._changes = 0
        self._budget = 0
        self._wanted: dict[str, None] = {}
        """Files whose lines are to be compared with what leaves say of them."""
        self._gone: dict[str, int] = {}
        """Leaf → the edition of its file in which its messages are not to be found."""

    # --- the next chunk -----------------------------------------------------------------------------------

    def next_pieces(self, numbers: Summaries, now: int) -> tuple[list[Piece], bool]:
        """The chunks that became eligible first, in that order, and whether more must be read before any is named.

        At most `CHUNKS_AHEAD`: so many agents work at once.
        """
        self._budget = CALL_BYTES
        window = window_of(numbers)
        first: list[Piece] = []
        for started, path in self._waiting_files():
            if len(first) == CHUNKS_AHEAD and first[-1].chunk.eligible_at <= started:
                break
            scan = self._scan(path, window)
            if scan is None:
                continue
            if not scan.is_read(window):
                return [], True
            found = (*first, *self._pieces(path, scan, numbers, now))
            first = sorted(found, key=lambda piece: piece.order)[:CHUNKS_AHEAD]
        return first, bool(self._wanted)

    def _waiting_files(self) -> list[tuple[int, str]]:
        """Files with messages that no leaf holds, or may not hold; those of the oldest sessions first."""
        self._forget_gone()
        found = []
        for path, file in self._sessions.files.copy().items():
            if path not in self._wanted and self._is_taken(file):
                continue
            sessions = (self._sessions.sessions.get(session_id) for session_id in list(file.counts))
            found.append((min((one.started for one in sessions if one is not None), default=0), path))
        return sorted(found)

    def _is_taken(self, file: SessionFile) -> bool:
        """Whether leaves hold all of it, as far as that is known without reading."""
        scan = self._scans.get(file.path)
        if scan is not None and scan.edition == file.edition and scan.settled and scan.ended:
            return not scan.turns and scan.offset == file.size
        counts = list(file.counts.items())
        return file.edition == 0 and all(self._store.count_of(file.path, one) == count for one, count in counts)

    def _forget_gone(self) -> None:
        """Drop the scans of files that are gone; where their lines stand now has to be found again."""
        known, archived = self._sessions.files, self._sessions.archived
        gone = [path for path in self._scans if path not in known]
        for path in [path for path in gone if path in archived]:
            # Leaves hold all of it, and it does not change.
            del self._scans[path]
            gone.remove(path)
        if self._changes != self._store.leaf_changes:
            self._changes = self._store.leaf_changes
            self._scans.clear()
        elif gone:
            lost = {session_id for path in gone for session_id in self._scans.pop(path).sessions}
            for path in [path for path, scan in self._scans.items() if lost & scan.sessions]:
                del self._scans[path]

    def _pieces(self, path: str, scan: Scan, numbers: Summaries, now: int) -> Iterator[Piece]:
        idle = self._sessions.idle_hours
        for session_id, turns in scan.turns.items():
            session = self._sessions.sessions.get(session_id)
            if session is None:
                continue
            finished_at = None
            if is_finished(session, now, idle):
                finished_at = session.last_request + (0 if session.ended else round(idle * HOUR))
            begin = 0
            for _ in range(CHUNKS_AHEAD):
                chunk = next_chunk(turns[begin:], numbers, finished_at)
                # A short chunk is the end of a session, so all of it must have been read.
                if chunk is None or not (scan.ended or chunk.tokens >= numbers.chunk_tokens):
                    break
                yield Piece(path, session, tuple(turns[begin : begin + chunk.length]), chunk)
                begin += chunk.length

    # --- reading ------------------------------------------------------------------------------------------

    def _scan(self, path: str, window: int) -> Scan | None:
        """The scan of a file, continued within the budget of this call; None when the file is not there."""
        file = self._sessions.files.get(path)
        if file is None:
            return None
        scan = self._scans.get(path)
        if scan is None or scan.edition != file.edition:
            scan = self._scans[path] = Scan(file, {one: self._leaves(path, one) for one in list(file.counts)})
        size = file.size
        scan.ended = scan.offset >= size and scan.settled
        if not scan.is_read(window) and self._budget > 0:
            try:
                self._read(scan, path, size, window)
            except OSError:
                # Gone or unreadable: the watcher reports it.
                self._wanted.pop(path, None)
                return None
        return scan

    def _read(self, scan: Scan, path: str, size: int, window: int) -> None:
        fd = regular(os.path.join(self._root, path), os.O_RDONLY)
        try:
            while not scan.is_read(window) and self._budget > 0:
                self._budget -= max(1, scan.read(fd, size))
        finally:
            os.close(fd)
        if scan.settled:
            self._wanted.pop(path, None)
            for leaf, (sources, messages) in scan.moves.items():
                if sources:
                    self._store.move(leaf, sources, messages)
            scan.moves.clear()

    def _leaves(self, path: str, session_id: str) -> list[Node]:
        """The leaves that may hold messages of a session in that file: its own, and those whose file is gone."""
        known = self._sessions.files, self._sessions.archived
        leaves = self._store.leaves_of(session_id)
        return [leaf for leaf in leaves if (place := file_of(leaf)) == path or not any(place in one for one in known)]

    def read_on(self, numbers: Summaries, path: str | None = None) -> bool:
        """Read the next piece of what is behind, or of one file; whether that is all."""
        self._budget = CALL_BYTES
        window = window_of(numbers)
        for each in [path] if path is not None else [one for _, one in self._waiting_files()]:
            scan = self._scan(each, window)
            if scan is not None and not scan.is_read(window):
                return False
        return True

    # --- what leaves hold ---------------------------------------------------------------------------------

    def find(self, path: str, session_id: str, marks: list[int]) -> list[Turn] | None:
        """The waiting messages of these marks; None when they do not all wait in what has been read of the file."""
        file, scan = self._sessions.files.get(path), self._scans.get(path)
        if file is None or scan is None or scan.edition != file.edition or not scan.settled:
            return None
        return scan.find(session_id, marks)

    def took(self, path: str, session_id: str, marks: Iterable[int]) -> None:
        """A leaf holds these now."""
        scan = self._scans.get(path)
        if scan is not None:
            scan.drop(session_id, marks)

    def messages(self, session_id: str, sources: Iterable[str]) -> list[Message]:
        """The messages of that session in these lines."""
        return [
            message
            for path, first, last in map(range_of, sources)
            for _, message in self._sessions.messages_of(path, first, last)
            if message.session_id == session_id
        ]

    def held(self, leaf: Node) -> list[Message] | None:
        """The messages of a leaf; None when its lines hold others now: then they are looked for later."""
        found = self.messages(leaf.session_ids[0], leaf.sources)
        if found and leaf.messages in ("", marks_text(map(mark_of, found))):
            return found
        path = file_of(leaf)
        file, scan, archived = self._sessions.files.get(path), self._scans.get(path), self._sessions.archived.get(path)
        if archived is not None:
            self._gone[leaf.id] = archived.edition
        elif file is not None and scan is not None and scan.settled and scan.edition == file.edition:
            self._gone[leaf.id] = file.edition
        elif file is not None:
            self._wanted[path] = None
        return None

    def exists(self, leaf: Node) -> bool:
        """Whether the messages of a leaf are still in its file, as far as is known."""
        path = file_of(leaf)
        file = self._sessions.files.get(path) or self._sessions.archived.get(path)
        return file is not None and self._gone.get(leaf.id) != file.edition

    # --- how much there is --------------------------------------------------------------------------------

    def has_waiting(self, path: str, numbers: Summaries) -> bool | None:
        """Whether something of the file waits; None when more of it has to be read first."""
        file = self._sessions.files.get(path)
        if file is None or self._is_taken(file):
            return False
        self._budget = CALL_BYTES
        scan = self._scan(path, window_of(numbers))
        if scan is None:
            return False
        if not scan.settled or (not scan.turns and not scan.ended):
            return None
        return bool(scan.turns)

    def waiting(self) -> Waiting:
        """What no leaf holds, counted without reading."""
        messages = tokens = unread = 0
        for _, path in self._waiting_files():
            file, scan = self._sessions.files.get(path), self._scans.get(path)
            if file is None:
                continue
            if scan is None or scan.edition != file.edition or not (scan.settled and scan.offset >= file.size):
                offset = scan.offset if scan is not None and scan.edition == file.edition else 0
                unread += file.size - offset
                messages += sum(
                    max(0, count - self._store.count_of(path, one)) for one, count in list(file.counts.items())
                )
            else:
                messages += sum(len(turns) for turns in scan.turns.values())
            tokens += 0 if scan is None or not scan.settled else scan.tokens
        return Waiting(messages, tokens, unread)


def window_of(numbers: Summaries) -> int:
    """Tokens to read ahead: some chunks, each up to twice its size, and what protects the newest."""
    return CHUNKS_AHEAD * (2 * numbers.chunk_tokens + numbers.pruning_boundary_tokens)


def lines_of(path: str, turns: Iterable[Turn]) -> tuple[str, ...]:
    """Where these turns stand."""
    return sources_of(path, [turn.line for turn in turns])
