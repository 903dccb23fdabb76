"""The gate: who asks, what is cleaned and checked before a handler sees it, what the reply says of it."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from typing import Annotated, Any, NotRequired, TypedDict

import msgspec
import pytest

from memoryd.conversation.session import Session
from memoryd.errors import InvalidParams, MemorydError, NotFound, PermissionDenied
from memoryd.origin import origin_of
from memoryd.requests.asker import Asker
from memoryd.requests.gate import GROUP_SESSION, Gate
from memoryd.requests.method import Method
from memoryd.requests.params import SessionId
from memoryd.requests.redaction import KEEP, Redacted, Redactor
from memoryd.requests.screen import Screen
from memoryd.rpc.registry import Access, Runs
from memoryd.testing.manual_clock import ManualClock
from memoryd.types import HOT_FILE, Document, SessionAudience

TOKEN = "ghp_" + "aB3d" * 9
CLEAN = "[redacted:token]"


class Sessions:
    """Two that exist."""

    def __init__(self) -> None:
        self.heard: list[tuple[str, int]] = []
        self.all = {"mine": session("mine", "private"), "ours": session("ours", "group", "harbour")}

    def request(self, session_id: str, now: int) -> Session:
        if session_id not in self.all:
            raise NotFound("no such session")
        self.heard.append((session_id, now))
        return self.all[session_id]

    def as_known(self, session_id: str) -> str:
        return unicodedata.normalize("NFC", session_id)

    def known(self, session_id: str) -> Session | None:
        return self.all.get(session_id)


def session(session_id: str, audience: SessionAudience, project: str | None = None) -> Session:
    return Session(id=session_id, agent=None, project=project, audience=audience, started=1000)


class Call:
    """One request of a connection."""

    uid = 0
    pid = 1
    access = Access.WRITE
    connection_id = 1

    def __init__(self, bound: str | None = None) -> None:
        self.state: dict[str, Any] = {} if bound is None else {GROUP_SESSION: bound}

    def progress(self, stage: str, done: int, total: int) -> None: ...

    def check_cancelled(self) -> None: ...


class Params(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    text: str = ""
    key: Annotated[str, msgspec.Meta(extra=KEEP)] = ""
    session_id: SessionId | None = None


class Result(TypedDict):
    redacted: list[Redacted]


class QuietResult(TypedDict):
    redacted: NotRequired[list[Redacted]]


class PlainResult(TypedDict):
    text: str


class NoDocuments:
    def document(self, key: str) -> None:
        return None


class Rig:
    def __init__(self) -> None:
        self.sessions, self.clock, self.redactor = Sessions(), ManualClock(), Redactor()
        self.gate = Gate(
            self.sessions, self.clock, self.redactor, frozenset({"message"}), Screen(NoDocuments(), ()), records=True
        )
        self.got: list[Any] = []
        self.asked: list[Asker] = []

    def method(self, runs: Runs = Runs.READER, access: Access = Access.WRITE, **more: Any) -> Method:
        def handler(asker: Asker, params: Any, *batch: Any) -> dict[str, Any]:
            self.asked.append(asker)
            self.got.append(params)
            return {}

        settings = {"result": Result, "handler": handler} | more
        return Method("things.do", access, runs, Params, summary="Do.", **settings)

    def call(self, method: Method, params: Any, call: Call | None = None) -> Any:
        """As the socket does it."""
        guarded, call = self.gate.guard(method), call or Call()
        if method.runs is not Runs.WRITER:
            return guarded.handler(call, params)
        assert guarded.prepare is not None
        return guarded.handler(call, guarded.prepare(call, params), None)


@pytest.fixture
def rig() -> Rig:
    return Rig()


def test_whether_a_write_goes_through_files_is_asked_of_the_session_as_it_is_known(rig: Rig) -> None:
    through = rig.gate.guard(rig.method(Runs.WRITER, goes_through=lambda one: one.session_id == "café")).goes_through
    assert through is not None
    assert [through(Params(session_id=one)) for one in ("cafe\u0301", "cafe")] == [True, False]
    assert rig.gate.guard(rig.method(Runs.WRITER)).goes_through is None


# --- who asks -------------------------------------------------------------------------------------------------


def test_nobody_asks_and_sees_everything(rig: Rig) -> None:
    asker = rig.gate.ask(Call(), None, "facts.add")
    assert (asker.session, asker.is_group, asker.now) == (None, False, rig.clock.now())
    assert asker.visibility.sees(document("message"))


def test_a_private_session_is_heard_of_and_sees_everything(rig: Rig) -> None:
    asker = rig.gate.ask(Call(), "mine", "facts.add")
    assert asker.session is rig.sessions.all["mine"]
    assert rig.sessions.heard == [("mine", rig.clock.now())]
    assert asker.visibility.sees(document("message"))


def test_a_connection_that_is_bound_asks_as_its_group_session(rig: Rig) -> None:
    asker = rig.gate.ask(Call("ours"), None, "facts.add")
    assert asker.session is rig.sessions.all["ours"]
    assert asker.is_group
    assert rig.gate.ask(Call("ours"), "ours", "facts.add").is_group


def test_a_connection_that_is_bound_is_no_other_session(rig: Rig) -> None:
    with pytest.raises(PermissionDenied, match="bound to the group session 'ours'"):
        rig.gate.ask(Call("ours"), "mine", "facts.add")
    assert rig.sessions.heard == []


def test_a_session_that_is_not_there_is_refused(rig: Rig) -> None:
    with pytest.raises(NotFound):
        rig.gate.ask(Call(), "nobody", "facts.add")


def document(kind: str, **more: Any) -> Document:
    return Document(key="k", kind=kind, text="", source=more.pop("source", "s"), path="p", **more)


@pytest.mark.parametrize(
    ("shown", "expected"),
    [
        (document("fact"), False),
        (document("fact", audience="shared"), True),
        (document("fact", audience="shared", project="mole"), True),
        (document("fact", audience="group", project="harbour", created=1001), True),
        (document("fact", audience="group", project="mole"), False),
        (document("fact", audience="group"), False),
        (document("fact", audience="group", session_id="ours"), True),
        (document("fact", audience="private", project="harbour"), False),
        (document("message"), False),
        (document("message", session_id="ours"), True),
        (document("message", audience="group", project="harbour", created=999), True),
        (document("message", audience="group", project="harbour", created=1000), True),
        (document("message", audience="group", project="harbour", created=1001), False),
        (document("message", audience="group", project="mole", created=999), False),
        (document("message", audience="private", project="harbour", created=999), False),
        (document("message", audience="shared", project="harbour", created=999), False),
        (document("note", source=HOT_FILE, audience="shared"), False),
    ],
)
def test_what_a_group_session_sees(rig: Rig, shown: Document, expected: bool) -> None:
    visibility = rig.gate.ask(Call("ours"), None, "facts.add").visibility
    assert visibility.sees(shown) is expected
    if shown.kind == "fact":
        assert visibility.sees_origin(origin_of(shown)) is expected


@pytest.mark.parametrize("runs", list(Runs))
def test_the_session_of_the_params_asks(rig: Rig, runs: Runs) -> None:
    rig.call(rig.method(runs), Params(session_id="ours"))
    assert [asker.is_group for asker in rig.asked] == [True]


@pytest.mark.parametrize("runs", list(Runs))
def test_a_session_that_is_only_asked_about_does_not_ask(rig: Rig, runs: Runs) -> None:
    rig.call(rig.method(runs, asks=False), Params(session_id="nobody"))
    assert [asker.session for asker in rig.asked] == [None]


@pytest.mark.parametrize("runs", list(Runs))
def test_a_bound_connection_is_held_to_its_session_wherever_a_method_runs(rig: Rig, runs: Runs) -> None:
    with pytest.raises(PermissionDenied):
        rig.call(rig.method(runs), Params(session_id="mine"), Call("ours"))
    assert rig.got == []


# --- what a handler gets ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("access", [Access.WRITE, Access.ADMIN])
@pytest.mark.parametrize("runs", list(Runs))
def test_secrets_are_taken_out_of_what_may_be_stored(rig: Rig, runs: Runs, access: Access) -> None:
    reply = rig.call(rig.method(runs, access), Params(text=f"a {TOKEN}", key=TOKEN))
    assert [(one.text, one.key) for one in rig.got] == [(f"a {CLEAN}", TOKEN)]
    assert reply == {"redacted": [{"kind": "token", "count": 1}]}
    assert rig.redactor.counts == {"token": 1}


def test_what_is_only_read_is_left_as_it_is(rig: Rig) -> None:
    rig.call(rig.method(access=Access.READ), Params(text=TOKEN))
    assert [one.text for one in rig.got] == [TOKEN]


def test_a_method_that_cleans_by_itself_gets_what_came(rig: Rig) -> None:
    assert rig.call(rig.method(cleans=False), Params(text=TOKEN)) == {"redacted": []}
    assert [one.text for one in rig.got] == [TOKEN]


@pytest.mark.parametrize("runs", list(Runs))
def test_bounds_are_checked_before_anything_is_looked_at(rig: Rig, runs: Runs) -> None:
    seen: list[str] = []

    def check(params: Params) -> None:
        seen.append(params.text)
        raise InvalidParams("too long")

    with pytest.raises(InvalidParams):
        rig.call(rig.method(runs, check=check), Params(text=TOKEN))
    assert seen == [TOKEN]
    assert (rig.got, rig.redactor.counts) == ([], {})


def test_what_a_writer_prepares_is_clean_already(rig: Rig) -> None:
    def prepare(params: Params, now: int) -> tuple[str, int]:
        return params.text, now

    rig.call(rig.method(Runs.WRITER, prepare=prepare), Params(text=TOKEN))
    assert rig.got == [(CLEAN, rig.clock.now())]


# --- several at once ------------------------------------------------------------------------------------------


def together(rig: Rig, fails: Callable[[Params], bool] = lambda params: False, **more: Any) -> Callable[..., list[Any]]:
    def many(items: list[tuple[Asker, Params]], batch: Any) -> list[Any]:
        rig.got += [params.text for _, params in items]
        return [InvalidParams("no") if fails(params) else {"text": params.text} for _, params in items]

    found = rig.gate.guard(rig.method(Runs.WRITER, together=many, **more)).together
    assert found is not None
    return found


def test_several_at_once_are_cleaned_each_for_itself(rig: Rig) -> None:
    items = [(Call(), Params(text=text)) for text in ("a", TOKEN)]
    assert together(rig)(items, None) == [
        {"text": "a", "redacted": []},
        {"text": CLEAN, "redacted": [{"kind": "token", "count": 1}]},
    ]


def test_of_several_one_that_may_not_ask_fails_alone_and_in_its_place(rig: Rig) -> None:
    items = [
        (Call(), Params(text="first")),
        (Call("ours"), Params(text="other", session_id="mine")),
        (Call(), Params(text="bad")),
        (Call(), Params(text="last")),
    ]
    first, denied, refused, last = together(rig, lambda params: params.text == "bad")(items, None)
    assert (first["text"], last["text"]) == ("first", "last")
    assert isinstance(denied, PermissionDenied)
    assert isinstance(refused, InvalidParams)
    assert rig.got == ["first", "bad", "last"]


def test_of_several_one_that_is_out_of_bounds_fails_alone(rig: Rig) -> None:
    def check(params: Params) -> None:
        if params.text == "long":
            raise InvalidParams("too long")

    items = [(Call(), Params(text=text)) for text in ("long", "a")]
    refused, taken = together(rig, check=check)(items, None)
    assert isinstance(refused, MemorydError)
    assert taken["text"] == "a"


# --- what the reply says ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("result", "text", "expected"),
    [
        (Result, "a", {"redacted": []}),
        (Result, TOKEN, {"redacted": [{"kind": "token", "count": 1}]}),
        (QuietResult, "a", {}),
        (QuietResult, TOKEN, {"redacted": [{"kind": "token", "count": 1}]}),
        (PlainResult, TOKEN, {}),
        (dict[str, Any], TOKEN, {}),
    ],
)
def test_the_reply_says_what_was_taken_out_where_its_type_has_it(
    rig: Rig, result: Any, text: str, expected: dict[str, Any]
) -> None:
    assert rig.call(rig.method(result=result), Params(text=text)) == expected


def test_what_a_handler_says_itself_stays(rig: Rig) -> None:
    own = [{"kind": "password", "count": 2}]
    method = rig.method(cleans=False, handler=lambda asker, params: {"redacted": own})
    assert rig.call(method, Params(text=TOKEN)) == {"redacted": own}
