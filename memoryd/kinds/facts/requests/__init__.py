"""What the socket offers of facts: `methods.py`, with `shapes.py`.

Stated and found: `stating.py`, `importing.py`, `moving.py`, `recall.py`; by directives: `shelf.py`. Which facts do not
agree: `overtaken.py`, `contradictions.py`, `settle_jobs.py`.
"""
