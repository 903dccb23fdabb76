"""What the methods work on, and the two questions that every one of them asks: who asks, and what is the time."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import tzinfo
from typing import Annotated, Any, Protocol, TypedDict, TypeVar

import msgspec

from memoryd import secrets
from memoryd.clock import Clock
from memoryd.config import Config
from memoryd.conversation.session import Session
from memoryd.errors import InvalidParams, PermissionDenied, TooLarge
from memoryd.jobs.queue import JobQueue
from memoryd.kinds.contexts.store import ContextStore
from memoryd.kinds.facts.store import FactStore
from memoryd.kinds.notes.notes import Notes
from memoryd.kinds.sessions.store import SessionStore
from memoryd.kinds.summaries.compression import Compression
from memoryd.maintenance.report import HealthReport
from memoryd.maintenance.runner import Nights
from memoryd.problems import ProblemBoard
from memoryd.recall.lexical.index import Index
from memoryd.recall.query import PRIVATE, GroupVisibility, Visibility
from memoryd.recall.service import Recall
from memoryd.recall.vectors.semantic import Semantic
from memoryd.rpc.registry import Call
from memoryd.storage.append_log import AppendLog
from memoryd.storage.directory import DataDirectory
from memoryd.storage.writer import Batch
from memoryd.times import SECOND, end_of_day, format_time, is_date, parse_time
from memoryd.types import HOT_FILE

R = TypeVar("R")
LONGEST_QUERY = 10_000
"""Characters of a query that are looked at: a text of a megabyte would take seconds from all others."""
FUTURE_SLACK = 60 * SECOND
"""Clocks of two processes on one machine agree; this allows for a step of NTP between two readings."""
GROUP_SESSION = "group_session"
RESTRICTED_KINDS = frozenset({"message", "daily", "log", "summary"})
"""Kinds of which a group session sees only its own and those of earlier group sessions of its project (rule 17)."""

SessionId = Annotated[str, msgspec.Meta(min_length=1, max_length=200, description="the session that asks")]
Limit = Annotated[int, msgspec.Meta(ge=1, le=1000, description="how many at most")]
After = Annotated[str, msgspec.Meta(min_length=1, max_length=500, description="`next` of the page before")]
Text = Annotated[str, msgspec.Meta(min_length=1)]
Time = Annotated[
    str, msgspec.Meta(min_length=1, max_length=64, description="ISO 8601; without an offset in `timezone`")
]

Until = Annotated[
    str,
    msgspec.Meta(
        min_length=1, max_length=64, description="ISO 8601; without an offset in `timezone`; a date includes that day"
    ),
]


class Redacted(TypedDict):
    """Secrets that were replaced before anything was stored (rule 22)."""

    kind: str
    count: int


class RunsOnWriter(Protocol):
    """The writer, as long calls use it."""

    def __call__(self, operation: Callable[[Batch], R]) -> R: ...


class Memory(msgspec.Struct):
    """Everything that the methods need, put together by the daemon."""

    config: Config
    clock: Clock
    zone: tzinfo
    data: DataDirectory
    facts: FactStore
    sessions: SessionStore
    index: Index
    recall: Recall
    semantic: Semantic
    board: ProblemBoard
    write: RunsOnWriter
    jobs: JobQueue
    nights: Nights
    health: HealthReport
    upcoming: Callable[[], Mapping[str, int | None]]
    """When each timed action starts next."""
    canary_log: AppendLog
    notes: Notes
    contexts: ContextStore
    compression: Compression
    replace_file: Callable[[str, bytes], None]
    """`(path relative to the data directory, content)`: durable and atomic."""
    redactions: dict[str, int] = msgspec.field(default_factory=dict)

    def ask(self, call: Call, session_id: str | None) -> Asker:
        """Who asks: the session named, or the group session that the connection is bound to (rule 17)."""
        bound: str | None = call.state.get(GROUP_SESSION)
        if session_id is None:
            session_id = bound
        elif bound is not None and session_id != bound:
            raise PermissionDenied(
                f"this connection is bound to the group session {bound!r}; open another connection for another session",
                session_id=bound,
            )
        now = self.clock.now()
        if session_id is None:
            return Asker(now, None, PRIVATE)
        session = self.sessions.request(session_id, now)
        return Asker(now, session, visibility_of(session))

    def redact(self, *texts: str) -> tuple[list[str], list[Redacted]]:
        """The texts without secrets, and what was replaced (rule 22)."""
        clean: list[str] = []
        found: dict[str, int] = {}
        for text in texts:
            replaced, counts = secrets.redact(text)
            clean.append(replaced)
            for kind, count in counts:
                found[kind] = found.get(kind, 0) + count
        for name, count in found.items():
            self.redactions[name] = self.redactions.get(name, 0) + count
        return clean, [{"kind": name, "count": count} for name, count in sorted(found.items())]

    def time_of(self, name: str, text: str | None, now: int | None = None, *, is_end: bool = False) -> int | None:
        """Microseconds of a time given as text; with `now`, one in the future is refused.

        Of a mere date that is the beginning of the day, or its last moment for an end.
        """
        if text is None:
            return None
        try:
            at = end_of_day(text, self.zone) if is_end and is_date(text) else parse_time(text, self.zone)
        except ValueError:
            raise InvalidParams(
                f"`{name}` must be an ISO 8601 time such as 2026-05-15T14:30:00+00:00, got {text[:60]!r}", param=name
            ) from None
        if now is not None and at > now + FUTURE_SLACK:
            raise InvalidParams(
                f"`{name}` is in the future ({format_time(at)}, now is {format_time(now)}); "
                "give the time at which it happened, or leave it out",
                param=name,
            )
        return at


class Asker(msgspec.Struct, frozen=True):
    """A request's time, session and what it may see."""

    now: int
    session: Session | None
    visibility: Visibility

    @property
    def is_group(self) -> bool:
        """Whether a group session asks (rule 17)."""
        return self.visibility.group


def visibility_of(session: Session) -> Visibility:
    """What the session may see (rule 17)."""
    if session.audience == "private":
        return PRIVATE
    return GroupVisibility(
        session_id=session.id,
        project=session.project,
        started_at=session.started,
        restricted_kinds=RESTRICTED_KINDS,
        hidden_files=frozenset({HOT_FILE}),
    )


def bounded(name: str, text: str, limit: int) -> str:
    """`text`, when it has at most `limit` bytes as UTF-8. Raises TooLarge."""
    if len(text) > limit or (not text.isascii() and len(text.encode()) > limit):
        raise TooLarge(
            f"`{name}` has {len(text.encode())} bytes, and at most {limit} are taken; store less, or split it",
            param=name,
            limit=limit,
        )
    return text


def worded(name: str, text: str) -> str:
    """`text`, when it holds something besides spaces. Raises InvalidParams."""
    if not text.strip():
        raise InvalidParams(f"`{name}` must not be empty", param=name)
    return text


def asked(name: str, text: str) -> str:
    """As `worded`, without spaces around it, and no more of it than is looked at."""
    return worded(name, text).strip()[:LONGEST_QUERY]


def plain(value: Any) -> Any:
    """Structs as plain data for a reply."""
    return msgspec.to_builtins(value)
