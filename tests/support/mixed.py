"""Many agents at everything at once: each asks, reads the answer, and asks the next thing."""

from __future__ import annotations

import random
import select
import socket
from array import array
from collections import Counter
from collections.abc import Callable
from time import perf_counter
from typing import Any

import msgpack

from tests.support.attacks import request

RECALL, WRITE, OTHER = "recall", "write", "other"
TOPICS = "harbour ferry coffee deploy database kitchen garden violin invoice holiday server bicycle".split()
STATEMENTS = 3000
"""Different facts, so that what is known stops growing."""
Make = Callable[["Agent"], bytes]


class Agent:
    """One connection, with a session of its own."""

    def __init__(self, path: str, number: int) -> None:
        self.number = number
        self.random = random.Random(number)
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(path)
        self.unpacker = msgpack.Unpacker(max_buffer_size=64 << 20)
        self.session = f"agent-{number}"
        self.asked = 0
        self.sent = 0.0
        self.kind = OTHER

    def ask(self) -> None:
        """The next of its round of requests; each agent is at another place of it."""
        kind, make = ROUND[(self.asked + self.number * 7) % len(ROUND)]
        if self.asked == 0:
            kind, make = OTHER, _start
        self.asked += 1
        self.kind = kind
        frame = make(self)
        self.sent = perf_counter()
        self.socket.sendall(frame)

    def answer(self) -> Any:
        """The reply, once it is whole; None before. Raises ConnectionResetError."""
        data = self.socket.recv(1 << 18)
        if not data:
            raise ConnectionResetError(f"the connection of agent {self.number} was closed")
        self.unpacker.feed(data)
        for message in self.unpacker:
            return message
        return None

    def topic(self) -> str:
        return self.random.choice(TOPICS)


def _start(agent: Agent) -> bytes:
    return request("sessions.start", session_id=agent.session, agent=f"a{agent.number}", project=agent.topic())


def _query(agent: Agent) -> bytes:
    return request("recall.query", query=f"which {agent.topic()} has the {agent.topic()}", k=5)


def _search(agent: Agent) -> bytes:
    return request("recall.search", query=f"what about the {agent.topic()} and {agent.topic()}", k=10)


def _fact(agent: Agent) -> bytes:
    number = agent.random.randrange(STATEMENTS)
    return request("facts.add", subject=f"{TOPICS[number % len(TOPICS)]} {number}", predicate="has", object="a place")


def _append(agent: Agent) -> bytes:
    content = f"We talked about the {agent.topic()} and the {agent.topic()}."
    return request("sessions.append", session_id=agent.session, messages=[{"role": "user", "content": content}])


def _note(agent: Agent) -> bytes:
    return request("notes.write", layer="knowledge", text=f"The {agent.topic()} is near the {agent.topic()}")


def _save(agent: Agent) -> bytes:
    return request("contexts.save", project=agent.topic(), content=f"At work on the {agent.topic()}")


def _load(agent: Agent) -> bytes:
    return request("contexts.load", project=agent.topic(), limit=3)


def _find(agent: Agent) -> bytes:
    return request("facts.find", predicate="has", limit=20)


def _grep(agent: Agent) -> bytes:
    return request("recall.grep", pattern=agent.topic(), paths=["memory/*.md"], limit=20)


def _get(agent: Agent) -> bytes:
    return request("recall.get", key="MEMORY.md", lines=50)


def _list(agent: Agent) -> bytes:
    return request("notes.list", layer="knowledge", limit=20)


ROUND: list[tuple[str, Make]] = [
    (RECALL, _query), (WRITE, _fact), (RECALL, _search), (OTHER, _find), (RECALL, _query), (WRITE, _fact),
    (RECALL, _search), (OTHER, _grep), (WRITE, _fact), (RECALL, _query), (OTHER, _get), (WRITE, _note),
    (RECALL, _search), (WRITE, _fact), (RECALL, _query), (OTHER, _load), (RECALL, _query), (OTHER, _list),
    (WRITE, _fact), (RECALL, _query),
] * 4 + [(WRITE, _append), (WRITE, _save)]  # fmt: skip


class Agents:
    """All of them, driven by one thread."""

    def __init__(self, path: str, count: int) -> None:
        self.agents = [Agent(path, number) for number in range(count)]
        self.latencies = {kind: array("d") for kind in (RECALL, WRITE, OTHER)}
        """Seconds, in order of arrival; `forget` begins anew."""
        self.answered = [0] * count
        self.errors: Counter[str] = Counter()

    def run(self, go_on: Callable[[], bool]) -> None:
        """Until `go_on`, which is asked now and then, says no; each is answered at the end."""
        poll = select.epoll()
        by_fd = {agent.socket.fileno(): agent for agent in self.agents}
        for fd, agent in by_fd.items():
            poll.register(fd, select.EPOLLIN)
            agent.ask()
        waiting, goes_on = len(by_fd), True
        while waiting:
            for fd, _ in poll.poll(1.0):
                agent = by_fd[fd]
                message = agent.answer()
                if message is None:
                    continue
                self._note(agent, message)
                if goes_on:
                    agent.ask()
                else:
                    waiting -= 1
            goes_on = goes_on and go_on()
        poll.close()

    def _note(self, agent: Agent, message: Any) -> None:
        self.latencies[agent.kind].append(perf_counter() - agent.sent)
        self.answered[agent.number] += 1
        if message[2] is not None:
            self.errors[f"{message[2][0]}: {message[2][1]}"] += 1

    def forget(self) -> dict[str, array[float]]:
        """The latencies so far, which are forgotten."""
        found, self.latencies = self.latencies, {kind: array("d") for kind in self.latencies}
        return found

    def close(self) -> None:
        for agent in self.agents:
            agent.socket.close()
