"""`memoryctl quality-probe`: ask the canary questions."""

from __future__ import annotations

from memoryd.cli.reports import maintenance_command

COMMAND = maintenance_command(
    "quality-probe",
    "Ask the canary questions and log how many recall answers",
    "The questions are in knowledge-graph/canary-facts.json.",
)
