"""64 agents, nights, hand edits and attacks for as long as the long tests may take: everybody gets their share.

The agents think between an answer and their next question, half a second on average (`MEMORYD_THINK_SECONDS`): about
120 calls a second, a fifth of the 590 of a closed loop on two free cores, so that there is room for nights and attacks;
0.2 s is half of it. How long a call takes says something of the daemon only where callers do not queue by themselves:
each of 64 in a closed loop waits for the 63 others. `MEMORYD_THINK_SECONDS=0` is that loop: it shows soonest who gets
less than their share. `MEMORYD_ATTACK_SECONDS` ends each attack earlier, so that an hour beside others takes little
of the machine; its latencies say nothing then.
"""

from __future__ import annotations

import contextlib
import itertools
import os
import statistics
import threading
import time
from array import array
from collections.abc import Callable, Iterator, Mapping

import pytest

from tests.support.attacks import ATTACKS, attacking, prepare, write_texts
from tests.support.daemon import Daemon
from tests.support.growth import MIB, Growth
from tests.support.mixed import Agents
from tests.support.wait import until
from tests.support.wire import RpcError

AGENTS = 64
MOST_SECONDS = float(os.environ.get("MEMORYD_AGENTS_SECONDS", "3600"))
THINK_SECONDS = float(os.environ.get("MEMORYD_THINK_SECONDS", "0.5"))
ATTACK_SECONDS = float(os.environ.get("MEMORYD_ATTACK_SECONDS", "3600"))
LEAST_LEAK = 24.0
"""MiB: what a heap that is trimmed when it has grown by 16 may differ by."""
SLOPE_SECONDS = 200.0
"""A shorter run has no slope: what grows in it is what each attack brings at its first time."""
ALONE = "no attack"


@pytest.fixture
def daemon_config() -> str:
    return '[schedule]\ntimezone = "UTC"\n'


def quantiles(latencies: Mapping[str, array[float]]) -> str:
    def of(kind: str) -> str:
        ordered = sorted(latencies[kind])
        if not ordered:
            return f"{kind} none"
        p50, p99 = (ordered[int((len(ordered) - 1) * share)] * 1000 for share in (0.5, 0.99))
        return f"{kind} {len(ordered)}, p50 {p50:.1f}, p99 {p99:.1f} ms"

    return "; ".join(of(kind) for kind in latencies)


class Neighbours:
    """What else goes on: nights, people with editors, one attack after another; and who measures while none goes on."""

    def __init__(self, daemon: Daemon, growth: Growth, seconds: float) -> None:
        self._daemon = daemon
        self._growth = growth
        self._between = seconds / 300
        self._turn = seconds / (2 * len(ATTACKS) + 1)
        self._attack_seconds = min(self._turn, ATTACK_SECONDS)
        self._over = threading.Event()
        self.now = ALONE
        self.failures: list[BaseException] = []
        self._threads = [
            threading.Thread(target=self._live, args=(live,))
            for live in (self._attack, self._edit, self._night, self._measure)
        ]

    def __enter__(self) -> Neighbours:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        for thread in self._threads:
            thread.join()

    def _live(self, live: Callable[[], Iterator[float]]) -> None:
        """Goes on after each of the pauses."""
        try:
            for pause in live():
                if self._over.wait(pause):
                    return
        except BaseException as error:
            self.failures.append(error)

    def _attack(self) -> Iterator[float]:
        # First those that grow the heap most: what stays of them is told by the floor of all that follows.
        for name in itertools.cycle(reversed(ATTACKS)):
            self.now = ALONE
            yield 2 * self._turn - self._attack_seconds
            with attacking(name, str(self._daemon.socket)):
                self.now = name
                yield self._attack_seconds

    def _edit(self) -> Iterator[float]:
        memory = self._daemon.data / "memory"
        for number in itertools.count():
            with (memory / f"by-hand-{number % 20}.md").open("w") as file:
                file.write(f"# By hand\n\n- The {number}th edit is about the harbour\n")
            with (self._daemon.data / "knowledge-graph/facts.jsonl").open("a") as file:
                file.write(f'{{"subject": "hand {number % 500}", "predicate": "wrote", "object": "this"}}\n')
            yield 1.0

    def _night(self) -> Iterator[float]:
        while True:
            yield self._turn
            with self._daemon.connect(timeout=600) as wire, contextlib.suppress(RpcError):
                wire.call("maintenance.run", {"action": "consolidate"})

    def _measure(self) -> Iterator[float]:
        while True:
            if self.now == ALONE:
                print(self._growth.take(), flush=True)
            yield self._between


@pytest.mark.long
def test_everybody_gets_their_share(daemon: Daemon, long_seconds: float) -> None:
    seconds = min(long_seconds, MOST_SECONDS)
    write_texts(daemon.data / "texts")
    prepare(str(daemon.socket))
    with daemon.connect() as wire:  # what each of them asks for is there
        wire.call("notes.write", {"layer": "knowledge", "text": "The harbour is near", "remember": True})
    until((daemon.data / "MEMORY.md").exists)
    agents, samples = Agents(str(daemon.socket), AGENTS, THINK_SECONDS), Growth(daemon)
    alone: dict[str, array[float]] = {}
    attacked: dict[str, array[float]] = {}
    with Neighbours(daemon, samples, seconds) as neighbours:
        end = time.monotonic() + seconds
        seen = neighbours.now

        def go_on() -> bool:
            nonlocal seen
            if neighbours.now != seen:
                phase_ends(seen)
                seen = neighbours.now
            return time.monotonic() < end

        def phase_ends(what: str) -> None:
            found = agents.forget()
            print(f"{what}: {quantiles(found)}", flush=True)
            for kind, latencies in found.items():
                (alone if what == ALONE else attacked).setdefault(kind, array("d")).extend(latencies)

        agents.run(go_on)
        phase_ends(seen)
    agents.close()
    shares = sorted(agents.answered)
    spread = statistics.median(shares) / shares[0]
    longest, by_chance = agents.longest_wait()
    risen, opened = samples.rise(samples.resident) / MIB, samples.rise(samples.descriptors)
    leaked = samples.rise(samples.unexplained) / MIB
    print(f"with nights and hand edits: {quantiles(alone)}; and attacks: {quantiles(attacked)}")
    print(
        f"{AGENTS} agents, {seconds:.0f} s: {sum(shares)} answers; the median agent had {spread:.2f} times those of "
        f"the slowest; the one that waited longest {longest:.2f} times as long for each ({by_chance:.2f} when "
        f"answers are dealt out by chance); "
        f"RSS {samples.resident[-1] / MIB:.0f} MiB, {risen:+.1f} in the last two thirds, {leaked:+.1f} beyond what is "
        f"remembered; "
        f"{samples.descriptors[-1]:.0f} descriptors, {opened:+.1f}"
    )
    assert neighbours.failures == []
    assert dict(agents.errors) == {}
    assert spread <= max(1.3, agents.share_by_chance())
    assert longest <= max(1.3, by_chance)
    if seconds >= SLOPE_SECONDS:
        assert opened <= AGENTS / 2
        assert leaked <= max(LEAST_LEAK, statistics.median(samples.resident) / MIB / 8)
    with daemon.connect() as wire:
        until(lambda: wire.call("system.metrics")["rpc"]["held_bytes"] == 0)
