"""The files of notes on the disk: `files.py` writes what a batch staged, by `memory_file.py` and `hygiene_file.py`.

`disk.py` is below them, and undoes it. `layer_snapshots.py` keeps the layers for the next start.
"""
