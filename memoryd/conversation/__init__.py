"""What every kind of memory may know of sessions: the values, their lines on disk, and the pure rules about them.

`session.py` is a session and who may see it, `message.py` a message and its line, `file.py` what is known of a session
file, `transcripts.py` the interface by which other kinds read sessions.
"""
