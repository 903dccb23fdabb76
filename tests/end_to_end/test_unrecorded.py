"""A session that is not recorded recalls, and leaves nothing behind (rule 17)."""

from __future__ import annotations

import pytest

from tests.support.daemon import Daemon
from tests.support.wire import RpcError

SAID = "zqephemeral"


def test_a_session_that_is_not_recorded_recalls_and_stores_nothing(daemon: Daemon) -> None:
    with daemon.connect() as wire:
        fact = wire.call("facts.add", {"subject": "harbour", "predicate": "is", "object": "open"})["id"]
        note = wire.call("notes.write", {"layer": "knowledge", "text": "the harbour is open"})["key"]
        wire.call("contexts.save", {"project": "harbour", "content": "built the harbour"})
        before = wire.call("facts.get", {"id": fact})
        asking = {"session_id": f"{SAID}-session"}
        assert wire.call("sessions.start", {**asking, "record": False, "agent": SAID, "project": SAID}) == {
            "session_id": f"{SAID}-session", "resumed": False,
        }  # fmt: skip
        said = [{"role": "user", "content": f"[remember: {SAID}] I decided to buy {SAID}."}]
        reply = wire.call("sessions.append", {**asking, "messages": said})
        assert (reply["appended"], reply["keys"], reply["directives"]) == (0, [], [])
        for _ in range(3):
            assert len(wire.call("recall.search", {**asking, "query": "harbour"})["results"]) == 3
            wire.call("recall.query", {**asking, "query": "harbour"})
            wire.call("notes.read", {**asking, "key": note})
            wire.call("recall.get", {**asking, "key": note})
        assert wire.call("contexts.load", {**asking, "project": "harbour"})["contexts"][0]["access_count"] == 0
        for method, params in (
            ("facts.add", {"subject": SAID, "predicate": "is", "object": SAID}),
            ("notes.write", {"layer": "knowledge", "text": SAID}),
            ("contexts.save", {"project": SAID, "content": SAID}),
            ("jobs.claim", {}),
        ):
            with pytest.raises(RpcError, match="permission_denied"):
                wire.call(method, {**asking, **params})
        with pytest.raises(RpcError, match="conflict"):
            wire.call("sessions.start", asking)
        wire.call("sessions.end", asking)
        wire.call("maintenance.run", {"action": "summarize"})
        after = wire.call("facts.get", {"id": fact})
        assert (after["access_count"], after["last_accessed"]) == (before["access_count"], before["last_accessed"])
        assert not wire.call("notes.read", {"key": note})["hot"]
    assert daemon.stop() == 0
    left = b"".join(str(path).encode() + path.read_bytes() for path in daemon.data.rglob("*") if path.is_file())
    assert SAID.encode() not in left
