"""`memoryctl unpin`: let a pinned note be demoted again."""

from __future__ import annotations

from memoryd.cli.changes import note_command

COMMAND = note_command(
    "unpin",
    "Let a pinned note be demoted again",
    "It stays hot until it is not used for some sessions.",
)
