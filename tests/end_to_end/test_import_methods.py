"""What an import by the socket may not do: bring back what was purged, or act for a group session."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.daemon import Daemon
from tests.support.wait import until
from tests.support.wire import RpcError

AT = "2026-05-15T14:30:01.000000+00:00"
CONTEXT = {"id": "context-7", "project": "cellar", "content": "The quince press is behind the stairs", "created": AT}
FACT = {"id": "fact-7", "subject": "quince", "predicate": "stands", "object": "here", "source": "me", "created": AT}


@pytest.mark.parametrize(("kind", "one"), [("contexts", CONTEXT), ("facts", FACT)])
def test_what_was_purged_is_not_imported_again(daemon: Daemon, kind: str, one: dict[str, Any]) -> None:
    with daemon.connect(timeout=60) as wire:
        assert [each["status"] for each in wire.call(f"{kind}.import_many", {kind: [one]})[kind]] == ["added"]
        wire.call("facts.purge", {"query": "quince"})
        assert [each["status"] for each in wire.call(f"{kind}.import_many", {kind: [one]})[kind]] == ["rejected"]


@pytest.mark.parametrize(("kind", "one"), [("contexts", CONTEXT), ("facts", FACT)])
def test_a_group_session_imports_nothing(daemon: Daemon, kind: str, one: dict[str, Any]) -> None:
    with daemon.connect() as wire:
        wire.call("sessions.start", {"session_id": "together", "audience": "group", "project": "cellar"})
        with pytest.raises(RpcError, match="permission_denied"):
            wire.call(f"{kind}.import_many", {kind: [one]})


@pytest.mark.parametrize(("kind", "one", "count"), [("contexts", CONTEXT, 60), ("facts", FACT, 130)])
def test_a_large_import_is_written_in_slices_and_answered_as_one(
    daemon: Daemon, kind: str, one: dict[str, Any], count: int
) -> None:
    text = "object" if kind == "facts" else "content"
    given = [{**one, "id": f"{kind}-{at}", text: f"place {at} " + "of it " * 2000} for at in range(count)]
    with daemon.connect(timeout=60) as wire:
        with pytest.raises(RpcError, match="invalid_params"):  # nothing is written of what is refused at its end
            wire.call(f"{kind}.import_many", {kind: [*given, {**one, "created": "soon"}]})
        shown = wire.call(f"{kind}.import_many", {kind: given})[kind]
        assert [(each["id"], each["status"]) for each in shown] == [(each["id"], "added") for each in given]
        assert {line["status"] for line in wire.call(f"{kind}.import_many", {kind: given})[kind]} == {"known"}
        if kind == "facts":  # those of a slice have its time
            until(lambda: len(wire.call("audit.list", {"limit": 1000})["entries"]) > count)
            assert len({each["at"] for each in wire.call("audit.list", {"limit": 1000, "after": "1"})["entries"]}) == 4
