"""Processes that the daemon starts: how, what they inherit, when one is a problem, and how a lasting one is asked."""
