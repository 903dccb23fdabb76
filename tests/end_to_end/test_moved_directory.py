"""The data directory is moved away from under a running daemon, and back again."""

from __future__ import annotations

from pathlib import Path

import pytest

from memoryd.client import Client
from memoryd.errors import ReadOnly
from memoryd.storage.lock import lock_holder
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


def test_who_takes_it_away_changed_nothing_in_the_audit(daemon: Daemon) -> None:
    away = daemon.data.with_name("away")
    with Client(daemon.socket) as client:

        def told() -> list[str]:
            return [one["what"] for one in client.system.health()["problems"] if one["path"] == "audit.jsonl"]

        for number in range(3):  # the audit waits for half a second behind the first
            client.facts.add(subject="mole", predicate="stands_at", object=f"harbour {number}")
        daemon.data.rename(away)
        until(told)
        away.rename(daemon.data)
        client.facts.add(subject="quay", predicate="stands_at", object="harbour")
        until(lambda: client.system.health()["problems"] == [])
        assert client.audit.verify()["status"] == "ok"


def test_it_ends_in_order_while_the_directory_is_away(daemon: Daemon) -> None:
    away = daemon.data.with_name("away")
    with Client(daemon.socket) as client:
        known = client.facts.add(subject="mole", predicate="stands_at", object="harbour")["id"]
        daemon.data.rename(away)
        client.recall.query(query="harbour")  # its boost cannot be written down
    assert daemon.stop() == 0
    assert '"event":"stopped"' in daemon.tail(3)
    away.rename(daemon.data)
    with Client(daemon.start().socket) as client:
        assert client.facts.get(id=known)["object"] == "harbour"


def test_a_second_daemon_in_its_place_is_given_way(daemon: Daemon, daemon_folder: Path) -> None:
    daemon.data.rename(daemon.data.with_name("away"))
    second = Daemon(daemon_folder / "second")
    second.data = daemon.data
    second.start()
    try:
        assert daemon.process is not None
        assert daemon.process.wait(30) == 75
        with Client(second.socket) as client:
            assert client.facts.add(subject="a", predicate="b", object="c")["status"] == "added"
    finally:
        second.kill()


def test_a_directory_put_in_its_place_is_locked_as_well(daemon: Daemon, daemon_folder: Path) -> None:
    daemon.data.rename(daemon.data.with_name("away"))
    (daemon.data / ".memoryd").mkdir(parents=True)
    until(lambda: lock_holder(str(daemon.data)) == daemon.pid)
    second = Daemon(daemon_folder / "second")
    second.data = daemon.data
    assert second.spawn().wait(30) == 75


def test_nothing_is_written_in_its_place_before_it_is_known_whose_it_is(daemon: Daemon, daemon_folder: Path) -> None:
    second = Daemon(daemon_folder / "second")
    second.data = daemon.data
    try:
        with daemon.connect() as wire:
            wire.call("facts.add", {"subject": "mole", "predicate": "stands_at", "object": "harbour"})
            with daemon.paused():
                daemon.data.rename(daemon.data.with_name("away"))
                second.start()
                for name in ("pier", "quay", "buoy"):
                    wire.send("facts.add", {"subject": name, "predicate": "stands_at", "object": "harbour"})
            assert daemon.process is not None
            assert daemon.process.wait(30) == 75
        with Client(second.socket) as client:
            fact = client.facts.add(subject="crane", predicate="stands_at", object="harbour")["id"]
            found = client.recall.query(query="harbour")["results"]
            assert [result["key"] for result in found] == [fact]
            assert client.audit.verify()["status"] == "ok"
            assert client.system.health()["problems"] == []
        assert len((second.data / "knowledge-graph" / "facts.jsonl").read_text().splitlines()) == 1
    finally:
        second.kill()
