"""`memoryctl consolidate`: the nightly pass, now."""

from __future__ import annotations

from memoryd.cli.reports import maintenance_command

COMMAND = maintenance_command(
    "consolidate",
    "Run the whole nightly consolidation now",
    "Every step in its order; `memoryctl consolidate --dry-run` names them.\n"
    "A step that fails does not stop those behind it. Ctrl-C cancels; a terminal that is closed does not.",
)
