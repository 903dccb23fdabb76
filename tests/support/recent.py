"""What was written in the last minutes, as an earlier run on the directory left it."""

from __future__ import annotations

from pathlib import Path

from memoryd.storage.files import Files, OsFiles
from memoryd.storage.recent_copies import RecentCopies
from memoryd.storage.recent_lines import RecentLines


def recent_lines(root: Path, files: Files | None = None) -> RecentLines:
    """With an audit that writes at once."""
    copies = RecentCopies(files or OsFiles(), str(root), lambda: None)
    found = RecentLines(copies, lambda: found.settle_deleted(found.deleted()))
    found.load()
    return found
