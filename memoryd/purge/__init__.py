"""What a purge is: a matter leaves every file, index and backup for good, and does not come back (rule 6).

`matter.py` says what belongs to it and `scrub.py` removes it from a file's content: both are pure. `sweep.py` goes over
the data directory in a child process; `tombstones.py` records what must not come back, and `door.py` rejects it.
`memoryd.purging` carries it out.
"""
