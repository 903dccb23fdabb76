"""Rights that an operator takes away by mistake, and gives back."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from memoryd.client import Client
from memoryd.errors import MemorydError
from tests.support.daemon import WITHOUT_CAPABILITIES, Daemon
from tests.support.wait import until


@pytest.fixture
def daemon(daemon_folder: Path) -> Iterator[Daemon]:
    """Not above the rights of files, also when root runs it."""
    daemon = Daemon(daemon_folder, through=() if os.geteuid() else WITHOUT_CAPABILITIES).start()
    yield daemon
    daemon.stop()


def test_a_directory_whose_rights_were_taken_is_served_from_memory_until_they_are_back(daemon: Daemon) -> None:
    with Client(daemon.socket) as client:
        added = client.facts.add(subject="boat", predicate="lies_at", object="pier 4")["id"]
        before, pid = daemon.data.stat().st_mode, daemon.pid
        daemon.data.chmod(0)
        try:
            until(lambda: "lock_failed" in daemon.tail())
            assert client.facts.get(id=added)["object"] == "pier 4"
            with pytest.raises(MemorydError, match="its permissions forbid it"):
                client.facts.add(subject="quay", predicate="is", object="wet")
            assert client.system.health()["status"] == "critical"
        finally:
            daemon.data.chmod(before)

        def is_added() -> bool:
            with suppress(MemorydError):
                return bool(client.facts.add(subject="quay", predicate="is", object="wet"))
            return False

        until(is_added)
        until(lambda: client.system.health()["problems"] == [])
    assert daemon.pid == pid


@pytest.mark.skipif(os.geteuid() != 0, reason="only root gives files away")
def test_a_write_that_is_refused_names_the_file(daemon: Daemon) -> None:
    with Client(daemon.socket) as client:
        client.notes.write(layer="knowledge", text="the quay is wet")
        file = daemon.data / "memory" / "knowledge.md"
        os.chown(file, 65534, 65534)
        file.chmod(0o600)
        with pytest.raises(MemorydError, match=f"^{file} cannot be (read|written)"):
            client.notes.write(layer="knowledge", text="the boat is dry")


def test_files_that_could_not_be_read_at_the_start_are_no_problem_once_they_can(daemon: Daemon) -> None:
    with Client(daemon.socket) as client:
        client.sessions.start(session_id="harbour")
        client.sessions.append(session_id="harbour", messages=[{"role": "user", "content": "the quay is wet"}])
        client.contexts.save(project="pier", content="half of it is built")
        client.items.put(namespace=["pier"], key="length", value={"metres": 40})
    daemon.stop()
    files = [file for name in ("sessions", "contexts", "items") for file in (daemon.data / name).glob("*.jsonl")]
    for file in files:
        file.chmod(0)
    daemon.start()
    with Client(daemon.socket) as client:
        told = client.system.health()["problems"]
        assert {one["path"] for one in told} >= {str(file) for file in files}
        assert "cannot be written" not in str(told)  # they cannot even be read
        for file in files:
            file.chmod(0o660)
        until(lambda: client.system.health()["problems"] == [])
        assert client.items.get(namespace=["pier"], key="length")["value"] == {"metres": 40}


def test_notes_that_could_not_be_read_are_no_problem_once_they_can(daemon: Daemon) -> None:
    with Client(daemon.socket) as client:
        key = client.notes.write(layer="skills", text="the quay is wet")["key"]
        client.sessions.start(session_id="harbour")
        until(lambda: (daemon.data / "memory" / "hygiene.json").exists())
        directory = daemon.data / "memory"
        before = directory.stat().st_mode
        directory.chmod(0)
        try:
            client.notes.read(key=key, session_id="harbour")
            for layer in ("skills", "knowledge"):  # one that is there, and one that is not
                with pytest.raises(MemorydError, match="cannot be"):
                    client.notes.write(layer=layer, text="the boat is dry")
            unread = [f"memory/{name}" for name in ("hygiene.json", "knowledge.md", "skills.md")]
            until(lambda: {one["path"] for one in _unread(client)} >= {*unread})
        finally:
            directory.chmod(before)
        until(lambda: client.system.health()["problems"] == [])


def _unread(client: Client) -> list[dict[str, Any]]:
    return [one for one in client.system.health()["problems"] if one["what"].startswith("it cannot be read")]


def test_a_file_that_may_only_be_read_is_no_problem_of_its_end(daemon: Daemon) -> None:
    with Client(daemon.socket) as client:
        client.contexts.save(project="pier", content="half of it is built")
    daemon.stop()
    (daemon.data / "contexts" / "pier.jsonl").chmod(0o440)
    daemon.start()
    with Client(daemon.socket) as client:
        assert [one["what"] for one in client.system.health()["problems"]] == []
