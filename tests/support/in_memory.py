"""Where the folders of tests are: in memory where there is room, since most of a run's waits were for the disk."""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path

_MEMORY = Path("/dev/shm")
_ROOM = 2 << 30
"""Bytes that must be free there: a container gives 64 MB unless it is told otherwise."""
ON_DISK = tempfile.gettempdir()
"""For what is about a disk, or makes devices: most systems let none be opened in memory."""


def place() -> str:
    """/dev/shm, or where folders are made anyway."""
    if not os.access(_MEMORY, os.W_OK | os.X_OK) or shutil.disk_usage(_MEMORY).free < _ROOM:
        return ON_DISK
    # Tests write programs and start them.
    return ON_DISK if os.statvfs(_MEMORY).f_flag & os.ST_NOEXEC else str(_MEMORY)
