"""`sessions`: runs of agents and what was said in them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Annotated, Any, Literal, NamedTuple, NotRequired, TypedDict

import msgspec

from memoryd.conversation.message import CONTENT_LIMIT, Message, view
from memoryd.conversation.session import Session, sees
from memoryd.errors import InvalidParams
from memoryd.kinds.sessions.listener import Listener, line_count, previous_session, tell
from memoryd.kinds.sessions.place import Standing
from memoryd.kinds.sessions.store import SessionStore
from memoryd.purge.digests import place_of_session
from memoryd.recall.lexical.prepared_terms import prepare_terms
from memoryd.requests.asker import Asker
from memoryd.requests.gate import GROUP_SESSION, bind, bound_elsewhere
from memoryd.requests.method import Method
from memoryd.requests.params import After, Limit, Params, SessionId, Time, bounded, plain
from memoryd.requests.redaction import HASH, REFUSE, Redacted
from memoryd.requests.slices import bytes_of, sliced
from memoryd.rpc.pool import give_way
from memoryd.rpc.registry import Access, Runs
from memoryd.services import Services
from memoryd.storage.batch import Batch
from memoryd.types import IMPORT, UNTRUSTED, Role, SessionAudience

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=200, extra=REFUSE)]
Speaker = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
MessageId = Annotated[str, msgspec.Meta(min_length=1, max_length=200, extra=HASH)]
NewSessionId = Annotated[
    str, msgspec.Meta(min_length=1, max_length=200, description="the session that asks", extra=REFUSE)
]
MESSAGES_LIMIT = 1000
_CLEARED_AT_ONCE = 250


class StartParams(Params):
    """Who begins, on what, and who listens; `started` tells of one that comes from elsewhere when it began."""

    session_id: NewSessionId | None = None
    agent: Name | None = None
    project: Name | None = None
    audience: SessionAudience | None = None
    record: bool = True
    started: Time | None = None


class StartResult(TypedDict):
    """The session, and whether it was known."""

    session_id: str
    resumed: bool


class MessageParams(Params):
    """One message; with an `id` it is appended only once."""

    role: Role
    content: str
    name: Speaker | None = None
    at: Time | None = None
    id: MessageId | None = None
    source: Literal["untrusted", "import"] | None = None
    """`untrusted`: a tool or a page said it, as what a `tool` says (rule 27). `import`: it was said to another agent at
    another time, so that its directives do nothing now (rule 16)."""
    data: dict[str, Any] | None = None
    """What a framework keeps beside the text: tool calls, ids, content parts. Given back as it is, never searched."""


class AppendParams(Params):
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


class EndParams(Params):
    """Which session."""

    session_id: SessionId


class EndResult(TypedDict):
    """What became of it."""

    session_id: str
    status: Literal["ended", "already_ended"]


class PopParams(Params):
    """Which session."""

    session_id: SessionId


class ClearParams(Params):
    """Which session."""

    session_id: SessionId


class ListParams(Params):
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


class ReadParams(Params):
    """Which session, and from where."""

    session_id: SessionId
    limit: Limit = 100
    after: After | None = None
    last: Annotated[int, msgspec.Meta(ge=1, le=1000, description="only the last so many, in order")] | None = None
    roles: Annotated[list[Role], msgspec.Meta(min_length=1, max_length=4)] | None = None


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
    source: NotRequired[str]
    data: NotRequired[dict[str, Any]]
    quarantined: NotRequired[bool]


class PopResult(TypedDict):
    """What was taken out; null when the session has no message."""

    message: MessageResult | None


class ClearResult(TypedDict):
    """How many messages were taken out."""

    session_id: str
    status: Literal["cleared", "already_empty"]
    cleared: int


class ReadResult(TypedDict):
    """A page of messages."""

    messages: list[MessageResult]
    next: NotRequired[str]


class Looked(NamedTuple):
    """A session whose messages are to be taken out, and what it had a moment ago."""

    session_id: str
    standing: Standing


class Spoken(NamedTuple):
    """Messages to be appended."""

    session_id: str
    messages: list[MessageParams]
    times: list[int | None]
    """When each was said, as far as that was given; microseconds."""
    asked: list[Sequence[Any]]
    """What each of the user's asks."""
    among: int
    """How many messages the request has."""

    def part(self, begin: int, end: int) -> Spoken:
        """Those from `begin` up to `end`."""
        messages, times, asked = self.messages[begin:end], self.times[begin:end], self.asked[begin:end]
        return Spoken(self.session_id, messages, times, asked, self.among)


class Starting(NamedTuple):
    """A session that is to begin; microseconds."""

    params: StartParams
    started: int | None


class SessionMethods:
    """The handlers."""

    def __init__(self, services: Services, store: SessionStore, listener: Listener) -> None:
        self._root, self._times, self._quarantine = services.root, services.times, services.quarantine
        self._graves = services.graves
        self._reads_only = services.data.reading
        """Nothing can be written."""
        self._store = store
        self._listener = listener

    def prepare_start(self, params: StartParams, now: int) -> Starting:
        """What needs no writer."""
        return Starting(params, self._times.of("started", params.started, now))

    def start(self, asker: Asker, starting: Starting, batch: Batch) -> dict[str, Any]:
        """Start a session, or resume a known one."""
        params, started = starting
        store, state = self._store, asker.call.state
        _check_bound(state, params)
        result = store.registry.start(
            params.session_id, params.agent, params.project, params.audience, batch, is_recorded=params.record,
            started=started,
        )  # fmt: skip
        session = store.registry.require(result["session_id"])
        if session.audience == "group":
            batch.on_commit(lambda: bind(state, session.id))
        elif not result["resumed"] and session.is_recorded and started is None:
            self._listener.started(previous_session(store, session), batch)
        return result

    def join(self, asker: Asker, params: StartParams) -> dict[str, Any]:
        """As `start`, where nothing can be written: a new session recalls until the daemon can write again."""
        state = asker.call.state
        _check_bound(state, params)
        result = self._store.registry.join(params.session_id, params.agent, params.project, params.audience, asker.now)
        session = self._store.registry.require(result["session_id"])
        if session.audience == "group":
            bind(state, session.id)
        return result

    def prepare(self, params: AppendParams, now: int) -> Spoken:
        """What needs no writer."""
        times = [self._times.of(f"messages[{at}].at", one.at, now) for at, one in enumerate(params.messages)]
        prepare_terms([one.content for one in params.messages], give_way)
        if _has_ids(params):
            self._store.read_ids(params.session_id)
        asked = [self._asked_in(one) for one in params.messages]
        return Spoken(params.session_id, params.messages, times, asked, len(params.messages))

    def must_read_ids(self, params: AppendParams) -> bool:
        """Whether its files have to be read, to know which messages it has."""
        return _has_ids(params) and not self._store.knows_ids(params.session_id)

    def _asked_in(self, one: MessageParams) -> Sequence[Any]:
        give_way()
        return self._listener.asked_in(one.content) if one.role == "user" else ()

    def append(self, asker: Asker, spoken: Spoken, batch: Batch) -> dict[str, Any]:
        """Append messages; acknowledged when they are on disk."""
        session = self._store.registry.require(spoken.session_id)
        messages = [
            Message(
                session_id=session.id,
                role=one.role,
                content=one.content,
                at=batch.now if at is None else at,
                received=batch.now,
                audience=session.audience,
                name=one.name or None,
                agent=session.agent,
                project=session.project,
                id=one.id,
                source=one.source,
                data=one.data or None,
            )
            for one, at in zip(spoken.messages, spoken.times, strict=True)
        ]
        if self._graves.are_ahead(batch.now):
            # By its time nobody sees that it was said after the purge.
            for one, at in zip(messages, spoken.times, strict=True):
                if at is None and one.source != IMPORT:
                    self._graves.lift(text=one.content, place=place_of_session(session.id))
        before = line_count(self._store, session)
        result = self._store.append(session.id, messages, batch, spoken.among)
        if not session.is_recorded:
            return {**result, "directives": []}
        keys = result["keys"]
        result["directives"] = tell(self._listener, self._root, session, messages, spoken.asked, keys, before, batch)
        return result

    def end(self, asker: Asker, params: EndParams, batch: Batch) -> dict[str, Any]:
        """The agent is done; a new append resumes the session."""
        return self._store.registry.end(params.session_id, batch)

    def list(self, asker: Asker, params: ListParams) -> dict[str, Any]:
        """Known sessions; a group session sees only its own and earlier ones of its project."""
        return self._store.registry.page(params.agent, params.limit, params.after, asker.now, self._sees(asker.session))

    def read(self, asker: Asker, params: ReadParams) -> dict[str, Any]:
        """Messages of a session in the order in which they came."""
        session = self._store.registry.require(params.session_id)
        if not self._sees(asker.session)(session):
            # What a group session may not see does not exist for it (rule 17).
            raise self._store.registry.unknown(params.session_id)
        page = self._store.read(params.session_id, params.limit, params.after, params.last, params.roles)
        for one in page["messages"]:
            asker.call.check_cancelled()
            self._mark(one)
        return page

    def _mark(self, shown: dict[str, Any]) -> dict[str, Any]:
        untrusted = shown["role"] == "tool" or shown.get("source") == UNTRUSTED
        if untrusted and self._quarantine.holds_text(shown["content"]):
            shown["quarantined"] = True
        return shown

    def look_at_last(self, params: PopParams, now: int) -> Looked:
        """Read what needs no writer."""
        return Looked(params.session_id, self._store.look_at_last(params.session_id))

    def look_at_all(self, params: ClearParams, now: int) -> Looked:
        """Read what needs no writer."""
        return Looked(params.session_id, self._store.look_at_all(params.session_id))

    def pop(self, asker: Asker, looked: Looked, batch: Batch) -> dict[str, Any]:
        """Take the last message out; its line stays in the file."""
        found = self._store.take_out_last(looked.session_id, looked.standing, batch)
        return {"message": self._mark(view(found.message, found.path, found.line)) if found else None}

    def clear(self, asker: Asker, looked: Looked, batch: Batch) -> dict[str, Any]:
        """Take every message out; their lines stay in the file."""
        count = self._store.take_out_all(looked.session_id, looked.standing, batch)
        status = "cleared" if count else "already_empty"
        return {"session_id": looked.session_id, "status": status, "cleared": count}

    @staticmethod
    def _sees(asking: Session | None) -> Callable[[Session], bool]:
        return lambda other: asking is None or sees(asking, other)

    def all(self) -> Iterable[Method]:
        """The `sessions` namespace."""
        read, write = Access.READ, Access.WRITE
        gone = ("not_found",)
        runs: dict[str, Any] = {"runs": Runs.WRITER, "handler": self.start, "prepare": self.prepare_start}
        if self._reads_only:
            runs = {"runs": Runs.LOOP, "handler": self.join}
        return (
            Method("sessions.start", write, params=StartParams, result=StartResult,
                   summary="Start a session, or resume a known one.", errors=("conflict",), check=_check_start,
                   asks=False, stores=False, **runs),
            Method("sessions.append", write, Runs.WRITER, AppendParams, AppendResult, self.append,
                   "Append messages; acknowledged when they are on disk.", ("not_found", "too_large", "read_only"),
                   check=_check_append, prepare=self.prepare, goes_through=self.must_read_ids, slices=_slices,
                   joined=_joined, stores=False),
            Method("sessions.end", write, Runs.WRITER, EndParams, EndResult, self.end,
                   "End a session; a new append resumes it.", gone, stores=False),
            Method("sessions.list", read, Runs.READER, ListParams, ListResult, self.list,
                   "Known sessions, newest first."),
            Method("sessions.read", read, Runs.SCANNER, ReadParams, ReadResult, self.read,
                   "Messages of a session, in order: a page, or the `last` ones; of some `roles` only.", gone,
                   asks=False),
            Method("sessions.pop", write, Runs.WRITER, PopParams, PopResult, self.pop,
                   "Remove the last message from a session; recall and reads leave it out, and its line stays in the "
                   "file.", gone, prepare=self.look_at_last, goes_through=_always, stores=False),
            Method("sessions.clear", write, Runs.WRITER, ClearParams, ClearResult, self.clear,
                   "Remove every message from a session; their lines stay in the file.", gone,
                   prepare=self.look_at_all, goes_through=_always, slices=_cleared_in_turn, joined=_cleared,
                   stores=False),
        )  # fmt: skip


def _check_bound(state: dict[str, Any], params: StartParams) -> None:
    bound = state.get(GROUP_SESSION)
    if bound is not None and params.session_id != bound:
        raise bound_elsewhere(bound)


def _always(_params: Any) -> bool:
    return True


def _cleared_in_turn(looked: Looked) -> list[Looked]:
    return [looked._replace(standing=part) for part in looked.standing.parts(_CLEARED_AT_ONCE)]


def _cleared(results: list[ClearResult]) -> ClearResult:
    count = sum(one["cleared"] for one in results)
    return {**results[0], "status": "cleared" if count else "already_empty", "cleared": count}


def _has_ids(params: AppendParams) -> bool:
    return any(one.id is not None for one in params.messages)


def _check_start(params: StartParams) -> None:
    for name in ("session_id", "agent", "project"):
        _printable(name, getattr(params, name))


def _check_append(params: AppendParams) -> None:
    for index, given in enumerate(params.messages):
        where = f"messages[{index}]"
        bounded(f"{where}.content", given.content, CONTENT_LIMIT)
        if not given.content.strip() and not given.data:
            raise InvalidParams(
                f"`{where}.content` must not be empty; only a message with `data` may have no words",
                param=f"{where}.content",
            )
        _printable(f"{where}.name", given.name)
        if given.data is not None:
            plain(f"{where}.data", given.data, CONTENT_LIMIT)


def _slices(spoken: Spoken) -> list[Spoken]:
    """In parts between which others write."""
    parts, begin = [], 0
    for messages in sliced(spoken.messages, _size):
        parts.append(spoken.part(begin, begin + len(messages)))
        begin += len(messages)
    return parts


def _size(one: MessageParams) -> int:
    return bytes_of(one.content) + (len(msgspec.json.encode(one.data)) if one.data else 0)


def _joined(replies: list[dict[str, Any]]) -> dict[str, Any]:
    """The reply to all parts."""
    return {
        "appended": sum(one["appended"] for one in replies),
        "keys": [key for one in replies for key in one["keys"]],
        "directives": [done for one in replies for done in one["directives"]],
        "redacted": replies[0]["redacted"],
    }


def _printable(name: str, text: str | None) -> None:
    if text is not None and (not text.strip() or not text.isprintable()):
        raise InvalidParams(f"`{name}` must be one line of printable text that is not empty", param=name)
