"""The one place that every request passes: it finds out who asks, redacts secrets, and reports them in the reply."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, NotRequired, Protocol, get_origin, get_type_hints

import msgspec

from memoryd.acting import Actor, acting
from memoryd.clock import Clock
from memoryd.conversation.session import Session
from memoryd.errors import MemorydError, PermissionDenied
from memoryd.requests.asker import Asker
from memoryd.requests.method import Method
from memoryd.requests.redaction import Redacted, Redactor, redaction_of
from memoryd.requests.screen import Screen
from memoryd.requests.visibility import PRIVATE, GroupVisibility, Visibility
from memoryd.rpc import registry
from memoryd.rpc.registry import Access, Call, Runs
from memoryd.rpc.topics import TOPICS
from memoryd.storage.batch import Batch
from memoryd.types import HOT_FILE

_actor = functools.lru_cache(maxsize=4096)(Actor)
"""Who asks again and again is one: the audit takes down each of many once."""
GROUP_SESSION = "group_session"
"""In a connection's state: the group session that it is bound to."""


class Sessions(Protocol):
    """The sessions, as far as the gate knows them."""

    def request(self, session_id: str, now: int) -> Session:
        """The session, after recording that it made a request now. Raises NotFound."""
        ...

    def known(self, session_id: str) -> Session | None:
        """The session of that id."""
        ...

    def as_known(self, session_id: str) -> str:
        """The id as it is known, however its accents are encoded."""
        ...


class _Prepared(msgspec.Struct, frozen=True):
    """A request that is ready for the writer."""

    value: Any
    params: Any
    session_id: str | None
    about: str | None
    redacted: list[Redacted]


class Gate:
    """Wraps the handlers of every kind of memory."""

    def __init__(
        self,
        sessions: Sessions,
        clock: Clock,
        redactor: Redactor,
        restricted_kinds: frozenset[str],
        screen: Screen,
        *,
        records: bool,
        no_groups: MemorydError | None = None,
    ) -> None:
        """`restricted_kinds`: of these a group session sees only its own memories and earlier ones of its project.

        `records`: whether what is used can be recorded. `no_groups`: why group sessions are answered nothing.
        """
        self._sessions = sessions
        self._clock = clock
        self._redactor = redactor
        self._restricted_kinds = restricted_kinds
        self._screen = screen
        self._records = records
        self._no_groups = no_groups

    def ask(self, call: Call, session_id: str | None, method: str, about: str | None = None) -> Asker:
        """Who asks: the session named, or the group session that the connection is bound to (rule 17).

        A call that names a group session binds the connection to it. `about`: the session that is asked about; what is
        done to it counts as done in it.
        """
        now = self._clock.now()
        bound = self._bound(call, session_id or about)
        _require_bound(bound, session_id)
        session_id = session_id or bound
        if session_id is None:
            who = _actor("request", method, call.uid, call.pid, None, about, call.connection_id)
            return Asker(now, None, PRIVATE, call, who, self._records)
        session = self._sessions.request(session_id, now)
        who = _actor("request", method, call.uid, call.pid, session.agent, about or session.id, call.connection_id)
        return Asker(now, session, self.visibility_of(session), call, who, self._records)

    def _bound(self, call: Call, named: str | None) -> str | None:
        """The group session that the connection is bound to, from this call on if that names one."""
        bound: str | None = call.state.get(GROUP_SESSION)
        session = None if bound is not None or named is None else self._sessions.known(named)
        if session is not None and session.audience == "group":
            bind(call.state, session.id)
            return session.id
        return bound

    def visibility_of(self, session: Session) -> Visibility:
        """What the session may see (rule 17)."""
        if session.audience == "private":
            return PRIVATE
        if self._no_groups is not None:
            raise type(self._no_groups)(self._no_groups.sentence, **self._no_groups.data)
        return GroupVisibility(
            session_id=session.id,
            project=session.project,
            started_at=session.started,
            restricted_kinds=self._restricted_kinds,
            hidden_files=frozenset({HOT_FILE}),
        )

    # --- around a method ----------------------------------------------------------------------------------

    def guard(self, method: Method) -> registry.Method:
        """The method as the registry has it, with the gate around its handlers."""
        handlers = self._on_writer(method) if method.runs is Runs.WRITER else {"handler": self._elsewhere(method)}
        return registry.Method(
            name=method.name,
            access=method.access,
            runs=method.runs,
            params=method.params,
            result=method.result,
            summary=method.summary,
            errors=method.errors,
            **handlers,
        )

    def _clean(self, method: Method) -> Callable[[Any], tuple[Any, list[Redacted]]]:
        """Checks bounds, then redacts; not for a method that only reads, which stores nothing."""
        stores = method.cleans and method.access is not Access.READ

        def clean(params: Any) -> tuple[Any, list[Redacted]]:
            if method.check is not None:
                method.check(params)
            # Known since its first call: to look at the params of every method would be a tenth of the start.
            redaction = redaction_of(method.params) if stores else None
            return (params, []) if redaction is None else redaction(self._redactor, params)

        return clean

    def _with_known_session(self, params: Any) -> Any:
        """With the session's id as it is known, however its accents are encoded."""
        given = getattr(params, "session_id", None)
        if not isinstance(given, str) or given.isascii():
            return params
        known = self._sessions.as_known(given)
        return params if known == given else msgspec.structs.replace(params, session_id=known)

    def _elsewhere(self, method: Method) -> Callable[..., Any]:
        clean, tell = self._clean(method), _telling(method)

        def handle(call: Call, params: Any) -> Any:
            params = self._with_known_session(params)
            asker = self.ask(call, _asking(method, params), method.name, _about(params))
            self._screen.admit(asker, method, params)
            params, redacted = clean(params)
            with acting(asker.actor):
                return self._screen.cleared(asker, tell(method.handler(asker, params), redacted))

        return handle

    def _on_writer(self, method: Method) -> dict[str, Any]:
        clean, tell, prepares, together = self._clean(method), _telling(method), method.prepare, method.together
        through = method.goes_through

        def prepare(call: Call, params: Any) -> _Prepared:
            params = self._with_known_session(params)
            # Before it is looked up: a session that exists must not sound otherwise than one that does not.
            _require_bound(call.state.get(GROUP_SESSION), _asking(method, params))
            params, redacted = clean(params)
            value = params if prepares is None else prepares(params, self._clock.now())
            return _Prepared(value, params, _asking(method, params), _about(params), redacted)

        def handle(call: Call, prepared: _Prepared, batch: Batch) -> Any:
            asker = self.ask(call, prepared.session_id, method.name, prepared.about)
            self._screen.admit(asker, method, prepared.params)
            with acting(asker.actor):
                return self._screen.cleared(
                    asker, tell(method.handler(asker, prepared.value, batch), prepared.redacted)
                )

        def handle_together(items: list[tuple[Call, Any]], batch: Batch) -> list[Any]:
            assert together is not None
            replies: list[Any] = [None] * len(items)
            ready: list[tuple[Asker, Any]] = []
            places: list[tuple[int, list[Redacted]]] = []
            for place, (call, given) in enumerate(items):
                try:
                    params, redacted = clean(given)
                    asker = self.ask(call, _asking(method, params), method.name, _about(params))
                    self._screen.admit(asker, method, params)
                    ready.append((asker, params))
                    places.append((place, redacted))
                except Exception as error:
                    replies[place] = error
            for (place, redacted), (asker, _), reply in zip(places, ready, together(ready, batch), strict=True):
                failed = isinstance(reply, Exception)
                replies[place] = reply if failed else self._screen.cleared(asker, tell(reply, redacted))
            return replies

        def slices(prepared: _Prepared) -> list[_Prepared]:
            assert method.slices is not None
            first, *others = method.slices(prepared.value)
            # What was replaced in all of them is told once.
            return [
                msgspec.structs.replace(prepared, value=first),
                *(msgspec.structs.replace(prepared, value=one, redacted=[]) for one in others),
            ]

        return {
            "handler": handle,
            "prepare": prepare,
            "goes_through": None if through is None else lambda params: through(self._with_known_session(params)),
            "together": None if together is None else handle_together,
            "slices": None if method.slices is None else slices,
            "joined": method.joined,
        }


def bind(state: dict[str, Any], session_id: str) -> None:
    """Bind a connection to a group session, which is told of no events."""
    state[GROUP_SESSION] = session_id
    state.pop(TOPICS, None)


def _require_bound(bound: str | None, session_id: str | None) -> None:
    if bound is not None and session_id is not None and session_id != bound:
        raise bound_elsewhere(bound)


def bound_elsewhere(bound: str) -> PermissionDenied:
    """The refusal of another session on a connection that is bound to a group session."""
    return PermissionDenied(
        f"this connection is bound to the group session {bound!r}; open another connection for another session",
        session_id=bound,
    )


def _asking(method: Method, params: Any) -> str | None:
    return getattr(params, "session_id", None) if method.asks else None


def _about(params: Any) -> str | None:
    return getattr(params, "session_id", None)


def _telling(method: Method) -> Callable[[Any, list[Redacted]], Any]:
    """Adds `redacted` to a reply whose type has it; where it is optional there, only if something was redacted."""

    def tell(reply: Any, redacted: list[Redacted]) -> Any:
        kind = _told_redacted(method.result)
        if kind is not None and "redacted" not in reply and (redacted or get_origin(kind) is not NotRequired):
            reply["redacted"] = redacted
        return reply

    return tell


@functools.cache
def _told_redacted(result: object) -> Any:
    """The type of `redacted` in a reply of that type; None where it has none."""
    return get_type_hints(result, include_extras=True).get("redacted") if isinstance(result, type) else None
