"""Where maintenance keeps what is its own, relative to the data directory."""

from __future__ import annotations

WORK = ".memoryd/night"
"""Temporaries between the daemon and its children; may be removed at any time when nothing runs."""
FLUSH = ".memoryd/flush"
"""As WORK, of the flusher."""
CENSUS = "census"
"""In either: a snapshot of all activations. The others are what a child makes of it."""
DECAYED = "decayed"
METADATA = "metadata"
ENTITIES = "entities"
RELATIONS = "relations"

RUNS = ".memoryd/maintenance.json"
"""When each action ran last, and what runs now: a run that was cut short is done again."""
DAYS = ".memoryd/dailies.json"
HEALTH = "health.json"
CANARIES = "knowledge-graph/canary-facts.json"
CANARY_HISTORY = "knowledge-graph/canary-history.jsonl"
BACKUPS = "backups"
