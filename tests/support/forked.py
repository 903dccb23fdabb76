"""A process that was forked off, for whoever started it."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import threading
import time
from collections.abc import Callable


class Forked:
    """A process that was forked off; as much of subprocess.Popen as tests use."""

    def __init__(self, pid: int, reap: Callable[[int], int]) -> None:
        self.pid = pid
        self.returncode: int | None = None
        self._reap = reap
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
                    self.returncode = self._reap(self.pid)
                    os.close(self._descriptor)
        return True

    def send_signal(self, number: int) -> None:
        """Nothing when it has ended."""
        if self.poll() is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        """kill -9."""
        self.send_signal(signal.SIGKILL)
