"""All facts in memory: `store.py` over `table.py` (with `postings.py`), `archive.py` (with `archived_lines.py`).

Looked up: `find.py`, `seen.py` (by a group), `single.py`. How many there may be: `cap.py`.
"""
