"""What comes into the index's directory while the daemon serves: no trap, and the index is made anew by itself."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from memoryd.client import Client, DaemonUnavailable
from tests.support.daemon import Daemon
from tests.support.rest import REST, part
from tests.support.wait import until

HUGE = 1 << 40


def _hole(path: Path) -> None:
    path.touch()
    os.truncate(path, HUGE)


OTHERS = (("meta.json", _hole), ("meta.json", Path.mkdir), ("*.store", os.mkfifo), ("*.store", Path.mkdir))


def _committed(client: Client) -> bool:
    return bool(client.system.metrics()["index"]["uncommitted"] == 0)


def _texts(client: Client, query: str) -> set[str]:
    return {one["text"] for one in client.recall.search(query=query)["results"]}


def _told(client: Client) -> list[dict[str, Any]]:
    return [one for one in client.system.health()["problems"] if "rebuilt" in one["what"]]


@pytest.mark.parametrize(
    ("name", "make"),
    [("meta.json", os.mkfifo), ("*.store", _hole), *(pytest.param(*one, marks=REST) for one in OTHERS)],
)
def test_an_index_that_cannot_be_opened_any_more_is_made_anew(
    daemon: Daemon, name: str, make: Callable[[Path], None]
) -> None:
    with Client(daemon.socket) as client:
        client.facts.add(subject="pier", predicate="has", object="planks")
        until(lambda: _committed(client) and any((daemon.data / ".memoryd/index").glob(name)))
        path = next((daemon.data / ".memoryd/index").glob(name))
        other = path.with_name("planted")
        make(other)
        path.unlink()
        other.rename(path)
        client.facts.add(subject="pier", predicate="has", object="lamps")
        assert client.recall.search(query="pier")["results"]
        until(lambda: _told(client))
        until(lambda: _committed(client))
        assert {one["text"] for one in client.recall.search(query="pier")["results"]} == {
            "pier has planks",
            "pier has lamps",
        }
        steps = client.maintenance.run(action="consolidate")["steps"]
        assert {step["status"] for step in steps} == {"ok"}
        assert [one["path"] for one in client.system.health()["problems"]] == [".memoryd/index"]
    assert daemon.stop(20) == 0
    with Client(daemon.start().socket) as client:
        assert client.system.health()["problems"] == []


@pytest.mark.parametrize("pattern", part(3, ["*.store", "*.idx", "*.fast", "*.term", "*.pos", "*.fieldnorm"]))
def test_an_index_that_is_emptied_in_place_costs_a_restart_and_no_memory(daemon: Daemon, pattern: str) -> None:
    """The daemon has it mapped, so that it may be killed by the kernel (SIGBUS)."""
    with Client(daemon.socket) as client:
        client.facts.add(subject="pier", predicate="has", object="planks")
        until(lambda: _committed(client) and any((daemon.data / ".memoryd/index").glob(pattern)))
        for path in (daemon.data / ".memoryd/index").glob(pattern):
            os.truncate(path, 0)
        with suppress(DaemonUnavailable):
            client.facts.add(subject="pier", predicate="has", object="lamps")
            client.recall.search(query="pier planks")
    daemon.kill()
    with Client(daemon.start().socket) as client:
        known = {one["object"] for one in client.facts.find(subject="pier")["facts"]}
        until(lambda: {f"pier has {one}" for one in known} == _texts(client, "pier"))
        assert "planks" in known


def test_what_stands_where_an_index_is_made_anew_gives_way(daemon: Daemon) -> None:
    with Client(daemon.socket) as client:
        client.facts.add(subject="pier", predicate="has", object="planks")
        os.mkfifo(daemon.data / ".memoryd/index.new")
        os.mkfifo(daemon.data / ".memoryd/index.old")
        (step,) = client.maintenance.run(action="rebuild")["steps"]
        assert step["status"] == "ok"
        os.mkfifo(daemon.data / ".memoryd/run")
        (step,) = client.maintenance.run(action="decay")["steps"]
        assert "Move that file away" in step["error"]


@pytest.mark.parametrize("make", part(1, [Path.mkdir, os.mkfifo]))
def test_what_takes_the_place_of_the_whole_index_is_set_aside(daemon: Daemon, make: Callable[[Path], None]) -> None:
    index = daemon.data / ".memoryd/index"
    with Client(daemon.socket) as client:
        client.facts.add(subject="pier", predicate="has", object="planks")
        until(lambda: _committed(client))
        index.rename(daemon.data / ".memoryd/elsewhere")
        make(index)
        client.facts.add(subject="pier", predicate="has", object="lamps")
        until(lambda: _told(client))
        until(lambda: _committed(client))
        assert (daemon.data / ".memoryd/index.broken").exists()
    assert daemon.stop(20) == 0


def test_a_lock_that_is_a_directory_keeps_nobody_from_the_index(daemon: Daemon) -> None:
    with Client(daemon.socket) as client:
        (daemon.data / ".memoryd/index/.tantivy-writer.lock").unlink(missing_ok=True)
        (daemon.data / ".memoryd/index/.tantivy-writer.lock").mkdir()
        client.facts.add(subject="pier", predicate="has", object="planks")
        until(lambda: _told(client))
        until(lambda: _committed(client))


@pytest.mark.parametrize(("make", "kind"), [(os.mkfifo, "FIFO"), (Path.mkdir, "directory")])
def test_what_comes_into_our_own_directory_is_named_at_once(
    daemon: Daemon, make: Callable[[Path], None], kind: str
) -> None:
    planted = daemon.data / ".memoryd/brief.bin"
    planted.unlink(missing_ok=True)
    make(planted)
    with Client(daemon.socket) as client:
        (problem,) = client.system.health()["problems"]
        assert problem["path"] == str(planted)
        assert f"it is a {kind}" in problem["what"]
        planted.unlink() if planted.is_fifo() else planted.rmdir()
        assert client.system.health()["problems"] == []
