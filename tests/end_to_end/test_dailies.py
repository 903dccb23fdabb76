"""A day's summary on the real daemon: who makes it, and that a better one is not replaced by a worse one."""

from __future__ import annotations

import json
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from tests.support.consolidation import run_action
from tests.support.daemon import Daemon
from tests.support.wait import until
from tests.support.wallclock import WallClock
from tests.support.wire import RpcError, Wire

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
UTC_ONLY = '[schedule]\ntimezone = "UTC"\n'
ANSWER = {
    "facts": [{"subject": "logo", "predicate": "has_colour", "object": "blue"}],
    "decisions": ["The logo is blue."],
    "preferences": [],
    "action_items": [],
}
DECISION = "Deploy on Mondays with Postgres."


def say(wire: Wire, session: str, *texts: str) -> None:
    wire.call("sessions.start", {"session_id": session})
    messages = [{"role": "user", "content": text} for text in texts]
    wire.call("sessions.append", {"session_id": session, "messages": messages})


def summarize(wire: Wire) -> dict[str, Any]:
    step: dict[str, Any] = wire.call("maintenance.run", {"action": "summarize"})["steps"][0]
    assert step["status"] == "ok", step
    return step


def test_an_agent_s_summary_is_added_to_and_not_replaced(daemon_folder: Path) -> None:
    clock = WallClock(daemon_folder, NOON)
    daemon = Daemon(daemon_folder, UTC_ONLY, clock.env).start()
    path = daemon.data / "daily/2026-03-02.md"
    try:
        with daemon.connect() as wire:
            say(wire, "s1", "I live in Oslo. Let's go with the blue logo.")
            summarize(wire)
            assert "- Let's go with the blue logo." in path.read_text() and "extracted by memoryd" in path.read_text()
            # What it found is a fact of when it was said, and a cold note, both with their source.
            (fact,) = wire.call("facts.find", {"object": "Oslo"})["facts"]
            (note,) = wire.call("notes.list", {"layer": "decisions"})["notes"]
            assert (note["text"], note["hot"]) == ("Let's go with the blue logo.", False)
            (source,) = fact["sources"]
            assert source.startswith("sessions/2026-03-02") and note["sources"] == [source]
            assert fact["created"].startswith("2026-03-02T12:00:0")
            job = wire.call("jobs.claim", {"kinds": ["daily"]})
            assert job["redo"]
            wire.call("jobs.submit", {"job_id": job["job_id"], "result": ANSWER})
            assert wire.call("jobs.claim", {"kinds": ["daily"]}) is None
            # Only the extractor claimed these.
            assert wire.call("facts.get", {"id": fact["id"]})["archived"]
            assert [one["text"] for one in wire.call("notes.list", {"layer": "decisions"})["notes"]] == [
                "The logo is blue."
            ]
            say(wire, "s1", "I work at a bakery.")
            say(wire, "s2", "We decided to use Postgres.")
            summarize(wire)
            text = path.read_text()
            assert "- The logo is blue." in text and "- logo has colour blue" in text
            assert "- We decided to use Postgres." in text and "bakery" in text
            # What the agent has read already is not extracted beside its words.
            assert "Let's go" not in text and "Oslo" not in text
            assert "written by an agent, with what was said later as memoryd saw it; 3 messages of 2" in text
            assert summarize(wire)["counts"]["days"] == 0
            # There is something for an agent to do better, again.
            again = wire.call("jobs.claim", {"kinds": ["daily"]})
            assert again["redo"] and "bakery" in str(again["messages"]) and "Oslo" in str(again["messages"])
    finally:
        daemon.kill()


def test_what_a_person_wrote_outlives_each_later_version(daemon: Daemon) -> None:
    with daemon.connect() as wire:
        say(wire, "s1", "We decided to use Postgres.")
        summarize(wire)
        (path,) = (daemon.data / "daily").glob("*.md")
        path.write_text(path.read_text() + "- Typed: the trip to Zanzibar\n")
        say(wire, "s1", "We decided to deploy on Mondays.")
        summarize(wire)  # a version that has the line, and is none of ours alone
        job = wire.call("jobs.claim", {"kinds": ["daily"]})
        wire.call("jobs.submit", {"job_id": job["job_id"], "result": {**ANSWER, "facts": [], "decisions": [DECISION]}})
        text = path.read_text()
        assert f"- {DECISION}" in text and "- Typed: the trip to Zanzibar" in text


def program(folder: Path, body: str) -> str:
    """`summarizer_command` for the configuration."""
    path = folder / "summarizer.py"
    path.write_text(f"import json, sys\nsaid = json.load(sys.stdin)['messages']\n{body}\n")
    return f"[summaries]\nsummarizer_command = {json.dumps([sys.executable, '-S', str(path)])}\n"


def test_nothing_does_not_take_the_place_of_what_was_found(daemon_folder: Path) -> None:
    clock = WallClock(daemon_folder, NOON)
    daemon = Daemon(daemon_folder, UTC_ONLY, clock.env).start()
    path = daemon.data / "daily/2026-03-02.md"
    try:
        with daemon.connect() as wire:
            say(wire, "s1", "I live in Oslo. Let's go with the blue logo. I prefer tea.")
            # Before the extractor had its turn, and behind it.
            clock.move(days=1)
            for made in (False, True):
                if made:
                    summarize(wire)
                before = path.read_text() if made else None
                job = wire.call("jobs.claim", {"kinds": ["daily"]})
                for result in ({}, {name: [] for name in ANSWER}, {"decisions": ["  "]}):
                    with pytest.raises(RpcError, match=r"invalid_params.*at least [3-9]"):
                        wire.call("jobs.submit", {"job_id": job["job_id"], "result": result})
                assert (path.read_text() if path.exists() else None) == before
                wire.call("jobs.release", {"job_id": job["job_id"]})
            job = wire.call("jobs.claim", {"kinds": ["daily"]})
            answer = {"facts": ANSWER["facts"], "preferences": []}
            wire.call("jobs.submit", {"job_id": job["job_id"], "result": answer})
            text = path.read_text()
            # Left out: as it was. Given empty: the agent thinks nothing of it.
            assert "- Let's go with the blue logo." in text and "- logo has colour blue" in text
            assert "tea" not in text and "Oslo" not in text and "written by an agent" in text
            # A day of small talk has nothing, and that is an answer.
            say(wire, "s2", "ok, thanks!")
            clock.move(days=1)
            job = wire.call("jobs.claim", {"kinds": ["daily"]})
            assert wire.call("jobs.submit", {"job_id": job["job_id"], "result": {}})["status"] == "accepted"
    finally:
        daemon.stop()


def test_a_local_program_makes_the_day_s_summary(daemon_folder: Path) -> None:
    config = program(daemon_folder, f"assert 'Oslo' in str(said)\nprint('Here it is:', {json.dumps(ANSWER)!r})")
    daemon = Daemon(daemon_folder, config + UTC_ONLY, WallClock(daemon_folder, NOON).env).start()
    try:
        with daemon.connect() as wire:
            say(wire, "s1", "I live in Oslo. Let's go with the blue logo.")
            summarize(wire)
            text = (daemon.data / "daily/2026-03-02.md").read_text()
            assert "- The logo is blue." in text and "made by summarizer_command" in text and "Let's go" not in text
            assert wire.call("facts.find", {"subject": "logo"})["facts"][0]["source"] == "s1"
            # It fails: what it made before stays, and the extractor adds what is new.
            program(daemon_folder, "print('I cannot do that.')")
            say(wire, "s1", "We decided to use Postgres.")
            summarize(wire)
            text = (daemon.data / "daily/2026-03-02.md").read_text()
            assert "- The logo is blue." in text and "- We decided to use Postgres." in text and "Let's go" not in text
    finally:
        daemon.kill()


def test_in_the_evening_there_is_a_file_and_an_agent_may_do_it_better(daemon_folder: Path) -> None:
    clock = WallClock(daemon_folder, NOON)
    daemon = Daemon(daemon_folder, UTC_ONLY, clock.env).start()
    try:
        with daemon.connect() as wire:
            say(wire, "s1", "We decided to use Postgres.")
            clock.set(NOON.replace(hour=23))
            path = daemon.data / "daily/2026-03-02.md"
            until(lambda: path.exists() and "Postgres" in path.read_text())
            until(lambda: (job := wire.call("jobs.claim", {"kinds": ["daily"]})) is not None and job["redo"])
    finally:
        daemon.kill()


def test_a_program_that_takes_long_holds_up_neither_the_nights_nor_the_end(daemon_folder: Path) -> None:
    begun = daemon_folder / "begun"
    config = program(daemon_folder, f"open({str(begun)!r}, 'w').close()\nimport time\ntime.sleep(600)")
    config += f"summarizer_fallback_after = 0\n{UTC_ONLY}"
    clock = WallClock(daemon_folder, NOON)
    daemon = Daemon(daemon_folder, config, clock.env).start()
    try:
        with daemon.connect() as wire:
            say(wire, "s1", "I live in Oslo.")
            # The worker takes what is offered at 23:00, when there is a file already.
            clock.set(NOON.replace(hour=23))
            until(begun.exists)
            assert run_action(wire, "decay")["steps"][0]["status"] == "ok"
            assert wire.call("jobs.claim", {"kinds": ["daily"]}) is None
        assert daemon.stop() == 0
        assert "extracted by memoryd" in (daemon.data / "daily/2026-03-02.md").read_text()
    finally:
        daemon.kill()


def test_in_the_evening_there_is_a_file_before_a_local_program_has_made_it(daemon_folder: Path) -> None:
    clock = WallClock(daemon_folder, NOON)
    daemon = Daemon(
        daemon_folder, program(daemon_folder, f"print({json.dumps(ANSWER)!r})") + UTC_ONLY, clock.env
    ).start()
    path = daemon.data / "daily/2026-03-02.md"
    try:
        with daemon.connect() as wire:
            say(wire, "s1", "I live in Oslo. We decided to use Postgres.")
            clock.set(NOON.replace(hour=23, minute=19))
            until(lambda: path.exists() and "Postgres" in path.read_text())
            assert "extracted by memoryd" in path.read_text()
            until(lambda: wire.call("jobs.list")["jobs"])
            clock.set(NOON.replace(hour=23, minute=59))
            until(lambda: "made by summarizer_command" in path.read_text(), 30)
            assert "- The logo is blue." in path.read_text()
    finally:
        daemon.kill()


def test_a_run_goes_on_when_its_caller_leaves_and_ends_when_it_is_cancelled(daemon_folder: Path) -> None:
    gate = daemon_folder / "gate"
    config = program(daemon_folder, f"import os, time\nwhile not os.path.exists({str(gate)!r}): time.sleep(0.01)")
    daemon = Daemon(daemon_folder, config).start()
    try:
        with daemon.connect() as wire:
            say(wire, "s1", "We decided to use Postgres.")
            with daemon.connect() as caller:
                caller.send("maintenance.run", {"action": "consolidate", "progress": "p"})
                until(lambda: wire.call("maintenance.status")["running"])
            gate.touch()
            until(lambda: wire.call("maintenance.status")["actions"]["consolidate"]["last"])
            steps = wire.call("maintenance.status")["actions"]["consolidate"]["last"]["steps"]
            assert [step["status"] for step in steps] == ["ok"] * 10
            gate.unlink()
            say(wire, "s1", "We decided to use Redis.")
            with daemon.connect() as caller:
                caller.send("maintenance.run", {"action": "summarize", "progress": "q"})
                until(lambda: wire.call("maintenance.status")["running"])
                wire.call("rpc.cancel", {"token": "q"})
                gate.touch()
                with pytest.raises(RpcError, match="cancelled by rpc"):
                    caller.answer()
            assert wire.call("maintenance.status")["running"] is None
    finally:
        daemon.kill()


def test_no_request_waits_while_a_large_day_is_read(daemon: Daemon) -> None:
    messages = [{"role": "user", "content": f"{n} {'x' * 1000}", "at": NOON.isoformat()} for n in range(1500)]
    with daemon.connect() as wire:
        wire.call("sessions.start", {"session_id": "long"})
        for at in range(0, len(messages), 500):
            wire.call("sessions.append", {"session_id": "long", "messages": messages[at : at + 500]})
        jobs: list[dict[str, Any]] = []

        def claimed() -> bool:
            job = wire.call("jobs.claim", {"kinds": ["daily"]})
            jobs.extend([job] if job else [])
            return bool(jobs)

        until(claimed)
        said = [m["content"] for m in jobs[0]["messages"] if " x" in m["content"]]
        assert len(said) == len(messages) and said[-1].endswith(messages[-1]["content"])


def test_what_no_verb_cuts_in_three_is_a_line_of_the_day_and_no_fact(daemon_folder: Path) -> None:
    clock = WallClock(daemon_folder, NOON)
    daemon = Daemon(daemon_folder, UTC_ONLY, clock.env).start()
    try:
        with daemon.connect() as wire:
            say(wire, "s1", "Hi!", "What a week.", "Bad weather.", "So wet.", "third floor, no lift, 14 boxes")
            summarize(wire)
            assert "- third floor, no lift, 14 boxes <!--" in (daemon.data / "daily/2026-03-02.md").read_text()
            assert wire.call("facts.find", {})["facts"] == []
    finally:
        daemon.kill()
