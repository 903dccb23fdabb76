"""memoryctl as a real process, against a small daemon on a real socket."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import memoryd
from tests.cli.fake_daemon import FakeDaemon
from tests.support.memoryctl import run_memoryctl, start
from tests.support.preloaded import Place

ROOT = Path(memoryd.__file__).parents[1]
DEADLINE = 60

Run = Callable[..., "subprocess.CompletedProcess[str]"]
RunOnTerminal = Callable[..., tuple[int, str]]
COMMAND = [sys.executable, "-m", "memoryd.cli"]


def environment(socket: Path, **more: str) -> dict[str, str]:
    inherited = {name: os.environ[name] for name in ("PATH", "LD_LIBRARY_PATH", "VIRTUAL_ENV") if name in os.environ}
    plain = {"PYTHONPATH": str(ROOT), "MEMORYD_SOCKET": str(socket), "TZ": "UTC", "TERM": "xterm", "LANG": "C.UTF-8"}
    return inherited | plain | {"PYTHONUTF8": "1"} | more


@pytest.fixture
def daemon(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FakeDaemon]:
    fake = FakeDaemon(tmp_path_factory.mktemp("s") / "memoryd.sock")
    yield fake
    fake.close()


@pytest.fixture
def memoryctl(daemon: FakeDaemon, tmp_path: Path) -> Run:
    """Run it on pipes: `memoryctl("recall", "tea", stdin="", env={})`."""

    def run(*words: str | bytes, stdin: str = "", **env: str) -> subprocess.CompletedProcess[str]:
        return run_memoryctl(words, environment(daemon.path, **env), tmp_path, stdin, DEADLINE)

    return run


@pytest.fixture
def terminal(daemon: FakeDaemon, tmp_path: Path) -> RunOnTerminal:
    """Run it on a terminal; the exit code, and all that the terminal got."""

    def run(*words: str, **env: str) -> tuple[int, str]:
        ours, theirs = pty.openpty()
        with open(os.devnull) as nothing:
            place = Place(tmp_path, nothing.fileno(), theirs, theirs)
            process = start(words, environment(daemon.path, **({"COLUMNS": "80"} | env)), place)
        os.close(theirs)
        shown = b""
        while True:
            try:
                data = os.read(ours, 65536)
            except OSError:  # EIO: the other side has closed
                break
            if not data:
                break
            shown += data
        os.close(ours)
        return process.wait(DEADLINE), shown.decode().replace("\r\n", "\n")

    return run
