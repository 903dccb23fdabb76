"""One client cannot starve the others: what it sends, asks and leaves unread costs the others nothing they notice."""

from __future__ import annotations

import contextlib
import socket

import msgpack

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
