"""A daemon's queue that another client keeps full is waited for, as long as the call may take."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import socket
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path

import msgpack
import pytest

from memoryd.client import AsyncClient, CallTimeout, Client, DaemonUnavailable
from tests.support.daemon import ROOT


class Crowded:
    """Listens, with a queue that is full of others."""

    def __init__(self, path: str) -> None:
        self.path = path
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(path)
        self._listener.listen(1)
        self.others: list[socket.socket] = []
        while True:
            other = socket.socket(socket.AF_UNIX)
            other.setblocking(False)
            self.others.append(other)
            try:
                other.connect(path)
            except BlockingIOError:
                break

    def accept_all(self) -> None:
        """Hang up on the others, and answer the first one who asks."""
        while True:
            accepted, _ = self._listener.accept()
            with accepted:
                data = accepted.recv(1 << 16)
                if data:
                    while data:
                        _, msgid, *_ = msgpack.unpackb(data)
                        accepted.sendall(msgpack.packb([1, msgid, None, {"pong": True}]))
                        data = accepted.recv(1 << 16)
                    return

    def close(self) -> None:
        for one in (self._listener, *self.others):
            one.close()


@pytest.fixture
def crowded(tmp_path: Path) -> Iterator[Crowded]:
    made = Crowded(str(tmp_path / "s"))
    yield made
    made.close()


def test_a_client_waits_until_there_is_room(crowded: Crowded) -> None:
    client = Client(crowded.path, timeout=60)
    answers: list[object] = []
    asking = threading.Thread(target=lambda: answers.append(client.rpc.ping()))
    asking.start()
    for other in crowded.others:
        other.close()
    server = threading.Thread(target=crowded.accept_all, daemon=True)
    server.start()
    asking.join(60)
    client.close()
    assert answers == [{"pong": True}]


def test_an_async_client_waits_until_there_is_room(crowded: Crowded) -> None:
    async def ask() -> object:
        async with AsyncClient(crowded.path, timeout=60) as client:
            asking = asyncio.ensure_future(client.rpc.ping())
            await asyncio.sleep(0)
            for other in crowded.others:
                other.close()
            threading.Thread(target=crowded.accept_all, daemon=True).start()
            return await asking

    assert asyncio.run(ask()) == {"pong": True}


ASK = """
import {{ Client }} from "{}";
const client = new Client({});
const asked = client.call("rpc.ping");
await new Promise(setImmediate);
console.log("asked");
console.log(await asked);
client.close();
"""
NODE = {
    "node": ("contrib/clients/node/memoryd.js", "{ path: process.env.MEMORYD_SOCKET }"),
    "openclaw": ("contrib/openclaw/client.js", "process.env.MEMORYD_SOCKET"),
}


@pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
@pytest.mark.parametrize("program", NODE)
def test_a_node_client_waits_until_there_is_room(crowded: Crowded, program: str) -> None:
    """Node takes a full queue for an error."""
    module, options = NODE[program]
    if program == "node" and not (ROOT / "contrib/clients/node/node_modules/@msgpack").is_dir():
        pytest.skip("its MessagePack is not installed: make test-adapters")
    script = ASK.format(ROOT / module, options)
    with subprocess.Popen(
        ["node", "--input-type=module", "-e", script], stdout=subprocess.PIPE, text=True,
        env={**os.environ, "MEMORYD_SOCKET": crowded.path},
    ) as asking:  # fmt: skip
        assert asking.stdout is not None
        assert asking.stdout.readline() == "asked\n"
        for other in crowded.others:
            other.close()
        threading.Thread(target=crowded.accept_all, daemon=True).start()
        assert asking.stdout.read() == "{ pong: true }\n"


def test_who_finds_no_room_in_time_is_told_that_nothing_was_sent(crowded: Crowded) -> None:
    with pytest.raises(DaemonUnavailable, match="accepts nobody at the moment"):
        Client(crowded.path, timeout=0.05).rpc.ping()

    async def ask() -> None:
        await AsyncClient(crowded.path, timeout=0.05).rpc.ping()

    with pytest.raises(CallTimeout):
        asyncio.run(ask())


def test_a_signal_does_not_end_the_wait(crowded: Crowded) -> None:
    """Python takes a connect that a signal interrupted for done."""
    before = signal.signal(signal.SIGALRM, lambda *_: None)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.02, 0.02)
        with pytest.raises(DaemonUnavailable):
            Client(crowded.path, timeout=0.3).rpc.ping()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
