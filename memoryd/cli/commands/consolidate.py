"""`memoryctl consolidate`: the nightly pass, now."""

from __future__ import annotations

from memoryd.cli.reports import maintenance_command

COMMAND = maintenance_command(
    "consolidate",
    "Run the whole nightly consolidation now",
    "Summarize, decay, index, prune, tiers, hygiene, compress, reconcile, clean and health-check, in this order.\n"
    "A step that fails does not stop those behind it. Ctrl-C cancels; a terminal that is closed does not.",
)
