"""A quarantine for tests of what asks it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from memoryd.quarantine import Quarantine
from memoryd.storage.append_log import AppendLog
from memoryd.storage.files import OsFiles


class FakeReader:
    """Says the same of every window, and keeps what it was asked to read."""

    def __init__(self, logit: float = 0.0, *, is_ready: bool = True) -> None:
        self.logit, self.is_ready = logit, is_ready
        self.asked: list[list[str]] = []

    def read(self, windows: Sequence[str]) -> list[float]:
        self.asked.append(list(windows))
        return [self.logit] * len(windows)


def quarantine_in(root: Path, reader: FakeReader | None = None) -> Quarantine:
    """One that nobody has released anything from; what is released goes to `released.jsonl`."""
    log = AppendLog(OsFiles(), str(root / "released.jsonl"), gid=-1)
    return Quarantine(log, reader or FakeReader(is_ready=False))
