"""`sessions`: runs of agents and what was said in them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Annotated, Any, Literal, NamedTuple, NotRequired, TypedDict

import msgspec

from memoryd.conversation.message import CONTENT_LIMIT, Message
from memoryd.conversation.session import Session, sees
from memoryd.errors import InvalidParams, PermissionDenied
from memoryd.kinds.sessions.directives import act_on, line_count, previous_session
from memoryd.recall.lexical.prepared_terms import prepare_terms
from memoryd.requests.memory import GROUP_SESSION, After, Limit, Memory, Redacted, SessionId, Time, bounded
from memoryd.requests.redaction import id_without_secret, merged, refuse_secret
from memoryd.rpc.registry import Access, Call, Method, Registry, Runs
from memoryd.secrets import may_hold_secrets
from memoryd.storage.writer import Batch
from memoryd.types import Audience, Role

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
MESSAGES_LIMIT = 1000
_MANY = 4
_ONE_LOOK = 1 << 20
"""Letters of messages that are looked through at once; other threads run meanwhile."""


class StartParams(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """Who begins, on what, and who listens."""

    session_id: SessionId | None = None
    agent: Name | None = None
    project: Name | None = None
    audience: Audience | None = None


class StartResult(TypedDict):
    """The session, and whether it was known."""

    session_id: str
    resumed: bool


class MessageParams(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """One message; with an `id` it is appended only once."""

    role: Role
    content: str
    name: Name | None = None
    at: Time | None = None
    id: Name | None = None


class AppendParams(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """What was said, in order."""

    session_id: SessionId
    messages: Annotated[list[MessageParams], msgspec.Meta(min_length=1, max_length=MESSAGES_LIMIT)]


class DirectiveResult(TypedDict):
    """What a directive in a user's message did (000 §Manual Tag Triggers)."""

    directive: str
    done: bool
    count: NotRequired[int]
    text: NotRequired[str]
    error: NotRequired[str]


class AppendResult(TypedDict):
    """How many were new, and the key of each message, new or known."""

    appended: int
    keys: list[str]
    directives: list[DirectiveResult]
    redacted: list[Redacted]


class EndParams(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """Which session."""

    session_id: SessionId


class EndResult(TypedDict):
    """What became of it."""

    session_id: str
    status: Literal["ended", "already_ended"]


class ListParams(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """Whose sessions."""

    agent: Name | None = None
    limit: Limit = 100
    after: After | None = None


class SessionResult(TypedDict):
    """A session."""

    session_id: str
    agent: str | None
    project: str | None
    audience: str
    started: str
    last_request: str
    finished: bool
    messages: int
    path: str | None


class ListResult(TypedDict):
    """A page of sessions, the newest first."""

    sessions: list[SessionResult]
    next: NotRequired[str]


class ReadParams(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """Which session, and from where."""

    session_id: SessionId
    limit: Limit = 100
    after: After | None = None


class MessageResult(TypedDict):
    """A message as it is stored."""

    key: str
    session_id: str
    role: str
    content: str
    at: str
    received: str
    audience: str
    name: NotRequired[str]
    agent: NotRequired[str]
    project: NotRequired[str]
    id: NotRequired[str]


class ReadResult(TypedDict):
    """A page of messages."""

    messages: list[MessageResult]
    next: NotRequired[str]


class Spoken(NamedTuple):
    """Messages to be appended, bounded and without secrets: (role, content, at, name, id) each."""

    session_id: str
    messages: list[tuple[Role, str, int | None, str | None, str | None]]
    redacted: list[Redacted]


class SessionsApi:
    """The handlers."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory

    def start(self, call: Call, params: StartParams, batch: Batch) -> dict[str, Any]:
        """Begin a session, or go on with a known one."""
        store = self._memory.sessions
        bound = call.state.get(GROUP_SESSION)
        if bound is not None and params.session_id != bound:
            raise PermissionDenied(
                f"this connection is bound to the group session {bound!r}; open another connection for another session",
                session_id=bound,
            )
        for name in ("session_id", "agent", "project"):
            _printable(name, getattr(params, name))
            refuse_secret(name, getattr(params, name))
        result = store.start(params.session_id, params.agent, params.project, params.audience, batch)
        session = store.require(result["session_id"])
        if session.audience == "group":
            batch.on_commit(lambda: call.state.update({GROUP_SESSION: session.id}))
        elif not result["resumed"]:
            self._memory.notes.accesses.session_started(previous_session(store, session), batch)
        return result

    def prepare(self, call: Call, params: AppendParams) -> Spoken:
        """What needs no writer: bounds, times, secrets. The session may have been started right before."""
        memory = self._memory
        now = memory.clock.now()
        counts: list[list[Redacted]] = []
        messages = []
        clean = _is_clean(params.messages)
        for index, given in enumerate(params.messages):
            where = f"messages[{index}]"
            bounded(f"{where}.content", given.content, CONTENT_LIMIT)
            if not given.content.strip():
                raise InvalidParams(f"`{where}.content` must not be empty", param=f"{where}.content")
            _printable(f"{where}.name", given.name)
            content, name, message_id = given.content, given.name, given.id
            if not clean:
                (content, name), found = memory.redact(content, name or "")
                counts.append(found)
                message_id = id_without_secret(message_id)
            at = memory.time_of(f"{where}.at", given.at, now)
            messages.append((given.role, content, at, name or None, message_id))
        prepare_terms(content for _, content, _, _, _ in messages)
        if any(given.id is not None for given in params.messages):
            memory.sessions.read_ids(params.session_id)
        return Spoken(params.session_id, messages, merged(*counts))

    def append(self, call: Call, spoken: Spoken, batch: Batch) -> dict[str, Any]:
        """Append messages; acknowledged when they are on disk."""
        self._memory.ask(call, spoken.session_id)
        session = self._memory.sessions.require(spoken.session_id)
        messages = [
            Message(
                session_id=session.id,
                role=role,
                content=content,
                at=batch.now if at is None else at,
                received=batch.now,
                audience=session.audience,
                name=name,
                agent=session.agent,
                project=session.project,
                id=message_id,
            )
            for role, content, at, name, message_id in spoken.messages
        ]
        before = line_count(self._memory.sessions, session)
        result = self._memory.sessions.append(session.id, messages, batch)
        said = [(role, content) for role, content, *_ in spoken.messages]
        result["directives"] = act_on(self._memory, session, said, result["keys"], before, batch)
        result["redacted"] = spoken.redacted
        return result

    def end(self, call: Call, params: EndParams, batch: Batch) -> dict[str, Any]:
        """The agent is done; a new append resumes the session."""
        self._memory.ask(call, params.session_id)
        return self._memory.sessions.end(params.session_id, batch)

    def list(self, call: Call, params: ListParams) -> dict[str, Any]:
        """Known sessions; a group session sees only its own and earlier ones of its project."""
        asker = self._memory.ask(call, None)
        sees_it = self._sees(asker.session)
        return self._memory.sessions.page(params.agent, params.limit, params.after, asker.now, sees_it)

    def read(self, call: Call, params: ReadParams) -> dict[str, Any]:
        """Messages of a session in the order in which they came."""
        bound = call.state.get(GROUP_SESSION)
        session = self._memory.sessions.require(params.session_id)
        if bound is not None and not self._sees(self._memory.sessions.require(bound))(session):
            # What a group session may not see does not exist for it (rule 17).
            raise self._memory.sessions.unknown(params.session_id)
        return self._memory.sessions.read(params.session_id, params.limit, params.after)

    @staticmethod
    def _sees(asking: Session | None) -> Callable[[Session], bool]:
        return lambda other: asking is None or sees(asking, other)


def _is_clean(messages: Sequence[MessageParams]) -> bool:
    """Whether one look at many messages tells that none of them holds a secret."""
    if len(messages) < _MANY:
        return False
    texts = [text for one in messages for text in (one.content, one.name, one.id) if text is not None]
    return sum(map(len, texts)) <= _ONE_LOOK and not may_hold_secrets("\n".join(texts))


def _printable(name: str, text: str | None) -> None:
    if text is not None and (not text.strip() or not text.isprintable()):
        raise InvalidParams(f"`{name}` must be one line of printable text that is not empty", param=name)


def register(registry: Registry, memory: Memory) -> None:
    """Add the `sessions` methods."""
    api = SessionsApi(memory)
    read, write = Access.READ, Access.WRITE
    gone = ("not_found",)
    for method in (
        Method("sessions.start", write, Runs.WRITER, StartParams, StartResult, api.start,
               "Begin a session, or go on with a known one.", ("conflict",)),
        Method("sessions.append", write, Runs.WRITER, AppendParams, AppendResult, api.append,
               "Append messages; acknowledged when they are on disk.", ("not_found", "too_large", "read_only"),
               api.prepare),
        Method("sessions.end", write, Runs.WRITER, EndParams, EndResult, api.end,
               "Say that a session is done; a new append resumes it.", gone),
        Method("sessions.list", read, Runs.READER, ListParams, ListResult, api.list, "Known sessions, newest first."),
        Method("sessions.read", read, Runs.READER, ReadParams, ReadResult, api.read,
               "Messages of a session, in order.", gone),
    ):  # fmt: skip
        registry.add(method)
