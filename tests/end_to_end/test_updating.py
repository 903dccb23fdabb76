"""The present wins in whatever words it is told (rule 23), by the bundled model."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
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
ALIKE = (
    ("Anna likes tea in the morning.", "Ben likes coffee in the morning.", "What does Anna like in the morning?"),
    ("Emma lives in Oslo.", "David lives in Graz.", "Where does Emma live?"),
    ("The auth service listens on port 8003.", "The mailer listens on port 9004.", "Which port does auth use?"),
    ("Staging runs Postgres 14.", "Production runs Postgres 16.", "Which Postgres runs on staging?"),
    ("My brother's name is Farid.", "My sister's name is Ines.", "What is my brother's name?"),
    ("Gretas Auto ist blau.", "Jonas' Auto ist rot.", "Welche Farbe hat Gretas Auto?"),
    ("The search deploy takes 5 minutes.", "The billing deploy takes 14 minutes.", "How long is the search deploy?"),
    ("We meet Carla on Monday.", "We meet Hassan on Friday.", "When do we meet Carla?"),
)
BESIDE = ("The printer on the second floor is out of paper again.", "Lunch is at noon.")
UPDATED = {"Which Postgres do we run on db-1?": 0, "Wo wird getöpfert?": 1}
STANDING = {"On which host does the staging wiki run?": 3, "Where does the team have lunch?": 2}


@pytest.fixture
def daemon_config() -> str:
    return with_bundled_model()


def say(
    wire: Wire, session: str, said: Iterable[tuple[str, str]], project: str | None = None, days_ago: int = 0
) -> list[str]:
    wire.call("sessions.start", {"session_id": session, **({"project": project} if project else {})})
    more = {"at": (datetime.now(UTC) - timedelta(days=days_ago)).isoformat()} if days_ago else {}
    messages = [{"role": role, "content": text, **more} for role, text in said]
    return list(wire.call("sessions.append", {"session_id": session, "messages": messages})["keys"])


def embedded(wire: Wire, vectors: int) -> None:
    until(lambda: wire.call("system.info")["embeddings"]["vectors"] == vectors, timeout=120)


def first(wire: Wire, query: str, **more: Any) -> dict[str, Any]:
    return dict(wire.call("recall.search", {"query": query, "explain": True, **more})["results"][0])


def test_the_later_message_comes_first_where_it_tells_how_it_is_now(daemon: Daemon) -> None:
    with daemon.connect() as wire:
        former, later = say(wire, "former", FORMER), say(wire, "later", LATER)
        embedded(wire, len(FORMER) + len(LATER))
        for query, which in UPDATED.items():
            for precision in ("normal", "high"):
                assert first(wire, query, precision=precision)["key"] == later[which], (query, precision)
        answers = wire.call("recall.search", {"query": next(iter(UPDATED)), "precision": "high"})["results"]
        assert [one["key"] for one in answers][:2] == [later[0], former[0]]  # it is told, too
        assert answers[0]["confidence"] >= answers[1]["confidence"]  # and answers no more surely
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
        embedded(wire, len(FORMER) + 1)
        assert first(wire, next(iter(UPDATED)))["key"] == former


def test_of_several_later_ones_the_newest_comes_first(daemon: Daemon) -> None:
    between = "We upgraded db-1 to Postgres 15 over the weekend, took an hour."
    with daemon.connect() as wire:
        say(wire, "former", FORMER)
        say(wire, "between", [("user", between)])
        (latest, *_) = say(wire, "later", LATER)
        embedded(wire, len(FORMER) + 1 + len(LATER))
        assert first(wire, next(iter(UPDATED)))["key"] == latest


def test_what_was_said_before_overtakes_nothing(daemon: Daemon) -> None:
    """As FORMER and LATER, in the other order."""
    with daemon.connect() as wire:
        say(wire, "before", LATER[:1])
        (standing, *_) = say(wire, "now", FORMER)
        embedded(wire, 1 + len(FORMER))
        assert first(wire, next(iter(UPDATED)))["key"] == standing


def test_a_note_overtakes_no_message(daemon: Daemon) -> None:
    with daemon.connect() as wire:
        (former, *_) = say(wire, "former", FORMER)
        wire.call("notes.write", {"text": LATER[0][1], "layer": "knowledge"})
        embedded(wire, len(FORMER) + 1)
        assert first(wire, next(iter(UPDATED)), boost=False)["key"] == former


def test_another_project_overtakes_nobody(daemon: Daemon) -> None:
    with daemon.connect() as wire:
        (former,) = say(wire, "former", FORMER[:1], "here")
        say(wire, "other", FORMER[1:], "here")
        say(wire, "later", LATER[:1], "elsewhere")
        embedded(wire, len(FORMER) + 1)
        assert first(wire, next(iter(UPDATED)))["key"] == former
        for _ in range(2):  # a brief for all projects judges what is past in searches, too
            assert "We run Postgres 14 on db-1" in wire.call("sessions.brief")["text"]
            assert first(wire, next(iter(UPDATED)))["key"] == former

        wire.call(
            "notes.write", {"text": "The wiki runs on wiki-2, port 8080.", "layer": "knowledge", "project": "here"}
        )
        say(wire, "moved", [("user", "We moved the wiki from wiki-2 to wiki-3.")], "elsewhere")
        assert "The wiki runs on wiki-2" in wire.call("sessions.brief")["text"]


def test_what_is_merely_alike_stays_where_it_is(daemon: Daemon) -> None:
    with daemon.connect() as wire:
        keys = {}
        for number, (former, later, question) in enumerate(ALIKE):
            own = say(wire, f"former {number}", [("user", text) for text in (former, *BESIDE)], f"p{number}")
            say(wire, f"later {number}", [("user", later)], f"p{number}")
            keys[question] = own[0]
        embedded(wire, len(ALIKE) * (2 + len(BESIDE)))
        found = {question: first(wire, question, project=f"p{number}")["key"] for number, question in enumerate(keys)}
        assert found == keys


def test_it_does_so_behind_a_night_that_made_facts_of_both(daemon: Daemon) -> None:
    with daemon.connect() as wire:
        _, later = say(wire, "former", FORMER, days_ago=9), say(wire, "later", LATER, days_ago=3)
        wire.call("maintenance.run", {"action": "consolidate"})
        until(lambda: wire.call("system.info")["embeddings"]["waiting"] == 0, timeout=120)
        for query, which in UPDATED.items():
            found = first(wire, query)
            assert later[which] in (found["key"], *found.get("also", ())), found
        assert any(one["kind"] == "fact" for one in wire.call("recall.search", {"query": query})["results"])
