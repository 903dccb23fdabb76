"""The servers of the rpc tests, and a daemon that does what a script says."""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgpack
import pytest

from tests.rpc.conftest import rig, start

__all__ = ["rig", "start"]


@pytest.fixture
def new_loop() -> Callable[[], asyncio.AbstractEventLoop]:
    """The loop of the servers: clients meet the same bytes of either."""
    return asyncio.new_event_loop


Step = Callable[[socket.socket, list[Any]], bool]
"""Gets the connection and the request; whether to go on with this connection."""


class Scripted:
    """Listens, and lets one step deal with each request; a step that returns False hangs up."""

    def __init__(self, path: str, steps: list[Step]) -> None:
        self.path = path
        self.requests: list[str] = []
        self.connections = 0
        self._steps = list(steps)
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(path)
        self._listener.listen()
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self._thread.join()

    def _serve(self) -> None:
        while True:
            try:
                connection, _ = self._listener.accept()
            except OSError:
                return
            self.connections += 1
            with connection:
                self._talk(connection)

    def _talk(self, connection: socket.socket) -> None:
        unpacker = msgpack.Unpacker()
        while data := connection.recv(65536):
            unpacker.feed(data)
            for message in unpacker:
                self.requests.append(message[2])
                step = self._steps.pop(0) if self._steps else answer
                if not step(connection, message):
                    return


def answer(connection: socket.socket, message: list[Any]) -> bool:
    connection.sendall(msgpack.packb([1, message[1], None, message[2]]))
    return True


def answer_and_hang_up(connection: socket.socket, message: list[Any]) -> bool:
    answer(connection, message)
    return False


def hang_up(connection: socket.socket, message: list[Any]) -> bool:
    return False


def garbage(connection: socket.socket, message: list[Any]) -> bool:
    connection.sendall(b"\xc1\xc1\xc1")
    connection.recv(1)
    return False


def refuse_oddly(connection: socket.socket, message: list[Any]) -> bool:
    connection.sendall(msgpack.packb([1, message[1], ["brand_new", "from the future", {"a": 1}], None]))
    return True


def answer_another_first(connection: socket.socket, message: list[Any]) -> bool:
    connection.sendall(msgpack.packb([1, 4_000_000_000, None, "not asked for"]))
    return answer(connection, message)


@pytest.fixture
def scripted(tmp_path: Path) -> Iterator[Callable[..., Scripted]]:
    daemons: list[Scripted] = []

    def begin(*steps: Step) -> Scripted:
        daemons.append(Scripted(str(tmp_path / "scripted.sock"), list(steps)))
        return daemons[-1]

    yield begin
    for daemon in daemons:
        daemon.close()
