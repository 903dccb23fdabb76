"""A consolidation on the real daemon: what it does, and that doing it again or a kill changes nothing."""

from __future__ import annotations

import json
import math
import random
import shutil
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import msgpack
import pytest

from tests.support.consolidation import check_activations, iso, outcome, prepare, settled_outcome, triples
from tests.support.daemon import Daemon
from tests.support.rest import part
from tests.support.wait import until
from tests.support.wallclock import WallClock
from tests.support.wire import RpcError, Wire

CONFIG = "[summaries]\nsummarizer_fallback_after = 0\n"
"""No agent is waited for: a session that no summary has taken is never removed."""
MOST_SECONDS = 400.0
NIGHTLY = ("knowledge-graph/facts", "knowledge-graph/arch", "MEMORY.md", "daily/", "sessions/", "backups/", "health")
STEPS = ["summarize", "decay", "index", "prune", "tiers", "hygiene", "compress", "reconcile", "clean", "health-check"]


def consolidate(wire: Wire, **params: Any) -> dict[str, Any]:
    result: dict[str, Any] = wire.call("maintenance.run", {"action": "consolidate", **params})
    assert [step["step"] for step in result["steps"]] == STEPS
    assert [step for step in result["steps"] if step["status"] == "failed"] == []
    return result


def counts(result: dict[str, Any], step: str) -> dict[str, int]:
    return next(each["counts"] for each in result["steps"] if each["step"] == step)


def tree(data: Path) -> dict[str, bytes]:
    files = [path for path in data.rglob("*") if path.is_file() and ".memoryd" not in path.parts]
    return {str(path.relative_to(data)): path.read_bytes() for path in files}


def test_a_consolidation(daemon_folder: Path) -> None:
    daemon = Daemon(daemon_folder, CONFIG)
    prepared = prepare(daemon.data)
    daemon.start()
    try:
        with daemon.connect() as wire:
            before = outcome_before(daemon.data)
            dry = consolidate(wire, dry_run=True)
            assert outcome_before(daemon.data) == before
            assert "health.json" in dry["steps"][-1]["reason"]
            planned = next(step for step in dry["steps"] if step["step"] == "prune")
            done = consolidate(wire)
            assert counts(done, "prune")["archived"] == planned["counts"]["archived"] > 0
            assert len(planned["diff"]) == planned["counts"]["archived"]
            check_consolidation(daemon.data, wire, prepared)
            actions = wire.call("maintenance.status")["actions"]
            begun = [actions[step]["last"]["at"] for step in ("consolidate", *STEPS)]
            assert begun == sorted(begun) and actions["prune"]["last"]["steps"] == [done["steps"][3]]
            first = settled_outcome(daemon.data)
            again = consolidate(wire)
            assert settled_outcome(daemon.data) == first
            assert counts(again, "prune")["archived"] == 0
            check_activations(daemon.data, prepared)
    finally:
        daemon.kill()


def test_a_dry_run_of_anything_changes_no_file_not_even_by_what_is_written_next(daemon_folder: Path) -> None:
    daemon = Daemon(daemon_folder, CONFIG)
    prepare(daemon.data)
    daemon.start()
    try:
        daemon.stop()
        daemon.start()
        before = outcome_before(daemon.data)
        with daemon.connect() as wire:
            for action in (*STEPS, "quality-probe", "consolidate"):
                wire.call("maintenance.run", {"action": action, "dry_run": True})
        daemon.stop()
        assert outcome_before(daemon.data) == before
    finally:
        daemon.kill()


def test_a_session_is_archived_when_every_consumer_has_taken_it(daemon_folder: Path) -> None:
    """Rule 18: with agents to be waited for, the hierarchy has not taken the session of two months ago."""
    daemon = Daemon(daemon_folder)
    prepare(daemon.data)
    daemon.start()
    try:
        with daemon.connect() as wire:
            consolidate(wire)
            assert len(list((daemon.data / "daily").glob("*.md"))) == 2
            assert len(list((daemon.data / "sessions").glob("*.jsonl"))) == 2
            wire.call("maintenance.run", {"action": "compress"})
            dry = wire.call("maintenance.run", {"action": "clean", "dry_run": True})["steps"][0]
            done = wire.call("maintenance.run", {"action": "clean"})["steps"][0]
            assert dry["counts"]["sessions"] == done["counts"]["sessions"] == 1 and len(dry["diff"]) == 1
            path, archive = dry["diff"][0].removeprefix("- ").split(" → ")
            assert path not in tree(daemon.data) and archive in tree(daemon.data)
            found = wire.call("recall.search", {"query": "bakery"})["results"]
            assert {"fact", "summary", "message"} <= {one["kind"] for one in found}
            assert any(key.startswith("daily/") for one in found for key in (one["key"], *one.get("also", [])))
    finally:
        daemon.kill()


SEED = {
    "timestamp": str, "status": str, "disk_usage_bytes": int, "disk_usage_percent": float, "total_facts": int,
    "active_facts": int, "archived_facts": int, "avg_activation": float, "daily_files_count": int,
    "session_files_count": int, "embedding_index_size_bytes": int, "memory_md_lines": int, "last_consolidation": str,
    "consolidation_duration_seconds": float, "warnings": list,
}  # fmt: skip
"""002 §Health Check Output; what is ours comes behind it."""


def test_health_json_has_the_seed_s_shape(daemon_folder: Path) -> None:
    daemon = Daemon(daemon_folder, CONFIG)
    prepare(daemon.data)
    daemon.start()
    try:
        with daemon.connect() as wire:
            consolidate(wire)
        health = json.loads((daemon.data / "health.json").read_text())
        ours = {"data_bytes", "steps", "quality_probe", "embeddings", "index", "malformed_lines", "redactions"}
        assert health.keys() == SEED.keys() | ours | {"pending_jobs", "problems"}
        assert {name: type(health[name]) for name in SEED} == SEED
        assert list(health)[: len(SEED) - 1] == list(SEED)[:-1]
        assert health["total_facts"] == health["active_facts"] + health["archived_facts"]
        assert health["memory_md_lines"] == len((daemon.data / "MEMORY.md").read_text().splitlines())
        assert health["last_consolidation"] <= health["timestamp"]
    finally:
        daemon.kill()


def test_facts_alone_never_make_memory_md_too_long_for_health(daemon: Daemon) -> None:
    """002 §Warning Conditions: above 180 lines; a healthy memory with many facts is no warning."""
    path, warning = daemon.data / "MEMORY.md", "MEMORY.md approaching 200-line limit"

    def lines_and_warned(wire: Wire) -> tuple[int, bool]:
        consolidate(wire)
        health = wire.call("system.health")["health"]
        return health["memory_md_lines"], warning in health["warnings"]

    with daemon.connect() as wire:
        facts = [{"subject": f"s{n % 20}", "predicate": "runs_on", "object": f"host-{n}"} for n in range(300)]
        wire.call("facts.add_many", {"facts": facts})
        assert lines_and_warned(wire) == (180, False)
        theirs = "# Mine\n" + "".join(f"line {n}\n" for n in range(150))
        path.write_text(theirs + "\n" + path.read_text())
        assert lines_and_warned(wire) == (180, False)
        assert path.read_text().startswith(theirs)
        path.write_text(path.read_text() + "more\n" * 30)
        lines, is_warned = lines_and_warned(wire)
        assert 180 < lines <= 200 and is_warned and "runs on host" not in path.read_text()


def test_a_probe_of_a_file_that_cannot_be_read_fails_and_says_so(daemon: Daemon) -> None:
    path = daemon.data / "knowledge-graph/canary-facts.json"
    canary = {"query": "Where does Ada live?", "expected_contains": "Oslo"}
    with daemon.connect() as wire:
        path.write_text('[{"query": ')
        [step] = wire.call("maintenance.run", {"action": "quality-probe"})["steps"]
        assert step["status"] == "failed" and "canary-facts.json" in step["error"]
        assert wire.call("maintenance.status")["actions"]["quality-probe"]["last"]["status"] == "failed"
        with pytest.raises(RpcError, match=r"conflict.*fix the file"):
            wire.call("maintenance.canary_add", canary)
        path.write_text(json.dumps([canary, {"query": "no answer"}]))
        [step] = wire.call("maintenance.run", {"action": "quality-probe"})["steps"]
        assert (step["status"], step["counts"]) == ("ok", {"canaries": 1, "passed": 0, "failed": 1, "unusable": 1})
        # The entry that cannot be used, and that no canary passed.
        named = {Path(problem["path"]).name for problem in wire.call("system.health")["problems"]}
        assert named == {"canary-facts.json", "canary-history.jsonl"}


def test_what_stands_in_the_way_of_maintenance_is_said_with_what_to_do(daemon: Daemon) -> None:
    runs, backups = daemon.data / ".memoryd/maintenance.json", daemon.data / "backups"
    with daemon.connect() as wire:
        fact_id = wire.call("facts.add", {"subject": "Ada", "predicate": "likes", "object": "tea"})["id"]
        consolidate(wire)
    assert daemon.stop() == 0
    kept, age = runs.read_bytes()[:-20], '{"%s": {"activation": 0.9, "as_of": "%s", "last_accessed": "%s"}}'
    runs.write_bytes(kept)
    as_of = iso(datetime.now(UTC))
    (daemon.data / "activation-metadata.json").write_text(age % (fact_id, as_of, as_of))
    with daemon.config.open("a") as config:  # else two seconds show
        config.write("half_life_days = 36500.0\n")
    daemon.start()
    with daemon.connect() as wire:
        assert (daemon.data / ".memoryd/maintenance.json.broken").read_bytes() == kept
        [problem] = wire.call("system.health")["problems"]
        assert problem["path"] == ".memoryd/maintenance.json" and "maintenance.json.broken" in problem["action"]
        # What has not changed by as much as is shown is not shown.
        dry = wire.call("maintenance.run", {"action": "decay", "dry_run": True})
        assert dry["steps"][0]["diff"] == []
        shutil.rmtree(backups)
        backups.write_text("not a directory")
        done = wire.call("maintenance.run", {"action": "consolidate"})["steps"]
        failed = {step["step"]: step["error"] for step in done if step["status"] == "failed"}
        assert failed.keys() == {"prune", "clean"}
        assert all("is not a directory" in why and "move it away" in why for why in failed.values())
        backups.unlink()
        consolidate(wire)
        assert list(backups.glob("pre-maintenance-*"))


def outcome_before(data: Path) -> dict[str, bytes]:
    """The files that only a consolidation changes; the others follow by themselves, a moment after the start."""
    return {name: content for name, content in tree(data).items() if name.startswith(NIGHTLY)}


def check_consolidation(data: Path, wire: Wire, prepared: Any) -> None:
    check_activations(data, prepared)
    faded = {i for i in prepared.states if prepared.activation(i, prepared.now) < 0.05}
    archived = [json.loads(line) for line in (data / "knowledge-graph/archived-facts.jsonl").read_text().splitlines()]
    assert {fact["id"] for fact in archived} == faded
    yesterday = (prepared.now - timedelta(days=1)).date().isoformat()
    daily = (data / "daily" / f"{yesterday}.md").read_text()
    assert "- We decided to use Postgres for billing." in daily and "- user lives in Berlin" in daily
    facts = wire.call("facts.find", {"subject": "user", "predicate": "lives_in"})["facts"]
    assert [(fact["object"], fact["source"]) for fact in facts] == [("Berlin", "yesterday")]
    memory = (data / "MEMORY.md").read_text()
    assert "- user lives in Berlin" in memory and memory.count("\n") <= 200
    # The session of two months ago was summarised before it was removed.
    assert len(list((data / "sessions").glob("*.jsonl"))) == 1
    assert len(list((data / "daily").glob("*.md"))) == 2
    health = json.loads((data / "health.json").read_text())
    assert [step["step"] for step in health["steps"]] == STEPS[:-1]
    assert health["archived_facts"] == len(faded)
    assert len(list((data / "backups").glob("pre-maintenance-*.tar.zst"))) == 1


def stages(daemon: Daemon) -> list[str]:
    """The progress that an undisturbed consolidation tells."""
    found = []
    with daemon.connect() as wire:
        call = [0, 1, "maintenance.run", [{"action": "consolidate", "progress": "consolidation"}]]
        wire.socket.sendall(msgpack.packb(call))
        while (message := wire.receive())[0] != 1:
            found.append(message[2][0]["stage"])
    return found


def kill_at(daemon: Daemon, number: int) -> None:
    """Kill the daemon when it tells its progress for the n-th time."""
    with daemon.connect() as wire:
        call = [0, 1, "maintenance.run", [{"action": "consolidate", "progress": "consolidation"}]]
        wire.socket.sendall(msgpack.packb(call))
        for _ in range(number):
            if wire.receive()[0] == 1:
                break
        daemon.kill()


def resumed(wire: Wire) -> bool:
    status = wire.call("maintenance.status")
    return status["running"] is None and status["actions"]["consolidate"]["last"] is not None


def killed_consolidations(folder: Path, facts: int, numbers: list[int] | None, seconds: float = math.inf) -> None:
    """Kill a consolidation at the messages of these numbers; at all, in any order, for as long as there is time."""
    end = time.monotonic() + seconds
    template = folder / "template"
    now = datetime.now(UTC)
    prepared = prepare(template, facts, now)
    undisturbed = Daemon(folder / "u", CONFIG)
    shutil.copytree(template, undisturbed.data)
    undisturbed.start()
    try:
        told = stages(undisturbed)
        assert undisturbed.stop() == 0
        expected = outcome(undisturbed.data)
    finally:
        undisturbed.kill()
    for number in numbers or random.Random(facts).sample(range(1, len(told)), len(told) - 1):
        if time.monotonic() > end:
            break
        daemon = Daemon(folder / f"k{number}", CONFIG)
        shutil.copytree(template, daemon.data)
        daemon.start()
        try:
            kill_at(daemon, number)
            daemon.start()
            with daemon.connect() as wire:
                until(lambda wire=wire: resumed(wire), 120)  # type: ignore[misc]
            assert daemon.stop() == 0
            assert outcome(daemon.data) == expected, (number, told[number - 1])
            check_activations(daemon.data, prepared)
        finally:
            daemon.kill()
        shutil.rmtree(folder / f"k{number}")


@pytest.mark.parametrize("number", part(1, [7, 2]))
def test_a_killed_consolidation_is_made_up(daemon_folder: Path, number: int) -> None:
    killed_consolidations(daemon_folder, 40, [number])


@pytest.mark.long
def test_a_consolidation_killed_anywhere_is_made_up(daemon_folder: Path, long_seconds: float) -> None:
    killed_consolidations(daemon_folder, 40, None, min(long_seconds, MOST_SECONDS))


@pytest.mark.long
def test_a_large_consolidation_killed_anywhere_is_made_up(daemon_folder: Path, long_seconds: float) -> None:
    killed_consolidations(daemon_folder, 7000, None, min(long_seconds, MOST_SECONDS))


def test_two_runs_never_meet_and_a_stop_is_clean(daemon_folder: Path) -> None:
    daemon = Daemon(daemon_folder, CONFIG)
    prepared = prepare(daemon.data, 2500)
    daemon.start()
    try:
        with daemon.connect() as wire, daemon.connect() as other:
            wire.socket.sendall(msgpack.packb([0, 1, "maintenance.run", [{"action": "consolidate", "progress": "n"}]]))
            assert wire.receive()[0] == 2
            with pytest.raises(RpcError, match="busy"):
                other.call("maintenance.run", {"action": "decay"})
            assert other.call("maintenance.status")["running"]["action"] == "consolidate"
            assert daemon.stop() == 0
        daemon.start()
        with daemon.connect() as wire:
            until(lambda: resumed(wire), 120)
        check_activations(daemon.data, prepared)
    finally:
        daemon.kill()


def test_a_clock_that_jumps_starts_what_is_due(daemon_folder: Path) -> None:
    clock = WallClock(daemon_folder, datetime(2026, 3, 2, 22, 0, tzinfo=UTC))
    daemon = Daemon(daemon_folder, '[schedule]\ntimezone = "UTC"\n', clock.env).start()
    try:
        with daemon.connect() as wire:
            assert wire.call("maintenance.status")["actions"]["consolidate"]["next"][:16] == "2026-03-03T00:30"
            wire.call("sessions.start", {"session_id": "s1"})
            message = {"role": "user", "content": "I live in Oslo. Let's go with the blue logo."}
            wire.call("sessions.append", {"session_id": "s1", "messages": [message]})
            clock.set(datetime(2026, 3, 2, 23, 0, tzinfo=UTC))
            # Open at once, then the extractor's while it is at work, then an agent may do it better.
            until(lambda: [job["redo"] for job in wire.call("jobs.list")["jobs"]] == [True], 30)
            assert [job["kind"] for job in wire.call("jobs.list")["jobs"]] == ["daily"]
            clock.set(datetime(2026, 3, 3, 0, 30, tzinfo=UTC))
            until(lambda: resumed(wire), 60)
            last = wire.call("maintenance.status")["actions"]["consolidate"]["last"]
            assert last["status"] == "ok"
            # By the daemon's own clock, which went on from where it was put.
            begun = datetime.fromisoformat(last["at"])
            assert timedelta(0) <= begun - datetime(2026, 3, 3, 0, 30, tzinfo=UTC) < timedelta(seconds=5)
            assert (daemon.data / "daily/2026-03-02.md").exists()
            assert ("user", "lives_in", "Oslo") in triples(daemon.data / "knowledge-graph/facts.jsonl")
            # The extractor made it, so an agent may do it better.
            job = until(lambda: wire.call("jobs.claim", {"kinds": ["daily"]}))
            assert job["redo"] and "Oslo" in str(job["messages"])
            result = {
                "facts": [{"subject": "logo", "predicate": "has_colour", "object": "blue"}],
                "decisions": ["Blue."],
            }
            key = wire.call("jobs.submit", {"job_id": job["job_id"], "result": result})["key"]
            assert key == "daily/2026-03-02.md"
            text = (daemon.data / key).read_text()
            assert "- logo has colour blue" in text and "Let's go" not in text and "an agent" in text
            assert wire.call("facts.find", {"subject": "logo"})["facts"][0]["source"] == "s1"
    finally:
        daemon.kill()


@pytest.mark.long
def test_a_clock_that_jumps_over_nights_makes_up_one_and_one_that_was_ahead_stops_none(daemon_folder: Path) -> None:
    start = datetime(2026, 3, 2, 22, 0, tzinfo=UTC)
    clock = WallClock(daemon_folder, start)
    config = '[schedule]\ntimezone = "UTC"\nhealth_check = "* * * * *"\n'
    daemon = Daemon(daemon_folder, config, clock.env).start()
    try:
        with daemon.connect() as wire:

            def begun(action: str = "consolidate") -> datetime | None:
                actions = wire.call("maintenance.status")["actions"]
                return datetime.fromisoformat(actions[action]["last"]["at"]) if actions[action]["last"] else None

            assert begun() is None
            # A machine that was suspended for nine days.
            resumed_at = start + timedelta(days=9)
            clock.set(resumed_at)
            until(begun, 60)
            first = begun()
            assert first is not None and timedelta(0) <= first - resumed_at < timedelta(seconds=5)
            clock.set(datetime(2026, 3, 12, 0, 31, tzinfo=UTC))
            until(lambda: begun() != first, 60)
            second = begun()
            # NTP sets it back by a few minutes, and 00:30 comes again: it has been.
            clock.set(datetime(2026, 3, 12, 0, 25, tzinfo=UTC))
            until(lambda: daemon.log.read_text().count("clock_went_back") == 1)
            again = datetime(2026, 3, 12, 0, 47, tzinfo=UTC)
            clock.set(again)
            until(lambda: begun() != second or (begun("health-check") or start) >= again, 60)
            assert begun() == second
            # It was more than a day ahead: nothing is done again at once, and the right consolidation is not missed.
            clock.set(datetime(2026, 3, 11, 0, 0, tzinfo=UTC))
            until(lambda: daemon.log.read_text().count("clock_went_back") == 2)
            assert wire.call("maintenance.status")["actions"]["consolidate"]["next"][:16] == "2026-03-11T00:30"
            assert begun() == second
            clock.set(datetime(2026, 3, 11, 0, 31, tzinfo=UTC))
            until(lambda: begun() != second, 60)
            assert wire.call("maintenance.status")["actions"]["consolidate"]["next"][:16] == "2026-03-12T00:30"
    finally:
        daemon.kill()
