"""An editor empties a file, and the power is lost before it has written it again: what was acknowledged is there."""

from __future__ import annotations

import os
from typing import Any

import pytest

from memoryd.storage.recent_copies import RECENT_PATH
from tests.faults.state import state
from tests.faults.test_sweep import Sweep, changes, sweep, told
from tests.support.wait import until

__all__ = ["sweep"]
SAID = "the kiln is warm"
WRITES: dict[str, dict[str, Any]] = {
    "facts.add": {"subject": "kiln", "predicate": "says", "object": SAID},
    "contexts.save": {"project": "kiln", "content": SAID},
    "sessions.append": {"session_id": "kiln", "messages": [{"role": "user", "content": SAID}]},
    "items.put": {"namespace": ["kiln"], "key": "says", "value": SAID},
}


@pytest.mark.parametrize("method", WRITES)
def test_the_copies_of_the_last_minutes_are_on_the_disk_a_moment_later(sweep: Sweep, method: str) -> None:
    _, files, machine = sweep.live()
    machine.services.flusher.start()
    machine.call("sessions.start", {"session_id": "kiln"})
    machine.call(method, WRITES[method])
    done = len(files.calls)
    (path,) = (path for path in machine.data.glob("[!.]*/*.jsonl") if SAID in path.read_text())
    before = state(machine)
    until(lambda: any(call.name == "fdatasync" and RECENT_PATH in call.path for call in files.calls[done:]))
    machine.abandon()
    after = sweep.place("after")
    files.power_loss(str(after), "none")
    (after / "memoryd.toml").unlink(missing_ok=True)
    os.truncate(after / "data" / path.relative_to(machine.data), 0)
    found = sweep.fresh(after)
    assert changes(before, found)["removed"] == 0, told(before, found)
    assert any(SAID in path.read_text() for path in sweep.latest("fresh").glob("data/[!.]*/*.jsonl"))
