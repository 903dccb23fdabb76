"""Contexts, saved snapshots of work in a project, `contexts/*.jsonl` (003, rule 19).

`kind.py` ties them to the services, `methods.py` is the `contexts` namespace. Pure rules: `tiers.py` (how long ago one
was used), `predict.py` (which one is needed next), `context.py` (one line of a file). `store.py` saves, loads, archives
and restores; `files.py` reads the files, and rewrites their lines behind the requests; `edits.py` finds what a person
changed in one.
"""
