"""A session whose messages stand in several files in sessions/: all of them are read, counted and taken out."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from memoryd.client import Client
from tests.support.daemon import Daemon
from tests.support.wait import until


@pytest.fixture
def client(daemon: Daemon) -> Iterator[Client]:
    with Client(daemon.socket) as connected:
        yield connected


def say(client: Client, *contents: str) -> list[str]:
    messages = [{"role": "user", "content": content, "id": content} for content in contents]
    keys: list[str] = client.sessions.append(session_id="s", messages=messages)["keys"]
    return keys


def contents(client: Client) -> list[str]:
    return [message["content"] for message in client.sessions.read(session_id="s")["messages"]]


def counted(client: Client) -> int:
    count: int = client.sessions.list()["sessions"][0]["messages"]
    return count


def moved_away(daemon: Daemon, client: Client, tmp_path: Path) -> tuple[Path, Path]:
    """Puts the session's first file away, and lets it go on in another one; returns the two."""
    client.sessions.start(session_id="s")
    path, _, _ = say(client, "first", "second")[0].partition(":")
    first, kept = daemon.data / path, tmp_path / "kept.jsonl"
    shutil.copyfile(first, kept)
    first.unlink()
    until(lambda: contents(client) == [])
    (key,) = say(client, "third")
    second = daemon.data / key.partition(":")[0]
    assert second != first
    return kept, first


def test_a_file_that_is_put_back_is_read_with_the_one_behind_it(daemon: Daemon, client: Client, tmp_path: Path) -> None:
    kept, first = moved_away(daemon, client, tmp_path)
    shutil.copyfile(kept, first)
    until(lambda: contents(client) == ["first", "second", "third"])
    assert counted(client) == 3
    # What was put back is known by its id, and what is said goes on behind all of it.
    assert say(client, "second") == [f"sessions/{first.name}:2"]
    say(client, "fourth")
    assert contents(client) == ["first", "second", "third", "fourth"]
    first_page = client.sessions.read(session_id="s", limit=2)
    rest = client.sessions.read(session_id="s", limit=9, after=first_page["next"])
    assert [one["content"] for one in (*first_page["messages"], *rest["messages"])] == contents(client)
    last = client.sessions.read(session_id="s", last=3)["messages"]
    assert [one["content"] for one in last] == ["second", "third", "fourth"]
    daemon.kill()
    daemon.start()
    assert contents(client) == ["first", "second", "third", "fourth"]
    assert counted(client) == 4
    assert say(client, "first") == [f"sessions/{first.name}:1"]


def test_a_file_of_several_is_removed_alone(daemon: Daemon, client: Client, tmp_path: Path) -> None:
    kept, first = moved_away(daemon, client, tmp_path)
    shutil.copyfile(kept, first)
    until(lambda: counted(client) == 3)
    first.unlink()
    until(lambda: counted(client) == 1)
    assert contents(client) == ["third"]


@pytest.mark.parametrize("name", ["0-copy.jsonl", "z-copy.jsonl"])
def test_a_copy_tells_each_message_once(daemon: Daemon, client: Client, name: str) -> None:
    client.sessions.start(session_id="s")
    path = daemon.data / say(client, "first", "second")[0].partition(":")[0]
    shutil.copyfile(path, path.with_name(name))
    until(lambda: counted(client) == 4)
    assert contents(client) == ["first", "second"]
    say(client, "third")
    assert contents(client) == ["first", "second", "third"]
    assert [one["content"] for one in client.sessions.read(session_id="s", last=2)["messages"]] == ["second", "third"]
    assert "third" in path.read_text()


def test_messages_of_all_files_are_taken_out(daemon: Daemon, client: Client, tmp_path: Path) -> None:
    kept, first = moved_away(daemon, client, tmp_path)
    shutil.copyfile(kept, first)
    until(lambda: counted(client) == 3)
    client.sessions.clear(session_id="s")
    assert (contents(client), counted(client)) == ([], 0)
    daemon.kill()
    daemon.start()
    assert (contents(client), counted(client)) == ([], 0)
