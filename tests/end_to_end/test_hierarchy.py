"""The hierarchy through the socket: agents that claim jobs, a tree that holds every message once, memory in budgets."""

from __future__ import annotations

import itertools
import json
import re
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from contrib.demo.source import own
from tests.support.daemon import Daemon
from tests.support.wait import until
from tests.support.wire import RpcError, Wire

CONFIG = """
[summaries]
chunk_tokens = 120
summary_target_tokens = 60
merge_threshold = 2
pruning_boundary_tokens = 200
worker_interval = "7d"
summarizer_fallback_after = "30d"
"""
MARK = "[Context Manager]"
LEVELS = ("L1", "L2", "L3")


@pytest.fixture
def daemon_config() -> str:
    return CONFIG


def tell(wire: Wire, sessions: dict[str, list[dict[str, Any]]], *, end: bool = True, **start: Any) -> list[str]:
    """Append the conversation session by session; the keys of its messages."""
    keys: list[str] = []
    for session_id, messages in sessions.items():
        wire.call("sessions.start", {"session_id": session_id, "agent": "main", **start})
        for at in range(0, len(messages), 500):
            part = messages[at : at + 500]
            keys += wire.call("sessions.append", {"session_id": session_id, "messages": part})["keys"]
        if end:
            wire.call("sessions.end", {"session_id": session_id})
    return keys


def remember(job: dict[str, Any]) -> str:
    """What the scripted agent's model writes: where it began and ended, about an eighth of what it was asked for."""
    plain = " ".join(m["content"] for m in job["messages"] if not m["content"].startswith(MARK))
    half = max(60, job["target_tokens"] // 4)
    said = f"I remember ({job['level']}): {plain[:half]} … {plain[-half:]}"
    return said[: 4 * job["target_tokens"]] if job["target_tokens"] >= 10 else "I remember."


def claim(wire: Wire, **params: Any) -> dict[str, Any] | None:
    job: dict[str, Any] | None = wire.call("jobs.claim", {"kinds": ["leaf", "merge"], **params})
    return job


def work(wire: Wire, redo: bool = False) -> list[dict[str, Any]]:
    """Do every open job; the jobs in the order in which they were done."""
    jobs = []
    while (job := claim(wire)) is not None:
        if job.get("redo") and not redo:
            wire.call("jobs.release", {"job_id": job["job_id"]})
            break
        job["key"] = wire.call("jobs.submit", {"job_id": job["job_id"], "text": remember(job)})["key"]
        jobs.append(job)
    return jobs


def summaries(wire: Wire, level: str) -> list[dict[str, Any]]:
    found = wire.call("summaries.inspect", {"level": level, "limit": 1000})["summaries"]
    return found[::-1]


def covered(wire: Wire) -> list[str]:
    """The keys of the messages that the leaves hold, in the order of the leaves."""
    keys = []
    for leaf in summaries(wire, "L1"):
        for source in leaf["sources"]:
            path, lines = source.rsplit(":", 1)
            first, last = map(int, lines.split("-"))
            keys += [f"{path}:{line}" for line in range(first, last + 1)]
    return keys


def shown_ids(job: dict[str, Any]) -> list[str]:
    pattern = re.compile(re.escape(MARK) + r" (L[123]/\d{4}), ")
    return [match[1] for m in job["messages"] if (match := pattern.match(m["content"]))]


def check_no_redundancy(wire: Wire, jobs: list[dict[str, Any]]) -> None:
    """No job shows a summary beside one that it was made of, or of what that was made of."""
    below = {s["key"][10:-3]: s["sources"] for level in ("L2", "L3") for s in summaries(wire, level)}

    def holds(identity: str) -> Iterator[str]:
        for source in below.get(identity, ()):
            yield source
            yield from holds(source)

    for job in jobs:
        ids = shown_ids(job)
        assert len(ids) == len(set(ids))
        assert not {lower for upper in ids for lower in holds(upper)} & set(ids)
        assert [i[:2] for i in ids] == sorted((i[:2] for i in ids), reverse=True)


def shared_prefix(jobs: list[dict[str, Any]]) -> float:
    """Of what stands before the new piece in each job, how much did the job before have in the same place."""
    shared = total = 0
    for before, job in itertools.pairwise(jobs):
        stable = memory_part(before)
        same = 0
        for one, other in zip(stable, memory_part(job), strict=False):
            if one != other:
                break
            same += len(one["content"])
        shared += same
        total += sum(len(message["content"]) for message in stable)
    return shared / total


def memory_part(job: dict[str, Any]) -> list[dict[str, str]]:
    """The messages before the conversation or the task."""
    found = []
    for message in job["messages"]:
        text = message["content"]
        if text.startswith((f"{MARK} From here", f"{MARK} Put your")):
            break
        found.append(message)
    return found


def check_tree(wire: Wire, keys: list[str]) -> None:
    assert covered(wire) == keys
    for level, upper in (("L1", "L2"), ("L2", "L3")):
        merged = [source for s in summaries(wire, upper) for source in s["sources"]]
        ids = [s["key"][10:-3] for s in summaries(wire, level)]
        assert merged == ids[: len(merged)]


def test_agents_build_a_tree_of_three_levels_that_holds_each_message_once(daemon: Daemon) -> None:
    with daemon.connect() as wire:
        keys = tell(wire, own().sessions)
        jobs = work(wire)
        check_tree(wire, keys)
        assert all(summaries(wire, level) for level in LEVELS)
        check_no_redundancy(wire, jobs)
        share = shared_prefix(jobs)
        print(f"{len(jobs)} jobs, {share:.1%} of the prefix shared")
        # With two to a merge every third job is a merge; the real conversations, with more, must share 80 %.
        assert share > 0.7
        status = wire.call("summaries.status")
        assert status["waiting"] == {"messages": 0, "tokens": 0, "unread_bytes": 0}
        assert status["levels"]["L1"]["without_agent"] == 0
        assert status["levels"]["L1"]["unmerged"] < 2
    index = json.loads((daemon.data / "summaries/index.json").read_text())
    assert index["last_entry"] == keys[-1] and len(index["summaries"]["L1"]) == status["levels"]["L1"]["summaries"]
    head = (daemon.data / "summaries/L1/0001.md").read_text()
    assert head.startswith("<!-- memoryd summary\n") and "I remember (L1)" in head


def test_an_active_session_keeps_its_newest_part_and_a_resumed_one_goes_on(daemon: Daemon) -> None:
    messages = [m for said in own().sessions.values() for m in said]
    with daemon.connect() as wire:
        keys = tell(wire, {"long": messages[:40]}, end=False)
        work(wire)
        taken = covered(wire)
        assert 0 < len(taken) < len(keys) and taken == keys[: len(taken)]
        newest = sum(-(-len(m["content"]) // 4) for m in messages[len(taken) : 40])
        assert newest >= 200
        wire.call("sessions.end", {"session_id": "long"})
        work(wire)
        assert covered(wire) == keys
        keys += wire.call("sessions.append", {"session_id": "long", "messages": messages[40:]})["keys"]
        wire.call("sessions.end", {"session_id": "long"})
        work(wire)
        check_tree(wire, keys)


def test_lines_that_a_person_puts_into_a_session_are_told_once_and_shift_nothing(daemon: Daemon) -> None:
    messages = [m for said in own().sessions.values() for m in said]
    with daemon.connect() as wire:
        tell(wire, {"long": messages[:40]}, end=False)
        work(wire)
        path = next((daemon.data / "sessions").glob("*.jsonl"))
        first, *rest = path.read_text().splitlines(keepends=True)
        typed = json.dumps({**json.loads(first), "content": "Mira: I also keep bees.", "received": None})
        path.write_text(typed + "\n" + first + "".join(rest))
        until(lambda: wire.call("sessions.read", {"session_id": "long", "last": 1})["messages"][0]["content"]
                   .endswith("bees."))  # fmt: skip
        until(lambda: wire.call("sessions.list")["sessions"][0]["messages"] == 41)
        wire.call("sessions.end", {"session_id": "long"})
        told = []
        while job := claim(wire):
            told += [m["content"] for m in job["messages"]]
            wire.call("jobs.submit", {"job_id": job["job_id"], "text": remember(job)})
        assert [text.endswith("bees.") for text in told].count(True) == 1
        assert summaries(wire, "L1")[0]["sources"][0].startswith(f"sessions/{path.name}:1-")
        keys = covered(wire)
        assert sorted(keys, key=lambda key: int(key.rsplit(":")[1])) == [
            f"sessions/{path.name}:{n}" for n in range(1, 42)
        ]


def keep_remembering(daemon: Daemon, failures: list[BaseException]) -> None:
    """An agent that does jobs until the daemon is gone."""
    try:
        with daemon.connect() as wire:
            for _ in range(200):
                job = claim(wire, lease_seconds=1)
                if job is not None and not job.get("redo"):
                    wire.call("jobs.submit", {"job_id": job["job_id"], "text": remember(job)})
    except RpcError as error:
        if error.code != "conflict":
            failures.append(error)
    except OSError:
        pass


def test_several_agents_and_kill_9_lose_and_repeat_nothing(daemon: Daemon) -> None:
    with daemon.connect() as wire:
        keys = tell(wire, own().sessions)
    failures: list[BaseException] = []
    for _ in range(4):
        agents = [threading.Thread(target=keep_remembering, args=(daemon, failures)) for _ in range(3)]
        for one in agents:
            one.start()
        time.sleep(0.15)  # Any moment is right.
        daemon.kill()
        for one in agents:
            one.join()
        assert failures == []
        daemon.start()
    with daemon.connect() as wire:
        until(lambda: work(wire) is not None and wire.call("summaries.status")["waiting"]["messages"] == 0)
        check_tree(wire, keys)


def test_two_agents_at_once_do_nothing_twice(daemon: Daemon) -> None:
    with daemon.connect() as wire:
        keys = tell(wire, own().sessions)
    both_have_one = threading.Barrier(2, timeout=60)
    done: list[list[str]] = [[], []]
    failures: list[BaseException] = []

    def agent(mine: list[str]) -> None:
        try:
            with daemon.connect() as wire:
                while (job := claim(wire)) is not None:
                    if not mine:
                        both_have_one.wait()
                    if job.get("redo"):
                        wire.call("jobs.release", {"job_id": job["job_id"]})
                        break
                    mine.append(wire.call("jobs.submit", {"job_id": job["job_id"], "text": remember(job)})["key"])
        except BaseException as error:
            failures.append(error)

    agents = [threading.Thread(target=agent, args=(one,)) for one in done]
    for one in agents:
        one.start()
    for one in agents:
        one.join()
    assert failures == []
    with daemon.connect() as wire:
        rest = [job["key"] for job in work(wire)]
        made = [*done[0], *done[1], *rest]
        assert done[0] and done[1] and len(made) == len(set(made))
        assert all(one["version"] == 1 for level in LEVELS for one in summaries(wire, level))
        check_tree(wire, keys)


def test_without_an_agent_the_builtin_does_it_and_an_agent_may_do_it_better(daemon: Daemon) -> None:
    with daemon.connect() as wire:
        keys = tell(wire, own().sessions)
        counts = wire.call("maintenance.run", {"action": "compress"})["steps"][0]["counts"]
        assert counts["leaf"] == len(summaries(wire, "L1")) and counts["merge"] > 0
        check_tree(wire, keys)
        first = summaries(wire, "L1")[0]
        assert first["by"] == "builtin" and first["version"] == 1
        job = claim(wire)
        assert job is not None and job["redo"] and job["level"] == "L1"
        done = wire.call("jobs.submit", {"job_id": job["job_id"], "text": "I remember it better now."})
        assert done == {"key": first["key"], "status": "accepted"}
        again = wire.call("jobs.submit", {"job_id": job["job_id"], "text": "I remember it better now."})
        assert again == {"key": first["key"], "status": "already"}
        better, above = summaries(wire, "L1")[0], summaries(wire, "L2")[0]
        assert (better["by"], better["version"], better["text"]) == ("agent", 2, "I remember it better now.")
        assert above["stale"] and not better["stale"]
        wire.call("maintenance.run", {"action": "compress"})
        assert not summaries(wire, "L2")[0]["stale"]
        check_tree(wire, keys)


def test_a_bad_answer_is_refused_with_a_reason(daemon: Daemon) -> None:
    with daemon.connect() as wire:
        tell(wire, own().sessions)
        job = claim(wire)
        assert job is not None
        for text, reason in (("", "empty"), ("word " * 4000, "at most"), (f"{MARK} x", "own words")):
            with pytest.raises(RpcError, match=f"invalid_params.*{reason}"):
                wire.call("jobs.submit", {"job_id": job["job_id"], "text": text})
        with pytest.raises(RpcError, match="invalid_params"):
            wire.call("jobs.submit", {"job_id": job["job_id"], "result": {}})
        assert wire.call("jobs.release", {"job_id": job["job_id"]})["status"] == "released"


def test_memory_is_assembled_within_budgets_and_the_same_each_time(daemon: Daemon) -> None:
    with daemon.connect() as wire:
        assert wire.call("summaries.assemble") == {"message": None, "used": {"L1": 0, "L2": 0, "L3": 0}, "keys": []}
        tell(wire, own().sessions)
        wire.call("maintenance.run", {"action": "compress"})
        whole = wire.call("summaries.assemble")
        assert whole == wire.call("summaries.assemble")
        assert len(whole["keys"]) == sum(len(summaries(wire, level)) for level in LEVELS)
        order = [whole["message"]["content"].index(t) for t in ("Long-term memory", "Earlier context", "Recent memory")]
        assert order == sorted(order)
        for budget in (0, 30, 100, 400):
            budgets = {"L1": budget, "L2": budget // 2, "L3": budget}
            found = wire.call("summaries.assemble", {"budgets": budgets})
            assert sum(found["used"].values()) <= sum(budgets.values())
            content = "" if found["message"] is None else found["message"]["content"]
            assert -(-len(content) // 4) <= sum(found["used"].values())


def test_a_group_session_sees_only_its_projects_groups(daemon: Daemon) -> None:
    said = list(own().sessions.values())
    with daemon.connect() as wire:
        tell(wire, {"private": said[0]})
        wire.call("maintenance.run", {"action": "compress"})
        with daemon.connect() as group:
            keys = tell(group, {"group": said[1]}, audience="group", project="p")
            job = claim(group)
            assert job is not None and shown_ids(job) == []
            group.call("jobs.submit", {"job_id": job["job_id"], "text": "We talked in the group."})
            assert [s["text"] for s in summaries(group, "L1")] == ["We talked in the group."]
            content = group.call("summaries.assemble")["message"]["content"]
            assert "We talked in the group." in content and len(content) < 200
            first = summaries(wire, "L1")[0]
            with pytest.raises(RpcError, match="not_found"):
                group.call("recall.get", {"key": first["key"]})
            found = group.call("recall.search", {"query": "talked group", "kinds": ["summary"]})["results"]
            assert [result["text"] for result in found] == ["We talked in the group."]
            assert keys
        assert len(summaries(wire, "L1")) > 1


def test_an_edited_summary_counts_and_a_removed_one_is_made_again(daemon: Daemon) -> None:
    with daemon.connect() as wire:
        tell(wire, own().sessions)
        work(wire)
        path = daemon.data / "summaries/L1/0001.md"
        path.write_text(path.read_text().replace("I remember", "I do remember"))
        until(lambda: summaries(wire, "L1")[0]["by"] == "hand")
        assert summaries(wire, "L2")[0]["stale"]
        second = daemon.data / "summaries/L1/0002.md"
        text = second.read_text()
        second.unlink()
        until(lambda: summaries(wire, "L1")[1]["stale"])
    daemon.kill()
    daemon.start()
    with daemon.connect() as wire:
        wire.call("maintenance.run", {"action": "compress"})
        assert second.exists() and second.read_text() != text
        assert summaries(wire, "L1")[1]["by"] == "builtin"


class TestCommand:
    """`summarizer_command` instead of the built-in summariser."""

    @pytest.fixture
    def daemon_config(self, daemon_folder: Path) -> str:
        script = daemon_folder / "summarize"
        script.write_text(
            "#!/bin/sh\nread -r line\ncase $line in *hazelnut*) exit 3;; esac\necho 'I remember it by command.'\n"
        )
        script.chmod(0o755)
        return CONFIG + f'summarizer_command = ["{script}"]\n'

    def test_it_is_asked_first_and_where_it_fails_the_builtin_steps_in(self, daemon: Daemon) -> None:
        with daemon.connect() as wire:
            keys = tell(wire, own().sessions)
            wire.call("maintenance.run", {"action": "compress"})
            check_tree(wire, keys)
            makers = {s["by"]: s["text"] for s in summaries(wire, "L1")}
            assert makers["command"] == "I remember it by command." and "builtin" in makers
