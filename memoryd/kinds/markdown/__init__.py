"""Markdown files of people and agents that no other kind owns, such as daily logs.

`kind.py` ties them to the services. `documents.py` says which documents a file contains (pure); `files.py` feeds them
to the index. Nothing here writes a truth file.
"""
