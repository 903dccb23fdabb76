"""The one writer thread: takes what has queued up, applies it, appends, syncs once, then acknowledges all."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol


class Log(Protocol):
    """What a batch asks of an append log."""

    def write(self, data: bytes) -> None:
        """Put the bytes at the end of the file. On failure nothing of them remains."""
        ...

    def sync(self) -> None:
        """Make what was written durable (file, and directory when the file is new)."""
        ...

    def rollback(self) -> None:
        """Take back what was written since the last sync."""
        ...


class Batch(Protocol):
    """One group commit. Operations stage into it; nothing is visible or acknowledged before it is on disk.

    An operation validates first and stages last: once it has staged something it must not raise.
    """

    @property
    def now(self) -> int:
        """The batch's wall time, microseconds."""
        ...

    def append(self, log: Log, data: bytes) -> None:
        """Stage whole lines for `log`. Logs are written and synced in the order in which they were first named."""
        ...

    def on_commit(self, action: Callable[[], None]) -> None:
        """Run after the sync, in order, before anything is acknowledged: publish in-memory state here."""
        ...

    def on_abort(self, action: Callable[[], None]) -> None:
        """Run instead, newest first, when the batch could not be written: forget staged state here."""
        ...


Operation = Callable[["Batch"], Any]
