"""Signals, from the first moment on: before a loop runs that handles them, and between two."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import os
import signal
import sys
import threading
import traceback
from collections.abc import Callable
from types import FrameType

import structlog

_MEANINGLESS = (signal.SIGUSR2, signal.SIGALRM, signal.SIGIO, signal.SIGPWR)
_STDERR = 2
_hangups: list[int] = []
_log = structlog.get_logger("memoryd")


def wait_for_loop() -> None:
    """A reload that is asked for from now on is done by `handle`; it would end the process. Ctrl-C does."""
    signal.signal(signal.SIGHUP, _note)
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # Python's own prints a traceback
    signal.signal(signal.SIGUSR1, _write_stacks)
    for number in _MEANINGLESS:
        signal.signal(number, _pass)  # not SIG_IGN, which those inherit whom we start


def handle(loop: asyncio.AbstractEventLoop, stop: Callable[[], object], reload: Callable[[], object]) -> None:
    """On that loop; `reload` on a thread."""

    def hang_up() -> None:
        loop.run_in_executor(None, reload)

    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGQUIT):
        loop.add_signal_handler(number, stop)
    for number in _MEANINGLESS:
        loop.add_signal_handler(number, functools.partial(_log.info, "signal_ignored", signal=number.name))
    loop.add_signal_handler(signal.SIGHUP, hang_up)
    if _hangups:
        _hangups.clear()
        hang_up()


def _note(number: int, _frame: FrameType | None) -> None:
    _hangups.append(number)


def _pass(_number: int, _frame: FrameType | None) -> None:
    """It means nothing to us."""


def _write_stacks(_number: int, _frame: FrameType | None) -> None:
    """In the main thread as soon as it runs or waits in Python, be it for a lock.

    faulthandler needs nothing of it, but reads the frames of threads that run: a busy daemon died of it.
    """
    names = {thread.ident: thread.name for thread in threading.enumerate()}
    for ident, top in sys._current_frames().items():
        lines = [f"Thread {names.get(ident, ident)}:"]
        for frame, line in traceback.walk_stack(top):
            lines.append(f'  File "{frame.f_code.co_filename}", line {line}, in {frame.f_code.co_name}')
        with contextlib.suppress(OSError):
            os.write(_STDERR, "\n".join([*lines, ""]).encode("utf-8", "backslashreplace"))
