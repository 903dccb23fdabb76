"""Why something is known: the chain from a memory to the message, on the real daemon."""

from __future__ import annotations

import os

import pytest

from memoryd.origin import source_of
from tests.support.consolidation import run_action
from tests.support.daemon import Daemon
from tests.support.wait import until
from tests.support.wire import RpcError


@pytest.fixture
def daemon_config() -> str:
    return (
        "[summaries]\nsummarizer_fallback_after = 0\nchunk_tokens = 200\nsummary_target_tokens = 60\n"
        "pruning_boundary_tokens = 0\n[schedule]\nconsolidate = 'off'\n"
    )


def test_a_summary_leads_to_its_messages_and_says_who_wrote_them(daemon: Daemon) -> None:
    with daemon.connect() as wire:
        wire.call("sessions.start", {"session_id": "s", "agent": "ada"})
        said = [{"role": "user", "content": f"We decided to fire pot {number}."} for number in range(3)]
        keys = wire.call("sessions.append", {"session_id": "s", "messages": said})["keys"]
        wire.call("sessions.end", {"session_id": "s"})
        run_action(wire, "compress")
        chain = wire.call("recall.why", {"key": "summaries/L1/0001.md"})["chain"]
        assert [(one["key"], one["kind"], one["depth"]) for one in chain] == [
            ("summaries/L1/0001.md", "summary", 0),
            *((key, "message", 1) for key in keys),
        ]
        assert [one["text"] for one in chain[1:]] == [one["content"] for one in said]
        by = chain[1]["by"]
        assert (by["uid"], by["agent"], by["session"]) == (os.getuid(), "ada", "s")
        used = wire.call("recall.why", {"key": keys[0]})
        assert used["used_by"] == ["summaries/L1/0001.md"] and used["chain"][0]["unchanged"] is True
        with pytest.raises(RpcError, match="not_found"):
            wire.call("recall.why", {"key": "sessions/none.jsonl:1"})


def test_a_summary_tells_which_of_its_messages_was_changed_since(daemon: Daemon) -> None:
    with daemon.connect() as wire:
        wire.call("sessions.start", {"session_id": "s"})
        said = [{"role": "user", "content": f"We decided to fire pot {number}."} for number in range(3)]
        keys = wire.call("sessions.append", {"session_id": "s", "messages": said})["keys"]
        wire.call("sessions.end", {"session_id": "s"})
        run_action(wire, "compress")

        def unchanged() -> list[bool]:
            return [one["unchanged"] for one in wire.call("recall.why", {"key": "summaries/L1/0001.md"})["chain"][1:]]

        assert unchanged() == [True, True, True]
        path = daemon.data / keys[0].partition(":")[0]
        path.write_text(path.read_text().replace("pot 1", "jug 1"))
        until(lambda: "jug" in wire.call("recall.get", {"key": keys[1]})["text"])
        assert unchanged() == [True, False, True]


def test_an_extracted_fact_leads_to_what_was_said_and_tells_when_that_was_edited(daemon: Daemon) -> None:
    with daemon.connect() as wire:
        wire.call("sessions.start", {"session_id": "s", "agent": "ada"})
        said = [{"role": "user", "content": "My name is Ada. I live in Lund."}]
        (key,) = wire.call("sessions.append", {"session_id": "s", "messages": said})["keys"]
        wire.call("sessions.end", {"session_id": "s"})
        run_action(wire, "summarize")
        fact = next(one for one in wire.call("facts.find", {})["facts"] if "Lund" in one["object"])
        assert fact["sources"][0].startswith(f"{key}#")
        chain = wire.call("recall.why", {"key": fact["id"]})["chain"]
        assert [(one["key"], one.get("unchanged")) for one in chain] == [(fact["id"], True), (key, True)]
        assert chain[1]["by"]["session"] == "s"
        path = daemon.data / key.partition(":")[0]
        path.write_text(path.read_text().replace("Lund", "Ystad"))
        until(lambda: "Ystad" in wire.call("recall.get", {"key": key})["text"])
        link = wire.call("recall.why", {"key": fact["id"]})["chain"][1]
        assert (link["unchanged"], link["by"]) == (False, "file")


def test_what_somebody_says_of_themselves_leads_to_them_and_not_to_the_answer(daemon: Daemon) -> None:
    with daemon.connect() as wire:
        session = wire.call("sessions.start", {})["session_id"]
        said = [("user", "I'm vegetarian."), ("assistant", "Vegetarian, good!")]
        messages = [{"role": role, "content": text} for role, text in said]
        keys = wire.call("sessions.append", {"session_id": session, "messages": messages})["keys"]
        wire.call("sessions.end", {"session_id": session})
        run_action(wire, "summarize")
        found = wire.call("facts.find", {"subject": "user"})["facts"]
        assert [one["object"] for one in found] == ["vegetarian"]
        assert found[0]["sources"][0].startswith(f"{keys[0]}#")


def test_a_line_of_a_daily_leads_to_its_message(daemon: Daemon) -> None:
    with daemon.connect() as wire:
        wire.call("sessions.start", {"session_id": "s", "agent": "ada"})
        words = ["We decided to fire the pots at night.", "TODO: sweep the kiln on Friday.", "The clay is grey today."]
        said = [{"role": "user", "content": text} for text in words]
        keys = wire.call("sessions.append", {"session_id": "s", "messages": said})["keys"]
        run_action(wire, "summarize")
        asked = {"query": "pots kiln night Friday", "kinds": ["daily"]}
        until(lambda: len(wire.call("recall.search", asked)["results"]) == 2)
        for one in wire.call("recall.search", asked)["results"]:
            chain = wire.call("recall.why", {"key": one["key"]})["chain"]
            of = keys[0] if "pots" in one["text"] else keys[1]
            assert [(link["key"], link.get("unchanged")) for link in chain[1:]] == [(of, True)]


def test_what_was_made_of_a_message_names_it_still_when_a_line_before_it_is_deleted_by_hand(daemon: Daemon) -> None:
    texts = ["The kiln is cold.", "Remember that my dentist is Mara Lind.", "Remember that I prefer green tea."]
    with daemon.connect() as wire:
        wire.call("sessions.start", {"session_id": "s"})
        said = [{"role": "user", "content": one} for one in texts]
        keys = wire.call("sessions.append", {"session_id": "s", "messages": said})["keys"]
        notes = {one["text"]: one["key"] for one in wire.call("notes.list")["notes"]}
        path = daemon.data / keys[0].partition(":")[0]
        path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[1:]))
        until(lambda: len(path.read_bytes().splitlines()) == len(texts))
        until(lambda: wire.call("recall.get", {"key": keys[0]})["text"] == "")  # the file comes before the index
        chain = wire.call("recall.why", {"key": notes["my dentist is Mara Lind"]})["chain"]
        assert [(one["key"], one["text"], one["unchanged"]) for one in chain[1:]] == [(keys[1], texts[1], True)]
        assert wire.call("recall.why", {"key": keys[2]})["used_by"] == [notes["I prefer green tea"]]
        (found,) = wire.call("recall.search", {"query": "dentist Mara Lind"})["results"]
        assert (found["key"], found["also"]) == (notes["my dentist is Mara Lind"], [keys[1]])


def test_a_note_that_names_another_line_was_made_of_the_message_that_says_so(daemon: Daemon) -> None:
    with daemon.connect() as wire:
        wire.call("sessions.start", {"session_id": "s"})
        said = [{"role": "user", "content": one} for one in ("The kiln is cold.", "The glaze is blue.")]
        first, second = wire.call("sessions.append", {"session_id": "s", "messages": said})["keys"]
        layer = daemon.data / "memory" / "skills.md"
        layer.write_text(f"- Blue glaze <!-- memoryd: private from={source_of(first, said[1]['content'])} -->\n")
        wire.call("maintenance.run", {"action": "reconcile"})
        (note,) = wire.call("notes.list", {"layer": "skills"})["notes"]
        used = [wire.call("recall.why", {"key": key})["used_by"] for key in (first, second)]
        assert used == [[], [note["key"]]]


def test_who_wrote_it_is_not_who_archived_it_or_brought_it_back(daemon: Daemon) -> None:
    with daemon.connect() as wire:
        fact = wire.call("facts.add", {"subject": "harbour", "predicate": "is ruled by", "object": "Ann"})["id"]
        note = wire.call("notes.write", {"layer": "knowledge", "text": "Boats are ochre"})["key"]
        for kind, name, key in (("facts", "id", fact), ("notes", "key", note)):
            (made,) = wire.call("recall.why", {"key": key})["chain"]
            wire.call(f"{kind}.archive", {name: key})
            wire.call(f"{kind}.restore", {name: key})
            (back,) = wire.call("recall.why", {"key": key})["chain"]
            told = ("method", "unchanged", "at")
            assert [back[one] for one in told] == [made[one] for one in told] and back["unchanged"]


def test_what_was_corrected_says_by_whom_and_when(daemon: Daemon) -> None:
    with daemon.connect() as wire:
        fact = wire.call("facts.add", {"subject": "harbour", "predicate": "ruled by", "object": "An"})["id"]
        wire.call("facts.edit", {"id": fact, "object": "Ann"})
        (link,) = wire.call("recall.why", {"key": fact})["chain"]
        edited = wire.call("audit.list", {"key": fact})["entries"][-1]
        assert (link["method"], link["at"], link["unchanged"]) == ("facts.edit", edited["at"], False)
