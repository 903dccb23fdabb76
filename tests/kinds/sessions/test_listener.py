"""What the listener to sessions hears: users' new messages of private sessions, in order, each with the one before."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from memoryd.conversation.message import Message, Said
from memoryd.kinds.sessions.listener import line_count, previous_session, tell
from memoryd.origin import source_of
from memoryd.storage.batch import Batch
from memoryd.types import Role
from tests.support.sessions import SessionRig


class Ear:
    """Remembers what it was told; each message has one directive."""

    def __init__(self) -> None:
        self.heard_of: list[tuple[str, str | None]] = []
        """(message, the user's message before)"""
        self.sources: list[str | None] = []

    def started(self, previous: str | None, batch: Batch) -> None:
        raise AssertionError("not asked here")

    def asked_in(self, text: str) -> Sequence[str]:
        return [text]

    def heard(
        self, session_id: str, asked: Sequence[str], said: Said, previous: Callable[[], Said | None], batch: Batch
    ) -> Sequence[dict[str, Any]]:
        before = previous()
        self.heard_of.append((said.text, before and before.text))
        self.sources.append(said.source)
        return [{"directive": one, "done": True} for one in asked]


@pytest.fixture
def rig(tmp_path: Path) -> Iterator[SessionRig]:
    rig = SessionRig(tmp_path)
    yield rig
    rig.stop()


def say(rig: SessionRig, ear: Ear, *messages: tuple[Role, str], session: str = "s", **fields: Any) -> list[str]:
    """Append as sessions.append does; the directives."""
    spoken = [
        Message(session_id=session, role=role, content=content, at=0, received=0, id=fields.get("id"))
        for role, content in messages
    ]

    asked = [ear.asked_in(one.content) for one in spoken]

    def append(batch: Batch) -> list[dict[str, Any]]:
        known = rig.store.registry.require(session)
        before = line_count(rig.store, known)
        keys = rig.store.append(session, spoken, batch)["keys"]
        return tell(ear, str(rig.root), known, spoken, asked, keys, before, batch)

    return [result["directive"] for result in rig.writer.run(append)]


def test_directives_come_in_the_order_of_the_messages(rig: SessionRig) -> None:
    rig.start("s")
    ear = Ear()
    assert say(rig, ear, ("user", "one"), ("assistant", "two"), ("user", "three"), ("tool", "four")) == ["one", "three"]
    assert ear.heard_of == [("one", None), ("three", "one")]
    path = rig.store.registry.require("s").path
    assert ear.sources == [source_of(f"{path}:1", "one"), source_of(f"{path}:3", "three")]


def test_the_message_before_may_stand_in_the_file(rig: SessionRig) -> None:
    rig.start("s")
    rig.start("other")
    say(rig, Ear(), ("user", "one"), ("assistant", "two"))
    say(rig, Ear(), ("user", "elsewhere"), session="other")
    ear = Ear()
    rig.restart()
    say(rig, ear, ("user", "three"))
    assert ear.heard_of == [("three", "one")]


def test_a_repeated_message_is_heard_once(rig: SessionRig) -> None:
    rig.start("s")
    assert say(rig, Ear(), ("user", "one"), id="m-1") == ["one"]
    assert say(rig, Ear(), ("user", "one"), id="m-1") == []


def test_a_group_session_is_not_listened_to(rig: SessionRig) -> None:
    rig.start("s", audience="group")
    assert say(rig, Ear(), ("user", "one")) == []


def test_the_session_before_is_the_last_used_one_of_the_agent(rig: SessionRig) -> None:
    rig.start("unused", "ada")
    rig.start("first", "ada")
    rig.store.registry.request("first", rig.clock.now())
    rig.start("of bob", "bob")
    rig.store.registry.request("of bob", rig.clock.now())
    rig.start("of a group", "ada", audience="group")
    rig.store.registry.request("of a group", rig.clock.now())
    rig.start("unused, too", "ada")
    rig.start("now", "ada")
    assert previous_session(rig.store, rig.store.registry.require("now")) == "first"
    assert previous_session(rig.store, rig.store.registry.require("first")) is None


class Silence(Ear):
    """Nothing is asked."""

    def asked_in(self, text: str) -> Sequence[str]:
        return []


def test_a_message_that_asks_for_nothing_is_not_passed_on_but_stands_before_the_next(rig: SessionRig) -> None:
    rig.start("s")
    silence, ear = Silence(), Ear()
    assert say(rig, silence, ("user", "one")) == []
    assert silence.heard_of == []
    say(rig, ear, ("user", "two"))
    assert ear.heard_of == [("two", "one")]
