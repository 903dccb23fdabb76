"""memoryctl as a process of its own, forked off one that has its imports: these take longer than most commands.

What is about the start of the process runs `python -m memoryd.cli` instead.
"""

from __future__ import annotations

import io
import os
import subprocess
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress

from tests.support.forked import Forked
from tests.support.preloaded import MEMORYCTL, Place, Preloaded

_preloaded = Preloaded()


def start(words: Sequence[str | bytes], env: Mapping[str, str], place: Place) -> Forked:
    """Start it with these descriptors."""
    return _preloaded.spawn(MEMORYCTL, [os.fsdecode(word) for word in words], env, place)


class Piped:
    """One that reads `given`, and whose output is kept."""

    def __init__(
        self,
        words: Sequence[str | bytes],
        env: Mapping[str, str],
        cwd: str | os.PathLike[str] | None = None,
        given: bytes | None = None,
    ) -> None:
        """None to read: no pipe, but nothing."""
        its_stdin, ours = os.pipe() if given is not None else (os.open(os.devnull, os.O_RDONLY), None)
        (stdout, its_stdout), (stderr, its_stderr) = os.pipe(), os.pipe()
        try:
            self.process = start(words, env, Place(cwd or os.getcwd(), its_stdin, its_stdout, its_stderr))
        finally:
            for descriptor in (its_stdin, its_stdout, its_stderr):
                os.close(descriptor)
        self._said: dict[int, bytes] = {}
        self._pipes = (stdout, stderr)
        self._threads = [threading.Thread(target=self._read, args=(pipe,), daemon=True) for pipe in self._pipes]
        if ours is not None:
            self._threads.append(threading.Thread(target=_write, args=(ours, given), daemon=True))
        for thread in self._threads:
            thread.start()

    def _read(self, pipe: int) -> None:
        with open(pipe, "rb", buffering=0) as file:
            self._said[pipe] = file.readall()

    def end(self, timeout: float) -> subprocess.CompletedProcess[bytes]:
        """Wait for its end; killed after so many seconds. Raises TimeoutExpired."""
        try:
            code = self.process.wait(timeout)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise
        for thread in self._threads:
            thread.join(timeout)
        stdout, stderr = (self._said[pipe] for pipe in self._pipes)
        return subprocess.CompletedProcess((), code, stdout, stderr)


def run_memoryctl(
    words: Sequence[str | bytes],
    env: Mapping[str, str] | None = None,
    cwd: str | os.PathLike[str] | None = None,
    given: str | None = None,
    timeout: float = 60,
) -> subprocess.CompletedProcess[str]:
    """Run it on pipes."""
    piped = Piped(words, os.environ if env is None else env, cwd, None if given is None else given.encode())
    done = piped.end(timeout)
    return subprocess.CompletedProcess(words, done.returncode, _text(done.stdout), _text(done.stderr))


def _text(said: bytes) -> str:
    return io.TextIOWrapper(io.BytesIO(said), encoding="utf-8").read()


def _write(pipe: int, given: bytes) -> None:
    with suppress(BrokenPipeError), open(pipe, "wb", buffering=0) as file:
        while given:
            given = given[file.write(given) :]
