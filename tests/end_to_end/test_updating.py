"""The present wins in whatever words it is told (rule 23), by the bundled model."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.bundled_model import with_bundled_model
from tests.support.daemon import Daemon
from tests.support.wait import until
from tests.support.wire import Wire

FORMER = (
    ("user", "We run Postgres 14 on db-1 and Redis 6 for the queue."),
    ("user", "Getöpfert wird immer dienstags im Keller vom Gemeindehaus."),
    ("user", "Lunch for the team is at the canteen in building C."),
    ("user", "The staging wiki runs on wiki-2, port 8080."),
)
LATER = (
    ("user", "We upgraded db-1 to Postgres 16 last night, took 40 minutes."),
    ("user", "Wir töpfern seit letzter Woche in der alten Feuerwache, nicht mehr im Gemeindehaus."),
    ("assistant", "The backup of the photo archive took nine hours and ended at noon."),
    ("user", "Should we move the staging wiki to wiki-3 one day?"),
)
UPDATED = {"Which Postgres do we run on db-1?": 0, "Wo wird getöpfert?": 1}
STANDING = {"On which host does the staging wiki run?": 3, "Where does the team have lunch?": 2}


@pytest.fixture
def daemon_config() -> str:
    return with_bundled_model()


def say(wire: Wire, session: str, said: tuple[tuple[str, str], ...]) -> list[str]:
    wire.call("sessions.start", {"session_id": session})
    messages = [{"role": role, "content": text} for role, text in said]
    return list(wire.call("sessions.append", {"session_id": session, "messages": messages})["keys"])


def first(wire: Wire, query: str, **more: Any) -> dict[str, Any]:
    return dict(wire.call("recall.search", {"query": query, "explain": True, **more})["results"][0])


def test_the_later_message_comes_first_where_it_tells_how_it_is_now(daemon: Daemon) -> None:
    with daemon.connect() as wire:
        former, later = say(wire, "former", FORMER), say(wire, "later", LATER)
        until(lambda: wire.call("system.info")["embeddings"]["vectors"] == len(FORMER) + len(LATER), timeout=120)
        for query, which in UPDATED.items():
            for precision in ("normal", "high"):
                assert first(wire, query, precision=precision)["key"] == later[which], (query, precision)
        answers = wire.call("recall.search", {"query": next(iter(UPDATED)), "precision": "high"})["results"]
        assert former[0] in [one["key"] for one in answers]  # it is told, too
        assert "newest" in first(wire, next(iter(UPDATED)))["why"]
        for query, which in STANDING.items():
            assert first(wire, query)["key"] == former[which], query


def test_a_tool_overtakes_nobody(daemon: Daemon) -> None:
    with daemon.connect() as wire:
        (former,) = say(wire, "former", FORMER[:1])
        say(wire, "other", FORMER[1:])
        wire.call("sessions.start", {"session_id": "later"})
        page = [{"role": "tool", "content": LATER[0][1]}]
        wire.call("sessions.append", {"session_id": "later", "messages": page})
        until(lambda: wire.call("system.info")["embeddings"]["vectors"] == len(FORMER) + 1, timeout=120)
        assert first(wire, next(iter(UPDATED)))["key"] == former
