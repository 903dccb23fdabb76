"""`memoryctl pin`: keep a note in the hot cache."""

from __future__ import annotations

from memoryd.cli.changes import note_command

COMMAND = note_command(
    "pin",
    "Keep a note in the hot cache",
    "It is never demoted by budget; only an explicit demotion or unpin and disuse take it out.",
)
