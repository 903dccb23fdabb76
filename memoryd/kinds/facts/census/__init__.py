"""What maintenance does over all facts: `steps.py` asks a child process, which does the `tasks.py`.

There `census.py` counts what a snapshot has, and `census_files.py` writes the files that are made of it.
"""
