"""Bounds of one connection, and that no connection hurts another."""

from __future__ import annotations

import contextlib
import socket
from collections.abc import Callable

import msgpack
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memoryd.rpc.limits import Stall
from memoryd.rpc.messages import pack_notification, pack_request
from tests.rpc.harness import DEADLINE, Raw, Rig
from tests.support.wait import until


def test_the_request_after_the_last_place_waits_and_is_served_in_its_turn(start: Callable[..., Rig]) -> None:
    rig = start(in_flight=32)
    with Raw(rig.path) as raw, Raw(rig.path) as other:
        for msgid in range(40):
            raw.request(msgid, "test.wait", {"text": str(msgid)})
        raw.request(40, "rpc.ping")
        for _ in range(32):
            assert rig.methods.started.acquire(timeout=DEADLINE)

        assert other.call("rpc.ping") == {"pong": True}
        assert not rig.methods.started.acquire(blocking=False)
        assert [one["in_flight"] for one in rig.on_loop(rig.server.connections)] == [32, 0]
        assert raw.silent()

        rig.methods.gate.set()
        answers = {message[1]: message[3] for message in (raw.receive() for _ in range(41))}
    assert {**{msgid: str(msgid) for msgid in range(40)}, 40: {"pong": True}} == answers


def test_answers_come_when_they_are_ready(rig: Rig, raw: Raw) -> None:
    raw.request(1, "test.wait")
    raw.request(2, "rpc.ping")

    assert raw.receive()[1] == 2
    rig.methods.gate.set()
    assert raw.receive()[1] == 1


def test_writes_of_one_connection_are_done_in_order(rig: Rig, raw: Raw) -> None:
    raw.send(b"".join(pack_request(number, "test.write", {"text": str(number)}) for number in range(500)))
    answers = [raw.receive()[1] for _ in range(500)]

    assert list(range(500)) == answers
    assert [str(number) for number in range(500)] == rig.methods.noted


def test_a_write_that_goes_through_files_first_keeps_its_order_and_nobody_waiting(rig: Rig, raw: Raw) -> None:
    for msgid, text in enumerate(["first", "short"], 1):
        raw.request(msgid, "test.write_looked", {"text": text})
    assert rig.methods.started.acquire(timeout=DEADLINE)
    with Raw(rig.path) as other:
        assert other.call("test.write_looked", {"text": "short"}) == {"id": "short"}
        assert other.call("test.read", {"text": "read"}) == "read"
    assert raw.silent()
    rig.methods.gate.set()
    assert [raw.receive()[1] for _ in range(2)] == [1, 2]
    assert rig.methods.noted == ["short", "first", "short"]


def test_a_write_that_is_refused_while_it_goes_through_files_holds_nothing_up(rig: Rig, raw: Raw) -> None:
    raw.request(1, "test.write_looked", {"text": "conflict"})
    raw.request(2, "test.write", {"text": "next"})
    answers = [raw.receive() for _ in range(2)]
    assert [(one[1], one[2] and one[2][0]) for one in answers] == [(1, "conflict"), (2, None)]
    until(lambda: rig.server.write_bytes == 0)


A, C = "a" * 5000, "c" * 5000


def test_others_write_between_the_slices_of_a_large_write(rig: Rig, raw: Raw) -> None:
    raw.request(1, "test.write_slices", {"texts": ["hold", A, C]})
    raw.request(2, "test.write", {"text": "next"})
    assert rig.methods.started.acquire(timeout=DEADLINE)
    with Raw(rig.path) as other:
        other.request(3, "test.write", {"text": "other's"})
        until(lambda: rig.writer.waiting == 1)
        rig.methods.gate.set()
        assert other.receive()[3] == {"id": "other's"}
    assert [raw.receive()[1:] for _ in range(2)] == [[1, None, {"ids": ["hold", A, C]}], [2, None, {"id": "next"}]]
    assert rig.methods.noted == ["hold", "other's", A, C, "next"]


def test_a_large_write_that_is_refused_in_its_midst_says_that_its_beginning_stands(rig: Rig, raw: Raw) -> None:
    refused = raw.refused("test.write_slices", {"texts": [A, "conflict", C]})

    assert (refused.code, refused.data["on_disk"]) == ("conflict", "partly")
    assert rig.methods.noted == [A]
    assert "on_disk" not in raw.refused("test.write_slices", {"texts": ["conflict", A, C]}).data
    assert raw.call("test.write", {"text": "next"}) == {"id": "next"}
    until(lambda: rig.server.write_bytes == 0)


def test_many_requests_at_once_leave_others_their_turn(start: Callable[..., Rig]) -> None:
    rig = start()
    with Raw(rig.path) as raw, Raw(rig.path) as other:
        raw.send(b"".join(pack_request(number, "rpc.ping", {}) for number in range(3000)))
        assert other.call("rpc.ping") == {"pong": True}
        assert list(range(3000)) == [raw.receive()[1] for _ in range(3000)]


def test_a_reader_that_takes_nothing_is_dropped_and_others_are_served(start: Callable[..., Rig]) -> None:
    rig = start(stall_seconds=0.3)
    with Raw(rig.path) as stalled, Raw(rig.path) as other:
        stalled.request(1, "test.zeros", {"size": 4_000_000})
        until(lambda: other.call("rpc.ping") and "stalled_reader_dropped" in rig.log.events())

        assert rig.on_loop(rig.server.metrics)["stalled"] == 1
        until(lambda: len(rig.on_loop(rig.server.connections)) == 1)


def test_those_that_stall_together_are_dropped_one_in_each_turn(start: Callable[..., Rig]) -> None:
    rig, seen = start(stall_seconds=0.3), set[int]()

    def look() -> None:
        seen.add(rig.server.metrics()["stalled"])
        if 4 not in seen:
            rig.server.loop.call_soon(look)

    with contextlib.ExitStack() as stalled:
        for _ in range(4):
            stalled.enter_context(Raw(rig.path)).request(1, "test.zeros", {"size": 4_000_000})
        rig.on_loop(look)
        until(lambda: 4 in seen)
    assert seen == {0, 1, 2, 3, 4}


@pytest.mark.parametrize(
    ("looks", "over"),
    [
        # Each look: time, bytes sent, bytes unread.
        ([(0, 100, 100), (29, 100, 100)], False),
        ([(0, 100, 100), (30, 100, 100)], True),
        ([(1, 100, 90), (30, 100, 90), (31, 100, 90)], True),
        ([(1, 100, 90), (30, 100, 89), (31, 100, 89), (59, 100, 89)], False),
        ([(1, 100, 90), (30, 100, 89), (60, 100, 89)], True),
        ([(1, 100, 90), (20, 200, 190), (31, 300, 290)], True),
        ([(1, 100, 90), (20, 200, 189), (31, 300, 289)], False),
        ([(1, 100, 0), (100, 100, 0), (200, 300, 200)], False),
        ([(1, 100, 0), (200, 300, 200), (230, 300, 200)], True),
    ],
)
def test_a_slow_reader_is_not_a_stalled_one(looks: list[tuple[int, int, int]], over: bool) -> None:
    stall = Stall()
    found = [stall.is_over(sent, unread, now, 30.0) for now, sent, unread in looks]

    assert [False] * (len(looks) - 1) == found[:-1]
    assert over is found[-1]


def test_nothing_more_is_begun_for_who_does_not_read(start: Callable[..., Rig]) -> None:
    rig = start(stall_seconds=60.0, write_buffer=100_000)
    with Raw(rig.path) as raw:
        raw.send(b"".join(pack_request(number, "test.zeros", {"size": 1_000_000}) for number in range(100)))
        info = until(lambda: [one for one in rig.on_loop(rig.server.connections) if one["unread_bytes"]])[0]

        assert info["requests"] < 5
        assert info["unread_bytes"] < 5_000_000
        assert list(range(100)) == [raw.receive()[1] for _ in range(100)]


@pytest.mark.parametrize("msgid", [5, 2**32 - 1])
def test_a_frame_over_the_limit_is_answered_and_the_connection_closed(start: Callable[..., Rig], msgid: int) -> None:
    rig = start(frame_bytes=100_000)
    with Raw(rig.path) as raw, Raw(rig.path) as other:
        # Larger than the socket's buffers: the answer can be read only if the server takes the rest.
        raw.request(msgid, "test.echo", {"text": "x" * 3_000_000})
        message = raw.receive()

        assert [1, msgid] == message[:2]
        assert message[2][0] == "too_large"
        assert message[2][2] == {"limit": 100_000}
        assert raw.receive() is None
        assert other.call("rpc.ping") == {"pong": True}


def test_a_frame_that_is_just_small_enough(start: Callable[..., Rig]) -> None:
    rig = start(frame_bytes=100_000)
    frame = pack_request(1, "test.read", {"text": "x" * 99_980})
    fill = 100_000 - len(frame)
    with Raw(rig.path) as raw:
        assert raw.call("test.read", {"text": "x" * (99_980 + fill - 100)}) is not None
        assert "ask for less" in raw.refused("test.zeros", {"size": 100_000}).sentence
        assert raw.call("rpc.ping") == {"pong": True}


def test_requests_before_a_broken_frame_are_answered(rig: Rig, raw: Raw) -> None:
    raw.send(pack_request(1, "test.write", {"text": "a"}) + pack_request(2, "rpc.ping", {}) + b"\xc1\xc1")

    assert {1, 2} == {raw.receive()[1], raw.receive()[1]}
    assert raw.receive() is None


BROKEN = [
    b"\xc1", b"\x05", b"\xc0", b"\x90", b"\x91\x00", b"\x94\x00\x01", b"hello\n", b"\x94\x01\x05\xc0\xc0",
    b"\x94\x00\xff\xa1x\x90", b"\x94\x00\xa1x\xa1x\x90", b"\x94\x00\xc3\xa1x\x90",
    b"\x94\x00\xcf\x00\x00\x00\x01\x00\x00\x00\x00\xa1x\x90", b"\x94\x00\xcf" + b"\xff" * 8 + b"\xa1x\x90",
    b"\x94\x00\xca\x3f\x80\x00\x00\xa1x\x90", b"\x94\x00\xcb\x7f\xf8" + bytes(6) + b"\xa1x\x90",
    b"\x94\x00\xc0\xa1x\x90", b"\x94\x00\xc4\x011\xa1x\x90", b"\x94\x05\x05\xa1x\x90", b"\x95\x00\x05\xa1x\x90\x90",
    b"\x93\x00\x05\xa1x", b"\xdd\xff\xff\xff\xff", b"\x94\xc3\x05\xa1x\x90", b"\x94\xc2\x05\xa1x\x90",
    b"\x94\x00\x05\xa1x" + b"\x91" * 5000,
]  # fmt: skip


@pytest.mark.parametrize("data", BROKEN, ids=lambda data: data[:8].hex())
def test_a_malformed_frame_closes_its_connection_without_an_answer(rig: Rig, data: bytes) -> None:
    with Raw(rig.path) as raw, Raw(rig.path) as other:
        raw.send(data)
        raw.socket.shutdown(socket.SHUT_WR)

        assert raw.receive() is None
        assert other.call("rpc.ping") == {"pong": True}
    is_cut_off = data in (b"\x94\x00\x01", b"\xdd\xff\xff\xff\xff")
    assert rig.log.events().count("malformed_frame") == (0 if is_cut_off else 1)


@pytest.mark.parametrize("size", ["16", "32"])
def test_a_message_whose_array_has_a_long_header(raw: Raw, size: str) -> None:
    header = {"16": b"\xdc\x00\x04", "32": b"\xdd\x00\x00\x00\x04"}[size]
    raw.send(header + b"\x00\x01\xa8rpc.ping" + b"\xdc\x00\x00")

    assert raw.receive() == [1, 1, None, {"pong": True}]


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    data=st.binary(max_size=300)
    | st.binary(max_size=60).map(lambda tail: b"\x94\x00\x01\xa8rpc.ping\x91" + tail)
    | st.binary(max_size=60).map(lambda tail: b"\x94\x00\x01\xa9test.echo\x91\x81\xa4text" + tail)
    | st.binary(max_size=60).map(lambda tail: b"\x94\x00" + tail)
    | st.integers(1, 2000).map(lambda depth: b"\x94\x00\x01\xa8rpc.ping" + b"\x91" * depth)
)
def test_random_bytes_never_stop_the_server(rig: Rig, data: bytes) -> None:
    with Raw(rig.path) as raw:
        raw.send(data)
        raw.socket.shutdown(socket.SHUT_WR)
        while raw.socket.recv(65536):
            pass
    with Raw(rig.path) as fresh:
        assert fresh.call("rpc.ping") == {"pong": True}
    assert "internal_error" not in rig.log.events()


def test_a_client_that_stops_sending_still_gets_its_answers(rig: Rig, raw: Raw) -> None:
    raw.request(1, "test.wait", {"text": "late"})
    assert rig.methods.started.acquire(timeout=DEADLINE)
    raw.socket.shutdown(socket.SHUT_WR)
    with Raw(rig.path) as other:
        # When these are answered, the loop has also seen the end of the stream.
        assert other.call("rpc.ping") == other.call("rpc.ping")
    rig.methods.gate.set()

    assert raw.receive() == [1, 1, None, "late"]
    assert raw.receive() is None


def test_a_client_that_leaves_takes_nothing_with_it(rig: Rig) -> None:
    with Raw(rig.path) as raw:
        raw.request(1, "test.write", {"text": "kept"})
        raw.request(2, "test.wait")
        assert rig.methods.started.acquire(timeout=DEADLINE)
    rig.methods.gate.set()

    until(lambda: rig.methods.noted == ["kept"])
    until(lambda: not rig.on_loop(rig.server.connections))
    assert "internal_error" not in rig.log.events()


def test_notifications_are_done_without_an_answer(rig: Rig, raw: Raw) -> None:
    raw.send(
        pack_notification("no.such.method", {"a": 1})
        + msgpack.packb([2, b"nvim_set_client_info", [b"x", {}, b"remote", {}, {}]])
        + msgpack.packb([2, 5, 5])
        + pack_notification("test.note", {"text": "noted"})
        + pack_notification("test.note", {"txet": "wrong"})
        + pack_notification("test.fail", {})
        + pack_notification("test.write", {"text": "written"})
    )
    assert raw.call("rpc.ping") == {"pong": True}
    until(lambda: rig.methods.noted == ["noted", "written"])
    assert raw.silent()
    assert rig.on_loop(rig.server.metrics)["errors"] == {"invalid_params": 1, "internal": 1}


def test_a_full_reader_queue_is_busy_at_once(start: Callable[..., Rig]) -> None:
    rig = start(in_flight=200, waiting=1)
    with Raw(rig.path) as raw:
        # Forty threads are held; one more read may wait.
        for msgid in range(40):
            raw.request(msgid, "test.wait")
            assert rig.methods.started.acquire(timeout=DEADLINE)
        raw.request(40, "test.wait")
        raw.request(41, "test.wait")
        message = raw.receive()

        assert message[1] == 41
        assert message[2][0] == "busy"
        rig.methods.gate.set()
        assert set(range(41)) == {raw.receive()[1] for _ in range(41)}


@pytest.mark.parametrize("size", [900, 9000])
def test_more_writes_than_may_wait_are_busy_at_once(start: Callable[..., Rig], size: int) -> None:
    rig = start(write_queue=size + 100)
    with Raw(rig.path) as raw:
        raw.request(1, "test.write", {"text": "hold"})
        assert rig.methods.started.acquire(timeout=DEADLINE)
        raw.request(2, "test.write", {"text": "a" * size})
        raw.request(3, "test.write", {"text": "b" * size})
        message = raw.receive()

        assert (message[1], message[2][0]) == (3, "busy")
        assert "wait for the disk" in message[2][1]
        with Raw(rig.path) as other:
            assert other.call("test.read", {"text": "meanwhile"}) == "meanwhile"
        rig.methods.gate.set()
        assert [raw.receive()[1] for _ in range(2)] == [1, 2]
        # One that is larger than the bound is taken when nothing else waits.
        assert raw.call("test.write", {"text": "c" * 2 * size}) == {"id": "c" * 2 * size}
        assert raw.refused("test.write", {"text": "conflict"}).code == "conflict"
    until(lambda: rig.server.write_bytes == 0)
