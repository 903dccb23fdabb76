"""`memoryctl promote`: put a note into the hot cache."""

from __future__ import annotations

from memoryd.cli.changes import note_command

COMMAND = note_command(
    "promote",
    "Put a note into the hot cache",
    "When the cache is full, the least used note is demoted.",
)
