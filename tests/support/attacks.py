"""Clients that want more than their share: `python -m tests.support.attacks NAME SOCKET` goes on until it is killed."""

from __future__ import annotations

import contextlib
import random
import select
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgpack

ROOT = Path(__file__).parents[2]
MIB = 1 << 20
HARD_PATTERN = "(a|b|c|d)*[e-k]{3}.*(l|m)*[n-z]{4}.*qqqqqq$"
PROJECT = "attacked"


def request(method: str, **params: Any) -> bytes:
    """A request with message id 1."""
    packed: bytes = msgpack.packb([0, 1, method, [params]])
    return packed


def write_texts(folder: Path, files: int = 10, size: int = 2 * MIB) -> None:
    """Text files to be searched; their words are made from a few, so that nothing ends a search early."""
    numbers = random.Random(7)
    folder.mkdir(parents=True, exist_ok=True)
    words = [bytes(numbers.choices(b"abcdefghijklmnopqrstuvwxyz", k=7)) for _ in range(500)]
    for number in range(files):
        lines = (b" ".join(numbers.choices(words, k=12)) for _ in range(size // 96))
        (folder / f"text-{number}.txt").write_bytes(b"\n".join(lines))


def prepare(path: str) -> None:
    """What the attacks find: contexts of a large project. The texts are written by `write_texts`."""
    with _connected(path) as one:
        for number in range(100):
            one.sendall(request("contexts.save", project=PROJECT, content=f"{number} " + "words of it " * 50_000))
            _answered(one)


def _connected(path: str) -> socket.socket:
    opened = socket.socket(socket.AF_UNIX)
    opened.connect(path)
    return opened


def _answered(one: socket.socket) -> Any:
    unpacker = msgpack.Unpacker(max_buffer_size=64 * MIB)
    while True:
        data = one.recv(1 << 18)
        if not data:
            raise ConnectionResetError
        unpacker.feed(data)
        for message in unpacker:
            return message


class Flood:
    """Connections that each keep so many requests in flight, and read the answers without looking at them."""

    def __init__(self, path: str, frames: list[bytes], in_flight: int) -> None:
        self._path = path
        self._in_flight = in_flight
        self._poll = select.epoll()
        self._open: dict[int, tuple[socket.socket, bytes, msgpack.Unpacker]] = {}
        for frame in frames:
            self._begin(frame)

    def _begin(self, frame: bytes) -> None:
        one = _connected(self._path)
        self._open[one.fileno()] = (one, frame, msgpack.Unpacker(max_buffer_size=64 * MIB))
        self._poll.register(one.fileno(), select.EPOLLIN)
        one.sendall(frame * self._in_flight)

    def run(self) -> None:
        while True:
            for fd, _ in self._poll.poll():
                one, frame, unpacker = self._open[fd]
                data = one.recv(1 << 18)
                if not data:
                    self._poll.unregister(fd)
                    one.close()
                    del self._open[fd]
                    self._begin(frame)
                    continue
                unpacker.feed(data)
                answered = 0
                with contextlib.suppress(msgpack.OutOfData):
                    while True:
                        unpacker.skip()
                        answered += 1
                one.sendall(frame * answered)


def half_frames(path: str) -> None:
    """120 connections that each send a frame of 7.9 MB but for its last byte, and begin again when they are dropped."""
    frame = memoryview(request("facts.add", subject="a", predicate="b", object="x" * (79 * MIB // 10)))[:-1]
    left: dict[socket.socket, memoryview] = {}
    while True:
        for _ in range(120 - len(left)):
            one = _connected(path)
            one.setblocking(False)
            left[one] = frame
        for one in list(left):
            try:
                while left[one]:
                    left[one] = left[one][one.send(left[one]) :]
                if one.recv(100) == b"":
                    raise ConnectionResetError
            except BlockingIOError:
                pass
            except ConnectionError:
                one.close()
                del left[one]
        time.sleep(0.05)


def greps(path: str) -> None:
    """32 hard searches of files at once, on one connection."""
    Flood(path, [request("recall.grep", pattern=HARD_PATTERN, ignore_case=True)], 32).run()


def gets(path: str) -> None:
    """25 connections with 32 reads of a large file each."""
    Flood(path, [request("recall.get", key="texts/text-0.txt", lines=10_000)] * 25, 32).run()


def loads(path: str) -> None:
    """Eight connections that load 64 MB of contexts, which do not fit into an answer."""
    Flood(path, [request("contexts.load", project=PROJECT, limit=100)] * 8, 4).run()


def bulk_adds(path: str) -> None:
    """Three clients that each state 7 MB of new facts at once, again and again."""

    def frames(of: int) -> Iterator[bytes]:
        for turn in range(1_000_000):
            facts = [
                {"subject": f"bulk {of} {turn}", "predicate": f"p{number}", "object": f"value {number} " + "of it " * 8}
                for number in range(55_000)
            ]
            yield request("facts.add_many", facts=facts)

    _one_by_one(path, [frames(of) for of in range(3)])


def appends(path: str) -> None:
    """Three clients that each append messages of 7 MB at once, again and again."""

    def frames(of: int) -> Iterator[bytes]:
        yield request("sessions.start", session_id=f"bulk-{of}")
        for turn in range(1_000_000):
            text = f"{turn}: " + "what was said of it " * 5_000
            messages = [{"role": "user", "content": f"{number} {text}"} for number in range(70)]
            yield request("sessions.append", session_id=f"bulk-{of}", messages=messages)

    _one_by_one(path, [frames(of) for of in range(3)])


def _one_by_one(path: str, sources: list[Iterator[bytes]]) -> None:
    """One client for each source of frames; each asks when it has been answered."""
    poll = select.epoll()
    clients = {one.fileno(): (one, frames) for one, frames in ((_connected(path), frames) for frames in sources)}
    for fd, (one, frames) in clients.items():
        one.sendall(next(frames))
        poll.register(fd, select.EPOLLIN)
    while True:
        for fd, _ in poll.poll():
            one, frames = clients[fd]
            _answered(one)
            one.sendall(next(frames))


ATTACKS: dict[str, Callable[[str], None]] = {
    "half_frames": half_frames,
    "greps": greps,
    "gets": gets,
    "loads": loads,
    "bulk_adds": bulk_adds,
    "appends": appends,
}


@contextmanager
def attacking(name: str, path: str) -> Iterator[subprocess.Popen[bytes]]:
    """The attack goes on in a process of its own until the block ends."""
    command = [sys.executable, "-m", "tests.support.attacks", name, path]
    process = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE)
    try:
        yield process
        assert process.poll() is None, f"{name} ended by itself: {process.communicate()[1].decode()[-2000:]}"
    finally:
        process.kill()
        process.communicate()


if __name__ == "__main__":
    ATTACKS[sys.argv[1]](sys.argv[2])
