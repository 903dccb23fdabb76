"""Where the facts keep temporaries, relative to the data directory."""

from __future__ import annotations

FLUSH = ".memoryd/flush"
"""As the work directory of maintenance, between its runs."""
CENSUS = "census"
"""In either: a snapshot of all activations. The others are what a child makes of it."""
DECAYED = "decayed"
METADATA = "metadata"
ENTITIES = "entities"
RELATIONS = "relations"
