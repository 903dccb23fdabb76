"""Waiting for a condition, with a deadline, instead of sleeping for a fixed time."""

from __future__ import annotations

import select
import time
from collections.abc import Callable
from typing import Any, Protocol


class HasFileno(Protocol):
    """A socket, a file or the like."""

    def fileno(self) -> int:
        """Its descriptor."""


def until(condition: Callable[[], Any], timeout: float = 30) -> Any:
    """The condition's first true value. Raises AssertionError when there is none in time."""
    begin = time.monotonic()
    while not (value := condition()):
        waited = time.monotonic() - begin
        assert waited < timeout, f"this did not come true within {timeout} s"
        time.sleep(min(0.1, max(0.01, waited / 6)))  # to ask takes time from what is waited for
    return value


def has_input(one: HasFileno) -> bool:
    """Whether something can be read from it at once; its descriptor may be above the 1,023 that `select` takes."""
    poll = select.poll()
    poll.register(one.fileno(), select.POLLIN)
    return bool(poll.poll(0))
