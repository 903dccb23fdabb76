"""`memoryctl demote`: take a note out of the hot cache."""

from __future__ import annotations

from memoryd.cli.changes import note_command

COMMAND = note_command(
    "demote",
    "Take a note out of the hot cache",
    "The note stays in its layer; MEMORY.md keeps a reference to it.",
)
