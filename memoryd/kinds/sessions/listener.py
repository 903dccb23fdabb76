"""Who listens to what is said in sessions, and what a listener needs to know of the conversation (rules 12 and 16)."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import Any, Protocol

from memoryd.conversation.message import BadLine, Message, decode_line
from memoryd.conversation.session import Session
from memoryd.kinds.sessions.store import SessionStore
from memoryd.storage.regular import regular
from memoryd.storage.writer import Batch

_TAIL = 1 << 20
"""Bytes of a session's file in which the user's last message is looked for."""


class Listener(Protocol):
    """What sessions tell, on the writer's thread."""

    def started(self, previous: str | None, batch: Batch) -> None:
        """A private session has begun; `previous` is the one before it of the same agent, if it had a request."""
        ...

    def heard(
        self, session_id: str, text: str, previous: Callable[[], str | None], batch: Batch
    ) -> Sequence[dict[str, Any]]:
        """A user's message of a private session; what its directives did. `previous`: the user's message before."""
        ...


def tell(
    listener: Listener,
    root: str,
    session: Session,
    messages: Sequence[Message],
    keys: Sequence[str],
    before: int,
    batch: Batch,
) -> list[dict[str, Any]]:
    """Pass on the users' messages of a private session whose keys are new, those behind line `before`."""
    if session.audience != "private":
        return []
    earlier: list[str] = []
    results: list[dict[str, Any]] = []
    for message, key in zip(messages, keys, strict=True):
        if message.role != "user":
            continue
        if int(key.rpartition(":")[2]) > before:
            said = tuple(earlier)

            def previous(said: tuple[str, ...] = said) -> str | None:
                return said[-1] if said else _last_said(root, session)

            results += listener.heard(session.id, message.content, previous, batch)
        earlier.append(message.content)
    return results


def line_count(store: SessionStore, session: Session) -> int:
    """How many lines the session's file has; what is appended from now on stands behind them."""
    file = store.files.get(session.path) if session.path is not None else None
    return 0 if file is None else file.lines


def _last_said(root: str, session: Session) -> str | None:
    """The user's last message in the session's file."""
    if session.path is None:
        return None
    try:
        with open(os.path.join(root, session.path), "rb", opener=regular) as file:
            file.seek(max(0, os.fstat(file.fileno()).st_size - _TAIL))
            lines = file.read().split(b"\n")
    except FileNotFoundError:
        return None
    for raw in reversed(lines):
        try:
            message = decode_line(raw)
        except BadLine:
            continue
        if message.role == "user" and message.session_id == session.id:
            return message.content
    return None


def previous_session(store: SessionStore, session: Session) -> str | None:
    """The private session before this one of the same agent that had a request (rule 12)."""
    for other in reversed(list(store.sessions.values())):
        used = other.requests > 0 or other.messages > 0 or other.last_request > other.started
        if other is not session and other.agent == session.agent and other.audience == "private" and used:
            return other.id
    return None
