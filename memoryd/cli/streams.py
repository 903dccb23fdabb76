"""Standard streams that a caller has closed, as by `>&-`: no socket or file may get their numbers."""

from __future__ import annotations

import os
import sys


def open_closed() -> None:
    """Open each that is closed: stdin is empty, stdout takes nothing and says so, stderr goes nowhere."""
    for fd, mode in enumerate((os.O_RDONLY, os.O_RDONLY, os.O_WRONLY)):
        try:
            os.fstat(fd)
        except OSError:
            os.open(os.devnull, mode)  # gets the lowest number that is free: this one
    sys.stdin = sys.stdin or open(0, closefd=False)
    sys.stdout = sys.stdout or open(1, "w", closefd=False)
    sys.stderr = sys.stderr or open(2, "w", closefd=False)
