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

DEADLINE = 30
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
        self._threads: list[threading.Thread] = []
        self._accepting = self._start(self._accept)

    def close(self) -> None:
        """Stop answering, and remove the socket.

        No descriptor is closed before the threads that use it have ended: one that was about to accept would do so on
        the next daemon's, which has the same number, and give it our answers.
        """
        _shut_down(self._listener)
        self._accepting.join(DEADLINE)
        for connection in self._open:
            _shut_down(connection)
        for thread in self._threads:  # one that serves has started all others by the time it is joined
            if thread is not threading.current_thread():  # an answer may be to hang up
                thread.join(DEADLINE)
        for each in [self._listener, *self._open]:
            each.close()
        self.path.unlink(missing_ok=True)

    def _start(self, work: Callable[..., None], *arguments: Any) -> threading.Thread:
        thread = threading.Thread(target=work, args=arguments, daemon=True)
        self._threads.append(thread)
        thread.start()
        return thread

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
            self._start(self._serve, connection)

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
                    self._start(self._answer, connection, message, notify)
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


def _shut_down(connection: socket.socket) -> None:
    with contextlib.suppress(OSError):
        connection.shutdown(socket.SHUT_RDWR)
