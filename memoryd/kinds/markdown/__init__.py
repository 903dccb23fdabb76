"""Markdown files that people and agents write, and that no other kind has; daily logs among them.

`kind.py` ties them to the services. `documents.py` says which documents a file holds (pure); `files.py` brings files to
the index. Nothing here writes a truth file.
"""
