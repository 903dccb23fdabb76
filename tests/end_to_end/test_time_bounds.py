"""Times that no memory can have: refused on the socket, reported in files; a day that fails, fails alone."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from tests.support.daemon import Daemon
from tests.support.rest import part
from tests.support.wait import until
from tests.support.wire import RpcError, Wire

NEW_YORK = '[schedule]\ntimezone = "America/New_York"\n'
OUTSIDE = ["0001-01-01T00:00:00Z", "0001-01-01", "1899-12-31T23:59:59Z", "9999-12-31", "9999-12-31T23:59:59-14:00"]


@pytest.fixture
def daemon_config() -> str:
    return NEW_YORK


def say(wire: Wire, text: str, at: str) -> None:
    wire.call("sessions.start", {"session_id": "s"})
    wire.call("sessions.append", {"session_id": "s", "messages": [{"role": "user", "content": text, "at": at}]})


def params(method: str, time: str) -> dict[str, Any]:
    triple = {"subject": "a", "predicate": "b", "object": "c"}
    return {
        "sessions.append": {"session_id": "s", "messages": [{"role": "user", "content": "hello", "at": time}]},
        "facts.add": {**triple, "created": time},
        "recall.search since": {"query": "x", "since": time},
        "recall.search until": {"query": "x", "until": time},
    }[method]


@pytest.mark.parametrize("method", ["sessions.append", "facts.add", "recall.search since", "recall.search until"])
def test_a_time_outside_the_bounds_is_refused_with_the_bounds(daemon: Daemon, method: str) -> None:
    with daemon.connect() as wire:
        wire.call("sessions.start", {"session_id": "s"})
        for time in OUTSIDE:
            with pytest.raises(RpcError, match="from 1900-01-01 to 9999-12-30") as raised:
                wire.call(method.split(maxsplit=1)[0], params(method, time))
            assert raised.value.code == "invalid_params"
        item = {"subject": "a", "predicate": "b", "object": "c", "created": OUTSIDE[0]}
        (rejected,) = wire.call("facts.add_many", {"facts": [item]})["rejected"]
        assert rejected["code"] == "invalid_params" and "from 1900-01-01" in rejected["message"]


def test_a_message_of_another_age_stops_no_daily(daemon: Daemon) -> None:
    with daemon.connect() as wire:
        day = datetime.now(UTC) - timedelta(days=3)
        say(wire, "I live in Oslo.", day.strftime("%Y-%m-%dT18:00:00Z"))
        path = next((daemon.data / "sessions").glob("*.jsonl"))
        line = json.loads(path.read_text().splitlines()[0])
        with path.open("a") as file:
            for time in OUTSIDE:
                file.write(json.dumps(line | {"content": "I live in Rome.", "at": time, "received": time}) + "\n")
        until(lambda: [p for p in wire.call("system.health")["problems"] if "from 1900-01-01" in p["what"]])
        (step,) = wire.call("maintenance.run", {"action": "summarize"})["steps"]
        assert step["status"] == "ok"
        assert "Oslo" in (daemon.data / f"daily/{day:%Y-%m-%d}.md").read_text()
        assert len(path.read_text().splitlines()) == 1 + len(OUTSIDE)
    daemon.kill()
    daemon.start()
    with daemon.connect() as wire:
        assert [one["content"] for one in wire.call("sessions.read", {"session_id": "s"})["messages"]] == [
            "I live in Oslo."
        ]


@pytest.mark.parametrize("zone", part(1, ["Pacific/Kiritimati", "Etc/GMT+12", "America/New_York"]))
def test_the_first_and_last_times_can_be_said_in_every_zone(daemon: Daemon, zone: str) -> None:
    daemon.kill()
    daemon.config.write_text(daemon.config.read_text().replace("America/New_York", zone))
    daemon.start()
    with daemon.connect() as wire:
        say(wire, "I live in Oslo.", "1900-01-01T00:00:00Z")
        wire.call("facts.add", {"subject": "a", "predicate": "b", "object": "c", "created": "1900-01-01T00:00:00Z"})
        query = {"query": "Oslo", "since": "1900-01-01T00:00:00Z", "until": "9999-12-30T23:59:59Z"}
        assert wire.call("recall.search", query)["results"]
        (step,) = wire.call("maintenance.run", {"action": "summarize"})["steps"]
        assert step["status"] == "ok"
        assert list((daemon.data / "daily").glob("*.md"))


def test_a_day_that_cannot_be_written_fails_alone_and_is_named(daemon: Daemon) -> None:
    with daemon.connect() as wire:
        say(wire, "I live in Oslo.", "2026-03-01T18:00:00Z")
        say(wire, "I work at a bakery.", "2026-03-02T18:00:00Z")
        (daemon.data / "daily/2026-03-01.md").mkdir(parents=True)
        (daemon.data / "daily/2026-03-01.md/x").touch()
        (step,) = wire.call("maintenance.run", {"action": "summarize"})["steps"]
        assert step["status"] == "failed" and "2026-03-01" in step["error"]
        assert "bakery" in (daemon.data / "daily/2026-03-02.md").read_text()
