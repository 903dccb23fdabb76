"""Gives freed memory back to the system: after a large load, malloc keeps what the load has used in its arenas."""

from __future__ import annotations

import ctypes
from contextlib import suppress


def give_back() -> None:
    """glibc's malloc_trim; nothing where the C library has none."""
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).malloc_trim(0)
