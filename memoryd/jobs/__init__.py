"""Work for a language model (rules 20, 21): offered by kinds of memory, claimed by agents.

`source.py` is the interface of what offers jobs, `queue.py` leases them, `log.py` keeps the queue's log on disk,
`methods.py` is the `jobs` namespace. What no agent takes in time `fallback.py` does, with the operator's own program
(`command.py`) where there is one.
"""
