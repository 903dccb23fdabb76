"""Notes: entries of layer files, the hot cache made of them, and the rules of their lifecycle (000).

Each of these knows only those before it:

rules       the rules of the lifecycle; pure
formats     the files as text; pure
known       all notes in memory, and what the index gets of them
disk        the files on the disk
changes     what changes notes, within a transaction
edits       what somebody else changed, while the daemon ran or before it started
requests    directives, jobs and texts for people
kind.py     the interface to the rest of the daemon; methods.py its RPC methods, parts.py composes everything
"""
