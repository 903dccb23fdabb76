"""Waiting for a condition, with a deadline, instead of sleeping for a fixed time."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any


def until(condition: Callable[[], Any], timeout: float = 30) -> Any:
    """The condition's first true value. Raises AssertionError when there is none in time."""
    end = time.monotonic() + timeout
    while not (value := condition()):
        assert time.monotonic() < end, f"this did not come true within {timeout} s"
        time.sleep(0.005)
    return value
