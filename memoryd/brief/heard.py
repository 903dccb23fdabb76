"""What the last sessions told, as lines: each message is read once, and what it tells is kept (rule 26)."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from datetime import tzinfo
from typing import Any, NamedTuple

from memoryd.brief.kept import Kept, Stamp, stamp_of
from memoryd.brief.telling import MOST_LETTERS, TellSections, lines_of
from memoryd.conversation.session import Session
from memoryd.conversation.transcripts import Transcripts
from memoryd.in_force.lines import Line

MOST_MESSAGES = 300
"""Of a session, the last ones."""
_MOST_LINES = 400
"""Of a session, the last ones."""
_MOST_KEPT = 512
"""Sessions whose lines are kept."""
_NOT_KEPT: Any = object()
"""By what the next messages are judged is in no file: a session that goes on after a restart is read again."""


class Read(NamedTuple):
    """A session's lines, as far as its file was read; `letters` is how much of it that was."""

    version: tuple[object, ...]
    """Of the file: another one when lines that were there have changed."""
    size: int
    last: int
    """Bytes of the file, and the last line that was read."""
    lines: tuple[Line, ...]
    letters: int
    after: Any
    """What the next messages are judged by."""
    failed: Mapping[str, str]
    """Messages of which nothing could be told, by key, and why."""
    stamp: Stamp | None
    """Of what was read, when nothing was appended meanwhile."""


class Heard:
    """Reads sessions on any thread; two that read the same one at once do it twice."""

    def __init__(
        self, sessions: Transcripts, tell: TellSections, zone: Callable[[], tzinfo], kept: Callable[[], dict[str, Kept]]
    ) -> None:
        """`kept`: what the last run knew, by session."""
        self._kept = kept
        self._sessions = sessions
        self._tell = tell
        self._zone = zone
        self._lock = threading.Lock()
        self._known: OrderedDict[tuple[str, str], Read] = OrderedDict()
        """By session and file."""
        self.changed = False
        """Something was read that is not kept yet."""

    def of(self, session: Session, pause: Callable[[], None] | None = None) -> Read:
        """What it told; of one that went on, what is new is read, with a `pause` between messages."""
        if not session.paths:  # its file has been removed meanwhile
            return Read((), 0, 0, (), 0, None, {}, None)
        *others, path = (*session.others, session.paths[-1])
        read = self._of(session, path, pause)
        if not others:
            return read
        gone = {key for each in session.paths if (file := self._sessions.files.get(each)) for key in file.removed}
        parts = [*(self._of(session, each, pause) for each in others), read]
        lines = (one for part in parts for one in part.lines if one.key not in gone)
        told = sorted(lines, key=lambda one: one.at)[-_MOST_LINES:]
        failed = {key: why for part in parts for key, why in part.failed.items()}
        return read._replace(lines=tuple(told), letters=sum(part.letters for part in parts), failed=failed)

    def unread(self, session: Session) -> int:
        """How many messages of it `of` would have to read, at most."""
        found = 0
        for path in session.paths:
            file = self._sessions.files.get(path) or self._sessions.archived.get(path)
            known = self._known.get((session.id, path))
            if file is not None:
                lines = 0 if known is None or known.after is _NOT_KEPT else known.last
                found += min(MOST_MESSAGES, max(0, file.lines - lines))
        return found

    def _of(self, session: Session, path: str, pause: Callable[[], None] | None) -> Read:
        """What it told in this file."""
        file = self._sessions.files.get(path) or self._sessions.archived.get(path)
        if file is None:
            return Read((), 0, 0, (), 0, None, {}, None)
        zone = self._zone()
        version = (path, file.edition, len(file.removed), zone)
        stamp, lines_now = stamp_of(file, zone), file.lines
        size = stamp.size
        with self._lock:
            known = self._known.get((session.id, path))
            if known is not None:
                self._known.move_to_end((session.id, path))
        if known is None and (kept := self._kept().pop(session.id, None)) is not None and kept.stamp == stamp:
            told = tuple(kept.lines)
            return self._know(
                session, path, Read(version, size, kept.last, told, kept.letters, _NOT_KEPT, kept.failed, stamp)
            )
        if known is None or known.version != version or known.size > size:
            known = None
        elif known.size == size:
            return known
        if known is None or known.after is _NOT_KEPT:
            known = Read(version, 0, max(0, lines_now - MOST_MESSAGES), (), 0, None, {}, None)
        found = self._sessions.messages_of(path, known.last + 1)
        said = [
            (key, message)
            for line, message in found
            if message.session_id == session.id and (key := f"{path}:{line}") not in file.removed
        ]
        lines, after, failed = lines_of(said, self._tell, zone, known.after, pause)
        letters = known.letters + sum(min(len(message.content), MOST_LETTERS) for _, message in said)
        # Lines that are not on the disk yet count already: what was read says how far that was.
        last = found[-1][0] if found else known.last
        told, failed = (*known.lines, *lines)[-_MOST_LINES:], {**known.failed, **failed}
        is_all = file.size == size and file.crc == stamp.crc
        self.changed = True
        read = Read(version, size, last, told, letters, after, failed, stamp if is_all else None)
        return self._know(session, path, read)

    def _know(self, session: Session, path: str, read: Read) -> Read:
        with self._lock:
            self._known[session.id, path] = read
            while len(self._known) > _MOST_KEPT:
                self._known.popitem(last=False)
        return read

    def to_keep(self, sessions: Iterable[Session]) -> dict[str, Kept]:
        """What is known of these whose files are as they were read."""
        found, zone = {}, self._zone()
        for session in sessions:
            path = session.paths[-1] if session.paths else ""
            read, file = self._known.get((session.id, path)), self._sessions.files.get(path)
            if read is None or read.stamp is None or file is None or stamp_of(file, zone) != read.stamp:
                continue
            found[session.id] = Kept(read.stamp, read.last, list(read.lines), read.letters, dict(read.failed))
        return found
