"""Where maintenance keeps its own files, relative to the data directory."""

from __future__ import annotations

WORK = ".memoryd/run"
"""Temporaries between the daemon and its children; may be removed when nothing runs."""
INDEX_PATH = ".memoryd/index"
EMBEDDINGS = "embeddings"
RUNS = ".memoryd/maintenance.json"
"""When each action ran last, and what runs now: an interrupted run is done again."""
HEALTH = "health.json"
CANARIES = "knowledge-graph/canary-facts.json"
CANARY_HISTORY = "knowledge-graph/canary-history.jsonl"
BACKUPS = "backups"
