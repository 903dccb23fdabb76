"""Heavy passes outside the daemon's interpreter: a child at low priority that reads files and writes temporaries.

The child gets one order on its standard input and answers with lines of JSON; it ends with the daemon. One that shows
no sign of life for too long is killed, and the pass is done once more by another one.
"""

from __future__ import annotations

import os
import select
import subprocess
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any

import msgspec
import structlog

from memoryd.background import Progress
from memoryd.children.patience import Lost, Patience
from memoryd.children.spawn import LINGER_SECONDS, end, spawn
from memoryd.clock import Clock
from memoryd.errors import Busy, Internal, MemorydError
from memoryd.maintenance.tasks import task_of
from memoryd.os_errors import is_of_the_system, path_of, refused
from memoryd.problems import ProblemBoard
from memoryd.types import Problem

_log = structlog.get_logger("memoryd.maintenance")
_BEAT_SECONDS = 0.5
_SILENT_SECONDS = 60.0
"""After this, or a quarter of its patience, a child that shows no sign of life is a problem that health shows."""
_MOST_BYTES = 512 << 20


class Children:
    """Runs orders, one child each; `stop` ends those that run."""

    def __init__(
        self, clock: Clock, board: ProblemBoard, private: Callable[[], Sequence[str]], patience: Callable[[], float]
    ) -> None:
        """`private`: globs of what not every session may read (rule 17). `patience`: after how many seconds without a
        sign of life a child is killed.
        """
        self._private = private
        self._clock = clock
        self._board = board
        self._patience = patience
        self._lock = threading.Lock()
        self._running: set[subprocess.Popen[bytes]] = set()
        self._stopping = False

    def run(
        self,
        task: str,
        params: Mapping[str, Any],
        progress: Progress,
        *,
        small: bool = False,
        passed: Sequence[int] = (),
    ) -> dict[str, Any]:
        """The child's result (for `task` see `task_of`); with `small` it runs here, which costs less.

        `passed`: descriptors that the child gets; then it runs once only.

        Raises Busy when stopped, or when two children in succession hung or were killed; ReadOnly or Internal with the
        child's own words.
        """
        if small:
            return _here(task, params, progress)
        try:
            return self._attempt(task, params, progress, passed)
        except Lost as error:
            _log.error("worker_lost", task=_short(task), error=str(error), again=not passed)
            if passed:
                raise Busy(f"the {_short(task)} pass {error}; try again", task=_short(task)) from error
        try:
            return self._attempt(task, params, progress)
        except Lost as error:
            _log.error("worker_lost", task=_short(task), error=str(error), again=False)
            raise Busy(
                f"the {_short(task)} pass {error}, twice. It is tried again at its next run; see whether memory is "
                "short or the disk hangs: journalctl -k, dmesg",
                task=_short(task),
            ) from error

    def _attempt(
        self, task: str, params: Mapping[str, Any], progress: Progress, passed: Sequence[int] = ()
    ) -> dict[str, Any]:
        try:
            process = self._spawn(passed)
        except OSError as error:
            raise refused(error, f"the {_short(task)} pass could not be started", task=_short(task)) from error
        topic = f"worker:{process.pid}"
        try:
            order = msgspec.json.encode({"task": task, "params": params, "private": self._private()}) + b"\n"
            patience = Patience(process.pid, self._clock, self._patience(), _SILENT_SECONDS, self._teller(topic, task))
            return self._converse(process, task, order, progress, patience)
        finally:
            end(process)
            with self._lock:
                self._running.discard(process)
            for pipe in (process.stdin, process.stdout):
                if pipe is not None:
                    with suppress(OSError):
                        pipe.close()
            with suppress(subprocess.TimeoutExpired):
                process.wait(LINGER_SECONDS)
            self._board.clear(topic)

    def _teller(self, topic: str, task: str) -> Callable[[Problem | None], None]:
        def tell(problem: Problem | None) -> None:
            named = () if problem is None else (msgspec.structs.replace(problem, path=f"worker {_short(task)}"),)
            self._board.set(topic, named)

        return tell

    def _spawn(self, passed: Sequence[int]) -> subprocess.Popen[bytes]:
        with self._lock:
            if self._stopping:
                raise Busy("The daemon is stopping; connect again in a moment.")
            process = spawn(
                "memoryd.maintenance.worker", stdin=subprocess.PIPE, stdout=subprocess.PIPE, pass_fds=tuple(passed)
            )
            self._running.add(process)
        return process

    def _converse(
        self, process: subprocess.Popen[bytes], task: str, order: bytes, progress: Progress, patience: Patience
    ) -> dict[str, Any]:
        told: tuple[str, int, int] = (_short(task), 0, 0)
        for raw in _Pipes(process, order).lines():
            if raw is None:
                patience.check()
                progress(*told)  # raises when the run is to stop
                continue
            answer = _decoded(raw)
            if "progress" in answer:
                patience.renew()
                told = answer["progress"]
                progress(*told)
            elif "error" in answer:
                raise _error(task, answer)
            elif "result" in answer:
                result: dict[str, Any] = answer["result"]
                return result
            else:
                _log.warning("worker_noise", task=_short(task), bytes=len(raw))
        if self._stopping:
            raise Busy("The daemon is stopping; connect again in a moment.")
        try:
            code = process.wait(LINGER_SECONDS)
        except subprocess.TimeoutExpired:
            raise Lost("closed its output and did not end") from None
        if code < 0:
            raise Lost(f"was killed by signal {-code}")
        raise Internal(f"the {_short(task)} pass ended with exit code {code} and said nothing; see the log")

    @property
    def pids(self) -> list[int]:
        """Of those that run now."""
        with self._lock:
            return [process.pid for process in self._running]

    def stop(self) -> None:
        """End what runs, and refuse what comes."""
        with self._lock:
            self._stopping = True
            running = list(self._running)
        for process in running:
            end(process)  # it only has temporaries


class _Pipes:
    """Writes the order and reads the lines of the answer, and waits for neither for longer than a beat."""

    def __init__(self, process: subprocess.Popen[bytes], order: bytes) -> None:
        assert process.stdin is not None and process.stdout is not None
        # The pipe stays open: its end tells the child that the daemon is gone.
        self._in, self._out = process.stdin.fileno(), process.stdout.fileno()
        os.set_blocking(self._in, False)
        self._unsent = memoryview(order)
        self._poll = select.poll()
        self._poll.register(self._out, select.POLLIN)
        self._poll.register(self._in, select.POLLOUT)

    def lines(self) -> Any:
        """Each line of the answer; None whenever a beat has passed without one."""
        held = bytearray()
        while True:
            ready = dict(self._poll.poll(_BEAT_SECONDS * 1000))
            if self._in in ready:
                self._send()
            if self._out not in ready:
                if not ready:
                    yield None
                continue
            block = os.read(self._out, 1 << 20)
            if not block:
                return
            held += block
            while (end := held.find(b"\n")) >= 0:
                yield bytes(held[:end])
                del held[: end + 1]
            if len(held) > _MOST_BYTES:
                raise Lost("answered without end")

    def _send(self) -> None:
        try:
            self._unsent = self._unsent[os.write(self._in, self._unsent) :]
        except BlockingIOError:
            return
        except BrokenPipeError:
            self._unsent = self._unsent[:0]
        if not self._unsent:
            self._poll.unregister(self._in)


def _decoded(raw: bytes) -> dict[str, Any]:
    """The answer; nothing when the line is none."""
    try:
        answer = msgspec.json.decode(raw)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return {}
    return answer if isinstance(answer, dict) else {}


def _here(task: str, params: Mapping[str, Any], progress: Progress) -> dict[str, Any]:
    try:
        result: dict[str, Any] = task_of(task)(params, progress)
    except Exception as error:
        if is_of_the_system(error):
            path = path_of(error)
            what = f"the {_short(task)} pass failed"
            raise refused(error, f"{what} at {path}" if path else what, task=_short(task)) from error
        raise
    return result


def _error(task: str, answer: Mapping[str, Any]) -> MemorydError:
    what = f"the {_short(task)} pass failed"
    if answer.get("kind") == "OSError":
        number, path = answer.get("errno"), answer.get("path")
        error = OSError(number, os.strerror(number)) if number else OSError(answer["error"])
        return refused(error, f"{what} at {path}" if path else what, task=_short(task))
    return Internal(f"{what}: {answer['error']}", task=_short(task))


def _short(task: str) -> str:
    """The function's name, for people."""
    return task.rpartition(":")[2]
