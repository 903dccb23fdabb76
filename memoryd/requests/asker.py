"""Who asks: the time of a request, its session, and what the session may see."""

from __future__ import annotations

import msgspec

from memoryd.acting import Actor
from memoryd.conversation.session import Session
from memoryd.requests.visibility import Visibility
from memoryd.rpc.registry import Call


class Asker(msgspec.Struct, frozen=True):
    """One request as a handler knows it. `now` in microseconds."""

    now: int
    session: Session | None
    visibility: Visibility
    call: Call
    actor: Actor
    """On whose behalf the handler changes memories, for the audit."""

    @property
    def is_group(self) -> bool:
        """Whether a group session asks (rule 17)."""
        return self.visibility.group
