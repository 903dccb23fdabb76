"""Unix socket addresses of any length. Standard library only."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator

_LONGEST = 107


@contextlib.contextmanager
def address_of(path: str) -> Iterator[str]:
    """`path` as an address for bind or connect; one too long for the kernel goes by way of an open directory."""
    if len(os.fsencode(path)) <= _LONGEST:
        yield path
        return
    folder, name = os.path.split(path)
    fd = os.open(folder or ".", os.O_PATH | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        yield f"/proc/self/fd/{fd}/{name}"
    finally:
        os.close(fd)
