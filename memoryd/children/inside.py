"""The child's own side: it gives way to the daemon, ends with it, and goes through the same door to the data."""

from __future__ import annotations

import os
import signal
import socket
import threading
import time
import traceback
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from typing import NamedTuple

from memoryd.children.frames import Channel, Ended
from memoryd.heap import keep_heap_small, trim_heap

Answer = Callable[[Iterable[bytes]], Iterable[bytes]]
"""From the frames of a question to those of its answer."""

NICENESS = 5
"""Behind every request, but not starved for hours on a busy machine."""
_OF_THE_DAEMON = (
    signal.SIGHUP, signal.SIGINT, signal.SIGQUIT, signal.SIGUSR1, signal.SIGUSR2, signal.SIGALRM, signal.SIGIO,
    signal.SIGPWR,
)  # fmt: skip
"""Who sends them to all of a unit or of a terminal means the daemon, which ends its children itself."""
_PR_SET_PDEATHSIG = 1


def begin() -> None:
    """What every child does first."""
    os.umask(0o007)
    for number in _OF_THE_DAEMON:
        signal.signal(number, signal.SIG_IGN)
    keep_heap_small()
    with suppress(OSError):
        os.nice(NICENESS)
    with suppress(Exception):
        import ctypes

        # At the end of the thread that started us, which lives as long as we are wanted.
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)


class _Busy:
    """How many ports answer now, and since when none does."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.count = 0
        self.asked = 0
        """How many questions there have been."""
        self.since = time.monotonic()

    def change(self, by: int) -> None:
        with self.lock:
            self.count += by
            self.asked += by > 0
            self.since = time.monotonic()

    def idle(self) -> float:
        with self.lock:
            return 0.0 if self.count else time.monotonic() - self.since


class Rest(NamedTuple):
    """What is done when nothing was asked for so many seconds."""

    seconds: float
    do: Callable[[], object]


def serve(ports: Mapping[str, tuple[int, Answer]], rest: Rest, end: Rest) -> None:
    """Answer on every port, by descriptor, each on its own thread, until the daemon closes one or all are idle.

    Both are done without a question under way; `rest` once after each, `end` at last.
    """
    busy, ended = _Busy(), threading.Event()
    for name, (descriptor, answer) in ports.items():
        channel = Channel(socket.socket(fileno=descriptor))
        threading.Thread(target=_serve, args=(channel, answer, busy, ended), name=name, daemon=True).start()
    rested = -1
    while True:
        wanted = end if rested == busy.asked else rest
        if ended.wait(max(0.0, wanted.seconds - busy.idle())) or (wanted is end and busy.idle() >= end.seconds):
            break
        if busy.idle() >= rest.seconds:
            rested = busy.asked
            rest.do()
            trim_heap()
    end.do()
    os._exit(0)


def _serve(channel: Channel, answer: Answer, busy: _Busy, ended: threading.Event) -> None:
    try:
        while True:
            question = channel.receive()
            first = next(question, b"")
            busy.change(1)
            try:
                channel.send(answer(_chained(first, question)))
            finally:
                busy.change(-1)
    except Ended:
        ended.set()
    except BaseException:
        traceback.print_exc()
        os._exit(1)  # the daemon sees it, says so, and starts another one


def _chained(first: bytes, rest: Iterable[bytes]) -> Iterable[bytes]:
    yield first
    yield from rest
