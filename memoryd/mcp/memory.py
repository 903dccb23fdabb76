"""What the tools speak to: one connection to the daemon, one session that every call names."""

from __future__ import annotations

import threading
import uuid
from collections.abc import Mapping
from typing import Any

from mcp.server.mcpserver import Context
from mcp.server.mcpserver.exceptions import ToolError

from memoryd import __version__
from memoryd.client import CallTimeout, Client, ConnectionLost
from memoryd.errors import MemorydError, NotFound

Json = Any


class Memory:
    """The daemon, as one client's session uses it. Thread-safe."""

    def __init__(
        self, socket: str | None, session: str | None, agent: str | None, project: str | None, audience: str | None
    ) -> None:
        self.client = Client(socket, name="memoryd-mcp", version=__version__)
        self.session_id = session or f"mcp-{uuid.uuid4()}"
        self._start = {"agent": agent, "project": project, "audience": audience}
        self._lock = threading.Lock()
        self._is_started = False

    def call(self, method: str, params: Mapping[str, Json], agent: str | None = None) -> Json:
        """The result. Raises ToolError with what is wrong and what to do."""
        given = {name: value for name, value in params.items() if value is not None}
        given["session_id"] = self.session_id
        try:
            self._begin(agent)
            try:
                return self.client.call(method, given)
            except NotFound as error:
                if "sessions.start" not in error.sentence:
                    raise
            # The daemon has another directory than when the session began.
            self._is_started = False
            self._begin(agent)
            return self.client.call(method, given)
        except MemorydError as error:
            raise ToolError(f"{error.sentence} ({error.code})") from error
        except (ConnectionLost, CallTimeout) as error:
            raise ToolError(str(error)) from error
        except OSError as error:
            raise ToolError(f"{error}; nothing is lost, try again once it answers") from error

    def _begin(self, agent: str | None) -> None:
        with self._lock:
            if not self._is_started:
                start = {**self._start, "agent": self._start["agent"] or agent or "mcp"}
                given = {name: value for name, value in start.items() if value is not None}
                self.client.call("sessions.start", {"session_id": self.session_id, **given})
                self._is_started = True


def client_name(context: Context[Any]) -> str | None:
    """What the MCP client calls itself."""
    params = context.request_context.session.client_params
    name = params.client_info.name if params is not None else ""
    return "".join(letter for letter in name if letter.isprintable()).strip()[:100] or None
