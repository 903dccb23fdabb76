"""A quarantine for tests of what asks it."""

from __future__ import annotations

from pathlib import Path

from memoryd.quarantine import Quarantine
from memoryd.storage.append_log import AppendLog
from memoryd.storage.files import OsFiles


def quarantine_in(root: Path) -> Quarantine:
    """One that nobody has released anything from; what is released goes to `released.jsonl`."""
    return Quarantine(AppendLog(OsFiles(), str(root / "released.jsonl"), gid=-1))
