"""A blocking MessagePack-RPC connection of a few lines, so that tests see the wire and not our own client."""

from __future__ import annotations

import socket
from types import TracebackType
from typing import Any

import msgpack


class RpcError(Exception):
    """An error reply: `code`, `sentence`, `data`."""

    def __init__(self, error: list[Any]) -> None:
        super().__init__(f"{error[0]}: {error[1]} {error[2]}")
        self.code, self.sentence, self.data = error


class Wire:
    """One connection; one request at a time."""

    def __init__(self, path: str, timeout: float = 60) -> None:
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(timeout)
        self._unpacker = msgpack.Unpacker(max_buffer_size=64 << 20)
        self._id = 0
        try:
            self.socket.connect(path)
        except OSError:
            self.socket.close()
            raise

    def call(self, method: str, params: dict[str, Any] | None = None) -> Any:
        """The result. Raises RpcError for an error reply, ConnectionError when the daemon goes away."""
        self.send(method, params)
        return self.answer()

    def send(self, method: str, params: dict[str, Any] | None = None) -> None:
        """Ask, and wait for nothing."""
        self._id += 1
        self.socket.sendall(msgpack.packb([0, self._id, method, [] if params is None else [params]]))

    def answer(self) -> Any:
        """The result of what was asked last."""
        while True:
            message = self.receive()
            if message[0] == 1 and message[1] == self._id:
                if message[2] is not None:
                    raise RpcError(message[2])
                return message[3]

    def receive(self) -> Any:
        """The next message of any kind."""
        while True:
            for message in self._unpacker:
                return message
            data = self.socket.recv(1 << 16)
            if not data:
                raise ConnectionResetError("the daemon closed the connection")
            self._unpacker.feed(data)

    def close(self) -> None:
        self.socket.close()

    def __enter__(self) -> Wire:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
