"""`system.subscribe` on the real daemon: who asked is told of maintenance and of problems, nobody else is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from memoryd.client import Client
from memoryd.errors import InvalidParams
from tests.support.daemon import Daemon


class Listener:
    """A client that keeps what it is told."""

    def __init__(self, daemon: Daemon) -> None:
        self.told: list[dict[str, Any]] = []
        self.client = Client(daemon.socket, on_notification=self._keep)

    def _keep(self, method: str, params: Any) -> None:
        assert method == "system.event"
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


def test_an_unknown_event_is_refused(daemon: Daemon) -> None:
    with Client(daemon.socket) as client, pytest.raises(InvalidParams, match="maintenance"):
        client.system.subscribe(events=["weather"])
