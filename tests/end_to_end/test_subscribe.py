"""`system.subscribe` on the real daemon: who asked is told of maintenance and of problems, nobody else is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from memoryd.client import Client
from memoryd.errors import InvalidParams, PermissionDenied
from tests.support.daemon import Daemon


class Listener:
    """A client that keeps what it is told."""

    def __init__(self, daemon: Daemon) -> None:
        self.told: list[dict[str, Any]] = []
        self.client = Client(daemon.socket, on_notification=self._keep)

    def _keep(self, method: str, params: Any) -> None:
        event = params["event"]
        assert method == (event if event.startswith("memory.") else "system.event")
        self.told.append(params)

    def until(self, event: str) -> dict[str, Any]:
        for _ in range(600):
            found = [each for each in self.told if each["event"] == event]
            if found:
                return found[0]
            self.client.listen(0.1)
        raise AssertionError(f"never told of {event}: {self.told}")


@pytest.fixture
def listeners(daemon: Daemon) -> Iterator[tuple[Listener, Listener]]:
    listener, other = Listener(daemon), Listener(daemon)
    yield listener, other
    listener.client.close()
    other.client.close()


def test_who_asked_is_told(daemon: Daemon, listeners: tuple[Listener, Listener]) -> None:
    listener, other = listeners
    assert listener.client.system.subscribe(events=["problem", "maintenance"]) == {"events": ["maintenance", "problem"]}
    with Client(daemon.socket) as client:
        client.maintenance.run(action="decay")
        begun, step, ended = (listener.until(f"maintenance.{what}") for what in ("begun", "step", "ended"))
        assert (begun["action"], step["step"], ended["status"]) == ("decay", "decay", "ok")
        client.facts.add(subject="a", predicate="b", object="c")
        with (daemon.data / "knowledge-graph" / "facts.jsonl").open("a") as file:
            file.write("{no json\n")
        problem = listener.until("problem")
        assert (problem["path"], problem["line"]) == ("knowledge-graph/facts.jsonl", 2)
        assert problem["action"]
        assert listener.client.system.subscribe(events=[]) == {"events": []}
        told = len(listener.told)
        client.maintenance.run(action="decay")
        assert listener.client.rpc.ping() is not None
    assert (len(listener.told), other.told) == (told, [])


EVENTS = ["memory.added", "memory.changed", "memory.archived"]


def test_agents_are_told_of_what_others_wrote_in_their_sight(
    daemon: Daemon, listeners: tuple[Listener, Listener]
) -> None:
    private, group = listeners
    private.client.sessions.start(session_id="mine")
    private.client.system.subscribe(events=EVENTS, session_id="mine")
    group.client.sessions.start(session_id="g", audience="group", project="harbour")
    group.client.system.subscribe(events=EVENTS, session_id="g")
    with Client(daemon.socket) as writer:
        private.client.facts.add(subject="I", predicate="am", object="the listener", session_id="mine")
        writer.sessions.start(session_id="theirs", agent="claude")
        secret = writer.facts.add(subject="a", predicate="is", object="secret", session_id="theirs")["id"]
        shared = writer.facts.add(subject="a", predicate="is", object="known", audience="shared")["id"]
        writer.facts.edit(id=shared, object="well known")
        writer.facts.archive(id=shared)
        writer.items.put(namespace=["app"], key="k", value="v")
        private.until("memory.archived")
        group.until("memory.archived")
        last = "items/app.jsonl:k"
        for listener in listeners:
            while not any(one["key"] == last for one in listener.told):
                listener.client.listen(0.1)
    seen = [(one["event"], one["kind"], one["key"]) for one in group.told]
    assert seen == [
        ("memory.added", "fact", shared),
        ("memory.changed", "fact", shared),
        ("memory.archived", "fact", shared),
        ("memory.added", "item", last),
    ]
    assert all("agent" not in one and "session_id" not in one for one in group.told)
    assert [one["key"] for one in private.told] == [secret, *(key for _, _, key in seen)]
    assert (private.told[0]["agent"], private.told[0]["session_id"]) == ("claude", "theirs")


def test_without_a_session_what_another_connection_wrote_is_told(listeners: tuple[Listener, Listener]) -> None:
    listener, other = listeners  # both of this process
    listener.client.system.subscribe(events=EVENTS)
    listener.client.facts.add(subject="I", predicate="am", object="the listener")
    theirs = other.client.facts.add(subject="it", predicate="is", object="the other")["id"]
    listener.until("memory.added")
    assert [(one["key"], one["kind"]) for one in listener.told] == [(theirs, "fact")]


def test_only_admins_are_told_of_the_daemon(listeners: tuple[Listener, Listener]) -> None:
    group, _ = listeners
    group.client.sessions.start(session_id="g", audience="group", project="harbour")
    with pytest.raises(PermissionDenied, match=r"memory\.added"):
        group.client.system.subscribe(events=["problem"], session_id="g")


def test_who_does_not_read_is_told_how_much_was_missed(daemon: Daemon, listeners: tuple[Listener, Listener]) -> None:
    listener, _ = listeners
    listener.client.system.subscribe(events=["memory.added"])
    with Client(daemon.socket) as writer:
        writer.sessions.start(session_id="s")
        facts = [{"subject": f"buoy {at}", "predicate": "is", "object": "red"} for at in range(3000)]
        writer.facts.add_many(facts=facts, session_id="s")
        # In this turn of the audit, or in one that follows.
        for number in range(400):
            if any("missed" in one for one in listener.told):
                break
            writer.facts.add(subject=f"boat {number}", predicate="is", object="blue", session_id="s")
            listener.client.listen(0.1)
    assert sum(one.get("missed", 0) for one in listener.told) > 0
    assert len(listener.told) < 3000


def test_an_unknown_event_is_refused(daemon: Daemon) -> None:
    with Client(daemon.socket) as client, pytest.raises(InvalidParams, match="maintenance"):
        client.system.subscribe(events=["weather"])
