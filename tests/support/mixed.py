"""Many agents at everything at once: each asks, reads the answer, thinks for a while, and asks the next thing."""

from __future__ import annotations

import heapq
import random
import select
import socket
import statistics
from array import array
from collections import Counter
from collections.abc import Callable
from time import perf_counter
from typing import Any

import msgpack
import numpy as np

from tests.support.attacks import request

RECALL, WRITE, OTHER = "recall", "write", "other"
SHUFFLES = 200
TOPICS = "harbour ferry coffee deploy database kitchen garden violin invoice holiday server bicycle".split()
STATEMENTS = 3000
"""Different facts, so that what is known stops growing."""
Make = Callable[["Agent"], bytes]


class Agent:
    """One connection, with a session of its own."""

    def __init__(self, path: str, number: int) -> None:
        self.number = number
        self.random = random.Random(number)
        self.pace = random.Random(f"pace {number}")
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

    def thinks(self, mean: float) -> float:
        """Seconds until its next question: evenly between none and twice the mean."""
        return self.pace.uniform(0.0, 2.0 * mean)

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

    def __init__(self, path: str, count: int, think: float = 0.0) -> None:
        """`think`: seconds between an answer and the next question, on average; 0: a closed loop."""
        self.agents = [Agent(path, number) for number in range(count)]
        self.latencies = {kind: array("d") for kind in (RECALL, WRITE, OTHER)}
        """Seconds, in order of arrival; `forget` begins anew."""
        self._whose = {kind: array("i") for kind in self.latencies}
        self._before: list[tuple[array[float], array[int]]] = []
        """Of what was forgotten and is alike: the latencies, and whose each was."""
        self.answered = [0] * count
        self.errors: Counter[str] = Counter()
        self._think = think

    def run(self, go_on: Callable[[], bool]) -> None:
        """Until `go_on`, which is asked now and then, says no; each is answered at the end."""
        poll = select.epoll()
        by_fd = {agent.socket.fileno(): agent for agent in self.agents}
        for fd in by_fd:
            poll.register(fd, select.EPOLLIN)
        start = perf_counter()
        thinking = [(start + agent.thinks(self._think), agent.number) for agent in self.agents]
        heapq.heapify(thinking)
        waiting, goes_on = 0, True
        while waiting or goes_on:
            while goes_on and thinking and thinking[0][0] <= perf_counter():
                self.agents[heapq.heappop(thinking)[1]].ask()
                waiting += 1
            pause = min(1.0, max(0.0, thinking[0][0] - perf_counter())) if goes_on and thinking else 1.0
            for fd, _ in poll.poll(pause):
                agent = by_fd[fd]
                message = agent.answer()
                if message is not None:
                    self._note(agent, message)
                    waiting -= 1
                    heapq.heappush(thinking, (perf_counter() + agent.thinks(self._think), agent.number))
            goes_on = goes_on and go_on()
        poll.close()

    def _note(self, agent: Agent, message: Any) -> None:
        took = perf_counter() - agent.sent
        self.latencies[agent.kind].append(took)
        self._whose[agent.kind].append(agent.number)
        self.answered[agent.number] += 1
        if message[2] is not None:
            self.errors[f"{message[2][0]}: {message[2][1]}"] += 1

    def forget(self) -> dict[str, array[float]]:
        """The latencies so far, which are forgotten."""
        found, self.latencies = self.latencies, {kind: array("d") for kind in self.latencies}
        whose, self._whose = self._whose, {kind: array("i") for kind in self._whose}
        self._before += [(found[kind], whose[kind]) for kind in found]
        return found

    def share_by_chance(self) -> float:
        """The median agent's answers over the fewest of any, if they had been dealt out by chance, in 99 of 100 deals.

        Of a few answers each, some get few.
        """
        dealt = np.random.default_rng(1).multinomial(
            sum(self.answered), [1 / len(self.agents)] * len(self.agents), SHUFFLES
        )
        return float(np.quantile(np.median(dealt, axis=1) / np.maximum(dealt.min(axis=1), 1), 0.99))

    def longest_wait(self) -> tuple[float, float]:
        """How many times as long as the median agent the one waited for each answer that waited longest, of what was
        forgotten; and the highest of that when the same latencies are dealt out by chance, in 99 of 100 deals.

        Dealt out are those of one kind between two `forget`: a few slow answers of hundreds make a mean by themselves.
        """
        dice = np.random.default_rng(1)

        def ratio(deal: Callable[[array[float]], object]) -> float:
            total = np.zeros(len(self.agents))
            for latencies, whose in self._before:
                total += np.bincount(whose, weights=deal(latencies), minlength=len(self.agents))
            waits = (total / np.maximum(self.answered, 1)).tolist()
            return max(waits) / statistics.median(waits)

        return ratio(lambda found: found), sorted(ratio(dice.permutation) for _ in range(SHUFFLES))[
            SHUFFLES * 99 // 100
        ]

    def close(self) -> None:
        for agent in self.agents:
            agent.socket.close()
