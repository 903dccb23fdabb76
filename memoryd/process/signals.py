"""Signals, from the first moment on: before a loop runs that handles them, and between two."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable
from types import FrameType

_hangups: list[int] = []


def wait_for_loop() -> None:
    """A reload that is asked for from now on is done by `handle`; it would end the process. Ctrl-C does."""
    signal.signal(signal.SIGHUP, _note)
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # Python's own prints a traceback


def handle(loop: asyncio.AbstractEventLoop, stop: Callable[[], object], reload: Callable[[], object]) -> None:
    """On that loop; `reload` on a thread."""

    def hang_up() -> None:
        loop.run_in_executor(None, reload)

    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop)
    loop.add_signal_handler(signal.SIGHUP, hang_up)
    if _hangups:
        _hangups.clear()
        hang_up()


def _note(number: int, _frame: FrameType | None) -> None:
    _hangups.append(number)
