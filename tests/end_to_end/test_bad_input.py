"""Bad input over the real socket: an error that says what to do, the next one served, nothing half-written."""

from __future__ import annotations

import json
import random
import socket
import struct
from pathlib import Path
from typing import Any

import msgpack
import pytest

from tests.support.daemon import Daemon
from tests.support.wire import RpcError

FACT = {"subject": "lighthouse", "predicate": "stands_on", "object": "the northern cliff"}
MESSAGE = {"role": "user", "content": "The ferry leaves at six."}
NEXT_CENTURY = "2126-01-01T00:00:00Z"
KIB = 1024

BAD_VALUES: list[tuple[str, str, Any, str, str]] = [
    ("a number for text", "facts.add", FACT | {"subject": 7}, "invalid_params", "subject"),
    ("a list for text", "facts.add", FACT | {"object": ["a"]}, "invalid_params", "object"),
    ("nil for text", "facts.add", FACT | {"predicate": None}, "invalid_params", "predicate"),
    ("text for a number", "recall.query", {"query": "ferry", "k": "ten"}, "invalid_params", "k"),
    ("k of nothing", "recall.query", {"query": "ferry", "k": 0}, "invalid_params", "k"),
    ("text for a list", "sessions.append", {"session_id": "s", "messages": "hello"}, "invalid_params", "messages"),
    ("an unknown role", "sessions.append", {"session_id": "s", "messages": [MESSAGE | {"role": "boss"}]},
     "invalid_params", "role"),
    ("an unknown param", "facts.add", {"subjet": "a", **FACT}, "invalid_params", "did you mean 'subject'"),
    ("an unknown param of a message", "sessions.append",
     {"session_id": "s", "messages": [MESSAGE | {"contnt": "x"}]}, "invalid_params", "content"),
    ("a missing param", "facts.add", {"subject": "a", "predicate": "b"}, "invalid_params", "object"),
    ("an empty subject", "facts.add", FACT | {"subject": ""}, "invalid_params", "subject"),
    ("a subject of spaces", "facts.add", FACT | {"subject": " \t\n"}, "invalid_params", "subject"),
    ("an object past the limit", "facts.add", FACT | {"object": "x" * (64 * KIB + 1)}, "too_large", "object"),
    ("a message past the limit", "sessions.append",
     {"session_id": "s", "messages": [MESSAGE | {"content": "x" * (1024 * KIB + 1)}]}, "too_large", "content"),
    ("NUL in an object", "facts.add", FACT | {"object": "a\0b"}, "invalid_params", "NUL"),
    ("NUL in a message", "sessions.append", {"session_id": "s", "messages": [MESSAGE | {"content": "a\0b"}]},
     "invalid_params", "NUL"),
    ("broken UTF-8", "facts.add", FACT | {"object": b"caf\xe9"}, "invalid_params", "UTF-8"),
    ("a fact from the future", "facts.add", FACT | {"created": NEXT_CENTURY}, "invalid_params", "future"),
    ("a message from the future", "sessions.append",
     {"session_id": "s", "messages": [MESSAGE | {"at": NEXT_CENTURY}]}, "invalid_params", "future"),
    ("no messages", "sessions.append", {"session_id": "s", "messages": []}, "invalid_params", "messages"),
    ("an empty message", "sessions.append", {"session_id": "s", "messages": [MESSAGE | {"content": " "}]},
     "invalid_params", "content"),
    ("one good message and one bad", "sessions.append",
     {"session_id": "s", "messages": [MESSAGE, MESSAGE | {"role": "boss"}]}, "invalid_params", "role"),
    ("a time that is none", "facts.add", FACT | {"created": "yesterday-ish"}, "invalid_params", "created"),
    ("a fact that is not there", "facts.get", {"id": "fact-00000000-0000-0000-0000-000000000000"}, "not_found", ""),
    ("an unknown session to append to", "sessions.append", {"session_id": "never-started", "messages": [MESSAGE]},
     "not_found", "never-started"),
    ("an unknown session to read", "sessions.read", {"session_id": "never-started"}, "not_found", "never-started"),
    ("an unknown session to end", "sessions.end", {"session_id": "never-started"}, "not_found", "never-started"),
    ("a key outside of the directory", "recall.get", {"key": "../../etc/passwd"}, "invalid_params", "path"),
    ("an absolute key", "recall.get", {"key": "/etc/passwd"}, "invalid_params", "relative"),
    ("a pattern that does not parse", "recall.grep", {"pattern": "("}, "invalid_params", "pattern"),
    ("an unknown method", "facts.ad", FACT, "unsupported", "did you mean 'facts.add'"),
    ("params nested too deep", "facts.add", FACT | {"object": eval("[" * 80 + "]" * 80)}, "invalid_params", ""),
]  # fmt: skip


def truth(data: Path) -> dict[str, bytes]:
    """Every truth file with its bytes; what is derived or our own is left out."""
    folders = ("knowledge-graph/facts.jsonl", "sessions/*.jsonl")
    return {str(path): path.read_bytes() for folder in folders for path in data.glob(folder)}


def still_serves(daemon: Daemon) -> None:
    with daemon.connect() as wire:
        assert wire.call("facts.add", FACT)["status"] in ("added", "reinforced")
        assert (
            wire.call("recall.query", {"query": "northern cliff", "boost": False})["results"][0]["subject"]
            == "lighthouse"
        )


def test_a_bad_value_gets_an_error_that_helps_and_leaves_no_trace(daemon: Daemon) -> None:
    still_serves(daemon)
    wrong: dict[str, str] = {}
    with daemon.connect() as wire:
        wire.call("sessions.start", {"session_id": "s"})
        wire.call("sessions.append", {"session_id": "s", "messages": [MESSAGE]})
        before = truth(daemon.data)
        for what, method, params, code, words in BAD_VALUES:
            try:
                result = wire.call(method, params)
                wrong[what] = f"was accepted: {result}"
            except RpcError as error:
                if error.code != code or words not in error.sentence or "Traceback" in error.sentence:
                    wrong[what] = str(error)
    assert wrong == {}
    assert truth(daemon.data) == before
    still_serves(daemon)


def test_of_many_facts_the_good_ones_are_added_and_the_bad_ones_named(daemon: Daemon) -> None:
    facts = [FACT, FACT | {"subject": ""}, FACT | {"object": "x" * (64 * KIB + 1)}, FACT | {"subject": "harbour"}]
    with daemon.connect() as wire:
        reply = wire.call("facts.add_many", {"facts": facts})
        found = wire.call("facts.find", {})["facts"]
    assert reply["added"] == 2
    assert [(each["index"], each["code"]) for each in reply["rejected"]] == [(1, "invalid_params"), (2, "too_large")]
    assert sorted(each["subject"] for each in found) == ["harbour", "lighthouse"]


def test_an_error_does_not_give_back_all_that_was_sent(daemon: Daemon) -> None:
    long = "y" * (3 << 20)
    with daemon.connect() as wire:
        for method, params in (("notes.write", {"layer": "knowledge", "text": "a", "audience": long}), (long, {})):
            with pytest.raises(RpcError) as caught:
                wire.call(method, params)
            assert len(caught.value.sentence) < 400 and len(str(caught.value.data)) < 400


def test_an_unknown_name_however_long_takes_no_time_of_others(daemon: Daemon) -> None:
    with daemon.connect() as wire:
        wire.call("rpc.ping")
        before = daemon.cpu_seconds()
        for _ in range(10):
            with pytest.raises(RpcError, match="unknown method"):
                wire.call("y" * (7 << 20))
        assert daemon.cpu_seconds() - before < 1.5  # five where it is compared with each


def test_each_bad_one_of_many_takes_little_time(daemon: Daemon) -> None:
    with daemon.connect() as wire:
        before = daemon.cpu_seconds()
        assert len(wire.call("facts.add_many", {"facts": [{"subject": "a"}] * 20_000})["rejected"]) == 20_000
        assert daemon.cpu_seconds() - before < 3  # eight where its type is looked into anew


def test_what_exists_is_not_stored_twice(daemon: Daemon) -> None:
    message = MESSAGE | {"id": "m-1"}
    with daemon.connect() as wire:
        first = wire.call("facts.add", FACT)
        again = wire.call("facts.add", FACT | {"subject": "  LIGHTHOUSE "})
        assert (again["id"], again["status"]) == (first["id"], "reinforced")
        wire.call("sessions.start", {"session_id": "s"})
        keys = wire.call("sessions.append", {"session_id": "s", "messages": [message]})["keys"]
        reply = wire.call("sessions.append", {"session_id": "s", "messages": [message]})
        assert (reply["appended"], reply["keys"]) == (0, keys)
        assert wire.call("sessions.start", {"session_id": "s"})["resumed"]
        assert len(wire.call("sessions.read", {"session_id": "s"})["messages"]) == 1


def request(method: str = "facts.add", params: Any = FACT) -> bytes:
    packed: bytes = msgpack.packb([0, 1, method, [params]])
    return packed


def deep(levels: int) -> bytes:
    """A request whose params are arrays in arrays."""
    return b"\x94\x00\x01" + msgpack.packb("facts.add") + b"\x91" * levels + b"\x90"


FAULTY_FRAMES: dict[str, bytes] = {
    "no msgpack at all": b"\xc1\xc1\xc1\xc1",
    "HTTP": b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "no array": msgpack.packb({"method": "facts.add"}),
    "an unknown type": msgpack.packb([9, 1, "facts.add", [FACT]]),
    "too short": msgpack.packb([0, 1]),
    "too long": msgpack.packb([0, 1, "facts.add", [FACT], 5]),
    "a msgid that is text": msgpack.packb([0, "1", "facts.add", [FACT]]),
    "a negative msgid": msgpack.packb([0, -1, "facts.add", [FACT]]),
    "nested without end": deep(100_000),
    "a string of 4 GB": b"\x94\x00\x01\xdb\xff\xff\xff\xff" + b"x" * 100,
    "an array of 4 G elements": b"\xdd\xff\xff\xff\xff" + b"\x00" * 100,
    "a map of 4 G pairs": b"\x94\x00\x01\xa9facts.add\x91\xdf\xff\xff\xff\xff",
    "9 MiB in one frame": msgpack.packb([0, 1, "facts.add", [FACT | {"object": "x" * (9 << 20)}]]),
}


def talk(path: Path, data: bytes) -> bytes:
    """Send the bytes, close our half, and read all that comes back; a daemon that hangs up is fine."""
    answer = b""
    with socket.socket(socket.AF_UNIX) as connection:
        connection.settimeout(30)
        connection.connect(str(path))
        try:
            connection.sendall(data)
            connection.shutdown(socket.SHUT_WR)
            while more := connection.recv(1 << 16):
                answer += more
        except (BrokenPipeError, ConnectionResetError):
            pass
    return answer


def test_a_faulty_frame_closes_its_connection_and_harms_no_other(daemon: Daemon) -> None:
    still_serves(daemon)
    before = truth(daemon.data)
    with daemon.connect() as bystander:
        for what, data in FAULTY_FRAMES.items():
            replies = list(msgpack.Unpacker(BytesStream(talk(daemon.socket, data))))
            assert [reply[2][0] for reply in replies] in ([], ["too_large"], ["invalid_params"]), what
            assert all(reply[1] == 1 for reply in replies), what
            assert bystander.call("facts.find", {"subject": "lighthouse"})["facts"], what
    assert truth(daemon.data) == before
    still_serves(daemon)


class BytesStream:
    """Bytes as the file that msgpack reads from."""

    def __init__(self, data: bytes) -> None:
        self._data = data

    def read(self, length: int) -> bytes:
        taken, self._data = self._data[:length], self._data[length:]
        return taken


def test_a_truncated_frame_changes_nothing(daemon: Daemon) -> None:
    whole = request()
    with daemon.connect() as wire:
        for kept in range(1, len(whole)):
            assert talk(daemon.socket, whole[:kept]) == b""
        assert wire.call("facts.find", {})["facts"] == []


def test_random_bytes_harm_nobody(daemon: Daemon) -> None:
    numbers = random.Random(4)
    still_serves(daemon)
    with daemon.connect() as bystander:
        for _ in range(200):
            whole = bytearray(request())
            for _ in range(numbers.randint(1, 8)):
                whole[numbers.randrange(len(whole) - 2)] = numbers.randrange(256)
            talk(daemon.socket, numbers.randbytes(numbers.randint(1, 400)))
            talk(daemon.socket, bytes(whole[: numbers.randint(1, len(whole) - 1)]))
            bystander.call("rpc.ping")
    for written in truth(daemon.data).values():
        assert all(set(FACT) <= set(json.loads(line)) for line in written.splitlines())
    still_serves(daemon)


def test_a_frame_that_comes_byte_by_byte_is_served(daemon: Daemon) -> None:
    with daemon.connect() as wire:
        for byte in request():
            wire.socket.sendall(bytes([byte]))
        reply = wire.receive()
    assert (reply[0], reply[1], reply[2]) == (1, 1, None)
    assert reply[3]["status"] == "added"


def test_malformed_lines_are_reported_and_left_where_they_are(daemon_folder: Path) -> None:
    daemon = Daemon(daemon_folder)
    graph = daemon.data / "knowledge-graph"
    graph.mkdir(parents=True)
    good = {"id": "fact-1", **FACT, "source": "hand", "created": "2026-05-15T14:30:00Z", "activation": 1.0}
    broken = '{"subject": "half a line'
    (graph / "facts.jsonl").write_text(f"{json.dumps(good)}\n{broken}\n[1, 2]\n")
    try:
        with daemon.start().connect() as wire:
            problems = wire.call("system.health")["problems"]
            assert {(each["path"], each["line"]) for each in problems} >= {
                ("knowledge-graph/facts.jsonl", 2),
                ("knowledge-graph/facts.jsonl", 3),
            }
            assert wire.call("recall.query", {"query": "lighthouse", "boost": False})["results"][0]["key"] == "fact-1"
            wire.call("facts.add", FACT | {"subject": "harbour"})
        assert broken in (graph / "facts.jsonl").read_text().splitlines()
    finally:
        daemon.kill()


def test_a_frame_with_a_lying_length_waits_for_the_rest_and_blocks_nobody(daemon: Daemon) -> None:
    with socket.socket(socket.AF_UNIX) as liar, daemon.connect() as wire:
        liar.connect(str(daemon.socket))
        liar.sendall(b"\x94\x00\x01\xda" + struct.pack(">H", 60_000) + b"x" * 10)
        assert wire.call("facts.add", FACT)["status"] == "added"


def test_a_faulty_path_or_pattern_is_told_by_its_param(daemon: Daemon) -> None:
    wrong = [
        ("recall.get", {"key": "/etc/passwd"}, "key"),
        ("recall.get", {"key": "../x"}, "key"),
        ("recall.grep", {"pattern": "("}, "pattern"),
        ("recall.grep", {"pattern": ""}, "pattern"),
        ("recall.grep", {"pattern": "a", "paths": ["/etc"]}, "paths"),
        ("recall.grep", {"pattern": "a", "paths": ["memory/[z-a].md"]}, "paths"),
        ("recall.search", {"query": "a", "paths": [".memoryd"]}, "paths"),
    ]
    told = []
    with daemon.connect() as wire:
        for method, params, _ in wrong:
            try:
                wire.call(method, params)
            except RpcError as error:
                told.append((method, params, error.data.get("param")))
    assert told == wrong
