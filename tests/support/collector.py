"""Whether something is let go of at once, or waits for Python's collector of cycles, which comes seldom."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def without_collector() -> Iterator[None]:
    """It does not come within."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
