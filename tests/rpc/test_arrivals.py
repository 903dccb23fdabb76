"""Requests that do not arrive whole: what they may hold, for how long, and that others are served meanwhile."""

from __future__ import annotations

import contextlib
from collections.abc import Callable

import msgpack
import pytest

from memoryd.rpc.arrivals import PATIENCES, SILENT_SECONDS, SLOW_SECONDS, SMALL, TURNS, Arrivals
from memoryd.rpc.messages import pack_request
from tests.rpc.harness import Raw, Rig
from tests.support.wait import until

MIB = 1 << 20


class Sender:
    """Knows whether it may be read."""

    def __init__(self) -> None:
        self.reads = True

    def let_read(self, has_room: bool) -> None:
        self.reads = has_room


def arriving(arrivals: Arrivals[Sender], *sizes: int, now: float = 0.0) -> list[Sender]:
    senders = [Sender() for _ in sizes]
    for sender, size in zip(senders, sizes, strict=True):
        arrivals.note(sender, 0, size, now)
    return senders


# --- who waits ------------------------------------------------------------------------------------------------


def test_a_large_frame_waits_for_room_and_goes_on_when_there_is_some() -> None:
    arrivals: Arrivals[Sender] = Arrivals(TURNS * MIB, 30.0)
    first, *others, last = arriving(arrivals, *[MIB] * (TURNS + 1))
    assert [*(one.reads for one in (first, *others)), last.reads] == [True] * TURNS + [False]

    arrivals.note(first, 1, 0, 1.0)
    assert [last.reads, arrivals.held, arrivals.is_short] == [True, TURNS * MIB, False]


def test_a_small_frame_never_waits() -> None:
    arrivals: Arrivals[Sender] = Arrivals(MIB, 30.0)
    *_, small = arriving(arrivals, *[MIB] * TURNS, SMALL)
    assert small.reads


def test_some_large_frames_go_on_even_where_there_is_no_room_and_then_the_largest() -> None:
    arrivals: Arrivals[Sender] = Arrivals(MIB, 30.0)
    first, *others, small, large = arriving(arrivals, *[4 * MIB] * TURNS, MIB, 2 * MIB)
    assert [one.reads for one in (first, *others)] == [True] * TURNS
    assert [small.reads, large.reads] == [False, False]

    arrivals.forget(first)
    assert [small.reads, large.reads] == [False, True]


def test_requests_in_progress_take_room_until_they_are_done() -> None:
    arrivals: Arrivals[Sender] = Arrivals(MIB, 30.0)
    arrivals.begin(MIB)
    (one,) = arriving(arrivals, MIB)
    assert not one.reads
    arrivals.done(MIB)
    assert one.reads


# --- who gives way --------------------------------------------------------------------------------------------


def test_silence_within_a_frame_is_over_after_its_time() -> None:
    arrivals: Arrivals[Sender] = Arrivals(64 * MIB, 30.0)
    silent, speaking, between = arriving(arrivals, 10, 10, 10)
    arrivals.note(speaking, 0, 11, 29.0)
    arrivals.note(between, 1, 0, 29.0)
    assert arrivals.overdue(29.9) == []
    assert arrivals.overdue(30.0) == [(silent, 10)]


def test_a_frame_that_trickles_is_over_after_a_longer_time() -> None:
    arrivals: Arrivals[Sender] = Arrivals(64 * MIB, 30.0)
    (sender,) = arriving(arrivals, 1)
    end = int(30 * PATIENCES)
    for second in range(1, end):
        arrivals.note(sender, 0, second, float(second))
        assert arrivals.overdue(float(second)) == []
    arrivals.note(sender, 0, end, float(end))
    assert arrivals.overdue(float(end)) == [(sender, end)]


def test_the_next_frame_has_a_time_of_its_own() -> None:
    arrivals: Arrivals[Sender] = Arrivals(64 * MIB, 30.0)
    (sender,) = arriving(arrivals, 10)
    arrivals.note(sender, 1, 10, 29.0)
    assert (arrivals.overdue(31.0), arrivals.held) == ([], 10)


def test_while_we_do_not_read_the_senders_time_stands_still() -> None:
    arrivals: Arrivals[Sender] = Arrivals(64 * MIB, 30.0)
    (sender,) = arriving(arrivals, 10)
    arrivals.reading(sender, False, 10.0)
    assert arrivals.overdue(1000.0) == []
    arrivals.reading(sender, True, 1000.0)
    assert arrivals.overdue(1019.0) == []
    assert arrivals.overdue(1020.0) == [(sender, 10)]


def test_where_room_is_short_the_slow_give_way_the_largest_first() -> None:
    arrivals: Arrivals[Sender] = Arrivals(TURNS * MIB, 30.0)
    small, large, *others = arriving(arrivals, MIB, 2 * MIB, *[MIB] * (TURNS - 2))
    assert arrivals.slow(SLOW_SECONDS + 1) == []  # nobody waits
    (late,) = arriving(arrivals, MIB)
    for one in others:
        arrivals.note(one, 0, MIB, 0.1)
    assert arrivals.slow(SILENT_SECONDS) == []
    assert arrivals.slow(SILENT_SECONDS + 0.1) == [(large, 2 * MIB), (small, MIB)]
    arrivals.forget(large)
    assert late.reads


def test_where_room_is_short_a_trickle_gives_way() -> None:
    arrivals: Arrivals[Sender] = Arrivals(MIB, 30.0)
    senders = arriving(arrivals, *[MIB] * (TURNS + 1))
    for sender in senders[:TURNS]:
        arrivals.note(sender, 0, MIB + 1, SLOW_SECONDS)
    assert arrivals.slow(SLOW_SECONDS) == []
    for sender in senders[:TURNS]:
        arrivals.note(sender, 0, MIB + 2, SLOW_SECONDS + 0.1)
    assert [sender for sender, _ in arrivals.slow(SLOW_SECONDS + 0.1)] == senders[:TURNS]


# --- on a socket ----------------------------------------------------------------------------------------------


def half(size: int, msgid: int = 7) -> bytes:
    """A request without its last byte."""
    return pack_request(msgid, "test.read", {"text": "x" * size})[:-1]


@pytest.mark.parametrize("size", [0, 10, 3 * MIB])
def test_half_a_request_is_refused_after_a_time_and_its_connection_closed(start: Callable[..., Rig], size: int) -> None:
    rig = start(stall_seconds=0.3)
    with Raw(rig.path) as raw, Raw(rig.path) as other:
        raw.send(half(size))
        message = raw.receive()
        assert message[:2] == [1, 7]
        assert (message[2][0], "did not arrive whole" in message[2][1]) == ("busy", True)
        assert raw.receive() is None
        assert other.call("rpc.ping") == {"pong": True}
    assert "unfinished_request_dropped" in rig.log.events()
    assert rig.on_loop(lambda: rig.server.metrics()["held_bytes"]) == 0


def test_a_connection_that_is_idle_between_requests_stays(start: Callable[..., Rig]) -> None:
    rig = start(stall_seconds=0.1)
    with Raw(rig.path) as idle, Raw(rig.path) as raw:
        idle.call("rpc.ping")
        raw.send(half(10))
        assert raw.receive()[2][0] == "busy"  # so a sweep has been
        assert idle.call("rpc.ping") == {"pong": True}


def test_half_requests_hold_no_more_than_their_bound_and_others_are_served(start: Callable[..., Rig]) -> None:
    rig = start(received=4 * MIB)
    most = 0
    with contextlib.ExitStack() as attack, Raw(rig.path) as other:
        for _ in range(20):
            one = attack.enter_context(Raw(rig.path))
            one.socket.setblocking(False)
            with contextlib.suppress(BlockingIOError):
                one.send(half(2 * MIB))
            assert other.call("rpc.ping") == {"pong": True}
            most = max(most, rig.on_loop(lambda: rig.server.arrivals.held))
        # A large request of somebody else finds room, since those who send no more give way.
        assert other.call("test.read", {"text": "y" * (3 * MIB)}) == "y" * (3 * MIB)
    # Each of them may have sent one piece more before it was its turn to wait.
    assert most <= (4 + 2 * TURNS) * MIB + 20 * (SMALL + 256 * 1024)


def test_large_requests_of_many_are_all_served(start: Callable[..., Rig]) -> None:
    rig = start(received=2 * MIB)
    text = "z" * MIB
    with contextlib.ExitStack() as opened:
        raws = [opened.enter_context(Raw(rig.path)) for _ in range(12)]
        for raw in raws:
            raw.socket.setblocking(False)
        waiting = {raw: memoryview(msgpack.packb([0, 1, "test.read", [{"text": text}]])) for raw in raws}

        def send() -> bool:
            for raw, left in list(waiting.items()):
                with contextlib.suppress(BlockingIOError):
                    waiting[raw] = left[raw.socket.send(left) :]
                if not waiting[raw]:
                    del waiting[raw]
                    raw.socket.setblocking(True)
            return not waiting

        until(send)
        assert [raw.receive()[3] == text for raw in raws] == [True] * 12
    until(lambda: rig.on_loop(lambda: rig.server.arrivals.held) == 0)


def dropped_or_unread(rig: Rig) -> int:
    """How many connections were dropped for not reading, and how many may be next."""
    unread = sum(bool(one["unread_bytes"]) for one in rig.server.connections())
    return rig.server.metrics()["stalled"] + unread


def test_replies_that_nobody_reads_hold_no_more_than_their_bound(start: Callable[..., Rig]) -> None:
    rig = start(unread=4 * MIB)
    with contextlib.ExitStack() as attack, Raw(rig.path) as other:
        for _ in range(10):
            attack.enter_context(Raw(rig.path)).request(1, "test.zeros", {"size": 2 * MIB})
            assert other.call("rpc.ping") == {"pong": True}
        until(lambda: rig.on_loop(lambda: dropped_or_unread(rig)) == 10)
        assert rig.on_loop(rig.server.metrics)["stalled"] >= 7
        unread = rig.on_loop(lambda: sum(one["unread_bytes"] for one in rig.server.connections()))
        assert unread <= 4 * MIB
        rig.on_loop(rig.server.bound_unread)  # the kernel may have taken some of their replies since the last look
        assert len(other.call("test.zeros", {"size": 3 * MIB})) == 3 * MIB
