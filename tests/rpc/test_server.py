"""The socket file, the end in order, and what the server tells of itself."""

from __future__ import annotations

import contextlib
import os
import socket
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from memoryd.errors import Conflict
from memoryd.rpc.authorise import AccessPolicy, Peer
from memoryd.rpc.registry import Access
from memoryd.rpc.sockets import Listening
from tests.rpc.harness import DEADLINE, Raw, Rig
from tests.support.wait import until


def test_the_socket_is_for_the_user_and_the_group_and_leaves_with_the_server(rig: Rig) -> None:
    mode = os.stat(rig.path).st_mode
    assert stat.S_ISSOCK(mode)
    assert stat.S_IMODE(mode) == 0o660
    assert [os.path.basename(rig.path)] == os.listdir(os.path.dirname(rig.path))

    rig.stop()
    assert not os.path.exists(rig.path)


def test_a_stale_socket_is_replaced(start: Callable[..., Rig], tmp_path: Path) -> None:
    path = str(tmp_path / "m.sock")
    with socket.socket(socket.AF_UNIX) as dead:
        dead.bind(path)
    rig = start(path=path)
    with Raw(rig.path) as raw:
        assert raw.call("rpc.ping") == {"pong": True}


def test_a_file_that_is_no_socket_is_not_removed(start: Callable[..., Rig], tmp_path: Path) -> None:
    (tmp_path / "m.sock").write_text("precious")
    with pytest.raises(Conflict, match="is a file, not a socket"):
        start()
    assert (tmp_path / "m.sock").read_text() == "precious"


def test_the_socket_of_a_living_daemon_is_not_taken(rig: Rig, start: Callable[..., Rig]) -> None:
    with pytest.raises(Conflict, match="another daemon listens on"):
        start(path=rig.path)
    with Raw(rig.path) as raw:
        assert raw.call("rpc.ping") == {"pong": True}


def test_a_socket_that_another_has_put_in_our_place_stays(rig: Rig) -> None:
    os.unlink(rig.path)
    with socket.socket(socket.AF_UNIX) as other:
        other.bind(rig.path)
        rig.stop()
        assert os.path.exists(rig.path)


def test_a_socket_that_was_handed_over_keeps_its_file(start: Callable[..., Rig], tmp_path: Path) -> None:
    path = str(tmp_path / "handed.sock")
    listening = socket.socket(socket.AF_UNIX)
    listening.bind(path)
    listening.listen()
    rig = start(path=path, where=Listening(listening, path, is_ours=False))
    with Raw(path) as raw:
        assert raw.call("rpc.ping") == {"pong": True}
        os.rename(path, f"{path}.moved")
        with pytest.raises(Conflict, match="restart the unit of the socket"):
            rig.wait_for(rig.server.listen_again())
        os.rename(f"{path}.moved", path)
        assert not rig.wait_for(rig.server.listen_again())
    rig.stop()

    assert os.path.exists(path)


def test_a_path_longer_than_the_kernel_takes(start: Callable[..., Rig], tmp_path: Path) -> None:
    folder = tmp_path / ("long" * 40)
    folder.mkdir()
    rig = start(path=str(folder / "m.sock"))

    assert rig.on_loop(rig.server.connections) == []
    assert stat.S_ISSOCK((folder / "m.sock").stat().st_mode)
    from memoryd.client import Client

    with Client(folder / "m.sock") as client:
        assert client.rpc.ping() == {"pong": True}


def test_drain_finishes_what_is_in_flight_and_turns_away_what_waits(start: Callable[..., Rig]) -> None:
    rig = start(in_flight=1)
    with Raw(rig.path) as raw, Raw(rig.path) as idle:
        raw.request(1, "test.wait", {"text": "begun"})
        assert rig.methods.started.acquire(timeout=DEADLINE)
        raw.request(2, "rpc.ping")
        idle.call("rpc.ping")
        until(lambda: rig.on_loop(lambda: [one for one in rig.server._connections if one._incoming.waits]))
        draining = rig.on_loop(lambda: rig.loop.create_task(rig.server.drain(DEADLINE)))

        assert idle.receive() is None
        with pytest.raises((ConnectionError, FileNotFoundError)):
            Raw(rig.path)
        assert raw.receive()[2][:2] == ["busy", "the daemon is stopping; try again when it is back"]
        rig.methods.gate.set()
        assert raw.receive() == [1, 1, None, "begun"]
        assert raw.receive() is None
        assert until(lambda: rig.on_loop(draining.done))
        assert rig.on_loop(draining.result) is True


def test_drain_sends_what_is_not_yet_read(rig: Rig, raw: Raw) -> None:
    raw.request(1, "test.zeros", {"size": 5_000_000})
    until(lambda: [one for one in rig.on_loop(rig.server.connections) if one["requests"]])
    draining = rig.on_loop(lambda: rig.loop.create_task(rig.server.drain(DEADLINE)))

    assert len(raw.receive()[3]) == 5_000_000
    assert raw.receive() is None
    assert until(lambda: rig.on_loop(draining.done))


def test_drain_ends_at_its_deadline(rig: Rig, raw: Raw) -> None:
    raw.request(1, "test.wait")
    assert rig.methods.started.acquire(timeout=DEADLINE)

    assert rig.wait_for(rig.server.drain(0.05)) is False
    assert raw.receive() is None


def test_connections_tell_who_is_there(rig: Rig, raw: Raw) -> None:
    raw.call("rpc.hello", {"client": {"name": "test", "version": "2"}})
    [info] = rig.on_loop(rig.server.connections)

    assert (info["uid"], info["gid"], info["pid"]) == (os.geteuid(), os.getegid(), os.getpid())
    assert (info["access"], info["requests"], info["in_flight"]) == ("admin", 1, 0)
    assert info["client"] == {"name": "test", "version": "2"}


def test_a_notification_reaches_one_connection(rig: Rig, raw: Raw) -> None:
    raw.call("rpc.ping")
    [info] = rig.on_loop(rig.server.connections)

    assert rig.on_loop(lambda: rig.server.notify(info["id"], "system.event", {"a": 1}))
    assert raw.receive() == [2, "system.event", [{"a": 1}]]
    assert not rig.on_loop(lambda: rig.server.notify(info["id"] + 1, "system.event", {}))


def test_who_does_not_read_gets_no_notifications(start: Callable[..., Rig]) -> None:
    rig = start(write_buffer=1000)
    with Raw(rig.path) as raw:
        raw.request(1, "test.zeros", {"size": 3_000_000})
        [info] = until(lambda: [one for one in rig.on_loop(rig.server.connections) if one["unread_bytes"]])

        assert not rig.on_loop(lambda: rig.server.notify(info["id"], "system.event", {}))


def test_other_lists_count_at_once(rig: Rig, raw: Raw) -> None:
    raw.call("rpc.ping")
    [connection] = rig.on_loop(lambda: list(rig.server._connections))
    rig.on_loop(lambda: rig.server.set_policy(_Fixed(Access.READ)))

    error = raw.refused("test.note", {"text": "x"})
    assert error.code == "permission_denied"
    assert rig.methods.noted == []
    rig.on_loop(lambda: rig.server.set_policy(_Fixed(Access.WRITE)))
    assert raw.call("test.note", {"text": "x"}) == "x"
    assert connection.access is Access.WRITE


class _Fixed(AccessPolicy):
    def __init__(self, level: Access) -> None:
        super().__init__()
        self._fixed = level

    def level(self, peer: object) -> Access:
        return self._fixed


def test_more_connections_than_allowed_are_refused(start: Callable[..., Rig]) -> None:
    rig = start(connections=2)
    with Raw(rig.path) as one, Raw(rig.path) as two:
        one.call("rpc.ping")
        two.call("rpc.ping")
        with Raw(rig.path) as three:
            refused = three.refused("rpc.ping")
            assert (refused.code, "daemon.max_connections" in refused.sentence) == ("limit_exceeded", True)
            assert three.receive() is None
        one.close()
        until(lambda: len(rig.on_loop(rig.server.connections)) == 1)
        with Raw(rig.path) as four:
            assert four.call("rpc.ping") == {"pong": True}
    assert rig.on_loop(rig.server.metrics)["refused"] == 1


def test_a_refused_connection_that_asks_nothing_is_closed(start: Callable[..., Rig]) -> None:
    rig = start(connections=1, linger_seconds=0.05)
    with Raw(rig.path) as one:
        one.call("rpc.ping")
        with Raw(rig.path) as two:
            assert two.receive() is None


class Mapped(AccessPolicy):
    """Takes the test's own user for one of several, in turn, of which only the last is an admin."""

    def __init__(self, *levels: Access) -> None:
        super().__init__()
        self._levels = list(levels)

    def level(self, peer: Peer) -> Access:
        return self._levels.pop(0)


def test_a_user_has_so_many_connections_and_an_admin_some_more(start: Callable[..., Rig]) -> None:
    write, admin = Access.WRITE, Access.ADMIN
    rig = start(policy=Mapped(write, write, write, admin, admin), connections_of_user=2, reserve=1)
    with Raw(rig.path) as one, Raw(rig.path) as two, Raw(rig.path) as three, Raw(rig.path) as four:
        assert one.call("rpc.ping") == two.call("rpc.ping") == {"pong": True}
        refused = three.refused("rpc.ping")
        assert (refused.code, "max_connections_per_user" in refused.sentence) == ("limit_exceeded", True)
        assert four.call("rpc.ping") == {"pong": True}
        with Raw(rig.path) as five:
            assert five.refused("rpc.ping").code == "limit_exceeded"


PING = """
import sys
from memoryd.client import Client
with Client(sys.argv[1]) as client:
    print(client.rpc.ping())
"""


def test_an_operator_gets_in_when_a_process_of_his_has_taken_every_connection(start: Callable[..., Rig]) -> None:
    rig = start(policy=Mapped(*[Access.ADMIN] * 8), connections_of_user=2, reserve=1)
    with Raw(rig.path) as busy, Raw(rig.path) as idle, Raw(rig.path) as used:
        for one in (busy, idle, used):
            one.call("rpc.ping")
        busy.request(9, "test.wait")
        assert rig.methods.started.acquire(timeout=DEADLINE)
        with Raw(rig.path) as greedy:
            assert greedy.refused("rpc.ping").code == "limit_exceeded"
        done = subprocess.run([sys.executable, "-c", PING, rig.path], capture_output=True, text=True, timeout=DEADLINE)
        assert "True" in done.stdout, done.stderr
        assert idle.receive() is None  # of those that did nothing, the one that was used the longest ago
        assert used.call("rpc.ping") == {"pong": True}
        rig.methods.gate.set()
        assert busy.receive()[1] == 9
    assert rig.on_loop(rig.server.metrics)["displaced"] == 1


def test_the_last_connections_are_for_admins(start: Callable[..., Rig]) -> None:
    write, admin = Access.WRITE, Access.ADMIN
    rig = start(policy=Mapped(*[write] * 8, admin), connections=8, reserve=1)
    with contextlib.ExitStack() as open_ones:
        others = [open_ones.enter_context(Raw(rig.path)) for _ in range(8)]
        assert [one.call("rpc.ping") for one in others[:7]] == [{"pong": True}] * 7
        assert others[7].refused("rpc.ping").code == "limit_exceeded"
        assert open_ones.enter_context(Raw(rig.path)).call("rpc.ping") == {"pong": True}
