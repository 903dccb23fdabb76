"""What is known of sessions beside their messages, kept over a restart in `.memoryd/sessions.jsonl`."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping

import msgspec

from memoryd.conversation.session import Session, SessionRecord, record, session_of
from memoryd.storage.append_log import AppendLog
from memoryd.storage.batch import Batch
from memoryd.types import UNREADABLE


class SessionRecords:
    """Writes the log for the sessions of a store. Methods that take a batch run on the writer thread."""

    def __init__(self, log: AppendLog, sessions: Mapping[str, Session], on_request: Callable[[], object]) -> None:
        """`on_request`: `keep_requests` is to be called soon."""
        self._log = log
        self._sessions = sessions
        self._on_request = on_request
        self._lines = 0
        self._unwritten: dict[str, None] = {}
        """Sessions whose last request is not in the log yet."""

    def read(self, data: bytes) -> Iterator[Session]:
        """The sessions of an earlier run; the last one of an id counts."""
        decode = msgspec.json.Decoder(SessionRecord).decode
        for raw in data.split(b"\n"):
            if not raw.strip():
                continue
            self._lines += 1
            try:
                yield session_of(decode(raw))
            except (*UNREADABLE, ValueError):
                continue

    def keep(self, session: Session, batch: Batch) -> None:
        """Write down what is known of a session, unless it is not recorded."""
        if not session.is_recorded:
            return
        self._lines += 1
        batch.append(self._log, msgspec.json.encode(record(session)) + b"\n")

    def heard_of(self, session: Session) -> None:
        """A request came within the session; that is written down later."""
        if session.is_recorded and session.id not in self._unwritten:
            self._unwritten[session.id] = None
            self._on_request()

    def keep_requests(self, batch: Batch) -> None:
        """Write down when each session was last heard of, so that a restart does not take it for finished."""
        unwritten, self._unwritten = self._unwritten, {}
        for session_id in unwritten:
            session = self._sessions.get(session_id)
            if session is not None:
                self.keep(session, batch)
        batch.on_abort(lambda: self._unwritten.update(unwritten))

    def are_long(self, spare: int) -> bool:
        """Whether most lines, and at least `spare`, are out of date."""
        return self._lines > 2 * len(self._sessions) + spare

    def rewrite(self, replace: Callable[[list[bytes]], os.stat_result]) -> None:
        """One line a session; `replace` makes them the log's content. In a batch of its own, or before any."""
        kept = (session for session in dict(self._sessions).values() if session.is_recorded)
        rows = [msgspec.json.encode(record(session)) + b"\n" for session in kept]
        self._log.adopt(replace(rows))
        self._lines = len(rows)
