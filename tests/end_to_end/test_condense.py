"""An agent's better line for a hot note, through the socket: durable, checked, and never older than its note."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.support.daemon import Daemon
from tests.support.wait import until
from tests.support.wire import RpcError, Wire

KEY = "memory/decisions.md:restructured-memory-into-a-two-tier-architecture"
TEXT = (
    "Restructured memory into a two-tier architecture\n- Reason: faster\n- Anna agreed on 2026-04-20, Bob on 2026-04-22"
)
LINE = "Two-tier memory, agreed by Anna and Bob on 2026-04-22"


@pytest.fixture
def wire(daemon: Daemon) -> Any:
    with daemon.connect() as connection:
        connection.call("notes.write", {"layer": "decisions", "text": TEXT, "remember": True})
        yield connection


def claim(wire: Wire, **more: Any) -> Any:
    return wire.call("jobs.claim", {"kinds": ["condense"], **more})


def bullet(daemon: Daemon) -> str:
    lines = (daemon.data / "MEMORY.md").read_text().split("\n")
    return next(line[2:] for line in lines if line.startswith("- ") and "←" in line)


def submit(wire: Wire, job: Any, text: str) -> Any:
    return wire.call("jobs.submit", {"job_id": job["job_id"], "text": text})


def test_a_better_line_stands_in_the_hot_cache_until_its_note_changes(daemon: Daemon, wire: Wire) -> None:
    built_in = bullet(daemon)
    assert built_in.startswith("Restructured memory into a two-tier architecture; Anna agreed")
    layer = (daemon.data / "memory/decisions.md").read_text()
    job = claim(wire)
    assert (job["kind"], job["redo"], [m["role"] for m in job["messages"]]) == (
        "condense", True, ["user", "assistant", "user"],
    )  # fmt: skip
    assert job["messages"][1]["content"] == TEXT
    for bad, why in (("Two-tier memory since 1999", "1999"), ("Two\nlines", "several"), ("no " * 99, "characters")):
        with pytest.raises(RpcError, match=why):
            submit(wire, job, bad)
    with pytest.raises(RpcError, match="takes `text`"):
        wire.call("jobs.submit", {"job_id": job["job_id"], "result": {}})
    assert bullet(daemon) == built_in
    assert submit(wire, job, f"- {LINE}\n") == {"key": KEY, "status": "accepted"}
    assert bullet(daemon).startswith(f"{LINE} ↑") and "(sync)←memory/decisions.md:restructured" in bullet(daemon)
    assert submit(wire, job, "something else") == {"key": KEY, "status": "already"}

    # It outlives a kill, the check of L1 against L2, and edits of the layer that leave the note alone.
    daemon.kill()
    (daemon.data / "memory/decisions.md").write_text(layer + "- Another one\n")
    daemon.start()
    with daemon.connect() as again:
        assert submit(again, job, LINE) == {"key": KEY, "status": "already"}
        again.call("maintenance.run", {"action": "hygiene"})
        again.call("system.verify", {"repair": True})
        again.call("notes.write", {"layer": "decisions", "text": "And a third"})
        again.call("notes.pin", {"key": KEY})
        assert bullet(daemon).startswith(f"{LINE} ↑")
        assert claim(again) is None
        assert (daemon.data / "memory/decisions.md").read_text().replace(" ↑[pin]", "").startswith(layer)

        # The note says something else: the line is made anew, and can be done better again.
        again.call("notes.edit", {"key": KEY, "text": TEXT.replace("Bob", "Carla")})
        assert bullet(daemon).startswith("Restructured memory into a two-tier architecture; Anna agreed")
        assert "Carla" in claim(again)["messages"][1]["content"]


def test_a_line_for_an_older_text_is_refused(daemon: Daemon, wire: Wire) -> None:
    job = claim(wire)
    path = daemon.data / "memory/decisions.md"
    path.write_text(path.read_text().replace("Bob", "Carla"))
    with pytest.raises(RpcError, match="was edited meanwhile") as refused:
        submit(wire, job, LINE)
    assert refused.value.code == "conflict"
    until(lambda: "Carla" in bullet(daemon))
    wire.call("jobs.release", {"job_id": job["job_id"]})
    other = claim(wire)
    wire.call("notes.demote", {"key": KEY})
    with pytest.raises(RpcError, match="no longer in the hot cache"):
        submit(wire, other, LINE)


def test_a_person_who_changes_the_line_is_not_overruled(daemon: Daemon, wire: Wire) -> None:
    job = claim(wire)
    memory = daemon.data / "MEMORY.md"
    memory.write_text(memory.read_text().replace("Restructured memory", "Rebuilt memory"))
    with pytest.raises(RpcError, match="meanwhile"):
        submit(wire, job, LINE)
    until(lambda: "- Rebuilt memory" in (daemon.data / "memory/decisions.md").read_text())


def test_a_dry_run_of_compress_promises_no_condensation_without_a_program(wire: Wire) -> None:
    [step] = wire.call("maintenance.run", {"action": "compress", "dry_run": True})["steps"]
    assert (step["counts"], step["diff"]) == ({"leaf": 0, "merge": 0}, [])


def test_a_group_session_gets_no_private_note(daemon: Daemon, wire: Wire) -> None:
    with daemon.connect() as group:
        session = group.call("sessions.start", {"audience": "group", "project": "ship"})["session_id"]
        assert claim(group, session_id=session) is None
        assert group.call("jobs.list", {"session_id": session})["jobs"] == []
    assert [job["slot"] for job in wire.call("jobs.list")["jobs"]] == [KEY]


@pytest.fixture
def summarizer(tmp_path: Path) -> Path:
    path = tmp_path / "summarizer"
    path.write_text(f"#!/bin/sh\ncat > /dev/null\necho '{LINE}'\n")
    path.chmod(0o755)
    return path


def test_a_local_command_does_what_no_agent_took(daemon_folder: Path, summarizer: Path) -> None:
    daemon = Daemon(daemon_folder, f'[summaries]\nsummarizer_command = ["{summarizer}"]\n').start()
    try:
        with daemon.connect() as wire:
            wire.call("notes.write", {"layer": "decisions", "text": TEXT, "remember": True})
            steps = wire.call("maintenance.run", {"action": "compress"})["steps"]
            assert steps[0]["counts"] == {"condense": 1}, daemon.tail()
            assert bullet(daemon).startswith(f"{LINE} ↑")
            # An agent may still do it better; the command does not do it twice.
            assert wire.call("maintenance.run", {"action": "compress"})["steps"][0]["counts"] == {}
            assert claim(wire)["redo"] is True
    finally:
        daemon.kill()
