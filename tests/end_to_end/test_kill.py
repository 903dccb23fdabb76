"""kill -9 under 16 writing clients: what was acknowledged is there, the rest is whole or absent."""

from __future__ import annotations

import json
import random
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from tests.support.daemon import Daemon
from tests.support.wire import RpcError, Wire

WRITERS = 16
ROUNDS = 2
CONFIG = "[memory_oracle]\nmax_facts = 1000000\n"


def token(numbers: random.Random) -> str:
    """A word that no other text has, and that no stemmer cuts."""
    return "q" + "".join(numbers.choices("bcdfghjklmnpqrtvwxz", k=12)) + "x"


@dataclass
class Written:
    """What one writer knows of its writes."""

    session_id: str
    facts: dict[str, dict[str, str]] = field(default_factory=dict)
    """Acknowledged, by id."""
    messages: dict[str, str] = field(default_factory=dict)
    """Acknowledged content, by key."""
    doubtful_facts: list[dict[str, str]] = field(default_factory=list)
    doubtful_messages: list[str] = field(default_factory=list)
    unexpected: list[BaseException] = field(default_factory=list)


def fact(numbers: random.Random) -> dict[str, str]:
    return {
        "subject": token(numbers),
        "predicate": "was_written_by",
        "object": " ".join(token(numbers) for _ in range(numbers.randint(1, 30))),
    }


def write(wire: Wire, written: Written, numbers: random.Random) -> None:
    """One random write; it is doubtful until its answer has come."""
    if numbers.random() < 0.6:
        added = fact(numbers)
        written.doubtful_facts = [added]
        written.facts[wire.call("facts.add", added)["id"]] = added
        written.doubtful_facts = []
        return
    contents = [f"{token(numbers)} said\n{token(numbers)}" for _ in range(numbers.randint(1, 3))]
    written.doubtful_messages = contents
    messages = [{"role": "user", "content": content} for content in contents]
    keys = wire.call("sessions.append", {"session_id": written.session_id, "messages": messages})["keys"]
    written.messages |= dict(zip(keys, contents, strict=True))
    written.doubtful_messages = []


def keep_writing(daemon: Daemon, written: Written, seed: int, killed: threading.Event) -> None:
    """Write until the daemon is gone; anything else that goes wrong is remembered."""
    numbers = random.Random(seed)
    try:
        with daemon.connect() as wire:
            wire.call("sessions.start", {"session_id": written.session_id, "agent": "kill"})
            while True:
                write(wire, written, numbers)
    except OSError as error:
        if not killed.is_set():
            written.unexpected.append(error)
    except Exception as error:
        written.unexpected.append(error)


def kill_under_load(daemon: Daemon, seed: int) -> list[Written]:
    """Let the writers write, kill the daemon at a random moment, and collect what they know."""
    killed = threading.Event()
    all_written = [Written(f"kill-{seed}-{writer}") for writer in range(WRITERS)]
    threads = [
        threading.Thread(target=keep_writing, args=(daemon, written, seed * 1000 + writer, killed))
        for writer, written in enumerate(all_written)
    ]
    for thread in threads:
        thread.start()
    # The moment is the point of this test: any is right, so nothing is waited for.
    time.sleep(random.Random(seed).uniform(0.02, 0.6))
    killed.set()
    daemon.kill()
    for thread in threads:
        thread.join()
    assert [error for written in all_written for error in written.unexpected] == []
    return all_written


def same_fact(found: dict[str, Any], expected: dict[str, str]) -> bool:
    return all(found[part] == expected[part] for part in ("subject", "predicate", "object"))


def check_facts(wire: Wire, written: Written) -> None:
    for fact_id, expected in written.facts.items():
        assert same_fact(wire.call("facts.get", {"id": fact_id}), expected)
        results = wire.call("recall.query", {"query": expected["subject"], "k": 3, "boost": False})["results"]
        assert [each["key"] for each in results] == [fact_id]
    for expected in written.doubtful_facts:
        found = wire.call("facts.find", {"subject": expected["subject"]})["facts"]
        assert found == [] or (len(found) == 1 and same_fact(found[0], expected))


def check_messages(wire: Wire, written: Written, data: Path) -> None:
    kept = session_messages(wire, written.session_id)
    acknowledged = list(written.messages.values())
    assert kept[: len(acknowledged)] == acknowledged
    assert kept[len(acknowledged) :] == written.doubtful_messages[: len(kept) - len(acknowledged)]
    for key, content in written.messages.items():
        path, line = key.rsplit(":", 1)
        assert json.loads((data / path).read_text().splitlines()[int(line) - 1])["content"] == content
        query = {"query": content.split()[0], "k": 3, "kinds": ["message"], "boost": False}
        assert [each["key"] for each in wire.call("recall.search", query)["results"]] == [key]


def session_messages(wire: Wire, session_id: str) -> list[str]:
    """The contents of all its messages; none when it is unknown, since nothing of it may have been acknowledged."""
    contents: list[str] = []
    after: dict[str, Any] = {}
    while True:
        try:
            page = wire.call("sessions.read", {"session_id": session_id, "limit": 500, **after})
        except RpcError as error:
            assert error.code == "not_found"
            return contents
        contents += [message["content"] for message in page["messages"]]
        if not page.get("next"):
            return contents
        after = {"after": page["next"]}


def check_files(wire: Wire, data: Path) -> None:
    """Every line of every truth file is whole, and the daemon has exactly the facts of facts.jsonl."""
    for path in [*data.glob("knowledge-graph/*.jsonl"), *data.glob("sessions/*.jsonl")]:
        text = path.read_text()
        assert text == "" or text.endswith("\n")
        assert all(isinstance(json.loads(line), dict) for line in text.splitlines())
    on_disk = {json.loads(line)["id"] for line in (data / "knowledge-graph/facts.jsonl").read_text().splitlines()}
    known: set[str] = set()
    after: dict[str, Any] = {}
    while True:
        page = wire.call("facts.find", {"limit": 1000, **after})
        known |= {each["id"] for each in page["facts"]}
        if not page.get("next"):
            break
        after = {"after": page["next"]}
    assert known == on_disk


def one_round(daemon: Daemon, seed: int) -> int:
    """Kill, start, check; how many writes had been acknowledged."""
    all_written = kill_under_load(daemon, seed)
    daemon.start()
    with daemon.connect() as wire:
        for written in all_written:
            check_facts(wire, written)
            check_messages(wire, written, daemon.data)
        check_files(wire, daemon.data)
    return sum(len(written.facts) + len(written.messages) for written in all_written)


@pytest.fixture
def daemon_config() -> str:
    return CONFIG


def test_kill_9_loses_nothing_acknowledged(daemon: Daemon) -> None:
    assert sum(one_round(daemon, seed) for seed in range(ROUNDS)) > 0


@pytest.mark.parametrize("steps", ["edit archive", "edit archive restore archive", "edit archive restore edit archive"])
def test_a_fact_that_was_edited_and_archived_is_not_as_it_was_before(daemon: Daemon, steps: str) -> None:
    with daemon.connect() as wire:
        fact = wire.call("facts.add", {"subject": "crane", "predicate": "is", "object": "old"})["id"]
        for number, step in enumerate(steps.split()):
            wire.call(f"facts.{step}", {"id": fact} | ({"object": f"new {number}"} if step == "edit" else {}))
        expected = wire.call("facts.get", {"id": fact})["object"]
    daemon.kill()
    daemon.start()
    with daemon.connect() as wire:
        found = wire.call("facts.get", {"id": fact})
        assert (found["object"], found["archived"]) == (expected, True)
        assert wire.call("facts.find", {"subject": "crane"})["facts"] == []
