"""The daemon's process forked off one that has its imports and types, which are nine tenths of a start.

A run of the tests starts more than a thousand daemons. `python -m tests.support.preloaded DESCRIPTOR MODULE` imports
what `python -m memoryd` imports, has msgspec look at its types as that does, compiles the patterns that wait for their
first use, and forks a child for each daemon that it is asked for. From there on that is what it would be anyway:
arguments, environment, descriptors and module are its own.
Benches start theirs anew, and so do tests that start memoryd without `Daemon`. Its indexer is forked off with it
(`tests.support.spare`). memoryctl has such a process of its own (`tests.support.memoryctl`).
"""

from __future__ import annotations

import atexit
import gc
import importlib
import json
import os
import pkgutil
import runpy
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import date
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

from tests.support.forked import Forked
from tests.support.spare import Spare

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

    def spawn(
        self, module: str, arguments: Sequence[str], env: Mapping[str, str], place: Place, *, spare: bool
    ) -> Forked:
        cwd, *descriptors = place
        asked: dict[str, Any] = {"module": module, "arguments": list(arguments), "env": dict(env), "spare": spare}
        asked["cwd"] = os.fspath(cwd)
        return Forked(self._ask(asked, *descriptors), self.reap)

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
        self,
        module: str,
        arguments: Sequence[str],
        env: Mapping[str, str],
        place: Place,
        through: Sequence[str] = (),
        *,
        fresh_children: bool = False,
    ) -> Forked:
        """Start `python -m module` with these arguments and this environment.

        `fresh_children`: a daemon starts each of its children anew, its indexer, too.
        """
        given = {name: value for name, value in env.items() if _is_of_the_start(name)}
        imported = MEMORYCTL if module == MEMORYCTL else "memoryd"
        with self._lock:
            key = (imported, *sorted(given.items()), *through)
            parent = self._parents.get(key)
            if parent is None:
                parent = self._parents[key] = _Parent(imported, given, through)
        return parent.spawn(module, arguments, env, place, spare=imported != MEMORYCTL and not fresh_children)


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
    _use_once()


def _use_once() -> None:
    """Compile and read what is made at its first use, which each daemon would make anew: patterns, fitted weights."""
    lazy = type(importlib.import_module("memoryd.patterns").pattern(""))
    for one in gc.get_objects():
        if type(one) is lazy:
            one.groups  # noqa: B018 - to ask for anything compiles it
    importlib.import_module("memoryd.secrets").redact("curl -u mara:x --token=y https://mara:z@host; password: hunter2")
    found = importlib.import_module("memoryd.extraction.found")
    said = found.Said("", "user", "Mara", "We decided to fire the kiln on Fridays.", date(2026, 3, 2))
    importlib.import_module("memoryd.extraction.extract").told_by_sentence([said], found.AT_FIRST)


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
    if asked["module"] == "memoryd":  # another may have types of its own
        importlib.import_module("memoryd.daemon").build_types = lambda: None  # type: ignore[attr-defined]
    if asked["spare"]:
        importlib.import_module("memoryd.children.helper").spawn = Spare().spawn  # type: ignore[attr-defined]
    try:
        runpy.run_module(asked["module"], run_name="__main__", alter_sys=True)
    except SystemExit as end:
        _exit_quickly(end)
        raise
    sys.exit()


if __name__ == "__main__":
    main()
