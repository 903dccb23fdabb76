"""Files that are no text, no files, or not what their names say: reported, left alone, and nobody waits for them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from memoryd.client import Client
from tests.support.daemon import Daemon
from tests.support.wait import until


def problems_of(client: Client, path: str) -> list[dict[str, Any]]:
    return [each for each in client.system.health()["problems"] if each["path"] == path]


@pytest.mark.parametrize("path", ["MEMORY.md", "memory/layer.md", "elsewhere.md"])
def test_bytes_that_are_no_text_are_named_until_they_are_mended(daemon: Daemon, path: str) -> None:
    odd = b"# Title\n\n- whole line\n- broken \xff\xfe bytes\n"
    file = daemon.data / path
    file.parent.mkdir(exist_ok=True)
    file.write_bytes(odd)
    with Client(daemon.socket) as client:
        until(lambda: problems_of(client, path))
        assert [(each["line"], "not valid UTF-8" in each["what"]) for each in problems_of(client, path)] == [(4, True)]
        until(lambda: client.recall.search(query="whole line")["results"])
        assert b"broken \xff\xfe bytes" in file.read_bytes()
        file.write_bytes(file.read_bytes().replace(b"\xff\xfe", b"mended"))
        until(lambda: not problems_of(client, path))


@pytest.mark.parametrize(
    "path", ["sessions/a.jsonl", "contexts/a.jsonl", "memory/a.md", "daily/2026-01-01.md", "summaries/L1/0001.md"]
)
def test_a_directory_in_the_place_of_a_file_stops_no_start(daemon: Daemon, path: str) -> None:
    daemon.stop()
    (daemon.data / path).mkdir(parents=True)
    daemon.start()
    with Client(daemon.socket) as client:
        assert client.facts.add(subject="a", predicate="b", object="c")["status"] == "added"
        client.sessions.start(session_id="s")
        assert client.sessions.append(session_id="s", messages=[{"role": "user", "content": "x"}])["appended"] == 1
        assert client.contexts.save(project="p", content="x")["status"] == "saved"
        assert client.notes.write(layer="b", text="x")["status"] == "written"
        assert client.system.health()["status"]
    assert (daemon.data / path).is_dir()


def test_a_layer_of_many_bullets_that_say_the_same_is_read(daemon: Daemon) -> None:
    daemon.stop()
    layer: Path = daemon.data / "memory" / "same.md"
    layer.parent.mkdir(exist_ok=True)
    layer.write_text("- x\n" * 10_000)
    daemon.start()
    with Client(daemon.socket) as client:
        assert [one["notes"] for one in client.notes.layers()["layers"]] == [10_000]
    assert layer.read_text() == "- x\n" * 10_000
