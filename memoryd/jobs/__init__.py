"""Work for a language model (rules 20, 21): offered by kinds of memory, claimed by agents.

`source.py` is the interface of a job source, `queue.py` leases jobs, `log.py` keeps the queue's log on disk,
`methods.py` is the `jobs` namespace. `fallback.py` does what no agent claims in time, with the operator's own program
(`command.py`) if there is one.
"""
