"""Who asks: the time of a request, its session, and what the session may see."""

from __future__ import annotations

import msgspec

from memoryd.acting import Actor
from memoryd.conversation.session import Session
from memoryd.errors import InvalidParams
from memoryd.origin import Origin, origin
from memoryd.requests.visibility import Visibility
from memoryd.rpc.registry import Call
from memoryd.types import Audience


class Asker(msgspec.Struct, frozen=True):
    """One request as a handler knows it. `now` in microseconds."""

    now: int
    session: Session | None
    visibility: Visibility
    call: Call
    actor: Actor
    """On whose behalf the handler changes memories, for the audit."""
    records: bool = True
    """Whether anything can be recorded now."""

    def origin(self, audience: Audience | None = None, project: str | None = None, *, of_user: bool = False) -> Origin:
        """Whose a memory is that this request makes, with what it states of it (rule 17).

        `of_user`: what is said of the user has no project unless it names one. Raises InvalidParams.
        """
        session = self.session
        if session is None:
            if audience == "group" and project is None:
                raise InvalidParams("`audience` is group: give the `project` whose groups it is for", param="audience")
            return origin(audience or "shared", project)
        if session.audience == "private":
            if audience == "group" and project is None and session.project is None:
                raise InvalidParams("`audience` is group: give the `project` whose groups it is for", param="audience")
            own = None if of_user and audience != "group" else session.project
            return origin(audience or "private", project or own)
        if audience == "private":
            raise InvalidParams("what a group session makes is not private; leave `audience` out", param="audience")
        if audience != "shared" and project not in (None, session.project):
            raise InvalidParams(
                "a group session makes memories of its own project; leave `project` out, or state `audience` shared",
                param="project",
            )
        return origin(audience or "group", project or session.project, session.id)

    @property
    def project(self) -> str | None:
        """The project of its session; what is of it ranks before what is as good."""
        return None if self.session is None else self.session.project

    @property
    def is_recorded(self) -> bool:
        """Whether what it recalls counts as used: not within a session that is not recorded."""
        return self.records and (self.session is None or self.session.is_recorded)

    @property
    def is_group(self) -> bool:
        """Whether a group session asks (rule 17)."""
        return self.visibility.group
