"""A lasting child: started when it is first asked, ended by itself when it is idle, started anew when it is lost.

It has ports, each a socket and a thread of its own there, on which one question at a time is asked and answered. Who
asks waits, and nobody else; a question whose answer did not come may be asked again.
"""

from __future__ import annotations

import socket
import subprocess
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence

import structlog

from memoryd.children.frames import Channel, Ended
from memoryd.children.patience import Lost, Patience
from memoryd.children.spawn import LINGER_SECONDS, end, spawn
from memoryd.clock import Clock
from memoryd.os_errors import path_of
from memoryd.problems import ProblemBoard
from memoryd.types import Problem

_log = structlog.get_logger("memoryd")
_SILENT_SECONDS = 5.0
"""After this, or a quarter of its patience, a child that shows no sign of life is a problem that health shows."""
_MOST_PATIENCE_SECONDS = 60.0
"""No question takes longer without a sign of life."""
_END_PATIENCE_SECONDS = 10.0
"""Nor so long when the daemon ends: a unit's end may take a minute."""

Message = Callable[[], Iterable[bytes]]
"""Makes the frames of a question: again, when it has to be asked again."""


class _Life:
    """One process, from its start to its end."""

    def __init__(self) -> None:
        self.started = threading.Event()
        self.ended = threading.Event()
        self.fault: OSError | None = None
        self.process: subprocess.Popen[bytes]
        """Set when it is started and there is no fault."""
        self.channels: dict[str, Channel] = {}
        self.patience: dict[str, Patience] = {}

    def fail(self, error: OSError) -> None:
        """It could not be started."""
        self.fault = error
        self.ended.set()
        self.started.set()


class Helper:
    """The child `module`. Its arguments are `NAME=DESCRIPTOR` for each port and what is inherited, and some more."""

    def __init__(
        self,
        module: str,
        name: str,
        ports: Sequence[str],
        arguments: Sequence[str],
        inherited: Callable[[], Mapping[str, int]],
        clock: Clock,
        board: ProblemBoard,
        patience: Callable[[], float],
    ) -> None:
        """`inherited`: descriptors that it gets besides, by name; `patience`: after how many seconds without a sign of
        life it is killed.
        """
        self._module = module
        self._name = name
        self._arguments = arguments
        self._inherited = inherited
        self._clock = clock
        self._board = board
        self._patience = patience
        self._turns = {port: threading.Lock() for port in ports}
        self._lock = threading.Lock()
        self._life: _Life | None = None
        self._most_patience = _MOST_PATIENCE_SECONDS
        self._stopping = False

    def port(self, name: str) -> Port:
        """What asks on that port."""
        return Port(self, name)

    @property
    def pids(self) -> list[int]:
        """Of the process, while it lives."""
        life = self._life
        return [life.process.pid] if life and life.channels and not life.ended.is_set() else []

    def ask(self, port: str, message: Message) -> list[bytes]:
        """The frames of the answer. Raises Lost when there was none, and then it may be asked again."""
        with self._turns[port]:
            try:
                found = self._ask(port, message)
            except Lost as error:
                if not self._stopping:
                    self._report(str(error))
                raise
            self._board.clear(self._name)
            return found

    def _ask(self, port: str, message: Message) -> list[bytes]:
        while True:
            life = self._alive()
            channel, patience = life.channels[port], life.patience[port]
            patience.renew()
            try:
                channel.send(message())
                return list(channel.receive())
            except Ended:
                life.ended.wait(LINGER_SECONDS)
            except BaseException:
                # Half a message, or an answer that nobody has read: what comes next would be taken for its rest.
                end(life.process)
                life.ended.wait(LINGER_SECONDS)
                raise
            finally:
                patience.renew()
            code = life.process.returncode
            if code is None:
                end(life.process)
            if code != 0 or self._stopping:  # it has not just ended because it was idle
                raise Lost(_told(code))

    def _alive(self) -> _Life:
        with self._lock:
            if self._stopping:
                raise Lost("is not started any more: the daemon is stopping")
            life = self._life
            if life is None or life.ended.is_set():
                life = self._life = _Life()
                # It lives as long as the child, which ends with it.
                threading.Thread(target=self._keep, args=(life,), name=f"memoryd-{self._name}", daemon=True).start()
        life.started.wait()
        if life.fault is not None:
            path = path_of(life.fault)
            raise Lost(f"could not be started: {path + ': ' if path else ''}{life.fault.strerror}")
        return life

    def _keep(self, life: _Life) -> None:
        """Start the process and wait for its end."""
        pairs = {port: socket.socketpair() for port in self._turns}
        inherited = {**{port: theirs.fileno() for port, (_, theirs) in pairs.items()}, **self._inherited()}
        try:
            arguments = [*(f"{name}={number}" for name, number in inherited.items()), *self._arguments]
            life.process = process = spawn(
                self._module, arguments, stdin=subprocess.DEVNULL, pass_fds=tuple(inherited.values())
            )
        except OSError as error:
            for ours, theirs in pairs.values():
                ours.close()
                theirs.close()
            life.fail(error)
            return
        for port, (ours, theirs) in pairs.items():
            theirs.close()
            patience = min(self._patience(), self._most_patience)
            life.patience[port] = Patience(process.pid, self._clock, patience, _SILENT_SECONDS, self._tell)
            life.channels[port] = Channel(ours, life.patience[port].check)
        life.started.set()
        code = process.wait()
        life.ended.set()
        if code and not self._stopping:
            _log.warning("worker_lost", task=self._name, error=_told(code))
        for port, turn in self._turns.items():
            with turn:  # who asks has seen the end, too
                life.channels[port].close()

    def _tell(self, problem: Problem | None) -> None:
        self._board.set(f"{self._name}:silent", () if problem is None else (self._named(problem.what, problem.action),))

    def _report(self, what: str) -> None:
        action = "nothing, it is started again; if it repeats, see journalctl -u memoryd and journalctl -k"
        self._board.set(self._name, (self._named(f"the worker {what}", action),))

    def _named(self, what: str, action: str) -> Problem:
        return Problem(path=f"worker {self._name}", what=what, action=action)

    def hasten(self) -> None:
        """The daemon is about to end: who asks waits for an answer, but not for long without a sign of life."""
        with self._lock:
            self._most_patience = _END_PATIENCE_SECONDS
            life = self._life
        if life is not None and life.started.wait(LINGER_SECONDS):
            for patience in life.patience.values():
                patience.shorten(_END_PATIENCE_SECONDS)

    def stop(self) -> None:
        """Let it finish what it has begun, for some seconds at most, and refuse what comes."""
        with self._lock:
            self._stopping = True
            life = self._life
        if life is None or not life.started.wait(LINGER_SECONDS) or life.fault is not None:
            return
        for channel in list(life.channels.values()):
            channel.end()
        if not life.ended.wait(LINGER_SECONDS):
            end(life.process)
            life.ended.wait(LINGER_SECONDS)


class Port:
    """Asks on one port of a helper; a thread that asks waits for whoever asks there already."""

    def __init__(self, helper: Helper, name: str) -> None:
        self._helper = helper
        self._name = name

    def ask(self, message: Message) -> list[bytes]:
        """The frames of the answer. Raises Lost when there was none, and then it may be asked again."""
        return self._helper.ask(self._name, message)


def _told(code: int | None) -> str:
    if code is None:
        return "closed its channel and did not end"
    return f"was killed by signal {-code}" if code < 0 else f"ended with exit code {code}"
