"""The real daemon as a child process, started and killed as often as a test likes."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import ClassVar

import psutil

from tests.support.forked import Forked
from tests.support.preloaded import Place, Preloaded
from tests.support.wire import Wire

ROOT = Path(__file__).parents[2]
Process = subprocess.Popen[bytes] | Forked
WITHOUT_CAPABILITIES = ("setpriv", "--inh-caps=-all", "--bounding-set=-all", "--no-new-privs")
"""Root reads everything by its capabilities; without them (`through`) rights count for it, too."""
_TABLE, _NO_MODEL = "[memory_oracle]\n", 'embedding_model = "none"\n'


class Daemon:
    """`python -m memoryd` on a directory of its own below `folder`; paths are short enough for a socket.

    `module` may be another that runs a daemon.
    """

    imports: ClassVar[Preloaded | None] = None
    """What tests fork daemons off; a bench measures starts and has none."""

    def __init__(
        self,
        folder: Path,
        config: str = "",
        env: dict[str, str] | None = None,
        module: str = "memoryd",
        run_by: Sequence[str] = (),
        through: Sequence[str] = (),
        *,
        fresh_children: bool = False,
    ) -> None:
        """`run_by`: a command that runs the command behind it; `through`: one that becomes it, as setpriv does.

        `fresh_children`: its indexer is started anew, too, instead of forked off with it (`tests.support.spare`).
        """
        folder.mkdir(parents=True, exist_ok=True)
        self.data = folder / "data"
        self.socket = folder / "s"
        self.log = folder / "log"
        self.config = folder / "memoryd.toml"
        self.config.write_text(_without_model(config))
        self._module = module
        self._run_by = run_by
        self._through = through
        self._fresh_children = fresh_children
        self.process: Process | None = None
        self._env = {key: value for key, value in os.environ.items() if not key.startswith("MEMORYD_")}
        self._env.pop("NOTIFY_SOCKET", None)
        # An installed daemon is compiled; without this one here would compile itself at each start, for a second.
        self._env.pop("PYTHONDONTWRITEBYTECODE", None)
        self._env |= {"PYTHONPATH": str(ROOT), **(env or {})}

    @property
    def pid(self) -> int:
        assert self.process is not None
        return self.process.pid

    def spawn(self, *arguments: str) -> Process:
        """Start the process and do not wait for it."""
        its_own = ["--config", str(self.config), "--data", str(self.data), "--socket", str(self.socket), *arguments]
        with self.log.open("ab") as log:
            if Daemon.imports is not None and not self._run_by:
                with open(os.devnull) as nothing:
                    place = Place(os.getcwd(), nothing.fileno(), log.fileno(), log.fileno())
                    self.process = Daemon.imports.spawn(
                        self._module, its_own, self._env, place, self._through, fresh_children=self._fresh_children
                    )
            else:
                self.process = subprocess.Popen(
                    [*self._run_by, *self._through, sys.executable, "-m", self._module, *its_own],
                    stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=self._env,
                )  # fmt: skip
        return self.process

    def start(self, timeout: float = 60) -> Daemon:
        """Start it and wait until it answers."""
        process = self.spawn()
        started = time.monotonic()
        end = started + timeout
        while True:
            try:
                with self.connect() as wire:
                    wire.call("rpc.ping")
                return self
            except (FileNotFoundError, ConnectionError) as error:
                if process.poll() is not None:
                    raise AssertionError(f"memoryd exited with {process.returncode}\n{self.tail()}") from error
                if time.monotonic() > end:
                    self.kill()
                    raise AssertionError(f"memoryd does not answer after {timeout} s\n{self.tail()}") from error
                time.sleep(0.002 + (time.monotonic() - started) / 20)

    def connect(self, timeout: float = 60) -> Wire:
        """A new connection."""
        return Wire(str(self.socket), timeout)

    def kill(self) -> None:
        """kill -9, and wait until it is gone."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()

    def stop(self, timeout: float = 60) -> int:
        """SIGTERM; its exit code."""
        assert self.process is not None
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(timeout)

    @contextmanager
    def paused(self) -> Iterator[None]:
        """SIGSTOP meanwhile: what it does behind its answers takes nothing from another candidate of a bench."""
        parent = psutil.Process(self.pid)
        stopped = [parent]
        parent.suspend()
        try:
            for child in parent.children(recursive=True):
                child.suspend()
                stopped.append(child)
            yield
        finally:
            for one in reversed(stopped):
                one.resume()

    def tail(self, lines: int = 60) -> str:
        """The end of its log."""
        return "\n".join(self.log.read_text(errors="replace").splitlines()[-lines:]) if self.log.exists() else ""

    def rss(self) -> int:
        """Resident bytes of it and its children."""
        parent = psutil.Process(self.pid)
        return sum(each.memory_info().rss for each in (parent, *parent.children(recursive=True)))

    def pss(self) -> int:
        """Bytes of it and its children, what they share counted once."""
        parent, total = psutil.Process(self.pid), 0
        for each in (parent, *parent.children(recursive=True)):
            with suppress(psutil.Error):  # it may have ended
                total += each.memory_full_info().pss
        return total

    def cpu_seconds(self) -> float:
        """Processor seconds that it has used."""
        times = psutil.Process(self.pid).cpu_times()
        return times.user + times.system


def _without_model(config: str) -> str:
    """Loading a model takes longer than most tests; one that wants it names it."""
    if "embedding_model" in config:
        return config
    if _TABLE in config:
        return config.replace(_TABLE, _TABLE + _NO_MODEL, 1)
    return f"{config.rstrip()}\n{_TABLE}{_NO_MODEL}" if config else _TABLE + _NO_MODEL


@contextmanager
def short_folder() -> Iterator[Path]:
    """A folder with a short name, removed at the end: a socket's path has at most 107 bytes."""
    folder = Path(tempfile.mkdtemp(prefix="memoryd-"))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def running_daemon(config: str = "") -> Iterator[Daemon]:
    """A running daemon on an empty directory; killed at the end."""
    with short_folder() as folder:
        running = Daemon(folder, config).start()
        try:
            yield running
        finally:
            running.kill()
