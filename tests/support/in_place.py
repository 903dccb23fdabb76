"""An editor that writes into the file itself, to the same length: only the file's time tells."""

from __future__ import annotations

import os
from pathlib import Path


def replace_in_place(path: Path, old: str, new: str) -> None:
    """Write the one over the other, as long, and a second later than the last write."""
    data, stat = path.read_bytes(), path.stat()
    assert len(old) == len(new) and old.encode() in data
    with path.open("r+b") as file:
        file.write(data.replace(old.encode(), new.encode()))
    os.utime(path, ns=(stat.st_atime_ns, stat.st_mtime_ns + 10**9))
