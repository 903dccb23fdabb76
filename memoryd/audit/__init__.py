"""The audit: one hash-chained line per change of a memory, and the replaced texts.

Takes down          recorder (the queue), over versions (what a change replaces); acknowledged (of the last run)
In bulk             fresh, and hasher, a child process
On the disk         book, over line and chain, keyring, history (the texts) and witness (what is kept apart)
Reads               reader, why and methods
Tells others        watchers
"""
