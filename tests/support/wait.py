"""Waiting for a condition, with a deadline: what a test does instead of sleeping for a while and hoping."""

from __future__ import annotations

import time
from collections.abc import Callable


def until(condition: Callable[[], object], timeout: float = 30) -> None:
    """Return when the condition holds. Raises AssertionError when it does not come true in time."""
    end = time.monotonic() + timeout
    while not condition():
        assert time.monotonic() < end, f"this did not come true within {timeout} s"
        time.sleep(0.01)
