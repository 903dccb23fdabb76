"""`asyncio.timeout` for Python 3.10, which has none yet."""

from __future__ import annotations

import asyncio
from types import TracebackType
from typing import Any


class time_limit:
    """Cancels the task that is inside when the time is up, and then raises TimeoutError; None is no limit.

    3.10 cannot tell who cancelled a task: when somebody else does in the very turn of the loop in which the time
    is up, TimeoutError is raised.
    """

    def __init__(self, seconds: float | None) -> None:
        self._seconds = seconds
        self._timer: asyncio.TimerHandle | None = None
        self._expired = False

    async def __aenter__(self) -> None:
        if self._seconds is not None:
            task: asyncio.Task[Any] | None = asyncio.current_task()
            assert task is not None
            self._timer = asyncio.get_running_loop().call_later(max(self._seconds, 0), self._expire, task)

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if self._timer is not None:
            self._timer.cancel()
        if self._expired and kind is asyncio.CancelledError:
            raise TimeoutError from error

    def _expire(self, task: asyncio.Task[Any]) -> None:
        self._expired = True
        task.cancel()
