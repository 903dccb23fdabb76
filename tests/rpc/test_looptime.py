"""What the loop serves in one turn, and that whoever sends much, or ever so little at a time, holds nobody up."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from memoryd.rpc.incoming import Incoming
from memoryd.rpc.looptime import SLICE_NS, TRICKLES, TURN_NS, LoopTime, Trickles
from memoryd.rpc.messages import pack_notification, pack_request
from tests.rpc.harness import Raw, Rig
from tests.support.wait import until


class Loop:
    """What asyncio's does with calls, one turn at a time."""

    def __init__(self) -> None:
        self.calls: list[Callable[[], None]] = []

    def call_soon(self, call: Callable[[], None]) -> None:
        self.calls.append(call)

    def call_later(self, _seconds: float, call: Callable[[], None]) -> None:
        self.calls.append(call)

    def turn(self) -> None:
        calls, self.calls = self.calls, []
        for call in calls:
            call()


class Asker:
    """Has requests of so many nanoseconds."""

    def __init__(self, rig: Rigged, name: str, uid: int, *costs: int) -> None:
        self.rig, self.name, self.uid, self.costs = rig, name, uid, [*costs]

    def serve_until(self, end: int) -> None:
        while self.costs:
            self.rig.now += self.costs.pop(0)
            self.rig.served.append(self.name)
            if self.rig.now >= end and self.costs:
                self.rig.time.queue(self)
                return

    def read_on(self) -> None:
        self.rig.served.append(self.name)


class Rigged:
    def __init__(self) -> None:
        self.now = 0
        self.served: list[str] = []
        self.loop = Loop()
        self.time: LoopTime[Asker] = LoopTime(lambda: self.now)
        self.time.start(self.loop)  # type: ignore[arg-type]


@pytest.fixture
def rigged() -> Rigged:
    return Rigged()


def test_connections_take_turns_and_so_do_users(rigged: Rigged) -> None:
    for name, uid in [("a", 1), ("b", 1), ("c", 1), ("x", 2)]:
        rigged.time.queue(Asker(rigged, name, uid, *[SLICE_NS] * 3))
    rigged.loop.turn()
    assert "".join(rigged.served) == "axbxcxabcabc"


def test_a_turn_ends_and_what_is_left_waits_for_the_next(rigged: Rigged) -> None:
    rigged.time.queue(Asker(rigged, "a", 1, *[TURN_NS] * 2))
    rigged.time.queue(Asker(rigged, "b", 1, 1))
    assert not rigged.time.is_left
    rigged.loop.turn()
    assert rigged.served == ["a"]
    rigged.loop.turn()
    assert rigged.served == ["a", "b", "a"]
    assert rigged.time.is_left
    assert not rigged.loop.calls


def test_what_is_begun_at_once_is_bounded_by_turns_too(rigged: Rigged) -> None:
    rigged.time.spend(TURN_NS)
    assert not rigged.time.is_left
    rigged.loop.turn()
    assert rigged.time.is_left


def test_a_few_of_those_that_trickle_are_read_each_time(rigged: Rigged) -> None:
    trickles: Trickles[Asker] = Trickles()
    trickles.start(rigged.loop)  # type: ignore[arg-type]
    for number in range(TRICKLES + 1):
        trickles.add(Asker(rigged, str(number), 1))
    rigged.loop.turn()
    assert rigged.served == [*map(str, range(TRICKLES))]
    rigged.loop.turn()
    assert rigged.served == [*map(str, range(TRICKLES + 1))]
    assert not rigged.loop.calls


# --- what has come ------------------------------------------------------------------------------------------------


def test_much_that_comes_at_once_is_split_as_it_is_served() -> None:
    one = pack_request(1, "rpc.ping", {})
    incoming = Incoming(1 << 20)
    incoming.add(one * 20_000)
    incoming.split()
    assert 0 < len(incoming.frames) < 2000
    incoming.split_all()
    assert [*incoming.frames] == [one] * 20_000
    assert not incoming.trickles


def fed(*pieces: bytes) -> bool:
    incoming = Incoming(1 << 20)
    for piece in pieces:
        incoming.add(piece)
        incoming.split_all()
        incoming.frames.clear()
    return incoming.trickles


LARGE = pack_request(1, "facts.add", {"subject": "x" * 100_000})
PING = pack_request(1, "rpc.ping", {})
IN_TWO = [PING[:5], PING[5:]]
BYTES = [bytes([byte]) for byte in PING]


@pytest.mark.parametrize(
    ("pieces", "expected"),
    [
        ([LARGE[at : at + 1] for at in range(20)], True),
        ([LARGE[at : at + 5000] for at in range(0, 60_000, 5000)], False),
        ([*(LARGE[at : at + 1] for at in range(20)), LARGE[20:50_000]], False),
        (IN_TWO * 100, False),
        (BYTES * 100, True),
        ([PING] * 100, False),
    ],
    ids=["single bytes", "large pieces", "more by now", "head and body", "bytes of small requests", "whole"],
)
def test_who_sends_a_little_at_a_time(pieces: list[bytes], expected: bool) -> None:
    assert expected == fed(*pieces)


# --- on the wire ------------------------------------------------------------------------------------------------


def test_requests_that_come_byte_by_byte_are_answered(raw: Raw) -> None:
    for _ in range(5):
        for byte in PING:
            raw.send(bytes([byte]))
        assert raw.receive()[3] == {"pong": True}


class Asked(Trickles[Any]):
    """Lets nobody read on before it is told to."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[Any] = []

    def add(self, asker: Any) -> None:
        self.asked.append(asker)


def trickling(rig: Rig, raw: Raw, data: bytes) -> Asked:
    """The bytes were sent one by one; more is not read now."""
    rig.server.trickles = asked = Asked()
    for number, byte in enumerate(data, 1):
        raw.send(bytes([byte]))
        until(lambda number=number: rig.on_loop(rig.server.metrics)["held_bytes"] == number)  # type: ignore[misc]
    assert len(asked.asked) == 1
    return asked


def test_more_is_let_come_of_what_trickles(rig: Rig, raw: Raw) -> None:
    asked = trickling(rig, raw, PING[:9])
    raw.send(PING[9:])
    with Raw(rig.path) as other:
        assert other.call("rpc.ping") == {"pong": True}
    assert rig.on_loop(rig.server.metrics)["held_bytes"] == 9
    rig.on_loop(asked.asked[0].read_on)
    assert raw.receive()[3] == {"pong": True}


def test_a_frame_that_trickles_has_no_more_time_by_that(start: Callable[..., Rig]) -> None:
    rig = start(stall_seconds=0.5)
    with Raw(rig.path) as raw:
        trickling(rig, raw, PING[:9])
        until(lambda: rig.on_loop(rig.server.metrics)["unfinished"] == 1)


def test_a_flood_of_one_leaves_another_its_turn_and_is_done_in_order(rig: Rig) -> None:
    texts = [str(number) for number in range(20_000)]
    with Raw(rig.path) as flood, Raw(rig.path) as other:
        flood.send(b"".join(pack_notification("test.note", {"text": text}) for text in texts))
        assert other.call("rpc.ping") == {"pong": True}
        assert flood.call("rpc.ping") == {"pong": True}
    assert texts == rig.methods.noted


def test_params_that_take_long_to_explain_are_read_by_a_thread(raw: Raw) -> None:
    for size, order in ((100, [1, 2]), (1000, [2, 1])):
        raw.send(pack_request(1, "test.echo", {"zzz": [1] * size}) + pack_request(2, "rpc.ping", {}))
        assert [raw.receive()[1] for _ in order] == order
