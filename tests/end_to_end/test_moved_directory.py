"""The data directory is moved away from under a running daemon, and back again."""

from __future__ import annotations

import pytest

from memoryd.client import Client
from memoryd.errors import ReadOnly
from tests.support.daemon import Daemon
from tests.support.wait import until


def test_nothing_takes_its_place_and_it_is_served_again(daemon: Daemon) -> None:
    away = daemon.data.with_name("away")
    with Client(daemon.socket) as client:
        first = client.facts.add(subject="mole", predicate="stands_at", object="harbour")["id"]
        daemon.data.rename(away)
        with pytest.raises(Exception, match="put it back") as refused:
            client.facts.add(subject="pier", predicate="stands_at", object="harbour")
        assert getattr(refused.value, "code", None) == ReadOnly.code
        until(lambda: any("is gone" in problem["what"] for problem in client.system.health()["problems"]))
        assert client.system.health()["status"] == "critical"
        assert not daemon.data.exists()
        away.rename(daemon.data)
        second = client.facts.add(subject="quay", predicate="stands_at", object="harbour")["id"]
        found = {result["key"] for result in client.recall.query(query="harbour")["results"]}
        assert found == {first, second}
        lines = (daemon.data / "knowledge-graph" / "facts.jsonl").read_text()
        assert first in lines
        assert second in lines
