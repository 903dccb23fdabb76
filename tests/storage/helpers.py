"""What the storage tests share."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from memoryd.storage.append_log import AppendLog
from memoryd.storage.batch import StagedBatch
from memoryd.storage.files import Files


def line(name: str, fill: int = 20) -> bytes:
    return json.dumps({"name": name, "fill": "x" * fill}).encode() + b"\n"


def names(path: str | Path) -> list[str]:
    """The names of the whole lines of the file, what cannot be read left out."""
    found = []
    for raw in whole_lines(path):
        try:
            found.append(json.loads(raw)["name"])
        except (ValueError, KeyError, TypeError):
            continue
    return found


def whole_lines(path: str | Path) -> list[bytes]:
    data = Path(path).read_bytes() if os.path.exists(path) else b""
    return data.split(b"\n")[:-1]


def commit(*appends: tuple[AppendLog, bytes]) -> Exception | None:
    """One batch, as the writer's thread would do it."""
    batch = StagedBatch(1)
    for log, data in appends:
        batch.append(log, data)
    return batch.commit()


def read(path: str | Path) -> bytes:
    return Path(path).read_bytes()


class Denying:
    """Files whose paths are refused for writing or for all, as far as the inode stays the same."""

    def __init__(self, files: Files, path: str, *, reading: bool = False) -> None:
        self._files = files
        self._inode = os.stat(path).st_ino
        self._reading = reading

    def __getattr__(self, name: str) -> Any:
        return getattr(self._files, name)

    def open(self, path: str, flags: int, mode: int = 0o660) -> int:
        if os.path.exists(path) and os.stat(path).st_ino == self._inode:
            writing = flags & (os.O_WRONLY | os.O_RDWR)
            if writing or self._reading:
                raise PermissionError(13, "Permission denied", path)
        return self._files.open(path, flags, mode)
