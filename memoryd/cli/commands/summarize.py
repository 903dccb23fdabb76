"""`memoryctl summarize`: make the daily summaries now."""

from __future__ import annotations

from memoryd.cli.reports import maintenance_command

COMMAND = maintenance_command(
    "summarize",
    "Make the daily summaries that are due, now",
    "Extracts at once and marks the result; a job stays open for an agent to do better.",
)
