"""Listeners to the messages of sessions, and what they need to know of the conversation (rules 12 and 16)."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, Protocol

from memoryd.conversation.file import open_transcript
from memoryd.conversation.message import BadLine, Message, Said, decode_line
from memoryd.conversation.session import Session
from memoryd.kinds.sessions.store import SessionStore
from memoryd.storage.batch import Batch
from memoryd.types import IMPORT

_TAIL = 1 << 20
"""Bytes of a session's file in which the user's last message is looked for."""


class Listener(Protocol):
    """What sessions tell, on the writer's thread; `asked_in` is called on any."""

    def started(self, previous: str | None, batch: Batch) -> None:
        """A private session has begun; `previous` is the one before it of the same agent, if it had a request."""
        ...

    def asked_in(self, text: str) -> Sequence[Any]:
        """The directives of a message, which `heard` is given."""
        ...

    def heard(
        self, session_id: str, asked: Sequence[Any], said: Said, previous: Callable[[], Said | None], batch: Batch
    ) -> Sequence[dict[str, Any]]:
        """A user's message of a private session that asks for something; what was done. `previous`: the user's
        message before.
        """
        ...


def tell(
    listener: Listener,
    root: str,
    session: Session,
    messages: Sequence[Message],
    asked: Sequence[Sequence[Any]],
    keys: Sequence[str],
    before: int,
    batch: Batch,
) -> list[dict[str, Any]]:
    """Pass on what the users' messages of a private session ask, whose keys are new, those behind line `before`."""
    if session.audience != "private":
        return []
    earlier: list[Said] = []
    results: list[dict[str, Any]] = []
    for message, wanted, key in zip(messages, asked, keys, strict=True):
        # What was said to another agent at another time asks nothing of this one now.
        if message.role != "user" or message.is_untrusted or message.source == IMPORT:
            continue
        said = Said(message.content, key, message.at)
        path, _, line = key.rpartition(":")
        if wanted and path == session.path and int(line) > before:
            before_it = earlier[-1] if earlier else None

            def previous(known: Said | None = before_it) -> Said | None:
                return known or _last_said(root, session)

            results += listener.heard(session.id, wanted, said, previous, batch)
        earlier.append(said)
    return results


def line_count(store: SessionStore, session: Session) -> int:
    """How many lines the session's file has; what is appended from now on stands behind them."""
    file = store.files.get(session.path) if session.path is not None else None
    return 0 if file is None else file.lines


def _last_said(root: str, session: Session) -> Said | None:
    """The user's last message in the session's files; of its key only the file would be known."""
    live = [path for path in session.paths if path not in session.archives]
    for paths in (live, *([path] for path in reversed(session.archives))):
        found = [last for path in paths if (last := _last_in(root, path, session)) is not None]
        if found:
            last = max(found, key=lambda message: message.received)
            return Said(last.content, at=last.at)
    return None


def _last_in(root: str, path: str, session: Session) -> Message | None:
    try:
        with open_transcript(root, path) as file:
            file.seek(max(0, file.seek(0, os.SEEK_END) - _TAIL))
            lines = file.read().split(b"\n")
    except FileNotFoundError:
        return None
    for raw in reversed(lines):
        with suppress(BadLine):
            message = decode_line(raw)
            if message.role == "user" and not message.is_untrusted and message.session_id == session.id:
                return message
    return None


def previous_session(store: SessionStore, session: Session) -> str | None:
    """The private session before this one of the same agent that had a request (rule 12)."""
    for other in reversed(list(store.sessions.values())):
        used = other.requests > 0 or other.messages > 0 or other.last_request > other.started
        is_like_it = other.agent == session.agent and other.audience == "private" and other.is_recorded
        if other is not session and is_like_it and used:
            return other.id
    return None
