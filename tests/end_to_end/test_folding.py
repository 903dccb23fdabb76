"""One statement, one result (rule 24), on the real daemon."""

from __future__ import annotations

from typing import Any

import pytest

from memoryd.origin import source_of
from tests.support.consolidation import run_action
from tests.support.daemon import Daemon
from tests.support.wait import until
from tests.support.wire import Wire

LUND = "Remember that I live in Lund."
LUND_NOTE = "memory/user.md:i-live-in-lund"
PUMP = "The pump house is closed on Sundays."


@pytest.fixture
def daemon_config() -> str:
    return '[memory_oracle]\nembedding_model = "none"\n[schedule]\nconsolidate = "off"\n'


def say(wire: Wire, *contents: str) -> list[str]:
    said = [{"role": "user", "content": content} for content in contents]
    keys: list[str] = wire.call("sessions.append", {"session_id": "s", "messages": said})["keys"]
    return keys


def search(wire: Wire, query: str, **more: Any) -> dict[str, list[str]]:
    """The results' keys in order, each with its `also`."""
    found = wire.call("recall.search", {"query": query, "boost": False, **more})["results"]
    return {one["key"]: one.get("also", []) for one in found}


def test_what_was_said_remembered_extracted_and_summarised_is_one_result(daemon: Daemon) -> None:
    with daemon.connect() as wire:
        wire.call("sessions.start", {"session_id": "s"})
        said, two, plain = say(wire, LUND, "I work at Bosch. I moved here from Porto.", "Lund has rain today.")
        wire.call("sessions.end", {"session_id": "s"})
        run_action(wire, "summarize")
        facts = {one["predicate"]: one["id"] for one in wire.call("facts.find", {})["facts"]}
        until(lambda: any(key.startswith("daily/") for key in search(wire, "live in Lund", kinds=["daily"])))
        (line,) = search(wire, "live in Lund", kinds=["daily"])
        found = search(wire, "live in Lund")
        assert list(found) == [LUND_NOTE, plain]
        assert sorted(found[LUND_NOTE]) == sorted([facts["lives_in"], line, said])
        # before k; behind the filters
        assert list(search(wire, "live in Lund", k=2)) == [LUND_NOTE, plain]
        assert search(wire, "live in Lund", kinds=["note", "fact"]) == {LUND_NOTE: [facts["lives_in"]]}
        assert search(wire, "live in Lund", kinds=["message"]) == {said: [], plain: []}
        assert search(wire, "live in Lund", as_of="2100-01-01") == found
        absent = wire.call("recall.explain_absent", {"query": "live in Lund", "key": said})
        assert (absent["reason"], absent["head"], absent["rank"]) == ("folded", LUND_NOTE, 1)
        # two facts of one message, and the message that says more than each
        apart = search(wire, "work at Bosch, moved here from Porto")
        assert {facts["works_at"], facts["moved"], two} <= apart.keys()
        assert all(key.startswith("daily/") for key in apart[facts["works_at"]] + apart[facts["moved"]])
        # one access: of what is shown
        wire.call("sessions.start", {"session_id": "asks"})
        wire.call("recall.search", {"query": "live in Lund", "session_id": "asks"})
        assert wire.call("facts.get", {"id": facts["lives_in"]})["access_count"] == 0
        # an archived note stands apart, and what is left of the statement comes without it
        wire.call("notes.archive", {"key": LUND_NOTE})
        left = search(wire, "live in Lund")
        assert LUND_NOTE not in left and said in left[facts["lives_in"]]


def test_as_of_a_time_each_statement_of_then_is_one_result(daemon: Daemon) -> None:
    with daemon.connect() as wire:
        # What is typed while an audit begins counts as there before; with a second line it has begun.
        (daemon.data / "memory/skills.md").write_text("- Splice a rope\n")
        until(lambda: len(wire.call("audit.list")["entries"]) > 1)
        wire.call("sessions.start", {"session_id": "s"})
        pump, lund, porto = say(wire, PUMP, LUND, "Remember that I like Porto.")
        porto_note = "memory/preferences.md:i-like-porto"
        lists = [wire.call("audit.list", {"key": key}) for key in (LUND_NOTE, porto_note)]  # waits for the audit
        then = max(one["at"] for found in lists for one in found["entries"])
        # what changed since says what it said then, and folds by that; what was not there yet hides nothing
        wire.call("notes.edit", {"key": LUND_NOTE, "text": "I live in Malmö"})
        wire.call("notes.archive", {"key": porto_note})
        later = daemon.data / "memory/knowledge.md"
        later.write_text(f"## 2020-01-01\n- {PUMP} <!-- #pump --> <!-- memoryd: from={source_of(pump, PUMP)} -->\n")
        until(lambda: search(wire, PUMP) == {"memory/knowledge.md:pump": [pump]})

        def told(query: str) -> dict[str, list[str]]:
            return search(wire, query, as_of=then, kinds=["note", "message"])

        assert told("live in Lund") == {LUND_NOTE: [lund]}
        assert told("like Porto") == {porto_note: [porto]}
        assert told("pump house") == {pump: []}


def test_also_names_only_what_a_group_may_see(daemon: Daemon) -> None:
    with daemon.connect() as wire, daemon.connect() as group:
        wire.call("sessions.start", {"session_id": "s"})
        (said,) = say(wire, PUMP)
        note = "memory/knowledge.md:pump"
        path = daemon.data / "memory/knowledge.md"
        path.parent.mkdir(exist_ok=True)
        path.write_text(f"- {PUMP} <!-- #pump --> <!-- memoryd: shared from={source_of(said, PUMP)} -->\n")
        until(lambda: search(wire, PUMP) == {note: [said]})
        group.call("sessions.start", {"session_id": "g", "audience": "group", "project": "x"})
        assert search(group, PUMP) == {note: []}


def test_a_decision_bears_on_an_action_once(daemon: Daemon) -> None:
    with daemon.connect() as wire:
        wire.call("sessions.start", {"session_id": "s"})
        say(wire, "We decided to keep the audit log in Lund.")
        wire.call("sessions.end", {"session_id": "s"})
        run_action(wire, "summarize")
        until(lambda: search(wire, "audit log", kinds=["daily"]))
        (shown,) = wire.call("recall.check", {"action": "move the audit log", "boost": False})["results"]
        assert shown["key"].startswith("memory/decisions.md:")
        assert sorted(key.partition("/")[0] for key in shown["also"]) == ["daily", "sessions"]
        checked = wire.call("recall.check", {"action": "move the audit log", "boost": False, "as_of": "2100-01-01"})
        daily = [key for key in shown["also"] if key.startswith("daily/")]  # messages are for what is done now
        assert [(one["key"], one["also"]) for one in checked["results"]] == [(shown["key"], daily)]


def test_a_fact_in_other_words_than_were_said_names_its_source_all_the_same(daemon: Daemon) -> None:
    with daemon.connect() as wire:
        wire.call("sessions.start", {"session_id": "s"})
        (key,) = say(wire, "Paths with umlauts break. I live in my sister's house in Ystad.")
        wire.call("sessions.end", {"session_id": "s"})
        run_action(wire, "summarize")
        facts = [one for one in wire.call("facts.find", {})["facts"] if "Ystad" in one["object"]]
        assert [one["sources"][0].partition("#")[0] for one in facts] == [key], facts
        assert "their" in facts[0]["object"], facts
