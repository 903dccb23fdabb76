"""The ledger of accesses, from which every lifecycle is computed: key, session, time (rule 1).

`journal.py` keeps what was used since the readable files were last written.
"""
