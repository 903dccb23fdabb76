"""One message and its line in a session file (design §3)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from hashlib import blake2b
from typing import Any, NamedTuple

import msgspec

from memoryd.origin import Origin, origin, source_of
from memoryd.times import format_time, parse_time
from memoryd.types import BOM, IMPORT, UNREADABLE, UNTRUSTED, Document, Role, SessionAudience

CONTENT_LIMIT = 1024 * 1024
LONGEST_SESSION_ID = 200
"""Characters that a request can name."""

_SPEAKER = re.compile(r"\s*([^\W\d_][\w.'’-]{0,29}(?: [^\W\d_][\w.'’-]{0,29}){0,2}): \S")
_NO_NAMES = frozenset(
    word
    for line in (
        "todo to-do to note notes fyi nb ps btw decision decisions action next follow follow-up reminder remember",
        "question answer password warning error update important example summary idea plan result output",
        "fact facts preference",
        "noted agreed done fixed confirmed understood correct corrected correction sure yes no ok okay thanks great",
        "notiert erledigt bestätigt verstanden korrektur richtig ja nein danke achtung hinweis frage antwort wichtig",
        "my our your his her their the this that these here there it a an what please also and but so i we you he she",
        "they says said asks asked wrote writes replied told is are was were",
    )
    for word in line.split()
)
"""`TODO: ` and `My friend says: ` at the head of a message do not name its speaker."""
_CALLED = {
    role: frozenset(words.split())
    for role, words in (
        ("assistant", "the my your an ai assistant agent bot chatbot model llm code claude chatgpt gpt"),
        ("user", "the user human me"),
    )
}
"""Words by which a role is called, and nobody in particular."""


_HEADS = 3
"""Messages at whose head a name must stand to be a speaker's."""


class Message(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """What was said; `at` and `received` in microseconds."""

    session_id: str
    role: Role
    content: str
    at: int
    received: int
    audience: SessionAudience = "private"
    name: str | None = None
    agent: str | None = None
    project: str | None = None
    id: str | None = None
    source: str | None = None
    data: dict[str, Any] | None = None
    """What the agent's framework keeps beside the text, such as tool calls and content parts; opaque to us."""

    @property
    def is_untrusted(self) -> bool:
        """Whether a tool or a page said it (rule 27)."""
        return self.role == "tool" or self.source == UNTRUSTED


class _Line(msgspec.Struct, kw_only=True, omit_defaults=True, gc=False):
    session_id: str
    role: Role
    name: str | None = None
    content: str
    at: str
    received: str | None = None
    agent: str | None = None
    project: str | None = None
    audience: SessionAudience | None = None
    id: str | None = None
    source: str | None = None
    data: dict[str, Any] | None = None


class Removal(msgspec.Struct, frozen=True, kw_only=True):
    """A line that takes a message out of its session: that keeps its line, and is not read any more (design §3)."""

    removed: str
    """The key of the message."""
    session_id: str
    at: str
    """When that was said: the day it counts for."""
    received: str


class BadLine(ValueError):
    """A line that is no message; the text says why in a few words."""


class Removed(BadLine):
    """A line that takes a message out of its session."""

    def __init__(self, removal: Removal) -> None:
        super().__init__("it takes a message out")
        self.key = removal.removed
        self.session_id = session_of(removal.session_id)
        self.at = parse_time(removal.at)


_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(_Line).decode
_decode_removal = msgspec.json.Decoder(Removal).decode


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
                source=message.source,
                data=message.data,
            )
        )
        + b"\n"
    )


def encode_removal(key: str, message: Message, now: int) -> bytes:
    """The line that takes a message out of its session, newline included."""
    said, when = format_time(message.at), format_time(now)
    return _encode(Removal(removed=key, session_id=message.session_id, at=said, received=when)) + b"\n"


def session_of(session_id: str) -> str:
    """The id by which a request can name the session: a line that was written by hand may have any."""
    if 0 < len(session_id) <= LONGEST_SESSION_ID and "\0" not in session_id:
        return session_id
    digest = blake2b(session_id.encode("utf-8", "replace"), digest_size=6).hexdigest()
    head = session_id.replace("\0", "")[: LONGEST_SESSION_ID - len(digest) - 1] or "session"
    return f"{head}-{digest}"


def decode_line(raw: bytes) -> Message:
    """The message of a line. Raises Removed for one that takes a message out, BadLine with what is wrong."""
    try:
        line = _decode(raw.removeprefix(BOM))
        at = parse_time(line.at)
        received = parse_time(line.received) if line.received else at
    except (*UNREADABLE, ValueError) as error:
        if b'"removed"' in raw and (removed := _removed(raw)) is not None:
            raise removed from None
        raise BadLine(str(error).replace("Object missing", "the line lacks").replace("`", "'")) from None
    return Message(
        session_id=session_of(line.session_id),
        role=line.role,
        content=line.content,
        at=at,
        received=received,
        audience=line.audience or "private",
        name=line.name,
        agent=line.agent,
        project=line.project,
        id=line.id,
        source=line.source,
        data=line.data,
    )


def _removed(raw: bytes) -> Removed | None:
    try:
        return Removed(_decode_removal(raw))
    except (*UNREADABLE, ValueError):
        return None


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


def person(message: Message) -> str | None:
    """As `speaker`; None for one that is called by what it is, such as an assistant called `Assistant`."""
    name = speaker(message)
    if name is None or (message.role == "assistant" and name == message.agent):
        return None
    words = {word.strip("0123456789.-#") for word in name.casefold().split()}
    return None if words - {""} <= _CALLED.get(message.role, frozenset()) else name


def speakers(messages: Iterable[Message]) -> dict[str, frozenset[str]]:
    """Session → who speaks in it: names given, or at the head of three or more messages (design §5).

    A single `Frage: …` or `Done: …` at the head of a line names nobody.
    """
    heads: Counter[tuple[str, str]] = Counter()
    for message in messages:
        if (name := speaker(message)) is not None:
            heads[message.session_id, name] += _HEADS if message.name else 1
    found: dict[str, set[str]] = {}
    for (session_id, name), count in heads.items():
        if count >= _HEADS:
            found.setdefault(session_id, set()).add(name)
    return {session_id: frozenset(names) for session_id, names in found.items()}


class Said(NamedTuple):
    """What a message says, and its key where that is known; `at` is when, 0 where that is not known."""

    text: str
    key: str | None = None
    at: int = 0

    @property
    def source(self) -> str | None:
        """Its `KEY#digest`, made when it is asked for: a digest of each long text would hold the writer up."""
        return None if self.key is None else source_of(self.key, self.text)


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
        untrusted=message.is_untrusted,
        imported=message.source == IMPORT,
    )


def origin_of(message: Message) -> Origin:
    """Whose it is what is made of the message alone (rule 17)."""
    return origin(message.audience, message.project, message.session_id)


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
    for field in ("name", "agent", "project", "id", "source", "data"):
        value = getattr(message, field)
        if value is not None:
            shown[field] = value
    return shown


@lru_cache(maxsize=16_384)
def neighbours(key: str) -> tuple[str | None, str | None]:
    """The keys of the messages before and after a message, told by its key alone; None for other keys."""
    path, _, line = key.rpartition(":")
    if not path.startswith("sessions/") or not line.isdigit():
        return None, None
    number = int(line)
    return f"{path}:{number - 1}" if number > 1 else None, f"{path}:{number + 1}"
