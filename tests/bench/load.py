"""The load generator: raw sockets, frames packed beforehand, one request in flight a client, one thread.

Our daemon and the socket baselines get the same generator, so that its own cost is on both sides.
"""

from __future__ import annotations

import select
import socket
import statistics
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any

import msgpack


def frame(method: str, params: dict[str, Any] | None = None) -> bytes:
    """A request with message id 1."""
    packed: bytes = msgpack.packb([0, 1, method, [] if params is None else [params]])
    return packed


@dataclass
class Load:
    """What one run saw: latencies in seconds in order of arrival, and how long it took in all."""

    seconds: float = 0.0
    latencies: list[float] = field(default_factory=list)

    @property
    def rate(self) -> float:
        """Requests a second."""
        return len(self.latencies) / self.seconds

    def percentile(self, percent: float) -> float:
        """Latency that `percent` of the requests did not pass, seconds."""
        return percentile(self.latencies, percent)


class _Client:
    __slots__ = ("frames", "sent", "socket", "unpacker")

    def __init__(self, path: str, frames: Iterator[bytes]) -> None:
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(path)
        self.unpacker = msgpack.Unpacker(max_buffer_size=64 << 20)
        self.frames = frames
        self.sent = 0.0

    def send(self) -> bool:
        """Send the next frame; False when there is none."""
        data = next(self.frames, None)
        if data is None:
            return False
        self.sent = perf_counter()
        self.socket.sendall(data)
        return True

    def answered(self) -> bool:
        """Read what has come; whether the answer is whole. Raises on an error reply."""
        data = self.socket.recv(1 << 18)
        if not data:
            raise ConnectionResetError("the server closed the connection")
        self.unpacker.feed(data)
        for message in self.unpacker:
            if message[2] is not None:
                raise RuntimeError(f"error reply: {message[2]}")
            return True
        return False


def drive(path: str, sources: Sequence[Iterable[bytes]], seconds: float = float("inf")) -> Load:
    """Run one client for each source of frames until the sources are dry or `seconds` are over."""
    clients = [_Client(path, iter(frames)) for frames in sources]
    by_fd = {client.socket.fileno(): client for client in clients}
    poll = select.epoll()
    load = Load()
    start = perf_counter()
    end = start + seconds
    for fd, client in list(by_fd.items()):
        if client.send():
            poll.register(fd, select.EPOLLIN)
        else:
            del by_fd[fd]
    while by_fd:
        for fd, _ in poll.poll():
            client = by_fd[fd]
            if not client.answered():
                continue
            now = perf_counter()
            load.latencies.append(now - client.sent)
            if now >= end or not client.send():
                poll.unregister(fd)
                del by_fd[fd]
    load.seconds = perf_counter() - start
    poll.close()
    for client in clients:
        client.socket.close()
    return load


def median(values: Iterable[float]) -> float:
    """The middle one."""
    return statistics.median(values)


def percentile(values: Iterable[float], percent: float) -> float:
    """The value that so many of them do not pass."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * percent / 100))]


def alternate(rounds: int, *runs: Callable[[], Any]) -> list[list[Any]]:
    """Run the candidates in turn, `rounds` times, so that a busy moment of the machine meets each of them.

    A baseline pauses the daemon meanwhile: the work that our answers leave behind falls into our own next round.
    """
    results: list[list[Any]] = [[] for _ in runs]
    for _ in range(rounds):
        for index, run in enumerate(runs):
            results[index].append(run())
    return results
