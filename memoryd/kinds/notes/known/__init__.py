"""All notes in memory: `state.py` with `table.py`, `vanished.py`, `past_bullets.py` and `layer_names.py`.

`documents.py` and `index_feed.py` bring them to the index.
"""
