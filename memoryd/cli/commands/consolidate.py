"""`memoryctl consolidate`: the nightly pass, now."""

from __future__ import annotations

from memoryd.cli.reports import maintenance_command

COMMAND = maintenance_command(
    "consolidate",
    "Run the whole nightly consolidation now",
    "Runs every step in order; `memoryctl consolidate --dry-run` names them.\n"
    "A step that fails does not stop the later ones. Ctrl-C cancels; closing the terminal does not.",
)
