"""The files as text: `layer_file.py` of `entry.py`, `memory_md.py` with `tags.py`, `hygiene.py`, `archive.py`.

Which entry is which after an edit: `matching.py`, `rereading.py`. Saved over by an editor: `recent.py`,
`note_copies.py`; removed by hand: `removed_layers.py`. What an older version wrote: `upgrade.py`.
"""
