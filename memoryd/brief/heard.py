"""What the last sessions told, as lines: each message is read once, and what it tells is kept (rule 26)."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping
from datetime import tzinfo
from typing import Any, NamedTuple

from memoryd.brief.lines import Line
from memoryd.brief.telling import MOST_LETTERS, TellSections, lines_of
from memoryd.conversation.session import Session
from memoryd.conversation.transcripts import Transcripts

MOST_MESSAGES = 300
"""Of a session, the last ones."""
_MOST_LINES = 400
"""Of a session, the last ones."""
_MOST_KEPT = 512
"""Sessions whose lines are kept."""


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


class Heard:
    """Reads sessions on any thread; two that read the same one at once do it twice."""

    def __init__(self, sessions: Transcripts, tell: TellSections, zone: Callable[[], tzinfo]) -> None:
        self._sessions = sessions
        self._tell = tell
        self._zone = zone
        self._lock = threading.Lock()
        self._known: OrderedDict[str, Read] = OrderedDict()

    def of(self, session: Session, pause: Callable[[], None] | None = None) -> Read:
        """What it told; of one that went on, what is new is read, with a `pause` between messages."""
        path = session.paths[-1]
        file = self._sessions.files.get(path) or self._sessions.archived.get(path)
        if file is None:
            return Read((), 0, 0, (), 0, None, {})
        zone = self._zone()
        version = (path, file.edition, len(file.removed), zone)
        size, lines_now = file.size, file.lines
        with self._lock:
            known = self._known.get(session.id)
            if known is not None:
                self._known.move_to_end(session.id)
        if known is None or known.version != version or known.size > size:
            known = Read(version, 0, max(0, lines_now - MOST_MESSAGES), (), 0, None, {})
        elif known.size == size:
            return known
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
        read = Read(
            version, size, last, (*known.lines, *lines)[-_MOST_LINES:], letters, after, {**known.failed, **failed}
        )
        with self._lock:
            self._known[session.id] = read
            while len(self._known) > _MOST_KEPT:
                self._known.popitem(last=False)
        return read
