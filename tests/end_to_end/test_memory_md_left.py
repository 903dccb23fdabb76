"""A line of a fact that left MEMORY.md is a person's once the file was written without it (rule 12)."""

from __future__ import annotations

import json
from pathlib import Path

from memoryd.kinds.facts.memory_section import STATE_PATH
from tests.support.consolidation import run_action
from tests.support.daemon import Daemon
from tests.support.wait import until


def left(data: Path) -> list[str]:
    return list(json.loads((data / STATE_PATH).read_text())["left"])


def test_what_left_is_forgotten_when_it_is_gone(daemon: Daemon) -> None:
    memory, state = daemon.data / "MEMORY.md", daemon.data / STATE_PATH
    with daemon.connect() as wire:
        wire.call("facts.add", {"subject": "server", "predicate": "port", "object": "8080"})
        fact = wire.call("facts.add", {"subject": "Mara", "predicate": "owns", "object": "a kiln"})["id"]
        run_action(wire, "consolidate")
        until(lambda: "- Mara owns a kiln" in memory.read_text())
        wire.call("facts.archive", {"id": fact})
        run_action(wire, "consolidate")
        until(lambda: "a kiln" not in memory.read_text())
        until(lambda: left(daemon.data) == [])
    daemon.stop()
    # A kill between the file and the state: the file needs no change then.
    state.write_text(json.dumps({**json.loads(state.read_text()), "left": ["- Mara owns a kiln"]}))
    with daemon.start().connect() as wire:
        run_action(wire, "consolidate")
        until(lambda: left(daemon.data) == [])
