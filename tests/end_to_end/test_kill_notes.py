"""kill -9 right after notes were archived and others, very like them, were written: each key shows its own text."""

from __future__ import annotations

import pytest

from tests.support.daemon import Daemon
from tests.support.wait import until
from tests.support.wire import RpcError


def test_an_archived_note_does_not_lend_its_key_to_one_that_is_alike(daemon: Daemon) -> None:
    snapshot = daemon.data / ".memoryd/notes/decisions.json"
    with daemon.connect() as wire:
        nine = wire.call("notes.write", {"layer": "decisions", "text": "Standup at nine"})["key"]
        until(snapshot.exists)
        wire.call("notes.edit", {"key": nine, "text": "Standup at nine sharp"})
        wire.call("notes.archive", {"key": nine})
        ten = wire.call("notes.write", {"layer": "decisions", "text": "Standup at ten"})["key"]
    daemon.kill()
    daemon.start()
    with daemon.connect() as wire:
        assert wire.call("notes.read", {"key": ten})["text"] == "Standup at ten"
        with pytest.raises(RpcError, match="is archived") as raised:
            wire.call("notes.read", {"key": nine})
        assert raised.value.code == "not_found"
        wire.call("notes.restore", {"key": nine})
        assert wire.call("notes.read", {"key": nine})["text"] == "Standup at nine sharp"
        assert wire.call("notes.read", {"key": ten})["text"] == "Standup at ten"
