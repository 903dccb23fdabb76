"""Heavy passes outside the daemon's interpreter: a child at low priority that reads files and writes temporaries.

The child gets one order on its standard input and answers with lines of JSON; it ends with the daemon.
"""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any

import msgspec

from memoryd.background import Progress
from memoryd.errors import Busy, Internal, MemorydError, ReadOnly
from memoryd.maintenance.tasks import task_of


class Children:
    """Runs orders, one child each; `stop` ends those that run."""

    def __init__(self, private: Callable[[], Sequence[str]]) -> None:
        """`private`: globs of what not every session may read (rule 17)."""
        self._private = private
        self._lock = threading.Lock()
        self._running: set[subprocess.Popen[bytes]] = set()
        self._stopping = False

    def run(self, task: str, params: Mapping[str, Any], progress: Progress, *, small: bool = False) -> dict[str, Any]:
        """The child's result (for `task` see `task_of`); with `small` it runs here, which costs less.

        Raises Busy when stopped, ReadOnly or Internal with the child's own words.
        """
        if small:
            return _here(task, params, progress)
        process = self._spawn()
        try:
            return self._converse(process, task, params, progress)
        except BaseException:
            with suppress(OSError):
                process.kill()
            raise
        finally:
            with self._lock:
                self._running.discard(process)
            for pipe in (process.stdin, process.stdout):
                if pipe is not None:
                    with suppress(OSError):
                        pipe.close()
            process.wait()

    def _spawn(self) -> subprocess.Popen[bytes]:
        with self._lock:
            if self._stopping:
                raise Busy("The daemon is stopping; connect again in a moment.")
            process = subprocess.Popen(
                [sys.executable, "-m", "memoryd.maintenance.worker"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
            )
            self._running.add(process)
        return process

    def _converse(
        self, process: subprocess.Popen[bytes], task: str, params: Mapping[str, Any], progress: Progress
    ) -> dict[str, Any]:
        assert process.stdin is not None and process.stdout is not None
        # The pipe stays open: its end tells the child that the daemon is gone.
        with suppress(BrokenPipeError):
            process.stdin.write(
                msgspec.json.encode({"task": task, "params": params, "private": self._private()}) + b"\n"
            )
            process.stdin.flush()
        for raw in process.stdout:
            answer = msgspec.json.decode(raw)
            if "progress" in answer:
                progress(*answer["progress"])
            elif "error" in answer:
                raise _error(task, answer)
            else:
                result: dict[str, Any] = answer["result"]
                return result
        if self._stopping:
            raise Busy("The daemon is stopping; connect again in a moment.")
        raise Internal(f"the {_short(task)} pass ended with exit code {process.wait()} and said nothing; see the log")

    def stop(self) -> None:
        """End what runs, and refuse what comes."""
        with self._lock:
            self._stopping = True
            running = list(self._running)
        for process in running:
            with suppress(OSError):
                process.terminate()


def _here(task: str, params: Mapping[str, Any], progress: Progress) -> dict[str, Any]:
    try:
        result: dict[str, Any] = task_of(task)(params, progress)
    except OSError as error:
        raise ReadOnly(f"the {_short(task)} pass failed: {error}", task=_short(task)) from error
    return result


def _error(task: str, answer: Mapping[str, Any]) -> MemorydError:
    kind = ReadOnly if answer.get("kind") == "OSError" else Internal
    return kind(f"the {_short(task)} pass failed: {answer['error']}", task=_short(task))


def _short(task: str) -> str:
    """The function's name, for people."""
    return task.rpartition(":")[2]
