"""One message and its line in a session file (design §3)."""

from __future__ import annotations

import re
from hashlib import blake2b
from typing import Any

import msgspec

from memoryd.times import format_time, parse_time
from memoryd.types import UNREADABLE, Audience, Document, Role

CONTENT_LIMIT = 1024 * 1024

_SPEAKER = re.compile(r"\s*([^\W\d_][\w.'’-]{0,29}(?: [^\W\d_][\w.'’-]{0,29}){0,2}): \S")
_NO_NAMES = frozenset(
    word
    for line in (
        "todo to-do to note notes fyi nb ps btw decision decisions action next follow follow-up reminder remember",
        "question answer password warning error update important example summary idea plan result output",
        "fact facts preference",
        "my our your his her their the this that these here there it a an what please also and but so i we you he she",
        "they says said asks asked wrote writes replied told is are was were",
    )
    for word in line.split()
)
"""`TODO: ` and `My friend says: ` at the head of a message do not name its speaker."""


class Message(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """What was said; `at` and `received` in microseconds."""

    session_id: str
    role: Role
    content: str
    at: int
    received: int
    audience: Audience = "private"
    name: str | None = None
    agent: str | None = None
    project: str | None = None
    id: str | None = None


class _Line(msgspec.Struct, kw_only=True, omit_defaults=True, gc=False):
    session_id: str
    role: Role
    name: str | None = None
    content: str
    at: str
    received: str | None = None
    agent: str | None = None
    project: str | None = None
    audience: Audience | None = None
    id: str | None = None


class BadLine(ValueError):
    """A line that is no message; the text says why in a few words."""


_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(_Line).decode


def encode_line(message: Message) -> bytes:
    """The message as one line, newline included."""
    return (
        _encode(
            _Line(
                session_id=message.session_id,
                role=message.role,
                name=message.name,
                content=message.content,
                at=format_time(message.at),
                received=format_time(message.received),
                agent=message.agent,
                project=message.project,
                audience=message.audience,
                id=message.id,
            )
        )
        + b"\n"
    )


def decode_line(raw: bytes) -> Message:
    """The message of a line. Raises BadLine with what is wrong."""
    try:
        line = _decode(raw)
        at = parse_time(line.at)
        received = parse_time(line.received) if line.received else at
    except (*UNREADABLE, ValueError) as error:
        raise BadLine(str(error).replace("Object missing", "the line lacks").replace("`", "'")) from None
    return Message(
        session_id=line.session_id,
        role=line.role,
        content=line.content,
        at=at,
        received=received,
        audience=line.audience or "private",
        name=line.name,
        agent=line.agent,
        project=line.project,
        id=line.id,
    )


MARK_BITS = 24
HAS_ID = 1 << MARK_BITS


def mark_of(message: Message) -> int:
    """Tells a message from the others of its session wherever it stands: 24 bits of when it came, 24 of what it says.

    One that has an id is known by it; the lowest bit of the upper half, HAS_ID, says so.
    """
    came = message.id if message.id is not None else f"{message.at} {message.received}"
    says = f"{message.role}\0{message.name or ''}\0{message.content}"
    upper, lower = (
        int.from_bytes(blake2b(part.encode("utf-8", "replace"), digest_size=3).digest()) for part in (came, says)
    )
    return (upper & ~1 | (message.id is not None)) << MARK_BITS | lower


def speaker(message: Message) -> str | None:
    """The name given, or a leading `Name: ` of the content (design §5)."""
    if message.name:
        return message.name
    found = _SPEAKER.match(message.content[:200])
    if found is None or not _NO_NAMES.isdisjoint((words := found[1].casefold().split())[:1] + words[-1:]):
        return None
    return found[1]


def document(message: Message, path: str, line: int) -> Document:
    """What recall indexes of the message."""
    return Document(
        key=f"{path}:{line}",
        kind="message",
        text=message.content,
        source=path,
        path=path,
        line=line,
        at=message.at,
        created=message.received,
        session_id=message.session_id,
        project=message.project,
        audience=message.audience,
        role=message.role,
        who=speaker(message),
    )


def view(message: Message, path: str, line: int) -> dict[str, Any]:
    """The message as a reply shows it."""
    shown: dict[str, Any] = {
        "key": f"{path}:{line}",
        "session_id": message.session_id,
        "role": message.role,
        "content": message.content,
        "at": format_time(message.at),
        "received": format_time(message.received),
        "audience": message.audience,
    }
    for field in ("name", "agent", "project", "id"):
        value = getattr(message, field)
        if value is not None:
            shown[field] = value
    return shown


def neighbours(key: str) -> tuple[str | None, str | None]:
    """The keys of the messages before and after a message, told by its key alone; None for other keys."""
    path, _, line = key.rpartition(":")
    if not path.startswith("sessions/") or not line.isdigit():
        return None, None
    number = int(line)
    return f"{path}:{number - 1}" if number > 1 else None, f"{path}:{number + 1}"
