"""What somebody else changed: `hand_edits.py` sees it, while the daemon runs.

It asks `layer_edits.py`, `memory_edits.py` (with `bullet_edits.py`) and `hygiene_edits.py`. At the start: `startup.py`,
`recovery.py`. `write_behind.py` looks before it writes.
"""
