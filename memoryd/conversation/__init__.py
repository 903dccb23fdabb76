"""What every kind of memory may know about sessions: values, their lines on disk, and pure rules.

`session.py` is a session and who may see it, `message.py` a message and its line, `file.py` the known state of a
session file, `transcripts.py` the interface by which other kinds read sessions.
"""
