"""`memoryctl health-check`: measure the memory's health and write health.json."""

from __future__ import annotations

from memoryd.cli.reports import maintenance_command

COMMAND = maintenance_command(
    "health-check",
    "Check the memory's health now and write health.json",
    "memoryctl health shows the last known state.",
)
