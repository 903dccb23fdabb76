"""The daemon's process forked off one that has its imports and types, which are nine tenths of a start.

A run of the tests starts more than a thousand daemons. `python -m tests.support.preloaded DESCRIPTOR MODULE` imports
what `python -m memoryd` imports, has msgspec look at its types as that does, and forks a child for each daemon that it
is asked for. From there on that is what it would be anyway: arguments, environment, descriptors and module are its own.
Benches start theirs anew, and so do tests that start memoryd without `Daemon`. memoryctl has such a process of its own
(`tests.support.memoryctl`).
"""

from __future__ import annotations

import atexit
import gc
import importlib
import json
import os
import pkgutil
import runpy
import select
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

_LONGEST = 200_000
"""Bytes of a question: of arguments and environment."""
_OF_THE_START = ("LD_", "PYTHON", "MALLOC_", "GLIBC_", "LANG", "LC_")
"""What these variables say is settled when a process starts."""
MEMORYCTL = "memoryd.cli"


class Place(NamedTuple):
    """Where a process starts, and the descriptors that it has."""

    cwd: str | os.PathLike[str]
    stdin: int
    stdout: int
    stderr: int


class Forked:
    """A process that was forked off; as much of subprocess.Popen as tests use."""

    def __init__(self, parent: _Parent, pid: int) -> None:
        self.pid = pid
        self.returncode: int | None = None
        self._parent = parent
        self._lock = threading.Lock()
        self._descriptor = os.pidfd_open(pid)

    def wait(self, timeout: float | None = None) -> int:
        """Its exit code, negative for a signal. Raises TimeoutExpired."""
        end = None if timeout is None else time.monotonic() + timeout
        while not self._is_reaped(0.0 if end is None else max(0.0, end - time.monotonic()), forever=end is None):
            if end is not None and time.monotonic() >= end:
                raise subprocess.TimeoutExpired(f"process {self.pid}", timeout or 0.0)
        assert self.returncode is not None
        return self.returncode

    def poll(self) -> int | None:
        """As `wait`, or None while it runs."""
        self._is_reaped(0.0)
        return self.returncode

    def _is_reaped(self, seconds: float, *, forever: bool = False) -> bool:
        if self.returncode is None:
            poll = select.poll()
            poll.register(self._descriptor, select.POLLIN)
            if not poll.poll(None if forever else seconds * 1000):
                return False
            with self._lock:
                if self.returncode is None:
                    self.returncode = self._parent.reap(self.pid)
                    os.close(self._descriptor)
        return True

    def send_signal(self, number: int) -> None:
        """Nothing when it has ended."""
        if self.poll() is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        """kill -9."""
        self.send_signal(signal.SIGKILL)


class _Parent:
    """The process that has the imports, seen by a test run."""

    def __init__(self, module: str, given: Mapping[str, str], through: Sequence[str]) -> None:
        """`given`: what of the environment is settled when it starts; `through`: a command that becomes it."""
        self._control, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._lock = threading.Lock()
        command = [*through, sys.executable, "-m", "tests.support.preloaded", str(theirs.fileno()), module]
        with theirs:
            self._process = subprocess.Popen(
                command,
                cwd=Path(__file__).parents[2],
                env={name: value for name, value in os.environ.items() if not _is_of_the_start(name)} | dict(given),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                pass_fds=(theirs.fileno(),),
            )
        atexit.register(self._end)

    def spawn(self, module: str, arguments: Sequence[str], env: Mapping[str, str], place: Place) -> Forked:
        cwd, *descriptors = place
        asked = {"module": module, "arguments": list(arguments), "env": dict(env), "cwd": os.fspath(cwd)}
        return Forked(self, self._ask(asked, *descriptors))

    def reap(self, pid: int) -> int:
        """The exit code of one that has ended."""
        return self._ask({"reap": pid})

    def _ask(self, question: dict[str, Any], *descriptors: int) -> int:
        with self._lock:
            socket.send_fds(self._control, [json.dumps(question).encode()], descriptors)
            answer = self._control.recv(_LONGEST)
        assert answer, "the process that has the imports is gone"
        return int(answer)

    def _end(self) -> None:
        self._control.close()
        self._process.wait()


class Preloaded:
    """All of them, one for each way in which a process may start."""

    def __init__(self) -> None:
        self._parents: dict[tuple[object, ...], _Parent] = {}
        self._lock = threading.Lock()

    def spawn(
        self, module: str, arguments: Sequence[str], env: Mapping[str, str], place: Place, through: Sequence[str] = ()
    ) -> Forked:
        """Start `python -m module` with these arguments and this environment."""
        given = {name: value for name, value in env.items() if _is_of_the_start(name)}
        imported = MEMORYCTL if module == MEMORYCTL else "memoryd"
        with self._lock:
            key = (imported, *sorted(given.items()), *through)
            parent = self._parents.get(key)
            if parent is None:
                parent = self._parents[key] = _Parent(imported, given, through)
        return parent.spawn(module, arguments, env, place)


def _is_of_the_start(name: str) -> bool:
    return name.startswith(_OF_THE_START)


# --- the process that has the imports ---------------------------------------------------------------------------


def _import_daemon() -> None:
    sys.modules.setdefault("rich", None)  # type: ignore[arg-type]  # this and the next as memoryd.__main__ does
    gc.disable()
    importlib.import_module("memoryd.daemon")
    with suppress(ImportError):
        importlib.import_module("uvloop")
    importlib.import_module("memoryd.process.types").build_types()


def _import_memoryctl() -> None:
    importlib.import_module("memoryd.cli.main")
    commands = importlib.import_module("memoryd.cli.commands")
    for command in pkgutil.iter_modules(commands.__path__):
        importlib.import_module(f"memoryd.cli.commands.{command.name}")


def _open_standard_streams() -> None:
    """As Python does at a start: whether it is a terminal decides how one is buffered."""
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        before = getattr(sys, name)
        by_line = number == 2 or os.isatty(number)
        made = open(
            number, "w" if number else "r", 1 if by_line else -1, before.encoding, before.errors, "\n", closefd=False
        )
        setattr(sys, name, made)
        setattr(sys, f"__{name}__", made)


def _exit_quickly(end: SystemExit) -> None:
    """Exit as Python does, but take nothing apart: to copy each page that changes takes longer than most commands.

    Where more is to be said or waited for, Python's own way is left to do so.
    """
    if threading.active_count() > 1 or not isinstance(end.code, int | None):
        return
    atexit._run_exitfuncs()
    with suppress(OSError, ValueError):
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(end.code or 0)


def main() -> NoReturn:
    """Import, fork and reap until the test run ends; in each child be the daemon."""
    control = socket.socket(fileno=int(sys.argv[1]))
    before = dict(os.environ)
    _import_daemon() if sys.argv[2] != MEMORYCTL else _import_memoryctl()
    gc.freeze()
    made = {name: value for name, value in os.environ.items() if before.get(name) != value}
    while True:
        question, descriptors, _, _ = socket.recv_fds(control, _LONGEST, 3)
        if not question:
            os._exit(0)
        asked = json.loads(question)
        if "reap" in asked:
            answer = os.waitstatus_to_exitcode(os.waitpid(asked["reap"], 0)[1])
        elif (answer := os.fork()) == 0:
            break
        for descriptor in descriptors:
            os.close(descriptor)
        control.send(str(answer).encode())
    control.close()
    for standard, descriptor in enumerate(descriptors):
        os.dup2(descriptor, standard)
        os.close(descriptor)
    os.chdir(asked["cwd"])
    os.environ.clear()
    os.environ.update({**made, **asked["env"]})
    time.tzset()
    _open_standard_streams()
    sys.argv[1:] = asked["arguments"]
    try:
        runpy.run_module(asked["module"], run_name="__main__", alter_sys=True)
    except SystemExit as end:
        _exit_quickly(end)
        raise
    sys.exit()


if __name__ == "__main__":
    main()
