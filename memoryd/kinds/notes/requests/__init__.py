"""Directives: `directives.py` with `spoken.py` reads them, `directive_actions.py` carries them out.

Better lines for hot notes: `condense_jobs.py`; for people: `health_text.py`.
"""
