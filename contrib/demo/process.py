"""The daemon of the demo, as an operator would start it."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from memoryd.client import Client, DaemonUnavailable

LONGEST_SOCKET_PATH = 100
BIN = Path(sys.executable).parent


class Daemon:
    """`memoryd --data DATA --socket SOCKET`."""

    def __init__(self, data: Path) -> None:
        self.data = data
        socket = data.parent / "memoryd.sock"
        if len(os.fsencode(socket)) > LONGEST_SOCKET_PATH:
            socket = Path(tempfile.mkdtemp(prefix="memoryd-demo-")) / "memoryd.sock"
        self.socket = socket
        self.log = data.parent / "memoryd.log"
        self.config = data.parent / "memoryd.toml"
        self.config.touch()
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def command(self) -> list[str]:
        """What an operator would type."""
        program = BIN / "memoryd"
        start = [str(program)] if program.exists() else [sys.executable, "-m", "memoryd"]
        return [*start, "--config", str(self.config), "--data", str(self.data), "--socket", str(self.socket)]

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def start(self) -> float:
        """Start it and wait for its first answer; the seconds that took."""
        start = time.monotonic()
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(self.command, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        while True:
            try:
                with Client(str(self.socket)) as client:
                    client.call("rpc.ping", {})
                return time.monotonic() - start
            except DaemonUnavailable as error:
                if self._process.poll() is not None or time.monotonic() - start > 30:
                    raise SystemExit(f"memoryd did not start: {error}\n{self.log.read_text()[-3000:]}") from error
                time.sleep(0.01)

    def kill(self) -> None:
        """kill -9."""
        assert self._process is not None
        self._process.kill()
        self._process.wait()

    def stop(self) -> None:
        """SIGTERM, and wait."""
        if self._process is not None and self._process.poll() is None:
            self._process.terminate()
            self._process.wait(30)
