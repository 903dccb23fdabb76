"""A session: one run of one agent, and the pure rules about it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

import msgspec

from memoryd.conversation.file import SessionFile
from memoryd.times import HOUR, format_time, parse_time
from memoryd.types import SessionAudience

SESSIONS_PATH = "sessions"


class ReadIds(msgspec.Struct, frozen=True):
    """Keys of a session's messages that came with an id of their own, up to a line of a version of its file."""

    file: SessionFile | None
    earlier: tuple[str, ...]
    lines: int
    keys: dict[str, str]


@dataclass(slots=True)
class Session:
    """What is known of a session; times in microseconds."""

    id: str
    agent: str | None
    project: str | None
    audience: SessionAudience
    started: int
    path: str | None = None
    """Its file, once it has a message."""
    archives: tuple[str, ...] = ()
    """Its earlier files, which are archived; in order."""
    others: tuple[str, ...] = ()
    """More files that have messages of it, put there by hand or left behind when it went on in a new one."""
    last_request: int = 0
    requests: int = 0
    ended: bool = False
    messages: int = 0
    is_recorded: bool = True
    """Whether anything of it is kept: else it recalls, and leaves no trace on the disk."""
    is_unnamed: bool = False
    """Whether a name of it was purged while it went on: it is forgotten at its end, unless it has messages."""
    keys: dict[str, str] | None = field(default=None, repr=False)
    """Keys of the messages that came with an id of their own; read from the file when first asked for."""
    read: ReadIds | None = field(default=None, repr=False)
    """What was read for `keys` before the writer asked."""

    @property
    def earlier(self) -> tuple[str, ...]:
        """Its files but the one that is appended to, in order."""
        return tuple(sorted((*self.archives, *self.others), key=file_order)) if self.others else self.archives

    @property
    def paths(self) -> tuple[str, ...]:
        """All of its files, in order."""
        return self.earlier if self.path is None else (*self.earlier, self.path)

    def has(self, path: str) -> bool:
        """Whether the file is one of its own."""
        return path == self.path or path in self.others or path in self.archives


class SessionRecord(msgspec.Struct, omit_defaults=True, kw_only=True):
    """A line of `.memoryd/sessions.jsonl`; the last one of an id counts."""

    session_id: str
    started: str
    agent: str | None = None
    project: str | None = None
    audience: SessionAudience = "private"
    path: str | None = None
    ended: bool = False
    last_request: str | None = None


def record(session: Session) -> SessionRecord:
    """The session as it is kept over a restart."""
    return SessionRecord(
        session_id=session.id,
        started=format_time(session.started),
        agent=session.agent,
        project=session.project,
        audience=session.audience,
        path=session.path,
        ended=session.ended,
        last_request=format_time(session.last_request),
    )


def session_of(found: SessionRecord) -> Session:
    """A session of an earlier run. Raises ValueError for a time that is none."""
    started = parse_time(found.started)
    return Session(
        id=found.session_id,
        agent=found.agent,
        project=found.project,
        audience=found.audience,
        started=started,
        path=found.path,
        last_request=parse_time(found.last_request) if found.last_request else started,
        ended=found.ended,
    )


def is_finished(session: Session, now: int, idle_hours: float) -> bool:
    """Ended, or without a request for `idle_hours` (rule 18)."""
    return session.ended or now - session.last_request >= idle_hours * HOUR


def sees(asking: Session, other: Session) -> bool:
    """Whether a session may read another's messages: a group session only earlier ones of its project (rule 17)."""
    if asking.audience == "private" or asking.id == other.id:
        return True
    return (
        other.audience == "group"
        and asking.project is not None
        and other.project == asking.project
        and other.started <= asking.started
    )


def view(session: Session, now: int, idle_hours: float) -> dict[str, Any]:
    """The session as a reply shows it."""
    return {
        "session_id": session.id,
        "agent": session.agent,
        "project": session.project,
        "audience": session.audience,
        "started": format_time(session.started),
        "last_request": format_time(session.last_request),
        "finished": is_finished(session, now, idle_hours),
        "messages": session.messages,
        "path": session.paths[-1] if session.paths else None,
    }


_NAME = re.compile(r"(.+\d{6})-(\d{1,9})\.jsonl")


def file_order(path: str) -> tuple[str, int]:
    """Sorts the files of one session as they were begun: the second one of a second behind the first."""
    match = _NAME.fullmatch(path)
    return (match[1], int(match[2])) if match else (path.removesuffix(".jsonl"), 0)


def file_name(local_start: str, taken: set[str]) -> str:
    """`sessions/2026-05-15-143000.jsonl`, with `-2` before `.jsonl` for a second one in that second (design §3)."""
    name = f"{SESSIONS_PATH}/{local_start}.jsonl"
    number = 2
    while name in taken:
        name = f"{SESSIONS_PATH}/{local_start}-{number}.jsonl"
        number += 1
    return name
