"""Messages on `sessions/*.jsonl` (design §3, rule 18).

Methods that take a batch run on the writer thread; the others may run on any thread.
"""

from __future__ import annotations

import itertools
import os
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import Any

import msgspec

from memoryd.acting import Actor, actor
from memoryd.conversation.file import SessionFile, read_range
from memoryd.conversation.message import Message, decode_line, document, encode_line, encode_removal
from memoryd.conversation.session import ReadIds, Session, file_name
from memoryd.kinds.sessions.known import KnownSessions
from memoryd.kinds.sessions.place import Copies, Place, Standing
from memoryd.kinds.sessions.reading import MessageReader
from memoryd.kinds.sessions.registry import SessionRegistry
from memoryd.services import Services
from memoryd.storage import beneath
from memoryd.storage.append_log import UNKNOWN, AppendLog
from memoryd.storage.atomic import identity
from memoryd.storage.batch import Batch
from memoryd.storage.recent_lines import RecentLine
from memoryd.times import local_datetime
from memoryd.types import Change, Document, Role

OPEN_LOGS = 64
_LOOKED_AT = 16
"""How many of the last messages are read for one that takes the last one out: others may do so meanwhile."""
"""Relative path → its append log."""


class _Entry(msgspec.Struct):
    """One staged message: its line, and where its key was written down."""

    raw: bytes
    document: Document
    session: Session
    keys: list[str]
    place: int
    by: Actor
    among: int


class _TakenOut(msgspec.Struct):
    """One staged line that takes a message out."""

    raw: bytes
    key: str
    session: Session
    by: Actor


class _Staged:
    """What one batch appends to one file, published when it is on disk."""

    def __init__(self) -> None:
        self.entries: list[_Entry | _TakenOut] = []


class SessionStore(KnownSessions):
    """The messages of sessions on disk."""

    def __init__(
        self, services: Services, registry: SessionRegistry, absorb_edit: Callable[[str, int, Batch | None], object]
    ) -> None:
        """`absorb_edit` reads a file that was edited outside the daemon, at once, on the writer thread (path, now); in
        the batch, if there is one, it puts back what an editor saved over."""
        super().__init__(registry)
        self._root, self._open_log, self._zone = services.root, services.log, services.settings.zone
        self._reader = MessageReader(services.root, self.files, self.archived)
        self._staged: dict[str, _Staged] = {}
        self._sink = services.index
        self._absorb_edit, self._being_written = absorb_edit, services.being_written
        self.recent = services.recent

    # --- messages -----------------------------------------------------------------------------------------

    def append(self, session_id: str, messages: Sequence[Message], batch: Batch, among: int = 0) -> dict[str, Any]:
        """Append messages durably; one whose id the session has already is not appended again (design §5).

        `among`: how many the request has that these are of.
        """
        session = self.registry.require(session_id)
        if not session.is_recorded:
            return {"appended": 0, "keys": []}
        path = self._path(session, batch)
        known = self._known_ids(session) if any(message.id is not None for message in messages) else {}
        keys: list[str] = []
        appended = 0
        for message in messages:
            if message.id is not None and message.id in known:
                keys.append(known[message.id])
                continue
            self._append_one(session, path, message, keys, known, batch, among)
            appended += 1
        if session.ended:
            self.registry.set_ended(session, False, batch)
        return {"appended": appended, "keys": keys}

    def _append_one(
        self,
        session: Session,
        path: str,
        message: Message,
        keys: list[str],
        known: dict[str, str],
        batch: Batch,
        among: int,
    ) -> None:
        file = self.files[path]
        raw = encode_line(message)
        batch.append(self.log(path), raw)
        file.lines += 1
        session.messages += 1
        file.count(message)
        batch.on_abort(lambda: self._take_back(session, file))
        doc = document(message, path, file.lines)
        entry = _Entry(raw, doc, session, keys, len(keys), actor(), among)
        self._stage(path, batch).entries.append(entry)
        keys.append(doc.key)
        if message.id is not None:
            self._remember_id(known, message.id, doc.key, batch)

    def _take_back(self, session: Session, file: SessionFile) -> None:
        file.lines -= 1
        session.messages -= 1
        file.counts[session.id] -= 1

    @staticmethod
    def _remember_id(known: dict[str, str], message_id: str, key: str, batch: Batch) -> None:
        known[message_id] = key

        def undo() -> None:
            known.pop(message_id, None)

        batch.on_abort(undo)

    def _path(self, session: Session, batch: Batch) -> str:
        while (path := session.path) is not None:
            self._absorb_if_edited(path, batch)
            file = self.files.get(path)  # None: what was put back stands in another one already
            if path in self._staged or (file is not None and file.size):
                return path
            # Its file was removed or emptied: a line in it would have the key of one that is gone.
            self.forget_file(path)
        return self._new_path(session, batch)

    def _new_path(self, session: Session, batch: Batch) -> str:
        local = local_datetime(session.started, self._zone).strftime("%Y-%m-%d-%H%M%S")
        path = file_name(local, self._taken)
        self._taken.add(path)
        self.files[path] = SessionFile(path)
        session.path = path
        self.registry.records.keep(session, batch)
        batch.on_abort(lambda: self._take_back_path(session, path))
        self._absorb_if_edited(path, batch)
        return path

    def _take_back_path(self, session: Session, path: str) -> None:
        session.path = None
        self._taken.discard(path)
        self.files.pop(path, None)
        log = self._logs.pop(path, None)
        if log is not None:
            log.close()

    def _absorb_if_edited(self, path: str, batch: Batch) -> None:
        """Count the lines of an edited file again before ours get their numbers."""
        if path in self._staged:
            return
        self._being_written.check_replaced(path)
        if not self.is_unedited(path):
            self._absorb_edit(path, batch.now, batch)

    def is_unedited(self, path: str) -> bool:
        """Whether the file is as our last append left it."""
        file = self.files.get(path)
        if file is None:
            return False
        try:
            stat = beneath.stat(os.path.join(self._root, path))
        except FileNotFoundError:
            return file.size == 0
        return identity(stat) == file.stamp

    def log(self, path: str) -> AppendLog:
        """The log of the file."""
        log = self._logs.get(path)
        if log is None:
            log = self._logs[path] = self._open_log(path)
            self._close_idle()
        self._logs.move_to_end(path)
        return log

    def _close_idle(self) -> None:
        for path in list(self._logs)[: max(0, len(self._logs) - OPEN_LOGS)]:
            if path not in self._staged:
                self._logs.pop(path).close()

    def knows_ids(self, session_id: str) -> bool:
        """Whether `read_ids` has nothing to read; on any thread."""
        session = self.sessions.get(session_id)
        return (
            session is None
            or session.keys is not None
            or not session.messages
            or _is_of(session.read, session, self._file_of(session))
        )

    def read_ids(self, session_id: str) -> None:
        """Look up the keys of the session's messages before the writer needs them; on any thread but the writer's."""
        if self.knows_ids(session_id):
            return
        session = self.registry.require(session_id)
        file = self._file_of(session)
        lines, earlier = 0 if file is None else file.lines, session.earlier
        keys = self._ids(session, earlier)
        if session.path is not None:
            keys = self._ids(session, (session.path,), 1, lines) | keys
        session.read = ReadIds(file, earlier, lines, keys)

    def _known_ids(self, session: Session) -> dict[str, str]:
        if session.keys is None:
            keys: dict[str, str] = {}
            if session.messages:
                read, file = session.read, self._file_of(session)
                if read is not None and _is_of(read, session, file):
                    # The writer has little left to read.
                    left = () if session.path is None else (session.path,)
                    keys = self._ids(session, left, read.lines + 1) | read.keys
                else:
                    keys = self._ids(session, session.paths)
            session.keys, session.read = keys, None
        return session.keys

    def _file_of(self, session: Session) -> SessionFile | None:
        return None if session.path is None else self.files.get(session.path)

    def _ids(
        self, session: Session, paths: Iterable[str], first_line: int = 1, last_line: int | None = None
    ) -> dict[str, str]:
        keys: dict[str, str] = {}
        gone = self.removed(session)
        for path in paths:
            for line, message in self.messages_of(path, first_line, last_line):
                is_its = message.id is not None and message.session_id == session.id
                if is_its and (key := f"{path}:{line}") not in gone:
                    keys.setdefault(str(message.id), key)
        return keys

    def messages_of(self, path: str, first_line: int = 1, last_line: int | None = None) -> list[tuple[int, Message]]:
        """The messages between two lines of a file, each with its line number; other lines are passed over."""
        return [(place.line, place.message) for place in self._reader.between(path, first_line, last_line)]

    def said_in(self, path: str) -> Iterator[Message]:
        """What the file says, one after the other; on any thread."""
        return (place.message for place in self._reader.places((path,)))

    def removed(self, session: Session | None = None) -> set[str]:
        """Keys of messages that were taken out of a session, or of all."""
        return self._reader.removed((*self.archived.copy(), *self.files.copy()) if session is None else session.paths)

    def read(
        self,
        session_id: str,
        limit: int,
        after: str | None,
        last: int | None = None,
        roles: Collection[Role] | None = None,
    ) -> dict[str, Any]:
        """A page of the session's messages in the order in which they were received, or the last of them."""
        return self._reader.page(self.registry.require(session_id), limit, after, last, roles)

    # --- taking out ---------------------------------------------------------------------------------------

    def look_at_last(self, session_id: str) -> Standing:
        """Its last messages, before the writer needs them; on any thread."""
        return self._look(session_id, _LOOKED_AT)

    def look_at_all(self, session_id: str) -> Standing:
        """Its messages, before the writer needs them; on any thread."""
        return self._look(session_id, None)

    def _look(self, session_id: str, last: int | None) -> Standing:
        session = self.registry.require(session_id)
        files = {path: self._version_of(path) for path in session.paths}
        return Standing(files, self._reader.standing(session, last), last is None)

    def take_out_last(self, session_id: str, seen: Standing, batch: Batch) -> Place | None:
        """Take the last message out of the session; its line stays, and says that no more (design §3)."""
        found = self._take_out(session_id, seen, batch)
        return found[0][0] if found else None

    def take_out_all(self, session_id: str, seen: Standing, batch: Batch) -> int:
        """Take every message out of the session; how many lines say that no more."""
        return sum(map(len, self._take_out(session_id, seen, batch)))

    def _take_out(self, session_id: str, seen: Standing, batch: Batch) -> list[Copies]:
        session = self.registry.require(session_id)
        path = "" if session.path is None else self._path(session, batch)
        standing = self._still_standing(session, path, seen)
        found = standing if seen.is_all else standing[-1:]
        for place in itertools.chain.from_iterable(found):
            self.take_out_place(session, place, batch)
        return found

    def _still_standing(self, session: Session, path: str, seen: Standing) -> list[Copies]:
        """What was seen and what we appended since; all anew where somebody else changed its files."""
        said = (one for one in self._staged_in(path) if isinstance(one, _Entry) and one.session is session)
        waiting = [(Place(path, one.document.line, decode_line(one.raw.rstrip())),) for one in said]
        gone = [file.removed for path in session.paths if (file := self._version_of(path)[0]) and file.removed]

        def stands(copies: Copies) -> bool:
            if any(one.message.session_id != session.id for one in copies):
                return False
            return not any(one.key in keys for one in copies for keys in gone)

        if self._is_as_seen(session, seen):
            if seen.is_rest:
                return [*filter(stands, seen.messages)]
            known = {one.key for copies in seen.messages for one in copies}
            new = ((one,) for one in self._appended_since(session, seen) if one.key not in known)
            found = [*filter(stands, (*seen.messages, *new, *waiting))]
            if found or seen.is_all:
                return found
        return [*self._reader.standing(session, None if seen.is_all else 1), *filter(stands, waiting)]

    def _appended_since(self, session: Session, seen: Standing) -> Iterator[Place]:
        for path in session.paths:
            (file, size), (_, begin) = self._version_of(path), seen.files[path]
            if file is not None and size > begin:
                yield from self._reader.appended(path, begin, size, file.lines - len(self._staged_in(path)))

    def _is_as_seen(self, session: Session, seen: Standing) -> bool:
        """Whether it has the same files, and we alone wrote to them since."""
        versions = ((file, self._version_of(path)[0]) for path, (file, _) in seen.files.items())
        return {*session.paths} == seen.files.keys() and all(before is now for before, now in versions)

    def _version_of(self, path: str) -> tuple[SessionFile | None, int]:
        file = self.files.get(path) or self.archived.get(path)
        return file, 0 if file is None else file.size

    def take_out_place(self, session: Session, place: Place, batch: Batch) -> None:
        """Take this message out of its session."""
        path = self._path(session, batch)
        file, key = self.files[path], place.key
        raw = encode_removal(key, place.message, batch.now)
        batch.append(self.log(path), raw)
        file.lines += 1
        file.removed.add(key)
        session.messages -= 1
        file.counts[session.id] = file.counts.get(session.id, 0) - 1
        entry = _TakenOut(raw, key, session, actor())
        batch.on_abort(lambda: self._put_back(file, entry))
        self._stage(path, batch).entries.append(entry)
        keys, message_id = session.keys, place.message.id
        session.read = None
        if keys is not None and message_id is not None and keys.pop(message_id, None) is not None:
            batch.on_abort(lambda: keys.__setitem__(message_id, key))

    def _put_back(self, file: SessionFile, entry: _TakenOut) -> None:
        file.lines -= 1
        file.removed.discard(entry.key)
        entry.session.messages += 1
        file.counts[entry.session.id] += 1

    # --- the batch ----------------------------------------------------------------------------------------

    def _staged_in(self, path: str) -> list[_Entry | _TakenOut]:
        staged = self._staged.get(path)
        return [] if staged is None else staged.entries

    def _stage(self, path: str, batch: Batch) -> _Staged:
        staged = self._staged.get(path)
        if staged is None:
            staged = self._staged[path] = _Staged()
            batch.on_commit(lambda: self._publish(path, batch.now))
            batch.on_abort(lambda: self._forget(path))
        return staged

    def _forget(self, path: str) -> None:
        self._staged.pop(path, None)

    def _publish(self, path: str, now: int) -> None:
        staged = self._staged.pop(path, None)
        if staged is None:
            return
        file, log = self.files[path], self.log(path)
        offset = log.written_from
        lines = []
        for entry in staged.entries:
            key = entry.document.key if isinstance(entry, _Entry) else ""
            lines.append(RecentLine(now, path, entry.raw, key, offset))
            offset += len(entry.raw)
        self.recent.note_all(lines)
        stamp = log.stamp_behind(file.stamp)
        if file.size != log.written_from or stamp == UNKNOWN:
            self._find_misplaced(path, file, staged.entries, now)
            return
        for entry in staged.entries:
            file.appended(entry.raw)
        said = [entry for entry in staged.entries if isinstance(entry, _Entry)]
        file.received = max(file.received, *(entry.document.created for entry in said), 0)
        file.inode, _, file.mtime_ns = stamp
        documents = [entry.document for entry in said]
        by = {entry.document.key: entry.by for entry in said}
        gone = {entry.key: entry.by for entry in staged.entries if isinstance(entry, _TakenOut)}
        state = file.state()
        if documents:
            kept = None if gone else state
            among = max(entry.among for entry in said)
            self._sink.apply(Change(source=path, put=documents, state=kept, fresh=True, by=by, among=among))
        if gone:
            self._sink.apply(Change(source=path, remove=list(gone), state=state, kind="message", by=gone))

    def _find_misplaced(self, path: str, file: SessionFile, entries: list[_Entry | _TakenOut], now: int) -> None:
        """The file was edited right before our append: our lines stand further on than was thought."""
        for each in reversed(entries):
            if isinstance(each, _TakenOut):
                self._put_back(file, each)
            else:
                self._take_back(each.session, file)
        first = file.lines + 1
        self._absorb_edit(path, now, None)
        waiting = (each for each in entries if isinstance(each, _Entry))
        entry: _Entry | None = next(waiting, None)
        for number, raw in read_range(self._root, path, first):
            if entry is None:
                return
            if raw == entry.raw.rstrip(b"\n"):
                entry.keys[entry.place] = f"{path}:{number}"
                entry = next(waiting, None)

    def close(self) -> None:
        """Close every log."""
        for log in self._logs.values():
            log.close()
        self._logs.clear()


def _is_of(read: ReadIds | None, session: Session, file: SessionFile | None) -> bool:
    """Whether that was read of these files."""
    return read is not None and read.file is file and read.earlier == session.earlier
