"""Which sessions there are, and in which files their messages stand (design §3, rule 18)."""

from __future__ import annotations

import contextlib
from collections import OrderedDict
from collections.abc import Collection, Iterable, Iterator

from memoryd.conversation.file import FileState, SessionFile
from memoryd.conversation.message import Message
from memoryd.conversation.session import Session, file_order
from memoryd.kinds.sessions.registry import SessionRegistry
from memoryd.storage.append_log import AppendLog


class KnownSessions:
    """Sessions by id, their files and archives by path; changed on the writer's thread alone, once all is loaded."""

    def __init__(self, registry: SessionRegistry) -> None:
        self.registry = registry
        self.files: dict[str, SessionFile] = {}
        self.archived: dict[str, SessionFile] = {}
        """Files past their retention, by the path that they had."""
        self._logs: OrderedDict[str, AppendLog] = OrderedDict()
        self._taken: set[str] = set()
        self._uncounted: dict[str, Session] | None = None
        """At start: sessions whose messages are counted once all files are known, not anew for each."""

    @property
    def sessions(self) -> dict[str, Session]:
        """Those that are known, by id."""
        return self.registry.sessions

    @property
    def idle_hours(self) -> float:
        """After so long without a request a session is finished."""
        return self.registry.idle_hours

    def know(self, session: Session) -> None:
        """A session of an earlier run."""
        self.sessions[session.id] = session
        if session.path is not None:
            self._taken.add(session.path)

    def are_known(self, session_ids: Iterable[str]) -> bool:
        """Whether all of these sessions are."""
        return all(each in self.sessions for each in session_ids)

    def know_file(self, file: SessionFile, *, same: bool = False) -> None:
        """A file as it was read; `same`: the lines that were known stand in it as they did."""
        old = self.files.get(file.path)
        if same:
            file.edition = 0 if old is None else old.edition
        self.files[file.path] = file
        self._taken.add(file.path)
        for session_id in {*file.counts, *(old.counts if old is not None else ())}:
            if (session := self.sessions.get(session_id)) is not None:
                self._find_in(session, file.path, is_in=session_id in file.counts)

    def _find_in(self, session: Session, path: str, *, is_in: bool) -> None:
        """The session has messages in the live file, or has none any more."""
        if session.path is None and is_in:
            session.path = path
        if is_in and session.path != path and path not in session.others:
            session.others = (*session.others, path)
        elif session.others and (session.path == path or not is_in):
            session.others = tuple(one for one in session.others if one != path)
        self._recount(session)

    def know_archive(self, file: SessionFile) -> None:
        """A file that stands in the archive from now on; a session of it that goes on gets a new one."""
        path = file.path
        self._close_file(path)
        self.archived[path] = file
        self._taken.add(path)
        for session in self.sessions.copy().values():
            self._leave(session, path)
            if session.id in file.counts or path in session.archives:
                others = {one for one in session.archives if one != path}
                here = {path} if session.id in file.counts else set()
                session.archives = tuple(sorted(others | here, key=file_order))
                self._recount(session)

    def _recount(self, session: Session) -> None:
        """How many messages it has, and no more of what was read of it."""
        session.keys = session.read = None
        if self._uncounted is not None:
            self._uncounted[session.id] = session
            return
        files = [self.archived[path] for path in session.archives]
        files += [self.files[path] for path in (*session.others, session.path) if path in self.files]
        paths = session.paths
        session.messages = max(0, sum(file.messages_of(session.id, paths) for file in files))

    @contextlib.contextmanager
    def counting_at_the_end(self) -> Iterator[None]:
        """While all files come to be known."""
        self._uncounted = {}
        try:
            yield
        finally:
            uncounted, self._uncounted = self._uncounted, None
            for session in uncounted.values():
                self._recount(session)

    def forget_file(self, path: str) -> None:
        """The file was removed."""
        self._close_file(path)
        self.archived.pop(path, None)
        for session in self.sessions.copy().values():
            if session.has(path):
                session.archives = tuple(one for one in session.archives if one != path)
                self._leave(session, path)
                self._recount(session)

    def forget_files_but(self, found: Collection[str]) -> None:
        """At start: files of which an earlier run wrote down that sessions go on in them, and which are gone."""
        for path in {session.path for session in self.sessions.values() if session.path is not None}:
            if path not in found:
                self.forget_file(path)

    @staticmethod
    def _leave(session: Session, path: str) -> None:
        """The session is not in this live file any more; it goes on in the last of the others, if there is one."""
        session.others = tuple(one for one in session.others if one != path)
        if session.path == path:
            session.path = session.others[-1] if session.others else None
            session.others = session.others[:-1]

    def _close_file(self, path: str) -> None:
        self.files.pop(path, None)
        log = self._logs.pop(path, None)
        if log is not None:
            log.close()

    def known_state(self, path: str) -> FileState | None:
        """What is known of the file, on the writer's thread."""
        file = self.files.get(path)
        if file is None:
            return None
        return file.as_known()

    def has_appended_since(self, path: str, known: FileState | None) -> bool:
        """Whether we appended to the file since `known` was asked for (in a batch of its own)."""
        return self.known_state(path) != known

    def discover(self, message: Message, path: str, heard: int) -> None:
        """Know the session of a file's message, the first of it there; it was last heard of at `heard`."""
        session = self.sessions.get(message.session_id)
        if session is None:
            session = Session(
                id=message.session_id,
                agent=message.agent,
                project=message.project,
                audience=message.audience,
                started=message.received,
                path=path,
                last_request=message.received,
            )
            self.know(session)
            self._recount(session)
            self.registry.records.heard_of(session)  # else each start has to read its files to find it
        if not session.has(path) and path in self.files:
            self._find_in(session, path, is_in=True)
        session.last_request = max(session.last_request, heard)
