"""Where maintenance keeps what is its own, relative to the data directory."""

from __future__ import annotations

WORK = ".memoryd/night"
"""Temporaries between the daemon and its children; may be removed at any time when nothing runs."""
CENSUS = f"{WORK}/census"
DECAYED = f"{WORK}/decayed"
METADATA = f"{WORK}/metadata"
ENTITIES = f"{WORK}/entities"
RELATIONS = f"{WORK}/relations"

RUNS = ".memoryd/maintenance.json"
"""When each action ran last, and what runs now: a run that was cut short is done again."""
DAYS = ".memoryd/dailies.json"
HEALTH = "health.json"
CANARIES = "knowledge-graph/canary-facts.json"
CANARY_HISTORY = "knowledge-graph/canary-history.jsonl"
BACKUPS = "backups"
