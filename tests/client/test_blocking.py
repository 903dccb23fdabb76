"""The blocking client against the real server, and against daemons that come and go."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from memoryd.client import CallTimeout, Client, ConnectionLost, DaemonUnavailable, discover_socket
from memoryd.errors import Busy, Conflict, InvalidParams, MemorydError, NotFound, TooLarge, Unsupported
from tests.client.conftest import (
    Scripted,
    answer,
    answer_and_hang_up,
    answer_another_first,
    garbage,
    hang_up,
    refuse_oddly,
)
from tests.rpc.harness import DEADLINE, Rig
from tests.support.wait import until


def test_methods_are_called_by_name_or_by_namespace(rig: Rig) -> None:
    with Client(rig.path) as client:
        assert client.call("test.read", {"text": "a"}) == "a"
        assert client.call("test.read", text="b") == "b"
        assert client.call("test.echo", {"text": "c"}, k=3)["k"] == 3
        assert client.test.read(text="d") == "d"
        assert client.test.read({"text": "e"}) == "e"
        assert client.rpc.ping() == {"pong": True}
        assert client.test.read(text="x" * 3_000_000) == "x" * 3_000_000
        client.notify("test.note", text="f")
        client.rpc.ping()
    assert rig.methods.noted == ["f"]


def test_params_in_a_row_are_refused_with_how_to_write_them(rig: Rig) -> None:
    with Client(rig.path) as client:
        for given in (["a"], ["a", "b"], [["a"]], [0]):
            with pytest.raises(TypeError, match=r"^test\.read takes its params by name or as one map, not "):
                client.test.read(*given)
        assert client.rpc.ping({}) == {"pong": True}


def test_a_private_name_is_no_namespace(rig: Rig) -> None:
    with Client(rig.path) as client:
        with pytest.raises(AttributeError):
            _ = client._nothing
        with pytest.raises(AttributeError):
            _ = client.test._nothing
        assert repr(client.test) == "<methods test.*>"


@pytest.mark.parametrize(
    ("method", "params", "kind", "part"),
    [
        ("test.echo", {"txet": 1}, InvalidParams, "did you mean 'text'"),
        ("test.write", {"text": "conflict"}, Conflict, "that exists"),
        ("rpc.pong", {}, Unsupported, "did you mean 'rpc.ping'"),
        ("rpc.cancel", {"token": "t"}, NotFound, "no call of yours"),
        ("test.zeros", {"size": 9_000_000}, TooLarge, "ask for less"),
        ("test.read", {"text": "x" * 9_000_000}, TooLarge, "split it"),
        ("test.read", {"text": object()}, InvalidParams, "plain values"),
        ("test.read", {"text": "\udcff"}, InvalidParams, "plain values"),
    ],
)
def test_a_refusal_is_the_exception_of_its_code(
    rig: Rig, method: str, params: dict[str, Any], kind: type[MemorydError], part: str
) -> None:
    with Client(rig.path) as client:
        with pytest.raises(kind, match=part) as caught:
            client.call(method, params)
        assert client.rpc.ping() == {"pong": True}
    assert caught.value.sentence == str(caught.value)


def test_data_of_a_refusal_and_a_code_of_a_newer_daemon(rig: Rig, scripted: Callable[..., Scripted]) -> None:
    with Client(rig.path) as client, pytest.raises(Conflict) as caught:
        client.test.write(text="conflict")
    assert caught.value.data == {"text": "conflict"}

    with Client(scripted(refuse_oddly).path) as client, pytest.raises(MemorydError, match="from the future") as odd:
        client.a.b()
    assert (odd.value.code, odd.value.data) == ("brand_new", {"a": 1})


def test_it_says_who_it_is_and_what_it_needs(rig: Rig) -> None:
    with Client(rig.path, name="tester", version="3", required=("facts",)) as client:
        client.rpc.ping()
        assert rig.on_loop(rig.server.connections)[0]["client"] == {"name": "tester", "version": "3"}
    with Client(rig.path, required=("psychic",)) as client, pytest.raises(Unsupported, match="psychic"):
        client.rpc.ping()


def test_many_threads_share_one_connection(rig: Rig) -> None:
    with Client(rig.path) as client, ThreadPoolExecutor(16) as pool:
        answers = list(pool.map(lambda number: client.test.write(text=str(number))["id"], range(400)))
        assert len(rig.on_loop(rig.server.connections)) == 1
    assert [str(number) for number in range(400)] == answers


def test_a_call_that_waits_holds_up_no_other(rig: Rig) -> None:
    with Client(rig.path) as client, ThreadPoolExecutor(4) as pool:
        waiting = [pool.submit(client.test.wait, text=str(number)) for number in range(3)]
        for _ in waiting:
            assert rig.methods.started.acquire(timeout=DEADLINE)
        assert client.rpc.ping() == {"pong": True}
        rig.methods.gate.set()
        assert [one.result(DEADLINE) for one in waiting] == ["0", "1", "2"]


def test_progress_is_told_in_the_callers_thread(rig: Rig) -> None:
    seen: list[tuple[Any, ...]] = []
    with Client(rig.path) as client:
        result = client.call("test.long", steps=3, progress=lambda *news: seen.append((*news, threading.get_ident())))
    assert result == {"steps": 3}
    here = threading.get_ident()
    assert [("step 0", 1, 3, here), ("step 1", 2, 3, here), ("step 2", 3, 3, here)] == seen


def test_a_token_in_the_place_of_a_function_is_refused_before_anything_is_sent(rig: Rig) -> None:
    with Client(rig.path) as client:
        with pytest.raises(TypeError, match=r"progress takes a function of .* not str"):
            client.call("test.note", text="sent", progress="token")  # type: ignore[arg-type]
        client.rpc.ping()
    assert rig.methods.noted == []


class StopIt(Exception):
    pass


def test_raising_in_progress_cancels_the_call(rig: Rig) -> None:
    def refuse(stage: str, done: int, total: int) -> None:
        raise StopIt

    with Client(rig.path) as client:
        with pytest.raises(StopIt):
            client.test.endless(progress=refuse)
        assert rig.methods.cancelled.wait(DEADLINE)
        assert client.rpc.ping() == {"pong": True}


def test_a_long_call_that_another_cancels_is_busy(rig: Rig) -> None:
    with Client(rig.path) as client, ThreadPoolExecutor(1) as pool:
        running = pool.submit(client.call, "test.endless", {"progress": "mine"}, progress=lambda *news: None)
        assert rig.methods.started.acquire(timeout=DEADLINE)
        assert client.rpc.cancel(token="mine")["status"] == "cancelling"
        with pytest.raises(Busy, match="cancelled"):
            running.result(DEADLINE)


def test_no_answer_in_time(rig: Rig) -> None:
    with Client(rig.path) as client:
        with pytest.raises(CallTimeout, match=r"test\.wait was not answered within 0\.05 s"):
            client.test.wait(timeout=0.05)
        rig.methods.gate.set()
        # The late answer is nobody's; the connection goes on.
        assert client.test.read(text="next") == "next"
        assert len(rig.on_loop(rig.server.connections)) == 1


def test_a_timeout_cancels_a_long_call(rig: Rig) -> None:
    with Client(rig.path) as client:
        with pytest.raises(CallTimeout):
            client.test.endless(timeout=0.05, progress=lambda *news: None)
        assert rig.methods.cancelled.wait(DEADLINE)


def test_notifications_go_to_their_handler(rig: Rig) -> None:
    seen: list[tuple[str, Any]] = []
    with Client(rig.path, on_notification=lambda method, params: seen.append((method, params))) as client:
        client.rpc.ping()
        [info] = rig.on_loop(rig.server.connections)
        rig.on_loop(lambda: rig.server.notify(info["id"], "system.event", {"n": 1}))
        client.rpc.ping()
        rig.on_loop(lambda: rig.server.notify(info["id"], "system.event", {"n": 2}))
        until(lambda: client.listen(0.01) or len(seen) == 2)
    assert seen == [("system.event", {"n": 1}), ("system.event", {"n": 2})]


def notified(rig: Rig, count: int) -> None:
    [info] = rig.on_loop(rig.server.connections)
    for number in range(count):
        rig.on_loop(lambda number=number: rig.server.notify(info["id"], "system.event", {"n": number}))


def test_a_handler_may_call_and_what_comes_meanwhile_waits_for_it(rig: Rig) -> None:
    seen: list[Any] = []

    def handler(method: str, params: Any) -> None:
        seen.append(f"begun {params['n']}")
        if len(seen) == 1:
            notified(rig, 2)
        seen.append(client.test.read(text=str(params["n"])))

    with Client(rig.path, DEADLINE, on_notification=handler) as client:
        client.rpc.ping()
        notified(rig, 1)
        until(lambda: client.listen(0.01) or len(seen) >= 6)
    assert seen == ["begun 0", "0", "begun 0", "0", "begun 1", "1"]


def test_what_a_handler_raises_comes_out_of_listening_and_of_no_call(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    seen, shown = list[int](), list[Any]()
    monkeypatch.setattr(threading, "excepthook", lambda hooked: shown.append(hooked.exc_value.args))

    def handler(method: str, params: Any) -> None:
        seen.append(params["n"])
        raise CallTimeout(params["n"])

    with Client(rig.path, on_notification=handler) as client:
        client.rpc.ping()
        notified(rig, 2)
        assert client.test.write(text="a") == {"id": "a"}
        until(lambda: client.rpc.ping() and len(shown) == 2)
        notified(rig, 2)
        for _ in range(2):
            with pytest.raises(CallTimeout):
                client.listen(DEADLINE)
    assert (seen, shown) == ([0, 1, 0, 1], [(0,), (1,)])


def test_a_connection_that_dropped_before_the_request_is_opened_again(scripted: Callable[..., Scripted]) -> None:
    daemon = scripted(answer_and_hang_up, answer)
    with Client(daemon.path) as client:
        assert client.facts.add() == "facts.add"
        until(lambda: daemon._listener and client._link and _hung_up(client))
        assert client.facts.add() == "facts.add"
    assert (daemon.requests, daemon.connections) == (["facts.add", "facts.add"], 2)


def _hung_up(client: Client) -> bool:
    assert client._link is not None
    try:
        return client._link._socket.recv(1, socket.MSG_PEEK) == b""
    except BlockingIOError:
        return False


def test_a_write_that_may_have_been_done_is_not_repeated(scripted: Callable[..., Scripted]) -> None:
    daemon = scripted(hang_up)
    with Client(daemon.path) as client:
        with pytest.raises(ConnectionLost, match=r"dropped before facts\.add was answered; it may have been done"):
            client.facts.add()
        assert client.facts.get() == "facts.get"
    assert daemon.requests == ["facts.add", "facts.get"]


@pytest.mark.parametrize(("method", "retry"), [("recall.query", None), ("facts.add", True)])
def test_a_read_is_repeated_once(scripted: Callable[..., Scripted], method: str, retry: bool | None) -> None:
    daemon = scripted(hang_up, answer, hang_up, hang_up)
    with Client(daemon.path) as client:
        assert client.call(method, retry=retry) == method
        with pytest.raises(ConnectionLost, match="twice"):
            client.call(method, retry=retry)
    assert [method] * 4 == daemon.requests


def test_a_read_may_be_forbidden_to_be_repeated(scripted: Callable[..., Scripted]) -> None:
    with Client(scripted(hang_up).path) as client, pytest.raises(ConnectionLost):
        client.recall.query(retry=False)


def test_a_daemon_that_talks_nonsense(scripted: Callable[..., Scripted]) -> None:
    with Client(scripted(garbage, answer_another_first).path) as client:
        with pytest.raises(ConnectionLost):
            client.facts.add()
        assert client.facts.add() == "facts.add"


def test_closing_ends_calls_of_other_threads(rig: Rig) -> None:
    client = Client(rig.path)
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(client.test.wait)
        assert rig.methods.started.acquire(timeout=DEADLINE)
        client.close()
        with pytest.raises(ConnectionLost):
            waiting.result(DEADLINE)
    assert client.rpc.ping() == {"pong": True}
    client.close()


def test_the_daemon_comes_back(start: Callable[..., Rig]) -> None:
    rig = start()
    with Client(rig.path) as client:
        client.test.write(text="a")
        rig.stop()
        with pytest.raises(DaemonUnavailable):
            client.test.write(text="b")
        start()
        assert client.test.write(text="c") == {"id": "c"}


def test_a_fork_gets_its_own_connection(rig: Rig) -> None:
    code = """
import os, sys, threading
from memoryd.client import Client
client = Client(sys.argv[1])
client.rpc.ping()
held = threading.Event()
def hold():
    with client._connecting:
        held.set()
        done.wait()
done = threading.Event()
threading.Thread(target=hold).start()
held.wait()
child = os.fork()
ok = all(client.test.read(text=str(n)) == str(n) for n in range(50))
if child == 0:
    client.close()
    os._exit(0 if ok else 1)
done.set()
ok = ok and os.waitpid(child, 0)[1] == 0 and client.rpc.ping() == {"pong": True}
client.close()
sys.exit(0 if ok else 1)
"""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code, rig.path], check=False, capture_output=True, text=True, timeout=30
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert rig.on_loop(rig.server.metrics)["accepted"] == 2


def _nothing(path: Path) -> None:
    pass


def _dead_socket(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as dead:
        dead.bind(str(path))


def _file(path: Path) -> None:
    path.write_text("no socket")


@pytest.mark.parametrize(
    ("prepare", "part"),
    [(_nothing, "there is no socket; start the daemon"), (_dead_socket, "nobody listens"), (_file, "nobody listens")],
)
def test_no_daemon(tmp_path: Path, prepare: Callable[[Path], None], part: str) -> None:
    path = tmp_path / "none.sock"
    prepare(path)
    with Client(path) as client, pytest.raises(DaemonUnavailable, match=part) as caught:
        client.rpc.ping()

    assert caught.value.path == str(path)
    assert str(path) in str(caught.value)


def test_where_the_daemon_is_looked_for(tmp_path: Path) -> None:
    own = tmp_path / "memoryd" / "memoryd.sock"
    assert discover_socket({}) == "/run/memoryd/memoryd.sock"
    assert discover_socket({"XDG_RUNTIME_DIR": str(tmp_path)}) == "/run/memoryd/memoryd.sock"
    own.parent.mkdir()
    _dead_socket(own)
    assert discover_socket({"XDG_RUNTIME_DIR": str(tmp_path)}) == str(own)
    assert discover_socket({"XDG_RUNTIME_DIR": str(tmp_path), "MEMORYD_SOCKET": "/x"}) == "/x"
    assert discover_socket({"MEMORYD_SOCKET": ""}) == "/run/memoryd/memoryd.sock"


def test_the_client_imports_nothing_heavy() -> None:
    code = """
import sys
import memoryd.client
heavy = {"asyncio", "msgspec", "structlog", "tantivy", "uvloop", "inspect", "dataclasses", "logging"} & set(sys.modules)
rooms = {name for name in sys.modules if name.startswith("memoryd.")}
print(sorted(heavy), sorted(rooms))
"""
    output = subprocess.run(
        [sys.executable, "-c", code], check=True, capture_output=True, text=True, timeout=30, env={**os.environ}
    ).stdout
    assert output.split("]")[0] == "["
    assert set(eval(output.split("] ")[1])) == {
        "memoryd.client", "memoryd.client.blocking", "memoryd.client.calls", "memoryd.client.link",
        "memoryd.client.reads", "memoryd.errors", "memoryd.rpc", "memoryd.rpc.addresses", "memoryd.rpc.frames",
        "memoryd.rpc.messages",
    }  # fmt: skip
