"""Where maintenance keeps what is its own, relative to the data directory."""

from __future__ import annotations

WORK = ".memoryd/run"
"""Temporaries between the daemon and its children; may be removed at any time when nothing runs."""
INDEX_PATH = ".memoryd/index"
RUNS = ".memoryd/maintenance.json"
"""When each action ran last, and what runs now: a run that was cut short is done again."""
HEALTH = "health.json"
CANARIES = "knowledge-graph/canary-facts.json"
CANARY_HISTORY = "knowledge-graph/canary-history.jsonl"
BACKUPS = "backups"
