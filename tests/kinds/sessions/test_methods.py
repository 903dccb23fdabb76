"""`sessions.*` as the gate calls it: who is told of a new session, what binds a connection, and who may read."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from memoryd.acting import MEMORYD
from memoryd.conversation.message import Said
from memoryd.conversation.session import Session
from memoryd.errors import InvalidParams, NotFound, PermissionDenied
from memoryd.kinds.sessions.methods import (
    AppendParams,
    ClearParams,
    ListParams,
    MessageParams,
    PopParams,
    ReadParams,
    SessionMethods,
    StartParams,
)
from memoryd.requests.asker import Asker
from memoryd.requests.gate import GROUP_SESSION
from memoryd.requests.method import Method
from memoryd.requests.slices import SLICE_BYTES
from memoryd.requests.visibility import PRIVATE
from memoryd.rpc.registry import Access
from memoryd.storage.batch import Batch
from tests.support.sessions import SessionRig


class Ear:
    """A listener that remembers what it was told."""

    def __init__(self) -> None:
        self.begun: list[str | None] = []
        """The session before each new one."""

    def started(self, previous: str | None, batch: Batch) -> None:
        self.begun.append(previous)

    def asked_in(self, text: str) -> Sequence[str]:
        return [text]

    def heard(
        self, session_id: str, asked: Sequence[str], said: Said, previous: Callable[[], Said | None], batch: Batch
    ) -> Sequence[dict[str, Any]]:
        return [{"directive": one, "done": True} for one in asked]


class Connection:
    """A `Call` of a connection."""

    uid, access, connection_id = 0, Access.WRITE, 1

    def __init__(self) -> None:
        self.state: dict[str, Any] = {}

    def progress(self, stage: str, done: int, total: int) -> None:
        raise AssertionError("a short call")

    def check_cancelled(self) -> None:
        """Nobody cancels it."""


class Rig:
    """The methods over real session files."""

    def __init__(self, root: Path) -> None:
        self.talk = SessionRig(root)
        self.ear = Ear()
        self.connection = Connection()
        self.methods = SessionMethods(self.talk.services, self.talk.store, self.ear)

    def asker(self, session_id: str | None = None) -> Asker:
        session: Session | None = None
        if session_id is not None:
            session = self.talk.store.registry.request(session_id, self.talk.clock.now())
        return Asker(self.talk.clock.now(), session, PRIVATE, self.connection, MEMORYD)

    def start(self, session_id: str | None = None, **fields: Any) -> dict[str, Any]:
        params = StartParams(session_id=session_id, **fields)
        starting = self.methods.prepare_start(params, self.talk.clock.now())
        return self.talk.writer.run(lambda batch: self.methods.start(self.asker(), starting, batch))

    def append(self, session_id: str, *messages: MessageParams) -> dict[str, Any]:
        params = AppendParams(session_id=session_id, messages=list(messages))
        spoken = self.methods.prepare(params, self.talk.clock.now())
        return self.talk.writer.run(lambda batch: self.methods.append(self.asker(session_id), spoken, batch))

    def read(self, session_id: str, asking: str | None = None) -> list[dict[str, Any]]:
        messages: list[dict[str, Any]] = self.methods.read(self.asker(asking), ReadParams(session_id=session_id))[
            "messages"
        ]
        return messages

    def listed(self, asking: str | None = None) -> set[str]:
        return {one["session_id"] for one in self.methods.list(self.asker(asking), ListParams())["sessions"]}


@pytest.fixture
def rig(tmp_path: Path) -> Iterator[Rig]:
    rig = Rig(tmp_path)
    yield rig
    rig.talk.stop()


@pytest.mark.parametrize(
    ("letter", "sizes", "parts"),
    [
        ("x", [1], [1]),
        ("x", [SLICE_BYTES, 1], [1, 1]),
        ("x", [300_000] * 4, [1] * 4),
        ("x", [200_000] * 5, [2, 2, 1]),
        ("字", [100_000] * 3, [1, 1, 1]),
    ],
)
def test_a_large_append_is_cut_between_messages(rig: Rig, letter: str, sizes: list[int], parts: list[int]) -> None:
    rig.start("s")
    params = AppendParams(session_id="s", messages=[user(letter * size) for size in sizes])
    [cut] = [one.slices for one in rig.methods.all() if one.name == "sessions.append"]
    assert cut is not None
    assert [len(part.messages) for part in cut(rig.methods.prepare(params, rig.talk.clock.now()))] == parts


def named(rig: Rig, name: str) -> Method:
    return next(one for one in rig.methods.all() if one.name == name)


@pytest.mark.parametrize(
    ("name", "params"), [("sessions.pop", PopParams(session_id="s")), ("sessions.clear", ClearParams(session_id="s"))]
)
def test_what_is_taken_out_is_looked_up_apart(rig: Rig, name: str, params: Any) -> None:
    through = named(rig, name).goes_through
    assert through is not None
    assert through(params)


def test_ids_of_messages_are_read_apart_once(rig: Rig) -> None:
    through = named(rig, "sessions.append").goes_through
    assert through is not None
    with_id = AppendParams(session_id="s", messages=[user("a", id="1")])
    without = AppendParams(session_id="s", messages=[user("a")])
    rig.start("s")
    assert not through(with_id)  # it has no message
    rig.append("s", user("a"))
    assert (through(with_id), through(without)) == (True, False)
    rig.append("s", user("a", id="1"))
    assert not through(with_id)


def test_a_long_session_is_cleared_in_parts(rig: Rig) -> None:
    rig.start("s")
    for _ in range(3):
        rig.append("s", *[user("a")] * 500)
    method = named(rig, "sessions.clear")
    assert method.slices is not None
    assert method.joined is not None
    looked = method.slices(rig.methods.look_at_all(ClearParams(session_id="s"), 0))
    results = [rig.talk.writer.run(lambda batch, one=one: rig.methods.clear(rig.asker(), one, batch)) for one in looked]
    assert [one["cleared"] for one in results] == [250] * 6
    assert method.joined(results) == {"session_id": "s", "status": "cleared", "cleared": 1500}
    assert method.joined([{"session_id": "s", "status": "already_empty", "cleared": 0}])["status"] == "already_empty"


def user(content: str, **fields: Any) -> MessageParams:
    return MessageParams(role="user", content=content, **fields)


def test_only_new_private_sessions_are_told(rig: Rig) -> None:
    rig.start("a", agent="ada")
    rig.append("a", user("hello"))
    rig.start("a", agent="ada")
    rig.start("b", agent="ada")
    assert rig.ear.begun == [None, "a"]
    rig.start("g", agent="ada", audience="group")
    assert rig.ear.begun == [None, "a"]


def test_a_group_session_binds_its_connection(rig: Rig) -> None:
    rig.start("private")
    assert GROUP_SESSION not in rig.connection.state
    rig.start("g", audience="group")
    assert rig.connection.state[GROUP_SESSION] == "g"
    assert rig.start("g")["resumed"]
    for other in ("private", "new", None):
        with pytest.raises(PermissionDenied):
            rig.start(other)


def test_a_message_takes_agent_project_and_audience_of_its_session(rig: Rig) -> None:
    rig.start("g", agent="ada", project="p", audience="group")
    reply = rig.append("g", user("hello", name="", at="2026-05-15T10:00:00Z", id="m"))
    (shown,) = rig.read("g")
    assert reply == {"appended": 1, "keys": [shown["key"]], "directives": []}
    assert (shown["agent"], shown["project"], shown["audience"], shown["id"]) == ("ada", "p", "group", "m")
    assert shown["at"].startswith("2026-05-15T10:00:00") and "name" not in shown


def test_directives_of_private_sessions_are_told(rig: Rig) -> None:
    rig.start("a")
    said = [user("one"), MessageParams(role="assistant", content="two"), user("three")]
    assert [one["directive"] for one in rig.append("a", *said)["directives"]] == ["one", "three"]


def test_a_time_to_come_is_refused(rig: Rig) -> None:
    rig.start("a")
    with pytest.raises(InvalidParams, match=r"messages\[1\]\.at"):
        rig.append("a", user("one"), user("two", at="2999-01-01"))


def test_a_group_session_reads_its_own_and_earlier_ones_of_its_project(rig: Rig) -> None:
    for session_id, project, audience in (
        ("private", "p", "private"), ("earlier", "p", "group"), ("elsewhere", "q", "group"), ("asks", "p", "group"),
    ):  # fmt: skip
        rig.connection.state.clear()
        rig.start(session_id, project=project, audience=audience)
        rig.append(session_id, user(session_id))
        rig.talk.clock.advance(1)
    rig.connection.state.clear()
    rig.start("later", project="p", audience="group")
    assert rig.listed("asks") == {"asks", "earlier"}
    assert rig.listed("private") == rig.listed() == {"private", "earlier", "elsewhere", "asks", "later"}
    assert rig.read("earlier", "asks")[0]["content"] == "earlier"
    for hidden in ("private", "elsewhere", "later"):
        with pytest.raises(NotFound):
            rig.read(hidden, "asks")


@pytest.mark.parametrize(
    ("method", "params", "param"),
    [
        ("sessions.start", StartParams(session_id=" "), "session_id"),
        ("sessions.start", StartParams(agent="two\nlines"), "agent"),
        ("sessions.start", StartParams(project="\x07"), "project"),
        ("sessions.append", AppendParams(session_id="s", messages=[user(" \n")]), "messages[0].content"),
        ("sessions.append", AppendParams(session_id="s", messages=[user("x"), user("y", name="\t")]),
         "messages[1].name"),
    ],
)  # fmt: skip
def test_what_is_no_name_or_no_text_is_refused(rig: Rig, method: str, params: Any, param: str) -> None:
    check = {one.name: one.check for one in rig.methods.all()}[method]
    assert check is not None
    with pytest.raises(InvalidParams) as refused:
        check(params)
    assert refused.value.data["param"] == param
