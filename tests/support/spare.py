"""The daemon's indexer, forked off with the daemon: to start Python and import anew takes longer than a daemon's start.

It is made before there are threads, so that the fork has nothing but the imports, and waits to be asked for. Then it is
what `memoryd.children.spawn` would have started: its arguments, environment, descriptors and directory are the same. A
second one of the same daemon is started anew, and so is each of a `Daemon` with `fresh_children`.
"""

from __future__ import annotations

import fcntl
import gc
import importlib
import json
import os
import socket
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, NoReturn

import psutil

from tests.support.forked import Forked

INDEXER = "memoryd.recall.indexer"
_LONGEST = 100_000
_MOST_DESCRIPTORS = 16


class Spare:
    """One indexer that waits, and what starts children in place of `memoryd.children.spawn.spawn`."""

    def __init__(self) -> None:
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._pid = os.fork()
        if self._pid == 0:
            ours.close()
            _wait_and_serve(theirs)
        theirs.close()
        self._waiting = [ours]
        self._spawn = importlib.import_module("memoryd.children.spawn").spawn

    def spawn(
        self, module: str, arguments: Sequence[str] = (), *, pass_fds: Sequence[int] = (), **options: Any
    ) -> subprocess.Popen[bytes] | Forked:
        """Start `module`. Raises OSError."""
        if module == INDEXER:
            with suppress(IndexError):
                return self._hand_over(self._waiting.pop(), arguments, pass_fds)
        started: subprocess.Popen[bytes] = self._spawn(module, arguments, pass_fds=pass_fds, **options)
        return started

    def _hand_over(self, control: socket.socket, arguments: Sequence[str], numbers: Sequence[int]) -> Forked:
        with control:
            asked = {"arguments": list(arguments), "numbers": list(numbers)}
            socket.send_fds(control, [json.dumps(asked).encode()], numbers)
        with suppress(psutil.Error, OSError):
            psutil.Process(self._pid).ionice(psutil.IOPRIO_CLASS_BE, 7)
        return Forked(self._pid, _reap)


def _reap(pid: int) -> int:
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


def _wait_and_serve(control: socket.socket) -> NoReturn:
    """Be the indexer when asked to; end with the daemon."""
    question, received, _, _ = socket.recv_fds(control, _LONGEST, _MOST_DESCRIPTORS)
    if not question:
        os._exit(0)
    asked = json.loads(question)
    numbers: list[int] = asked["numbers"]
    above = max(*numbers, *received) + 1
    apart = [fcntl.fcntl(descriptor, fcntl.F_DUPFD, above) for descriptor in received]
    os.closerange(3, above)
    for descriptor, number in zip(apart, numbers, strict=True):
        os.dup2(descriptor, number)
        os.close(descriptor)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    control.detach()
    os.environ.pop("NOTIFY_SOCKET", None)
    os.environ["PYTHONSAFEPATH"] = "1"
    os.chdir("/")
    gc.enable()
    sys.argv[1:] = asked["arguments"]
    importlib.import_module(INDEXER).main()
    os._exit(0)
