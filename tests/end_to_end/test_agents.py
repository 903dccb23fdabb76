"""Several agents at once at everything that can be done, also again: what stands above says what stands below it."""

from __future__ import annotations

import functools
import random
import re
import threading
import uuid
from typing import Any

import pytest

from contrib.demo.source import own
from tests.end_to_end.test_hierarchy import LEVELS, MARK, check_tree, claim, summaries, tell
from tests.support.daemon import Daemon
from tests.support.wait import until
from tests.support.wire import RpcError, Wire

CONFIG = """
[summaries]
chunk_tokens = 100
summary_target_tokens = 60
merge_threshold = 2
pruning_boundary_tokens = 200
worker_interval = "7d"
summarizer_fallback_after = "30d"
"""
TOLD = re.compile(r"story [0-9a-f]{8}")


@pytest.fixture
def daemon_config() -> str:
    return CONFIG


def shown(job: dict[str, Any]) -> dict[str, str]:
    """The memories that a job shows, by id."""
    pairs = zip(job["messages"], job["messages"][1:], strict=False)
    heads = ((re.match(re.escape(MARK) + r" (L[123]/\d{4}), ", one["content"]), other) for one, other in pairs)
    return {head[1]: other["content"] for head, other in heads if head is not None}


def story(job: dict[str, Any]) -> str:
    """A new story for a leaf; a merge names the stories that it was made of."""
    if job["kind"] == "leaf":
        return f"I remember story {uuid.uuid4().hex[:8]}."
    span = re.search(r"memories (L\d)/(\d{4}) to L\d/(\d{4})", job["messages"][-1]["content"])
    assert span is not None
    ids = [f"{span[1]}/{number:04}" for number in range(int(span[2]), int(span[3]) + 1)]
    texts = shown(job)
    return "I remember " + ", ".join(heart(texts[one]) for one in ids) + "."


def heart(text: str) -> str:
    """What a merge tells of a summary: the first story that it holds."""
    found = TOLD.search(text)
    return found[0] if found else "nothing"


class Agents:
    """Threads that claim whatever there is; some give it back, some come too late."""

    def __init__(self, daemon: Daemon, count: int, *, careless: bool) -> None:
        self._daemon, self._careless = daemon, careless
        self.failures: list[BaseException] = []
        self.threads = [threading.Thread(target=self._live, args=(seed,)) for seed in range(count)]
        for thread in self.threads:
            thread.start()

    def join(self) -> None:
        for thread in self.threads:
            thread.join()
        assert self.failures == []

    def _live(self, seed: int) -> None:
        numbers = random.Random(seed)
        try:
            with self._daemon.connect() as wire:
                for _ in range(400):
                    job = claim(wire)
                    if job is None:
                        return
                    if self._careless and numbers.random() < 0.2:
                        wire.call("jobs.release", {"job_id": job["job_id"]})
                    else:
                        self._submit(wire, job, numbers)
        except OSError:
            pass  # It was killed.
        except BaseException as error:
            self.failures.append(error)

    def _submit(self, wire: Wire, job: dict[str, Any], numbers: random.Random) -> None:
        try:
            done = wire.call("jobs.submit", {"job_id": job["job_id"], "text": story(job)})
            if self._careless and numbers.random() < 0.3:
                again = wire.call("jobs.submit", {"job_id": job["job_id"], "text": "another story"})
                assert again == {"key": done["key"], "status": "already"}
        except RpcError as error:
            if error.code != "conflict":
                raise


def check_stories(wire: Wire) -> None:
    """Each summary above tells the stories that stand below it now; none is out of date or without an agent."""
    nodes = {s["key"][10:-3]: s for level in LEVELS for s in summaries(wire, level)}
    for node in nodes.values():
        assert node["by"] == "agent" and not node["stale"]
        if node["level"] != "L1":
            assert TOLD.findall(node["text"]) == [heart(nodes[source]["text"]) for source in node["sources"]]


def moved_on(wire: Wire, agents: Agents, versions: int) -> bool:
    """Whether so many leaves were done again, or no agent has anything to do."""
    done = sum(s["version"] for s in summaries(wire, "L1")) >= versions
    return done or not any(thread.is_alive() for thread in agents.threads)


def test_what_is_replaced_while_it_is_merged_makes_the_merge_out_of_date(daemon: Daemon) -> None:
    with daemon.connect() as wire:
        tell(wire, own().sessions)
        while (job := claim(wire)) is not None and job["kind"] == "leaf":
            wire.call("jobs.submit", {"job_id": job["job_id"], "text": story(job)})
        assert job is not None and job["level"] == "L2"
        path = daemon.data / "summaries/L1/0001.md"
        path.write_text(path.read_text().replace("I remember", "I do remember"))
        until(lambda: summaries(wire, "L1")[0]["by"] == "hand")
        wire.call("jobs.submit", {"job_id": job["job_id"], "text": story(job)})
        assert summaries(wire, "L2")[0]["stale"]
        again = until(lambda: claim(wire, kinds=["merge"]))
        assert again["redo"] and "I do remember" in shown(again)["L1/0001"]
        wire.call("jobs.submit", {"job_id": again["job_id"], "text": story(again)})
        assert not summaries(wire, "L2")[0]["stale"]


@pytest.mark.long
def test_what_agents_do_again_reaches_the_top(daemon: Daemon) -> None:
    with daemon.connect() as wire:
        keys = tell(wire, own().sessions)
        wire.call("maintenance.run", {"action": "compress"})
        for careless in (True, False):
            Agents(daemon, 4, careless=careless).join()
        finish(daemon, wire, keys)


def test_so_it_does_when_the_daemon_is_killed_again_and_again(daemon: Daemon) -> None:
    with daemon.connect() as wire:
        keys = tell(wire, dict(list(own().sessions.items())[:3]))
        wire.call("maintenance.run", {"action": "compress"})
    numbers = random.Random(7)
    for _ in range(2):
        agents = Agents(daemon, 3, careless=True)
        with daemon.connect() as wire:
            before = sum(s["version"] for s in summaries(wire, "L1"))
            wanted = before + numbers.randrange(1, 6)
            until(functools.partial(moved_on, wire, agents, wanted))
        daemon.kill()
        agents.join()
        daemon.start()
    with daemon.connect() as wire:
        for job in wire.call("jobs.list")["jobs"]:
            if job["state"] == "leased":
                wire.call("jobs.release", {"job_id": job["job_id"]})
        finish(daemon, wire, keys)


def finish(daemon: Daemon, wire: Wire, keys: list[str]) -> None:
    """Until nothing is open; then all is as it should be."""
    while (job := claim(wire)) is not None:
        wire.call("jobs.submit", {"job_id": job["job_id"], "text": story(job)})
    check_tree(wire, keys)
    check_stories(wire)
