"""Which sessions there are, who holds them and when they were last heard of (rule 12, rule 18)."""

from __future__ import annotations

import functools
import uuid
from collections.abc import Callable
from typing import Any

from memoryd.conversation.session import Session, is_finished
from memoryd.conversation.session import view as session_view
from memoryd.errors import Conflict, InvalidParams, NotFound
from memoryd.kinds.sessions.records import SessionRecords
from memoryd.purge.scrub import UNNAMED
from memoryd.storage.append_log import AppendLog
from memoryd.storage.batch import Batch
from memoryd.types import SessionAudience, as_known


class SessionRegistry:
    """Known sessions in memory, and in their log. Methods that take a batch run on the writer thread."""

    def __init__(self, sessions_log: AppendLog, idle_hours: float, on_request: Callable[[], object]) -> None:
        """`on_request`: when sessions were last heard of is to be written down soon."""
        self.idle_hours = idle_hours
        """After so long without a request a session is finished."""
        self.sessions: dict[str, Session] = {}
        self.records = SessionRecords(sessions_log, self.sessions, on_request)

    def configure(self, idle_hours: float) -> None:
        """Use this number from now on."""
        self.idle_hours = idle_hours

    def paths_of(self, session_id: str) -> tuple[str, ...]:
        """The session's files; any thread."""
        known = self.sessions.get(session_id)
        return () if known is None else known.paths

    def start(
        self,
        session_id: str | None,
        agent: str | None,
        project: str | None,
        audience: SessionAudience | None,
        batch: Batch,
        *,
        is_recorded: bool = True,
        started: int | None = None,
    ) -> dict[str, Any]:
        """Begin a session, or go on with one that is known; starting again changes nothing (rule 12)."""
        known = self.sessions.get(session_id) if session_id is not None else None
        if known is not None:
            if known.is_recorded != is_recorded:
                is_it = "is" if known.is_recorded else "is not"
                raise Conflict(f"session {known.id!r} {is_it} recorded; start another session", session_id=known.id)
            return self._resume(known, audience, batch)
        session = Session(
            id=session_id or f"session-{uuid.uuid4()}",
            agent=agent,
            project=project,
            audience=audience or "private",
            started=batch.now if started is None else started,
            last_request=batch.now,
            is_recorded=is_recorded,
        )
        self.sessions[session.id] = session
        batch.on_abort(lambda: self._drop(session.id))
        self.records.keep(session, batch)
        return {"session_id": session.id, "resumed": False}

    def join(
        self,
        session_id: str | None,
        agent: str | None,
        project: str | None,
        audience: SessionAudience | None,
        now: int,
    ) -> dict[str, Any]:
        """As `start`, where nothing can be written: a session that is not known is so in memory only."""
        known = self.sessions.get(session_id) if session_id is not None else None
        if known is not None:
            _check_audience(known, audience)
            return {"session_id": known.id, "resumed": True}
        session = Session(
            id=session_id or f"session-{uuid.uuid4()}",
            agent=agent,
            project=project,
            audience=audience or "private",
            started=now,
            last_request=now,
            is_recorded=False,
        )
        self.sessions[session.id] = session
        return {"session_id": session.id, "resumed": False}

    def _drop(self, session_id: str) -> None:
        self.sessions.pop(session_id, None)

    def forget_named(self, is_name: Callable[[str], bool], is_later: Callable[[int], bool], batch: Batch) -> None:
        """Forget what has no message and has such a name, or an agent or a project that has: it was purged.

        A session that goes on keeps its id, by which its agent calls it, unless that would stay on the disk.
        """
        for one in list(self.sessions.values()):
            names = "\n".join(filter(None, (one.id, one.agent, one.project)))
            if one.messages or not is_name(names) or is_later(one.started):
                continue
            if is_finished(one, batch.now, self.idle_hours) or (one.is_recorded and is_name(one.id)):
                self._drop(one.id)
            else:
                self._unname(one, is_name, batch)

    def _unname(self, session: Session, is_name: Callable[[str], bool], batch: Batch) -> None:
        before = session.agent, session.project, session.is_unnamed

        def undo() -> None:
            session.agent, session.project, session.is_unnamed = before

        agent, project = (UNNAMED if name and is_name(name) else name for name in before[:2])
        session.agent, session.project, session.is_unnamed = agent, project, True
        batch.on_abort(undo)
        if (agent, project) != before[:2]:
            self.records.keep(session, batch)

    def _resume(self, session: Session, audience: SessionAudience | None, batch: Batch) -> dict[str, Any]:
        _check_audience(session, audience)
        self.request(session.id, batch.now)
        if session.ended:
            self.set_ended(session, False, batch)
        return {"session_id": session.id, "resumed": True}

    def end(self, session_id: str, batch: Batch) -> dict[str, Any]:
        """The agent is done with the session; a new append resumes it (rule 18)."""
        session = self.require(session_id)
        if session.ended:
            return {"session_id": session_id, "status": "already_ended"}
        self.set_ended(session, True, batch)
        if session.is_unnamed and not session.messages:
            self._drop(session_id)
            batch.on_abort(lambda: self.sessions.update({session_id: session}))
        return {"session_id": session_id, "status": "ended"}

    def set_ended(self, session: Session, ended: bool, batch: Batch) -> None:
        """It ended, or goes on."""

        def undo() -> None:
            session.ended = not ended

        session.ended = ended
        batch.on_abort(undo)
        self.records.keep(session, batch)

    def known(self, session_id: str) -> Session | None:
        """The session of that id."""
        return self.sessions.get(session_id)

    def as_known(self, session_id: str) -> str:
        """The id as it is known, however its accents are encoded."""
        return as_known(session_id, self.sessions)

    def require(self, session_id: str) -> Session:
        """The session of that id. Raises NotFound."""
        session = self.sessions.get(session_id)
        if session is None:
            raise self.unknown(session_id)
        return session

    @staticmethod
    def unknown(session_id: str) -> NotFound:
        """No session has that id."""
        shown = session_id[:200]
        return NotFound(f"no session has the id {shown!r}; call sessions.start first", session_id=shown)

    def of_agent(self, agent: str) -> frozenset[str]:
        """The sessions of an agent, by id."""
        return frozenset(one.id for one in self.sessions.copy().values() if one.agent == agent)

    def request(self, session_id: str, now: int) -> Session:
        """A request came within the session: it is not idle. Raises NotFound."""
        session = self.require(session_id)
        session.last_request = now
        session.requests += 1
        self.records.heard_of(session)
        return session

    def move(self, before: str, after: str, batch: Batch) -> int:
        """Sessions of a project go on in another; how many. Their messages say in which project they were said."""
        moved = [session for session in self.sessions.values() if session.project == before]
        for session in moved:
            session.project = after
            batch.on_abort(functools.partial(setattr, session, "project", before))
            self.records.keep(session, batch)
        return len(moved)

    def set_right(self, now: int) -> None:
        """Sessions that were heard of later than `now` were by then: else they would not be finished for so long."""
        for session in self.sessions.copy().values():
            if session.last_request > now:
                session.last_request = now
                self.records.heard_of(session)

    def page(
        self, agent: str | None, limit: int, after: str | None, now: int, sees: Callable[[Session], bool]
    ) -> dict[str, Any]:
        """Sessions that may be seen, the newest first."""
        found = sorted(
            (s for s in self.sessions.copy().values() if (agent is None or s.agent == agent) and sees(s)),
            key=lambda session: (-session.started, session.id),
        )
        start = 0
        if after is not None:
            start = next((i + 1 for i, s in enumerate(found) if s.id == after), -1)
            if start < 0:
                raise InvalidParams(
                    f"`after` names no session: {after[:200]!r}; give the last page's `next`", param="after"
                )
        page = found[start : start + limit]
        reply: dict[str, Any] = {"sessions": [session_view(s, now, self.idle_hours) for s in page]}
        if start + limit < len(found):
            reply["next"] = page[-1].id
        return reply

    def active(self, now: int) -> list[Session]:
        """Sessions that are not finished."""
        return [s for s in self.sessions.copy().values() if not is_finished(s, now, self.idle_hours)]


def _check_audience(session: Session, audience: SessionAudience | None) -> None:
    if audience is not None and audience != session.audience:
        raise Conflict(
            f"session {session.id!r} is {session.audience}, and cannot become {audience}; start another session",
            session_id=session.id,
        )
