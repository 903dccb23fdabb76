"""Summaries of the conversation in three levels, `summaries/` (004, rules 20, 21).

`kind.py` ties them to the services, `methods.py` is the `summaries` namespace. Pure rules: `chunking.py` (where the
conversation is cut), `tree.py` (what is merged, stale or shown), `budget.py` (what is injected), `prompt.py` (what a
model is sent, and which answers are refused), `extractive.py` (a summary without a model), `node.py` (one summary and
its file). `store.py` holds the tree and its files; `scan.py` reads one session file, `backlog.py` all of them for
messages that wait; `compression.py` offers that work to the queue of jobs; `clearing.py` makes summaries again without
what was purged.
"""
