"""A connection of one session, for adapters: each call names the session, which begins at the first call."""

from __future__ import annotations

import threading
import uuid
from typing import Any

from memoryd.client.blocking import Client
from memoryd.client.link import NotificationHandler
from memoryd.errors import NotFound


class BoundClient:
    """Calls within one session, on a connection of its own. Thread-safe.

    Without `session_id` the session is a new one. `project`, `agent` and `audience` are those of `sessions.start`; a
    session that is known keeps its own.
    """

    def __init__(
        self,
        path: str | None = None,
        *,
        name: str,
        session_id: str | None = None,
        agent: str | None = None,
        project: str | None = None,
        audience: str | None = None,
        timeout: float | None = 60.0,
        on_notification: NotificationHandler | None = None,
    ) -> None:
        self.client = Client(path, timeout, name=name, on_notification=on_notification)
        self.session_id = session_id or f"{name}-{uuid.uuid4()}"
        given = {"agent": agent or name, "project": project, "audience": audience}
        self._given: dict[str, Any] = {key: value for key, value in given.items() if value is not None}
        self._lock = threading.Lock()
        self._begun = False

    def call(self, method: str, /, **params: Any) -> Any:
        """The result of a method, called within the session."""
        self._begin()
        try:
            return self.client.call(method, session_id=self.session_id, **params)
        except NotFound as error:
            if "sessions.start" not in error.sentence:
                raise
        # The daemon has another directory than when the session began.
        self._begun = False
        self._begin()
        return self.client.call(method, session_id=self.session_id, **params)

    def _begin(self) -> None:
        if self._begun:
            return
        with self._lock:
            if not self._begun:
                self.client.call("sessions.start", session_id=self.session_id, **self._given)
                self._begun = True

    def close(self) -> None:
        """Hang up; the session may go on."""
        self.client.close()


def replaced(reply: Any) -> str:
    """Which secrets of what was written were replaced, as a sentence; empty when there were none."""
    found = [f"{one['count']} {one['kind'].replace('_', ' ')}" for one in reply.get("redacted", ())]
    return f" Secrets were replaced and not stored: {', '.join(found)}." if found else ""
