"""What changes facts.

By requests: `requested.py` (correct, restore, purge), with `staging.py`, `supersession.py` (with `replaced.py` and
`holders.py`) and `archiving.py`. From outside: `edits.py`, `plan.py` (what an edit means), `added.py` and
`gone.py` (very much that it added or deleted), `vanished.py` (the file is gone). Then `rewrite.py` for the lines that
leave.
"""
