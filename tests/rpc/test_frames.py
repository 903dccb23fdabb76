"""Frames: any cut of the stream gives the same messages, and no bytes cost more than they are long."""

from __future__ import annotations

import tracemalloc
from typing import Any

import msgpack
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memoryd.rpc.frames import FrameDecoder, FrameError, request_id
from memoryd.rpc.messages import as_notification, as_response, pack_request, unpack

relaxed = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**64 - 1) | st.text() | st.binary() | st.floats(allow_nan=False),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=20,
)
messages = st.builds(
    lambda msgid, method, params: [0, msgid, method, params], st.integers(0, 2**32 - 1), st.text(), values
)


@relaxed
@given(st.lists(messages, min_size=1, max_size=5), st.data())
def test_any_cut_of_the_stream_gives_the_same_frames(sent: list[Any], data: st.DataObject) -> None:
    frames = [msgpack.packb(message) for message in sent]
    stream = b"".join(frames)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(stream)), max_size=8)))
    decoder = FrameDecoder()
    found: list[bytes] = []
    for start, end in zip([0, *cuts], [*cuts, len(stream)], strict=True):
        found += decoder.feed(stream[start:end])

    assert frames == found
    assert decoder.fault is None
    assert decoder.idle


@relaxed
@given(st.binary(max_size=400))
def test_any_bytes_are_frames_or_a_fault(data: bytes) -> None:
    decoder = FrameDecoder(max_frame=100)

    frames = decoder.feed(data)

    assert all(frame[0] in (0x93, 0x94, 0xDC, 0xDD) and len(frame) <= 100 for frame in frames)
    assert b"".join(frames) == data[: sum(map(len, frames))]


@pytest.mark.parametrize(
    "junk", [b"\xc1", b"\x00", b"GET / HTTP/1.1\r\n", b"\x92\x00\x01", b"\x94\x00\x01\xc1", b"\xc0"], ids=repr
)
def test_what_is_no_message_is_a_fault_and_good_frames_before_it_are_kept(junk: bytes) -> None:
    good = pack_request(1, "rpc.ping", {})
    decoder = FrameDecoder()

    assert [good] == decoder.feed(good + junk)
    assert decoder.fault is not None
    assert decoder.fault.msgid is None
    assert decoder.feed(good) == []


@pytest.mark.parametrize(
    "claim",
    [b"\xdd\xff\xff\xff\xff", b"\xdf\xff\xff\xff\xff", b"\xdb\xff\xff\xff\xff", b"\xc6\xff\xff\xff\xff", b"\x91" * 900],
    ids=lambda claim: claim[:5].hex(),
)
def test_a_header_that_claims_much_costs_nothing(claim: bytes) -> None:
    decoder = FrameDecoder()
    tracemalloc.start()
    decoder.feed(b"\x94\x00\x05\xa1x" + claim)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()

    assert peak < 1_000_000
    assert decoder.fault is None


@pytest.mark.parametrize("chunk", [50, 5000])
@pytest.mark.parametrize("msgid", [0, 127, 128, 255, 256, 70_000, 2**32 - 1])
def test_a_frame_over_the_limit_names_its_request(msgid: int, chunk: int) -> None:
    stream = pack_request(1, "a", {}) + pack_request(msgid, "b", {"text": "x" * 3000})
    decoder = FrameDecoder(max_frame=1000)
    frames: list[bytes] = []
    for start in range(0, len(stream), chunk):
        frames += decoder.feed(stream[start : start + chunk])

    assert [pack_request(1, "a", {})] == frames
    assert decoder.fault is not None
    assert msgid == decoder.fault.msgid


def test_nesting_beyond_what_can_be_read_is_a_fault() -> None:
    decoder = FrameDecoder()
    decoder.feed(b"\x94\x00\x05\xa1x" + b"\x91" * 5000)

    assert decoder.fault is not None


@pytest.mark.parametrize(
    ("head", "expected"),
    [
        (b"\x94\x00\x07", 7),
        (b"\x94\x00\xcc\xff", 255),
        (b"\x94\x00\xcd\x01\x00", 256),
        (b"\x94\x00\xce\x00\x01\x00\x00", 65536),
        (b"\x94\x00\xcf\x00\x00\x00\x00\x00\x00\x00\x05", 5),
        (b"\xdc\x00\x04\x00\x07", 7),
        (b"\xdd\x00\x00\x00\x04\x00\x07", 7),
        (b"\x94\x00\xcf\x00\x00\x00\x01\x00\x00\x00\x00", None),
        (b"\x94\x00\xff", None),
        (b"\x94\x00\xce\x00", None),
        (b"\x94\x00", None),
        (b"\x94\x02\x07", None),
        (b"\x93\x00\x07", None),
        (b"", None),
    ],
)
def test_the_id_of_a_request_that_was_cut_off(head: bytes, expected: int | None) -> None:
    assert expected == request_id(head)


@pytest.mark.parametrize("message", [5, [], [1, 2], [1, -1, None, None], [1, "a", None, None], [3, 1, 2, 3], {"a": 1}])
def test_a_client_refuses_what_is_no_message(message: Any) -> None:
    with pytest.raises(FrameError):
        as_response(message)


def test_messages_a_client_receives() -> None:
    assert as_response([1, 7, None, "x"]) == (7, None, "x")
    assert as_response([2, "rpc.progress", [{"token": "t"}]]) is None
    assert as_notification([2, "rpc.progress", [{"token": "t"}]]) == ("rpc.progress", {"token": "t"})
    assert as_notification([2, "x", []]) == ("x", {})
    assert unpack(b"\xa4caf\xe9") == "caf\udce9"
