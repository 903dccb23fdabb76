"""A daemon that may open no more files says so: nothing it has is called absent or empty."""

from __future__ import annotations

import os
import resource
from collections.abc import Callable
from typing import Any

import pytest

from memoryd.client import Client
from memoryd.errors import Busy
from tests.support.daemon import Daemon
from tests.support.wait import until

CALLS: dict[str, Callable[[Client, str], Any]] = {
    "get an archived fact": lambda client, key: client.recall.get(key=key),
    "get a file": lambda client, key: client.recall.get(key="memory/tea.md"),
    "grep": lambda client, key: client.recall.grep(pattern="tea"),
    "read a session": lambda client, key: client.sessions.read(session_id="talk"),
    "add": lambda client, key: client.facts.add(subject="a", predicate="b", object="c"),
}


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS.keys())
def test_out_of_descriptors_is_busy(daemon: Daemon, call: Callable[[Client, str], Any]) -> None:
    (daemon.data / "memory").mkdir(exist_ok=True)
    (daemon.data / "memory" / "tea.md").write_text("- tea\n")
    with Client(daemon.socket) as client:
        key = client.facts.add(subject="bob", predicate="drinks", object="tea")["id"]
        client.facts.archive(id=key)
        client.sessions.start(session_id="talk")
        client.sessions.append(session_id="talk", messages=[{"role": "user", "content": "tea"}])
        most = resource.prlimit(daemon.pid, resource.RLIMIT_NOFILE)
        taken = max(map(int, os.listdir(f"/proc/{daemon.pid}/fd")))
        resource.prlimit(daemon.pid, resource.RLIMIT_NOFILE, (3, most[1]))
        assert taken >= 3
        try:
            try:
                call(client, key)
            except Busy as busy:
                assert "too many files open" in busy.sentence
            else:
                assert call is CALLS["add"]  # its file is open already
        finally:
            resource.prlimit(daemon.pid, resource.RLIMIT_NOFILE, most)
        assert call(client, key)


def test_a_purge_without_descriptors_is_busy_and_blames_no_file(daemon: Daemon) -> None:
    with Client(daemon.socket) as client:
        client.facts.add(subject="bob", predicate="drinks", object="tea")
        most = resource.prlimit(daemon.pid, resource.RLIMIT_NOFILE)
        resource.prlimit(daemon.pid, resource.RLIMIT_NOFILE, (3, most[1]))
        try:
            with pytest.raises(Busy, match="too many files open"):
                client.facts.purge(subject="bob")
        finally:
            resource.prlimit(daemon.pid, resource.RLIMIT_NOFILE, most)
        assert "purge that was under way" not in str(client.system.health()["problems"])
        assert client.facts.purge(subject="bob")["status"] == "purged"


def test_health_answers_without_descriptors(daemon: Daemon) -> None:
    with Client(daemon.socket) as client:
        client.facts.add(subject="bob", predicate="drinks", object="tea")
        before = client.system.health()
        most = resource.prlimit(daemon.pid, resource.RLIMIT_NOFILE)
        resource.prlimit(daemon.pid, resource.RLIMIT_NOFILE, (3, most[1]))
        try:
            health = client.system.health()
        finally:
            resource.prlimit(daemon.pid, resource.RLIMIT_NOFILE, most)
        assert health["health"]["total_facts"] == before["health"]["total_facts"] == 1
        assert health["status"] == "critical"
        assert any("oo many" in one["what"] and "LimitNOFILE" in one["action"] for one in health["problems"])
        until(lambda: client.system.health()["problems"] == before["problems"])
