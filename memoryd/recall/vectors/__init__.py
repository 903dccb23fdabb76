"""Meaning: passages, their vectors, and how near memories are to a query."""
