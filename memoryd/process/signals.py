"""Signals, from the first moment on: before a loop runs that handles them, and between two."""

from __future__ import annotations

import asyncio
import faulthandler
import functools
import signal
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
    faulthandler.register(signal.SIGUSR1, file=_STDERR, all_threads=True)  # also while the loop hangs
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
