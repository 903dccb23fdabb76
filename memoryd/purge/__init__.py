"""What a purge is: a matter leaves every file, index and backup for good, and does not come back (rule 6).

`matter.py` says what belongs to it and `scrub.py` takes it out of a file's content: both are pure. `sweep.py` goes over
the files below the data directory in a child; `tombstones.py` keeps what must not come back, and `door.py` turns it
back.
`memoryd.purging` carries it out.
"""
