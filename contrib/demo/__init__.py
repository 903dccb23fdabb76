"""`make demo`: a conversation goes in, the daemon is killed, and nothing is missing."""
