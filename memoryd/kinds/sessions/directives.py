"""What users' messages ask of the notes: in private, in the call that appends them (rules 12 and 16)."""

from __future__ import annotations

import functools
import os
from collections.abc import Sequence
from typing import Any

from memoryd.conversation.message import BadLine, decode_line
from memoryd.conversation.session import Session
from memoryd.kinds.notes.directives import directives_in
from memoryd.kinds.sessions.store import SessionStore
from memoryd.requests.memory import Memory
from memoryd.storage.regular import regular
from memoryd.storage.writer import Batch

_TAIL = 1 << 20
"""Bytes of a session's file in which the user's last message is looked for."""


def line_count(store: SessionStore, session: Session) -> int:
    """How many lines the session's file has; what is appended from now on stands behind them."""
    file = store.files.get(session.path) if session.path is not None else None
    return 0 if file is None else file.lines


def act_on(
    memory: Memory, session: Session, said: Sequence[tuple[str, str]], keys: Sequence[str], before: int, batch: Batch
) -> list[dict[str, Any]]:
    """The results of the directives in (role, content) messages whose keys are new: those behind line `before`."""
    if session.audience != "private":
        return []
    earlier: list[str] = []
    results: list[dict[str, Any]] = []
    for (role, content), key in zip(said, keys, strict=True):
        if role != "user":
            continue
        found = directives_in(content) if int(key.rpartition(":")[2]) > before else []
        if found:
            previous = functools.partial(_previous, memory, session, tuple(earlier))
            results += memory.notes.acting.act(found, session.id, previous, batch)
        earlier.append(content)
    return results


def _previous(memory: Memory, session: Session, earlier: Sequence[str]) -> str | None:
    """The user's message before: of the same call, else the last one in the session's file."""
    if earlier:
        return earlier[-1]
    if session.path is None:
        return None
    try:
        with open(os.path.join(memory.data.root, session.path), "rb", opener=regular) as file:
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
