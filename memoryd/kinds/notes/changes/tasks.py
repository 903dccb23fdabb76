"""What the flusher does for notes, by name."""

from __future__ import annotations

from collections.abc import Mapping

from memoryd.services import MEMORY_MD

SNAPSHOTS = "notes:snapshots"
"""Write the layer snapshots."""
HYGIENE = "notes:hygiene"
"""Write hygiene.json."""
MISSING = "notes:missing"
"""Archive or move notes that vanished; make MEMORY.md and hygiene.json again when they are lost."""
LATE_EDITS = "notes:late-edits"
"""Take in what was written into a version of a file that had been replaced."""
RETRY = "notes:retry"
"""Write MEMORY.md and hygiene.json, which could not be written with their batch."""
UNREAD = "notes:unread"
"""Look again at files that could not be read: nothing tells that a directory above them was opened again."""

DELAYS: Mapping[str, float] = {
    SNAPSHOTS: 0.3, HYGIENE: 0.4, MISSING: 1.0, LATE_EDITS: 1.0, RETRY: 0.5, UNREAD: 1.0, MEMORY_MD: 0.2
}  # fmt: skip
"""How long each may wait, seconds."""
