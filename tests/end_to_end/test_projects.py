"""`projects.list` and `projects.move` on the real daemon: what is of a project, whatever its kind (rules 5, 17)."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest

from tests.support.consolidation import run_action
from tests.support.daemon import Daemon
from tests.support.wait import until
from tests.support.wire import RpcError, Wire

OLD, NEW = "old harbour", "quay <3>"
"""Names that the comment of an entry has to quote."""


def fact(wire: Wire, object_: str, project: str, **more: Any) -> str:
    known: str = wire.call(
        "facts.add", {"subject": "crane", "predicate": "carries", "object": object_, "project": project, **more}
    )["id"]
    return known


def counts(wire: Wire, session: str = "") -> dict[str, dict[str, int]]:
    asked = {"session_id": session} if session else {}
    return {one["project"]: one["memories"] for one in wire.call("projects.list", asked)["projects"]}


def fill(wire: Wire) -> tuple[str, str, str]:
    """One of each kind; the keys of a fact, a note and a context."""
    wire.call("sessions.start", {"session_id": "s", "project": OLD})
    said = [{"role": "user", "content": "We decided to paint the crane yellow."}]
    wire.call("sessions.append", {"session_id": "s", "messages": said})
    run_action(wire, "summarize")
    known = fact(wire, "slate", OLD)
    written = {"layer": "decisions", "text": "Slate goes first", "project": OLD, "remember": True, "pin": True}
    note: str = wire.call("notes.write", written)["key"]
    context: str = wire.call("contexts.save", {"project": OLD, "content": "the crane stands"})["id"]
    until(lambda: counts(wire).get(OLD, {}).keys() >= {"daily", "fact", "note", "context", "message"})
    return known, note, context


def test_what_is_of_a_project_goes_to_another_and_stays_there(daemon: Daemon) -> None:
    with daemon.connect() as wire:
        known, note, context = fill(wire)
        fact(wire, "tea", "elsewhere")
        before = counts(wire)
        moved = wire.call("projects.move", {"from": OLD, "to": NEW})["moved"]
        assert moved == {**{kind: n for kind, n in before[OLD].items() if kind != "message"}, "session": 1}
        assert wire.call("projects.move", {"from": OLD, "to": NEW})["moved"] == {}
    daemon.stop()
    daemon.start()
    with daemon.connect() as wire:
        after = counts(wire)
        assert after == {
            OLD: {"message": 1},
            NEW: {kind: n for kind, n in before[OLD].items() if kind != "message"},
            "elsewhere": {"fact": 1},
        }
        assert wire.call("facts.get", {"id": known})["project"] == NEW
        shown = wire.call("notes.read", {"key": note})
        assert (shown["project"], shown["text"], shown["pinned"]) == (NEW, "Slate goes first", True)
        assert [one["id"] for one in wire.call("contexts.load", {"project": NEW})["contexts"]] == [context]
        assert wire.call("sessions.list", {})["sessions"][0]["project"] == NEW
        for key in (known, note, context):
            last = wire.call("audit.list", {"key": key})["entries"][-1]
            assert (last["method"], last["change"]) == ("projects.move", "changed")
        assert wire.call("system.health", {})["problems"] == []


def test_what_a_group_just_kept_goes_along_and_is_told_once(daemon: Daemon) -> None:
    name = {"namespace": ["quay"], "key": "depth"}
    with daemon.connect() as wire:
        wire.call("sessions.start", {"session_id": "ours", "project": OLD, "audience": "group"})
        wire.call("items.put", {**name, "value": 7})
    with daemon.connect() as wire:
        assert wire.call("projects.move", {"from": OLD, "to": NEW})["moved"] == {"item": 1, "session": 1}
        assert counts(wire) == {NEW: {"item": 1}}
        assert wire.call("system.health")["problems"] == []
    for project, expected in ((OLD, []), (NEW, ["depth"])):
        with daemon.connect() as wire:
            wire.call("sessions.start", {"session_id": project, "project": project, "audience": "group"})
            assert [one["key"] for one in wire.call("items.list")["items"]] == expected


def test_of_two_facts_that_become_equal_the_more_active_one_stays(daemon: Daemon) -> None:
    with daemon.connect() as wire:
        other = fact(wire, "slate", NEW)
        mine = fact(wire, "Slate", OLD)
        wire.call("facts.add", {"subject": "crane", "predicate": "carries", "object": "slate", "project": NEW})
        first, second = fact(wire, "iron", OLD), fact(wire, "iron", NEW)
        wire.call("projects.move", {"from": OLD, "to": NEW})
        found = wire.call("facts.find", {"subject": "crane", "include_archived": True})["facts"]
        assert {one["id"]: one["archived"] for one in found} == {other: False, mine: True, first: True, second: False}


def test_a_superseded_fact_goes_with_the_one_that_superseded_it(daemon: Daemon) -> None:
    with daemon.connect() as wire:
        port = {"subject": "crane", "predicate": "port", "project": OLD}
        old = wire.call("facts.add", {**port, "object": "8080"})["id"]
        new = wire.call("facts.add", {**port, "object": "9090"})["id"]
        wire.call("projects.move", {"from": OLD, "to": NEW})
    daemon.kill()
    daemon.start()
    with daemon.connect() as wire:
        shown = wire.call("facts.get", {"id": old})
        assert (shown["project"], shown["superseded_by"]) == (NEW, new)
        assert wire.call("facts.get", {"id": new})["project"] == NEW


def test_a_kill_in_the_middle_loses_nothing_and_the_same_call_finishes(daemon: Daemon) -> None:
    with daemon.connect() as wire:
        known, note, context = fill(wire)
        ids = [fact(wire, f"load {number}", OLD) for number in range(400)]
    mover = subprocess.Popen(
        [sys.executable, "-m", "memoryd.cli", "--socket", str(daemon.socket), "projects", "move", OLD, NEW],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    with daemon.connect() as wire:
        until(lambda: NEW in counts(wire))
    daemon.kill()
    mover.wait()
    daemon.start()
    with daemon.connect() as wire:
        wire.call("projects.move", {"from": OLD, "to": NEW})
        assert counts(wire)[OLD] == {"message": 1}
        found = {one["id"] for one in wire.call("facts.find", {"project": NEW, "limit": 1000})["facts"]}
        assert found >= {known, *ids}
        assert wire.call("notes.read", {"key": note})["project"] == NEW
        assert wire.call("contexts.load", {"project": NEW})["contexts"][0]["id"] == context


def test_a_group_session_lists_what_it_sees_and_moves_nothing(daemon: Daemon) -> None:
    with daemon.connect() as wire:
        fact(wire, "slate", OLD, audience="private")
        fact(wire, "tea", "elsewhere", audience="shared")
    with daemon.connect() as group:
        group.call("sessions.start", {"session_id": "g", "audience": "group", "project": OLD})
        assert counts(group, "g") == {"elsewhere": {"fact": 1}}
        with pytest.raises(RpcError, match="permission_denied"):
            group.call("projects.move", {"from": "elsewhere", "to": NEW, "session_id": "g"})
    with daemon.connect() as wire, pytest.raises(RpcError, match="invalid_params"):
        wire.call("projects.move", {"from": OLD, "to": OLD})


def test_what_has_a_project_can_be_moved(daemon: Daemon) -> None:
    fact_ = {"subject": "a", "predicate": "b", "object": "c"}
    imported = {"id": "x-1", "created": "2026-05-15T14:30:00Z", "content": "d"}
    ways: dict[str, Any] = {
        "facts.add": lambda project: {**fact_, "project": project},
        "facts.import_many": lambda project: {
            "facts": [{**fact_, "id": "x-2", "source": "s", "created": imported["created"], "project": project}]
        },
        "notes.write": lambda project: {"layer": "skills", "text": "e", "project": project},
        "contexts.save": lambda project: {"content": "f", "project": project},
        "contexts.import_many": lambda project: {"contexts": [{**imported, "project": project}]},
        "items.put": lambda project: {"namespace": ["g"], "key": "h", "value": 1, "project": project},
        "sessions.start": lambda project: {"session_id": "i", "project": project},
    }
    longest = "p" * 200
    with daemon.connect() as wire:
        for method, params in ways.items():
            with pytest.raises(RpcError, match="too_large"):
                wire.call(method, params(longest + "p"))
            wire.call(method, params(longest))
        moved = wire.call("projects.move", {"from": longest, "to": NEW})["moved"]
        assert moved == {"fact": 1, "note": 1, "context": 2, "item": 1, "session": 1}


def test_a_sessions_own_project_ranks_and_filters_nothing(daemon: Daemon) -> None:
    with daemon.connect() as wire:
        ports = {"alpha": "4711", "beta": "4712", "gamma": "4713"}
        said = {"layer": "knowledge", "text": "The staging server of mole listens on port 4714", "project": "mole"}
        wire.call("notes.write", said)
        for project, port in ports.items():
            wire.call("notes.write", {**said, "text": f"The staging server listens on port {port}", "project": project})
            stated = {"subject": "staging server", "predicate": "log_port", "object": port, "project": project}
            wire.call("facts.add", stated)
        for project, port in ports.items():
            asked = {
                "query": "port of the staging server",
                "session_id": f"of {project}",
                "boost": False,
                "explain": True,
            }
            wire.call("sessions.start", {"session_id": asked["session_id"], "project": project})
            facts = wire.call("recall.query", {**asked, "order": "relevance"})["results"]
            notes = wire.call("recall.search", {**asked, "kinds": ["note"]})["results"]
            assert (facts[0]["object"], facts[0]["why"]["project"] > 0, "project" in facts[1]["why"]) == (
                port,
                True,
                False,
            )
            assert notes[0]["text"].endswith(port)
            assert (len(facts), len(notes)) == (3, 4)
            better = wire.call("recall.search", {**asked, "query": "staging server of mole", "kinds": ["note"]})[
                "results"
            ]
            assert better[0]["text"].endswith("4714")
