"""The hierarchy over simulated days: real conversations, said piece by piece, with an agent that claims jobs."""

from __future__ import annotations

import itertools
import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from contrib.demo.source import _moment, own
from tests.end_to_end.test_hierarchy import (
    LEVELS,
    check_no_redundancy,
    check_tree,
    memory_part,
    shared_prefix,
    summaries,
    tell,
    work,
)
from tests.support.daemon import Daemon
from tests.support.wallclock import WallClock

LEAVES = 45
"""About so many leaves a conversation: enough for three levels with three to a merge."""
needs_data = pytest.mark.skipif(not os.environ.get("MEMORYD_DATASETS"), reason="needs $MEMORYD_DATASETS")


@dataclass
class Talk:
    """A conversation: its sessions in order, each with the time at which it begins."""

    name: str
    sessions: list[tuple[str, datetime, list[dict[str, Any]]]]

    @property
    def tokens(self) -> int:
        return sum(-(-len(m["content"]) // 4) for _, _, said in self.sessions for m in said)


def of_two_people(path: Path) -> Iterator[Talk]:
    for record in json.loads(path.read_text()):
        sessions = []
        for number, session in enumerate(record["sessions"], 1):
            said = [
                {
                    "role": "user" if turn["speaker"] == record["speaker_a"] else "assistant",
                    "name": turn["speaker"], "content": turn["text"],
                }
                for turn in session["turns"] if turn["text"].strip()
            ]  # fmt: skip
            sessions.append((f"{record['sample_id']}-{number:02}", _moment(session["date_time"]), said))
        yield Talk(record["sample_id"], sorted(sessions, key=lambda one: one[1]))


def with_an_assistant(path: Path) -> Iterator[Talk]:
    for record in json.loads(path.read_text()):
        sessions = []
        rows = zip(record["haystack_session_ids"], record["haystack_dates"], record["haystack_sessions"], strict=True)
        for session_id, date, turns in rows:
            at = datetime.strptime(date, "%Y/%m/%d (%a) %H:%M").replace(tzinfo=UTC)
            said = [{"role": turn["role"], "content": turn["content"]} for turn in turns if turn["content"].strip()]
            sessions.append((f"{record['question_id']}-{session_id}", at, said))
        yield Talk(record["question_id"], sorted(sessions, key=lambda one: one[1]))


def talks() -> list[Talk]:
    folder = Path(os.environ["MEMORYD_DATASETS"])
    found = [*of_two_people(folder / "locomo_dev.json")]
    sample = folder / "longmemeval_sample.json"
    return [*found, *(with_an_assistant(sample) if sample.exists() else ())]


def small() -> Talk:
    """The bakery's conversation, one session a day."""
    start = datetime(2026, 3, 2, 9, tzinfo=UTC)
    said = [[{"role": m["role"], "content": m["content"]} for m in each] for each in own().sessions.values()]
    return Talk("bakery", [(f"day-{n}", start + timedelta(days=n), each) for n, each in enumerate(said)])


def config(chunk: int, threshold: int, budget: int) -> str:
    return f"""
[summaries]
chunk_tokens = {chunk}
summary_target_tokens = {chunk // 3}
merge_threshold = {threshold}
pruning_boundary_tokens = {2 * chunk}
summarizer_fallback_after = "30d"
worker_interval = "7d"
injection_budget = {{L1 = {budget}, L2 = {budget}, L3 = {budget}}}
"""


def live(folder: Path, talk: Talk, chunk: int, threshold: int) -> tuple[Daemon, list[str], list[dict[str, Any]]]:
    """Each session comes in two halves on its day; the agent does what is open behind each. No session is ended."""
    first = talk.sessions[0][1]
    folder.mkdir(exist_ok=True)
    clock = WallClock(folder, first)
    daemon = Daemon(folder / "d", config(chunk, threshold, 5 * chunk), clock.env).start()
    keys: list[str] = []
    jobs: list[dict[str, Any]] = []
    with daemon.connect(timeout=300) as wire:
        for session_id, at, said in talk.sessions:
            clock.set(max(at, clock.time + timedelta(minutes=1)))
            half = len(said) // 2
            for part in (said[:half], said[half:]):
                # What stayed open the day before comes first: the order is that in which chunks became eligible.
                jobs += work(wire)
                keys += tell(wire, {session_id: part}, end=False)
                jobs += work(wire)
        clock.move(days=2)
        jobs += work(wire)
    return daemon, keys, jobs


def check(daemon: Daemon, keys: list[str], jobs: list[dict[str, Any]]) -> None:
    with daemon.connect(timeout=300) as wire:
        check_tree(wire, keys)
        check_no_redundancy(wire, jobs)
        assert all(summaries(wire, level) for level in LEVELS)
        assert wire.call("summaries.status")["waiting"]["messages"] == 0


def of_the_next(jobs: list[dict[str, Any]]) -> float:
    """Of what stands before the new piece in each job, how much is as it was in the job before."""
    shared = total = 0
    for before, job in itertools.pairwise(jobs):
        part = memory_part(job)
        pairs = itertools.takewhile(lambda pair: pair[0] == pair[1], zip(memory_part(before), part, strict=False))
        shared += sum(len(message["content"]) for message, _ in pairs)
        total += sum(len(message["content"]) for message in part)
    return shared / total


def test_a_conversation_of_some_days(daemon_folder: Path) -> None:
    daemon, keys, jobs = live(daemon_folder, small(), 120, 2)
    try:
        check(daemon, keys, jobs)
    finally:
        daemon.kill()


@pytest.mark.long
@needs_data
def test_the_real_conversations_day_by_day(daemon_folder: Path) -> None:
    for talk in talks():
        chunk = max(100, talk.tokens // LEAVES)
        daemon, keys, jobs = live(daemon_folder / talk.name, talk, chunk, 3)
        try:
            check(daemon, keys, jobs)
        finally:
            daemon.kill()
        print(f"{talk.name}: {len(keys)} messages of {len(talk.sessions)} days, {len(jobs)} jobs of {chunk} tokens")


@pytest.mark.long
@needs_data
def test_a_backfill_of_the_real_conversations_shares_its_prefix(daemon_folder: Path) -> None:
    for talk in talks():
        chunk = max(100, talk.tokens // LEAVES)
        daemon = Daemon(daemon_folder / talk.name, config(chunk, 3, 5 * chunk)).start()
        try:
            with daemon.connect(timeout=300) as wire:
                keys = tell(wire, {session_id: said for session_id, _, said in talk.sessions})
                jobs = work(wire)
            check(daemon, keys, jobs)
        finally:
            daemon.kill()
        share = shared_prefix(jobs)
        print(
            f"{talk.name}: {len(keys)} messages, {len(jobs)} jobs of {chunk} tokens; {share:.1%} of a job's prefix "
            f"stands in the next one, {of_the_next(jobs):.1%} of a prefix stood in the one before"
        )
        assert share >= 0.8


@pytest.mark.long
@needs_data
def test_a_real_conversation_without_an_agent(daemon_folder: Path) -> None:
    talk = talks()[0]
    daemon = Daemon(daemon_folder, config(600, 3, 3000)).start()
    try:
        with daemon.connect(timeout=300) as wire:
            keys = []
            for session_id, at, said in talk.sessions:
                keys += tell(wire, {session_id: [{**m, "at": at.isoformat()} for m in said]})
            wire.call("maintenance.run", {"action": "compress"})
            check_tree(wire, keys)
            found = wire.call("summaries.assemble", {"budgets": {"L3": 600, "L2": 600, "L1": 600}})
            print(talk.name, found["used"], "\n", found["message"]["content"])
            assert sum(found["used"].values()) <= 1800
    finally:
        daemon.kill()
