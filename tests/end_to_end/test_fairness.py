"""One client cannot starve the others: what it sends, asks and leaves unread costs the others nothing they notice."""

from __future__ import annotations

import contextlib
import random
import socket
from pathlib import Path

import msgpack
import pytest

from tests.support.daemon import Daemon
from tests.support.wait import until

MIB = 1 << 20


def request(method: str, **params: object) -> bytes:
    packed: bytes = msgpack.packb([0, 1, method, [params]])
    return packed


def connected(daemon: Daemon) -> socket.socket:
    opened = socket.socket(socket.AF_UNIX)
    opened.connect(str(daemon.socket))
    opened.setblocking(False)
    return opened


def test_half_requests_do_not_fill_the_memory(daemon: Daemon) -> None:
    before = daemon.rss()
    text = request("facts.add", subject="a", predicate="b", object="x" * (79 * MIB // 10))
    with contextlib.ExitStack() as attack, daemon.connect() as other:
        left = {attack.enter_context(connected(daemon)): memoryview(text)[:-1] for _ in range(40)}
        sent = [0]

        def stuck() -> bool:
            """Whether nobody takes any more of it."""
            so_far = sent[0]
            for one in list(left):
                with contextlib.suppress(BlockingIOError, ConnectionError):
                    while left[one]:
                        taken = one.send(left[one])
                        sent[0] += taken
                        left[one] = left[one][taken:]
            assert other.call("facts.add", {"subject": "sky", "predicate": "is", "object": "blue"})
            assert other.call("recall.query", {"query": "sky"})["results"]
            return so_far == sent[0]

        until(stuck)
        assert daemon.rss() - before < 300 * MIB
        held = other.call("system.metrics")["rpc"]["held_bytes"]
        assert held < 128 * MIB
        # A large request of somebody else is served: those who send no more of theirs give way to it.
        big = {"facts": [{"subject": f"s{n}", "predicate": "is", "object": "y" * 60_000} for n in range(100)]}
        with daemon.connect() as third:
            assert third.call("facts.add_many", big)["added"] == 100


# --- asking ---------------------------------------------------------------------------------------------------


def written(folder: Path, files: int, size: int) -> None:
    """Text files to be searched; their words are made from a few, so that nothing ends a search early."""
    numbers = random.Random(7)
    folder.mkdir(parents=True, exist_ok=True)
    words = [bytes(numbers.choices(b"abcdefghijklmnopqrstuvwxyz", k=7)) for _ in range(500)]
    for number in range(files):
        lines = (b" ".join(numbers.choices(words, k=12)) for _ in range(size // 96))
        (folder / f"text-{number}.txt").write_bytes(b"\n".join(lines))


HARD = request("recall.grep", pattern="(a|b|c|d)*[e-k]{3}.*(l|m)*[n-z]{4}.*qqqqqq$", ignore_case=True)
BIG = request("recall.get", key="texts/text-0.txt", lines=10_000)
ATTACKS = {"32 greps of one": (1, HARD), "25 times 32 gets": (25, BIG)}


@pytest.mark.parametrize(("connections", "asked"), ATTACKS.values(), ids=ATTACKS.keys())
def test_others_are_served_before_what_one_client_has_piled_up(daemon: Daemon, connections: int, asked: bytes) -> None:
    written(daemon.data / "texts", files=10, size=2 * MIB)
    with contextlib.ExitStack() as attack, daemon.connect() as other:
        other.call("facts.add", {"subject": "sky", "predicate": "is", "object": "blue"})
        attackers = [attack.enter_context(connected(daemon)) for _ in range(connections)]
        for one in attackers:
            one.sendall(asked * 32)
        for number in range(10):
            assert other.call("recall.query", {"query": "sky"})["results"]
            assert other.call("facts.add", {"subject": f"s{number}", "predicate": "is", "object": "o"})
        assert other.call("system.metrics")["rpc"]["in_flight"] >= connections * 16
