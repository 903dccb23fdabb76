"""A daemon of a few lines: MessagePack-RPC on a real Unix socket, with the answers that a test gives it."""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgpack

from memoryd.errors import MemorydError

Notify = Callable[[str, dict[str, Any]], None]


class FakeDaemon:
    """Answers each method by `answers[method]`: a value, a MemorydError, or a function of (params, notify)."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.answers: dict[str, Any] = {}
        self.requests: list[tuple[str, dict[str, Any]]] = []
        self.told: list[tuple[str, dict[str, Any]]] = []
        """Notifications."""
        self.left = threading.Event()
        """Set when a connection has been closed by its client."""
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(str(path))
        self._listener.listen(16)
        self._open: list[socket.socket] = []
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self) -> None:
        """Stop answering, and remove the socket."""
        for connection in [self._listener, *self._open]:
            with contextlib.suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)
            connection.close()
        self.path.unlink(missing_ok=True)

    def asked(self, method: str) -> dict[str, Any]:
        """The params of the one request of that method."""
        [params] = [params for name, params in self.requests if name == method]
        return params

    def _accept(self) -> None:
        while True:
            try:
                connection, _ = self._listener.accept()
            except OSError:
                return
            self._open.append(connection)
            threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

    def _serve(self, connection: socket.socket) -> None:
        unpacker = msgpack.Unpacker(raw=False)

        def notify(method: str, params: dict[str, Any]) -> None:
            connection.sendall(msgpack.packb([2, method, [params]]))

        while True:
            try:
                data = connection.recv(65536)
                if not data:
                    break
                unpacker.feed(data)
                for message in unpacker:
                    # A long answer must not keep us from seeing that the client left.
                    threading.Thread(target=self._answer, args=(connection, message, notify), daemon=True).start()
            except OSError:
                break
        self.left.set()

    def _answer(self, connection: socket.socket, message: list[Any], notify: Notify) -> None:
        if message[0] == 2:
            self.told.append((message[1], message[2][0] if message[2] else {}))
        if message[0] != 0:
            return
        _, number, method, arguments = message
        params = arguments[0] if arguments else {}
        self.requests.append((method, params))
        error, result = self._outcome(method, params, notify)
        try:
            connection.sendall(msgpack.packb([1, number, error, result], unicode_errors="surrogateescape"))
        except OSError:
            return

    def _outcome(self, method: str, params: dict[str, Any], notify: Notify) -> tuple[list[Any] | None, Any]:
        if method == "rpc.hello" and method not in self.answers:
            return None, {"version": "0", "protocol": 1, "capabilities": []}
        if method not in self.answers:
            return ["unsupported", f"unknown method {method!r}", {}], None
        answer = self.answers[method]
        try:
            if isinstance(answer, MemorydError):
                raise answer
            return None, answer(params, notify) if callable(answer) else answer
        except MemorydError as refusal:
            return [refusal.code, refusal.sentence, dict(refusal.data)], None
